package factored

import (
	"context"
	"encoding/binary"
	"slices"

	"ludens/agent"
	"ludens/game"
)

// Sum is a game for two that is a sum of impartial games under normal play: in every part
// both players have the same moves, one of them moves at a time, and who cannot move in
// any part has lost. Its positions have exact values (R. Sprague 1935, P. Grundy 1939; J.
// Conway, "On Numbers and Games", 1976): every part has a number, and the player to move
// wins exactly if the numbers' sum without carry is not zero.
type Sum struct {
	d     game.Division
	m     game.Machine
	value []map[string]int // per part: the number of each of its positions
	// Positions is how many positions of parts there are.
	Positions int
	keys      keys
}

// phase is what the clock is while a player is to move.
type phase struct {
	mover int
	clock game.State // a position with that clock
	key   string
}

// ring is a part as a graph.
type ring struct {
	key   []string
	state []game.State // positions with the part as it is, and the other parts as they begin
	dead  []bool
	next  [][]int
	at    map[string]int
}

// NewSum finds out whether a game is such a sum, by looking at all positions of all
// parts; nil if it is not, or if that takes too many positions or too much time. What
// the rules promise about parts is used; all else is looked at.
func NewSum(ctx context.Context, g game.Game, d game.Division, positions int) *Sum {
	if f := g.Facts(); f.Players != 2 || f.Nature || f.Hidden {
		return nil
	}
	s := &Sum{d: d, m: g.NewMachine()}
	start := s.m.Save(nil)
	phases := s.phases(start)
	if phases == nil {
		return nil
	}
	rings := make([]*ring, d.Parts())
	for part := range rings {
		if rings[part] = s.walk(ctx, part, start, phases, &positions); rings[part] == nil {
			return nil
		}
	}
	if !s.normal(rings, phases, start) {
		return nil
	}
	for _, r := range rings {
		values := numbers(r)
		if values == nil {
			return nil
		}
		s.value = append(s.value, values)
		s.Positions += len(r.key)
	}
	return s
}

// phases finds the two clocks of a game in which players take turns.
func (s *Sum) phases(start game.State) []phase {
	var out []phase
	s.m.Load(start)
	for range 3 {
		if s.m.Terminal() {
			return nil
		}
		mover := s.mover()
		if mover < 0 {
			return nil
		}
		state := s.m.Save(nil)
		out = append(out, phase{mover, state, s.keys.clock(s.d, -1, state)})
		s.m.Step(s.joint(mover, s.m.Legal(mover, nil)[0]))
	}
	if out[0].key != out[2].key || out[0].key == out[1].key || out[0].mover == out[1].mover {
		return nil
	}
	return out[:2]
}

// mover is the seat that moves in parts in the machine's position while the other one
// has only a move that belongs to none; -1 if there is no such.
func (s *Sum) mover() int {
	found := -1
	for seat := range 2 {
		legal := s.m.Legal(seat, nil)
		if len(legal) == 1 && s.d.Part(seat, legal[0]) < 0 {
			continue
		}
		if found >= 0 || len(legal) == 0 || slices.ContainsFunc(legal, func(m game.Move) bool { return s.d.Part(seat, m) < 0 }) {
			return -1
		}
		found = seat
	}
	return found
}

// joint is the joint move in which the other seat passes.
func (s *Sum) joint(mover int, m game.Move) []game.Move {
	out := []game.Move{m, m}
	out[1-mover] = s.m.Legal(1-mover, nil)[0]
	return out
}

// walk finds all positions of a part, and checks that both players move alike in it.
func (s *Sum) walk(ctx context.Context, part int, start game.State, phases []phase, positions *int) *ring {
	r := &ring{at: map[string]int{}}
	add := func(state game.State) int {
		k := s.keys.part(s.d, part, state)
		i, ok := r.at[k]
		if !ok {
			i = len(r.key)
			r.at[k] = i
			r.key, r.state = append(r.key, k), append(r.state, slices.Clone(state))
			r.dead, r.next = append(r.dead, false), append(r.next, nil)
			*positions--
		}
		return i
	}
	add(start)
	parts := make([]game.State, s.d.Parts())
	var joined game.State
	for i := 0; i < len(r.key); i++ {
		if *positions < 0 || i&63 == 0 && ctx.Err() != nil {
			return nil
		}
		for turn, ph := range phases {
			for k := range parts {
				parts[k] = start
			}
			parts[part] = r.state[i]
			joined = s.d.Join(ph.clock, parts, joined)
			s.m.Load(joined)
			if s.m.Terminal() || s.mover() != ph.mover {
				return nil
			}
			var next []int
			for _, m := range s.m.Legal(ph.mover, nil) {
				s.m.Load(joined)
				own := s.d.Part(ph.mover, m) == part
				s.m.Step(s.joint(ph.mover, m))
				after := s.m.Save(nil)
				if s.m.Err() != nil || s.keys.clock(s.d, -1, after) != phases[1-turn].key {
					return nil
				}
				j := add(after)
				if own {
					next = append(next, j)
				} else if j != i {
					return nil // the part goes on by itself
				}
			}
			slices.Sort(next)
			next = slices.Compact(next)
			if turn == 1 && !slices.Equal(next, r.next[i]) {
				return nil // it is not the same to both players
			}
			r.next[i], r.dead[i] = next, len(next) == 0
		}
	}
	return r
}

