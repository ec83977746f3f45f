package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/internal/cputime"
	"ludens/internal/hostile"
	"ludens/internal/memory"
)

// benchHostileCommand throws everything at the player that was thought of to hurt it.
type benchHostileCommand struct {
	config.Engine
	Kind        []string      `placeholder:"KIND" help:"Kinds of attacks to run; by default all that this command can run."`
	Only        string        `placeholder:"REGEXP" help:"Run only attacks whose names match."`
	Memory      config.Bytes  `default:"256MiB" help:"Most memory for the search tree."`
	TotalMemory config.Bytes  `default:"1GiB" help:"Most memory for the whole process."`
	Threads     int           `default:"0" help:"Threads of the search; 0 for one per processor."`
	Clock       time.Duration `default:"1s" help:"Start clock and play clock of every match."`
	Turns       int           `default:"3" help:"Messages PLAY before the ABORT."`
}

// Help is shown by --help.
func (*benchHostileCommand) Help() string {
	return "Runs the table of attacks in this one process, one after the other: START, a few PLAY, ABORT. LATE is by how much an answer missed its clock, " +
		"which counts if somebody who only sleeps did not oversleep as much meanwhile, " +
		"RESIDENT the most memory that the process held, BUSY the processor time that was used after the ABORT until nothing of the match was left, IDLE " +
		"the processors used a second later. Ends with exit code 3 if an answer was late, memory was above --total-memory, or something went " +
		"on for more than a second. On a busy machine the figures are worse than the player."
}

// hostileResult is what one attack did.
type hostileResult struct {
	Kind      hostile.Kind `json:"kind"`
	Name      string       `json:"name"`
	Answer    string       `json:"answer"` // to START
	Late      float64      `json:"late_ms"`
	Overslept float64      `json:"overslept_ms"` // by somebody who only sleeps, meanwhile
	Resident  int64        `json:"resident_bytes"`
	Busy      float64      `json:"busy_after_abort_ms"` // processor time
	Idle      float64      `json:"idle_cpu"`            // processors in use one second after
	Bad       string       `json:"bad,omitempty"`
}

// Run runs the table.
func (c *benchHostileCommand) Run(env *cli.Env) error {
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return cli.Usagef("--only: %v", err)
	}
	if c.Clock < 100*time.Millisecond || c.Clock > time.Hour || c.Turns < 0 || c.Turns > 1000 {
		return cli.Usagef("--clock must be from 100ms to 1h, --turns from 0 to 1000")
	}
	if err := errors.Join(wire.CheckThreads(c.Threads), wire.Memory("memory", c.Memory), wire.Memory("total-memory", c.TotalMemory), wire.Engine(c.Engine)); err != nil {
		return err
	}
	var kinds []hostile.Kind
	for _, k := range c.Kind {
		if _, ok := hostileRunners[hostile.Kind(k)]; !ok {
			return cli.Usagef("--kind: %q is not run by this command", k)
		}
		kinds = append(kinds, hostile.Kind(k))
	}
	table := cli.Table{Head: []string{"KIND", "NAME", "START", "LATE MS", "RESIDENT MIB", "BUSY MS", "IDLE", "BAD"}, Right: []int{3, 4, 5, 6}}
	rows := hostile.Rows(kinds...)
	bar := env.Progress(len(rows), "attacks")
	defer bar.Done()
	bad, ran := 0, 0
	for _, row := range rows {
		run := hostileRunners[row.Kind]
		if run == nil || !only.MatchString(row.Name) {
			bar.Add(1)
			continue
		}
		r, err := c.measure(env, row, run)
		if err != nil {
			return err
		}
		if ran++; r.Bad != "" {
			bad++
		}
		if env.JSON {
			if err := env.Print(r); err != nil {
				return err
			}
		}
		table.Row(string(r.Kind), r.Name, r.Answer, fmt.Sprintf("%.0f", r.Late), r.Resident>>20, fmt.Sprintf("%.0f", r.Busy), fmt.Sprintf("%.2f", r.Idle), r.Bad)
		bar.Add(1)
	}
	bar.Done()
	if ran == 0 {
		return cli.Usagef("no attack has such a name")
	}
	if !env.JSON {
		table.Write(env.Stdout)
		env.Say("%d attacks, %d bad", ran, bad)
	}
	if bad > 0 {
		return cli.ErrFindings
	}
	return nil
}

