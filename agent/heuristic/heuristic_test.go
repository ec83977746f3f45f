package heuristic

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/patience"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// weightOf is the weight of the first explanation that has all the words; 0 without.
func weightOf(m *model, words ...string) float64 {
	n := len(m.chosen)
	for k, raw := range m.chosen {
		text := m.w.rawText(int(raw))
		all := true
		for _, w := range words {
			all = all && strings.Contains(text, w)
		}
		if all {
			sum := 0.0
			for set := range m.sets {
				x := float64(m.weight[set*n+k])
				if set > 0 {
					x /= float64(m.sets - 1) // the mean over whose turn it is
				}
				sum += x
			}
			return sum
		}
	}
	return 0
}

// randomModel is what is learned of random games alone.
func randomModel(t *testing.T, name string, games int) (*model, *Report) {
	t.Helper()
	never := func() bool { return false }
	w, err := explore(open(t, name), never)
	if err != nil {
		t.Fatal(err)
	}
	l := &learner{w: w, opt: Options{Seed: 1}.filled(w.g.Facts()), stop: never, report: &Report{}, e: newExpander(w)}
	l.workers = []*worker{newWorker(w, defaultLimit, never)}
	recs := l.play(0, games, never, func(k *worker, n int) *record { return k.random(1, n) })
	fixed := l.settle(recs)
	samples := l.valued(recs)
	m := newModel(w, samples, fixed, never)
	train, held := l.split(m, samples)
	m = l.fit(m, train, held, 0)
	l.say(m, train, held)
	return m, l.report
}

func TestForesees(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{"connectFour", "reversi6", "checkers6", "breakthrough6", "ludii.Kalah", "ludii.EnglishDraughts", "ludii.Reversi"} {
		name = strings.TrimPrefix(name, "ludii.")
		m, r := randomModel(t, name, 400)
		if !r.Says() {
			t.Errorf("%s: the function says nothing: %+v", name, r)
		}
		if r.LogLoss >= r.ConstantLogLoss || r.Brier >= r.ConstantBrier || r.Correlation < 0.15 {
			t.Errorf("%s: log loss %.4f, constant %.4f; Brier %.4f, %.4f; correlation %.2f", name, r.LogLoss, r.ConstantLogLoss, r.Brier, r.ConstantBrier, r.Correlation)
		}
		if len(m.compile().Explain()) == 0 {
			t.Errorf("%s: nothing is explained", name)
		}
	}
}

func TestSigns(t *testing.T) {
	patience.OneThread(t)
	for _, c := range []struct {
		game  string
		words []string
		sign  float64 // for the first player
	}{
		{"connectFour", []string{"lines of 4 with 3 of (cell red)"}, 1},
		{"connectFour", []string{"lines of 4 with 3 of (cell yellow)"}, -1},
		{"breakthrough6", []string{"number of (cell white) with 5 in place 2"}, 1},
		{"breakthrough6", []string{"number of (cell black) with 2 in place 2"}, -1},
		{"reversi6", []string{"(cell black) near corners"}, 1},
		{"EnglishDraughts", []string{"number of King1"}, 1},
		{"EnglishDraughts", []string{"number of King2"}, -1},
	} {
		m, _ := randomModel(t, c.game, 500)
		if w := weightOf(m, c.words...); w*c.sign <= 0 {
			t.Errorf("%s: %v weighs %.3f", c.game, c.words, w)
		}
	}
}

func TestDeterministic(t *testing.T) {
	for _, name := range []string{"connectFour", "Kalah"} {
		g := open(t, name)
		var texts [2]string
		var scores [2][]float64
		for i := range 2 {
			course, err := Learn(context.Background(), g, Options{Games: 90, Seed: 7, Threads: 1 + 2*i})
			if err != nil {
				t.Fatal(err)
			}
			f, r := course.Function, course.Report
			if r.RandomGames != 30 || r.OwnGames != 60 {
				t.Errorf("%s: %d and %d games", name, r.RandomGames, r.OwnGames)
			}
			texts[i] = strings.Join(f.Explain(), "\n")
			m := g.NewMachine()
			game.Playout(m, game.Stream(1, "test", 0), 4)
			scores[i] = make([]float64, 2)
			f.NewScorer().Score(m, scores[i])
			before := m.Save(nil)
			f.NewScorer().Score(m, scores[i])
			if !before.Equal(m.Save(nil)) {
				t.Errorf("%s: the machine was moved", name)
			}
		}
		if texts[0] != texts[1] || !slices.Equal(scores[0], scores[1]) {
			t.Errorf("%s: the same games gave two functions:\n%s\n%s", name, texts[0], texts[1])
		}
	}
}

