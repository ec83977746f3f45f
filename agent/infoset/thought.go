package infoset

import (
	"cmp"
	"slices"
	"time"

	"ludens/agent"
)

// tellEvery is the time between two calls of Turn.Tell.
const tellEvery = 200 * time.Millisecond

// thought is what a search has found so far, while its workers go on. There is no line: what
// the others will do depends on what they know.
func (r *search) thought(begin time.Time, turn agent.Turn) agent.Thought {
	t := agent.Thought{Stats: agent.Stats{
		Elapsed: time.Since(begin), Iterations: r.done.Load(), Steps: r.steps.Load(), Nodes: r.nodes.Load(), Bytes: r.bytes.Load(),
	}}
	n := r.roots[0][r.own]
	allowed := among(turn.Legal)
	n.mu.Lock()
	for i := range n.arms {
		if a := &n.arms[i]; allowed(a.move) {
			c := agent.Considered{Move: a.move, Visits: int64(a.n)}
			if a.n > 0 {
				c.Value = a.sum / float64(a.n)
			}
			t.Moves = append(t.Moves, c)
		}
	}
	n.mu.Unlock()
	slices.SortStableFunc(t.Moves, func(a, b agent.Considered) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	if len(t.Moves) > 0 {
		t.Value, t.Visits = t.Moves[0].Value, t.Moves[0].Visits
	}
	return t
}
