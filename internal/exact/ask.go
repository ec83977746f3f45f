package exact

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/internal/cputime"
)

// Answer is what a player decided.
type Answer struct {
	Move  string
	Right bool
	Stats agent.Stats
}

// Limit is when a player must answer.
type Limit struct {
	// Time is how long it may think; 0 means that it knows itself when to stop.
	Time time.Duration
	// CPU says that Time is processor time of this process, of all threads. The player
	// is not told when that ends; it is only stopped then. What a busy machine does to
	// a search is not seen so.
	CPU bool
}

// context gives a context that ends at the limit. The function returned must be
// called, and waits for everything that was started.
func (l Limit) context(ctx context.Context) (context.Context, func()) {
	switch {
	case l.Time <= 0:
		return ctx, func() {}
	case !l.CPU:
		clock, cancel := context.WithTimeout(ctx, l.Time)
		return clock, cancel
	}
	clock, cancel := context.WithCancel(ctx)
	end := cputime.Process() + l.Time
	ended := make(chan struct{})
	go func() { // owned by the function returned
		defer close(ended)
		tick := time.NewTicker(500 * time.Microsecond)
		defer tick.Stop()
		for cputime.Process() < end {
			select {
			case <-clock.Done():
				return
			case <-tick.C:
			}
		}
		cancel()
	}()
	return clock, func() {
		cancel()
		<-ended
	}
}

// Ask lets a fresh player decide on a position. It had no start clock: what it
// knows it has from this position.
func Ask(ctx context.Context, p agent.Player, g game.Game, pos *Position, limit Limit) (Answer, error) {
	m := g.NewMachine()
	legal, right, err := pos.Play(m)
	if err != nil {
		return Answer{}, err
	}
	defer p.End()
	done, cancel := context.WithCancel(ctx)
	cancel()
	if err := p.Begin(done, g, pos.Seat, agent.Clocks{Play: limit.Time}); err != nil {
		return Answer{}, fmt.Errorf("ask %s about %s: %w", p.Name(), pos.Game, err)
	}
	turn := agent.Turn{Number: len(pos.Steps), States: []game.State{m.Save(nil)}, Legal: legal}
	clock, stop := limit.context(ctx)
	defer stop()
	move, err := p.Choose(clock, turn)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Answer{}, fmt.Errorf("ask %s about %s: %w", p.Name(), pos.Game, err)
	}
	if !slices.Contains(legal, move) {
		return Answer{}, fmt.Errorf("ask %s about %s: the answer is not legal", p.Name(), pos.Game)
	}
	a := Answer{Move: m.Label(pos.Seat, move), Right: slices.Contains(right, move)}
	if r, ok := p.(agent.Reporter); ok {
		a.Stats = r.Stats()
	}
	return a, nil
}

// Score counts right answers.
type Score struct {
	Asked, Right int
	Chance       float64 // sum of Position.Chance: what random moves would have got
}

// Add counts one answer.
func (s *Score) Add(p *Position, right bool) {
	s.Asked++
	s.Chance += p.Chance()
	if right {
		s.Right++
	}
}

// Share is the share of right answers.
func (s Score) Share() float64 { return float64(s.Right) / max(1, float64(s.Asked)) }

// Interval is the 95 % interval of the share (Wilson 1927), which also holds near
// 0 and 1.
func (s Score) Interval() (low, high float64) {
	if s.Asked == 0 {
		return 0, 1
	}
	const z = 1.959964
	n, p := float64(s.Asked), s.Share()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}
