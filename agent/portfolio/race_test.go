package portfolio

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// held has ways race for a while. Those of fakes are held in bubbles, where only what fakes
// take is time.
func held(t *testing.T, g game.Game, d time.Duration, memo *Memo, ways ...*Way) *race {
	t.Helper()
	r := newRace(g, ways, search())
	r.remember(memo)
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	r.run(ctx, d)
	return r
}

func find(list []Standing, name string) Standing {
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	return Standing{}
}

// TestDecides: a way that always wins is taken and those that always lose dropped,
// whatever they were trusted with; points and games add up.
func TestDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ones, zeros := fake{say: 1}, fake{say: 0}
		r := held(t, count(), 400*time.Millisecond, nil,
			way("loser", 0.6, zeros), way("winner", 0.4, ones), way("another loser", 0.5, zeros), way("other winner", 0.35, ones))
		list := r.standings()
		if list[0].Name != "winner" && list[0].Name != "other winner" {
			t.Errorf("%s has won: %+v", list[0].Name, list)
		}
		if s := find(r.earlier, "loser"); s.Played == 0 || s.Points > float64(s.Played)/2 {
			t.Errorf("the loser has %g of %d in the first heat", s.Points, s.Played)
		}
		if a, b := find(list, "loser"), find(list, "another loser"); !a.out && !b.out {
			t.Errorf("both losers are in the second heat: %+v", list)
		}
		for _, s := range list {
			if strings.HasSuffix(s.Name, "loser") && 10*s.Played > r.played {
				t.Errorf("time was spent on %+v of %d matches", s, r.played)
			}
		}
		played, points := 0, 0.0
		for _, s := range slices.Concat(r.earlier, list) {
			played += s.Played
			points += s.Points
		}
		if r.played == 0 || played != 2*r.played || math.Abs(points-float64(r.played)) > 1e-6 {
			t.Errorf("%d matches, but %d games and %g points of ways", r.played, played, points)
		}
		if r.fail != nil {
			t.Error(r.fail)
		}
	})
}

// TestFails: who fails, or panics, in any part, loses to who works, though the moves
// made instead would win.
func TestFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		works := fake{say: 1}
		for name, w := range map[string]*Way{
			"New panics":                     {Name: "bad", trust: 0.9, New: func(int, int64, uint64) agent.Player { time.Sleep(thinks); panic("new") }},
			"Choose fails":                   way("bad", 0.9, fake{choose: func() error { return errFake }}),
			"Choose panics":                  way("bad", 0.9, fake{choose: func() error { panic("choose") }}),
			"Choose gives what is not legal": way("bad", 0.9, fake{say: 7}),
			"Begin panics, Choose fails": way("bad", 0.9, fake{
				begin: func() error { panic("begin") }, choose: func() error { return errFake },
			}),
		} {
			r := held(t, count(), 100*time.Millisecond, nil, w, way("good", 0.1, works))
			if list := r.standings(); list[0].Name != "good" || find(r.earlier, "bad").Points > 0 {
				t.Errorf("%s: %+v", name, list)
			}
		}
		// Two that fail are no reason not to end, nor to crash.
		r := held(t, count(), 100*time.Millisecond, nil,
			way("a", 0.5, fake{choose: func() error { panic("a") }}), way("b", 0.5, fake{choose: func() error { return errFake }}))
		if len(r.standings()) != 2 {
			t.Error("standings are lost")
		}
	})
}

// TestBreaks: an engine that panics in a match ends the race, which says so.
func TestBreaks(t *testing.T) {
	g := newBad(count(), 3000, func() { panic("engine") })
	ones := fake{say: 1}
	r := newRace(g, []*Way{way("a", 0.5, ones), way("b", 0.4, ones)}, search())
	// The way to the length of games may meet it first: that is its caller's.
	err := guard("race", func() { r.run(t.Context(), time.Minute) })
	if !errors.Is(errors.Join(err, r.fail), errPanic) {
		t.Error(err, r.fail)
	}
}

