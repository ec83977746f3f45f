package gametest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// Same walks two engines of the same description in lock step over random
// matches and compares everything that does not depend on an engine's inner
// numbering: seats, terminal flags, the texts of legal moves, Nature's odds,
// utilities, and, where both machines can tell, fluents and percepts. It returns
// the first difference, nil when there is none. A fault of the description must
// be met by both at the same step, and so must a flaw, if both can warn.
func Same(a, b game.Game, opt Options) error {
	opt = opt.withDefaults()
	fa, fb := a.Facts(), b.Facts()
	switch {
	case !slices.Equal(fa.Seats, fb.Seats):
		return fmt.Errorf("compare %s: seats %v and %v", fa.Name, fa.Seats, fb.Seats)
	case !slices.Equal(fa.RoleSeat, fb.RoleSeat):
		return fmt.Errorf("compare %s: role orders %v and %v", fa.Name, fa.RoleSeat, fb.RoleSeat)
	case fa.Players != fb.Players || fa.Nature != fb.Nature || fa.Hidden != fb.Hidden:
		return fmt.Errorf("compare %s: players, Nature or hiding differ", fa.Name)
	}
	w := &pair{f: fa, opt: opt, a: a.NewMachine(), b: b.NewMachine()}
	for walk := range opt.Walks {
		rng := game.Stream(opt.Seed, "gametest.same", uint64(walk))
		if n, err := w.walk(rng); err != nil {
			return fmt.Errorf("compare %s (%s, %s): walk %d, step %d: %w", fa.Name, fa.Engine, fb.Engine, walk, n, err)
		}
	}
	return nil
}

type pair struct {
	f    *game.Facts
	opt  Options
	a, b game.Machine
}

func (w *pair) walk(rng *rand.Rand) (int, error) {
	w.a.Reset()
	w.b.Reset()
	for n := 0; ; n++ {
		va, vb := look(w.a), look(w.b)
		if ea, eb := w.a.Err(), w.b.Err(); ea != nil || eb != nil {
			if (ea == nil) != (eb == nil) {
				return n, fmt.Errorf("only one engine reports a fault: %v, %v", ea, eb)
			}
			if !w.opt.AllowFault {
				return n, fmt.Errorf("the description has a fault: %w", ea)
			}
			return n, nil
		}
		labels, err := w.compare(va, vb)
		if err != nil {
			return n, err
		}
		if va.terminal || n == w.opt.Steps {
			return n, nil
		}
		if err := w.step(va, labels, rng); err != nil {
			return n, err
		}
	}
}

// compare compares two views and returns the texts of the legal moves of a, by
// seat and in a's order.
func (w *pair) compare(va, vb view) ([][]string, error) {
	if va.terminal != vb.terminal {
		return nil, fmt.Errorf("terminal: %v and %v", va.terminal, vb.terminal)
	}
	if va.fluents != nil && vb.fluents != nil && !slices.Equal(va.fluents, vb.fluents) {
		return nil, fmt.Errorf("fluents: %s", firstDifference(va.fluents, vb.fluents))
	}
	if va.terminal || w.opt.EveryUtility {
		for p := range va.utility {
			if math.Abs(va.utility[p]-vb.utility[p]) > 1e-12 {
				return nil, fmt.Errorf("utilities: %v and %v", va.utility, vb.utility)
			}
		}
	}
	if va.terminal {
		return nil, sameWarning(w.a, w.b)
	}
	labels := make([][]string, len(w.f.Seats))
	for seat := range w.f.Seats {
		la, lb := texts(w.a, seat, va.legal[seat]), texts(w.b, seat, vb.legal[seat])
		sa, sb := slices.Sorted(slices.Values(la)), slices.Sorted(slices.Values(lb))
		if !slices.Equal(sa, sb) {
			return nil, fmt.Errorf("legal moves of %s: %s", w.f.Seats[seat], firstDifference(sa, sb))
		}
		if len(sa) == 0 {
			return nil, fmt.Errorf("%s has no legal move, and no error is reported", w.f.Seats[seat])
		}
		labels[seat] = la
		if w.f.NatureSeat(seat) {
			if err := sameOdds(la, lb, va.odds, vb.odds); err != nil {
				return nil, err
			}
		}
	}
	return labels, nil
}

// sameWarning compares whether two machines warn, and of what kind of flaw.
func sameWarning(a, b game.Machine) error {
	wa, oka := a.(game.Warner)
	wb, okb := b.(game.Warner)
	if !oka || !okb {
		return nil
	}
	ea, eb := wa.Warning(), wb.Warning()
	if (ea == nil) != (eb == nil) || errors.Is(ea, game.ErrGoals) != errors.Is(eb, game.ErrGoals) {
		return fmt.Errorf("the engines warn of different things: %v, %v", ea, eb)
	}
	return nil
}

func texts(m game.Machine, seat int, moves []game.Move) []string {
	out := make([]string, len(moves))
	for i, move := range moves {
		out[i] = m.Label(seat, move)
	}
	return out
}

// sameOdds compares odds by label; an engine without odds means "equal".
func sameOdds(la, lb []string, oa, ob []float64) error {
	odds := func(o []float64, i, n int) float64 {
		if len(o) == 0 {
			return 1 / float64(n)
		}
		return o[i]
	}
	for i, text := range la {
		p, q := odds(oa, i, len(la)), odds(ob, slices.Index(lb, text), len(lb))
		if math.Abs(p-q) > 1e-9 {
			return fmt.Errorf("odds of %s: %v and %v", text, p, q)
		}
	}
	return nil
}

// step makes the same random joint move, by its texts, on both machines.
func (w *pair) step(va view, labels [][]string, rng *rand.Rand) error {
	ja := va.draw(rng)
	jb := make([]game.Move, len(ja))
	for seat, move := range ja {
		text := labels[seat][slices.Index(va.legal[seat], move)]
		m, err := w.b.Parse(seat, text)
		if err != nil {
			return fmt.Errorf("the second engine does not read its own move %s: %w", text, err)
		}
		jb[seat] = m
	}
	w.a.Step(ja)
	w.b.Step(jb)
	pa, oka := w.a.(game.Perceiver)
	pb, okb := w.b.(game.Perceiver)
	if !oka || !okb || w.a.Err() != nil || w.b.Err() != nil {
		return nil
	}
	for seat := range w.f.Seats {
		if a, b := pa.Percepts(seat, nil), pb.Percepts(seat, nil); !slices.Equal(a, b) {
			return fmt.Errorf("percepts of %s: %s", w.f.Seats[seat], firstDifference(a, b))
		}
	}
	return nil
}
