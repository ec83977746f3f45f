package relative

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/shipped"
)

// TestOrientations: of orientations that symmetries make of each other one is tried, and every other one is made of one
// that is.
func TestOrientations(t *testing.T) {
	both := orientations(2, nil)
	mirror := orientation{arch.Turns[1], []int{0, 1}}
	upside := orientation{arch.Turns[2], []int{1, 0}}
	for _, c := range []struct {
		name       string
		players    int
		symmetries []orientation
		want       int
	}{
		{"two players", 2, nil, 16},
		{"three players", 3, nil, 8},
		{"a mirror", 2, []orientation{mirror}, 8},
		{"a mirror, and sides exchanged", 2, []orientation{mirror, upside, mirror.then(upside)}, 4},
		{"everything", 2, both, 1},
	} {
		got := orientations(c.players, c.symmetries)
		if len(got) != c.want {
			t.Errorf("%s: %d ways, want %d", c.name, len(got), c.want)
		}
		for _, o := range orientations(c.players, nil) {
			if !slices.ContainsFunc(got, func(p orientation) bool {
				return o.is(p) || slices.ContainsFunc(c.symmetries, func(s orientation) bool { return p.then(s).is(o) })
			}) {
				t.Errorf("%s: %v is not tried, nor what is the same", c.name, o)
			}
		}
	}
}

// TestThen: one turn after another moves cells as both do.
func TestThen(t *testing.T) {
	const w, h = 4, 7
	for _, a := range arch.Turns {
		for _, b := range arch.Turns {
			for x := range w {
				for y := range h {
					u, v := a.Place(x, y, w, h)
					aw, ah := a.Board(w, h)
					u, v = b.Place(u, v, aw, ah)
					if p, q := a.Then(b).Place(x, y, w, h); p != u || q != v {
						t.Fatalf("%v then %v: %d %d becomes %d %d, want %d %d", a, b, x, y, p, q, u, v)
					}
				}
			}
		}
	}
}

// TestSymmetries: as anybody can see who looks at the board.
func TestSymmetries(t *testing.T) {
	mirror, half, diagonal := arch.Turns[1], arch.Turns[3], arch.Turns[4]
	for _, c := range []struct {
		game  string
		count int
		some  []orientation
	}{
		{"gdl:breakthrough8", 3, []orientation{{mirror, []int{0, 1}}, {half, []int{1, 0}}}},
		{"gdl:hex7", 3, []orientation{{half, []int{0, 1}}, {diagonal, []int{1, 0}}}},
		{"ludii:Hex", 3, []orientation{{half, []int{0, 1}}, {diagonal, []int{1, 0}}}},
		{"gdl:checkers6", 0, nil},
	} {
		g, enc := open(t, c.game)
		got := symmetries(g, enc, enc.Meaning(g, 200))
		if len(got) != c.count {
			t.Errorf("%s: %v", c.game, got)
		}
		for _, o := range c.some {
			if !slices.ContainsFunc(got, o.is) {
				t.Errorf("%s: %v is not among %v", c.game, o, got)
			}
		}
	}
}

