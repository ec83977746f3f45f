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
	return sum2(p.high, p.low+math.FMA(a.high, b.low, a.low*b.high))
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

func sine(angle float64) float64 {
	s, _ := sineCosine(angle)
	return s
}

func cosine(angle float64) float64 {
	_, c := sineCosine(angle)
	return c
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

// The arc tangent, on the other hand, has the noise of fdlibm, which decides
// which of two angles that are equal on paper comes first. The reduction and
// the polynomial below are its (s_atan.c and e_atan2.c of fdlibm 5.3,
// "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
// Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use,
// copy, modify, and distribute this software is freely granted, provided that
// this notice is preserved.").

// arcPoints are the places at which the arc tangent is known, beginning with
// the one for arguments of 7/16 on: up to where each is used, and the arc there
// with its rounding error.
var arcPoints = [...]struct{ upTo, at, arc, rest float64 }{
	{0.6875, 0.5, 4.63647609000806093515e-01, 2.26987774529616870924e-17},
	{1.1875, 1, 7.85398163397448278999e-01, 3.06161699786838301793e-17},
	{2.4375, 1.5, 9.82793723247329054082e-01, 1.39033110312309984516e-17},
	{math.MaxFloat64, math.Inf(1), 1.57079632679489655800e+00, 6.12323399573676603587e-17},
}

// arcTerms are the factors of the odd powers from the third on.
var arcTerms = [...]float64{
	3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01, -1.11111104054623557880e-01,
	9.09088713343650656196e-02, -7.69187620504482999495e-02, 6.66107313738753120669e-02, -5.83357013379057348645e-02,
	4.97687799461593236017e-02, -3.65315727442169155270e-02, 1.62858201153657823623e-02,
}

// arcTangent gives the arc tangent of a number that is not negative.
func arcTangent(t float64) float64 {
	const least, tiny, huge = 7.0 / 16, 1.0 / (1 << 29), 1 << 66
	if t < tiny {
		return t
	}
	if t >= huge {
		return arcPoints[3].arc + arcPoints[3].rest
	}
	if t < least {
		return t - float64(t*arcSum(t))
	}
	n := 0
	for t >= arcPoints[n].upTo {
		n++
	}
	// The rest of the way from the known place.
	switch n {
	case 0:
		t = (float64(2*t) - 1) / (2 + t)
	case 1:
		t = (t - 1) / (t + 1)
	case 2:
		t = (t - 1.5) / (1 + float64(1.5*t))
	default:
		t = -1 / t
	}
	p := &arcPoints[n]
	return p.arc - ((float64(t*arcSum(t)) - p.rest) - t)
}

// arcSum gives what the powers of t after the first take from it, per t: even
// and odd terms are added apart.
func arcSum(t float64) float64 {
	square := t * t
	fourth := square * square
	even, odd := arcTerms[10], arcTerms[9]
	for n := 8; n >= 0; n -= 2 {
		even = arcTerms[n] + float64(fourth*even)
	}
	for n := 7; n >= 1; n -= 2 {
		odd = arcTerms[n] + float64(fourth*odd)
	}
	return float64(square*even) + float64(fourth*odd)
}

// turn gives the angle of the way (x, y), counter-clockwise from the east, in
// radians over [-π, π].
func turn(y, x float64) float64 {
	const rest = 1.2246467991473531772e-16 // of π
	if x == 0 || y == 0 || math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x) // exact
	}
	var arc float64
	switch ratio := math.Ilogb(y) - math.Ilogb(x); {
	case ratio > 60:
		arc = math.Pi / 2
	case x < 0 && ratio < -60:
		arc = 0
	default:
		arc = arcTangent(math.Abs(y / x))
	}
	if x < 0 {
		arc = math.Pi - (arc - rest)
	}
	return math.Copysign(arc, y)
}
