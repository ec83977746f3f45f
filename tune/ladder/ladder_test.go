package ladder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// first plays the first legal move and writes down where it was asked.
type first struct {
	name string
	seat int
	log  func(text string)
	err  error
	move game.Move
}

func (p *first) Name() string { return p.name }

func (p *first) Begin(ctx context.Context, _ game.Game, seat int, _ agent.Clocks) error {
	p.seat = seat
	if ctx.Done() != nil {
		return errors.New("asked to think beforehand")
	}
	return nil
}

func (p *first) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	if p.log != nil {
		p.log(fmt.Sprintf("%s%d:%x", p.name, p.seat, turn.States[0].Hash()))
	}
	if p.err != nil {
		return 0, p.err
	}
	if p.move != 0 {
		return p.move, nil
	}
	return turn.Legal[0], nil
}

func (p *first) End() {}

func contestant(name string, p first) Contestant {
	return Contestant{name, func(uint64) agent.Player { q := p; q.name = name; return &q }}
}

// TestRotation: pairs of games begin alike, with the seats exchanged; different pairs
// begin differently.
func TestRotation(t *testing.T) {
	g := toy.Lines()
	starts := map[int][]string{}
	var log []string
	note := func(text string) { log = append(log, text) }
	games, err := Play(t.Context(), g, contestant("a", first{log: note}), contestant("b", first{log: note}), Options{
		Games: 19, Openings: 2, Seed: 5,
		Played: func(g Game) {
			starts[g.Opening] = append(starts[g.Opening], log[0])
			log = nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != 20 || len(starts) != 10 {
		t.Fatalf("%d games of %d openings", len(games), len(starts))
	}
	different := map[string]bool{}
	for n, s := range starts {
		if len(s) != 2 || s[0][3:] != s[1][3:] || s[0][:2] != "a0" || s[1][:2] != "b0" {
			t.Errorf("opening %d begins with %v", n, s)
		}
		different[s[0][3:]] = true
	}
	if len(different) < 5 {
		t.Errorf("%d different openings of 10", len(different))
	}
	for i, g := range games {
		if g.Number != i || !slices.Equal(g.Seats, []int{i % 2}) || g.Plies < 5 || g.Plies > 9 {
			t.Errorf("game %d: %+v", i, g)
		}
	}
	// Both sides play alike: what one wins on a seat the other wins on it, too.
	for i := 0; i < len(games); i += 2 {
		if games[i].Score+games[i+1].Score != 1 {
			t.Errorf("a pair of like players: %v and %v", games[i].Score, games[i+1].Score)
		}
	}
	if r := Tally(games, 3, 4); r.A != 3 || r.B != 4 || r.Games() != 20 || r.Score() != 0.5 {
		t.Errorf("tally %+v", r)
	}
}

// TestStrength: search beats chance on games for one, for two and with Nature, whether
// it is a or b.
func TestStrength(t *testing.T) {
	for _, g := range []*toy.Game{toy.Lines(), toy.Heap(7), toy.Jumps(4)} {
		for _, swap := range []bool{false, true} {
			a, b := UCT(200, 1), Random()
			if swap {
				a, b = b, a
			}
			games, err := Play(t.Context(), g, a, b, Options{Games: 20, Threads: 2, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			score := Tally(games, 0, 1).Score()
			if swap {
				score = 1 - score
			}
			if score < 0.7 {
				t.Errorf("%s: search scores %g against chance", g.Facts().Name, score)
			}
		}
	}
}

// TestReplay: the same seed gives the same games, whatever the number of threads.
func TestReplay(t *testing.T) {
	var texts []string
	for _, threads := range []int{1, 3} {
		games, err := Play(t.Context(), toy.Pig(10), UCT(20, 2), Random(), Options{Games: 12, Openings: 1, Threads: threads, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(games)
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Errorf("%s\n%s", texts[0], texts[1])
	}
}

// TestFailures: who fails or cheats is given random moves, and it is counted.
func TestFailures(t *testing.T) {
	g := toy.Lines()
	for _, p := range []first{{err: errors.New("no idea")}, {move: 999}} {
		games, err := Play(t.Context(), g, contestant("a", first{}), contestant("b", p), Options{Games: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.FailuresA != 0 || g.FailuresB < 1 {
				t.Errorf("failures of %+v: %d and %d", p, g.FailuresA, g.FailuresB)
			}
		}
	}
}

func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	games, err := Play(ctx, toy.Lines(), Random(), Random(), Options{Games: 1000, Played: func(Game) {
		if n++; n == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || len(games) < 5 || len(games) > 6 {
		t.Errorf("%d games, %v", len(games), err)
	}
	games, err = Play(t.Context(), toy.Endless(), Random(), Random(), Options{Games: 2, Limit: 10})
	if err != nil || !games[0].Cut || games[0].Plies != 10 {
		t.Errorf("%+v, %v", games, err)
	}
	if _, err := Play(t.Context(), toy.Faulty(), Random(), Random(), Options{Games: 20}); err != nil {
		t.Logf("a faulty description: %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, name := range map[string]string{"random": "random", "uct:800x10": "uct:800x10", "uct:100": "uct:100", "uct:5x1": "uct:5"} {
		c, err := Parse(text)
		if err != nil || c.Name != name {
			t.Errorf("%s: %s, %v", text, c.Name, err)
		}
	}
	for _, text := range []string{"", "uct", "uct:", "uct:0", "uct:5x0", "uct:5x", "uct:-1", "uct:99999999", "search"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestPool(t *testing.T) {
	var p Pool
	win, draw, loss := Game{Score: 1}, Game{Score: 0.5}, Game{Score: 0}
	p.Add("uct:100", "random", []Game{win, win, win, loss})
	p.Add("net:1", "uct:100", []Game{win, draw})
	p.Add("uct:100", "net:1", []Game{loss, win})
	if score, n := p.Score("net:1", "uct:100"); n != 4 || score != 0.625 {
		t.Errorf("score %g of %g games", score, n)
	}
	if score, n := p.Score("uct:100", "random"); n != 4 || score != 0.75 {
		t.Errorf("score %g of %g games", score, n)
	}
	if _, n := p.Score("net:1", "nobody"); n != 0 {
		t.Error("games against nobody")
	}
	r, err := p.Rate()
	if err != nil {
		t.Fatal(err)
	}
	if r["random"].Elo != 0 || r["uct:100"].Elo < 100 || r["net:1"].Elo < r["uct:100"].Elo {
		t.Errorf("%+v", r)
	}
	text, _ := json.Marshal(p)
	var again Pool
	if err := json.Unmarshal(text, &again); err != nil || len(again.Results) != len(p.Results) || again.Results[1] != p.Results[1] {
		t.Errorf("%s: %v", text, err)
	}
}