// TestTable: who knows the game beats random moves with every seat, random moves are as good as random moves, and the same is
// played again.
func TestTable(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	net, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	e, err := infer.NewEngine(net.Spec.Layers(), nil, net.Weights, kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	never := time.Now().Add(time.Hour)
	play := func(a, b *contestant, n int) (s score) {
		if !newTable(g, enc).meet(t.Context(), a, b, n, never, &s) || s.matches != n {
			t.Fatalf("%+v of %d", s, n)
		}
		return s
	}
	knows := &contestant{e}
	won, lost, even := play(knows, nil, 32), play(nil, knows, 32), play(nil, nil, 256)
	if won.share() < 0.9 || lost.share() > 0.1 || even.share() < 0.4 || even.share() > 0.6 {
		t.Errorf("against random moves %g, random moves against it %g, against themselves %g", won.share(), lost.share(), even.share())
	}
	if again := play(knows, nil, 32); again != won {
		t.Errorf("%v, the first time %v", again, won)
	}
	var s score
	if newTable(g, enc).meet(t.Context(), knows, nil, 4, time.Now(), &s) || s != (score{}) {
		t.Errorf("without time: %v", s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if newTable(g, enc).meet(ctx, knows, nil, 4, never, &s) {
		t.Error("cancelled, and yet played")
	}
}

// changed is the net for breakthrough 6x6 with some parameters changed.
func changed(t *testing.T, net *nets.Net, change func(name string, w []float32)) *contestant {
	t.Helper()
	w := net.Weights.Clone()
	for i, p := range net.Spec.Params() {
		change(p.Name, w[i])
	}
	e, err := infer.NewEngine(net.Spec.Layers(), nil, w, kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	return &contestant{e}
}

// TestRanked: first is who wins, if its values tell who wins.
func TestRanked(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	net, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	half := len(net.Weights[len(net.Weights)-2]) / 2
	knows := changed(t, net, func(string, []float32) {})
	guesses := changed(t, net, func(name string, w []float32) { // of moves it knows nothing
		if strings.HasPrefix(name, "policy") {
			clear(w)
		}
	})
	lies := changed(t, net, func(name string, w []float32) { // about who wins
		if strings.HasPrefix(name, "value.") && !strings.HasPrefix(name, "value.hidden") {
			for i := range w {
				w[i] = -w[i]
			}
		}
	})
	sees := changed(t, net, func(name string, w []float32) { // of one player's prospects it knows nothing
		if name == "value.weight" {
			clear(w[half:])
		}
	})
	blind := changed(t, net, func(name string, w []float32) { // of nobody's prospects it knows anything
		if name == "value.weight" {
			clear(w)
		}
	})
	for _, c := range []struct {
		name string
		list []*contestant
		want int // of the list; -1: nobody
	}{
		{"alone", []*contestant{knows}, 0},
		{"who lies", []*contestant{lies}, -1},
		{"against one who guesses", []*contestant{guesses, knows}, 1},
		// Their policies are the same: matches are won by luck, and what the values tell outweighs it.
		{"between those who see nothing", []*contestant{blind, knows, blind}, 1},
		{"before those who see nothing", []*contestant{knows, blind, blind}, 0},
		{"behind those who see nothing", []*contestant{blind, blind, knows}, 2},
		{"who lies against one who guesses", []*contestant{lies, guesses}, 1},
	} {
		f := finder{table: newTable(g, enc)}
		var all []*fitting
		for _, player := range c.list {
			all = append(all, &fitting{c: &Candidate{}, player: player})
		}
		got := f.ranked(t.Context(), all, time.Now().Add(time.Hour))
		if c.want < 0 && len(got) > 0 || c.want >= 0 && (len(got) == 0 || got[0].player != c.list[c.want]) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	f := finder{table: newTable(g, enc)}
	f.ranked(t.Context(), []*fitting{{c: &Candidate{}, player: knows}}, time.Now().Add(time.Hour))
	told := f.table.among([]*contestant{knows})
	all, one := f.table.tells(t.Context(), knows, told), f.table.tells(t.Context(), sees, told)
	if all < leastTelling || math.Abs(one-all/2) > 0.05 {
		t.Errorf("who knows of one seat tells %.2f, who knows of both %.2f", one, all)
	}
	for i, c := range []struct {
		who  *contestant
		want bool
	}{{knows, true}, {guesses, false}} {
		if got := f.again(t.Context(), &fitting{player: c.who}, time.Now().Add(time.Hour)); got != c.want {
			t.Errorf("%d: wins again %t", i, got)
		}
	}
}

// TestDecide: a search decides between the first and another net that is worth nearly as much.
func TestDecide(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	net, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	shape := shapeOf(g, enc)
	meaning := enc.Meaning(g, 500)
	a, b, broken := &Candidate{Net: *net}, &Candidate{Net: *net}, &Candidate{Net: *net, Load: func() (*nets.Net, error) { return nil, errors.New("broken") }}
	f := finder{g: g, enc: enc, shape: shape, meaning: meaning, table: newTable(g, enc), loaded: map[*Candidate]*nets.Net{a: net, b: net}}
	ranked := func(list ...*Candidate) (out []*fitting) {
		for i, c := range list {
			fit := arch.Match(&net.Spec, net.Meaning, shape, meaning, arch.Turns[0], []int{0, 1})
			out = append(out, &fitting{c: c, fit: fit, tells: 0.9 - 0.3*float64(i)})
		}
		return out
	}
	suited := ranked(a, b)
	suited[1].moves = 1
	for _, c := range []struct {
		name      string
		list      []*fitting
		share     float64 // that the duel gives the first; less than 0: an error
		won, over int     // of the list; -1: none
		search    float64
	}{
		{"alone", ranked(a), 0, 0, -1, 0},
		{"two ways to take one", ranked(a, a), 0, 0, -1, 0},
		{"the first wins", ranked(a, b), 0.75, 0, 1, 0.75},
		{"a draw", ranked(a, b), 0.5, 0, 1, 0.5},
		{"a draw, and the second suits better", suited, 0.5, 1, 0, 0.5},
		{"the second wins", ranked(a, b), 0.25, 1, 0, 0.75},
		{"the second is worth much less", ranked(a, a, b), 0.25, 0, -1, 0},
		{"nobody knows", ranked(a, b), -1, 0, -1, 0},
		{"the second cannot be read", ranked(a, broken), 0.25, 0, -1, 0},
	} {
		asked := 0
		duel := func(_ context.Context, x, y *nets.Net, _ time.Duration) (float64, error) {
			if asked++; x == y || x.Game != g.Facts().Hash || y.Origin == "" || x.Validate() != nil {
				t.Errorf("%s: %+v plays %+v", c.name, x, y)
			}
			if c.share < 0 {
				return 0, errors.New("no time")
			}
			return c.share, nil
		}
		for _, d := range []Duel{duel, nil} {
			want, over, search := c.won, c.over, c.search
			if d == nil {
				want, over, search = 0, -1, 0
			}
			gotWon, gotOver, gotShare := f.decide(t.Context(), c.list, time.Now().Add(time.Hour), d)
			if gotWon != c.list[want] || (over < 0) != (gotOver == nil) || over >= 0 && gotOver != c.list[over] || gotShare != search {
				t.Errorf("%s: %p over %p with %g", c.name, gotWon, gotOver, gotShare)
			}
		}
		if asked > 1 || asked == 0 && c.over >= 0 {
			t.Errorf("%s: %d duels", c.name, asked)
		}
	}
}

// TestBest: the finalists are the first, but no net is there in many ways.
func TestBest(t *testing.T) {
	a, b := &Candidate{}, &Candidate{Net: nets.Net{Name: "b"}}
	all := []*fitting{{c: a}, {c: a}, {c: a}, {c: b}}
	for range 2 * finalists {
		all = append(all, &fitting{c: &Candidate{Net: nets.Net{Name: "c"}}})
	}
	got := best(all, finalists)
	if len(got) != finalists || got[0] != all[0] || got[1] != all[1] || got[2] != all[3] {
		t.Errorf("%d finalists", len(got))
	}
}

// TestAgainstRandom: with time everybody plays as many matches as are asked for, and who wins more is before who wins less; without time
// nobody is left.
func TestAgainstRandom(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough8")
	meaning := enc.Meaning(g, 500)
	for _, c := range []struct {
		time time.Duration
		some bool
	}{{time.Hour, true}, {0, false}} {
		f := finder{
			g: g, enc: enc, shape: shapeOf(g, enc), meaning: meaning, table: newTable(g, enc), loaded: map[*Candidate]*nets.Net{},
			orientations: orientations(2, nil),
		}
		got := f.againstRandom(t.Context(), f.fittings(candidates(t, "gdl:breakthrough8"), time.Now().Add(time.Hour)), time.Now().Add(c.time))
		if len(got) > 0 != c.some || len(got) > mostEntrants {
			t.Errorf("%s: %d are left", c.time, len(got))
		}
		for i, x := range got {
			if x.random.matches != mostMatches || x.random.share() < 0.5 || i > 0 && x.random.share() > got[i-1].random.share() {
				t.Errorf("number %d: %v, before it %v", i, x.random, got[max(i-1, 0)].random)
			}
		}
	}
}

// TestOfRandom: in games for more players less is enough against random moves.
func TestOfRandom(t *testing.T) {
	for name, want := range map[string][2]float64{"gdl:ticTacToe": {0.5, 0.7}, "gdl:connectFour3": {1. / 3, 0.6}} {
		g, enc := open(t, name)
		f := finder{table: newTable(g, enc)}
		if a, b := f.random(0), f.random(leastAgain); math.Abs(a-want[0]) > 1e-9 || math.Abs(b-want[1]) > 1e-9 {
			t.Errorf("%s: %g and %g, want %g", name, a, b, want)
		}
		for tells, share := range map[float64]float64{-1: want[1], leastTelling: want[1], leastTelling + leastAgain/4: f.random(0.75 * leastAgain), 1: (want[0] + want[1]) / 2} {
			if got := f.needs(&fitting{tells: tells}); math.Abs(got-share) > 1e-9 {
				t.Errorf("%s: %g are enough where values tell %g, want %g", name, got, tells, share)
			}
		}
	}
}

// TestKnockOut: the first are finalists, and who plays better than all others, wherever it stood; without time they are the first of all.
func TestKnockOut(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	net, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	knows := changed(t, net, func(string, []float32) {})
	guesses := changed(t, net, func(name string, w []float32) {
		if strings.HasPrefix(name, "policy") {
			clear(w)
		}
	})
	for _, c := range []struct {
		entrants, place int
		time            time.Duration
		among           bool // the finalists
	}{{3, 2, time.Hour, true}, {finalists + 1, finalists, time.Hour, true}, {mostEntrants, mostEntrants - 1, time.Hour, true}, {mostEntrants, 13, time.Hour, true}, {mostEntrants, 13, 0, false}} {
		var all []*fitting
		for i := range c.entrants {
			x := &fitting{c: &Candidate{Net: nets.Net{Name: strconv.Itoa(i)}}, player: guesses}
			if i == c.place {
				x.player = knows
			}
			all = append(all, x)
		}
		f := finder{table: newTable(g, enc)}
		got := f.knockOut(t.Context(), slices.Clone(all), time.Now().Add(c.time))
		first := min(seeded, c.entrants)
		if len(got) != min(c.entrants, finalists) || !slices.Equal(got[:first], all[:first]) || slices.Contains(got, all[c.place]) != c.among ||
			slices.ContainsFunc(got, func(x *fitting) bool { return x.others != score{} }) {
			t.Errorf("%d entrants, the best of them number %d, %s: it is among the %d finalists %t", c.entrants, c.place, c.time, len(got), slices.Contains(got, all[c.place]))
		}
	}
}

// TestTableSeats: who plays against random moves has every seat in turn.
func TestTableSeats(t *testing.T) {
	g, enc := open(t, "gdl:foxAndHounds") // at random one side nearly always wins
	var s score
	tab := newTable(g, enc)
	first := 0.0
	for n := range 64 {
		points, _ := tab.play(t.Context(), nil, nil, 0, game.Stream(2, "seats", uint64(n)))
		first += points / 64
	}
	tab.meet(t.Context(), nil, nil, 64, time.Now().Add(time.Hour), &s)
	if math.Abs(first-0.5) < 0.3 || math.Abs(s.share()-0.5) > 0.1 {
		t.Errorf("%g of the points with the first seat, %g with both", first, s.share())
	}
}

// TestTableTogether: who moves at the same time moves by his own policy.
func TestTableTogether(t *testing.T) {
	g, enc := open(t, "gdl:simultaneousTicTacToe")
	player := func(seed uint64) *contestant {
		s := arch.Spec{
			Kind: arch.Residual, In: enc.Input(), Width: 8, Blocks: 1, Convs: 2, Kernel: 3, Pooled: 2,
			Head: enc.Head(), Policy: enc.Policy(), Values: 2, Hidden: 8, Squeeze: 2,
		}
		w := s.Layers().NewWeights(game.Stream(seed, "together", 0))
		for i, p := range s.Params() {
			if p.Name == "policy.weight" {
				for k := range w[i] {
					w[i][k] *= 100
				}
			}
		}
		e, err := infer.NewEngine(s.Layers(), nil, w, kernel.Best())
		if err != nil {
			t.Fatal(err)
		}
		return &contestant{e}
	}
	a, b := player(1), player(2)
	play := func(x, y *contestant) (list []float64) {
		tab := newTable(g, enc)
		for n := range 32 {
			points, _ := tab.play(t.Context(), x, y, 0, game.Stream(3, "together", uint64(n)))
			list = append(list, points)
		}
		return list
	}
	if slices.Equal(play(a, b), play(a, a)) || slices.Equal(play(a, b), play(b, b)) {
		t.Error("one plays by the policy of the other")
	}
}

// TestEven: every seat as often.
func TestEven(t *testing.T) {
	for _, c := range [][3]int{{2, 4, 4}, {2, 1, 2}, {3, 4, 6}, {1, 5, 5}, {6, 4, 6}} {
		if got := (&table{worth: make([]float64, c[0])}).even(c[1]); got != c[2] {
			t.Errorf("%d players, %d matches: %d", c[0], c[1], got)
		}
	}
}

// TestFindUntrained: what is shaped like a relative and knows nothing is none.
func TestFindUntrained(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough8")
	list := candidates(t)
	for i := range list {
		list[i].Load = func() (*nets.Net, error) {
			n := list[i].Net
			n.Weights = n.Spec.Layers().NewWeights(game.Stream(uint64(i), "untrained", 0))
			return &n, nil
		}
	}
	if found, err := Find(t.Context(), g, enc, Options{Candidates: list, Positions: 200, Time: time.Minute}); found != nil || err != nil {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestCorrelation: seats count alike, but for those to whom it is all the same.
func TestCorrelation(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float32
		ends   []float64
		want   float64
	}{
		{"tells", []float32{0.9, 0.1, 0.1, 0.9, 0.8, 0.2, 0.2, 0.8}, []float64{1, 0, 0, 1, 1, 0, 0, 1}, 1},
		{"the wrong way round", []float32{0.1, 0.9, 0.9, 0.1}, []float64{1, 0, 0, 1}, -1},
		{"says nothing", []float32{0.5, 0.5, 0.5, 0.5}, []float64{1, 0, 0, 1}, 0},
		{"one seat", []float32{0.9, 0.5, 0.1, 0.5}, []float64{1, 0, 0, 1}, 0.5},
		{"one seat that counts", []float32{0.9, 0.5, 0.1, 0.1}, []float64{1, 1, 0, 1}, 1},
		{"all the same", []float32{0.9, 0.5, 0.1, 0.1}, []float64{1, 1, 1, 1}, 0},
		{"nothing", nil, nil, 0},
	} {
		if got := correlation(c.values, c.ends, 2); math.Abs(got-c.want) > 0.02 {
			t.Errorf("%s: %g, want %g", c.name, got, c.want)
		}
	}
}

// TestTells: values of who knows the game tell the ends of matches, of which only those of two nets count.
func TestTells(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	net, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	player := func(w arch.Weights) *contestant {
		e, err := infer.NewEngine(net.Spec.Layers(), nil, w, kernel.Best())
		if err != nil {
			t.Fatal(err)
		}
		return &contestant{e}
	}
	knows, guesses := player(net.Weights), player(net.Spec.Layers().NewWeights(game.Stream(1, "tells", 0)))
	tab := newTable(g, enc)
	var s score
	tab.meet(t.Context(), knows, nil, 4, time.Now().Add(time.Hour), &s)
	if got := tab.tells(t.Context(), knows, tab.among([]*contestant{knows})); got != 0 || len(tab.seen) != 0 {
		t.Errorf("of matches against random moves: %g of %d", got, len(tab.seen))
	}
	tab.meet(t.Context(), knows, knows, 64, time.Now().Add(time.Hour), &s)
	tab.meet(t.Context(), knows, guesses, 16, time.Now().Add(time.Hour), &s)
	if len(tab.seen) != 80*ofMatch || len(tab.seen[0].ends) != 2 {
		t.Errorf("%d positions, %d ends", len(tab.seen), len(tab.seen[0].ends))
	}
	told := tab.among([]*contestant{knows})
	if len(told) != 64*ofMatch {
		t.Errorf("%d positions of matches of the one with itself", len(told))
	}
	if a, b := tab.tells(t.Context(), knows, told), tab.tells(t.Context(), guesses, told); a < 0.5 || b > 0.3 {
		t.Errorf("who knows tells %g, who guesses %g", a, b)
	}
	// Of many about mostNoted are looked at.
	tab.meet(t.Context(), knows, knows, 128, time.Now().Add(time.Hour), &s)
	if n := len(tab.among([]*contestant{knows})); n < mostNoted/2 || n > mostNoted+2 {
		t.Errorf("%d of %d positions", n, len(tab.seen))
	}
	if n := len(tab.among([]*contestant{guesses})); n != 0 {
		t.Errorf("%d positions of matches that were not played", n)
	}
}

// TestLikely: little is known of who has played little, and nothing of who has not played.
func TestLikely(t *testing.T) {
	for i, c := range []struct{ better, worse score }{
		{score{8, 8}, score{1, 1}}, {score{1, 1}, score{}}, {score{}, score{0, 1}}, {score{0, 1}, score{0, 8}}, {score{7, 8}, score{8, 16}},
	} {
		if a, b := c.better.likely(), c.worse.likely(); a <= b || a >= 1 || b <= 0 {
			t.Errorf("%d: %v has %g, %v %g", i, c.better, a, c.worse, b)
		}
	}
}
