package load_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// measured opens a description with some end rules on a board of 4 × 4, with pieces of both players.
func measured(t *testing.T, end string) *exec.Program {
	t.Helper()
	text := `(game "Measured" (players 2) (equipment {(board (square 4)) (piece "Ball" Each (step Orthogonal (to if:(is Empty (to))))) (piece "King" Each)
		(regions P1 (sites Top)) (regions P2 (sites Bottom))})
		(rules (start {(place "Ball1" {0 1 6}) (place "Ball2" {15 13}) (place "King1" 5)}) (play (forEach Piece)) (end {` + end + `})))`
	g, findings := load.Text("measured.lud", text, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	return g.Program
}

func TestMeasures(t *testing.T) {
	for _, tt := range []struct {
		end  string
		want []float32 // as the first and the second player see them
	}{
		{`(if (= 1 (count Groups Orthogonal if:(= (who at:(to)) P1))) (result P1 Win))`, []float32{1, 1}},
		{`(if (= 1 (count Groups Orthogonal if:(= (who at:(to)) P2))) (result P2 Win))`, []float32{2, 2}},
		{`(if (and (= 1 (count Groups Orthogonal if:(= (who at:(to)) Mover))) (no Moves Next)) (result Mover Win))`, []float32{1, 2}},
		{`(forEach Player if:(= 1 (count Groups Orthogonal if:(= (who at:(to)) Player))) (result Player Win))`, []float32{1, 2}},
		{
			`(if (is Full) (byScore {(score P1 (* 2 (count Sites in:(intersection (sites Occupied by:P1) (sites Bottom))))) (score P2 (count Pieces P2))}))`,
			[]float32{4, 4},
		},
		// Numbers of pieces are told anyhow.
		{`(if (>= 3 (+ (count Pieces P1) (count Sites in:(sites Occupied by:P2)))) (byScore {(score P1 (count Pieces Next)) (score P2 (* 2 (score P1)))}))`, nil},
		{`(if (= 1 (+ (count at:0) (count in:(sites Top)))) (result Mover Win))`, nil},
		// What tells of the past, of moves, or is always the same, is no measure.
		{`(if (= (counter) 7) (result Mover Win))`, nil},
		{`(if (>= (count Moves) 7) (result Mover Win))`, nil},
		{`(if (= 3 (last To)) (result Mover Win))`, nil},
		{`(if (and (can Move (forEach Piece)) (= 1 2)) (result Mover Win))`, nil},
	} {
		g := exec.NewGame(measured(t, tt.end), "measured")
		texts := g.Measures()
		m := g.NewMachine().(game.Measurer)
		if got := m.Measure(slices.Repeat([]bool{true}, len(texts)), nil); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v; %v", tt.end, got, tt.want, texts)
		}
		if none := m.Measure(make([]bool, len(texts)), nil); slices.ContainsFunc(none, func(x float32) bool { return x != 0 }) {
			t.Errorf("%s: %v, though nothing was asked for", tt.end, none)
		}
	}
}

// goal is what is expected of one.
type goal struct{ mover, winner, steps int }

// Balls of the first player's are at A1, B1 and C2 and a king at B2, balls of the second's at D4 and B4; from the first row to the top three steps.
func TestGoals(t *testing.T) {
	for _, tt := range []struct {
		end  string
		want []goal
	}{
		{`(if (= (sites Occupied by:Mover) (sites Mover)) (result Mover Win))`, []goal{{1, 1, 3 + 3 + 2 + 2}, {2, 2, 3 + 3}}},
		{`(if (is In (last To) (sites Mover)) (result Mover Win))`, []goal{{1, 1, 2}, {2, 2, 3}}},
		{`(if (is In (where "King" P1) (sites Top)) (result P1 Win))`, []goal{{1, 1, 2}}},
		{`(if (is In (where "King" P1) (sites Top)) (result P1 Loss))`, []goal{{2, 2, 2}}},
		{`(if (is In (where "King" Mover) (sites Top)) (result Next Loss))`, []goal{{1, 1, 2}, {2, 2, 8}}}, // the second player has no king
		{`(if (all Sites (sites Bottom) if:(= (who at:(site)) Mover)) (result Mover Win))`, []goal{{1, 1, 1 + 1}, {2, 2, 3 + 3 + 3 + 3}}},
		{`(if (and {(= (what at:0) (id "King1")) (= (what at:12) (id "Ball1")) (is Even (count Moves))}) (result P1 Win))`, []goal{{1, 1, 1 + 2}}},
		{`(if (or (= (what at:0) (id "King1")) (= 12 (where "King" P1))) (result P1 Win))`, []goal{{1, 1, 1}}},
		{`(if (or (= (what at:0) (id "King1")) (is Even (count Moves))) (result P1 Win))`, nil},
		{`(if (= (where "King" P1) Off) (result P2 Win))`, nil},
		{`(if (= (what at:0) (id "King1")) (result P1 Draw))`, nil},
	} {
		p := measured(t, tt.end)
		c := p.NewCtx()
		c.Reset()
		var got []goal
		for _, g := range p.Goals {
			c.Mover = int32(g.Mover)
			got = append(got, goal{g.Mover, g.Winner, g.Miss(c)})
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.end, got, tt.want)
		}
	}
}