// TestEnds: a race of one way, without time, in a game that never ends, or that is over
// at once, ends and plays nothing that does not count.
func TestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ones := fake{say: 1}
		pair := []*Way{way("a", 0.5, ones), way("b", 0.5, ones)}
		if r := held(t, count(), 50*time.Millisecond, nil, pair[0]); r.played != 0 || r.standings()[0].Name != "a" {
			t.Error("one way has raced")
		}
		if r := held(t, count(), 0, nil, pair...); r.standings()[0].Name != "a" {
			t.Error("without time, the order is not that of the table")
		}
		over := toy.New(toy.Rules{
			Name: "over", Players: []string{"a", "b"}, Init: game.State{0},
			Terminal: func(game.State) bool { return true },
			Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0) },
			Next:     func(game.State, []game.Move) {}, Utility: func(game.State, []float64) {},
			Label: func(int, game.Move) string { return "noop" },
		})
		if r := held(t, over, 50*time.Millisecond, nil, pair...); r.played != 0 {
			t.Error("a game that is over was played")
		}
		begin := time.Now()
		r := held(t, toy.Endless(), 200*time.Millisecond, nil, pair...)
		if time.Since(begin) > time.Second {
			t.Error("an endless game has held the race up")
		}
		for _, s := range r.standings() {
			if s.Points != float64(s.Played)/2 {
				t.Errorf("games that are cut off are no draws: %+v", s)
			}
		}
	})
}

// TestThree: in a game for three, both sides get the average of their seats.
func TestThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := held(t, toy.Heap(7), 100*time.Millisecond, nil, way("a", 0.5, fake{say: 1}), way("b", 0.5, fake{say: 1}))
		if r.played == 0 || r.fail != nil {
			t.Fatalf("%d matches: %v", r.played, r.fail)
		}
		points := 0.0
		for _, s := range slices.Concat(r.earlier, r.standings()) {
			points += s.Points
		}
		if math.Abs(points-float64(r.played)) > 1e-6 {
			t.Errorf("%g points of %d matches", points, r.played)
		}
	})
}

// TestMemoryOfRaces: all trees and batches of all matches at a time fit into what the match may
// have, however many play.
func TestMemoryOfRaces(t *testing.T) {
	for players := 2; players <= mostRacers; players++ {
		for _, bytes := range []int64{64 << 20, 256 << 20, 4 << 30} {
			o := search()
			o.Bytes = bytes
			r := newRace(seated{toy.Lines(), &game.Facts{Players: players}}, nil, o)
			each := r.bytes() + mcts.BatchBytes(r.bytes())
			if all := int64(players*o.Threads) * each; all > bytes {
				t.Errorf("%d players take %d bytes of %d", players, all, bytes)
			}
		}
	}
}

// seated is a game that says of itself what it is told.
type seated struct {
	game.Game
	facts *game.Facts
}

func (s seated) Facts() *game.Facts { return s.facts }

// TestRemembers: what is remembered decides where there is no time, is overruled by what
// is seen, and spares the first heat when there is enough of it.
func TestRemembers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ones, zeros := fake{say: 1}, fake{say: 0}
		ways := []*Way{way("a", 0.5, zeros), way("b", 0.5, ones), way("c", 0.5, zeros)}
		good := &Memo{Version: Version, Ways: map[string]Score{"a": {20, 2}, "b": {30, 29}, "c": {4, 1}, "gone": {50, 50}}}
		r := held(t, count(), 0, good, ways...)
		if list := r.standings(); list[0].Name != "b" || !r.known {
			t.Errorf("what is remembered does not count: %+v", list)
		}
		if r := held(t, count(), 200*time.Millisecond, good, ways...); r.earlier != nil || r.standings()[0].Name != "b" {
			t.Errorf("what is known has raced again: %+v", r.standings())
		}
		wrong := &Memo{Version: Version, Ways: map[string]Score{"a": {12, 11}, "b": {8, 3}, "c": {0.5, 0}}}
		r = held(t, count(), 400*time.Millisecond, wrong, ways...)
		if r.known || r.earlier == nil || r.standings()[0].Name != "b" {
			t.Errorf("what is remembered is not overruled: %+v", r.standings())
		}
		// The more is remembered the more it counts, to a bound.
		last := 0.5
		for i, games := range []float64{3, 6, 12, 1000} {
			r := newRace(count(), ways, search())
			r.remember(&Memo{Ways: map[string]Score{"b": {games, games}}})
			s := find(r.stand, "b")
			if s.rank(0) < last || i < 3 && s.rank(0) == last || s.old.Played > mostRemembered {
				t.Errorf("%g games won: worth %g, as much as %g games", games, s.rank(0), s.old.Played)
			}
			last = s.rank(0)
		}
	})
}

