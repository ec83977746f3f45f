package main

import (
	"errors"
	"fmt"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/internal/draw"
	"ludens/match"
)

// replayCommand plays a stored match again.
type replayCommand struct {
	config.Engine
	config.Store
	config.Choices
	Game string `placeholder:"GAME" help:"The game of a file of Ludii's, by name or as a file; default: the library's game of the name that it gives."`
	Draw bool   `default:"true" negatable:"" help:"Draw every position."`
	ID   string `arg:"" optional:"" help:"Identifier of the match, or its beginning; default: the latest. Or a file of a game that Ludii has played, .trl or .txt."`
}

// Help is shown by --help.
func (*replayCommand) Help() string {
	return "Opens the rules stored with the match and makes its moves again. Checked are the legality of every move, every position, " +
		"what chance and the seed decided, the end and the goals. Of a file of Ludii's, which has the moves with all that followed from them, " +
		"the moves and the end are checked. Exit code 3 at the first difference."
}

// replayResult is the outcome as JSON.
type replayResult struct {
	matchResult
	Exact      bool   `json:"exact"`
	Difference string `json:"difference,omitempty"`
}

// Run plays.
func (c *replayCommand) Run(env *cli.Env) error {
	if isTrial(c.ID) {
		return c.trial(env)
	}
	rec, err := stored(c.Store.Store, c.ID)
	if err != nil {
		return err
	}
	if rec.Rules == "" {
		return fmt.Errorf("replay %s: its rules are not stored", rec.ID)
	}
	g, err := catalog.OpenText(env.Context, rec.Game, rec.Rules, wire.Catalog(c.Engine))
	if err != nil {
		return fmt.Errorf("replay %s: %w", rec.ID, err)
	}
	pictures := newPictures(g, rec, newDrawer(env.Stdout))
	for step := range rec.States {
		if step > 0 {
			env.Say("%3d. %s", step, jointMove(rec, step-1))
		}
		if c.Draw && !env.JSON && !env.Quiet {
			if picture := pictures.next(step); picture != "" {
				env.Say("%s", picture)
			}
		}
	}
	r := replayResult{matchResult: result(rec)}
	err = rec.Replay(g)
	var d *match.Difference
	switch {
	case err == nil:
		r.Exact = true
	case errors.As(err, &d):
		r.Difference = d.Error()
	default:
		return err
	}
	if env.JSON {
		if err := env.Print(r); err != nil {
			return err
		}
	} else {
		outcome := "played again exactly"
		if !r.Exact {
			outcome = "differs: " + r.Difference
		}
		fmt.Fprintf(env.Stdout, "match %s, %s after %s: %s\n", rec.ID, rec.Status, count(rec.Steps(), "step"), outcome)
		printNotes(env.Stdout, rec)
	}
	if !r.Exact {
		return cli.ErrFindings
	}
	return nil
}

// pictures draws the positions of a record, one after the other: as the engine
// does, as far as the moves can be made again, else from the facts recorded.
type pictures struct {
	rec     *match.Record
	machine game.Machine // nil if it cannot draw, or could not follow
	drawer  *draw.Drawer
}

func newPictures(g game.Game, rec *match.Record, d *draw.Drawer) *pictures {
	p := &pictures{rec: rec, drawer: d}
	if m := g.NewMachine(); m != nil {
		if _, ok := m.(game.Renderer); ok {
			p.machine = m
		}
	}
	return p
}

func (p *pictures) next(step int) string {
	if p.machine != nil && step > 0 && !p.make(p.rec.Moves[step-1]) {
		p.machine = nil
	}
	if p.machine != nil {
		return p.machine.(game.Renderer).Render()
	}
	if state := p.rec.States[step]; state != nil {
		return p.drawer.Draw(state)
	}
	return ""
}

// make makes a joint move given in role order.
func (p *pictures) make(roleMoves []string) bool {
	f := p.machine.Game().Facts()
	if len(roleMoves) != len(f.RoleSeat) {
		return false
	}
	joint := make([]game.Move, len(f.Seats))
	for seat, text := range f.BySeat(roleMoves) {
		move, err := p.machine.Parse(seat, text)
		if err != nil {
			return false
		}
		joint[seat] = move
	}
	p.machine.Step(joint)
	return p.machine.Err() == nil
}
