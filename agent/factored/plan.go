package factored

import (
	"context"
	"encoding/binary"
	"slices"

	"ludens/agent"
	"ludens/game"
)

// Limits on how many ways of putting parts together are looked at.
const (
	maxCombinations = 100_000 // aspects of all parts
	maxTargets      = 64      // of the best of these, how many are tried to reach
)

// Plan is a line of moves to an end of the match, for the only player of a game.
type Plan struct {
	Moves  []game.Move
	States []game.State // States[i] is the position in which Moves[i] is made
	Worth  float64      // the utility at its end
	// Positions is how many positions were kept to find it.
	Positions int
}

// at gives the plan's move in the position of a turn.
func (p *Plan) at(turn agent.Turn) (game.Move, bool) {
	if p == nil || len(turn.States) != 1 {
		return 0, false
	}
	for i := range p.Moves { // the turn's number, unless the match was joined late
		k := (turn.Number + i) % len(p.Moves)
		if p.States[k].Equal(turn.States[0]) && slices.Contains(turn.Legal, p.Moves[k]) {
			return p.Moves[k], true
		}
	}
	return 0, false
}

// Find searches a game for one player part by part for the plan that is worth the most
// among what the parts can give. It returns nil when it finds none in time and room; a
// plan that it returns has been played in the game.
func Find(ctx context.Context, g game.Game, d game.Division, positions int) *Plan {
	if f := g.Facts(); f.Players != 1 || f.Nature || f.Hidden {
		return nil
	}
	p := &planner{ctx: ctx, d: d, m: g.NewMachine(), room: positions, worth: make([]float64, g.Facts().Players)}
	p.start = p.m.Save(nil)
	if p.m.Terminal() {
		return nil
	}
	if r, ok := g.(game.Reducible); ok {
		p.r, _ = r.Reduce(ctx)
	}
	return p.find()
}

type planner struct {
	ctx   context.Context
	d     game.Division
	r     game.Reduction // nil: nothing is known
	m     game.Machine
	start game.State
	room  int // positions that may still be kept
	kept  int
	worth []float64
	legal []game.Move
	own   []game.Move
	state game.State
	key   []byte
}

// node is a position met, and how.
type node struct {
	state   game.State
	parent  int32
	depth   int32
	move    game.Move
	planned bool // the move is of the part that is searched
}

func (p *planner) find() *Plan {
	reach := make([][]outcome, p.d.Parts())
	for part := range reach {
		reach[part] = p.explore(part)
		if reach[part] == nil {
			return nil
		}
	}
	targets, worth := p.targets(reach)
	for _, want := range targets {
		for last := range reach {
			if plan := p.assemble(want, worth, last); plan != nil {
				plan.Positions = p.kept
				return plan
			}
			if p.ctx.Err() != nil || p.room <= 0 {
				return nil
			}
		}
	}
	return nil
}

// outcome is an aspect that a part can have, with a position in which it does.
type outcome struct {
	aspect uint64
	state  game.State
}

// explore finds the aspects that a part can have; nil if that is too much to find out.
func (p *planner) explore(part int) []outcome {
	var out []outcome
	complete := p.search(search{
		part: part,
		key:  func(n *node) []byte { return p.essence(part, n.state, false) },
		found: func(n *node, _ bool) bool {
			a := p.d.Aspect(part, n.state)
			if !slices.ContainsFunc(out, func(o outcome) bool { return o.aspect == a }) {
				out = append(out, outcome{a, n.state})
			}
			return false
		},
	}) == nil
	if !complete || p.ctx.Err() != nil || p.room <= 0 {
		return nil
	}
	return out
}

// essence is a part with what it needs of the clock, as a key; clock: with all of it.
func (p *planner) essence(part int, s game.State, clock bool) []byte {
	p.key = p.key[:0]
	p.state = p.d.Essence(part, s, p.state)
	for _, w := range p.state {
		p.key = binary.LittleEndian.AppendUint64(p.key, w)
	}
	if clock {
		part = -1
	}
	p.state = p.d.Clock(part, s, p.state)
	for _, w := range p.state {
		p.key = binary.LittleEndian.AppendUint64(p.key, w)
	}
	return p.key
}

// targets gives the combinations of aspects that are worth the most, one aspect per
// part, and what that is.
func (p *planner) targets(reach [][]outcome) ([][]uint64, float64) {
	total := 1
	for _, list := range reach {
		if total *= len(list); total > maxCombinations {
			return nil, 0
		}
	}
	best := -1.0
	var out [][]uint64
	from := make([]game.State, len(reach))
	aspects := make([]uint64, len(reach))
	var joined game.State
	for k := range total {
		for part, list := range reach {
			o := list[k%len(list)]
			k /= len(list)
			from[part], aspects[part] = o.state, o.aspect
		}
		joined = p.d.Join(p.start, from, joined)
		p.m.Load(joined)
		p.m.Utility(p.worth)
		if p.worth[0] > best {
			best, out = p.worth[0], nil
		}
		if p.worth[0] == best && len(out) < maxTargets {
			out = append(out, slices.Clone(aspects))
		}
	}
	return out, best
}

