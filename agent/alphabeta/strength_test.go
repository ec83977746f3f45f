package alphabeta

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
)

// TestStrength plays matches against the plain search, only where LUDENS_STRENGTH
// asks for it: "milliseconds pairs game game …". Every opening is played from both
// sides.
func TestStrength(t *testing.T) {
	ask := strings.Fields(os.Getenv("LUDENS_STRENGTH"))
	if len(ask) < 3 {
		t.Skip("LUDENS_STRENGTH does not ask for it")
	}
	ms, _ := strconv.Atoi(ask[0])
	pairs, _ := strconv.Atoi(ask[1])
	set := os.Getenv("LUDENS_STRENGTH_SET")
	total, all := 0.0, 0
	for _, name := range ask[2:] {
		g := open(t, name)
		f := benchFunction(t, g)
		points, depth, moves := 0.0, [2]int{}, [2]int{}
		for i := range 2 * pairs {
			full := Options{Function: f, Seed: uint64(i), AnswerForced: true}
			if strings.Contains(set, "noquiet") {
				full.Quiet = -1
			}
			full.fullWidth = strings.Contains(set, "wide")
			plain := Options{Function: f, Seed: uint64(i), Plain: true}
			if ms < 0 { // nodes instead
				full.Nodes, plain.Nodes = int64(-ms), int64(-ms)
			}
			players := []*Player{New(full), New(plain)}
			if i%2 == 1 {
				slices.Reverse(players)
			}
			m := g.NewMachine()
			for seat, p := range players {
				if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
					t.Fatal(err)
				}
			}
			var w game.Walker
			rng := game.Stream(uint64(i/2), "strength", 0)
			for n := 0; !m.Terminal() && n < 300; n++ {
				joint := slices.Clone(w.Draw(m, rng))
				for seat, p := range players {
					legal := m.Legal(seat, nil)
					if len(legal) == 1 || n < 4 {
						continue
					}
					ctx, cancel := context.WithCancel(context.Background())
					if ms > 0 {
						ctx, cancel = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
					}
					joint[seat], _ = p.Choose(ctx, agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: legal})
					cancel()
					k := 0
					if p.opt.Plain {
						k = 1
					}
					depth[k] += p.Stats().Depth
					moves[k]++
				}
				m.Step(joint)
			}
			u := []float64{0.5, 0.5}
			if m.Terminal() {
				m.Utility(u)
			}
			points += u[i%2]
			for _, p := range players {
				p.End()
			}
		}
		t.Logf("%s: %v of %v, depth %.1f against %.1f", name, points, 2*pairs, float64(depth[0])/float64(max(moves[0], 1)), float64(depth[1])/float64(max(moves[1], 1)))
		total, all = total+points, all+2*pairs
	}
	t.Logf("all: %v of %v", total, all)
}
