package load_test

import (
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
)

// A walker walks a tree as alpha-beta search does, full width: each position is saved,
// looked at or asked for its moves, and loaded again for each of them.
type walker struct {
	m     *exec.Machine
	view  game.View
	ply   [8]walked
	nodes int
	most  int // nodes at which the walk ends
}

// walked is what is kept of a position on the way.
type walked struct {
	state game.State
	legal [][]game.Move
	joint []game.Move
}

func (w *walker) node(depth int) {
	w.nodes++
	if w.m.Terminal() {
		return
	}
	at := &w.ply[depth]
	at.state = w.m.Save(at.state)
	if depth == 0 {
		w.m.View(&w.view)
		return
	}
	f := w.m.Game().Facts()
	for len(at.legal) < len(f.Seats) {
		at.legal, at.joint = append(at.legal, nil), append(at.joint, 0)
	}
	chooser := 0
	for seat := range f.Seats {
		at.legal[seat] = w.m.Legal(seat, at.legal[seat])
		if at.joint[seat] = at.legal[seat][0]; len(at.legal[seat]) > 1 {
			chooser = seat
		}
	}
	for i, mv := range at.legal[chooser] {
		if i > 0 {
			w.m.Load(at.state)
		}
		at.joint[chooser] = mv
		if w.m.Step(at.joint); w.nodes >= w.most {
			return
		}
		w.node(depth - 1)
	}
}

func BenchmarkWalk(b *testing.B) {
	for _, name := range []string{
		"Chess", "Breakthrough", "Reversi", "EnglishDraughts", "Gomoku", "Xiangqi", "LinesOfAction", "Hex", "Kalah", "Amazons",
	} {
		b.Run(name, func(b *testing.B) {
			w := walker{m: exec.NewGame(ownGame(b, name), "").NewMachine().(*exec.Machine)}
			var random game.Walker
			for i := range 6 {
				random.Step(w.m, game.Stream(1, "walk", uint64(i)))
			}
			start := w.m.Save(nil)
			b.ReportAllocs()
			for b.Loop() {
				w.m.Load(start)
				w.most = w.nodes + 3000
				w.node(3)
			}
			b.ReportMetric(float64(w.nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