// TestProspects: a way that gains from time passes one that does not when the match has more of
// it than the race, and more with more threads.
func TestProspects(t *testing.T) {
	slow, quick := &Way{gain: 0.2}, &Way{}
	r := &race{move: 10 * time.Millisecond, play: 10 * time.Millisecond, opt: mcts.Options{Threads: 1}}
	if got := r.prospects(slow, 0.4); got != 0.4 {
		t.Errorf("without more time 0.4 becomes %g", got)
	}
	r.play = time.Second
	long := r.prospects(slow, 0.4)
	if long < 0.6 || long > 0.8 || math.Abs(r.prospects(quick, 0.6)-0.6) > 1e-9 {
		t.Errorf("with a hundred times the time 0.4 becomes %g, and 0.6 without gain %g", long, r.prospects(quick, 0.6))
	}
	r.opt.Threads = 8
	if wide := r.prospects(slow, 0.4); wide <= long {
		t.Errorf("%g with eight threads, %g with one", wide, long)
	}
	if x := r.prospects(slow, 0); x > 0.5 {
		t.Errorf("a way that has lost everything is worth %g", x)
	}
}

// TestTrustByPace: a way that needs simulations is trusted less where a move of the match has few
// of them, and no race is needed to know; in the race, where there is less time, less again.
func TestTrustByPace(t *testing.T) {
	worth := func(rate float64) (tree, raced, other float64) {
		r := &race{
			g:    count(),
			ways: []*Way{{Name: "tree", gain: treeGain, trust: 0.6, playouts: true}, {Name: "other", trust: 0.5}},
			opt:  mcts.Options{Threads: 1}, play: time.Second, rate: rate, stand: make([]Standing, 2),
		}
		for i := range r.stand {
			r.stand[i].weight = trusted
		}
		r.trust()
		r.pace(4*time.Second, 40, 20, leastMove)
		return r.prospects(r.ways[0], r.stand[0].rank(0)), r.stand[0].rank(0), r.prospects(r.ways[1], r.stand[1].rank(0))
	}
	tree, raced, other := worth(few)
	if math.Abs(tree-0.6) > 1e-9 || raced > 0.45 || math.Abs(other-0.5) > 1e-9 {
		t.Errorf("with as many simulations as trust is about: %g, %g in the race, and %g", tree, raced, other)
	}
	if tree, _, other := worth(100); tree > 0.42 || math.Abs(other-0.5) > 1e-9 {
		t.Errorf("with a hundred simulations a move a tree is worth %g, the other %g", tree, other)
	}
}

