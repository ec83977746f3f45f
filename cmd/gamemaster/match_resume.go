package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/game"
	"ludens/ggp"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/run"
	"ludens/store"
)

// resume goes on with a match that broke off, or closes it.
func (c *matchCommand) resume(env *cli.Env, dialect ggp.Dialect) (err error) {
	if c.Store.Store == "" {
		return cli.Usagef("--store must name the file in which the match is")
	}
	if c.ID != "" || c.Scramble || c.Preview != 0 || c.Seed != 0 || c.MaxSteps != 0 || c.GameURL != "" {
		return cli.Usagef("--resume goes on as the match was begun: without --id, --scramble, --preview, --seed, --max-steps and --game-url")
	}
	db, err := store.Open(string(c.Store.Store), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	id, err := db.Find(c.Resume)
	if err != nil {
		return err
	}
	past, err := db.Resume(id)
	if err != nil {
		return err
	}
	if past.Tournament != "" {
		return fmt.Errorf("go on with match %s: it belongs to a tournament, which plays it anew: gamemaster tournament run (%s)", id, past.Tournament)
	}
	publisher, err := c.Publishing.publisher(env.Log, "game-url", past.GameURL)
	if err != nil {
		return err
	}
	g, err := catalog.OpenText(env.Context, past.Game, past.Rules, wire.Catalog(c.Engine))
	if err != nil {
		return fmt.Errorf("go on with match %s: %w", id, err)
	}
	o := run.Options{Match: match.Resumed(past, g), WholeClock: c.WholeClock, Scramble: past.Scrambled, Recorder: db, Log: env.Log}
	o.Match.ExactCase = c.ExactCase
	ctx, quit := context.WithCancelCause(env.Context)
	defer quit(nil)
	var gone []string
	o.Seats, gone, err = c.former(past, g.Facts(), dialect)
	if err != nil {
		return err
	}
	if len(gone) > 0 {
		quit(fmt.Errorf("it broke off at step %d, and %s ended with its gamemaster", past.Steps(), strings.Join(gone, ", ")))
	}
	show := teller{env: env, draw: c.Draw, drawer: newDrawer(env.Stdout)}
	o.Hooks.Position = show.position
	published, err := publisher.publish(&o)
	if err != nil {
		return err
	}
	rec, err := run.Run(ctx, o)
	where := published(env.Context)
	if rec == nil {
		return err
	}
	told := outcome(env, rec, where)
	if rec.Status == match.Aborted && env.Context.Err() == nil {
		told = fmt.Errorf("match %s is closed: %s", rec.ID, rec.Reason)
	}
	return errors.Join(err, told)
}

// former makes the seats of those who played before the match broke off, at the addresses
// of the record or at those that were named; gone are those who were no servers.
func (c *matchCommand) former(past *match.Record, facts *game.Facts, dialect ggp.Dialect) (seats []run.Seat, gone []string, err error) {
	words := c.Seats
	if c.Game != "" { // the first word stands where otherwise the game is named
		words = append([]string{c.Game}, words...)
	}
	if len(words) != 0 && len(words) != facts.Players {
		return nil, nil, cli.Usagef("match %s has %s, found %s", past.ID, count(facts.Players, "player"), count(len(words), "seat"))
	}
	players := make([]match.Player, facts.Players)
	for role, seat := range facts.RoleSeat {
		if seat < len(players) && role < len(past.Players) {
			players[seat] = past.Players[role]
		}
	}
	for i, p := range players {
		word := p.Name
		if len(words) > 0 {
			word = words[i]
		}
		addr, ok := remoteAddr(word)
		switch {
		case ok:
			seats = append(seats, run.Seat{Name: p.Name, Human: p.Human, Addr: addr, Dialect: dialect})
		case len(words) > 0:
			return nil, nil, cli.Usagef("seat %d: who goes on with a match is at http://host:port, found %q", i+1, word)
		default:
			seats = append(seats, run.Seat{Name: p.Name, Human: p.Human, Local: gonePlayer{}})
			gone = append(gone, p.Name)
		}
	}
	return seats, gone, nil
}

// gonePlayer stands for one that ended with the gamemaster whose process it was in.
type gonePlayer struct{}

var errGone = errors.New("the player has ended with its gamemaster")

func (gonePlayer) Start(context.Context, run.Start) error         { return errGone }
func (gonePlayer) Play(context.Context, run.Turn) (string, error) { return "", errGone }
func (gonePlayer) Stop(context.Context, run.Turn) error           { return nil }
func (gonePlayer) Abort(context.Context) error                    { return nil }
