package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/run"
)

// benchPlayCommand counts a player's late and illegal answers.
type benchPlayCommand struct {
	config.Engine
	clocks   `embed:""`
	Requests int          `default:"1000" help:"PLAY requests to send, at least."`
	Busy     int          `default:"-1" help:"Processes that use up processors meanwhile; -1 for one per processor."`
	Player   string       `placeholder:"URL" help:"A player that is running, as http://host:port; default: one of our own, in another process."`
	Memory   config.Bytes `default:"512MiB" help:"Most memory for the search of our own player."`
	Seed     uint64       `default:"1" help:"Seed of the matches."`
	MaxSteps int          `default:"200" help:"End a match after so many joint moves."`
	Games    []string     `arg:"" optional:"" name:"game" help:"Library names or files, taken in turn; default: the whole library."`
}

// Help is shown by --help.
func (*benchPlayCommand) Help() string {
	return "Plays matches against random players with the clocks given, the measured player on one seat after the other, until enough " +
		"moves were asked for. An answer is late when it comes after the clock, without any grace. " +
		"Exit code 3 if an answer was late, illegal, unreadable or missing."
}

// playFigures is the result as JSON. Times are milliseconds from request to answer.
type playFigures struct {
	Requests   int              `json:"requests"`
	Matches    int              `json:"matches"`
	Games      int              `json:"games"`
	PlayClock  int              `json:"play_clock_s"`
	Busy       int              `json:"busy_processes"`
	Late       int              `json:"late"`
	Illegal    int              `json:"illegal"`
	Garbage    int              `json:"garbage"`
	Connection int              `json:"connection"`
	StartLate  int              `json:"start_late"`
	Latency    map[string]int64 `json:"latency_ms"`
	Elapsed    float64          `json:"elapsed_s"`
	Worst      []string         `json:"worst,omitempty"` // where answers were not fine
}

// Run measures.
func (c *benchPlayCommand) Run(env *cli.Env) error {
	if c.Requests < 1 || c.MaxSteps < 1 || c.clocks.Play < 1 {
		return cli.Usagef("--requests, --max-steps and --play must be at least 1")
	}
	opt := wire.Catalog(c.Engine)
	games := c.Games
	if len(games) == 0 {
		entries, err := catalog.List(opt)
		if err != nil {
			return err
		}
		for _, e := range entries {
			games = append(games, e.Name)
		}
	}
	addr, stop, err := c.player(env)
	if err != nil {
		return err
	}
	defer stop()
	busy, idle, err := keepBusy(c.Busy)
	if err != nil {
		return err
	}
	defer idle()

	f := playFigures{PlayClock: c.clocks.Play, Busy: busy, Latency: map[string]int64{}}
	var millis []int64
	used := map[string]bool{}
	begin := time.Now()
	bar := env.Progress(c.Requests, "moves")
	defer bar.Done()
	for len(millis) < c.Requests {
		before := len(millis)
		name := games[f.Matches%len(games)]
		if err := c.match(env, name, addr, opt, &f, &millis); err != nil {
			return fmt.Errorf("bench play, %s: %w", name, err)
		}
		used[name] = true
		f.Matches++
		bar.Add(len(millis) - before)
		if env.Context.Err() != nil {
			return env.Context.Err()
		}
		if f.Matches >= 2*len(games) && len(millis) == 0 {
			return errors.New("bench play: no match of these games has a move to ask for")
		}
	}
	bar.Done()
	f.Requests, f.Games, f.Elapsed = len(millis), len(used), time.Since(begin).Seconds()
	slices.Sort(millis)
	for name, q := range map[string]float64{"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1} {
		f.Latency[name] = millis[min(len(millis)-1, int(q*float64(len(millis))))]
	}
	return c.show(env, f)
}

