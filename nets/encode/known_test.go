package encode_test

import (
	"sync"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/nets/encode"
)

// TestPlacesStay: a move that is legal in several positions of a game happens at the same place in
// all, in every game in ludemes of the library. Encoders remember logits by moves for that.
func TestPlacesStay(t *testing.T) {
	again := 0
	for _, entry := range games.Ludemes() {
		g := open(t, entry.Name)
		f := g.Facts()
		if _, ok := g.NewMachine().(game.Viewer); !ok || f.Hidden {
			continue
		}
		places := map[game.Move]game.Place{}
		for walk := range uint64(3) {
			rng, m, w := game.Stream(walk, "encode.places", 0), g.NewMachine(), game.Walker{}
			var legal []game.Move
			for step := 0; step < 60 && !m.Terminal(); step++ {
				for seat := range f.Players {
					if legal = m.Legal(seat, legal); len(legal) < 2 {
						continue
					}
					for _, mv := range legal {
						at := m.(game.Viewer).Place(seat, mv)
						if old, ok := places[mv]; ok && old != at {
							t.Fatalf("%s: %s at %+v, before at %+v", entry.Name, m.Label(seat, mv), at, old)
						} else if ok {
							again++
						}
						places[mv] = at
					}
				}
				if !w.Step(m, rng) {
					break
				}
			}
		}
	}
	if again < 1000 {
		t.Errorf("%d moves were seen again", again)
	}
}

// TestLogitsAreKnown: an encoder that remembers gives the logits of one that never had the chance,
// from several goroutines at once.
func TestLogitsAreKnown(t *testing.T) {
	for _, name := range []string{"Chess", "ChineseCheckers", "Oware"} {
		g := open(t, name)
		old, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for walk := range uint64(2) {
			wg.Go(func() {
				rng, m, w := game.Stream(walk, "encode.known", 0), g.NewMachine(), game.Walker{}
				for step := 0; step < 30 && !m.Terminal(); step++ {
					fresh, err := encode.New(g, encode.Options{})
					if err != nil {
						t.Error(err)
						return
					}
					for seat := range g.Facts().Players {
						for _, mv := range m.Legal(seat, nil) {
							if got, want := old.Logit(m, seat, mv), fresh.Logit(m, seat, mv); got != want {
								t.Errorf("%s: %s has the logit %d, then %d", name, m.Label(seat, mv), want, got)
							}
						}
					}
					if !w.Step(m, rng) {
						return
					}
				}
			})
		}
		wg.Wait()
	}
}
