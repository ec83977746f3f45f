package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

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
	Every       int           `default:"1" help:"Run only every so-manieth attack of each kind."`
	Honest      bool          `default:"true" negatable:"" help:"Play an honest match after each kind, and after all one in another process while eight of the worst go on at once."`
}

// Help is shown by --help.
func (*benchHostileCommand) Help() string {
	return "Runs the table of attacks in this one process, one after the other: rules by START, a few PLAY and ABORT, requests, messages and conversations over HTTP, files by " +
		"everybody who reads files. LATE is by how much an answer missed its clock, which counts if somebody who only sleeps did not oversleep as much in one sleep while that answer was waited for, or in four sleeps one after the other where there was no move to answer with (then it is looked for as often), " +
		"RESIDENT the most memory that the process held, BUSY the processor time that was used after the ABORT until nothing of the match was left, but for the " +
		"throwing away of garbage, IDLE the processors used a second later. After each kind an honest match of tic-tac-toe is played in the same process, and after all one " +
		"in another process while eight of the worst go on at once. Ends with exit code 3 if an answer was late, wrong or missing, memory was above --total-memory, something went " +
		"on after the ABORT for more than 100 ms of a processor, or an honest match had an error. On a busy machine the figures are worse than the player."
}

// hostileResult is what one attack did.
type hostileResult struct {
	Kind      hostile.Kind `json:"kind"`
	Name      string       `json:"name"`
	Answer    string       `json:"answer"` // the first
	Late      float64      `json:"late_ms"`
	Overslept float64      `json:"overslept_ms"` // by somebody who only slept while that answer was waited for
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
	if c.Every < 1 {
		return cli.Usagef("--every must be at least 1, found %d", c.Every)
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
	table := cli.Table{Head: []string{"KIND", "NAME", "ANSWER", "LATE MS", "RESIDENT MIB", "BUSY MS", "IDLE", "BAD"}, Right: []int{3, 4, 5, 6}}
	rows := hostile.Rows(kinds...)
	bar := env.Progress(len(rows), "attacks")
	defer bar.Done()
	bad, ran := 0, 0
	told := func(r hostileResult, err error) error {
		if err != nil {
			return err
		}
		if r.Bad != "" {
			bad++
		}
		table.Row(string(r.Kind), r.Name, r.Answer, fmt.Sprintf("%.0f", r.Late), r.Resident>>20, fmt.Sprintf("%.0f", r.Busy), fmt.Sprintf("%.2f", r.Idle), r.Bad)
		if env.JSON {
			return env.Print(r)
		}
		return nil
	}
	for i, row := range rows {
		if only.MatchString(row.Name) && i%c.Every == 0 {
			ran++
			if err := told(c.measure(env, row, hostileRunners[row.Kind], true)); err != nil {
				return err
			}
		}
		bar.Add(1)
		if c.Honest && ran > 0 && (i+1 == len(rows) || rows[i+1].Kind != row.Kind) {
			after := hostile.Row{Kind: honest, Name: "a match after " + string(row.Kind)}
			if err := told(c.measure(env, after, (*benchHostileCommand).honest, true)); err != nil {
				return err
			}
		}
	}
	if c.Honest && ran > 0 {
		if err := told(c.measure(env, hostile.Row{Kind: honest, Name: "a match in another process beside eight at once"}, (*benchHostileCommand).beside, true)); err != nil {
			return err
		}
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

// measure runs an attack and looks at what it does to the process; idles says whether to wait
// and see that nothing goes on.
func (c *benchHostileCommand) measure(env *cli.Env, row hostile.Row, run hostileRunner, idles bool) (hostileResult, error) {
	r := hostileResult{Kind: row.Kind, Name: row.Name}
	var most atomic.Int64
	var beside sleeper
	watch, end := context.WithCancel(env.Context)
	watched := make(chan struct{})
	go func() { // waited for below
		defer close(watched)
		for watch.Err() == nil {
			most.Store(max(most.Load(), memory.Resident()))
			beside.sleep()
		}
	}()
	did, err := run(c, env, row)
	hangs := false
	if err == nil {
		used, garbage := cputime.Process(), garbageTime()
		patience, cancel := context.WithTimeout(env.Context, 10*time.Second)
		defer cancel()
		hangs = did.end(patience) != nil
		ended := cputime.Process() - used
		runtime.GC() // what was used for throwing away is only known when that is done; it takes some time itself
		all := cputime.Process() - used
		r.Busy = max(0, min(ended, all-(garbageTime()-garbage)).Seconds()*1e3)
		if idles {
			r.Idle, err = idle(env.Context)
		}
	}
	end()
	<-watched
	r.Answer, r.Resident = did.answer, most.Load()
	bad := did.bad
	late, overslept := beside.judge(did.timed)
	r.Late, r.Overslept = float64(late)/1e6, float64(overslept)/1e6
	if late > overslept {
		bad = append(bad, "late")
	}
	if r.Resident > int64(c.TotalMemory) {
		bad = append(bad, "memory")
	}
	if r.Busy > 100 || r.Idle > mostIdle {
		bad = append(bad, "goes on")
	}
	if hangs {
		bad = append(bad, "hangs")
	}
	r.Bad = strings.Join(bad, ", ")
	return r, err
}

// mostIdle is how many processors a process may use that is idle.
const mostIdle = 0.1

// idle tells how many processors the process uses from one second on: in a fifth of a second, and
// in a whole one if that is too much, for what is thrown away every two minutes fills the first.
func idle(ctx context.Context) (used float64, err error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	for _, window := range []time.Duration{200 * time.Millisecond, time.Second} {
		at, before := time.Now(), cputime.Process()
		time.Sleep(window)
		if used = float64(cputime.Process()-before) / float64(time.Since(at)); used <= mostIdle {
			break
		}
	}
	return used, nil
}

// garbageTime is the processor time that was used for throwing away garbage.
func garbageTime() time.Duration {
	samples := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/scavenge/total:cpu-seconds"}}
	metrics.Read(samples)
	sum := 0.0
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindFloat64 {
			sum += s.Value.Float64()
		}
	}
	return time.Duration(sum * 1e9)
}
