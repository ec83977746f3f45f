package load_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// TestBridges: in playouts that keep bridges, whoever is driven from one of two sites that join the same two things goes
// to the other, and only there.
func TestBridges(t *testing.T) {
	sides := func(p *exec.Program, _ int) [][]int {
		var out [][]int
		for _, s := range p.Topo.Of(topology.Cell).Sets.Sides {
			if len(s) > 0 {
				out = append(out, s)
			}
		}
		return out
	}
	owned := func(p *exec.Program, player int) [][]int {
		var out [][]int
		for _, r := range p.Regions {
			for _, q := range r.Parts {
				if r.Owner == player {
					var list []int
					for s := q.Static.Next(0); s >= 0; s = q.Static.Next(s + 1) {
						list = append(list, s)
					}
					out = append(out, list)
				}
			}
		}
		return out
	}
	t.Run("Hex", func(t *testing.T) { keepsBridges(t, owned, "Hex") })
	t.Run("Y", func(t *testing.T) { keepsBridges(t, sides, "Y") })
	// Here two sites may have three neighbours in common, which are no bridge.
	t.Run("squares", func(t *testing.T) { keepsBridges(t, sides, "Y", "hex Triangle <Board:size>", "square 9") })
}

// Who joins loses, or both sites of a bridge can be taken in one turn: there it is worth nothing.
func TestNoBridges(t *testing.T) {
	for name, changes := range map[string][]string{
		"Hex":             nil,
		"Hex, lost":       {"<Aim:result>", "Loss"},
		"Hex, two a turn": {"(to (sites Empty))", "(to (sites Empty)) (then (if (= 0 (count MovesThisTurn)) (moveAgain)))"},
	} {
		g, p := decidable(t, "Hex", changes...)
		wants := changes == nil
		if can := g.NewMachine().(*exec.Machine).Decide(true); can != wants || (p.Bridges != nil) != wants {
			t.Errorf("%s: decides %v, knows bridges %v", name, can, p.Bridges != nil)
		}
	}
}

func keepsBridges(t *testing.T, regions func(p *exec.Program, player int) [][]int, name string, changes ...string) {
	g, p := decidable(t, name, changes...)
	m, x := g.NewMachine().(*exec.Machine), g.NewMachine().(*exec.Machine)
	if !m.Decide(true) {
		t.Fatal("it cannot")
	}
	n := p.Topo.NumSites(topology.Cell)
	near := make([][]int, n)
	for s := range near {
		near[s] = p.Topo.Steps(topology.Cell, s, topology.Cell, topology.Adjacent)
	}
	// saved are the free sites that join, as the last one did, two things of a player's that nothing else joins.
	saved := func(s *exec.State, player, last int) []int {
		var out []int
		joins := func(both []int) {
			if at := slices.Index(both, last); len(both) == 2 && at >= 0 && s.Who(topology.Cell, both[1-at]) == 0 {
				out = append(out, both[1-at])
			}
		}
		for a := range n {
			if s.Who(topology.Cell, a) != player {
				continue
			}
			common := func(has func(site int) bool) (both []int) {
				for _, site := range near[a] {
					if has(site) {
						both = append(both, site)
					}
				}
				return both
			}
			for b := range n {
				if b != a && s.Who(topology.Cell, b) == player && !slices.Contains(near[a], b) {
					joins(common(func(site int) bool { return slices.Contains(near[b], site) }))
				}
			}
			for _, r := range regions(p, player) {
				if !slices.Contains(r, a) {
					joins(common(func(site int) bool { return slices.Contains(r, site) }))
				}
			}
		}
		return out
	}
	start := x.Save(nil)
	kept, random := 0, 0
	for n := range 20 {
		m.Load(start)
		_, made := m.Trace(game.Stream(1, "bridges", uint64(n)), 400, nil, nil)
		x.Load(start)
		for i, mv := range made {
			var want []int
			if i > 0 {
				s := x.Cursor().State
				want = saved(s, mv.Seat+1, int(s.Last.To))
			}
			joint := make([]game.Move, 2)
			for s := range joint {
				joint[s] = x.Legal(s, nil)[0]
			}
			joint[mv.Seat] = mv.Move
			x.Step(joint)
			switch to := int(x.Cursor().State.Last.To); {
			case len(want) == 0:
				random++
			case !slices.Contains(want, to):
				t.Fatalf("game %d, move %d: a bridge is given up: %d, and not %v", n, i, to, want)
			default:
				kept++
			}
		}
	}
	if kept < 50 || random < 50 {
		t.Errorf("%d bridges kept, %d moves at random", kept, random)
	}
}

// Where nobody may answer beside the last piece bridges are soon looked for no more: a machine that has refused many
// draws what one draws that never looked for any.
func TestBridgesRefused(t *testing.T) {
	g, _ := decidable(t, "Y", "(to (sites Empty))", "(to (sites Empty) if:(not (is In (to) (sites Around (last To)))))")
	m, plain := g.NewMachine().(*exec.Machine), g.NewMachine().(*exec.Machine)
	if !m.Decide(true) {
		t.Fatal("it cannot")
	}
	same := 0
	for n := range 400 {
		m.Reset()
		plain.Reset()
		_, a := m.Trace(game.Stream(1, "refused", uint64(n)), 400, nil, nil)
		_, b := plain.Trace(game.Stream(1, "refused", uint64(n)), 400, nil, nil)
		if slices.Equal(a, b) {
			same++
		}
	}
	if same < 200 || same == 400 {
		t.Errorf("%d of 400 games are those of who looks for no bridges", same)
	}
}
