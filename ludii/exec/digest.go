package exec

import (
	"math/bits"
	"strconv"

	"ludens/ludii/topology"
)

// Digest writes the position as recordings do (package ludii/recording has the
// format): what stands where, then who is to move and the like.
func (s *State) Digest(p *Program) string { return string(s.AppendDigest(nil, p)) }

// AppendDigest appends the digest to dst.
func (s *State) AppendDigest(dst []byte, p *Program) []byte {
	if s.match != nil {
		p = s.prog
	}
	for i := range p.Containers {
		if i > 0 {
			dst = append(dst, '|')
		}
		cont := &p.Containers[i]
		first := len(dst)
		if i > 0 {
			dst = s.appendSites(dst, first, p, topology.Cell, cont.From, cont.From+cont.N, "")
			continue
		}
		for _, k := range [...]Kind{topology.Cell, topology.Vertex, topology.Edge} {
			n := len(s.Sites[k].What)
			if k == topology.Cell && len(p.Containers) > 1 {
				n = min(n, p.Containers[1].From)
			}
			prefix := ""
			if k != p.Default {
				prefix = k.String()[:1]
			}
			dst = s.appendSites(dst, first, p, k, 0, n, prefix)
		}
	}
	return s.appendControl(append(dst, '#'), p)
}

// appendSites appends the occupied sites of a kind from one site to before
// another; first is where the container began.
func (s *State) appendSites(dst []byte, first int, p *Program, k Kind, from, to int, prefix string) []byte {
	t := &s.Sites[k]
	for i := from; i < to && i < len(t.What); i++ {
		before := len(dst)
		if before > first {
			dst = append(dst, ',')
		}
		dst = append(dst, prefix...)
		dst = strconv.AppendInt(dst, int64(i), 10)
		dst = append(dst, ':')
		var ok bool
		if s.Values[k] != nil {
			dst, ok = s.appendValues(dst, p, k, i)
		} else {
			dst, ok = s.appendItem(dst, p, t, i)
		}
		if !ok {
			dst = dst[:before]
		}
	}
	return dst
}

// appendItem appends what is on a site; false if there is nothing.
func (s *State) appendItem(dst []byte, p *Program, t *Sites, i int) ([]byte, bool) {
	if t.Stack == nil {
		it := Item{What: t.What[i], Who: t.Who[i]}
		if t.State != nil {
			it.State = t.State[i]
		}
		if t.Rotation != nil {
			it.Rotation = t.Rotation[i]
		}
		if t.Value != nil {
			it.Value = t.Value[i]
		}
		// Marks of a site without a piece are written too.
		n := t.pieces(i)
		if n == 0 && it.What == 0 && it.State == 0 && it.Rotation == 0 && it.Value == 0 {
			return dst, false
		}
		return p.appendPiece(dst, it, n), true
	}
	if len(t.Stack[i]) == 0 {
		return dst, false
	}
	dst = append(dst, '[')
	for j, it := range t.Stack[i] {
		if j > 0 {
			dst = append(dst, '/')
		}
		dst = p.appendPiece(dst, it, 1)
	}
	return append(dst, ']'), true
}

// appendPiece appends a piece; marks that are as usual are not written.
func (p *Program) appendPiece(dst []byte, it Item, count int) []byte {
	dst = strconv.AppendInt(dst, int64(it.What), 10)
	player := func(who int) int {
		if who > p.Players {
			return 0
		}
		return who
	}
	owner, usual := 0, 0
	if it.What > 0 {
		owner, usual = p.Components[it.What].Owner, 1
	}
	mark := func(c byte, v, usual int) {
		if v != usual {
			dst = strconv.AppendInt(append(dst, c), int64(v), 10)
		}
	}
	mark('.', player(int(it.Who)), player(owner))
	mark('x', count, usual)
	mark('s', int(it.State), 0)
	mark('r', int(it.Rotation), 0)
	mark('v', int(it.Value), 0)
	return dst
}

// appendValues appends the candidates of a puzzle's variable; false if all are
// left and there are several.
func (s *State) appendValues(dst []byte, p *Program, k Kind, i int) ([]byte, bool) {
	if v, ok := s.Resolved(k, i); ok {
		return strconv.AppendInt(append(dst, '='), int64(v), 10), true
	}
	v := s.Values[k][i]
	if v == p.openValue(k) {
		return dst, false
	}
	dst = append(dst, '~')
	for first := true; v != 0; v &= v - 1 {
		if !first {
			dst = append(dst, '.')
		}
		first = false
		dst = strconv.AppendInt(dst, int64(bits.TrailingZeros64(uint64(v))), 10)
	}
	return dst, true
}

func (s *State) appendControl(dst []byte, p *Program) []byte {
	num := func(mark string, n int32) { dst = strconv.AppendInt(append(dst, mark...), int64(n), 10) }
	list := func(mark, between string, of []int32) {
		for i := 1; i <= p.Players; i++ {
			if i > 1 {
				mark = between
			}
			num(mark, of[i])
		}
	}
	over := func(mark string, winner int32, rank func(player int) float64) {
		num(mark, winner)
		dst = append(dst, ':')
		for i := 1; i <= p.Players; i++ {
			if i > 1 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendFloat(dst, rank(i), 'f', -1, 64)
		}
	}
	rank := func(player int) float64 { return s.Rank[player] }
	if s.match != nil {
		num("g", s.Instance)
		list("M", ",", s.MatchScore)
		if s.Over {
			over("OVER:", s.Winner, rank)
		}
		dst = append(dst, ';')
	}
	switch {
	case len(s.GameEnd) > p.Players:
		over("over:", s.GameEnd[0], func(player int) float64 { return float64(s.GameEnd[player]) / 2 })
	case s.Over:
		over("over:", s.Winner, rank)
	default:
		num("m", s.Mover)
		num("n", s.Next)
		if len(p.Phases) > 1 {
			list("p", ".", s.Phase)
		}
		for i := 1; i <= p.Players; i++ {
			if s.Order[i] != int32(i) {
				list("o", ".", s.Order)
				break
			}
		}
		if everybody := uint32(1)<<uint(p.Players) - 1; s.Active&everybody != everybody {
			mark := "a"
			for i := 1; i <= p.Players; i++ {
				if s.IsActive(i) {
					num(mark, int32(i))
					mark = "."
				}
			}
		}
	}
	if p.Flags.Score {
		list("s", ",", s.Score)
	}
	if p.Flags.Bet || p.Flags.Amount {
		list("b", ",", s.Amount)
	}
	if s.Pot != 0 {
		num("t", s.Pot)
	}
	return dst
}