func (c *benchPlayCommand) show(env *cli.Env, f playFigures) error {
	if env.JSON {
		if err := env.Print(f); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(env.Stdout, "%s in %s of %s, %d s clock, %s: %d late, %d illegal, %d garbage, %d connection; START late %d\n",
			count(f.Requests, "PLAY request"), plural(f.Matches, "match", "matches"), count(f.Games, "game"), f.PlayClock,
			plural(f.Busy, "busy process", "busy processes"), f.Late, f.Illegal, f.Garbage, f.Connection, f.StartLate)
		fmt.Fprintf(env.Stdout, "latency ms: p50 %d, p90 %d, p99 %d, max %d; %.0f s in all\n",
			f.Latency["p50"], f.Latency["p90"], f.Latency["p99"], f.Latency["max"], f.Elapsed)
		for _, w := range f.Worst {
			fmt.Fprintln(env.Stdout, w)
		}
	}
	if f.Late+f.Illegal+f.Garbage+f.Connection+f.StartLate > 0 {
		return cli.ErrFindings
	}
	return nil
}

// player gives the address of the player to be measured and what ends it.
func (c *benchPlayCommand) player(env *cli.Env) (string, func(), error) {
	if c.Player != "" {
		addr, ok := remoteAddr(c.Player)
		if !ok {
			return "", nil, cli.Usagef("--player must be http://host:port, found %q", c.Player)
		}
		return addr, func() {}, nil
	}
	program, err := findPlayer()
	if err != nil {
		return "", nil, err
	}
	p, err := startPlayer(env.Context, env, program, "measured", "--memory", c.Memory.String(),
		"--engine", c.Engine.Engine, "--cache", string(c.Cache))
	if err != nil {
		return "", nil, err
	}
	return p.Addr, p.Stop, nil
}

// match plays one match and adds what it showed.
func (c *benchPlayCommand) match(env *cli.Env, name, addr string, opt catalog.Options, f *playFigures, millis *[]int64) (err error) {
	title, text, err := catalog.Text(name, opt)
	if err != nil {
		return err
	}
	quick := opt
	quick.Engine = "reasoner" // the referee needs no speed, and leaves the processors to the player
	g, err := catalog.OpenText(env.Context, title, text, quick)
	if err != nil {
		return err
	}
	facts := g.Facts()
	measured := f.Matches % facts.Players
	seats := seatMaker{env: env, ctx: env.Context, game: g, seed: c.Seed + uint64(f.Matches)}
	defer func() { err = errors.Join(err, seats.close()) }()
	o := run.Options{
		Match: match.Config{
			ID: fmt.Sprintf("%s.%d", matchID(title, time.Now()), f.Matches), Game: g, Rules: text,
			StartClock: c.clocks.Start, PlayClock: c.clocks.Play, Seed: c.Seed + uint64(f.Matches), MaxSteps: c.MaxSteps,
		},
		Log: env.Log,
	}
	for i := range facts.Players {
		if i == measured {
			o.Seats = append(o.Seats, run.Seat{Name: "measured", Addr: addr})
			continue
		}
		s, err := seats.one(i, "random")
		if err != nil {
			return err
		}
		o.Seats = append(o.Seats, s)
	}
	rec, err := run.Run(env.Context, o)
	if err != nil {
		return err
	}
	role := slices.Index(facts.RoleSeat, measured)
	for i, replies := range rec.Replies {
		clock := int64(c.clocks.Play) * 1000
		if i == 0 {
			clock = int64(c.clocks.Start) * 1000
		} else {
			*millis = append(*millis, replies[role].Millis)
		}
		c.judge(f, i, replies[role], clock, rec)
	}
	return nil
}

// judge counts what was wrong with an answer; its clock is in milliseconds.
func (c *benchPlayCommand) judge(f *playFigures, i int, r match.Reply, clock int64, rec *match.Record) {
	const most = 50
	what := ""
	switch {
	case i == 0 && (r.Kind != match.OK || r.Millis > clock):
		f.StartLate++
		what = "START " + r.Kind.String()
	case r.Kind == match.Illegal:
		f.Illegal++
		what = "illegal " + r.Text
	case r.Kind == match.Garbage || r.Kind == match.Fault:
		f.Garbage++
		what = r.Kind.String() + " " + r.Text + r.Detail
	case r.Kind == match.Connection:
		f.Connection++
		what = "connection " + r.Detail
	case r.Kind == match.Timeout || r.Millis > clock:
		f.Late++
		what = "late"
	default:
		return
	}
	if len(f.Worst) < most {
		f.Worst = append(f.Worst, fmt.Sprintf("%s, turn %d: %s after %d ms", rec.Game, i, strings.TrimSpace(what), r.Millis))
	}
}
