package retro

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/sharedtest"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func initial(g game.Game) game.State { return g.NewMachine().Save(nil) }

// solved explores all that can be reached from the initial position, and solves it.
func solved(t testing.TB, g game.Game) *Table {
	t.Helper()
	s, err := New(g, initial(g), Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for !s.Closed() {
		if err := s.Explore(context.Background(), 7); err != nil {
			t.Fatal(err)
		}
	}
	table, err := Solve(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// worth is what positions of a graph are worth to the first player, found by going over all of them again and again.
func worth(g *toy.Graph, values []float64) []float64 {
	out := make([]float64, len(g.Next))
	for i := range out {
		out[i] = even
	}
	for _, v := range values {
		for i, in := range g.Forces(0, v, false) {
			if in && v > even {
				out[i] = max(out[i], v)
			}
		}
		for i, in := range g.Forces(1, math.Nextafter(v, 2), true) {
			if in && v < even {
				out[i] = min(out[i], v)
			}
		}
	}
	return out
}

// reached are the positions of a graph that can be reached from the first.
func reached(g *toy.Graph) []bool {
	in := make([]bool, len(g.Next))
	in[0] = true
	for line := []uint64{0}; len(line) > 0; line = line[1:] {
		for _, j := range g.Next[line[0]] {
			if !in[j] {
				in[j] = true
				line = append(line, j)
			}
		}
	}
	return in
}

var worths = [][]float64{{0, 1}, {0, 0.5, 1}, {0, 0.25, 0.5, 0.75, 1}, {0.1, 0.6, 0.7}}

// TestValues: positions of games with circles are worth what going over all of them again and again says, and who plays by the
// table has it in the end, as soon as it says, whatever the other does.
func TestValues(t *testing.T) {
	positions, ended := 0, 0
	for i := range 3000 {
		rng := game.Stream(uint64(i), "retro.test", 0)
		values := worths[i%len(worths)]
		g := toy.NewGraph(rng, values)
		table := solved(t, g)
		want := worth(g, values)
		for at, in := range reached(g) {
			s := game.State{uint64(at)}
			got, ok := table.Value(s, 0)
			if ok != in || in && math.Abs(got-want[at]) > tiny {
				t.Fatalf("game %d, position %d: worth %v (%t), want %v (%t)", i, at, got, ok, want[at], in)
			}
			if !in || g.Values[at] >= 0 {
				continue
			}
			positions++
			for player := range 2 {
				mine, _ := table.Value(s, player)
				id, _ := table.find(s)
				for n, m := 0, g.NewMachine(); ; n++ {
					if n == 0 {
						m.Load(s)
					}
					if m.Terminal() {
						u := make([]float64, 2)
						if m.Utility(u); u[player] < mine-tiny {
							t.Fatalf("game %d, position %d, player %d: worth %v, in the end %v", i, at, player, mine, u[player])
						}
						ended++
						break
					}
					if mine == 1 && n > int(table.far[id]) { // who errs may come to what is worth more, and further away
						t.Fatalf("game %d, position %d, player %d: said to be over after %d moves", i, at, player, table.far[id])
					}
					if n == 100 {
						break // in circles: worth one half
					}
					now := m.Save(nil)
					legal := m.Legal(player, nil)
					ranked := table.Rank(context.Background(), now, player, legal)
					if len(ranked) != len(legal) {
						t.Fatalf("game %d, position %v: %d of %d moves", i, now, len(ranked), len(legal))
					}
					joint := make([]game.Move, 2)
					joint[player] = ranked[0].Move
					others := m.Legal(1-player, nil)
					joint[1-player] = others[rng.IntN(len(others))]
					m.Step(joint)
				}
			}
		}
	}
	if positions < 10_000 || ended < 10_000 {
		t.Errorf("only %d positions, %d matches that ended", positions, ended)
	}
}

// TestFar: the end is as far as if both hurry or delay it as best they can.
func TestFar(t *testing.T) {
	for i := range 500 {
		g := toy.NewGraph(game.Stream(uint64(i), "retro.far", 0), []float64{0, 1})
		table := solved(t, g)
		for id := range uint32(table.Positions()) {
			moves := table.space.moves(id)
			if table.worth[id] == 0 || len(moves) == 0 {
				continue
			}
			winner := 0
			if table.value(id, 0) == 0 {
				winner = 1
			}
			least, most := math.MaxInt, 0
			for _, to := range moves {
				if table.value(to, winner) == 1 {
					least, most = min(least, int(table.far[to])+1), max(most, int(table.far[to])+1)
				}
			}
			want := most
			if int(table.space.owner[id]) == winner {
				want = least
			}
			if int(table.far[id]) != want {
				t.Fatalf("game %d: the end is %d moves away, not %d", i, table.far[id], want)
			}
		}
	}
}

// TestErrs: of moves that keep a draw, or lose, the one is played after which the other side can go wrong.
func TestErrs(t *testing.T) {
	const mine, other = 0, 1
	nodes := func(first []uint64, rest ...[]uint64) *toy.Graph {
		// 0 is mine to move, 1 a drawn end, 2 a won one, 3 a lost one; the rest is from 4 on, with who decides before the moves.
		g := &toy.Graph{Next: [][]uint64{first, nil, nil, nil}, Mover: []int{0, 0, 0, 0}, Values: []float64{-1, 0.5, 1, 0}}
		for _, r := range rest {
			g.Next, g.Mover, g.Values = append(g.Next, r[1:]), append(g.Mover, int(r[0])), append(g.Values, -1)
		}
		g.Play()
		return g
	}
	for name, c := range map[string]struct {
		g     *toy.Graph
		move  game.Move
		worth float64
	}{
		"he can err, and keeps a draw": {nodes([]uint64{4, 5}, []uint64{other, 1}, []uint64{other, 1, 2}), 1, 0.5},
		"he can err, and wins":         {nodes([]uint64{4, 5}, []uint64{other, 3}, []uint64{other, 3, 2}), 1, 0},
		"the sooner the better":        {nodes([]uint64{4, 5}, []uint64{other, 6}, []uint64{other, 1, 2}, []uint64{mine, 7}, []uint64{other, 1, 2}), 1, 0.5},
		"a loss that is further away":  {nodes([]uint64{3, 4}, []uint64{other, 3}), 1, 0},
		"my best move counts":          {nodes([]uint64{4, 5}, []uint64{other, 1}, []uint64{other, 6}, []uint64{mine, 1, 7}, []uint64{other, 1, 2}), 1, 0.5},
		// He would rather have the draw than let me try (4); who has no choice has to let me (5).
		"his best move counts": {nodes([]uint64{4, 5}, []uint64{other, 1, 6}, []uint64{other, 7}, []uint64{mine, 8}, []uint64{mine, 9}, []uint64{other, 1, 2}, []uint64{other, 1, 2}), 1, 0.5},
	} {
		table := solved(t, c.g)
		ranked := table.Rank(context.Background(), game.State{0}, 0, []game.Move{0, 1})
		if len(ranked) != 2 || ranked[0].Move != c.move || ranked[0].Worth != c.worth {
			t.Errorf("%s: %+v", name, ranked)
		}
	}
	// A tenth for certain is not given away for a quarter of the cases, though on average that is more.
	g := nodes([]uint64{4}, []uint64{other, 5}, []uint64{mine, 6, 7}, []uint64{other, 6}, []uint64{other, 3, 2, 2, 2, 2})
	g.Next[6], g.Values[6] = nil, 0.1
	g.Play()
	table := solved(t, g)
	if ranked := table.Rank(context.Background(), game.State{0}, 0, []game.Move{0}); ranked[0].Worth != 0.1 || ranked[0].Hope > 0.12 {
		t.Errorf("what is certain: %+v", ranked)
	}
}

// TestTicTacToe: 5,478 positions can be reached, and nobody wins.
func TestTicTacToe(t *testing.T) {
	g := open(t, "ticTacToe")
	table := solved(t, g)
	if got, _ := table.Value(initial(g), 0); got != 0.5 || table.Positions() != 5478 {
		t.Errorf("worth %v, %d positions", got, table.Positions())
	}
}

// TestUnfit: what is no game for two by turns is said to be none.
func TestUnfit(t *testing.T) {
	generous := toy.New(toy.Rules{
		Name: "generous", Players: []string{"a", "b"}, Init: game.State{0},
		Terminal: func(s game.State) bool { return s[0] == 1 },
		Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0) },
		Next:     func(s game.State, _ []game.Move) { s[0]++ },
		Utility:  func(_ game.State, dst []float64) { dst[0], dst[1] = 1, 1 },
		Label:    func(int, game.Move) string { return "go" },
	})
	for _, g := range []game.Game{toy.Pennies(2), toy.Pig(10), generous} {
		s, err := New(g, initial(g), Options{})
		if err == nil {
			err = s.Explore(context.Background(), 1000)
		}
		if !errors.Is(err, ErrUnfit) {
			t.Errorf("%s: %v", g.Facts().Name, err)
		}
	}
}

// TestInterrupted: machines that are interrupted when the time is over do no harm; others are.
func TestInterrupted(t *testing.T) {
	g := open(t, "ludii:ThreeMensMorris")
	want := solved(t, g)
	sign := game.SignOf(g)
	s, err := New(g, initial(g), Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for !s.Closed() {
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			time.Sleep(2 * time.Millisecond)
			cancel()
			for range 20 {
				sign.Interrupt(game.ErrInterrupted)
				time.Sleep(10 * time.Microsecond)
			}
		}()
		if err := s.Explore(ctx, math.MaxInt); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		} else if err != nil {
			stops++
		}
		<-done
	}
	got, err := Solve(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.worth, want.worth) || !slices.Equal(got.space.next, want.space.next) || stops == 0 {
		t.Errorf("another table, after %d stops", stops)
	}
	sign.Close(game.ErrInterrupted)
	defer sign.Reopen()
	if s, err := New(g, initial(g), Options{}); err == nil {
		if err = s.Explore(context.Background(), math.MaxInt); !errors.Is(err, game.ErrInterrupted) || unfit(err) {
			t.Error(err)
		}
	}
}