// Who is as far as at the beginning has gone none of the way.
func TestNear(t *testing.T) {
	g := exec.NewGame(measured(t, `(if (= (sites Occupied by:Mover) (sites Mover)) (result Mover Win))`), "measured")
	m := g.NewMachine()
	near := []float64{7, 7}
	if !m.(game.Measurer).Near(near) || near[0] != 0 || near[1] != 0 {
		t.Errorf("near %v at the beginning", near)
	}
	var seen []float64
	first := m.Save(nil)
	for _, mv := range m.Legal(0, nil) {
		m.Load(first)
		m.Step([]game.Move{mv, m.Legal(1, nil)[0]})
		m.(game.Measurer).Near(near)
		if near[1] != 0 {
			t.Errorf("the second player is at %g before moving", near[1])
		}
		seen = append(seen, near[0])
	}
	// Of the five moves those upwards, of A1 and C2, bring it nearer by one of ten.
	if slices.Sort(seen); len(seen) != 5 || seen[4] < 0.0999 || seen[4] > 0.1001 || seen[3] != seen[4] || seen[0] > 0 {
		t.Errorf("after a move %v", seen)
	}
	if exec.NewGame(measured(t, `(if (no Moves Next) (result Mover Win))`), "measured").NewMachine().(game.Measurer).Near(near) {
		t.Error("near where nothing is to be anywhere")
	}
}

// TestMeasuresLookOnly walks through all games of the library: who reads the measures of every position goes the way of one who does not.
func TestMeasuresLookOnly(t *testing.T) {
	with := 0
	for _, l := range games.Ludemes() {
		name := l.Name
		p := ownGame(t, name)
		if len(p.Measures)+len(p.Goals) == 0 {
			continue
		}
		with++
		g := exec.NewGame(p, name)
		a, b := g.NewMachine(), g.NewMachine()
		need := slices.Repeat([]bool{true}, len(p.Measures))
		rng := game.Stream(1, "measures", 0)
		other := game.Stream(1, "measures", 0)
		var walk, blind game.Walker
		var was, got []float32
		moved := false
		for step := 0; step < 80 && !a.Terminal(); step++ {
			before := a.Save(nil)
			got = a.(game.Measurer).Measure(need, got)
			a.(game.Measurer).Near(make([]float64, g.Facts().Players))
			if again := a.(game.Measurer).Measure(need, nil); !slices.Equal(got, again) {
				t.Fatalf("%s, step %d: %v and then %v", name, step, got, again)
			}
			if !slices.Equal(before, a.Save(nil)) || !slices.Equal(before, b.Save(nil)) {
				t.Fatalf("%s, step %d: the position has changed", name, step)
			}
			moved = moved || was != nil && !slices.Equal(was, got)
			was = append(was[:0], got...)
			if walk.Step(a, rng) != blind.Step(b, other) || a.Err() != nil {
				t.Fatalf("%s, step %d: %v", name, step, a.Err())
			}
		}
		if !moved && len(need) > 0 {
			t.Logf("%s is measured, and nothing changed in 80 steps: %v", name, g.Measures())
		}
	}
	if with < 10 {
		t.Errorf("only %d games have measures", with)
	}
}
