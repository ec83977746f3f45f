package main

import (
	"errors"
	"fmt"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/run"
	"ludens/nets/shipped"
)

// demoCommand shows the whole way once: from rule text to a stored match.
type demoCommand struct {
	config.Engine
	config.Choices
	config.Store
	Start  int          `name:"start" default:"5" help:"Start clock in seconds."`
	Play   int          `name:"play" default:"1" help:"Play clock in seconds."`
	Seed   uint64       `default:"0" help:"Seed of the match; 0 draws one."`
	Memory config.Bytes `default:"256MiB" help:"Most memory for the search of each player."`
	Game   string       `arg:"" optional:"" help:"Library name or file; default: the shortest description of a game that players see completely, with two of them."`
}

// Help is shown by --help.
func (*demoCommand) Help() string {
	return "Starts a player process for every role on a free port of this machine, plays a match with them over HTTP, by the clocks, " +
		"draws every position, stores the record and checks it by playing it again. Where a net came with the program for the game, the first " +
		"player has it and the others have none."
}

// Run shows.
func (c *demoCommand) Run(env *cli.Env) error {
	if err := errors.Join(wire.Clock("start", c.Start, 1), wire.Clock("play", c.Play, 1), wire.Memory("memory", c.Memory), wire.Engine(c.Engine)); err != nil {
		return err
	}
	opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
	name, text, g, err := c.open(env, opt)
	if err != nil {
		return err
	}
	facts := g.Facts()
	env.Say("The game: %s, %s, run by the %s.", name, count(facts.Players, "player"), facts.Engine)

	program, err := findPlayer()
	if err != nil {
		return err
	}
	o := run.Options{
		Match: match.Config{
			ID: matchID(name, time.Now()), Game: g, Rules: text, StartClock: c.Start, PlayClock: c.Play, Seed: c.Seed,
		},
		Log: env.Log,
	}
	if o.Match.Seed == 0 {
		o.Match.Seed = drawSeed()
	}
	trained, err := cameWithNet(facts.Hash)
	if err != nil {
		return err
	}
	for i := range facts.Players {
		args := []string{"--memory", c.Memory.String(), "--answer-forced", "--no-ponder", "--engine", c.Engine.Engine, "--cache", string(c.Cache)}
		if trained != nil && i > 0 {
			args = append(args, "--nets=") // so that it is seen what the first one's is worth
		}
		p, err := startPlayer(env.Context, env, program, fmt.Sprintf("demo-%d", i+1), args...)
		if err != nil {
			return err
		}
		defer p.Stop()
		env.Say("Player %s is process %d and plays %s at http://%s.", p.Name, p.cmd.Process.Pid, facts.Seats[i], p.Addr)
		o.Seats = append(o.Seats, run.Seat{Name: p.Name, Addr: p.Addr})
	}
	if trained != nil {
		env.Say("Player %s has the net that came with the program, %s after %d games against itself; nobody else has one.", o.Seats[0].Name, trained.ID[:12], trained.Net.Games)
	}
	env.Say("Clocks: %d s to start, %d s per move.\n", c.Start, c.Play)
	show := teller{env: env, draw: true, drawer: newDrawer(env.Stdout)}
	rec, err := play(env.Context, o, string(c.Store.Store), &show)
	if err != nil {
		return err
	}
	if err := outcome(env, rec, ""); err != nil {
		return err
	}
	if err := rec.Replay(g); err != nil {
		return fmt.Errorf("play the record again: %w", err)
	}
	if c.Store.Store != "" {
		env.Say("The record is in %s; \"gamemaster replay %s\" plays it again.", c.Store.Store, rec.ID)
	}
	return nil
}

// cameWithNet is the net that came with the program for a description; nil if there is none.
func cameWithNet(hash string) (*shipped.Entry, error) {
	all, err := shipped.List()
	for i := range all {
		if all[i].Net.Game == hash {
			return &all[i], err
		}
	}
	return nil, err
}

// open opens the named game, or finds one.
func (c *demoCommand) open(env *cli.Env, opt catalog.Options) (name, text string, g game.Game, err error) {
	if c.Game != "" {
		source, err := catalog.Find(c.Game, opt)
		if err != nil {
			return "", "", nil, err
		}
		if g, text, err = open(env, source, opt); err != nil {
			return "", "", nil, err
		}
		return g.Facts().Name, text, g, nil
	}
	entries, err := catalog.List(opt)
	if err != nil {
		return "", "", nil, err
	}
	reasoner := opt
	reasoner.Engine = "reasoner" // opens at once, to ask for facts
	for _, e := range entries {
		if e.Family != "gdl" {
			continue // nobody has chosen an option of it
		}
		_, t, err := catalog.Text(e.Name, opt)
		if err != nil || len(e.Roles) != 2 || text != "" && len(t) >= len(text) {
			continue
		}
		candidate, err := catalog.OpenText(env.Context, e.Name, t, reasoner)
		if err != nil {
			continue
		}
		if f := candidate.Facts(); f.Players == 2 && !f.Hidden && !f.Nature {
			name, text = e.Name, t
		}
	}
	if text == "" {
		return "", "", nil, errors.New("the library has no game for two players who see everything; name a game")
	}
	g, _, err = open(env, &catalog.Source{Name: name, Text: text}, opt)
	return name, text, g, err
}
