package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/agent"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/internal/draw"
	"ludens/internal/terminal"
	"ludens/match/run"
)

// humanPlayer is a person as an agent.Player.
type humanPlayer struct {
	person  *terminal.Person
	out     io.Writer
	quit    func(error)
	game    game.Game
	machine game.Machine
	seat    int
	drawer  *draw.Drawer
}

// Name implements agent.Player.
func (*humanPlayer) Name() string { return "human" }

// Begin implements agent.Player. People do not think ahead here.
func (h *humanPlayer) Begin(_ context.Context, g game.Game, seat int, _ agent.Clocks) error {
	h.game, h.seat, h.machine, h.drawer = g, seat, g.NewMachine(), newDrawer(h.out)
	return nil
}

// Choose implements agent.Player: it shows what the seat may know and asks.
func (h *humanPlayer) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	h.machine.Load(t.States[0])
	q := terminal.Question{Role: h.game.Facts().Seats[h.seat], Turn: t.Number, Moves: make([]string, len(t.Legal))}
	for i, mv := range t.Legal {
		q.Moves[i] = h.machine.Label(h.seat, mv)
	}
	if !h.game.Facts().Hidden { // else the position is one guess of several
		q.Board = picture(h.drawer, h.machine)
	}
	i, err := h.person.Choose(ctx, q)
	if err != nil {
		if errors.Is(err, terminal.ErrQuit) || errors.Is(err, terminal.ErrEnd) {
			h.quit(err)
		}
		return 0, err
	}
	return t.Legal[i], nil
}

// End implements agent.Player.
func (h *humanPlayer) End() { h.machine = nil }

// told shows what the seat is told about the last turn, in games that hide
// something; in the others the match itself is shown.
func (h *humanPlayer) told(t run.Turn) {
	if t.Own == "" || t.Moves != nil {
		return
	}
	seen := "nothing"
	if len(t.Percepts) > 0 {
		seen = strings.Join(t.Percepts, " ")
	}
	fmt.Fprintf(h.out, "turn %d: your move was %s; you see: %s\n", t.Number, t.Own, seen)
}

// newDrawer draws for a stream, in colours if it is a terminal.
func newDrawer(out io.Writer) *draw.Drawer {
	return draw.New(draw.Options{Colour: cli.Terminal(out), Escape: cli.Escape})
}

// picture draws the position of a machine: its own way if it has one, else from
// its facts.
func picture(d *draw.Drawer, m game.Machine) string {
	if r, ok := m.(game.Renderer); ok {
		return r.Render()
	}
	if l, ok := m.(game.Lister); ok {
		return d.Draw(l.Fluents(nil))
	}
	return ""
}
