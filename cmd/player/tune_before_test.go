package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/store"
	"ludens/tune/run"
	"ludens/tune/startclock"
)

// TestBefore: a run goes on from the net that its game has, or else from one of a related game, grown to the form that is trained.
func TestBefore(t *testing.T) {
	source, err := catalog.Find("gdl:breakthrough6", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	variant := filepath.Join(t.TempDir(), "variant.kif") // in which a win is worth less
	if err := os.WriteFile(variant, []byte(strings.ReplaceAll(source.Text, "100", "90")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game          string
		width, blocks int
		fresh         bool
		wins          bool   // what the race of a related game's net comes to
		whence        string // how it begins; empty: from nothing
	}{
		{"gdl:breakthrough6", 16, 3, false, false, "the net that was there"},
		{"gdl:breakthrough6", 24, 4, false, false, "the net that was there, grown from residual 16x3 on 6x6"},
		{"gdl:breakthrough6", 8, 3, false, false, ""},
		{"gdl:breakthrough6", 0, 0, false, false, "the net that was there"}, // larger than what two minutes would choose
		{"gdl:breakthrough6", 16, 3, true, false, ""},
		{"a variant", 24, 4, false, true, "a net for the related game breakthrough"},
		{"a variant", 24, 4, false, false, ""},
		{"a variant", 8, 3, false, true, ""},
		{"ludii:TicTacToe", 40, 4, false, true, "a net for the related game ticTacToe"}, // in the other language
		{"gdl:nim", 16, 3, false, true, ""},
	} {
		if c.game == "a variant" {
			c.game = variant
		}
		g, err := catalog.Open(t.Context(), c.game, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		enc, err := design.Encode(g, encode.Options{}, design.Options{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "nets.db")
		s, err := store.Open(path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		cmd := tuneCommand{Fresh: c.fresh, Width: c.width, Blocks: c.blocks}
		cmd.Nets = config.Nets{Nets: config.Path(path)}
		o := run.Options{Spec: design.Choose(enc, g.Facts(), design.Options{Width: c.width, Blocks: c.blocks, Budget: 1}), Time: 2 * time.Minute}
		race := func(context.Context, game.Game, *startclock.Stored, run.Measured, mcts.Options, time.Duration) (string, bool, error) {
			return "raced", c.wins, nil
		}
		if err := cmd.before(&cli.Env{Context: context.Background()}, s, g, enc, &o, race); err != nil {
			t.Fatal(err)
		}
		if o.From == nil {
			if c.whence != "" {
				t.Errorf("%s, %d wide: begins from nothing, want %s", c.game, c.width, c.whence)
			}
			continue
		}
		if !strings.HasPrefix(o.Whence, c.whence) || c.whence == "" || strings.Contains(o.Whence, "grown") != (c.width > 16) {
			t.Errorf("%s, %d wide: goes on from %s, want %q", c.game, c.width, o.Whence, c.whence)
		}
		if err := o.Validate(); err != nil {
			t.Errorf("%s: %v", c.game, err)
		}
		// It begins, and says so, and goes on as it began.
		o.Time, o.Threads = time.Second, 1
		r, err := run.New(g, enc, s, o)
		if err != nil {
			t.Fatal(err)
		}
		if st := r.State(); st.From == "" || !strings.HasPrefix(st.Whence, c.whence) {
			t.Errorf("%s: %q from %q", c.game, st.From, st.Whence)
		}
		again := run.Options{Spec: design.Choose(enc, g.Facts(), design.Options{Budget: 1})}
		if err := (&tuneCommand{tuneGame: cmd.tuneGame}).before(&cli.Env{Context: context.Background()}, s, g, enc, &again, race); err != nil || again.Spec != o.Spec || again.From != nil {
			t.Errorf("%s: goes on with %+v from %v, began with %+v: %v", c.game, again.Spec, again.From, o.Spec, err)
		}
	}
}
