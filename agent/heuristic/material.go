package heuristic

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/game"
)

// Constants of Material.
const (
	mobilityWeight = 0.001 // of a legal move, where a piece weighs 1
	ownerGames     = 24    // random games that show whose what is
	ownerSteps     = 200
	ownerSure      = 0.98 // share of a content's arrivals that must be in one player's turn
	leastArrivals  = 3    // of it
	mostLooking    = time.Second
	soften         = 8.0 // pieces ahead that make the judgement tanh(1)
)

// material counts pieces and moves.
type material struct {
	w     *world
	owner []int32 // per atom: whose it is, -1 nobody's

	kind   []int32   // per atom: of what kind it is a piece, -1 of none
	away   []bool    // per atom: not on the board; nil: all are on it
	weight []float32 // per atom; nil: 1 for all
	soften float64   // weights ahead that make the judgement tanh(1)
}

var _ Function = (*material)(nil)

// Material is the plain judge that learns nothing: pieces of a player less those of
// the others, and a thousandth of the moves of who is to move. Whose a proposition is
// shows in a few random games: what only ever becomes true when one player moves is that
// player's, as are seeds that are nobody's where only he moves them and keeps them. It looks for a second at most. A game in
// which nothing belongs to anybody is judged by moves alone; nil for one of which nothing can be seen.
func Material(g game.Game) Function {
	begin := time.Now()
	stop := func() bool { return time.Since(begin) > mostLooking }
	w, err := explore(g, stop)
	if err != nil {
		return nil
	}
	return plainOf(w, stop)
}

// plainOf is Material for a world; stop ends watching games.
func plainOf(w *world, stop func() bool) *material {
	g := w.g
	f := &material{w: w, owner: make([]int32, len(w.atoms)), kind: make([]int32, len(w.atoms)), soften: soften}
	for i := range f.owner {
		f.owner[i], f.kind[i] = -1, -1
	}
	if s, ok := g.(game.Spatial); ok && s.Geometry() != nil && len(w.atoms) > 0 {
		geo := s.Geometry()
		f.away = make([]bool, len(w.atoms))
		kinds := map[string]int32{} // the same for all players
		for k, o := range geo.Owners {
			name := strings.TrimSuffix(geo.Kinds[k], strconv.Itoa(o+1))
			if _, ok := kinds[name]; !ok {
				kinds[name] = int32(len(kinds))
			}
			for i := range geo.Sites {
				a := k*len(geo.Sites) + i
				if o >= 0 && o < w.players {
					f.owner[a] = int32(o)
				} else {
					f.owner[a] = w.piles.owner(k, i)
				}
				f.kind[a], f.away[a] = kinds[name], geo.Sites[i].Container != 0
			}
		}
		f.own(w.sides)
		return f
	}
	if p, ok := g.(game.Propositional); ok && len(w.atoms) > 0 {
		f.find(p, stop)
	}
	return f
}

// find watches random games for what each player's moves bring.
func (f *material) find(p game.Propositional, stop func() bool) {
	g := f.w.g
	seen := glimpses(g, stop)
	type content struct {
		by    []float64 // arrivals per player
		total float64
		atoms []int32
	}
	of := make([][]*content, len(f.w.atoms))
	kinds := map[string]int32{} // what propositions say but for where
	for _, fu := range functors(p.Propositions(), p.Orders()) {
		coords := fu.coordinates(seen)
		if len(coords) == 0 || len(coords) > 3 {
			continue // no pieces on places
		}
		for i, args := range fu.args {
			key := fmt.Appendf(nil, "%s/%d", fu.name, fu.arity)
			for j, a := range args {
				if !fu.isAmong(j, coords) {
					key = fmt.Appendf(key, " %d", a)
				}
			}
			k, ok := kinds[string(key)]
			if !ok {
				k = int32(len(kinds))
				kinds[string(key)] = k
			}
			f.kind[fu.props[i]] = k
		}
		for j := range fu.arity {
			if fu.isAmong(j, coords) && fu.arity > len(coords) || len(fu.names[j]) > maxConstants {
				continue
			}
			byConst := map[int32]*content{}
			for i, args := range fu.args {
				key := args[j]
				if fu.arity == len(coords) {
					key = 0 // the functor itself says what is there
				}
				c := byConst[key]
				if c == nil {
					c = &content{by: make([]float64, f.w.players)}
					byConst[key] = c
				}
				c.atoms = append(c.atoms, fu.props[i])
				of[fu.props[i]] = append(of[fu.props[i]], c)
			}
			if fu.arity == len(coords) {
				break
			}
		}
	}
	m := g.NewMachine()
	t := m.(game.Truther)
	walk := game.Walker{}
	var before, after []uint64
	var legal []game.Move
	for n := range ownerGames {
		rng := game.Stream(0, "agent.heuristic.owners", uint64(n))
		m.Reset()
		for range ownerSteps {
			if m.Terminal() || stop() {
				break
			}
			mover, choosers := -1, 0
			for p := range f.w.players {
				if legal = m.Legal(p, legal); active(len(legal)) {
					mover, choosers = p, choosers+1
				}
			}
			before = t.Truths(before)
			if !walk.Step(m, rng) {
				break
			}
			if choosers != 1 {
				continue
			}
			after = t.Truths(after)
			for a := range f.w.atoms {
				if (after[a>>6]&^before[a>>6])>>(a&63)&1 == 0 {
					continue
				}
				for _, c := range of[a] {
					c.by[mover]++
					c.total++
				}
			}
		}
	}
	for a, cs := range of {
		for _, c := range cs {
			for p, n := range c.by {
				if n >= leastArrivals && n >= ownerSure*c.total {
					f.owner[a] = int32(p)
				}
			}
		}
	}
}

