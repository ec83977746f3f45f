package heuristic

import (
	"context"
	"math"
	"slices"
	"testing"

	"ludens/game"
	"ludens/internal/patience"
	"ludens/nets/encode"
)

// comparing holds what a function says of positions against what it says of their images.
type comparing struct {
	t        *testing.T
	s        Scorer
	exchange bool
	sums     []float64 // logits of a position and of its image, one less or, where players are exchanged, and the other
}

func (c *comparing) See(position, image game.Machine) {
	var v, w [2]float64
	c.s.Score(position, v[:])
	c.s.Score(image, w[:])
	logit := func(x float64) float64 { return math.Log(x / (1 - x)) }
	if c.exchange {
		c.sums = append(c.sums, logit(v[0])+logit(w[0]))
	} else {
		c.sums = append(c.sums, logit(v[0])-logit(w[0]))
	}
}

func (c *comparing) Tested(symmetry bool) {
	if !symmetry {
		return
	}
	if lo, hi := slices.Min(c.sums), slices.Max(c.sums); hi-lo > 1e-3 || !c.exchange && math.Abs(lo) > 1e-3 {
		c.t.Errorf("exchange %t: a position and its image differ by %g to %g", c.exchange, lo, hi)
	}
}

// TestMirror: a function that knows of symmetries says the same of a position and its image, and where players are exchanged
// the opposite, but for what it is worth to be who begins.
func TestMirror(t *testing.T) {
	patience.OneThread(t)
	for _, c := range []struct {
		name            string
		alone, exchange int // symmetries that the others do not follow from
	}{
		{"gdl:breakthrough6", 1, 1},
		{"gdl:reversi6", 2, 1},
		{"gdl:konane6", 2, 0},
		{"ludii:Breakthrough", 1, 1},
		{"ludii:Kalah", 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := open(t, c.name)
			course, err := Learn(context.Background(), g, Options{Games: 90, Mirror: encode.Mirror})
			if err != nil {
				t.Fatal(err)
			}
			if n := course.Report.Symmetries; n != c.alone+c.exchange {
				t.Errorf("%d symmetries are reported", n)
			}
			alone, exchange := 0, 0
			for _, m := range course.l.mirrors {
				if m.exchange {
					exchange++
				} else {
					alone++
				}
			}
			if alone != c.alone || exchange != c.exchange {
				t.Errorf("%d symmetries, and %d that exchange the players; want %d and %d", alone, exchange, c.alone, c.exchange)
			}
			compare(t, course)
			again, err := Learn(context.Background(), g, Options{Games: 90, Seed: 1, Mirror: encode.Mirror, Known: course.Known()})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, again)
		})
	}
}

// compare holds what a course has learned last against itself.
func compare(t *testing.T, c *Course) {
	t.Helper()
	f := c.l.model.compile()
	encode.Mirror(f.w.g, func() bool { return false }, func(exchange bool) game.Twins {
		return &comparing{t: t, s: f.NewScorer(), exchange: exchange}
	})
}

// TestNoMirror: where the engine fails in an image, or there is little time, a function is learned without.
func TestNoMirror(t *testing.T) {
	g := open(t, "gdl:breakthrough6")
	broken := func(game.Game, func() bool, func(bool) game.Twins) { panic("no such position") }
	course, err := Learn(context.Background(), g, Options{Games: 60, Mirror: broken})
	if err != nil || course.Function == nil || course.Report.Symmetries != 0 {
		t.Errorf("a broken engine: %v, %v", err, course)
	}
	course, err = Learn(context.Background(), g, Options{Time: leastMirror / 2, Mirror: func(game.Game, func() bool, func(bool) game.Twins) {
		t.Error("asked for symmetries")
	}})
	if err != nil || course.Function == nil {
		t.Errorf("half a second: %v", err)
	}
}

// TestMatch finds columns by what they sum up to.
func TestMatch(t *testing.T) {
	rows := [][]float64{ // the columns of a position, and those of its image
		{1, 2, 0, 4, 4, 3, 7, 6},
		{2, -1, 0, 4, 9, 3, 3, 7},
		{5, 1, 0, 2, 2, 7, 1, 0},
		{1, -5, 0, 2, 5, 7, 7, 9},
		{3, 8, 0, 1, 1, 2, 6, 2},
		{8, -3, 0, 1, 0, 2, 2, 8},
	}
	columns, images := make([]summary, len(rows[0])), make([]summary, len(rows[0]))
	for i := 0; i < len(rows); i += 2 {
		rng := game.Stream(1, "test", uint64(i))
		factor, other := rng.Float64(), rng.Float64()
		for k := range columns {
			columns[k].add(rows[i][k], factor, other)
			images[k].add(rows[i+1][k], factor, other)
		}
	}
	got := match(columns, images)
	if got[0] != (signed{1, -1}) || got[1] != (signed{0, 1}) {
		t.Errorf("the first two become %v and %v", got[0], got[1])
	}
	for k, s := range got[2:] {
		if s.i >= 0 { // always 0; two that have one image; one that has two; what has none
			t.Errorf("column %d becomes %v", k+2, s)
		}
	}
}

// TestKinship: what is the opposite of itself is nothing, and so is all that is tied to it.
func TestKinship(t *testing.T) {
	k := newKinship(9)
	k.join(0, 1, -1)
	k.join(1, 2, -1) // so 0 is 2
	k.join(3, 4, 1)
	k.join(4, 3, -1)
	k.join(7, 3, 1)
	k.join(4, 8, -1)
	x := []float32{1, 2, 6, 5, 7, 11, 13, 17, 19}
	level(x, k.families())
	if want := []float32{5. / 3, -5. / 3, 5. / 3, 0, 0, 11, 13, 0, 0}; !slices.EqualFunc(x, want, func(a, b float32) bool { return a-b < 1e-6 && b-a < 1e-6 }) {
		t.Errorf("%v, want %v", x, want)
	}
}

// TestStraight: a board of eight by eight has eight rows, eight columns and twenty-six diagonals, whether or not squares across
// corners are neighbours.
func TestStraight(t *testing.T) {
	for _, name := range []string{"ludii:Breakthrough", "ludii:EnglishDraughts", "ludii:Reversi"} {
		lines := straight(open(t, name).(game.Spatial).Geometry())
		of := map[int]int{}
		for _, l := range lines {
			of[len(l)]++
		}
		if len(lines) != 42 || of[8] != 18 || of[2] != 4 {
			t.Errorf("%s: %d lines, by length %v", name, len(lines), of)
		}
	}
}
