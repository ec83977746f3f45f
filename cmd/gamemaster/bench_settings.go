package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/run"
	"ludens/rating"
)

// benchSettingsCommand holds two settings of our own player against each other.
type benchSettingsCommand struct {
	config.Engine
	config.Choices
	config.Store
	clocks   `embed:""`
	First    string   `placeholder:"FLAGS" help:"Flags of \"player serve\" for one side, separated by blanks, such as \"--learn --threads 1\"."`
	Second   string   `placeholder:"FLAGS" help:"Flags of \"player serve\" for the other side."`
	Matches  int      `default:"4" help:"Matches of every game, rounded up to an even number; the sides change seats after every one."`
	Seed     uint64   `default:"1" help:"Seed of the matches' Nature and replacement moves."`
	MaxSteps int      `default:"500" help:"End a match after so many joint moves, in games of chance five times as many, for throws of dice are among them; it is a draw then."`
	Games    []string `arg:"" name:"game" help:"Library names or files."`
}

// Help is shown by --help.
func (*benchSettingsCommand) Help() string {
	return "Plays whole matches over HTTP, by the clocks, between player processes with the first and with the second flags, one match at a time. " +
		"For every game it tells what the first side has scored, draws counting half, and what went wrong with either side's answers. " +
		"A match is won by the side with the better mean goal. The interval is Wilson's, 95 %. " +
		"Exit code 3 if an answer was late, illegal, unreadable or missing."
}

// settingsFigures is what one side has scored in a game, or over all of them.
type settingsFigures struct {
	Game    string         `json:"game"`
	Matches int            `json:"matches"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"`
	Losses  int            `json:"losses"`
	Percent float64        `json:"percent"`
	Low     float64        `json:"low"`
	High    float64        `json:"high"`
	Steps   int            `json:"steps"`
	Asked   int            `json:"asked"`         // requests of either side, START among them
	First   map[string]int `json:"first_errors"`  // by kind
	Second  map[string]int `json:"second_errors"` // by kind
}

// Run plays.
func (c *benchSettingsCommand) Run(env *cli.Env) error {
	if c.Matches < 1 || c.MaxSteps < 1 {
		return cli.Usagef("--matches and --max-steps must be at least 1")
	}
	if err := c.clocks.check(); err != nil {
		return err
	}
	if err := wire.Engine(c.Engine); err != nil {
		return err
	}
	program, err := findPlayer()
	if err != nil {
		return err
	}
	matches := (c.Matches + 1) / 2 * 2
	bar := env.Progress(matches*len(c.Games), "matches")
	defer bar.Done()
	all := settingsFigures{Game: "all", First: map[string]int{}, Second: map[string]int{}}
	var games []settingsFigures
	for _, name := range c.Games {
		opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
		source, err := catalog.Find(name, opt)
		if err != nil {
			return err
		}
		opt.Engine = catalog.Reasoner // the referee needs no speed, and leaves the processors to the players
		g, text, err := open(env, source, opt)
		if err != nil {
			return err
		}
		if g.Facts().Players < 2 {
			return fmt.Errorf("bench settings: %s is for one player: there is nobody to play against", name)
		}
		f := settingsFigures{Game: name, First: map[string]int{}, Second: map[string]int{}}
		for i := range matches {
			rec, err := c.match(env, program, g, text, i)
			if err != nil {
				return fmt.Errorf("bench settings, %s: %w", name, err)
			}
			bar.Add(1)
			f.add(g.Facts(), rec, i)
			all.add(g.Facts(), rec, i)
		}
		games = append(games, f.rated())
	}
	bar.Done()
	return c.show(env, append(games, all.rated()))
}

// isFirst says which side a seat belongs to in match i: every other one.
func isFirst(seat, i int) bool { return (seat+i)%2 == 0 }

// match plays match i of a game with processes of its own.
func (c *benchSettingsCommand) match(env *cli.Env, program string, g game.Game, text string, i int) (*match.Record, error) {
	f := g.Facts()
	o := run.Options{
		Match: match.Config{
			ID: fmt.Sprintf("%s.%d", matchID(f.Name, time.Now()), i), Game: g, Rules: text,
			StartClock: c.clocks.Start, PlayClock: c.clocks.Play, Seed: c.Seed + uint64(i), MaxSteps: f.Bound(c.MaxSteps),
		},
		Log: env.Log,
	}
	for seat := range f.Players {
		name, flags := "second", c.Second
		if isFirst(seat, i) {
			name, flags = "first", c.First
		}
		// One must not profit from what the other has found out; its own flags come later.
		args := append([]string{"--no-memory"}, strings.Fields(flags)...)
		p, err := startPlayer(env.Context, env, program, fmt.Sprintf("%s-%d", name, seat+1), args...)
		if err != nil {
			return nil, err
		}
		defer p.Stop()
		o.Seats = append(o.Seats, run.Seat{Name: p.Name, Addr: p.Addr})
	}
	rec, err := play(env.Context, o, string(c.Store.Store), &teller{env: env, silent: true})
	if err == nil {
		err = notPlayed(rec)
	}
	if err != nil {
		return nil, err
	}
	switch rec.Status {
	case match.Aborted:
		return nil, cli.ErrInterrupted
	case match.Faulted:
		return nil, errors.New(rec.Reason)
	}
	return rec, nil
}

// add counts match i.
func (s *settingsFigures) add(f *game.Facts, rec *match.Record, i int) {
	s.Matches++
	s.Steps += rec.Steps()
	var goals, seats [2]float64 // of the first side and the second
	for role, seat := range f.RoleSeat {
		if seat < 0 || seat >= f.Players {
			continue // Nature
		}
		side, errs := 1, s.Second
		if isFirst(seat, i) {
			side, errs = 0, s.First
		}
		seats[side]++
		if role < len(rec.Goals) {
			goals[side] += float64(rec.Goals[role])
		}
		s.Asked += len(rec.Replies)
		for kind, n := range rec.Count(role) {
			errs[kind.String()] += n
		}
	}
	switch d := goals[0]/seats[0] - goals[1]/seats[1]; {
	case d > 1e-9:
		s.Wins++
	case d < -1e-9:
		s.Losses++
	default:
		s.Draws++
	}
}

// rated adds percentages.
func (s settingsFigures) rated() settingsFigures {
	share := (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Matches)
	low, high := rating.Wilson(share, float64(s.Matches))
	s.Percent, s.Low, s.High = 100*share, 100*low, 100*high
	return s
}

func (c *benchSettingsCommand) show(env *cli.Env, list []settingsFigures) error {
	all := list[len(list)-1]
	if env.JSON {
		if err := env.Print(list); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(env.Stdout, "%q against %q, %d s to start, %d s per move\n", c.First, c.Second, c.clocks.Start, c.clocks.Play)
		t := cli.Table{Head: []string{"GAME", "MATCHES", "WON", "DRAWN", "LOST", "%", "95 %", "STEPS", "ERRORS", "OTHER'S"}, Right: []int{1, 2, 3, 4, 5, 7}}
		for _, f := range list {
			t.Row(f.Game, f.Matches, f.Wins, f.Draws, f.Losses, fmt.Sprintf("%.0f", f.Percent),
				fmt.Sprintf("%.0f…%.0f", f.Low, f.High), f.Steps, kinds(f.First), kinds(f.Second))
		}
		t.Write(env.Stdout)
	}
	if len(all.First)+len(all.Second) > 0 {
		return cli.ErrFindings
	}
	return nil
}
