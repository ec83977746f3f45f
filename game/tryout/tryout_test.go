package tryout_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/game/tryout"
)

func try(t *testing.T, text string, opt tryout.Options) tryout.Result {
	t.Helper()
	g, err := catalog.OpenText(context.Background(), "", text, catalog.Options{Engine: catalog.Reasoner})
	if err != nil {
		t.Fatal(err)
	}
	return tryout.Run(context.Background(), g, opt)
}

// Each row's example breaks its rule in play, its mended form breaks none.
func TestExamples(t *testing.T) {
	for _, r := range tryout.Rules() {
		if r.Code == tryout.Broken { // its example is refused when it is opened
			_, err := catalog.OpenText(context.Background(), "", r.Example, catalog.Options{Engine: catalog.Network})
			if err == nil || tryout.NotOpened(err).Code != r.Code {
				t.Errorf("%s: opening the example: %v", r.Code, err)
			}
			continue
		}
		got := try(t, r.Example, tryout.Options{Matches: 3})
		if len(got.Findings) != 1 || got.Findings[0].Code != r.Code || got.Findings[0].Severity != r.Severity {
			t.Errorf("%s: the example gives %v", r.Code, got.Findings)
			continue
		}
		f := got.Findings[0]
		if !strings.Contains(f.Position, "(n ") || !strings.Contains(f.Message, "in 3 of 3 random matches") || f.Hint == "" || f.Note == "" {
			t.Errorf("%s: the finding is %+v", r.Code, f)
		}
		if got := try(t, r.Mended, tryout.Options{}); len(got.Findings) > 0 || got.Matches != 100 || got.Ended != 100 || got.Steps != 100 {
			t.Errorf("%s: the mended example gives %+v", r.Code, got)
		}
	}
}

// A fault that only some matches meet is found, in the position where it is.
func TestFoundByPlaying(t *testing.T) {
	const text = `(role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
		(legal a x) (legal a y) (legal b m)
		(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next bad) (does a y) (true (n 2)))
		(<= terminal (true (n 3)))
		(goal a 50) (<= (goal b 100) (not (true bad))) (<= (goal a 0) (true bad)) (<= (goal b 0) (true bad)) (<= (goal b 100) (true bad))`
	got := try(t, text, tryout.Options{Seed: 3, Matches: 40})
	if len(got.Findings) != 1 || got.Findings[0].Code != tryout.SeveralGoals || got.Findings[0].Position != "(n 3) bad" ||
		!strings.Contains(got.Findings[0].Message, "first after 3 joint moves: ") || !strings.HasSuffix(got.Findings[0].Message, "a has 0, 50") {
		t.Errorf("findings %+v", got.Findings)
	}
	if again := try(t, text, tryout.Options{Seed: 3, Matches: 40}); again.Findings[0] != got.Findings[0] {
		t.Errorf("the same again gives %+v", again.Findings)
	}
}

// Budgets hold, and a game without a fault has no findings.
func TestBudgets(t *testing.T) {
	if r := tryout.Run(context.Background(), toy.Endless(), tryout.Options{Steps: 50, Total: 120}); r.Steps != 120 || r.Matches != 3 ||
		len(r.Findings) != 1 || r.Findings[0].Code != tryout.NoEnd {
		t.Errorf("endless: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := tryout.Run(ctx, toy.Endless(), tryout.Options{}); r.Matches != 0 || len(r.Findings) != 0 {
		t.Errorf("cancelled: %+v", r)
	}
	if r := tryout.Run(context.Background(), toy.Faulty(), tryout.Options{}); len(r.Findings) != 1 || r.Findings[0].Code != tryout.NoMove {
		t.Errorf("faulty: %+v", r)
	}
	for _, g := range []game.Game{toy.Lines(), toy.Pig(20), toy.Cards()} {
		if r := tryout.Run(context.Background(), g, tryout.Options{}); len(r.Findings) != 0 || r.Matches == 0 {
			t.Errorf("%s: %+v", g.Facts().Name, r)
		}
	}
	if (&tryout.Options{Steps: -1}).Validate() == nil {
		t.Error("a negative number is accepted")
	}
}

// standing is a game whose steps end with its sign only.
type standing struct {
	game.Game
	sign game.Sign
}

func (g *standing) Sign() *game.Sign         { return &g.sign }
func (g *standing) NewMachine() game.Machine { return &stands{Machine: g.Game.NewMachine(), g: g} }

type stands struct {
	game.Machine
	g   *standing
	err error
}

func (m *stands) Step([]game.Move) {
	look := m.g.sign.Look()
	for begin := time.Now(); m.err == nil && time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
		m.err = m.g.sign.Since(look)
	}
}

func (m *stands) Err() error { return m.err }

// The end of the context ends a step that would go on for long, and is no finding.
func TestEndsWithinAStep(t *testing.T) {
	g := &standing{Game: toy.Endless()}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if r := tryout.Run(ctx, g, tryout.Options{}); len(r.Findings) != 0 || time.Since(begin) > 50*time.Second {
		t.Errorf("after %v: %v", time.Since(begin), r.Findings)
	}
	if game.SignOf(g).Closed() {
		t.Error("the game stays closed")
	}
}