// TestTrust: what random games show of pieces, and what the learned function foresees, decides who is trusted
// most before anybody has raced.
func TestTrust(t *testing.T) {
	placed, moved, captured, borne := heuristic.Census{Games: 9, Came: 40}, heuristic.Census{Games: 9, First: 8}, heuristic.Census{Games: 9, First: 24, Taken: 18}, heuristic.Census{Games: 9, First: 30, Lost: 20, Taken: 2}
	always := heuristic.Census{Games: 9, First: 64, Taken: 26, Moves: 25, Takes: 22}
	for name, c := range map[string]heuristic.Census{"placed": placed, "every move takes": always, "borne off": borne} {
		if got, other := (&seen{census: c}).counts(), (&seen{census: moved}).counts(); got >= other {
			t.Errorf("%s: counting pieces is thought to be worth %g, where they are only moved %g", name, got, other)
		}
	}
	f := heuristic.Material(open(t, "ticTacToe"))
	for name, x := range map[string]struct {
		seen
		best string
	}{
		"pieces are placed":                          {seen{census: placed, learned: f, saved: 0.07}, "grave"},
		"placed, and the function foresees much":     {seen{census: placed, learned: f, saved: 0.4}, "alphabeta"},
		"placed, and they are counted":               {seen{census: placed, learned: f, counted: f}, "grave"},
		"pieces are moved":                           {seen{census: moved, learned: f, saved: 0.05}, "grave"},
		"pieces are captured":                        {seen{census: captured, learned: f, counted: f, saved: 0.2}, "alphabeta"},
		"captured, and nothing was learned":          {seen{census: captured, counted: f}, "material"},
		"captured, and the function foresees little": {seen{census: captured, learned: f, counted: f}, "material"},
		"every move takes some":                      {seen{census: always, learned: f, counted: f, saved: 0.05}, "grave"},
		"who gets rid of them wins":                  {seen{census: borne, learned: f, counted: f, saved: 0.05}, "grave"},
		"pieces are sown":                            {seen{census: heuristic.Census{Games: 9, Sown: true, Even: true}, learned: f, saved: 0.05}, "alphabeta"},
		"nothing is known of pieces":                 {seen{learned: f, saved: 0.35}, "alphabeta"},
		"nothing is known, nothing foreseen":         {seen{learned: f}, "grave"},
	} {
		x.players, x.pure = 2, true
		best := x.ways()[0]
		for _, w := range x.ways() {
			if w.trust > best.trust {
				best = w
			}
		}
		if best.Name != x.best || best.trust < 0.5 {
			t.Errorf("%s: %s is trusted most, with %.2f", name, best.Name, best.trust)
		}
		x.pure = false
		for _, w := range x.ways() {
			if w.trust > share(plainTrust) {
				t.Errorf("%s: %s is trusted with %.2f, without alpha-beta", name, w.Name, w.trust)
			}
		}
		x.serial = true // games are to tell
		for _, w := range x.ways() {
			if even := w.trust > 0.45 && w.trust < 0.55; x.learned != nil && (w.Name == "grave" || w.Name == "serial") && !even {
				t.Errorf("%s: %s is trusted with %.2f where two decide at the same time", name, w.Name, w.trust)
			}
		}
	}
}

// TestSparing: where eyes are known, a tree search that fills none races with the others, and nowhere else.
func TestSparing(t *testing.T) {
	for name, want := range map[string]bool{"NoGo": true, "Gomoku": false} {
		has := false
		var s seen
		s.players = 2
		if !s.look(t.Context(), open(t, "ludii:"+name), 1, 200*time.Millisecond) {
			t.Fatalf("%s: too slow", name)
		}
		for _, w := range s.ways() {
			if w.Name == "sparing" {
				has = w.search(mcts.Options{}).Spare
			}
		}
		if has != want {
			t.Errorf("%s: a way that fills no eyes: %v", name, has)
		}
	}
}

// TestLongest: matches of a race are cut off after more joint moves where throws of dice are among them.
func TestLongest(t *testing.T) {
	for name, want := range map[string]int{"ticTacToe": 140, "ludii:RoyalGameOfUr": 700} {
		r := &race{g: open(t, name), play: time.Second}
		if r.pace(4*time.Second, 40, 20, leastMove); r.plies != want {
			t.Errorf("%s: after %d joint moves, want %d", name, r.plies, want)
		}
	}
}

// TestDoubt: games at a quick pace tell less about a match, and more of them not much more.
func TestDoubt(t *testing.T) {
	r := &race{g: count(), opt: mcts.Options{Threads: 1}, play: time.Second, stand: []Standing{{weight: trusted, trust: 0.5}}}
	worth := func(play time.Duration, won int) float64 {
		r.play = play
		r.pace(4*time.Second, 40, 20, leastMove)
		s := r.stand[0]
		s.Played, s.Points = won, float64(won)
		return s.rank(0)
	}
	if a, b := worth(r.move, 10), worth(time.Second, 10); b >= a {
		t.Errorf("ten games won are worth %g at the pace of the match, %g at a quick one", a, b)
	}
	if a, b := worth(time.Second, 10), worth(time.Second, 1000); b <= a || b > 0.85 {
		t.Errorf("ten quick games won are worth %g, a thousand %g", a, b)
	}
	rich := worth(time.Second, 10)
	if r.rate = poor / 8 / r.move.Seconds(); worth(time.Second, 10) >= rich {
		t.Errorf("ten games of moves with few simulations tell as much as others: %g", rich)
	}
}
