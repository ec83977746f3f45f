// Package gametest checks engines from outside: Verify asserts every promise of
// package game for one engine, Same walks two engines in lock step, Perft counts
// positions.
//
// The functions return an error instead of taking a *testing.T (the way of
// testing/fstest), so that commands can run them as well as tests. They know the
// contract and nothing about any game or rule language, use no clock, disk or
// goroutine, and are deterministic for a seed. Sub-package toy holds small games
// for tests.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/game"
)

// Options bound a walk. The zero value works.
type Options struct {
	Seed  uint64 // of the random walks
	Walks int    // random walks from the initial position; default 4
	Steps int    // joint moves per walk at most; default 200
	// Dense is how many positions at the start of a walk get the costly checks;
	// later positions get them when their number is a power of two. Default 10.
	Dense int
	// Labels bounds how many legal moves per seat and position are parsed back in
	// the costly checks; default 64.
	Labels int
	// AllowFault accepts positions in which the engine reports a fault of the
	// description (game.ErrNoMove, …); the walk ends there. By default such a
	// fault is returned as an error.
	AllowFault bool
	// EveryUtility makes Same compare utilities in all positions rather than in
	// terminal ones only.
	EveryUtility bool
}

func (o Options) withDefaults() Options {
	set := func(p *int, d int) {
		if *p <= 0 {
			*p = d
		}
	}
	set(&o.Walks, 4)
	set(&o.Steps, 200)
	set(&o.Dense, 10)
	set(&o.Labels, 64)
	return o
}

// dense reports whether the position after n steps gets the costly checks.
func (o Options) dense(n int) bool { return n < o.Dense || n&(n-1) == 0 }

// view is everything a machine says about its position.
type view struct {
	state    game.State
	terminal bool
	legal    [][]game.Move
	utility  []float64
	odds     []float64
	fluents  []string
}

// look reads the whole position. Terminal is asked first and last, so that a
// fault met while reading is seen.
func look(m game.Machine) view {
	f := m.Game().Facts()
	v := view{state: m.Save(nil), terminal: m.Terminal(), utility: make([]float64, f.Players)}
	if !v.terminal {
		for seat := range f.Seats {
			v.legal = append(v.legal, m.Legal(seat, nil))
		}
		if c, ok := m.(game.Chancer); ok && f.Nature {
			v.odds = c.Odds(nil)
		}
	}
	m.Utility(v.utility)
	if l, ok := m.(game.Lister); ok {
		v.fluents = l.Fluents(nil)
	}
	v.terminal = m.Terminal()
	return v
}

// differs names the first part in which two views of one position differ.
func (v view) differs(w view) error {
	switch {
	case !v.state.Equal(w.state):
		return fmt.Errorf("state %v, want %v", w.state, v.state)
	case v.state.Hash() != w.state.Hash():
		return fmt.Errorf("hash %x, want %x", w.state.Hash(), v.state.Hash())
	case v.terminal != w.terminal:
		return fmt.Errorf("terminal is %v, want %v", w.terminal, v.terminal)
	case !slices.Equal(v.utility, w.utility):
		return fmt.Errorf("utility %v, want %v", w.utility, v.utility)
	case !slices.Equal(v.odds, w.odds):
		return fmt.Errorf("odds %v, want %v", w.odds, v.odds)
	case !slices.Equal(v.fluents, w.fluents):
		return fmt.Errorf("fluents %s", firstDifference(v.fluents, w.fluents))
	}
	for seat := range v.legal {
		if seat >= len(w.legal) || !slices.Equal(v.legal[seat], w.legal[seat]) {
			return fmt.Errorf("legal moves of seat %d differ: %v, want %v", seat, w.legal, v.legal)
		}
	}
	return nil
}

// firstDifference shows what two sorted lists do not share, shortly.
func firstDifference(want, got []string) string {
	for _, s := range want {
		if !slices.Contains(got, s) {
			return fmt.Sprintf("%s is missing (%d entries, want %d)", s, len(got), len(want))
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			return fmt.Sprintf("%s is too much (%d entries, want %d)", s, len(got), len(want))
		}
	}
	return fmt.Sprintf("in another order or number: %d entries, want %d", len(got), len(want))
}

// draw picks one random legal move per seat of a view.
func (v view) draw(rng *rand.Rand) []game.Move {
	joint := make([]game.Move, len(v.legal))
	for seat, moves := range v.legal {
		joint[seat] = moves[rng.IntN(len(moves))]
	}
	if n := len(v.odds); n > 0 && n == len(v.legal[len(v.legal)-1]) {
		joint[len(joint)-1] = v.legal[len(joint)-1][game.DrawOdds(v.odds, rng)]
	}
	return joint
}

// swapCase turns upper into lower case letters and back.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}
