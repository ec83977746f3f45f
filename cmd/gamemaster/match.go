package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/ggp"
	"ludens/internal/cli"
	"ludens/internal/draw"
	"ludens/internal/plain"
	"ludens/match"
	"ludens/match/run"
	"ludens/store"
)

// clocks are a match's times.
type clocks struct {
	Start int `default:"30" help:"Start clock in seconds."`
	Play  int `default:"10" help:"Play clock in seconds."`
}

// check refuses clocks out of any sense.
func (c clocks) check() error {
	return errors.Join(wire.Clock("start", c.Start, 1), wire.Clock("play", c.Play, 1))
}

// matchCommand runs one match.
type matchCommand struct {
	config.Engine
	config.Choices
	config.Store
	clocks      `embed:""`
	Publishing  publishOptions `embed:""`
	GameURL     string         `placeholder:"URL" help:"Where others find the description, for --publish and exported records, such as http://games.ggp.org/base/games/ticTacToe/."`
	Preview     int            `default:"0" help:"Preview clock in seconds; 0 sends no PREVIEW."`
	Seed        uint64         `default:"0" help:"Seed of Nature, of replacement moves and of our own players; 0 draws one."`
	ID          string         `placeholder:"SYMBOL" help:"Match identifier; default: made from the game's name and the time."`
	MaxSteps    int            `default:"0" help:"End the match after so many joint moves; 0 for no limit."`
	Dialect     string         `enum:"ggp-base,dresden-2011,dresden-2011-percepts,dresden-2013" default:"ggp-base" help:"How messages to remote players are spelled (${enum})."`
	Scramble    bool           `help:"Rename everything that remote players see, and send them the rules and their conditions in another order; --seed decides."`
	ExactCase   bool           `help:"Refuse moves whose letters differ in case from the rules'."`
	DespiteBusy bool           `help:"Play on when a player answers START with busy, and make random moves for it. By default the match is aborted."`
	WholeClock  bool           `help:"Wait for the end of every clock, as servers do for published matches."`
	Draw        bool           `help:"Draw every position."`
	Memory      config.Bytes   `default:"1GiB" help:"Most memory for the search of each of our own players."`
	Threads     int            `default:"0" help:"Threads for the search of each of our own players; 0 for one per processor."`
	Resume      string         `placeholder:"ID" help:"Go on with a match whose gamemaster was killed; nothing else need be named."`
	Game        string         `arg:"" optional:"" help:"Library name or file."`
	Seats       []string       `arg:"" optional:"" name:"seat" help:"One per role, in the order of the rules: http://host:port, human, or an agent in this process such as mcts or uct:playouts=10 (see bench agents --help)."`
}

// Help is shown by --help.
func (*matchCommand) Help() string {
	return "Plays a match and stores its record. Players that are late, answer nonsense or cannot be reached get a random legal move, " +
		"and the record says which it was. A player that is busy stops the match (exit code 1), but for --despite-busy. Exit code 0 when the match was played to its end or to --max-steps. " +
		"An interrupt aborts the match: its players are told and what was played is stored. " +
		"With --resume a match goes on that broke off when its gamemaster was killed (\"gamemaster matches --status broken\" lists them): rules, clocks, seed and players are the record's " +
		"(players at other addresses are named as seats), and it begins with the PLAY that was under way. If a player answers that with busy or cannot be reached, or was inside the killed " +
		"gamemaster, the match is closed as aborted and the others are told (exit code 1). One that is still being played is refused."
}

