package exec

import (
	"context"
	"fmt"

	"ludens/game"
	"ludens/propnet/factor"
)

var (
	_ game.Reducible = (*Game)(nil)
	_ game.Divisible = (*Game)(nil)
)

// Reduce looks for fluents that cannot matter and for moves that do the same. It takes
// milliseconds in most games, a second or two in those with the largest networks, which
// is also where it may give up. There is nothing to find in games that hide something:
// what is told of a move there tells moves apart that do the same.
func (g *Game) Reduce(ctx context.Context) (game.Reduction, error) {
	if g.facts.Hidden {
		return nil, nil
	}
	r, err := factor.Relevant(ctx, g.l.net, factor.Options{})
	if err != nil {
		return nil, err
	}
	if r.Idle == 0 && r.Same == 0 {
		return nil, nil
	}
	return g.reduction(r), nil
}

// reduction is what factor.Relevance says, by seat and bit.
type reduction struct {
	mask  []uint64
	class [][]int32 // per seat and move; -1 for a move that is the only one of its kind
	what  string
}

func (g *Game) reduction(r *factor.Relevance) *reduction {
	out := &reduction{mask: make([]uint64, g.l.baseWords), class: make([][]int32, len(g.l.seats))}
	for i, matters := range r.Bases {
		if matters {
			out.mask[i>>6] |= 1 << (i & 63)
		}
	}
	moves := 0
	for seat, s := range g.l.seats {
		class := r.Class[s.role]
		size := map[int32]int{}
		for _, c := range class {
			size[c]++
		}
		out.class[seat] = make([]int32, len(class))
		for m, c := range class {
			if out.class[seat][m] = c; size[c] == 1 {
				out.class[seat][m] = -1
			}
		}
		moves += len(class)
	}
	out.what = fmt.Sprintf("%d of %d fluents cannot matter, %d of %d moves do what another does",
		r.Idle, len(r.Bases), r.Same, moves)
	return out
}

// String says what was found.
func (r *reduction) String() string { return r.what }

// Essence appends the fluents that can matter.
func (r *reduction) Essence(s, dst game.State) game.State {
	return masked(r.mask, s, dst)
}

// Like reports whether two moves do the same.
func (r *reduction) Like(seat int, a, b game.Move) bool {
	if a == b {
		return true
	}
	class := r.class[seat]
	return a < game.Move(len(class)) && b < game.Move(len(class)) && class[a] >= 0 && class[a] == class[b]
}

// Representatives keeps the first of the legal moves that do the same. Kinds with more
// than one move are few where moves are many, so that the ones kept are looked through.
func (r *reduction) Representatives(seat int, legal, dst []game.Move) []game.Move {
	dst = dst[:0]
	class := r.class[seat]
next:
	for _, m := range legal {
		if m < game.Move(len(class)) && class[m] >= 0 {
			for _, kept := range dst {
				if class[kept] == class[m] {
					continue next
				}
			}
		}
		dst = append(dst, m)
	}
	return dst
}

// Divide looks for parts that go on without each other.
func (g *Game) Divide(ctx context.Context) (game.Division, error) {
	if g.facts.Hidden {
		return nil, nil
	}
	d, err := factor.Divide(ctx, g.l.net, factor.Options{})
	if err != nil || d == nil {
		return nil, err
	}
	return g.division(d), nil
}

// division is what factor.Division says, by seat and bit.
type division struct {
	d     *factor.Division
	part  [][]int32  // per seat and move
	bits  [][]uint64 // per part: its fluents
	clock [][]uint64 // per part + 1: those of the clock that it needs; first the clock
}

func (g *Game) division(d *factor.Division) *division {
	out := &division{d: d, part: make([][]int32, len(g.l.seats))}
	for seat, s := range g.l.seats {
		out.part[seat] = d.Part[s.role]
	}
	mask := func(list []int) []uint64 {
		m := make([]uint64, g.l.baseWords)
		for _, b := range list {
			m[b>>6] |= 1 << (b & 63)
		}
		return m
	}
	out.clock = append(out.clock, mask(d.Clock))
	for k := range d.Parts {
		out.bits = append(out.bits, mask(d.Parts[k]))
		out.clock = append(out.clock, mask(d.Needs[k]))
	}
	return out
}

// Parts is the number of parts.
func (d *division) Parts() int { return len(d.bits) }

// Part is the part of a move.
func (d *division) Part(seat int, m game.Move) int {
	if m >= game.Move(len(d.part[seat])) {
		return -1
	}
	return int(d.part[seat][m])
}

// Essence appends the fluents of a part.
func (d *division) Essence(part int, s, dst game.State) game.State {
	return masked(d.bits[part], s, dst)
}

// Clock appends the fluents of the clock that a part needs.
func (d *division) Clock(part int, s, dst game.State) game.State {
	return masked(d.clock[part+1], s, dst)
}

func masked(mask []uint64, s, dst game.State) game.State {
	dst = dst[:0]
	for w, x := range s {
		if w < len(mask) {
			x &= mask[w]
		}
		dst = append(dst, x)
	}
	return dst
}

// Aspect is what the end and the goals look at in a part.
func (d *division) Aspect(part int, s game.State) uint64 {
	return d.d.Aspect(part, func(b int) bool { return s[b>>6]>>(b&63)&1 != 0 })
}

// Join takes the fluents of each part from a position of its own.
func (d *division) Join(clock game.State, parts []game.State, dst game.State) game.State {
	dst = append(dst[:0], clock...)
	for k, s := range parts {
		for w, mask := range d.bits[k] {
			dst[w] = dst[w]&^mask | s[w]&mask
		}
	}
	return dst
}

// String says what was found.
func (d *division) String() string {
	sizes := make([]int, len(d.d.Parts))
	for k, p := range d.d.Parts {
		sizes[k] = len(p)
	}
	return fmt.Sprintf("%d parts of %v fluents go on without each other, beside a clock of %d", len(sizes), sizes, len(d.d.Clock))
}
