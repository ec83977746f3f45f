package catalog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/hostile"
)

// A question that would take a minute and more ends when the game's sign says so, in
// both languages, and the machine is as good as before.
func TestQuestionsAreInterrupted(t *testing.T) {
	rows := map[string]hostile.Row{}
	for _, r := range hostile.Rows(hostile.RulesGDL, hostile.RulesLudeme) {
		rows[r.Name] = r
	}
	joint := func(m game.Machine) []game.Move {
		var out []game.Move
		for seat := range m.Game().Facts().Seats {
			legal := m.Legal(seat, nil)
			if len(legal) == 0 {
				return nil
			}
			out = append(out, legal[0])
		}
		return out
	}
	for _, c := range []struct {
		name string
		ask  func(m game.Machine)
	}{
		{"an end by a colouring that there is not", func(m game.Machine) { m.Terminal() }},
		{"a step by a colouring that there is not", func(m game.Machine) { m.Step(joint(m)) }},
		{"a goal by a colouring that there is not", func(m game.Machine) { m.Utility(make([]float64, 2)) }},
		{"a move by a colouring that there is not", func(m game.Machine) { m.Legal(0, nil) }},
		{"do afterwards", func(m game.Machine) { m.Step(joint(m)) }},
		{"values without moves", func(m game.Machine) { m.Reset() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := catalog.OpenText(context.Background(), "", rows[c.name].Text(), catalog.Options{Engine: catalog.Reasoner})
			if err != nil {
				t.Fatal(err)
			}
			sign := game.SignOf(g)
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() { // until the test ends it
				defer close(stopped)
				for tick := time.NewTicker(10 * time.Millisecond); ; {
					select {
					case <-stop:
						tick.Stop()
						return
					case <-tick.C:
						sign.Interrupt(game.ErrInterrupted)
					}
				}
			}()
			m := g.NewMachine()
			if m.Err() == nil {
				c.ask(m)
			}
			if err := m.Err(); !errors.Is(err, game.ErrInterrupted) {
				t.Errorf("error %v, want that it was interrupted", err)
			}
			close(stop)
			<-stopped
			sign.Close(game.ErrInterrupted)
			m.Reset()
			if m.Terminal(); !errors.Is(m.Err(), game.ErrInterrupted) {
				t.Errorf("closed: error %v", m.Err())
			}
		})
	}
}
