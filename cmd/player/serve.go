package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/factored"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/agent/portfolio/memory"
	"ludens/agent/retro"
	"ludens/agent/roster"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/internal/announce"
	"ludens/internal/cli"
	held "ludens/internal/memory"
	"ludens/nets/device"
	"ludens/nets/kernel"
	"ludens/tune/startclock"
)

// serveCommand is the player as managers know it.
type serveCommand struct {
	config.Engine
	config.Nets
	config.Memos
	config.Device
	Tells        statusOptions   `embed:""`
	Announces    announceOptions `embed:""`
	Port         int             `default:"9147" help:"TCP port to listen on; 0 takes a free one."`
	Address      string          `default:"" help:"Address to listen on; empty for all of this machine."`
	Name         string          `default:"Ludens" help:"Name told to managers."`
	Agent        string          `default:"mcts" help:"Who decides: mcts, the whole player (a stored net, or what the start clock finds out), or another agent in its text form, such as random, legal, classic, alphabeta, or mcts:iterations=1000, the search alone (gamemaster bench agents --help lists them)."`
	Memory       config.Bytes    `default:"1GiB" help:"Most memory for the search tree."`
	TotalMemory  config.Bytes    `default:"0" help:"Most memory for the whole process, the tree, the rules and everything else a match may hold; 0 for three quarters of what the machine or the control group has."`
	Threads      int             `default:"0" help:"Threads of the search; 0 for one per processor."`
	Seed         uint64          `default:"0" help:"Seed of the decisions."`
	Learn        bool            `default:"true" negatable:"" help:"Train a net while the start clock runs, or have the stored one learn on, and play with what short races say is best. --no-learn: a stored net plays as it is."`
	LearnIdle    bool            `help:"Have the net learn on while others think, instead of searching on in that time; what was learned plays when it has won a race. Off by default: no race has shown that it helps."`
	Solve        bool            `default:"true" negatable:"" help:"Solve all positions that can still come about, where they are few enough, and play by the table that comes of it."`
	Ponder       bool            `default:"true" negatable:"" help:"Think on from the answer to the next message, on all threads. A forced move is then answered at once."`
	AnswerForced bool            `help:"Answer at once when there is only one legal move, with --no-ponder too. By default half of the clock is used to think ahead then."`
	UntilEOF     bool            `name:"until-eof" help:"Stop when standard input ends, for use by other programs."`

	card *device.Card `kong:"-"` // that is open while it serves, or nil
}

// Help is shown by --help.
func (*serveCommand) Help() string {
	return "Waits for a game manager and plays one match at a time. The address that it listens on is printed first. " +
		"A game with a stored net (\"player nets list\") is played with it; an empty value of --nets turns that off. " +
		"SIGINT or SIGTERM end it: a match that is being played is given up."
}

// Run serves until it is told to stop.
func (c *serveCommand) Run(env *cli.Env) (err error) {
	if c.Port < 0 || c.Port > 65535 {
		return cli.Usagef("--port must be from 0 to 65535, found %d", c.Port)
	}
	if err := errors.Join(c.Tells.valid(), c.Announces.valid(), wire.CheckThreads(c.Threads), wire.Memory("memory", c.Memory), wire.Engine(c.Engine)); err != nil {
		return err
	}
	if c.TotalMemory != 0 {
		if err := wire.Memory("total-memory", c.TotalMemory); err != nil {
			return err
		}
	}
	search := mcts.Options{Threads: c.Threads, Bytes: int64(c.Memory), Seed: c.Seed, AnswerForced: c.AnswerForced}
	if err := search.Validate(); err != nil {
		return cli.UsageError{Err: err}
	}
	search.Threads = wire.Threads(c.Threads)
	if note := kernel.Note(); note != "" {
		env.Log.Warn().Msg(note)
	}
	o, err := deviceOptions(c.Device, env.Log)
	if err != nil {
		return err
	}
	if c.whole() {
		c.card = device.Open(o)
		defer c.card.Close()
	}
	s, nets, err := c.session(search, env.Log)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	tells, err := c.Tells.tell(s, nets)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tells.end()) }()
	srv, err := server.Listen(net.JoinHostPort(c.Address, strconv.Itoa(c.Port)), server.Config{Log: env.Log}, handler{s})
	if err != nil {
		return err
	}
	if err := c.announce(env, srv.Addr(), tells); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(env.Context)
	defer cancel()
	if c.UntilEOF {
		go func() { // ends with the input, at the latest with the process
			_, _ = io.Copy(io.Discard, env.Stdin)
			cancel()
		}()
	}
	var announcing sync.WaitGroup
	defer announcing.Wait()
	defer cancel()
	for _, o := range c.announcements(env.Log, srv.Addr(), tells) {
		announcing.Go(func() { announce.Run(ctx, o) })
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve() }()
	select {
	case err := <-served:
		return errors.Join(err, s.Close(env.Context))
	case <-ctx.Done():
	}
	env.Log.Info().Msg("stopping")
	stop, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	// The session first: its answers are what the server would wait for.
	return errors.Join(s.Close(stop), srv.Shutdown(stop), <-served)
}