// TestEveryKind learns games with one, two and three players, of chance, and with
// moves made at once.
func TestEveryKind(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{
		"pegSolitaire", "starRace3", "ticTacToe3", "diceRace", "pig", "goofspiel5", "tron", "simultaneousTicTacToe", "rockPaperScissors",
		"Backgammon", "ChineseCheckers", "SnakesAndLadders", "EightQueens", "SudokuFour", "MoreAndLess", "Lasca",
	} {
		g := open(t, name)
		course, err := Learn(context.Background(), g, Options{Games: 45, Seed: 3, Limit: 120})
		if g.Facts().Hidden {
			if !errors.Is(err, ErrHidden) {
				t.Errorf("%s hides something: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		check(t, name, g, course.Function)
		if p := Material(g); p != nil {
			check(t, name, g, p)
		}
	}
}

// check scores positions of random games.
func check(t *testing.T, name string, g game.Game, f Function) {
	t.Helper()
	m, s, w := g.NewMachine(), f.NewScorer(), game.Walker{}
	rng := game.Stream(2, "check", 0)
	dst := make([]float64, g.Facts().Players)
	for n := 0; n < 60 && !m.Terminal(); n++ {
		s.Score(m, dst)
		for _, v := range dst {
			if math.IsNaN(v) || v <= 0 || v >= 1 {
				t.Fatalf("%s: score %v", name, dst)
			}
		}
		if !w.Step(m, rng) {
			return
		}
	}
}

func TestRefuses(t *testing.T) {
	if _, err := Learn(context.Background(), open(t, "kuhnPoker"), Options{Games: 10}); !errors.Is(err, ErrHidden) {
		t.Errorf("a game of hidden information: %v", err)
	}
	if _, err := Learn(context.Background(), open(t, "ticTacToe"), Options{Games: -1}); err == nil {
		t.Error("a negative number of games is taken")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Learn(ctx, open(t, "ticTacToe"), Options{}); err == nil {
		t.Error("something was learned in no time")
	}
}

// TestStops ends learning early; how soon is not asserted here, for machines are busy.
func TestStops(t *testing.T) {
	g := open(t, "connectFour")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = Learn(ctx, g, Options{Time: time.Hour, Threads: 2})
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("learning went on")
	}
}

// TestCompiled holds the folded function against the model, term by term.
func TestCompiled(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{"connectFour", "checkers6", "qubic", "Kalah", "Chess", "LinesOfAction"} {
		m, _ := randomModel(t, name, 30)
		for i, x := range m.weight {
			m.weight[i] = 0.2 + max(x, -x) // nothing is negligible, whatever is added to it
		}
		s := m.compile().NewScorer()
		w, e := m.w, newExpander(m.w)
		k := newWorker(w, 100, func() bool { return false })
		rng := game.Stream(9, "compiled", 0)
		got := make([]float64, w.players)
		for n := 0; n < 40 && !k.m.Terminal(); n++ {
			sample := k.look(0, n)
			x := m.examples([]sampleOf{sample}, e, k.stop)[0]
			want := squash(m.logit(&x, 0))
			s.Score(k.m, got)
			if sample.turned {
				got[0], got[1] = got[1], got[0]
			}
			if math.Abs(got[0]-want) > 2e-3 {
				t.Fatalf("%s, step %d: %.5f, not %.5f", name, n, got[0], want)
			}
			if !k.walk.Step(k.m, rng) {
				break
			}
		}
	}
}

type sampleOf = sample

// TestWindows counts windows slowly.
func TestWindows(t *testing.T) {
	const n = 7
	var lines [][]int32
	for i := int32(0); i < n; i++ {
		var row, column []int32
		for j := int32(0); j < n; j++ {
			row, column = append(row, i*n+j), append(column, j*n+i)
		}
		lines = append(lines, row, column)
	}
	r := pack(n*n, lines)
	rng := game.Stream(4, "windows", 0)
	for range 200 {
		own, anyone := make([]uint64, r.words), make([]uint64, r.words)
		var at [n * n]int
		for s := range at {
			if at[s] = rng.IntN(4); at[s] == 1 {
				r.set(own, int32(s))
			}
			if at[s] == 1 || at[s] == 2 {
				r.set(anyone, int32(s))
			}
		}
		for length := minWindow; length <= maxWindow; length++ {
			var want, got [maxWindow + 1]int32
			for _, l := range lines {
				for i := 0; i+length <= len(l); i++ {
					mine, others := 0, 0
					for _, s := range l[i : i+length] {
						switch at[s] {
						case 1:
							mine++
						case 2:
							others++
						}
					}
					if others == 0 && mine > 0 {
						want[mine]++
					}
				}
			}
			if r.count(own, anyone, length, &got); got != want {
				t.Fatalf("length %d: %v, want %v", length, got, want)
			}
		}
	}
}

// TestMaterialOwners knows whose pieces are whose.
func TestMaterialOwners(t *testing.T) {
	for name, words := range map[string][2]string{"reversi6": {" black)", " white)"}, "connectFour": {" red)", " yellow)"}} {
		f := Material(open(t, name)).(*material)
		for a, text := range f.w.atoms {
			want := int32(-1)
			if strings.HasPrefix(text, "(cell ") {
				for p, w := range words {
					if strings.HasSuffix(text, w) {
						want = int32(p)
					}
				}
			}
			if f.owner[a] != want {
				t.Errorf("%s: %s belongs to %d, not %d", name, text, f.owner[a], want)
			}
		}
	}
}

func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"connectFour", "breakthrough8", "gomoku9", "reversi8", "Chess", "Gomoku"} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			course, err := Learn(context.Background(), g, Options{Games: 60, Limit: 60})
			if err != nil {
				b.Fatal(err)
			}
			f := course.Function
			m := g.NewMachine()
			game.Playout(m, game.Stream(1, "bench", 0), 6)
			s, dst := f.NewScorer(), make([]float64, g.Facts().Players)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s.Score(m, dst)
			}
		})
	}
}

