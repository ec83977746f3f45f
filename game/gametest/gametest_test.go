package gametest

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

func TestVerifyToys(t *testing.T) {
	for _, g := range append(toy.All(), toy.Prisoners(), toy.Endless()) {
		t.Run(g.Facts().Name, func(t *testing.T) {
			if err := Verify(g, Options{Walks: 20, Seed: 7}); err != nil {
				t.Error(err)
			}
			if err := Same(g, g, Options{Walks: 5, EveryUtility: true}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestVerifyFaultyDescription(t *testing.T) {
	if err := Verify(toy.Faulty(), Options{Walks: 10}); !errors.Is(err, game.ErrNoMove) {
		t.Errorf("strict: error %v, want %v", err, game.ErrNoMove)
	}
	if err := Verify(toy.Faulty(), Options{Walks: 10, AllowFault: true}); err != nil {
		t.Errorf("allowing faults: %v", err)
	}
}

// The counts of three in a row are well known: 1440 matches end after five
// plies, 255168 in all, 127872 of them with the ninth.
func TestPerft(t *testing.T) {
	tests := []struct {
		g                *toy.Game
		depth            int
		nodes, terminals uint64
	}{
		{toy.Lines(), 0, 1, 0},
		{toy.Lines(), 1, 9, 0},
		{toy.Lines(), 4, 3024, 0},
		{toy.Lines(), 5, 15120, 1440},
		{toy.Lines(), 9, 127872, 255168},
		{toy.Pennies(3), 3, 64, 64},
		{toy.Pennies(3), 4, 0, 64},
		{toy.Cards(), 2, 24, 24},
		{toy.Heap(4), 4, 1, 7},
	}
	for _, tt := range tests {
		m := tt.g.NewMachine()
		nodes, terminals, err := Perft(context.Background(), m, tt.depth)
		if err != nil || nodes != tt.nodes || terminals != tt.terminals {
			t.Errorf("%s, depth %d: %d nodes, %d terminals, error %v; want %d, %d", tt.g.Facts().Name,
				tt.depth, nodes, terminals, err, tt.nodes, tt.terminals)
		}
		if !m.Save(nil).Equal(tt.g.NewMachine().Save(nil)) {
			t.Errorf("%s: the machine is not back in its position", tt.g.Facts().Name)
		}
	}
}

func TestPerftEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Perft(ctx, toy.Endless().NewMachine(), 30); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	if _, _, err := Perft(context.Background(), toy.Faulty().NewMachine(), 5); !errors.Is(err, game.ErrNoMove) {
		t.Errorf("faulty description: error %v", err)
	}
	if _, _, err := Perft(context.Background(), toy.Heap(3).NewMachine(), -1); err == nil {
		t.Error("negative depth is accepted")
	}
}

// broken is an engine that breaks one promise, by functions laid over a good one.
type broken struct {
	game.Game
	facts *game.Facts
	wrap  func(game.Machine) game.Machine
}

func (b *broken) Facts() *game.Facts {
	if b.facts != nil {
		return b.facts
	}
	return b.Game.Facts()
}

func (b *broken) NewMachine() game.Machine { return b.wrap(b.Game.NewMachine()) }

type over struct {
	game.Machine
	game    game.Game
	legal   func(seat int, moves []game.Move) []game.Move
	save    func(s game.State) game.State
	load    func(s game.State)
	step    func(joint []game.Move) bool
	utility func(dst []float64)
	label   func(text string) string
	parse   func(text string) string
	reset   func() bool
}

func (o *over) Game() game.Game { return o.game }

func (o *over) Legal(seat int, dst []game.Move) []game.Move {
	dst = o.Machine.Legal(seat, dst)
	if o.legal != nil {
		dst = o.legal(seat, dst)
	}
	return dst
}

func (o *over) Save(dst game.State) game.State {
	s := o.Machine.Save(dst)
	if o.save != nil {
		s = o.save(s)
	}
	return s
}

func (o *over) Load(s game.State) {
	o.Machine.Load(s)
	if o.load != nil {
		o.load(s)
	}
}

func (o *over) Step(joint []game.Move) {
	if o.step == nil || o.step(joint) {
		o.Machine.Step(joint)
	}
}

func (o *over) Reset() {
	if o.reset == nil || o.reset() {
		o.Machine.Reset()
	}
}

func (o *over) Utility(dst []float64) {
	o.Machine.Utility(dst)
	if o.utility != nil {
		o.utility(dst)
	}
}

func (o *over) Label(seat int, m game.Move) string {
	s := o.Machine.Label(seat, m)
	if o.label != nil {
		s = o.label(s)
	}
	return s
}

func (o *over) Parse(seat int, text string) (game.Move, error) {
	if o.parse != nil {
		text = o.parse(text)
	}
	return o.Machine.Parse(seat, text)
}

type badOdds struct{ *over }

func (b badOdds) Odds(dst []float64) []float64 {
	return append(dst[:0], .5, .6)
}

type badPlayout struct{ *over }

func (b badPlayout) Playout(_ *rand.Rand, limit int) int { return min(1, limit) }

// badWarner warns before anything is asked, or goes on warning after Reset.
type badWarner struct {
	*over
	early bool
	flaw  error
}

func (b *badWarner) Load(s game.State) { b.over.Load(s); b.flaw = nil }
func (b *badWarner) Reset() {
	b.over.Reset() // and the flaw stays
}

func (b *badWarner) Utility(dst []float64) {
	b.over.Utility(dst)
	if b.Terminal() {
		b.flaw = game.ErrGoals
	}
}

func (b *badWarner) Warning() error {
	if b.early {
		return game.ErrGoals
	}
	return b.flaw
}

// Each broken engine must be caught, and for the right reason.
func TestVerifyCatches(t *testing.T) {
	shared := game.State{}
	tests := []struct {
		name, want string
		base       game.Game
		change     func(o *over) game.Machine
		facts      func(f *game.Facts)
	}{
		{name: "order", want: "differently", change: func(o *over) game.Machine {
			n := 0
			o.legal = func(_ int, m []game.Move) []game.Move {
				if n++; n%3 == 0 {
					slices.Reverse(m)
				}
				return m
			}
			return o
		}},
		{name: "no move", want: "no legal move", change: func(o *over) game.Machine {
			o.legal = func(int, []game.Move) []game.Move { return nil }
			return o
		}},
		{name: "twice", want: "twice", change: func(o *over) game.Machine {
			o.legal = func(_ int, m []game.Move) []game.Move { return append(m, m...) }
			return o
		}},
		{name: "load keeps", want: "keeps the slice", change: func(o *over) game.Machine {
			inner := o.Machine
			var kept game.State
			o.load = func(s game.State) { kept = s }
			o.step = func([]game.Move) bool { kept = nil; return true }
			o.save = func(s game.State) game.State {
				if kept != nil && !slices.Equal(kept, s) {
					inner.Load(kept)
				}
				return inner.Save(s)
			}
			return o
		}},
		{name: "shared", want: "state", change: func(o *over) game.Machine {
			inner := o.Machine
			o.step = func(j []game.Move) bool {
				inner.Step(j)
				shared = inner.Save(shared)
				return false
			}
			o.save = func(s game.State) game.State {
				if len(shared) > 0 {
					return append(s[:0], shared...)
				}
				return s
			}
			return o
		}},
		{name: "joint", want: "changed the joint move", change: func(o *over) game.Machine {
			inner := o.Machine
			o.step = func(j []game.Move) bool { inner.Step(j); j[0]++; return false }
			return o
		}},
		{name: "early warning", want: "before anything was asked", change: func(o *over) game.Machine { return &badWarner{over: o, early: true} }},
		{name: "warning that stays", want: "still there after Reset", change: func(o *over) game.Machine { return &badWarner{over: o} }},
		{name: "utility", want: "want 0…1", change: func(o *over) game.Machine {
			o.utility = func(d []float64) { d[0] = 100 }
			return o
		}},
		{name: "label", want: "two moves have the label", change: func(o *over) game.Machine {
			o.label = func(string) string { return "same" }
			return o
		}},
		{name: "case", want: "does not parse", change: func(o *over) game.Machine {
			o.parse = func(s string) string {
				if s != strings.ToLower(s) {
					return "?"
				}
				return s
			}
			return o
		}},
		{name: "reset", want: "after Reset", change: func(o *over) game.Machine {
			o.reset = func() bool { return false }
			return o
		}},
		{name: "odds", want: "odds", base: toy.Pig(10), change: func(o *over) game.Machine { return badOdds{o} }},
		{name: "playout", want: "not terminal", change: func(o *over) game.Machine { return badPlayout{o} }},
		{
			name: "roles", want: "permutation", facts: func(f *game.Facts) { f.RoleSeat = []int{0, 0} },
			change: func(o *over) game.Machine { return o },
		},
		{name: "panic", want: "panic", change: func(o *over) game.Machine {
			o.step = func(j []game.Move) bool {
				if len(j) == 0 || j[0] > 9 {
					panic("illegal")
				}
				return true
			}
			return o
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shared = nil
			b := &broken{Game: tt.base}
			if b.Game == nil {
				b.Game = toy.Lines()
			}
			if tt.facts != nil {
				f := *b.Game.Facts()
				tt.facts(&f)
				b.facts = &f
			}
			b.wrap = func(m game.Machine) game.Machine { return tt.change(&over{Machine: m, game: b}) }
			err := Verify(b, Options{Walks: 3})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestSameCatches(t *testing.T) {
	if err := Same(toy.Lines(), toy.Heap(7), Options{}); err == nil {
		t.Error("games with different seats count as the same")
	}
	if err := Same(toy.Pennies(3), toy.Pennies(4), Options{}); err == nil {
		t.Error("games of different length count as the same")
	}
	b := &broken{Game: toy.Lines()}
	b.wrap = func(m game.Machine) game.Machine {
		return &over{Machine: m, game: b, legal: func(_ int, l []game.Move) []game.Move {
			if len(l) == 5 {
				return l[1:]
			}
			return l
		}}
	}
	err := Same(toy.Lines(), b, Options{})
	if err == nil || !strings.Contains(err.Error(), "legal moves of") || !strings.Contains(err.Error(), "step 4") {
		t.Errorf("a missing legal move: error %v", err)
	}
	if err := Same(toy.Faulty(), toy.Faulty(), Options{AllowFault: true}); err != nil {
		t.Errorf("the same fault in both: %v", err)
	}
}

// Two engines that differ only in whether they warn are not the same.
func TestSameComparesWarnings(t *testing.T) {
	quiet := &broken{Game: toy.Lines()}
	quiet.wrap = func(m game.Machine) game.Machine {
		return &silentWarner{&badWarner{over: &over{Machine: m, game: quiet}}}
	}
	loud := &broken{Game: toy.Lines()}
	loud.wrap = func(m game.Machine) game.Machine { return &badWarner{over: &over{Machine: m, game: loud}} }
	if err := Same(loud, quiet, Options{}); err == nil || !strings.Contains(err.Error(), "warn of different things") {
		t.Errorf("error %v, want that the warnings differ", err)
	}
}

type silentWarner struct{ *badWarner }

func (silentWarner) Warning() error { return nil }
