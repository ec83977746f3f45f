package arch

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Turn is one of the eight symmetries of the square, by which the board of one description may
// lie differently from that of another: (x, y) becomes (t[0]·x + t[1]·y, t[2]·x + t[3]·y).
type Turn [4]int

// Turns are all of them, the identity first.
var Turns = [8]Turn{
	{1, 0, 0, 1},
	{-1, 0, 0, 1},
	{1, 0, 0, -1},
	{-1, 0, 0, -1},
	{0, 1, 1, 0},
	{0, -1, 1, 0},
	{0, 1, -1, 0},
	{0, -1, -1, 0},
}

func (t Turn) of(x, y int) (int, int) { return t[0]*x + t[1]*y, t[2]*x + t[3]*y }

// Board is the size of a turned board.
func (t Turn) Board(width, height int) (int, int) {
	if t[0] == 0 {
		return height, width
	}
	return width, height
}

// Place is where a cell of a board lies when it is turned.
func (t Turn) Place(x, y, width, height int) (int, int) {
	u, v := t.of(2*x-width+1, 2*y-height+1)
	w, h := t.Board(width, height)
	return (u + w - 1) / 2, (v + h - 1) / 2
}

// Then is a turn after this one.
func (t Turn) Then(u Turn) Turn {
	return Turn{u[0]*t[0] + u[1]*t[2], u[0]*t[1] + u[1]*t[3], u[2]*t[0] + u[3]*t[2], u[2]*t[1] + u[3]*t[3]}
}

// back is the turn that undoes it.
func (t Turn) back() Turn { return Turn{t[0], t[2], t[1], t[3]} }

// A Fit says which planes of one net are which of another, if its board is turned and its seats
// are exchanged.
type Fit struct {
	In, Out []int // per plane, or logit, of the other, that of the first; -1: it is new
	Turn    Turn
	Seats   []int // per seat of the first, that of the other
}

// Match finds how a net of the form old, which means from, fits where planes of the form shape mean to.
func Match(old *Spec, from *Meaning, shape *Spec, to *Meaning, turn Turn, seats []int) Fit {
	f := Fit{Turn: turn, Seats: seats, In: slices.Repeat([]int{-1}, len(to.In)), Out: slices.Repeat([]int{-1}, len(to.Out))}
	used := make([]bool, len(from.In))
	same := func(p, q *InPlane) bool {
		return p.Sort == q.Sort && (p.Sort != Piece && p.Sort != Mover || f.seat(p.Seat) == q.Seat)
	}
	// Kinds go by their names if they have the same, else by how common they are.
	for _, alike := range []func(p, q *InPlane) bool{
		func(p, q *InPlane) bool { return p.Name == q.Name },
		func(p, q *InPlane) bool { return p.Sort != Other && p.Rank == q.Rank },
	} {
		for i := range to.In {
			for k := range from.In {
				if f.In[i] < 0 && !used[k] && same(&from.In[k], &to.In[i]) && alike(&from.In[k], &to.In[i]) {
					f.In[i], used[k] = k, true
				}
			}
		}
	}
	for i := range to.In { // a turn may have parts, each with a plane of its own
		for k := range from.In {
			if f.In[i] < 0 && to.In[i].Sort == Mover && same(&from.In[k], &to.In[i]) {
				f.In[i] = k
			}
		}
	}
	if old.Head != shape.Head {
		return f
	}
	turned := make([]OutPlane, len(from.Out))
	for k := range from.Out {
		p := from.Out[k].turned(turn)
		p.Seat = f.seat(p.Seat)
		p.At[0], p.At[1] = turn.Place(p.At[0], p.At[1], old.In.Width, old.In.Height)
		turned[k] = p
	}
	w, h := turn.Board(old.In.Width, old.In.Height)
	for i := range to.Out {
		if want := &to.Out[i]; shape.Head == Planes {
			f.Out[i] = nearest(turned, want)
		} else {
			at := [2]int{scaled(want.At[0], shape.In.Width, w), scaled(want.At[1], shape.In.Height, h)}
			f.Out[i] = closest(turned, want, at)
		}
	}
	return f
}

// scaled is where a place on a side of so many cells lies on one of others.
func scaled(at, of, cells int) int { return (2*at + 1) * cells / (2 * of) }

// seat is the seat of the other net; -1, anybody, is the same for both.
func (f *Fit) seat(s int) int {
	if s < 0 {
		return s
	}
	return f.Seats[s]
}

