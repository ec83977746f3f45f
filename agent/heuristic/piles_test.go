package heuristic

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/game"
)

// Pits of Oware are those of the row, and a pit is in one pile of its size.
func TestPiles(t *testing.T) {
	never := func() bool { return false }
	w, err := explore(open(t, "Oware"), never)
	if err != nil {
		t.Fatal(err)
	}
	if !w.piles.sown() {
		t.Fatal("nothing is sown")
	}
	for s, by := range w.piles.land {
		want := int32(-1) // the stores are sites 0 and 13
		switch {
		case s >= 1 && s <= 6:
			want = 0
		case s >= 7 && s <= 12:
			want = 1
		}
		if by != want {
			t.Errorf("player %d moves from site %d, and not %d", by, s, want)
		}
	}
	if w.rows != nil {
		t.Error("lines of seeds are looked for")
	}
	m, r := w.g.NewMachine(), w.reader()
	var walk game.Walker
	rng := game.Stream(1, "piles", 0)
	var atoms []part
	sizes := map[string]bool{}
	for range 40 {
		atoms, _ = r.read(m, atoms)
		count, piled := map[int32]int{}, map[int32]string{}
		for _, a := range atoms {
			if a.i < w.piles.first {
				count[a.i%w.piles.sites] += int(a.x)
				continue
			}
			text := w.atoms[a.i]
			piled[(a.i-w.piles.first)%w.piles.sites] = text[:strings.Index(text, " ")]
			if a.x != 1 {
				t.Errorf("%s counts %v times", text, a.x)
			}
		}
		for s, n := range count {
			want := []string{"1", "2", "3", "4"}[min(n, pileSizes)-1]
			if sizes[want] = true; piled[s] != want {
				t.Fatalf("%d on site %d are a pile of %q", n, s, piled[s])
			}
			delete(piled, s)
		}
		if len(piled) > 0 {
			t.Fatalf("piles of nothing: %v", piled)
		}
		if m.Terminal() || !walk.Step(m, rng) {
			break
		}
	}
	if len(sizes) < pileSizes {
		t.Errorf("only piles of %v came", sizes)
	}
}

const ownRows = `(game "Own Rows"
    (players 2)
    (equipment {
        (mancalaBoard 2 6 store:None { (track "Track1" { 0..5 } loop:True P1) (track "Track2" { 6..11 } loop:True P2) })
        (regions "Holes" P1 (sites { 0..5 }))
        (regions "Holes" P2 (sites { 6..11 }))
        (piece "Seed" Shared)
    })
    (rules
        (start (set Count 3 to:(sites Board)))
        (play
            (move Select
                (from (sites Mover "Holes") if:(> (count at:(from)) 1))
                (then (sow "Track" owner:(mover)
                    if:(> (count at:(to)) 1)
                    apply:(fromTo
                        (from (+ (to) (if (is Mover P1) 6 -6)))
                        (to (to))
                        count:(count at:(+ (to) (if (is Mover P1) 6 -6)))
                    )
                ))
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)`

// Who sows on his own rows owns what lies there, and takes what he gets of the other's; who sows on all does not.
func TestOwnersOfPiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.lud")
	if err := os.WriteFile(file, []byte(ownRows), 0o600); err != nil {
		t.Fatal(err)
	}
	shared := filepath.Join(t.TempDir(), "shared.lud")
	if err := os.WriteFile(shared, []byte(strings.ReplaceAll(ownRows, `(sites Mover "Holes")`, "(sites Board)")), 0o600); err != nil {
		t.Fatal(err)
	}
	if w, err := explore(open(t, shared), func() bool { return false }); err != nil || w.piles == nil || w.piles.sown() {
		t.Errorf("who may move from every site has sites of his own (%v)", err)
	}
	for name, want := range map[string]float64{file: 18, "Oware": 0, "Kalah": 0} {
		w, err := explore(open(t, name), func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		s := plainOf(w, func() bool { return false }).NewScorer().(*materialScorer)
		if s.count(w.g.NewMachine()); s.have[0] != want || s.have[1] != want {
			t.Errorf("%s: players have %v", w.g.Facts().Name, s.have)
		}
		if _, c := Valued(w.g, time.Hour); !c.Sown || c.Captured() != (want > 0) {
			t.Errorf("%s: %+v", w.g.Facts().Name, c)
		}
	}
}

// Where nothing lies in piles there are none; stacks are something else.
func TestNoPiles(t *testing.T) {
	for _, name := range []string{"EnglishDraughts", "Go", "Backgammon", "Lasca"} {
		w, err := explore(open(t, name), func() bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if w.piles != nil || w.piles.sown() {
			t.Errorf("%s has piles", name)
		}
	}
}
