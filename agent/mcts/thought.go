package mcts

import (
	"slices"
	"time"

	"ludens/agent"
	"ludens/game"
)

// tellEvery is the time between two calls of Turn.Tell.
const tellEvery = 200 * time.Millisecond

// longestLine is how many joint moves of the principal line are told.
const longestLine = 12

// thought is what the search has found so far, while its workers go on.
func (p *Player) thought(r *run, begin time.Time, turn agent.Turn) agent.Thought {
	t := agent.Thought{Stats: agent.Stats{
		Elapsed: time.Since(begin), Iterations: r.done.Load(), Steps: r.steps.Load(), Depth: int(r.depth.Load()),
		Evaluations: r.evals.Load(), Waits: r.waits.Load(),
	}}
	n := p.getRoot()
	if n == nil {
		return t
	}
	t.Nodes, t.Bytes = p.tree.nodes.Load(), p.tree.bytes.Load()
	n.mu.Lock()
	list := slices.Clone(n.inner.of(p.seat))
	switch in := n.inner; {
	case n.value != nil:
		t.Values = slices.Clone(n.value)
	case in.count > 0:
		for i := range in.seats {
			t.Values = append(t.Values, in.seats[i].all/float64(in.count))
		}
	}
	n.mu.Unlock()
	prior := n.inner.priors(p.seat)
	best := p.opt.choose(n, p.seat, list, turn.Legal)
	for i := range list {
		c := considered(&list[i])
		if prior != nil {
			c.Prior = float64(prior[i])
		}
		if i == best {
			t.Value, t.Visits, t.Proven = c.Value, c.Visits, c.Proven
		}
		t.Moves = append(t.Moves, c)
	}
	if best >= 0 {
		first := list[best].move
		slices.SortStableFunc(t.Moves, func(a, b agent.Considered) int {
			switch {
			case a.Move == first:
				return -1
			case b.Move == first:
				return 1
			}
			return int(max(-1, min(1, b.Visits-a.Visits)))
		})
		t.Line = line(n, p.seat, best)
	}
	return t
}

func considered(a *arm) agent.Considered {
	c := agent.Considered{Move: a.move, Visits: int64(a.n), Proven: a.proven}
	switch {
	case a.proven:
		c.Value = a.square
	case a.n > 0:
		c.Value = a.sum / float64(a.n)
	}
	return c
}

// line follows everybody's best moves down the tree, and Nature's most visited ones. It begins with the arm that a seat plays.
func line(n *node, seat, arm int) [][]game.Move {
	var out [][]game.Move
	for root := n; n != nil && len(out) < longestLine; {
		n.mu.Lock()
		in := n.inner
		if in == nil || n.visits == 0 {
			n.mu.Unlock()
			break
		}
		joint := make([]game.Move, 0, len(in.first)-1)
		picks := make([]int, len(in.first)-1)
		for s := range picks {
			if in.width(s) == 0 {
				continue
			}
			if picks[s] = arm; n != root || s != seat {
				picks[s] = in.best(s)
			}
			joint = append(joint, in.move(s, int32(picks[s])))
		}
		below := in.below(picks)
		n.mu.Unlock() // nobody holds two nodes
		child, nature := mostVisited(below)
		if in.nature && nature >= 0 {
			joint[len(joint)-1] = in.move(len(picks)-1, int32(nature))
		}
		if len(joint) == len(picks) { // else a seat has no move, by a fault of the rules
			out = append(out, joint)
		}
		n = child
	}
	return out
}

// best is the number of the move of a seat that looks best in a locked node.
func (in *inner) best(seat int) int {
	if in.width(seat) == 1 {
		return 0
	}
	list, numbered := in.tried(seat)
	if !numbered {
		return max(bestArm(list, in.priors(seat), nil), 0)
	}
	if i := bestArm(list, nil, nil); i >= 0 {
		return int(list[i].key)
	}
	return int(max(in.next, 0))
}

// below lists the children below these picks: one, or where Nature decides one for each
// of her moves; nil for those that are not in the tree.
func (in *inner) below(picks []int) []*node {
	moves := 1
	if in.nature {
		moves = in.width(len(picks) - 1)
	}
	out := make([]*node, moves)
	for i := range out {
		var key uint64
		if in.nature {
			key = mix(uint64(i) + 0x9e3779b97f4a7c15)
		}
		for k, seat := range in.active {
			if k > 0 || in.nature {
				key = mix(key + 0x9e3779b97f4a7c15)
			}
			key += uint64(picks[seat])
		}
		out[i] = in.kids.get(key)
	}
	return out
}

// mostVisited is the node that was visited most, and where it stands; nil and -1 if
// there is none.
func mostVisited(nodes []*node) (best *node, at int) {
	at = -1
	visits := uint32(0)
	for i, n := range nodes {
		if n == nil {
			continue
		}
		n.mu.Lock()
		v := n.visits
		n.mu.Unlock()
		if best == nil || v > visits {
			best, at, visits = n, i, v
		}
	}
	return best, at
}