// Who goes on learning plays more games, in the time given, and has a function all the while.
func TestGoOn(t *testing.T) {
	patience.OneThread(t)
	for _, name := range []string{"connectFour", "ticTacToe3", "Kalah"} {
		g := open(t, name)
		course, err := Learn(context.Background(), g, Options{Games: 45, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		before, f := *course.Report, course.Function
		done, cancel := context.WithCancel(context.Background())
		cancel()
		course.GoOn(done, time.Hour)
		if course.Function != f || course.Report.OwnGames != before.OwnGames {
			t.Errorf("%s: it has learned when it was told to stop", name)
		}
		begin := time.Now()
		course.GoOn(context.Background(), 600*time.Millisecond)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
		r := course.Report
		if r.OwnGames <= before.OwnGames || r.Rounds <= before.Rounds || r.Time < before.Time+400*time.Millisecond {
			t.Errorf("%s: %d own games in %d rounds and %v, before %d, %d and %v", name, r.OwnGames, r.Rounds, r.Time, before.OwnGames, before.Rounds, before.Time)
		}
		if g.Facts().Players > 2 && course.Function == f { // where two play, the one before may be the better one
			t.Errorf("%s: the function is the one before", name)
		}
		check(t, name, g, course.Function)
	}
}

// Of the positions to learn from the latest stay.
func TestWindow(t *testing.T) {
	var l learner
	for n := range maxSamples/1000 + 5 {
		part := make([]sample, 1000)
		for i := range part {
			part[i].game, part[i].ply = n, i
		}
		l.keep(part)
	}
	last := l.window[len(l.window)-1]
	if first := l.window[0]; len(l.window) != maxSamples || first.game != 5 || first.ply != 0 || last.game != maxSamples/1000+4 || last.ply != 999 {
		t.Errorf("%d positions, from %d of game %d to %d of game %d", len(l.window), first.ply, first.game, last.ply, last.game)
	}
}

// TestOwnGame: each sample of an own game is of its own position, and worth something of its own.
func TestOwnGame(t *testing.T) {
	m, _ := randomModel(t, "ludii:ConnectFour", 60)
	k := newWorker(m.w, defaultLimit, func() bool { return false })
	rec := k.own(m.compile(), 1, 0)
	if rec == nil || len(rec.samples) < 4 {
		t.Fatalf("a game with few samples: %+v", rec)
	}
	values := map[float64]bool{}
	for _, s := range rec.samples {
		pieces := 0
		for _, a := range s.atoms {
			pieces += int(a.x)
		}
		if pieces != s.ply {
			t.Errorf("%d pieces at ply %d", pieces, s.ply)
		}
		values[s.value[0]] = true
	}
	if len(values) < len(rec.samples)/2 {
		t.Errorf("%d samples have %d values", len(rec.samples), len(values))
	}
}

// TestPerOwn: more is taken of long games, within bounds.
func TestPerOwn(t *testing.T) {
	for positions, want := range map[int]int{5: 12, 100: 12, 200: 25, 2000: 50} {
		if got := perOwn(positions); got != want {
			t.Errorf("%d of %d positions, want %d", got, positions, want)
		}
	}
}

// TestWorse: a few lost games do not outweigh what is known of own games, many do.
func TestWorse(t *testing.T) {
	for _, c := range []struct {
		points float64
		games  int
		want   bool
	}{{0, 0, false}, {0, 2, false}, {0, 4, true}, {1, 4, false}, {4, 9, false}, {4, 16, true}, {10.5, 24, true}, {11, 24, false}} {
		if got := worse(c.points, c.games); got != c.want {
			t.Errorf("%v points of %d games: worse %t, want %t", c.points, c.games, got, c.want)
		}
	}
}
