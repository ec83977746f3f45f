package load_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	board "ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// FuzzLoad loads any text and plays what comes of it for 30 moves: no panic, no
// position without a move, and positions that are saved come back as they were.
func FuzzLoad(f *testing.F) {
	dir := filepath.Join("..", "..", "games", "ludii")
	files, err := os.ReadDir(dir)
	if err != nil {
		f.Fatal(err)
	}
	for i, e := range files {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 1500 {
			f.Add(string(text), uint64(i))
		}
	}
	for i, h := range hostiles() {
		if text := h.Text(); len(text) < 1000 && strings.Contains(text, "(square 3)") {
			f.Add(text, uint64(i))
		}
	}
	o := load.Options{Expand: expand.Options{Limits: expand.Limits{
		Nodes: 50_000, Game: 10_000, Bytes: 1 << 18, Nested: 50, Parse: parse.Limits{Bytes: 1 << 15, Depth: 100, Nodes: 10_000},
	}}}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, findings := load.Text("f.lud", text, o)
		if (g.Program == nil) != (findings.Errors() > 0) {
			t.Fatalf("a program: %v, findings: %v", g.Program != nil, findings)
		}
		for _, d := range findings {
			if d.Code == "LUD069" {
				t.Fatal(d)
			}
		}
		if g.Program == nil {
			return
		}
		g.Program.Work = 20_000
		m := board.NewGame(g.Program, "").NewMachine()
		twin := m.Game().NewMachine()
		rng := rand.New(rand.NewPCG(seed, 1))
		joint := make([]game.Move, len(m.Game().Facts().Seats))
		for range 30 {
			unfit(t, m)
			if m.Terminal() {
				return
			}
			same(t, m, twin)
			for seat := range joint {
				legal := m.Legal(seat, nil)
				if len(legal) == 0 {
					t.Fatalf("seat %d has no move", seat)
				}
				joint[seat] = legal[rng.IntN(len(legal))]
			}
			m.Step(joint)
		}
	})
}

// unfit fails where a machine has met a fault that no description may cause.
func unfit(t *testing.T, m game.Machine) {
	t.Helper()
	if err := m.Err(); errors.Is(err, board.ErrInternal) || errors.Is(err, game.ErrMove) || errors.Is(err, board.ErrCode) {
		t.Fatal(err)
	}
}

// same fails where a position that was saved is another one when it is loaded.
func same(t *testing.T, m, twin game.Machine) {
	t.Helper()
	saved := m.Save(nil)
	twin.Load(saved)
	if err := twin.Err(); err != nil {
		t.Fatalf("load: %v", err)
	}
	if !slices.Equal(saved, twin.Save(nil)) || m.Terminal() != twin.Terminal() {
		t.Fatal("the position is another one after save and load")
	}
	for seat := range m.Game().Facts().Seats {
		if !slices.Equal(m.Legal(seat, nil), twin.Legal(seat, nil)) {
			t.Fatalf("seat %d has other moves after save and load", seat)
		}
	}
}
