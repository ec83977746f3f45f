package portfolio

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// teller is a player that says what its decisions are worth and notes that it was asked.
type teller struct {
	name   string
	stats  func(n int) agent.Stats
	err    error
	fresh  bool // no move is made twice
	log    *[]string
	played int
}

func (p *teller) Name() string { return p.name }

func (p *teller) Begin(ctx context.Context, _ game.Game, _ int, _ agent.Clocks) error {
	return errors.Join(p.err, ctx.Err())
}

func (p *teller) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	*p.log = append(*p.log, p.name)
	p.played++
	if p.fresh {
		return game.Move(p.played), nil
	}
	return turn.Legal[0], nil
}

func (p *teller) Stats() agent.Stats { return p.stats(p.played) }

func (*teller) End() {}

// decide has a player decide so often, and gives who did as "name×times".
func decide(t *testing.T, turns int, legal int, ways ...*teller) []string {
	t.Helper()
	var log []string
	c := &Choice{}
	var list []*Way
	for _, w := range ways {
		w.log = &log
		list = append(list, &Way{Name: w.name, New: func(int, int64, uint64) agent.Player {
			again := *w
			return &again
		}})
	}
	c.Way = list[0]
	p := &changer{ways: list, make: func(w *Way) agent.Player { return w.New(1, 0, 0) }}
	p.Inner = p.make(list[0])
	g := toy.Lines()
	if err := p.Begin(t.Context(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	for range turns {
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)[:legal]}
		if _, err := p.Choose(t.Context(), turn); err != nil {
			t.Fatal(err)
		}
		if got := p.Stats().Way; got != log[len(log)-1] {
			t.Fatalf("%s is said to have decided, it was %s", got, log[len(log)-1])
		}
	}
	var out []string
	for len(log) > 0 {
		n := 1
		for n < len(log) && log[n] == log[0] {
			n++
		}
		out = append(out, fmt.Sprintf("%s×%d", log[0], n))
		log = log[n:]
	}
	return out
}

// TestChanges lets others decide while a way says the same of a match that is won, and nobody else.
func TestChanges(t *testing.T) {
	says := func(values ...float64) func(int) agent.Stats {
		return func(n int) agent.Stats { return agent.Stats{Value: values[n%len(values)]} }
	}
	same := says(0.9, 0.91)
	for _, x := range []struct {
		name  string
		legal int
		ways  []*teller
		want  []string
	}{
		{"the same", 2, []*teller{{name: "a", stats: same}, {name: "b", stats: same}, {name: "c", stats: same}}, []string{"a×10", "b×10", "a×10", "c×10", "a×10", "b×5"}},
		{"filling", 2, []*teller{{name: "a", stats: same, fresh: true}, {name: "b", stats: same}}, []string{"a×55"}},
		{"changing", 2, []*teller{{name: "a", stats: says(0.8, 0.9)}, {name: "b", stats: same}}, []string{"a×55"}},
		{"even", 2, []*teller{{name: "a", stats: says(0.5)}, {name: "b", stats: same}}, []string{"a×55"}},
		{"lost", 2, []*teller{{name: "a", stats: says(0.1)}, {name: "b", stats: same}}, []string{"a×55"}},
		{"proven", 2, []*teller{{name: "a", stats: func(int) agent.Stats { return agent.Stats{Value: 1, Proven: true} }}, {name: "b", stats: same}}, []string{"a×55"}},
		{"forced", 1, []*teller{{name: "a", stats: same}, {name: "b", stats: same}}, []string{"a×55"}},
		{"nobody else", 2, []*teller{{name: "a", stats: same}}, []string{"a×55"}},
		{"who cannot", 2, []*teller{{name: "a", stats: same}, {name: "b", stats: same, err: errors.New("cannot")}}, []string{"a×55"}},
	} {
		if got := decide(t, 55, x.legal, x.ways...); !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, not %v", x.name, got, x.want)
		}
	}
}

// TestHelpers tells who lends a hand: those that suit the game and have not lost nearly everything.
func TestHelpers(t *testing.T) {
	g := toy.Lines()
	c := choose(t, g, 0, Options{Search: search()})
	s := &seen{players: 2, pure: true, base: search(), quick: true}
	c.seen = s
	c.Standings = []Standing{{Name: "grave", worth: 0.7}, {Name: "greedy", worth: 0.35}, {Name: "mcts", worth: 0.1}}
	p, ok := c.NewPlayer(1, 1<<20, 1).(*changer)
	if !ok || len(p.ways) != 2 || p.ways[1].Name != "greedy" {
		t.Fatalf("%+v", p)
	}
	c.Standings[1].worth = 0.2
	if _, ok := c.NewPlayer(1, 1<<20, 1).(*changer); ok {
		t.Error("somebody lends a hand who loses")
	}
}
