package topology

import "math"

// Sines and cosines to the last bit. Ludii decides ties between sites by the
// noise that these leave in the coordinates, and the ones of package math have
// other noise: their sine of π is a different small number.
//
// They are computed with pairs of floating-point numbers, a large one and its
// rounding error, which together have about 106 bits (T. J. Dekker, A
// floating-point technique for extending the available precision, 1971).

// A double2 is the sum of two numbers, the second a rounding error of the
// first.
type double2 struct{ high, low float64 }

func sum2(a, b float64) double2 {
	s := a + b
	t := s - a
	return double2{s, (a - (s - t)) + (b - t)}
}

func product2(a, b float64) double2 {
	p := a * b
	return double2{p, math.FMA(a, b, -p)}
}

func (a double2) plus(b double2) double2 {
	s := sum2(a.high, b.high)
	t := sum2(a.low, b.low)
	s = sum2(s.high, s.low+t.high)
	return sum2(s.high, s.low+t.low)
}

func (a double2) times(b double2) double2 {
	p := product2(a.high, b.high)
	return sum2(p.high, p.low+(math.FMA(a.high, b.low, a.low*b.high)))
}

func (a double2) over(n float64) double2 {
	q := a.high / n
	p := product2(q, n)
	return sum2(q, ((a.high-p.high)-p.low+a.low)/n)
}

// halfPi is π/2 in three parts.
var halfPi = [3]float64{1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33}

// sineCosine gives sine and cosine of an angle in radians, correctly rounded
// but for cases so near to the middle between two numbers that 100 bits do not
// tell. Angles should not be much over a million.
func sineCosine(angle float64) (sine, cosine float64) {
	if math.IsNaN(angle) || math.Abs(angle) > 1e9 {
		return math.Sincos(angle)
	}
	quarter := math.Round(angle / halfPi[0])
	rest := double2{high: angle}
	for _, part := range halfPi {
		p := product2(-quarter, part)
		rest = rest.plus(p)
	}
	s, c := series(rest)
	switch int64(quarter) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}

// series gives the sums of the power series, for an angle up to π/4.
func series(x double2) (sine, cosine float64) {
	square := x.times(x)
	square = double2{-square.high, -square.low}
	term, s := x, x
	unit, c := double2{high: 1}, double2{high: 1}
	for n := 1.0; n < 30; n += 2 {
		unit = unit.times(square).over(n * (n + 1))
		c = c.plus(unit)
		term = term.times(square).over((n + 1) * (n + 2))
		s = s.plus(term)
	}
	return s.high, c.high
}