// Run plays.
func (c *matchCommand) Run(env *cli.Env) (err error) {
	dialect, err := ggp.ParseDialect(c.Dialect)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if err := c.valid(); err != nil {
		return err
	}
	if c.Resume != "" {
		return c.resume(env, dialect)
	}
	publisher, err := c.Publishing.publisher(env.Log, "game-url", c.GameURL)
	if err != nil {
		return err
	}
	opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
	source, err := catalog.Find(c.Game, opt)
	if err != nil {
		return err
	}
	g, text, err := open(env, source, opt)
	if err != nil {
		return err
	}
	name := g.Facts().Name
	seed := c.Seed
	if seed == 0 {
		seed = drawSeed()
	}
	ctx, quit := context.WithCancelCause(env.Context)
	defer quit(nil)
	seats := seatMaker{
		env: env, ctx: ctx, quit: quit, game: g, seed: seed, memory: int64(c.Memory), threads: c.Threads, dialect: dialect,
	}
	defer func() { err = errors.Join(err, seats.close()) }()
	o := run.Options{
		Match: match.Config{
			ID: c.ID, Game: g, Rules: text, StartClock: c.clocks.Start, PlayClock: c.clocks.Play, PreviewClock: c.Preview,
			Seed: seed, MaxSteps: c.MaxSteps, ExactCase: c.ExactCase, DespiteBusy: c.DespiteBusy, GameURL: c.GameURL,
		},
		WholeClock: c.WholeClock, Scramble: c.Scramble, Log: env.Log,
	}
	if o.Match.ID == "" {
		o.Match.ID = matchID(name, time.Now())
	}
	if o.Seats, err = seats.all(c.Seats); err != nil {
		return err
	}
	if f := g.Facts(); strings.HasPrefix(f.Note, "no network") {
		env.Say("%s is run by the %s, which is slow: %s.", name, f.Engine, f.Note)
	}
	published, err := publisher.publish(&o)
	if err != nil {
		return err
	}
	show := teller{env: env, draw: c.Draw, silent: seats.secret(), drawer: newDrawer(env.Stdout)}
	rec, err := play(ctx, o, string(c.Store.Store), &show)
	where := published(env.Context)
	if rec == nil {
		return err
	}
	// What was played is told even when it could not be stored.
	if told := outcome(env, rec, where); err == nil {
		err = told
	}
	return err
}

// open opens a game, and says what it does when that takes long. The text is what
// players are sent and what is stored: a description that stands on its own.
func open(env *cli.Env, source *catalog.Source, opt catalog.Options) (g game.Game, text string, err error) {
	name := source.Name
	what := "reading the rules of " + name
	if opt.Engine != catalog.Reasoner && source.Family() == "gdl" {
		what = fmt.Sprintf("building the network of %s, for at most %s (--build-time); --engine reasoner goes without", name, opt.BuildTime)
	}
	defer env.Waiting(what)()
	if g, err = source.Open(env.Context, opt); err != nil {
		return nil, "", err
	}
	text, err = source.Alone(opt)
	return g, text, err
}

// valid reports wrong usage that needs no game to be seen: opening one may take long.
func (c *matchCommand) valid() error {
	if c.MaxSteps < 0 {
		return cli.Usagef("--max-steps may not be negative, found %d", c.MaxSteps)
	}
	if c.Game == "" && c.Resume == "" {
		return cli.Usagef("name a game and its seats, or --resume a match")
	}
	err := errors.Join(c.clocks.check(), wire.Clock("preview", c.Preview, 0), wire.CheckThreads(c.Threads),
		wire.Memory("memory", c.Memory), wire.Engine(c.Engine))
	if err != nil {
		return err
	}
	for i, word := range c.Seats {
		if err := checkSeat(word); err != nil {
			return cli.Usagef("seat %d: %w", i+1, err)
		}
	}
	return nil
}

// play runs a match with its record kept in a database (none if path is empty)
// and tells how it goes on.
func play(ctx context.Context, o run.Options, path string, show *teller) (rec *match.Record, err error) {
	if path != "" {
		db, err := store.Open(path, store.Options{})
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		if past, err := db.Load(o.Match.ID); err == nil {
			if past.Status == match.Running {
				return nil, fmt.Errorf("store match %s: %w; if it broke off, --resume goes on with it", o.Match.ID, store.ErrExists)
			}
			return nil, fmt.Errorf("store match %s: %w", o.Match.ID, store.ErrExists)
		}
		o.Recorder = db
	}
	watch := o.Hooks.Position
	o.Hooks.Position = func(p run.Position) {
		if watch != nil {
			watch(p)
		}
		show.position(p)
	}
	return run.Run(ctx, o)
}

// outcome prints a finished match's result, and where it was published, if it was, and
// gives the command's error.
func outcome(env *cli.Env, rec *match.Record, published string) error {
	r := result(rec)
	r.Published = published
	if env.JSON {
		if err := env.Print(r); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(env.Stdout, "match %s: %s after %s", rec.ID, rec.Status, count(rec.Steps(), "step"))
		if rec.Reason != "" {
			fmt.Fprintf(env.Stdout, " (%s)", rec.Reason)
		}
		fmt.Fprintln(env.Stdout)
		t := cli.Table{Head: []string{"ROLE", "PLAYER", "GOAL", "ERRORS"}, Right: []int{2}}
		for _, s := range r.Seats {
			goal := "-"
			if s.Goal != nil {
				goal = fmt.Sprint(*s.Goal)
			}
			t.Row(s.Role, s.Player, goal, kinds(s.Errors))
		}
		t.Write(env.Stdout)
		printNotes(env.Stdout, rec)
		if published != "" {
			fmt.Fprintf(env.Stdout, "published at %s\n", published)
		}
	}
	switch rec.Status {
	case match.Aborted:
		if err := notPlayed(rec); err != nil {
			return fmt.Errorf("%w (--despite-busy plays on)", err)
		}
		return cli.ErrInterrupted
	case match.Faulted:
		return fmt.Errorf("play %s: %s", rec.Game, rec.Reason)
	}
	return nil
}

