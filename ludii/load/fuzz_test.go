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
	for i, rare := range []string{
		`(game "Cards" (players 2) (equipment {(board (rectangle 1 2)) (piece "B" Each) (hand Each) (deck cardsBySuit:3 suits:2) (card "F" Shared Joker rank:0 value:3 trumpRank:22 trumpValue:5 suit:4) (die "D" Shared numFaces:8)})
			(rules (start {(place "B1" 0) (deal Cards 2) (split Deck)}) (play (do (deal Cards 1) next:(move PlayCard))) (end (if (no Moves Next) (result Mover Win)))))`,
		`(game "Modes" (players 2) (equipment {(board (square 3)) (piece "B" Each)}) (rules (meta {(noStackOn Fallen) (pin SupportMultiple) (gravity)}) phases:{
			(phase "A" (mode Simultaneous) (play (or (move Bet P1 (range 1 2)) (move Bet P2 (range 1 3)))) (nextPhase "B")) (phase "B" (mode Simulation) (play (move Add (to (sites Empty)) (then (note (sites Board))))))} (end (if (is Full) (result P1 Win)))))`,
		`(game "Seen" (players 2) (equipment {(board (square 3 pyramidal:True) use:Vertex) (piece "B" Each)}) (rules (play (move Add (to (sites Empty))))
			(end (if (or (is Line 3 isVisible:True) (is Path Vertex Mover length:(min 3) closed:True)) (result Mover Win)))))`,
	} {
		f.Add(rare, uint64(i))
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