// TestRoom: who needs more memory than there is says so, and no half table comes of it.
func TestRoom(t *testing.T) {
	g := open(t, "ludii:Konane")
	s, err := New(g, initial(g), Options{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Explore(context.Background(), math.MaxInt); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
	if s.size() > 3<<20 {
		t.Errorf("%d bytes of 1 MiB", s.size())
	}
	if _, err := Solve(context.Background(), s); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
}

// TestWide: who has more moves than there is room for is told so soon, and who has many gets through by and by.
func TestWide(t *testing.T) {
	wide := func(moves uint64) game.Game {
		return toy.New(toy.Rules{
			Name: "wide", Players: []string{"a", "b"}, Init: game.State{0, 0},
			Terminal: func(s game.State) bool { return s[0] == 2 },
			Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
				if int(s[0]) != seat {
					return append(dst, 0)
				}
				for i := range moves {
					dst = append(dst, game.Move(i))
				}
				return dst
			},
			Next:    func(s game.State, joint []game.Move) { s[0], s[1] = s[0]+1, s[1]*moves+uint64(joint[s[0]]) },
			Utility: func(s game.State, dst []float64) { dst[0] = float64(s[1] % 2); dst[1] = 1 - dst[0] },
			Label:   func(_ int, m game.Move) string { return fmt.Sprint(m) },
		})
	}
	g := wide(100_000)
	s, err := New(g, initial(g), Options{Bytes: 1 << 20, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Explore(context.Background(), math.MaxInt); !errors.Is(err, ErrUnfit) || len(s.workers[0].edges) > 50_000 {
		t.Errorf("%v, after %d moves", err, len(s.workers[0].edges))
	}
	g = wide(500)
	if s, err = New(g, initial(g), Options{Bytes: 20 << 20, Threads: 2}); err != nil {
		t.Fatal(err)
	}
	if err := s.Explore(context.Background(), math.MaxInt); err != nil || !s.Closed() || s.Positions() != 1+500+500*500 {
		t.Errorf("%v, %d positions", err, s.Positions())
	}
	if largest := max(s.workers[0].size(), s.workers[1].size()); largest > 2<<20 {
		t.Errorf("%d bytes at a time", largest)
	}
}

// TestQueue: states come out as they went in, whatever their length and words.
func TestQueue(t *testing.T) {
	rng := game.Stream(1, "retro.queue", 0)
	var q queue
	var states []game.State
	var peeked [][]byte
	var dst game.State
	at := 0
	for range 100_000 {
		if rng.IntN(3) > 0 {
			s := make(game.State, rng.IntN(12))
			for i := range s {
				s[i] = rng.Uint64() >> rng.IntN(64)
			}
			q.push(pack(nil, s))
			states = append(states, s)
			continue
		}
		n := rng.IntN(5)
		peeked = q.peek(n, peeked)
		if len(peeked) != min(n, len(states)-at) {
			t.Fatalf("%d states of %d, there are %d", len(peeked), n, len(states)-at)
		}
		for i, b := range peeked {
			if dst = unpack(b, dst); !dst.Equal(states[at+i]) {
				t.Fatalf("state %d: %v, want %v", at+i, dst, states[at+i])
			}
		}
		n = rng.IntN(len(peeked) + 1)
		q.drop(peeked[:n])
		at += n
	}
	if len(q.pieces) < 2 || at < 30_000 {
		t.Errorf("%d pieces, %d states taken out", len(q.pieces), at)
	}
}

// TestThreads: the same table comes of it with more threads, and with stops in between.
func TestThreads(t *testing.T) {
	g := open(t, "ludii:ThreeMensMorris")
	want := solved(t, g)
	s, err := New(g, initial(g), Options{Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for !s.Closed() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		if err := s.Explore(ctx, math.MaxInt); err != nil {
			stops++
		}
		cancel()
	}
	got, err := Solve(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.worth, want.worth) || !slices.Equal(got.far, want.far) || !slices.Equal(got.space.next, want.space.next) || stops == 0 {
		t.Errorf("another table; %d stops", stops)
	}
}

// TestCorpus: in games of the corpus who plays by the table has what it says in the end, against chance and against another table. Positions are
// told apart by what random matches have shown of the past, so this holds the engines' keys as well.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute with the race detector, and nothing runs at the same time here that other tests do not run")
	}
	dir := sharedtest.Path(t, "corpus", "ludii", "lud", "board")
	every := 4
	if os.Getenv("LUDENS_ALL") != "" {
		every = 1
	}
	tables, matches, n := 0, 0, 0
	for _, kind := range []string{"space/line", "space/blocking", "hunt"} {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(kind), "*.lud"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if n++; n%every != 0 {
				continue
			}
			g := open(t, file)
			if !Suits(g.Facts()) || Estimate(context.Background(), g, initial(g), 50*time.Millisecond).Positions > 10_000 {
				continue
			}
			s, err := New(g, initial(g), Options{})
			if err == nil {
				err = s.Explore(context.Background(), 12_000)
			}
			if err != nil && !errors.Is(err, ErrUnfit) {
				t.Fatal(g.Facts().Name, err)
			}
			if !s.Closed() {
				continue
			}
			table, err := Solve(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			tables++
			rng := game.Stream(1, "retro.corpus", 0)
			for i := range 30 {
				matches += against(t, g, table, i%2, i%3 == 0, rng)
			}
		}
	}
	t.Logf("%d tables, %d matches that ended", tables, matches)
	if tables < 6 || matches < 100 {
		t.Errorf("only %d tables and %d matches", tables, matches)
	}
}

// against has a player play by a table against chance, or by the table as well, and reports 1 if that came to an end, 0 if it went on for long.
func against(t *testing.T, g game.Game, table *Table, player int, both bool, rng *rand.Rand) int {
	t.Helper()
	m := g.NewMachine()
	for range rng.IntN(6) {
		var w game.Walker
		if before := m.Save(nil); !w.Step(m, rng) || m.Terminal() {
			m.Load(before)
			break
		}
	}
	want, ok := table.Value(m.Save(nil), player)
	if !ok {
		t.Fatalf("%s: a position is not in the table", g.Facts().Name)
	}
	for range 150 {
		if m.Terminal() {
			break
		}
		joint := make([]game.Move, 2)
		for seat := range joint {
			legal := m.Legal(seat, nil)
			joint[seat] = legal[rng.IntN(len(legal))]
			if seat == player || both {
				ranked := table.Rank(context.Background(), m.Save(nil), seat, legal)
				if len(ranked) != len(legal) {
					t.Fatalf("%s: %d of %d moves", g.Facts().Name, len(ranked), len(legal))
				}
				joint[seat] = ranked[0].Move
			}
		}
		m.Step(joint)
	}
	u := make([]float64, 2)
	switch m.Utility(u); {
	case !m.Terminal() && want > even:
		t.Errorf("%s: a match worth %v is not over after 150 moves", g.Facts().Name, want)
		return 0
	case !m.Terminal():
		return 0
	case u[player] < want-tiny || both && math.Abs(u[player]-want) > tiny:
		t.Errorf("%s: worth %v, in the end %v", g.Facts().Name, want, u[player])
	}
	return 1
}