// hostileRunner runs an attack up to the moment when nothing of it may go on. It gives
// the first answer, by how much one missed its clock, and what waits for its end.
type hostileRunner func(c *benchHostileCommand, env *cli.Env, row hostile.Row) (answer string, late time.Duration, end func(context.Context) error, err error)

var hostileRunners = map[hostile.Kind]hostileRunner{
	hostile.RulesGDL:    (*benchHostileCommand).rules,
	hostile.RulesLudeme: (*benchHostileCommand).rules,
}

// measure runs an attack and looks at what it does to the process.
func (c *benchHostileCommand) measure(env *cli.Env, row hostile.Row, run hostileRunner) (hostileResult, error) {
	r := hostileResult{Kind: row.Kind, Name: row.Name}
	var most, overslept atomic.Int64
	watch, end := context.WithCancel(env.Context)
	watched := make(chan struct{})
	go func() { // waited for below
		defer close(watched)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for watch.Err() == nil {
			most.Store(max(most.Load(), memory.Resident()))
			at := time.Now()
			<-tick.C
			overslept.Store(max(overslept.Load(), int64(time.Since(at)-5*time.Millisecond)))
		}
	}()
	answer, late, finish, err := run(c, env, row)
	hangs := false
	if err == nil {
		used := cputime.Process()
		patience, cancel := context.WithTimeout(env.Context, 10*time.Second)
		defer cancel()
		hangs = finish(patience) != nil
		r.Busy = float64(cputime.Process()-used) / 1e6
		r.Idle, err = idle(env.Context)
	}
	end()
	<-watched
	r.Answer, r.Late, r.Resident = answer, float64(late)/1e6, most.Load()
	var bad []string
	r.Overslept = float64(overslept.Load()) / 1e6
	if late > time.Duration(overslept.Load()) {
		bad = append(bad, "late")
	}
	if r.Resident > int64(c.TotalMemory) {
		bad = append(bad, "memory")
	}
	if r.Busy > 1000 || r.Idle > 0.1 {
		bad = append(bad, "goes on")
	}
	if hangs {
		bad = append(bad, "hangs")
	}
	r.Bad = strings.Join(bad, ", ")
	return r, err
}

// idle tells how many processors the process uses from one second on.
func idle(ctx context.Context) (float64, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	at, used := time.Now(), cputime.Process()
	time.Sleep(200 * time.Millisecond)
	return float64(cputime.Process()-used) / float64(time.Since(at)), nil
}

// gdlRole finds the first role of a description in GDL.
var gdlRole = regexp.MustCompile(`\(role ([^\s()]+)\)`)

// rules plays a match by a hostile description, as a manager would have it.
func (c *benchHostileCommand) rules(env *cli.Env, row hostile.Row) (answer string, late time.Duration, end func(context.Context) error, err error) {
	text := row.Text()
	role := "p1"
	if m := gdlRole.FindStringSubmatch(text); m != nil && row.Kind == hostile.RulesGDL {
		role = m[1]
	}
	serve := serveCommand{
		Engine: c.Engine, Name: "Ludens", Agent: "mcts", Memory: c.Memory, TotalMemory: c.TotalMemory, Learn: true, Ponder: true,
	}
	s, _, err := serve.session(mcts.Options{Threads: wire.Threads(c.Threads), Bytes: int64(c.Memory)}, env.Log)
	if err != nil {
		return "", 0, nil, err
	}
	timed := func(f func() string) string {
		begin := time.Now()
		out := f()
		late = max(late, time.Since(begin)-c.Clock)
		return out
	}
	answer = timed(func() string {
		return s.Start(session.StartArgs{ID: row.Name, Role: role, Rules: text, StartClock: c.Clock, PlayClock: c.Clock})
	})
	if answer == session.Ready {
		turn := session.Turn{Number: -1}
		for range c.Turns {
			move := timed(func() string { return s.Play(row.Name, turn, time.Time{}) })
			turn.Moves = []string{move, "noop"}
			if env.Context.Err() != nil {
				return "", 0, nil, env.Context.Err()
			}
		}
	}
	s.Abort(row.Name)
	return answer, late, s.Close, nil
}
