package alphabeta

import (
	"testing"

	"ludens/game"
)

// A table forgets nothing while there is room, not when it grows either, and keeps
// what is deep or proven when there is none.
func TestTable(t *testing.T) {
	rng := game.Stream(1, "table", 0)
	tab := newTable(1 << 16)
	tab.turn()
	if n := tab.bytes(); n > 1<<16 || n < 1<<15 {
		t.Fatalf("%d bytes", n)
	}
	deep := make([]uint64, 100)
	for i := range deep {
		deep[i] = rng.Uint64()
		tab.put(entry{key: deep[i], score: int32(i), depth: 20, bound: exact, move: noMove})
	}
	for range 100_000 {
		tab.put(entry{key: rng.Uint64(), depth: 1, bound: lower, move: noMove})
	}
	check := func(when string) {
		t.Helper()
		for i, k := range deep {
			if e, ok := tab.get(k); !ok || e.score != int32(i) {
				t.Fatalf("%s: %d is %+v", when, i, e)
			}
		}
	}
	check("full")
	used := tab.used
	tab.grow(1 << 17)
	if tab.bytes() > 1<<16 {
		t.Error("it grew beyond the limit")
	}
	tab.grow(1 << 20)
	// What it held is moved when it is asked for: to move it all at once takes too long.
	if tab.used != 0 || tab.bytes() < 1<<17 || tab.bytes() > 1<<20 {
		t.Errorf("grown: %d used, %d before, %d bytes", tab.used, used, tab.bytes())
	}
	check("grown")
	if tab.used != int64(len(deep)) {
		t.Errorf("%d moved, want %d", tab.used, len(deep))
	}
	for range oldTurns + 1 {
		tab.turn()
	}
	if tab.old != nil {
		t.Error("what it held before is kept for ever")
	}
	check("old turns over")
	// A guess does not replace a proof, and a proof replaces a guess.
	k := deep[0]
	tab.put(entry{key: k, score: 5, depth: 1, bound: exact, proof: exactly, move: noMove})
	tab.put(entry{key: k, score: 6, depth: 30, bound: lower, move: noMove})
	if e, _ := tab.get(k); e.score != 5 || e.proof != exactly {
		t.Errorf("after a proof: %+v", e)
	}
}

// Two ways to one position of a game in ludemes are one position to the search, and two to the textbook's.
func TestKeysOfLudemes(t *testing.T) {
	g := open(t, "ludii:Breakthrough")
	after := func(c *cursor, moves ...string) uint64 {
		c.m.Reset()
		for n, text := range moves {
			joint := make([]game.Move, 2)
			mv, err := c.m.Parse(n%2, text)
			if err != nil {
				t.Fatal(err)
			}
			joint[n%2] = mv
			c.m.Step(joint)
		}
		return c.key(c.m.Save(nil))
	}
	one := []string{"(move A2 A3)", "(move A7 A6)", "(move B2 B3)", "(move B7 B6)"}
	two := []string{"(move B2 B3)", "(move B7 B6)", "(move A2 A3)", "(move A7 A6)"}
	for _, plain := range []bool{false, true} {
		s := newSearch(g, 0, Options{Plain: plain, Bytes: 1 << 20}.withDefaults(), 1<<20)
		if same := after(s.cursor, one...) == after(s.cursor, two...); same == plain {
			t.Errorf("plain %v: the keys of both ways are equal: %v", plain, same)
		}
	}
}
