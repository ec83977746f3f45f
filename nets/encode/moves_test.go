package encode_test

import (
	"testing"

	"ludens/game"
	"ludens/nets/encode"
)

// Section 4.3: the plane of a move is that of its clipped displacement.
func TestPaperMoves(t *testing.T) {
	g := rows(9, 9, 1)
	g.Ballots = 2
	p, err := encode.NewPlanes(g, 2, encode.Options{Grid: encode.Paper})
	if err != nil {
		t.Fatal(err)
	}
	const m = 3
	clip := func(n int) int { return min(max(n, -m), m) }
	for from := range 81 {
		for to := range 81 {
			dx, dy := to%9-from%9, to/9-from/9
			plane, cell := p.Locate(game.Place{From: int32(from), To: int32(to)})
			if want := (clip(dx)+m)*(2*m+1) + clip(dy) + m; plane != want || int(cell) != to {
				t.Fatalf("from %d to %d: plane %d, cell %d; want %d", from, to, plane, cell, want)
			}
		}
	}
	for want, at := range map[int]game.Place{
		24: {From: -1, To: 5}, 49: {From: -1, To: -1, Propose: 1}, 50: {From: -1, To: -1, Propose: 2}, 51: {From: -1, To: -1, Vote: 1},
		53: {From: -1, To: -1, Pass: true}, 54: {From: -1, To: -1, Swap: true},
	} {
		if plane, _ := p.Locate(at); plane != want {
			t.Errorf("%+v has plane %d, want %d", at, plane, want)
		}
	}
	if n, _, _ := p.MoveShape(); n != 55 {
		t.Errorf("%d planes", n)
	}
}

// Our planes tell apart what the paper's alias: long moves along lines, and sites of
// hands. Moves off the lines beyond 3 are aliased, as documented.
func TestOwnMoves(t *testing.T) {
	g := rows(8, 8, 1, 3)
	p, err := encode.NewPlanes(g, 2, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type logit struct {
		plane int
		cell  int32
	}
	taken := map[logit][2]int{}
	n, _, _ := p.MoveShape()
	aliased := 0
	for from := range g.Sites {
		for to := range g.Sites {
			if from == to {
				continue
			}
			plane, cell := p.Locate(game.Place{From: int32(from), To: int32(to)})
			if plane < 0 || plane >= n || cell < 0 || int(cell) >= p.Shape().Cells() {
				t.Fatalf("from %d to %d: plane %d of %d, cell %d", from, to, plane, n, cell)
			}
			at := logit{plane, cell}
			if _, ok := taken[at]; !ok {
				taken[at] = [2]int{from, to}
				continue
			}
			aliased++
			dx, dy := to%8-from%8, to/8-from/8
			if g.Sites[from].Container == 0 && g.Sites[to].Container == 0 && (dx == 0 || dy == 0 || dx == dy || dx == -dy || max(dx, -dx, dy, -dy) <= 3) {
				o := taken[at]
				if ox, oy := o[1]%8-o[0]%8, o[1]/8-o[0]/8; ox == 0 || oy == 0 || ox == oy || ox == -oy {
					t.Fatalf("from %d to %d is aliased with from %d to %d", from, to, o[0], o[1])
				}
			}
			if g.Sites[from].Container > 0 && g.Sites[to].Container == 0 {
				t.Fatalf("a move from a hand, %d to %d, is aliased", from, to)
			}
		}
	}
	t.Logf("%d planes, %d of %d moves aliased", n, aliased, len(g.Sites)*(len(g.Sites)-1))
}

// Players who decide at once have planes of their own.
func TestSimultaneousMoves(t *testing.T) {
	g := open(t, "RockPaperScissors")
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	taken := map[int]bool{}
	for seat := range 2 {
		for _, mv := range m.Legal(seat, nil) {
			l := e.Logit(m, seat, mv)
			if taken[l] || l/(e.Logits()/2) != seat {
				t.Errorf("seat %d, %s: logit %d of %d", seat, m.Label(seat, mv), l, e.Logits())
			}
			taken[l] = true
		}
	}
}

// The move before the last is on the paper's planes, from one machine that made both.
func TestSecondLastMove(t *testing.T) {
	g := text(t, `(game "Line" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)
	e, err := encode.New(g, encode.Options{Grid: encode.Paper})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	dst := make([]float32, e.Input().Size())
	plane := func(c int) (sum float32) {
		for _, x := range dst[c*9 : c*9+9] {
			sum += x
		}
		return sum
	}
	for i, want := range []float32{0, 0, 1} {
		if i > 0 {
			m.Step([]game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]})
		}
		if e.Encode(m, dst); plane(8) != want || plane(6) != min(float32(i), 1) {
			t.Errorf("after %d moves: %g sites on the plane of the last but one, %g on the last's", i, plane(8), plane(6))
		}
	}
	m.Load(m.Save(nil))
	if e.Encode(m, dst); plane(8) != 0 || plane(6) != 1 {
		t.Error("a loaded position knows the move before the last, or not the last")
	}
}
