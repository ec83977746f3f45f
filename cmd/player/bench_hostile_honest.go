package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"

	"ludens/agent/session"
	"ludens/catalog"
	"ludens/game"
	"ludens/ggp"
	"ludens/internal/cli"
	"ludens/internal/hostile"
	record "ludens/match"
	"ludens/match/run"
)

// honest is the kind of those rows that are no attack.
const honest hostile.Kind = "honest"

// honestClock is the play clock of honest matches in seconds, without any grace.
const honestClock = 2

// honest plays a match against this process' player, which listens, by the clocks.
func (c *benchHostileCommand) honest(env *cli.Env, row hostile.Row) (out hostileRun, err error) {
	_, addr, end, err := c.served(env)
	if err != nil {
		return out, err
	}
	out.end = end
	source, err := catalog.Find("ticTacToe", catalog.Options{})
	if err != nil {
		return out, err
	}
	g, err := source.Open(env.Context, catalog.Options{Engine: catalog.Reasoner})
	if err != nil {
		return out, err
	}
	rec, err := run.Run(env.Context, run.Options{
		Match: record.Config{ID: strings.ReplaceAll(row.Name, " ", "-"), Game: g, Rules: source.Text, StartClock: honestClock, PlayClock: honestClock, Seed: 1},
		Seats: []run.Seat{{Addr: addr, Dialect: ggp.GGPBase}, {Local: &atRandom{}}}, Grace: -1, Log: env.Log,
	})
	if err != nil {
		return out, err
	}
	out.answer = rec.Status.String()
	for kind, n := range rec.Count(0) {
		out.bad = append(out.bad, fmt.Sprintf("%d %s", n, kind))
	}
	if rec.Status != record.Completed {
		out.bad = append(out.bad, rec.Status.String())
	}
	return out, nil
}

// atRandom is the other player of honest matches: it follows the moves and makes any.
type atRandom struct {
	machine game.Machine
	seat    int
	rng     *rand.Rand
}

func (p *atRandom) Start(_ context.Context, s run.Start) error {
	p.machine, p.seat, p.rng = s.Game.NewMachine(), s.Seat, game.Stream(1, "bench hostile", 0)
	return nil
}

func (p *atRandom) Play(_ context.Context, t run.Turn) (string, error) {
	if t.Moves != nil {
		joint := make([]game.Move, len(p.machine.Game().Facts().Seats))
		for seat, text := range p.machine.Game().Facts().BySeat(t.Moves) {
			var err error
			if joint[seat], err = p.machine.Parse(seat, text); err != nil {
				return "", err
			}
		}
		p.machine.Step(joint)
	}
	legal := p.machine.Legal(p.seat, nil)
	return p.machine.Label(p.seat, legal[p.rng.IntN(len(legal))]), nil
}

func (p *atRandom) Stop(context.Context, run.Turn) error { return nil }
func (p *atRandom) Abort(context.Context) error          { return nil }

// benchHonestCommand is what "bench hostile" starts in another process.
type benchHonestCommand struct{ benchHostileCommand }

// Run plays one honest match.
func (c *benchHonestCommand) Run(env *cli.Env) error {
	r, err := c.measure(env, hostile.Row{Kind: honest, Name: "alone"}, (*benchHostileCommand).honest, true)
	if err != nil {
		return err
	}
	return env.Print(r)
}

// beside has eight of the worst go on in this process, over and over, while another one
// plays an honest match.
func (c *benchHostileCommand) beside(env *cli.Env, _ hostile.Row) (out hostileRun, err error) {
	self, err := os.Executable()
	if err != nil {
		return out, err
	}
	other := exec.CommandContext(env.Context, self, "bench", "honest", "--json", "--memory", fmt.Sprint(int64(c.Memory)), "--total-memory", fmt.Sprint(int64(c.TotalMemory)))
	var said, wrong bytes.Buffer
	other.Stdout, other.Stderr = &said, &wrong
	if err := other.Start(); err != nil {
		return out, err
	}
	ended := make(chan error, 1)
	go func() { ended <- other.Wait() }() // waited for below
	over, stop := context.WithCancel(env.Context)
	var all sync.WaitGroup
	var sessions []*session.Session
	out.end = func(ctx context.Context) (err error) {
		for _, s := range sessions {
			err = errors.Join(err, s.Close(ctx))
		}
		return err
	}
	for i, row := range hostile.Worst() {
		s, err := c.session(env)
		if err != nil {
			stop()
			all.Wait()
			return out, errors.Join(err, <-ended)
		}
		row.Name = fmt.Sprintf("%d %s", i, row.Name)
		all.Go(func() {
			for over.Err() == nil {
				c.playRules(env, s, row)
				s.Abort(row.Name)
			}
		})
		sessions = append(sessions, s)
	}
	err = <-ended
	stop()
	all.Wait()
	var r hostileResult
	if err != nil || json.Unmarshal(said.Bytes(), &r) != nil {
		return out, fmt.Errorf("the honest match in another process: %w: %.500s", err, wrong.String())
	}
	out.answer = r.Answer
	if r.Bad != "" {
		out.bad = append(out.bad, r.Bad)
	}
	return out, nil
}
