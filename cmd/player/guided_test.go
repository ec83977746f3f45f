package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/config"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/store"
)

func openGame(t *testing.T, name string) game.Game {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// untrained stores a fresh net for a game and gives its id.
func untrained(t *testing.T, path string, g game.Game) string {
	t.Helper()
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := design.Choose(enc, g.Facts(), design.Options{Width: 8, Blocks: 1})
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id, err := db.PutNet(&nets.Net{
		Spec: s, Weights: s.Layers().NewWeights(game.Stream(1, "guided test", 0)), Game: g.Facts().Hash, Encoding: enc.Fingerprint(), Name: g.Facts().Name,
	}, true)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestGuided: a game is played with the net that is stored for it, and with none where
// there is none, where none is wanted, or where it cannot be read.
func TestGuided(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "nets.db")
	ids := map[string]string{}
	for _, name := range []string{"ticTacToe", "ludii:TicTacToe"} {
		ids[name] = untrained(t, db, openGame(t, name))
	}
	broken := filepath.Join(dir, "broken.db")
	if err := os.WriteFile(broken, bytes.Repeat([]byte("no database "), 200), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, game, path, log, engine string }{
		{"GDL", "ticTacToe", db, "plays with a net", "ticTacToe"},
		{"ludemes", "ludii:TicTacToe", db, "plays with a net", "ludii:TicTacToe"},
		{"the reasoner", "ticTacToe", db, "no stored net", ""},
		{"another game", "domineering6", db, "no stored net", ""},
		{"turned off", "ticTacToe", "", "no stored net", ""},
		{"no database", "domineering6", filepath.Join(dir, "none.db"), "no stored net", ""},
		{"a net that came with the program", "hex5", filepath.Join(dir, "none.db"), "plays with a net", "hex5"},
		{"a broken database", "ticTacToe", broken, "plays without a stored net", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			c := serveCommand{Agent: "mcts", Nets: config.Nets{Nets: config.Path(tt.path)}}
			to := zerolog.New(&log).Level(zerolog.InfoLevel)
			brains, err := c.newPlayer(mcts.Options{Threads: 2, Iterations: 200}, &guide{path: c.Nets, log: to}, to)
			if err != nil {
				t.Fatal(err)
			}
			p := brains()
			defer p.End()
			var g game.Game
			if tt.name == "the reasoner" {
				var err error
				if g, err = catalog.Open(context.Background(), tt.game, catalog.Options{Engine: catalog.Reasoner}); err != nil {
					t.Fatal(err)
				}
			} else {
				g = openGame(t, tt.game)
			}
			// Without a clock: who joins late has a second for a net, which may be too little here.
			for range 2 { // the second time as after a change of engines
				if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
					t.Fatal(err)
				}
				m := g.NewMachine()
				turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
				if _, err := p.Choose(context.Background(), turn); err != nil {
					t.Fatal(err)
				}
				evaluations := p.(agent.Reporter).Stats().Evaluations
				if guided := tt.engine != ""; guided != (evaluations > 0) {
					t.Errorf("%d evaluations", evaluations)
				}
				if err := p.(agent.Warner).Warning(); err != nil {
					t.Error(err)
				}
			}
			if s := log.String(); !strings.Contains(s, tt.log) || !strings.Contains(s, ids[tt.engine]) {
				t.Errorf("log %q, want %q about net %s", s, tt.log, ids[tt.engine])
			}
			p.End()
			p.End() // nothing is left to end
			if mv, err := p.Choose(context.Background(), agent.Turn{Legal: []game.Move{7}}); err != nil || mv != 7 {
				t.Errorf("asked after the end: %v, %v", mv, err)
			}
		})
	}
}

// TestAgents: --agent takes the whole player, by its name alone, or an agent's text.
func TestAgents(t *testing.T) {
	for text, want := range map[string]string{
		"mcts": "factored mcts", "MCTS": "factored mcts", "mcts:iterations=5": "mcts", "classic": "mcts", "random": "random",
		"legal": "legal", "alphabeta:depth=2": "alphabeta", "portfolio": "portfolio", "": "", "mcts:": "", "nobody": "",
	} {
		c := serveCommand{Agent: text}
		brains, err := c.newPlayer(mcts.Options{Threads: 1, Bytes: 1 << 20}, &guide{}, zerolog.Nop())
		if (err == nil) != (want != "") {
			t.Errorf("%q: %v", text, err)
		}
		if err != nil {
			continue
		}
		if p := brains(); p.Name() != want {
			t.Errorf("%q is %s", text, p.Name())
		}
	}
}

// TestBestNet: a net that was trained in another form than the game's own is found, too,
// and one in its own form comes first.
func TestBestNet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nets.db")
	g := openGame(t, "ludii:TicTacToe")
	list, err := design.Encoders(g)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d forms: %v", len(list), err)
	}
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, i := range []int{1, 0} {
		s := design.Choose(list[i], g.Facts(), design.Options{Width: 8, Blocks: 1})
		id, err := db.PutNet(&nets.Net{
			Spec: s, Weights: s.Layers().NewWeights(game.Stream(1, "guided test", 0)), Game: g.Facts().Hash, Encoding: list[i].Fingerprint(), Name: g.Facts().Name,
		}, true)
		if err != nil {
			t.Fatal(err)
		}
		n, enc, err := bestNet(db, g.Facts(), list)
		if err != nil || enc != list[i] {
			t.Fatalf("form %d is not found: %v", i, err)
		}
		if got, err := nets.ID(n); err != nil || got != id {
			t.Errorf("net %s, want %s: %v", got, id, err)
		}
		if _, err := new(guide).prepare(n, enc); err != nil {
			t.Error(err)
		}
	}
}

// TestLearned: what a start clock has learned is there for the next, and for no other game.
func TestLearned(t *testing.T) {
	d := &guide{path: config.Nets{Nets: config.Path(filepath.Join(t.TempDir(), "nets.db"))}}
	g := openGame(t, "domineering6")
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := d.learned(g, enc.Fingerprint()); n != nil || err != nil {
		t.Errorf("before there is a database: a net is %t, %v", n != nil, err)
	}
	s := design.Choose(enc, g.Facts(), design.Options{Width: 8, Blocks: 1})
	for steps := range int64(2) {
		err := d.keep(&nets.Net{
			Spec: s, Weights: s.Layers().NewWeights(game.Stream(1, "learned test", uint64(steps))), Game: g.Facts().Hash, Encoding: enc.Fingerprint(),
			Name: g.Facts().Name, Steps: 100 + steps, Raced: 0.25, Origin: "a test",
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := d.learned(g, enc.Fingerprint()); err != nil || n == nil || n.Steps != 100+steps || n.Raced != 0.25 {
			t.Errorf("kept %d steps: a net is %t, %v", 100+steps, n != nil, err)
		}
	}
	if n, err := d.learned(g, "another"); n != nil || err != nil {
		t.Errorf("another encoding: a net is %t, %v", n != nil, err)
	}
	if n, err := d.learned(openGame(t, "ticTacToe"), enc.Fingerprint()); n != nil || err != nil {
		t.Errorf("another game: a net is %t, %v", n != nil, err)
	}
	if s, err := d.stored(g); s != nil || err != nil {
		t.Errorf("it is played with before it has won: %t, %v", s != nil, err)
	}
}
