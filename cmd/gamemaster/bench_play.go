package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
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
	Player   string       `placeholder:"URL" help:"A player that is running, as http://host:port; default: our own, each in a process of its own."`
	Parallel int          `default:"1" help:"Players of our own, and so matches at the same time."`
	Reasoner int          `default:"0" help:"How many of these players use the reasoner only."`
	Memory   config.Bytes `default:"512MiB" help:"Most memory for the search of our own player."`
	Seed     uint64       `default:"1" help:"Seed of the matches."`
	MaxSteps int          `default:"200" help:"End a match after so many joint moves."`
	Games    []string     `arg:"" optional:"" name:"game" help:"Library names or files, taken in turn; default: the whole library."`
}

// Help is shown by --help.
func (*benchPlayCommand) Help() string {
	return "Plays matches against random players with the clocks given, the measured player on one seat after the other, until enough " +
		"moves were asked for. Every request has the whole clock; --parallel plays several matches at once. Time runs as a server sees it, " +
		"from before the connection is made to the last byte of the answer, and an answer is late when it comes after the clock, without any grace. " +
		"A late one is excused if somebody who only sleeps was meanwhile woken 200 ms too late or more, which is what the player keeps in reserve until it knows the machine. " +
		"Exit code 3 if an answer was late without an excuse, illegal, unreadable or missing."
}

// playFigures is the result as JSON. Times are milliseconds from request to answer.
type playFigures struct {
	Requests   int              `json:"requests"`
	Matches    int              `json:"matches"`
	Games      int              `json:"games"`
	Players    int              `json:"players"`
	Reasoner   int              `json:"reasoner_players"`
	PlayClock  int              `json:"play_clock_s"`
	Busy       int              `json:"busy_processes"`
	Late       int              `json:"late"`
	Illegal    int              `json:"illegal"`
	Garbage    int              `json:"garbage"`
	Connection int              `json:"connection"`
	StartLate  int              `json:"start_late"`
	Excused    int              `json:"excused"` // of the late ones, see the help
	Latency    map[string]int64 `json:"latency_ms"`
	Wake       int64            `json:"worst_wake_ms"` // how late somebody who only slept was woken at worst
	Elapsed    float64          `json:"elapsed_s"`
	Worst      []string         `json:"worst,omitempty"` // where answers were not fine
}

// playBench is a measurement under way.
type playBench struct {
	c     *benchPlayCommand
	env   *cli.Env
	opt   catalog.Options
	games []string
	sleep witness

	mu      sync.Mutex // guards the rest
	figures playFigures
	millis  []int64 // of every answer
	next    int     // match to play
	used    map[string]bool
	bar     *cli.Progress
}

// Run measures.
func (c *benchPlayCommand) Run(env *cli.Env) error {
	if c.Requests < 1 || c.MaxSteps < 1 {
		return cli.Usagef("--requests and --max-steps must be at least 1")
	}
	if c.Parallel < 1 || c.Reasoner < 0 || c.Reasoner > c.Parallel || c.Player != "" && c.Parallel != 1 {
		return cli.Usagef("--parallel must be at least 1, 1 with --player, and --reasoner at most that")
	}
	if err := errors.Join(c.clocks.check(), wire.Memory("memory", c.Memory), wire.Engine(c.Engine)); err != nil {
		return err
	}
	opt := wire.Catalog(c.Engine)
	games := c.Games
	if len(games) == 0 {
		entries, err := catalog.List(opt)
		if err != nil {
			return err
		}
		for _, e := range entries {
			games = append(games, e.Family+":"+e.Name)
		}
	}
	b := &playBench{c: c, env: env, opt: opt, games: games, used: map[string]bool{}}
	addrs, stop, err := c.players(env)
	defer stop()
	if err != nil {
		return err
	}
	busy, idle, err := keepBusy(c.Busy)
	if err != nil {
		return err
	}
	defer idle()

	begin := time.Now()
	b.bar = env.Progress(c.Requests, "moves")
	defer b.bar.Done()
	ctx, cancel := context.WithCancelCause(env.Context)
	defer cancel(nil)
	watched, wake := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { b.sleep.watch(watched) })
	defer watch.Wait()
	defer wake()
	var lanes sync.WaitGroup
	for _, addr := range addrs {
		lanes.Go(func() {
			if err := b.lane(ctx, addr); err != nil {
				cancel(err) // the first counts
			}
		})
	}
	lanes.Wait()
	wake()
	watch.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	b.bar.Done()
	f, millis := b.figures, b.millis
	f.PlayClock, f.Busy, f.Players, f.Reasoner, f.Latency = c.clocks.Play, busy, len(addrs), c.Reasoner, map[string]int64{}
	f.Wake = b.sleep.worst.Milliseconds()
	f.Requests, f.Games, f.Elapsed = len(millis), len(b.used), time.Since(begin).Seconds()
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
		fmt.Fprintf(env.Stdout, "%s in %s of %s, %s (%d with the reasoner), %d s clock, %s: %d late, %d illegal, %d garbage, %d connection; START late %d; %d of the late ones excused\n",
			count(f.Requests, "PLAY request"), plural(f.Matches, "match", "matches"), count(f.Games, "game"),
			count(f.Players, "player"), f.Reasoner, f.PlayClock,
			plural(f.Busy, "busy process", "busy processes"), f.Late, f.Illegal, f.Garbage, f.Connection, f.StartLate, f.Excused)
		fmt.Fprintf(env.Stdout, "latency ms: p50 %d, p90 %d, p99 %d, max %d; somebody who only sleeps was woken up to %d ms late; %.0f s in all\n",
			f.Latency["p50"], f.Latency["p90"], f.Latency["p99"], f.Latency["max"], f.Wake, f.Elapsed)
		for _, w := range f.Worst {
			fmt.Fprintln(env.Stdout, w)
		}
	}
	if f.wrong() > 0 {
		return cli.ErrFindings
	}
	return nil
}

