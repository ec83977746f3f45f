package match_test

import (
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/match"
)

// flawed is a game whose final positions are worth several things at once.
type flawed struct{ game.Game }

func (f flawed) NewMachine() game.Machine { return flawedMachine{f.Game.NewMachine()} }

type flawedMachine struct{ game.Machine }

func (f flawedMachine) Warning() error {
	if f.Terminal() {
		return game.ErrGoals
	}
	return nil
}

// A description that play can go on with is played to its end; the record says
// what is wrong with it, also after it was written and read.
func TestFlawedDescriptionIsNoted(t *testing.T) {
	r := playOut(t, match.Config{ID: "m", Game: flawed{toy.Pig(4)}, Seed: 1}, nobody)
	if r.Status != match.Completed || len(r.Goals) == 0 {
		t.Fatalf("status %v, goals %v", r.Status, r.Goals)
	}
	has := func(r *match.Record) bool {
		for _, n := range r.Notes {
			if n.Kind == match.NoteRules && n.Role == "" && strings.Contains(n.Text, game.ErrGoals.Error()) {
				return true
			}
		}
		return false
	}
	if !has(r) || !has(r.Clone()) {
		t.Errorf("notes %v", r.Notes)
	}
	data, err := r.GGPBase()
	if err != nil {
		t.Fatal(err)
	}
	back, err := match.ReadGGPBase(data)
	if err != nil || !has(back) {
		t.Errorf("read back: %v, notes %v", err, back.Notes)
	}
	if sound := playOut(t, match.Config{ID: "m", Game: toy.Pig(4), Seed: 1}, nobody); sound.Has(match.NoteRules) {
		t.Errorf("a sound game has notes %v", sound.Notes)
	}
}