// NewScorer returns a judge for one goroutine.
func (f *material) NewScorer() Scorer {
	return &materialScorer{f: f, r: f.w.reader(), have: make([]float64, f.w.players)}
}

// Explain says what is counted.
func (f *material) Explain() []string {
	type own struct {
		player int32
		weight float64
	}
	count := map[own]int{}
	for a, o := range f.owner {
		if o >= 0 {
			count[own{o, f.weigh(part{int32(a), 1})}]++
		}
	}
	list := slices.Collect(maps.Keys(count))
	slices.SortFunc(list, func(a, b own) int {
		return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(b.weight, a.weight))
	})
	out := []string{}
	for _, x := range list {
		out = append(out, fmt.Sprintf("%+g for %s: each of %d things that may be its own", x.weight, f.w.g.Facts().Seats[x.player], count[x]))
	}
	return append(out, fmt.Sprintf("+%g for who is to move: each legal move", mobilityWeight))
}

// weigh is what some pieces weigh.
func (f *material) weigh(a part) float64 {
	if f.weight == nil {
		return float64(a.x)
	}
	return float64(f.weight[a.i] * a.x)
}

type materialScorer struct {
	f     *material
	r     reader
	atoms []part
	have  []float64
	moves []game.Move
}

// count says in s.have what the pieces of every player weigh.
func (s *materialScorer) count(m game.Machine) {
	clear(s.have)
	var turned bool
	s.atoms, turned = s.r.read(m, s.atoms)
	for _, a := range s.atoms {
		if int(a.i) < len(s.f.owner) {
			if o := s.f.owner[a.i]; o >= 0 {
				s.have[o] += s.f.weigh(a)
			}
		}
	}
	if turned {
		s.have[0], s.have[1] = s.have[1], s.have[0]
	}
}

// Score judges the machine's position.
func (s *materialScorer) Score(m game.Machine, dst []float64) {
	s.count(m)
	for p := range s.have {
		if s.moves = m.Legal(p, s.moves); active(len(s.moves)) {
			s.have[p] += mobilityWeight * float64(len(s.moves))
		}
	}
	sum := 0.0
	for _, h := range s.have {
		sum += h
	}
	for p, h := range s.have {
		others := sum - h
		if n := len(s.have); n > 2 {
			others /= float64(n - 1)
		}
		dst[p] = 0.5 + 0.49*math.Tanh((h-others)/s.f.soften)
	}
}

// with gives a function that adds to another what pieces are worth: weight, in the scale
// of logits, for each of weight one that a player has more than the others.
func (f *linear) with(pieces *material, weight float64) *linear {
	g := *f
	g.atom, g.care = slices.Clone(f.atom), slices.Clone(f.care)
	n, atoms := f.w.players, len(f.w.atoms)
	for set := range f.sets {
		for a, o := range pieces.owner {
			if o < 0 {
				continue
			}
			own := weight * pieces.weigh(part{int32(a), 1})
			for out := range f.outs {
				x := own
				if int(o) != out {
					x = -own / float64(max(n-1, 1))
				}
				g.atom[(set*atoms+a)*f.outs+out] += float32(x)
			}
			g.care[a>>6] |= 1 << (a & 63)
		}
	}
	g.explain = append([]string{fmt.Sprintf("%+.3f for each player: every piece of its own, beside what is learned of it", weight)}, f.explain...)
	return &g
}