// notPlayed is the error that a match was not played because a player was busy,
// nil otherwise.
func notPlayed(rec *match.Record) error {
	if rec.Status == match.Aborted && rec.Steps() == 0 && rec.Has(match.NoteBusy) {
		return fmt.Errorf("play %s: %s", rec.Game, rec.Reason)
	}
	return nil
}

// printNotes writes a record's remarks, a line each.
func printNotes(w io.Writer, rec *match.Record) {
	for _, n := range rec.Notes {
		about := "note"
		if n.Role != "" {
			about += " on " + n.Role
		}
		fmt.Fprintf(w, "%s: %s\n", about, plain.Line(n.Text))
	}
}

// matchResult is a match's result as JSON.
type matchResult struct {
	ID     string       `json:"id"`
	Game   string       `json:"game"`
	Engine string       `json:"engine"`
	Seed   uint64       `json:"seed"`
	Status match.Status `json:"status"`
	Reason string       `json:"reason,omitempty"`
	Steps  int          `json:"steps"`
	Notes  []match.Note `json:"notes,omitempty"`
	// Published is where spectators find the match.
	Published string       `json:"published,omitempty"`
	Seats     []seatResult `json:"seats"` // by role, without Nature
}

type seatResult struct {
	Role   string         `json:"role"`
	Player string         `json:"player"`
	Goal   *int           `json:"goal"` // null when the match has no result
	Errors map[string]int `json:"errors"`
}

func result(rec *match.Record) matchResult {
	r := matchResult{ID: rec.ID, Game: rec.Game, Engine: rec.Engine, Seed: rec.Seed, Status: rec.Status, Reason: rec.Reason, Steps: rec.Steps(), Notes: rec.Notes}
	for role, name := range rec.Roles {
		if rec.Players[role].Name == "" {
			continue // Nature
		}
		s := seatResult{Role: name, Player: rec.Players[role].Name, Errors: map[string]int{}}
		if role < len(rec.Goals) {
			goal := rec.Goals[role]
			s.Goal = &goal
		}
		for kind, n := range rec.Count(role) {
			s.Errors[kind.String()] = n
		}
		r.Seats = append(r.Seats, s)
	}
	return r
}

// kinds lists what went wrong with answers, in a fixed order.
func kinds(errors map[string]int) string {
	var parts []string
	for k := match.Timeout; k <= match.Fault; k++ {
		if n := errors[k.String()]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// matchID makes an identifier from a game's name: one symbol, as the protocol
// needs it, different for every millisecond.
func matchID(name string, at time.Time) string {
	clean := strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f && !strings.ContainsRune(`();?"'`, r) {
			return r
		}
		return '_'
	}, name)
	return fmt.Sprintf("Ludens.%s.%d", clean, at.UnixMilli())
}

func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return binary.LittleEndian.Uint64(b[:]) >> 1
}

// teller prints what happens in a match.
type teller struct {
	env    *cli.Env
	draw   bool // draw every position
	silent bool // somebody at this terminal must not see everything
	drawer *draw.Drawer
}

func (t *teller) position(p run.Position) {
	if t.silent {
		return
	}
	if p.Step > 0 {
		t.env.Say("%3d. %s", p.Step, jointMove(p.Record, p.Step-1))
	}
	if !t.draw {
		return
	}
	if r, ok := p.Machine.(game.Renderer); ok {
		t.env.Say("%s", r.Render())
	} else {
		t.env.Say("%s", t.drawer.Draw(p.Fluents))
	}
}

// jointMove is the joint move of a turn, with what went wrong in it.
func jointMove(rec *match.Record, turn int) string {
	var parts []string
	for role, name := range rec.Roles {
		part := name + " " + rec.Moves[turn][role]
		if r := rec.Replies[turn+1][role]; r.Kind != match.OK {
			part += " (" + r.Kind.String()
			if r.Text != "" {
				part += " " + plain.Line(r.Text)
			}
			part += ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
