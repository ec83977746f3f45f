package game_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// A state survives storing, and differs in its hash from what is nearly the same.
func TestState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := game.State(rapid.SliceOf(rapid.Uint64()).Draw(t, "words"))
		back, err := game.StateFromBytes(s.Bytes())
		if err != nil || !back.Equal(s) || back.Hash() != s.Hash() {
			t.Fatalf("%v came back as %v, %v", s, back, err)
		}
		if len(s) > 0 {
			other := slices.Clone(s)
			other[rapid.IntRange(0, len(s)-1).Draw(t, "word")] ^= 1 << rapid.IntRange(0, 63).Draw(t, "bit")
			if other.Equal(s) || other.Hash() == s.Hash() {
				t.Fatalf("%v and %v are taken for the same", s, other)
			}
		}
		if longer := append(slices.Clone(s), 0); longer.Hash() == s.Hash() {
			t.Fatalf("a further word of 0 does not change the hash of %v", s)
		}
	})
	if _, err := game.StateFromBytes(make([]byte, 9)); err == nil {
		t.Error("9 bytes were read as words")
	}
}

// States of few bits, as most positions of most games are, all have hashes of their own, wherever in their words the bits are.
func TestHashesOfSparseStates(t *testing.T) {
	for _, c := range []struct{ words, bits int }{{1, 4}, {2, 3}, {5, 2}, {16, 2}} {
		seen, same := map[uint64]bool{}, 0
		s := make(game.State, c.words)
		var put func(from, left int)
		put = func(from, left int) {
			h := s.Hash()
			if seen[h] {
				same++
			}
			seen[h] = true
			for b := from; b < 64*c.words && left > 0; b++ {
				s[b>>6] ^= 1 << (b & 63)
				put(b+1, left-1)
				s[b>>6] ^= 1 << (b & 63)
			}
		}
		if put(0, c.bits); same > 0 {
			t.Errorf("%d of %d states of %d words with up to %d bits have the hash of another", same, same+len(seen), c.words, c.bits)
		}
	}
}

// Nature may stand anywhere among the roles; its seat is the last.
func TestFacts(t *testing.T) {
	f := &game.Facts{Seats: []string{"White", "black", "random"}, Players: 2, RoleSeat: []int{2, 0, 1}, Nature: true}
	roles := f.ByRole([]string{"w", "b", "n"})
	if !slices.Equal(roles, []string{"n", "w", "b"}) || !slices.Equal(f.BySeat(roles), []string{"w", "b", "n"}) {
		t.Errorf("by role %v, and back %v", roles, f.BySeat(roles))
	}
	if f.NatureSeat(1) || !f.NatureSeat(2) || f.NatureSeat(3) {
		t.Error("Nature's is the seat after the players'")
	}
	if (&game.Facts{Seats: []string{"a"}, Players: 1}).NatureSeat(1) {
		t.Error("a game without Nature has a seat for it")
	}
	two := &game.Facts{Seats: []string{"a", "A", "b"}}
	for _, c := range []struct {
		facts *game.Facts
		name  string
		want  int
	}{{f, "White", 0}, {f, "WHITE", 0}, {f, "BLACK", 1}, {f, "red", -1}, {f, "", -1}, {two, "A", 1}, {two, "a", 0}, {two, "B", 2}} {
		if got := c.facts.SeatByName(c.name); got != c.want {
			t.Errorf("%s of %v: seat %d, want %d", c.name, c.facts.Seats, got, c.want)
		}
	}
	if got := (&game.Facts{Seats: []string{"ab", "AB"}}).SeatByName("Ab"); got != -1 {
		t.Errorf("a name that could be either is seat %d", got)
	}
}

// A stream is decided by all that it is for, and by nothing else.
func TestStream(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(20) {
		for _, purpose := range []string{"match/nature", "match/replacement", ""} {
			for index := range uint64(20) {
				x := game.Stream(seed, purpose, index).Uint64()
				name := fmt.Sprint(seed, purpose, index)
				if x != game.Stream(seed, purpose, index).Uint64() {
					t.Fatalf("%s: two streams differ", name)
				}
				if other, taken := seen[x]; taken {
					t.Fatalf("%s and %s begin alike", name, other)
				}
				seen[x] = name
			}
		}
	}
}

// Draws come as often as their odds say: within five standard deviations.
func TestDrawOdds(t *testing.T) {
	odds := []float64{0.5, 0, 0.2, 0.3}
	const draws = 100_000
	count := make([]int, len(odds))
	rng := game.Stream(1, "test", 0)
	for range draws {
		count[game.DrawOdds(odds, rng)]++
	}
	for i, p := range odds {
		if far := math.Abs(float64(count[i]) - p*draws); far > 5*math.Sqrt(draws*p*(1-p)) {
			t.Errorf("odds %v: drawn %d times of %d", p, count[i], draws)
		}
	}
	if i := game.DrawOdds([]float64{0, 0}, rng); i != 1 {
		t.Errorf("odds that do not sum to 1 gave %d", i)
	}
}

// A playout ends where the game does, or at its limit, or at a fault.
func TestPlayout(t *testing.T) {
	for _, g := range append(toy.All(), toy.Endless(), toy.Faulty()) {
		m := g.NewMachine()
		n := game.Playout(m, game.Stream(3, "test", 0), 50)
		if m.Err() == nil && !m.Terminal() && n != 50 || n > 50 {
			t.Errorf("%s: %d steps, terminal %v, %v", g.Facts().Name, n, m.Terminal(), m.Err())
		}
	}
}

// Where Nature has a part, joint moves are several for a player's move.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		f    game.Facts
		want int
	}{{game.Facts{Players: 2}, 100}, {game.Facts{Players: 2, Nature: true}, 500}} {
		if n := c.f.Bound(100); n != c.want {
			t.Errorf("%+v: %d joint moves, want %d", c.f, n, c.want)
		}
	}
}