// turned is the plane on a turned board.
func (p OutPlane) turned(t Turn) OutPlane {
	way := make([][2]int, len(p.Way))
	for i, d := range p.Way {
		way[i][0], way[i][1] = t.of(d[0], d[1])
	}
	p.Way = way
	switch {
	case t[0] != 0:
	case p.Spot == AtColumn:
		p.Spot = AtRow
	case p.Spot == AtRow:
		p.Spot = AtColumn
	}
	return p
}

// Ways is a distribution of moves over the ways in which they lead.
type Ways map[string]float64

// Ways is that of random moves on a turned board. Moves that happen nowhere do not count.
func (m *Meaning) Ways(turn Turn) Ways {
	out, sum := Ways{}, 0.0
	for _, p := range m.Out {
		if p = p.turned(turn); p.Spot != Nowhere && p.Share > 0 {
			out[fmt.Sprint(p.Spot, p.Way)] += p.Share
			sum += p.Share
		}
	}
	for k := range out {
		out[k] /= sum
	}
	return out
}

// Common is what two distributions have in common, 0…1.
func (w Ways) Common(o Ways) float64 {
	common := 0.0
	for k, x := range w {
		common += min(x, o[k])
	}
	return common
}

// nearest is the plane that does what another does, of the same seat and name if there is such; -1 if there is none.
func nearest(list []OutPlane, want *OutPlane) int {
	best, points := -1, 0
	for k := range list {
		have := &list[k]
		if have.Spot != want.Spot || !slices.Equal(have.Way, want.Way) || have.Seat >= 0 && want.Seat >= 0 && have.Seat != want.Seat {
			continue
		}
		n := 1
		if have.Seat == want.Seat {
			n += 2
		}
		if have.Name == want.Name {
			n++
		}
		if n > points {
			best, points = k, n
		}
	}
	return best
}

// names says of which coordinates a spot tells.
func (s Spot) names() (column, row bool) {
	return s == AtCell || s == AtColumn, s == AtCell || s == AtRow
}

// closest is the logit that does what another does, of the same seat and nearest to a place, of the same name if there
// is such; -1 if there is none.
func closest(list []OutPlane, want *OutPlane, at [2]int) int {
	best, least := -1, 0
	column, row := want.Spot.names()
	for k := range list {
		have := &list[k]
		if have.Spot != want.Spot || !slices.Equal(have.Way, want.Way) || have.Seat != want.Seat {
			continue
		}
		n := 0
		if column {
			n += (have.At[0] - at[0]) * (have.At[0] - at[0])
		}
		if row {
			n += (have.At[1] - at[1]) * (have.At[1] - at[1])
		}
		if n *= 2; have.Name != want.Name {
			n++
		}
		if best < 0 || n < least {
			best, least = k, n
		}
	}
	return best
}

// ErrTransfer is returned for nets of which nothing can be taken over.
var ErrTransfer = errors.New("only residual nets of the same number of players are taken over")

// Transfer makes a net for other planes of one that means from: the trunk and the value head, which know no
// size of board, as they are, and of the first and the policy layer what fits (Soemers et al.,
// "Transfer of fully convolutional policy-value networks between games and game variants", 2021).
// A dense policy head is taken over logit by logit: what it looks at goes where the move goes. What is new begins small,
// and so does the whole head where the other is of another kind.
// shape is a valid Spec of which In, Head, Policy and Values are taken, and Squeeze if the net has no dense head; the rest is the net's.
func Transfer(old *Spec, w Weights, from, to *Meaning, f Fit, shape *Spec, rng *rand.Rand) (Spec, Weights, error) {
	if old.Kind != Residual || shape.Kind != Residual || old.Values != shape.Values {
		return Spec{}, nil, ErrTransfer
	}
	spec := *old
	spec.In, spec.Head, spec.Policy, spec.Squeeze = shape.In, shape.Head, shape.Policy, shape.Squeeze
	dense := old.Head == Dense && shape.Head == Dense
	if dense {
		spec.Squeeze = old.Squeeze
	}
	net := spec.Layers()
	out := net.NewWeights(rng)
	known := map[string][]float32{}
	for i, p := range old.Params() {
		known[p.Name] = w[i]
	}
	area := old.Kernel * old.Kernel
	for i := range net.Params {
		p := &net.Params[i]
		was, ok := known[p.Name]
		kernels := false // of the trunk
		switch p.Name {
		case "tower.0.weight":
			stem(out[i], was, spec.Width, area, from, to, &f)
			kernels = true
		case "policy.weight":
			switch {
			case dense:
				denseRows(out[i], was, old, from, &spec, to, &f)
			case spec.Head == old.Head:
				rows(out[i], was, spec.Width*area, f.Out)
				kernels = true
			}
		case "policy.bias":
			if spec.Head == old.Head {
				rows(out[i], was, 1, f.Out)
			}
		case "value.weight", "value.bias":
			size := len(was) / spec.Values
			for s, t := range f.Seats {
				copy(out[i][t*size:(t+1)*size], was[s*size:(s+1)*size])
			}
		default:
			if ok && len(was) == len(out[i]) {
				copy(out[i], was)
				kernels = len(p.Shape) == 4
			}
		}
		if kernels {
			turnKernels(out[i], old.Kernel, f.Turn)
		}
	}
	return spec, out, nil
}