// session makes the brain: the reasoner at once, the network when it is built.
func (c *serveCommand) session(search mcts.Options, log zerolog.Logger) (*session.Session, *guide, error) {
	total := c.total()
	debug.SetMemoryLimit(total / 4 * 3) // from there on garbage is thrown away more often
	if search.Bytes > total/2 {
		search.Bytes = total / 2
		log.Info().Int64("bytes", search.Bytes).Msg("the tree gets half of all memory")
	}
	c.BuildMemory = min(c.BuildMemory, config.Bytes(total/2))
	nets := &guide{path: c.Nets, card: c.card, threads: search.Threads, log: log}
	player, err := c.newPlayer(search, nets, log)
	if err != nil {
		return nil, nil, err
	}
	reader := catalog.NewReader() // for both, of what strangers send
	cfg := session.Config{
		Name: c.Name, Species: "program", Log: log, Ponder: c.Ponder, Memory: total, Watch: c.Tells.Status != "",
		Quick: opener(reader, c.Engine, catalog.Reasoner, nil, total/4), NewPlayer: player,
	}
	if c.Engine.Engine != catalog.Reasoner {
		cfg.Full = opener(reader, c.Engine, catalog.Network, c.known(log), total/4)
		cfg.Quick = notLudemes(cfg.Quick)
	}
	s, err := session.New(cfg)
	return s, nets, err
}

// total is the most memory for everything.
func (c *serveCommand) total() int64 {
	if c.TotalMemory > 0 {
		return int64(c.TotalMemory)
	}
	if all := held.Machine(); all > 0 {
		return all / 4 * 3
	}
	return 4 << 30
}

// errOne is why a game in ludemes is not opened twice.
var errOne = errors.New("for ludemes there is one engine")

// notLudemes leaves games in ludemes to the other opener: what they are opened by
// is quick and fast.
func notLudemes(open session.Opener) session.Opener {
	return func(ctx context.Context, text string) (game.Game, error) {
		if (&catalog.Source{Text: text}).Family() != "gdl" {
			return nil, errOne
		}
		return open(ctx, text)
	}
}

