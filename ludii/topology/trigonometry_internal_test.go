package topology

import (
	"math"
	"testing"
)

// TestSineCosine holds sines and cosines against known ones, correct to the
// last bit, and against package math for all sorts of angles.
func TestSineCosine(t *testing.T) {
	pi := math.Pi // as a number, not a constant: divided with rounding
	for _, c := range []struct{ angle, sine, cosine float64 }{
		{0, 0, 1},
		{pi, 1.2246467991473532e-16, -1},
		{pi / 2, 1, 6.123233995736766e-17},
		{pi / 4, 0.7071067811865475, 0.7071067811865476},
		{pi / 3, 0.8660254037844386, 0.5000000000000001},
		{pi / 6, 0.49999999999999994, 0.8660254037844387},
		{2 * pi, -2.4492935982947064e-16, 1},
		{-pi / 2, -1, 6.123233995736766e-17},
		{1, 0.8414709848078965, 0.5403023058681398},
		{100, -0.5063656411097588, 0.8623188722876839},
	} {
		if s, k := sineCosine(c.angle); s != c.sine || k != c.cosine {
			t.Errorf("%v: sine %v and cosine %v, want %v and %v", c.angle, s, k, c.sine, c.cosine)
		}
	}
	for angle := -50.0; angle < 50; angle += 0.0137 {
		s, k := sineCosine(angle)
		if math.Abs(s-math.Sin(angle)) > 3e-16 || math.Abs(k-math.Cos(angle)) > 3e-16 {
			t.Errorf("%v: sine %v and cosine %v", angle, s, k)
		}
	}
}

// TestTurn holds angles against package math, which is as exact but for the
// last bits, and those of halves and multiples against each other.
func TestTurn(t *testing.T) {
	for y := -3.0; y <= 3; y += 0.0371 {
		for x := -3.0; x <= 3; x += 0.0413 {
			if a, b := turn(y, x), math.Atan2(y, x); math.Abs(a-b) > 1e-15 {
				t.Errorf("(%v, %v): %v, want about %v", x, y, a, b)
			}
			if a, b := turn(y, x), turn(4*y, 4*x); a != b {
				t.Errorf("(%v, %v): %v, but %v four times as far", x, y, a, b)
			}
		}
	}
	for _, c := range []struct{ y, x, want float64 }{
		{0, 1, 0},
		{0, -1, math.Pi},
		{1, 0, math.Pi / 2},
		{-1, 0, -math.Pi / 2},
		{1, 1, math.Pi / 4},
		{1, -1, 3 * math.Pi / 4},
		{1e300, 1e-300, math.Pi / 2},
		{1e-300, -1e300, math.Pi},
		{1e-300, 1e300, 0},
	} {
		if got := turn(c.y, c.x); got != c.want {
			t.Errorf("(%v, %v): %v, want %v", c.x, c.y, got, c.want)
		}
	}
}