// normal checks that the match is over exactly where no part has a move, and that who
// would have to move then has lost. The end is decided by clock and aspects: one position
// of every aspect of every part will do, if an aspect tells whether there is a move.
func (s *Sum) normal(rings []*ring, phases []phase, start game.State) bool {
	type sample struct {
		state game.State
		dead  bool
	}
	total := 1
	samples := make([][]sample, len(rings))
	for part, r := range rings {
		at := map[uint64]int{}
		for i, state := range r.state {
			a := s.d.Aspect(part, state)
			k, ok := at[a]
			if !ok {
				k = len(samples[part])
				at[a] = k
				samples[part] = append(samples[part], sample{state, r.dead[i]})
			}
			if samples[part][k].dead != r.dead[i] {
				return false
			}
		}
		if total *= len(samples[part]); total > maxCombinations {
			return false
		}
	}
	parts := make([]game.State, len(rings))
	worth := make([]float64, 2)
	var joined game.State
	for k := range total {
		dead := true
		for part, list := range samples {
			x := list[k%len(list)]
			k /= len(list)
			parts[part], dead = x.state, dead && x.dead
		}
		for _, ph := range phases {
			joined = s.d.Join(ph.clock, parts, joined)
			s.m.Load(joined)
			if s.m.Terminal() != dead || s.m.Err() != nil {
				return false
			}
			if !dead {
				continue
			}
			s.m.Utility(worth)
			if s.m.Err() != nil || worth[ph.mover] != 0 || worth[1-ph.mover] != 1 {
				return false
			}
		}
	}
	return true
}

// numbers gives the Grundy value of every position of a part: the least number that no
// position after it has. It is nil where positions come again.
func numbers(r *ring) map[string]int {
	value := make([]int, len(r.key))
	state := make([]uint8, len(r.key)) // 1: on the way, 2: known
	type frame struct{ node, edge int }
	var stack []frame
	for root := range r.key {
		if state[root] == 2 {
			continue
		}
		state[root] = 1
		stack = append(stack[:0], frame{root, 0})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.edge < len(r.next[f.node]) {
				to := r.next[f.node][f.edge]
				f.edge++
				switch state[to] {
				case 0:
					state[to] = 1
					stack = append(stack, frame{to, 0})
				case 1:
					return nil
				}
				continue
			}
			taken := map[int]bool{}
			for _, to := range r.next[f.node] {
				taken[value[to]] = true
			}
			for taken[value[f.node]] {
				value[f.node]++
			}
			state[f.node] = 2
			stack = stack[:len(stack)-1]
		}
	}
	out := make(map[string]int, len(value))
	for i, k := range r.key {
		out[k] = value[i]
	}
	return out
}

// number is the sum of a position; false if the position is unknown.
func (s *Sum) number(state game.State) (int, bool) {
	sum := 0
	for part, values := range s.value {
		v, ok := values[s.keys.part(s.d, part, state)]
		if !ok {
			return 0, false
		}
		sum ^= v
	}
	return sum, true
}

// Win gives a move that wins against every answer, if the position of a turn has one.
func (s *Sum) Win(turn agent.Turn, seat int) (game.Move, bool) {
	if s == nil || len(turn.States) != 1 {
		return 0, false
	}
	if n, ok := s.number(turn.States[0]); !ok || n == 0 {
		return 0, false
	}
	s.m.Load(turn.States[0])
	if s.m.Terminal() || s.mover() != seat {
		return 0, false
	}
	for _, m := range turn.Legal {
		s.m.Load(turn.States[0])
		s.m.Step(s.joint(seat, m))
		if s.m.Err() != nil {
			continue
		}
		if n, ok := s.number(s.m.Save(nil)); ok && n == 0 {
			return m, true
		}
	}
	return 0, false
}

// keys makes keys of parts and clocks, reusing its buffers.
type keys struct {
	state game.State
	text  []byte
}

func (k *keys) part(d game.Division, part int, s game.State) string {
	k.state = d.Essence(part, s, k.state)
	return k.write()
}

func (k *keys) clock(d game.Division, part int, s game.State) string {
	k.state = d.Clock(part, s, k.state)
	return k.write()
}

func (k *keys) write() string {
	k.text = k.text[:0]
	for _, w := range k.state {
		k.text = binary.LittleEndian.AppendUint64(k.text, w)
	}
	return string(k.text)
}