func (c *serveCommand) announce(env *cli.Env, addr net.Addr, tells *telling) error {
	status := ""
	if tells != nil {
		status = "http://" + tells.addr.String()
	}
	if env.JSON {
		return env.Print(struct {
			Name    string `json:"name"`
			Address string `json:"address"`
			Status  string `json:"status,omitempty"`
		}{c.Name, "http://" + addr.String(), status})
	}
	text := fmt.Sprintf("%s listens at http://%s\n", c.Name, addr)
	if status != "" {
		text += fmt.Sprintf("what it thinks is told at %s/status\n", status)
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// whole says whether all of the player plays, and not one agent of the roster.
func (c *serveCommand) whole() bool { return strings.EqualFold(strings.TrimSpace(c.Agent), "mcts") }

// newPlayer makes the brains of matches.
func (c *serveCommand) newPlayer(search mcts.Options, nets *guide, log zerolog.Logger) (func() agent.Player, error) {
	if !c.whole() {
		a, err := roster.Parse(c.Agent, wire.Agents(search.Threads, search.Bytes))
		if err != nil {
			return nil, cli.UsageError{Err: fmt.Errorf("--agent: %w", err)}
		}
		return func() agent.Player { return a.New(c.Seed) }, nil
	}
	o := startclock.Options{Search: search, Stored: nets.stored, Related: nets.related, Card: c.card, NoLearning: !c.Learn, Idle: c.LearnIdle, Memory: memos(c.Memos, log), Log: log}
	if !c.NoMemory && c.Nets.Nets != "" {
		o.Learned, o.Keep = nets.learned, nets.keep
	}
	return func() agent.Player {
		inner := func() agent.Player {
			if !c.Solve {
				return startclock.New(o)
			}
			return retro.NewPlayer(retro.PlayerOptions{Options: retro.Options{Bytes: search.Bytes / 4, Threads: search.Threads}, Inner: startclock.New(o), Log: log})
		}
		return factored.New(factored.Options{Inner: inner, Lean: true})
	}, nil
}

// memos is where it is kept what was found out about games; nil if nowhere.
func memos(m config.Memos, log zerolog.Logger) portfolio.Memory {
	if m.NoMemory || m.Memos == "" {
		return nil
	}
	return &memory.Directory{Path: string(m.Memos), Log: log}
}

// known is how games are recognised that come under other names; nil if nothing is stored
// or remembered of games.
func (c *serveCommand) known(log zerolog.Logger) catalog.Known {
	met := descriptions(c.Memos, log)
	if !c.whole() || met == nil && c.Nets.Nets == "" {
		return nil
	}
	return &known{nets: c.Nets, opt: wire.Library(c.Library), met: met, log: log}
}

// descriptions is where it is kept under which names games were met; nil if nowhere.
func descriptions(m config.Memos, log zerolog.Logger) *memory.Descriptions {
	if m.NoMemory || m.Memos == "" {
		return nil
	}
	return &memory.Descriptions{Path: string(m.Memos), Log: log}
}

// opener opens rules that came in a message, with one engine, whose machines may take
// so much.
func opener(reader *catalog.Reader, e config.Engine, engine string, known catalog.Known, bytes int64) session.Opener {
	opt := wire.Catalog(e)
	opt.Engine, opt.Known, opt.MachineBytes = engine, known, min(bytes, 1<<30)
	return func(ctx context.Context, text string) (game.Game, error) { return reader.OpenText(ctx, "", text, opt) }
}

// handler gives messages to the session, in the order in which they came.
type handler struct{ s *session.Session }

// Handle implements server.Handler.
func (h handler) Handle(ctx context.Context, m ggp.Message) string {
	return h.Take(ctx, m, server.Arrival{At: time.Now()})()
}

// Playing implements server.Player.
func (h handler) Playing() (match string, on bool) {
	i := h.s.Info()
	return i.Match, i.Busy
}

// Take implements server.Taker.
func (h handler) Take(_ context.Context, m ggp.Message, a server.Arrival) (wait func() string) {
	always := func(answer string) func() string { return func() string { return answer } }
	switch m := m.(type) {
	case ggp.Start:
		return h.s.TakeStart(session.StartArgs{
			ID: m.MatchID, Role: m.Role, Rules: m.Rules, Received: a.At, Waits: a.Waits,
			StartClock: seconds(m.StartClock), PlayClock: seconds(m.PlayClock),
		})
	case ggp.Play:
		move := h.s.TakePlay(m.MatchID, session.Turn(m.Turn), a.At, a.Waits)
		return func() string { return ggp.Spaced(move()) }
	case ggp.Stop:
		return always(h.s.Stop(m.MatchID, session.Turn(m.Turn)))
	case ggp.Abort:
		return always(h.s.Abort(m.MatchID))
	case ggp.Info:
		i := h.s.Info()
		status := ggp.Status{Name: i.Name, Species: i.Species, Status: ggp.StatusAvailable}
		if i.Busy {
			status.Status = ggp.StatusBusy
		}
		return always(status.String())
	case ggp.Preview:
		return func() string { return h.s.Preview(m.Rules, seconds(m.Clock)) }
	}
	return always(ggp.Nil)
}

// seconds is a clock of a message. Nobody waits for longer than a year.
func seconds(n int) time.Duration { return time.Duration(min(n, 366*24*3600)) * time.Second }
