package mcts

import (
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// ready is a worker whose solver has made so many steps from a position of three in a row.
func ready(s game.State, steps int) *worker {
	o := Options{Threads: 1, Seed: 1, LookCost: -1, Proofs: -1, Solve: 1}.withDefaults()
	w := newWorker(toy.Lines(), &o)
	w.run, w.lookCost = &run{}, 1
	w.rng = game.Stream(1, "test", 0)
	w.t = w.plant(nil, toy.Lines(), s, 2)
	w.readySolver(int(s[2] % 2))
	w.run.ends.note(1)
	w.solvable()
	w.works(steps, nil)
	return w
}

// What the solver proves of the root's moves: where one holds the draw it decides; where all lose, those that
// were closed when others were left are open again, as they were.
func TestSolved(t *testing.T) {
	block := game.State{0b000_000_011, 0b000_010_000, 3} // o must block at 2
	w := ready(block, 5000)
	news, decided := w.solved()
	if n := w.t.root; !news || !decided || n.value == nil || n.value[1] != 0.5 {
		t.Errorf("a draw: news %v, decided %v, value %v", news, decided, n.value)
	}
	for i, a := range w.t.root.inner.of(1) {
		if a.proven != (a.move == 2) || a.closed == (a.move == 2) {
			t.Errorf("a draw: arm %d, move %d: proven %v, closed %v", i, a.move, a.proven, a.closed)
		}
	}

	lost := game.State{0b000_011_001, 0b100_000_010, 5} // o loses whatever it does
	w = ready(lost, 5000)
	list := w.t.root.inner.of(1)
	for i := range list[1:] {
		list[i].closed = true
	}
	if news, decided := w.solved(); news || decided || w.t.root.value != nil {
		t.Errorf("lost: news %v, decided %v, value %v", news, decided, w.t.root.value)
	}
	for _, a := range list {
		if a.proven || a.closed {
			t.Errorf("lost: move %d: proven %v, closed %v", a.move, a.proven, a.closed)
		}
	}
	// The tree finds the loss itself, and so that of the last move that was left.
	for i := range list[1:] {
		list[i].closed = true
	}
	last := len(list) - 1
	w.value[0], w.value[1] = 1, 0
	if w.settle(w.t.root, last, []int32{0, int32(last)}, 3) {
		t.Error("lost: the last decides")
	}
	for i, a := range list {
		if a.closed || a.proven != (i == last) {
			t.Errorf("lost: arm %d: proven %v, closed %v", i, a.proven, a.closed)
		}
	}
	// What is known to lose does not count as left.
	if w.solved(); list[0].closed {
		t.Error("lost: a move is closed while none is left")
	}

	// The solver knows of all moves but one that they lose, and the tree of that one.
	for steps := 1; steps < 200; steps++ {
		w = ready(lost, steps)
		list = w.t.root.inner.of(1)
		var open []int
		for i := range list {
			if _, high := w.solving.Span(i); high > 0 {
				open = append(open, i)
			}
		}
		if len(open) != 1 {
			continue
		}
		if w.solved(); list[open[0]].closed || !list[(open[0]+1)%len(list)].closed {
			t.Error("lost but for one: that one is not what is left")
		}
		w.value[0], w.value[1] = 1, 0
		w.settle(w.t.root, open[0], []int32{0, int32(open[0])}, 3)
		if news, _ := w.solved(); news {
			t.Error("that all lose is told as news")
		}
		for _, a := range list {
			if a.closed {
				t.Errorf("move %d is closed, and none is left", a.move)
			}
		}
		return
	}
	t.Error("the solver never had one move left")
}