// rows copies rows that fit; a bias that is new is the mean of the others.
func rows(dst, src []float32, size int, fit []int) {
	mean, n := float32(0), float32(0)
	for i, k := range fit {
		if k >= 0 {
			copy(dst[i*size:(i+1)*size], src[k*size:(k+1)*size])
			mean += src[k]
			n++
		}
	}
	for i, k := range fit {
		if k < 0 && size == 1 && n > 0 {
			dst[i] = mean / n
		}
	}
}

// denseRows writes the rows of a dense policy head that fit. A logit looks at every cell as the old one looked at the cell that
// lies as far from its move. In a direction that the move does not tell, boards are stretched.
func denseRows(dst, src []float32, old *Spec, from *Meaning, shape *Spec, to *Meaning, f *Fit) {
	w, h := f.Turn.Board(old.In.Width, old.In.Height)
	back := f.Turn.back()
	cells, were := shape.In.Cells(), old.In.Cells()
	for i, k := range f.Out {
		if k < 0 {
			continue
		}
		p, q := &to.Out[i], &from.Out[k]
		column, row := p.Spot.names()
		u, v := f.Turn.Place(q.At[0], q.At[1], old.In.Width, old.In.Height)
		for y := range shape.In.Height {
			for x := range shape.In.Width {
				a, b := scaled(x, shape.In.Width, w), scaled(y, shape.In.Height, h)
				if column {
					a = x - p.At[0] + u
				}
				if row {
					b = y - p.At[1] + v
				}
				inside := a >= 0 && b >= 0 && a < w && b < h
				cx, cy := back.Place(a, b, w, h)
				for s := range shape.Squeeze {
					d := &dst[(i*shape.Squeeze+s)*cells+y*shape.In.Width+x]
					if *d = 0; inside {
						*d = src[(k*shape.Squeeze+s)*were+cy*old.In.Width+cx]
					}
				}
			}
		}
	}
}

// stem writes the kernels of the first layer: those of the planes that fit, and for what an old plane
// showed that none of the new ones does, those of the planes that show it together.
func stem(dst, src []float32, width, area int, from, to *Meaning, f *Fit) {
	clear(dst)
	put := func(plane, old int, sign float32) {
		for o := range width {
			d, s := dst[(o*len(to.In)+plane)*area:], src[(o*len(from.In)+old)*area:]
			for a := range area {
				d[a] += sign * s[a]
			}
		}
	}
	for i, k := range f.In {
		if k >= 0 {
			put(i, k, 1)
		}
	}
	for k := range from.In {
		if slices.Contains(f.In, k) {
			continue
		}
		for plane, sign := range instead(&from.In[k], to, f.Seats) {
			put(plane, k, sign)
		}
	}
}

// instead gives the planes, with signs, that together show what a plane shows: a cell is empty where the board is and no
// piece, and it is a player's turn where it is no other's. Nil if there are no such planes.
func instead(p *InPlane, to *Meaning, seats []int) map[int]float32 {
	if p.Sort != Empty && p.Sort != Mover {
		return nil
	}
	out := map[int]float32{}
	board, others := false, 0
	for i := range to.In {
		switch q := &to.In[i]; {
		case q.Sort == Board && !board:
			board, out[i] = true, 1
		case p.Sort == Empty && q.Sort == Piece, p.Sort == Mover && q.Sort == Mover:
			out[i] = -1
			others++
		}
	}
	if !board || p.Sort == Mover && others != len(seats)-1 {
		return nil
	}
	return out
}

// turnKernels turns square kernels, one after the other.
func turnKernels(w []float32, side int, t Turn) {
	if t == Turns[0] {
		return
	}
	area, r := side*side, side/2
	old := make([]float32, area)
	for at := 0; at < len(w); at += area {
		copy(old, w[at:at+area])
		for y := range side {
			for x := range side {
				u, v := t.of(x-r, y-r)
				w[at+(v+r)*side+u+r] = old[y*side+x]
			}
		}
	}
}