// excusing is how late a sleeper is woken where no player can be blamed: agent/clock's
// reserve before anything was measured.
const excusing = 200 * time.Millisecond

// wrong counts what there is no excuse for.
func (f *playFigures) wrong() int {
	return f.Late + f.StartLate - f.Excused + f.Illegal + f.Garbage + f.Connection
}

// players gives the addresses of the players to be measured and what ends them.
func (c *benchPlayCommand) players(env *cli.Env) (addrs []string, stop func(), err error) {
	var own []*playerProcess
	stop = func() {
		for _, p := range own {
			p.Stop()
		}
	}
	if c.Player != "" {
		addr, ok := remoteAddr(c.Player)
		if !ok {
			return nil, stop, cli.Usagef("--player must be http://host:port, found %q", c.Player)
		}
		return []string{addr}, stop, nil
	}
	program, err := findPlayer()
	if err != nil {
		return nil, stop, err
	}
	for i := range c.Parallel {
		engine := c.Engine.Engine
		if i < c.Reasoner {
			engine = catalog.Reasoner
		}
		p, err := startPlayer(env.Context, env, program, fmt.Sprintf("measured-%d", i+1), "--memory", c.Memory.String(),
			"--no-memory", "--engine", engine, "--cache", string(c.Cache))
		if err != nil {
			return nil, stop, err
		}
		own, addrs = append(own, p), append(addrs, p.Addr)
	}
	return addrs, stop, nil
}

// lane plays one match after the other with one player.
func (b *playBench) lane(ctx context.Context, addr string) error {
	for {
		b.mu.Lock()
		number, asked := b.next, len(b.millis)
		if asked >= b.c.Requests {
			b.mu.Unlock()
			return nil
		}
		b.next++
		b.mu.Unlock()
		if number >= 2*len(b.games)*b.c.Parallel && asked == 0 {
			return errors.New("bench play: no match of these games has a move to ask for")
		}
		name := b.games[number%len(b.games)]
		if err := b.match(ctx, number, name, addr); err != nil {
			return fmt.Errorf("bench play, %s: %w", name, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// match plays one match and adds what it showed.
func (b *playBench) match(ctx context.Context, number int, name, addr string) (err error) {
	c, env := b.c, b.env
	source, err := catalog.Find(name, b.opt)
	if err != nil {
		return err
	}
	quick := b.opt
	quick.Engine = catalog.Reasoner // the referee needs no speed, and leaves the processors to the player
	g, err := source.Open(ctx, quick)
	if err != nil {
		return err
	}
	text, err := source.Alone(quick)
	if err != nil {
		return err
	}
	facts := g.Facts()
	title := facts.Name
	measured := (number/len(b.games) + number) % facts.Players
	seed := c.Seed + uint64(number)
	seats := seatMaker{env: env, ctx: ctx, game: g, seed: seed}
	defer func() { err = errors.Join(err, seats.close()) }()
	o := run.Options{
		Match: match.Config{
			ID: fmt.Sprintf("%s.%d", matchID(title, time.Now()), number), Game: g, Rules: text,
			StartClock: c.clocks.Start, PlayClock: c.clocks.Play, Seed: seed, MaxSteps: c.MaxSteps,
		},
		Log: env.Log,
	}
	turns := []time.Time{time.Now()} // when they began, START's first
	o.Hooks.Thinking = func(int, time.Time) { turns = append(turns, time.Now()) }
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
	rec, err := run.Run(ctx, o)
	if err == nil {
		err = notPlayed(rec)
	}
	if err != nil {
		return err
	}
	turns = append(turns, time.Now())
	role := slices.Index(facts.RoleSeat, measured)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.figures.Matches++
	b.used[name] = true
	b.bar.Add(rec.Steps())
	for i, replies := range rec.Replies {
		clock := int64(c.clocks.Play) * 1000
		if i == 0 {
			clock = int64(c.clocks.Start) * 1000
		} else {
			b.millis = append(b.millis, replies[role].Millis)
		}
		var starved, longest time.Duration
		if i+1 < len(turns) {
			starved, longest = b.sleep.between(turns[i], turns[i+1])
		}
		b.figures.judge(i, replies[role], clock, rec, starved, longest)
	}
	return nil
}

// judge counts what was wrong with an answer; its clock is in milliseconds, and
// starved is how long the witness was kept waiting meanwhile, longest at one time.
func (f *playFigures) judge(i int, r match.Reply, clock int64, rec *match.Record, starved, longest time.Duration) {
	excuse := func() {
		if longest >= excusing {
			f.Excused++
		}
	}
	const most = 50
	what := ""
	switch {
	case i == 0 && (r.Kind != match.OK || r.Millis > clock):
		f.StartLate++
		excuse()
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
		excuse()
		what = "late"
	default:
		return
	}
	if len(f.Worst) < most {
		f.Worst = append(f.Worst, fmt.Sprintf("%s, turn %d: %s after %d ms (the machine kept a sleeper waiting %d ms meanwhile)",
			rec.Game, i, strings.TrimSpace(what), r.Millis, starved.Milliseconds()))
	}
}
