package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/publish"
	"ludens/match/run"
	"ludens/match/sign"
)

// publishOptions say where matches are published.
type publishOptions struct {
	Publish string      `placeholder:"URL" help:"Post the record to this spectator server after every position, as GGP-Base does, such as http://matches.ggp.org/. A game that hides something is posted when it is over."`
	Key     config.Path `placeholder:"FILE" help:"Sign what is published with this key; \"gamemaster key\" makes one."`
}

// publishAllOptions are the same for many matches, of whatever games.
type publishAllOptions struct {
	publishOptions
	Repository string `placeholder:"URL" help:"For --publish: where others find the descriptions, each below its name, such as http://games.ggp.org/base/games/."`
}

// publisher reads the options.
func (c *publishAllOptions) publisher(log zerolog.Logger) (*publisher, error) {
	p, err := c.publishOptions.publisher(log, "repository", c.Repository)
	if p != nil {
		p.repository = c.Repository
	}
	return p, err
}

// publisher publishes matches; nil publishes nothing.
type publisher struct {
	o          publish.Options
	repository string         // where descriptions are found; empty: the matches know
	wg         sync.WaitGroup // of those that are being ended
}

// publisher reads the options. Spectator servers ask for the address of a game's description,
// which is that of another option.
func (c *publishOptions) publisher(log zerolog.Logger, option, address string) (*publisher, error) {
	if c.Publish == "" {
		if c.Key != "" {
			return nil, cli.Usagef("--key goes with --publish")
		}
		return nil, nil
	}
	var key *sign.Key
	if c.Key != "" {
		var err error
		if key, err = readKey(string(c.Key)); err != nil {
			return nil, err
		}
	}
	p := &publisher{o: publish.Options{URL: c.Publish, Key: key, Log: log}}
	if err := p.o.Validate(); err != nil {
		return nil, cli.UsageError{Err: err}
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, cli.Usagef("--publish needs --%s, the address of what spectators are to see, such as http://games.ggp.org/base/games/ticTacToe/; found %q", option, address)
	}
	return p, nil
}

// publishTime is how long the last record of a match may take to be published.
const publishTime = 30 * time.Second

// publish has a match published, whose hooks are set, and gives the function that
// waits for its end: where it is, "" for nowhere.
func (p *publisher) publish(o *run.Options) (end func(context.Context) string, err error) {
	if p == nil {
		return func(context.Context) string { return "" }, nil
	}
	m, err := publish.Begin(p.o)
	if err != nil {
		return nil, err
	}
	hides := o.Match.Game.Facts().Hidden
	if p.repository != "" {
		o.Match.GameURL = strings.TrimRight(p.repository, "/") + "/" + url.PathEscape(o.Match.Game.Facts().Name) + "/"
	}
	position, finished := o.Hooks.Position, o.Hooks.Finished
	o.Hooks.Position = func(at run.Position) {
		m.Position(at.Record, hides)
		if position != nil {
			position(at)
		}
	}
	o.Hooks.Finished = func(r *match.Record) {
		m.Finished(r)
		if finished != nil {
			finished(r)
		}
	}
	return func(ctx context.Context) string {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTime)
		defer cancel()
		key, err := m.End(ctx)
		if err != nil {
			p.o.Log.Warn().Err(err).Str("match", o.Match.ID).Msg("the end of the match was not published")
		}
		if key == "" {
			return ""
		}
		return fmt.Sprintf("%s/view/all/matches/%s/", strings.TrimRight(p.o.URL, "/"), key)
	}, nil
}

// background is publish for matches after which nobody waits; wait does, for all.
func (p *publisher) background(ctx context.Context, o *run.Options) (end func(), err error) {
	if p == nil {
		return func() {}, nil
	}
	wait, err := p.publish(o)
	if err != nil {
		return func() {}, err
	}
	return func() { p.wg.Go(func() { wait(ctx) }) }, nil
}

// wait waits until everything is published, or could not be.
func (p *publisher) wait() {
	if p != nil {
		p.wg.Wait()
	}
}
