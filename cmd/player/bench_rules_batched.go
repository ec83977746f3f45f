package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"ludens/game"
	"ludens/internal/cputime"
	"ludens/propnet/lanes"
)

// benchStarts is the number of different positions that are begun from with --plies.
const benchStarts = 16

// starts are the positions to begin from: the initial one, or random ones further on.
func (c *benchRulesCommand) starts(g game.Game) ([]game.State, error) {
	m := g.NewMachine()
	if c.Plies == 0 {
		return []game.State{m.Save(nil)}, m.Err()
	}
	rng := game.Stream(c.Seed, "bench rules starts", 0)
	var out []game.State
	for range 100 * benchStarts {
		m.Reset()
		game.Playout(m, rng, c.Plies)
		if m.Err() == nil && !m.Terminal() {
			if out = append(out, m.Save(nil)); len(out) == benchStarts {
				return out, nil
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no random match goes on behind %d plies", c.Plies)
	}
	return out, nil
}

// batchedResult is what is measured of a batch only.
type batchedResult struct {
	Lanes      int     `json:"lanes"`              // playouts asked for at a time
	Recognised string  `json:"recognised"`         // what runs, and what was found in the rules
	PassBytes  int64   `json:"bytes_a_pass"`       // rows read and written by a pass; 0: the batch does not tell
	Bandwidth  float64 `json:"gb_per_cpu_s"`       // so read and written
	Limit      float64 `json:"limit_gb_per_cpu_s"` // read by a loop that does nothing else, over as many rows
	Idle       float64 `json:"idle_lanes"`         // share of the lanes that made no step
}

// String is the line of a game.
func (x *batchedResult) String() string {
	s := x.Recognised
	if s == "" {
		s = "no batch of its own"
	}
	if x.PassBytes > 0 {
		s += fmt.Sprintf("; %d playouts at a time, %.0f %% of the lanes idle; %d KiB a pass, %.0f GB/s of %.0f", x.Lanes, 100*x.Idle, x.PassBytes>>10, x.Bandwidth, x.Limit)
	}
	return s
}

// batched measures a batch: so many playouts asked for at a time.
func (c *benchRulesCommand) batched(ctx context.Context, g game.Game, r *benchResult) error {
	b, err := game.OwnBatch(g, game.BatchOptions{Bytes: int64(c.BuildMemory)})
	if errors.Is(err, game.ErrNoBatch) {
		r.Engine += ", one by one"
		b, err = game.NewBatch(g, game.BatchOptions{Bytes: int64(c.BuildMemory)})
	}
	if err != nil {
		return fmt.Errorf("measure %s: %w", r.Game, err)
	}
	states, err := c.starts(g)
	if err != nil {
		return fmt.Errorf("measure %s: %w", r.Game, err)
	}
	at := c.Lanes
	if at == 0 {
		at = 8 * b.Lanes()
	}
	each := (at + len(states) - 1) / len(states)
	x := &batchedResult{Lanes: each * len(states)}
	r.Batched = x
	if s, ok := b.(fmt.Stringer); ok {
		x.Recognised = s.String()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	target := time.Duration(c.Seconds * float64(time.Second))
	out := make([]game.Tally, len(states))
	var steps, before, touched, passes int64
	traffic, tells := b.(interface{ Traffic() (passes, bytes int64) })
	begin := time.Duration(0)
	for i := -1; ; i++ { // the first is not counted
		if err := b.Playouts(ctx, states, each, game.Stream(c.Seed, "bench rules batched", uint64(i+1)), c.MaxSteps, out); err != nil {
			return fmt.Errorf("measure %s: %w", r.Game, err)
		}
		if i < 0 {
			if tells {
				passes, before = traffic.Traffic()
			}
			begin = cputime.Thread()
			continue
		}
		for _, t := range out {
			r.Played += t.Known() + t.Blank + t.Faults
			r.Cut += t.Cut + t.Blank
			r.Unclear += t.Faults
			steps += t.Steps
		}
		if cputime.Thread()-begin >= target {
			break
		}
	}
	used := (cputime.Thread() - begin).Seconds()
	r.Playouts, r.StateChanges = float64(r.Played)/used, float64(steps)/used
	if tells {
		n, bytes := traffic.Traffic()
		touched = bytes - before
		x.PassBytes, x.Bandwidth = touched/max(n-passes, 1), float64(touched)/used/1e9
		x.Idle = 1 - float64(steps)/float64(max(n-passes, 1)*int64(b.Lanes()))
	}
	if s, ok := b.(interface{ NewStream() *lanes.Stream }); ok {
		x.Limit = bandwidth(s.NewStream(), target/4)
	}
	return nil
}

// bandwidth is how fast a stream reads, in GB per second of processor time.
func bandwidth(s *lanes.Stream, target time.Duration) float64 {
	s.Run()
	var bytes int64
	begin := cputime.Thread()
	for cputime.Thread()-begin < target {
		for range 1 + (4<<20)/s.Run() {
			bytes += s.Run()
		}
	}
	return float64(bytes) / (cputime.Thread() - begin).Seconds() / 1e9
}
