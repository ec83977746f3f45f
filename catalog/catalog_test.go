package catalog_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/diag"
	"ludens/game"
	"ludens/game/gametest"
	"ludens/games"
)

const tiny = `
	(role p) (init (a 1)) ; a comment
	(<= (legal p (add ?n)) (true (a ?m)) (succ ?m ?n))
	(succ 1 2) (succ 2 3)
	(<= (next (a ?n)) (does p (add ?n)))
	(<= terminal (true (a 3)))
	(<= (goal p 100) (true (a 3)))`

func TestOpen(t *testing.T) {
	ctx := context.Background()
	name := games.List()[0].Name
	file := filepath.Join(t.TempDir(), "My Game.kif")
	if err := os.WriteFile(file, []byte(tiny), 0o644); err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{name: name, strings.ToUpper(name): name, file: "My Game"} {
		for engine, ran := range map[string]string{"": "network", "auto": "network", "network": "network", "reasoner": "reasoner"} {
			g, err := catalog.Open(ctx, arg, catalog.Options{Engine: engine})
			if err != nil {
				t.Errorf("%s with %q: %v", arg, engine, err)
				continue
			}
			if f := g.Facts(); f.Name != want || f.Engine != ran || f.Family != "gdl" || len(f.Hash) != 64 {
				t.Errorf("%s with %q: %+v", arg, engine, f)
			}
		}
	}
}

func TestOpenFails(t *testing.T) {
	ctx := context.Background()
	for arg, want := range map[string]error{
		"": catalog.ErrUnknown, "noSuchGame": catalog.ErrUnknown, "./no/such.kif": os.ErrNotExist, "such.gdl": os.ErrNotExist,
	} {
		if _, err := catalog.Open(ctx, arg, catalog.Options{}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", arg, err, want)
		}
	}
	if _, err := catalog.Open(ctx, t.TempDir(), catalog.Options{}); err == nil {
		t.Error("a directory is opened")
	}
	for text, want := range map[string]string{
		`(game "Chess" (players 2))`:                "1:15: error: (game …) takes no (players …) here",
		" // about\n\n(define \"X\" 1)(game \"Y\")": "3:15: error: ",
		`(match "Y" (players 2)`:                    "error: ",
		"(role p":                                   "SEX001",
		"":                                          "GDL005",
		"(init x)":                                  "no role",
		"(role p) (<= x (not x))":                   "unstratified",
		"(role p)" + strings.Repeat(" ", 17<<20):    "longer than",
		"(role p) (n z) (<= (init (a ?x)) (n ?x)) (<= (n (s ?x)) (n ?x))": "budget",
	} {
		for _, engine := range []string{"auto", "reasoner", "network"} {
			_, err := catalog.OpenText(ctx, "x", text, catalog.Options{Engine: engine, BuildBytes: 64 << 20, BuildTime: time.Hour})
			if err == nil || !strings.Contains(err.Error(), want) && (engine != "network" || strings.Contains(want, "error")) {
				t.Errorf("%.50q with %s: %v, want %s", text, engine, err, want)
			}
		}
	}
	_, err := catalog.OpenText(ctx, "x", "(role p) (init (a 1", catalog.Options{})
	if findings := diag.List(nil); !errors.As(err, &findings) || len(findings) == 0 {
		t.Errorf("%v holds no findings", err)
	}
	if _, err := catalog.OpenText(ctx, "x", tiny, catalog.Options{Engine: "magic"}); err == nil || !strings.Contains(err.Error(), "magic") {
		t.Errorf("unknown engine: %v", err)
	}
}

// A game whose network cannot be built is played by the reasoner, which says why.
func TestFallsBack(t *testing.T) {
	for name, opt := range map[string]catalog.Options{
		"memory": {BuildBytes: 1}, "time": {BuildTime: time.Nanosecond},
	} {
		g, err := catalog.OpenText(context.Background(), "x", tiny, opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if f := g.Facts(); f.Engine != "reasoner" || !strings.HasPrefix(f.Note, "no network: ") {
			t.Errorf("%s: %+v", name, f)
		}
		opt.Engine = catalog.Network
		if _, err := catalog.OpenText(context.Background(), "x", tiny, opt); err == nil {
			t.Errorf("%s: the network alone was asked for, and another engine came", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := catalog.OpenText(ctx, "x", tiny, catalog.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEnginesAgree(t *testing.T) {
	open := func(engine string) game.Game {
		g, err := catalog.OpenText(context.Background(), "tiny", tiny, catalog.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	if err := gametest.Same(open("reasoner"), open("network"), gametest.Options{}); err != nil {
		t.Error(err)
	}
}

func TestHash(t *testing.T) {
	hash := func(text string) string {
		t.Helper()
		h, err := catalog.Hash(text)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	want := hash(tiny)
	for _, same := range []string{
		strings.ReplaceAll(tiny, " ; a comment", ""),
		strings.ReplaceAll(strings.ReplaceAll(tiny, " ; a comment", ""), "\n", "\r\n \t"),
		strings.ReplaceAll(tiny, "legal", "LEGAL"),
		"(" + strings.ReplaceAll(tiny, " ; a comment", "") + ")",
	} {
		if hash(same) != want {
			t.Errorf("another hash for %s", same)
		}
	}
	for _, other := range []string{
		strings.ReplaceAll(tiny, "add", "ADD"),
		strings.ReplaceAll(tiny, "(a 3)", "(a 2)"),
		tiny + "(succ 3 4)",
	} {
		if hash(other) == want {
			t.Errorf("the same hash for %s", other)
		}
	}
	if _, err := catalog.Hash("(role"); err == nil {
		t.Error("a hash of what cannot be read")
	}
}

func TestText(t *testing.T) {
	e := games.List()[0]
	name, text, err := catalog.Text(strings.ToLower(e.Name), catalog.Options{})
	if err != nil || name != e.Name || text != e.Text {
		t.Errorf("%s, %d bytes, %v", name, len(text), err)
	}
}

// FuzzOpenText opens anything without a panic or a long wait.
func FuzzOpenText(f *testing.F) {
	f.Add(tiny)
	f.Add(`(game "x")`)
	f.Add(row)
	f.Add(`(game "x" (players 2) (equipment {(board (hex 3)) (piece "A" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`)
	f.Add("(role p) (<= (legal p ?x) (true ?x)) (init (a (b c)))")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		opt := catalog.Options{BuildTime: time.Second, BuildBytes: 16 << 20}
		g, err := catalog.OpenText(context.Background(), "x", text, opt)
		if err != nil {
			if strings.Contains(err.Error(), "internal error") {
				t.Fatal(err)
			}
			return
		}
		if strings.Contains(g.Facts().Note, "internal error") {
			t.Fatal(g.Facts().Note)
		}
	})
}
