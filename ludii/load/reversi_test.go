package load_test

import (
	"testing"

	"ludens/game/gametest"
	"ludens/ludii/exec"
)

// TestOutflanked: the number of lines of play in reversi is the one that programs for the game agree on. Its moves are
// those to sites of which "does this outflank anything?" is asked.
func TestOutflanked(t *testing.T) {
	m := exec.NewGame(ownGame(t, "Reversi"), "").NewMachine()
	for i, want := range []uint64{4, 12, 56, 244, 1396, 8200} {
		if nodes, _, err := gametest.Perft(t.Context(), m, i+1); err != nil || nodes != want {
			t.Errorf("depth %d: %d lines of play, not %d: %v", i+1, nodes, want, err)
		}
	}
}