// assemble places the plans of all parts but the last, and lets the last finish.
func (p *planner) assemble(targets []uint64, worth float64, last int) *Plan {
	line := map[int]game.Move{} // by time
	for part, want := range targets {
		if part != last && !p.place(part, want, line) {
			return nil
		}
	}
	return p.finish(last, worth, line)
}

// place adds the moves that bring a part to an aspect to the line; false if there are
// none.
func (p *planner) place(part int, want uint64, line map[int]game.Move) bool {
	end := horizon(line)
	path := p.search(search{
		part: part, line: line,
		key: func(n *node) []byte {
			return binary.AppendUvarint(p.essence(part, n.state, false), uint64(min(int(n.depth), end)))
		},
		found: func(n *node, _ bool) bool { return p.d.Aspect(part, n.state) == want },
	})
	for _, n := range path {
		if n.planned {
			line[int(n.depth)-1] = n.move
		}
	}
	return path != nil
}

// horizon is the time after the last move of a line.
func horizon(line map[int]game.Move) int {
	end := 0
	for t := range line {
		end = max(end, t+1)
	}
	return end
}

// finish searches the game itself for its end, with all parts but one as planned, for
// what the planned aspects are worth.
func (p *planner) finish(last int, worth float64, line map[int]game.Move) *Plan {
	end := horizon(line)
	got := 0.0
	path := p.search(search{
		part: last, line: line,
		key: func(n *node) []byte {
			return binary.AppendUvarint(p.essence(last, n.state, true), uint64(min(int(n.depth), end)))
		},
		found: func(n *node, over bool) bool {
			if !over {
				return false
			}
			p.m.Load(n.state)
			p.m.Utility(p.worth)
			got = p.worth[0]
			return p.m.Err() == nil && got >= worth
		},
	})
	if path == nil {
		return nil
	}
	plan := &Plan{Worth: got}
	for i, n := range path[1:] {
		plan.Moves = append(plan.Moves, n.move)
		plan.States = append(plan.States, path[i].state)
	}
	return plan
}

// search says what to look for among the positions that moves of one part lead to.
type search struct {
	part int
	// line has the moves that are made at certain times whatever is searched.
	line map[int]game.Move
	key  func(n *node) []byte
	// found looks at a position; over: the match is.
	found func(n *node, over bool) bool
}

// search goes through the positions breadth first, one for each key, and returns the way
// to the first one found, beginning with the initial position; nil if there is none, or
// if time or room are used up.
func (p *planner) search(s search) []node {
	nodes := []node{{state: p.start, parent: -1}}
	seen := map[string]bool{string(s.key(&nodes[0])): true}
	if s.found(&nodes[0], false) {
		return nodes
	}
	joint := make([]game.Move, 1)
	for at := 0; at < len(nodes); at++ {
		if p.room <= 0 || at&63 == 0 && p.ctx.Err() != nil {
			return nil
		}
		from := nodes[at]
		p.m.Load(from.state)
		for _, m := range p.moves(s, int(from.depth)) {
			p.m.Load(from.state)
			joint[0] = m
			p.m.Step(joint)
			if p.m.Err() != nil {
				continue
			}
			_, fixed := s.line[int(from.depth)]
			n := node{parent: int32(at), depth: from.depth + 1, move: m, planned: !fixed && p.d.Part(0, m) == s.part}
			n.state = p.m.Save(nil)
			k := s.key(&n)
			if seen[string(k)] {
				continue
			}
			seen[string(k)] = true
			p.room--
			p.kept++
			over := p.m.Terminal()
			if s.found(&n, over) {
				return append(way(nodes, at), n)
			}
			if !over {
				nodes = append(nodes, n)
			}
		}
	}
	return nil
}

func way(nodes []node, at int) []node {
	var out []node
	for ; at >= 0; at = int(nodes[at].parent) {
		out = append(out, nodes[at])
	}
	slices.Reverse(out)
	return out
}

// moves gives the moves to try in the machine's position: that of the line, or those of
// the part and one that passes the time.
func (p *planner) moves(s search, t int) []game.Move {
	p.legal = p.m.Legal(0, p.legal)
	if m, ok := s.line[t]; ok {
		if slices.Contains(p.legal, m) {
			return []game.Move{m}
		}
		return nil
	}
	if p.r != nil {
		p.own = p.r.Representatives(0, p.legal, p.own)
	} else {
		p.own = append(p.own[:0], p.legal...)
	}
	pass := -1
	other := -1
	out := make([]game.Move, 0, len(p.own))
	for i, m := range p.own {
		switch part := p.d.Part(0, m); {
		case part == s.part:
			out = append(out, m)
		case part < 0:
			pass = i
		default:
			other = i
		}
	}
	if pass < 0 {
		pass = other
	}
	if pass >= 0 {
		out = append(out, p.own[pass])
	}
	return out
}
