package retro

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/game"
)

// PlayerOptions are those of a Player. The zero value works but for Inner, which is required.
type PlayerOptions struct {
	Options
	// Inner is the player that decides where nothing is solved.
	Inner agent.Player
	// Share is the part of the time, 0…0.5, that solving takes where few enough positions seem to be in reach, and twice as much where most of
	// them have been explored; default DefaultShare. Negative: none.
	Share float64
	// Log gets what was solved, and what was given up, at info.
	Log zerolog.Logger
}

// DefaultShare is the share of the time of a Player.
const DefaultShare = 0.25

// Validate reports values that make no sense.
func (o PlayerOptions) Validate() error {
	if !(o.Share <= 0.5) || o.Bytes < 0 || o.Threads < 0 {
		return errors.New("retro: a share of at most 0.5, and neither negative bytes nor threads")
	}
	return nil
}

const (
	// looks is the part of a clock in which is guessed how many positions are in reach, at least leastLooking and at most mostLooking.
	looks, leastLooking, mostLooking = 0.01, 4 * time.Millisecond, 300 * time.Millisecond
	// turns is in how many turns a space may be explored that is begun in a match.
	turns = 8
	// again is after how many turns there is another look when solving was given up, the first time; the second time it is twice as many.
	again = 8
	// Whether there is an end is judged when so many positions have been explored, and whenever they are twice as many: none is in sight where more
	// than waits for each of them wait, and hardly fewer than the time before (0.31 to 0.92 of it where an end came, docs/benchmarks/search.md).
	early, waits, tends = 10_000, 0.5, 0.95
	// patience is how many turns nothing is guessed after a guess that nothing came of, at most.
	patience = 4
)

// Player solves what can still come about where that is little, and then plays by the table; elsewhere another player decides. It begins
// with the initial position, and looks again as the match goes on, for pieces that are taken do not come back. Make it with NewPlayer.
type Player struct {
	opt   PlayerOptions
	inner agent.Player
	began bool // the player inside has
	asked bool // the last decision was the player's inside

	g       game.Game
	seat    int
	clocks  agent.Clocks
	off     bool     // the game is none to be solved
	space   *Space   // being explored
	guess   float64  // positions in reach of its root, as guessed
	mark    int      // positions explored when it is judged next whether there is an end
	ratio   float64  // how many waited for each explored, the last time
	tries   int      // how often it was given up
	solving *solving // once all of it is explored
	table   *Table
	ponders bool // there is time while others think
	rest    int  // turns before the next guess
	pause   int  // how many there were before the last one
	told    agent.Preparing
	stats   agent.Stats
	fault   error // that made it leave everything to the player inside
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Warner   = (*Player)(nil)
	_ agent.Ponderer = (*Player)(nil)
	_ agent.Preparer = (*Player)(nil)
)

// NewPlayer returns a player.
func NewPlayer(o PlayerOptions) *Player {
	if o.Share == 0 {
		o.Share = DefaultShare
	}
	return &Player{opt: o, inner: o.Inner}
}

// Inner is the player that decides where nothing is solved.
func (p *Player) Inner() agent.Player { return p.inner }

// Table is what was solved last; nil if nothing is.
func (p *Player) Table() *Table { return p.table }

// Name is that of the player inside.
func (p *Player) Name() string { return p.inner.Name() }

// Begin tries to solve the game in its share of the start clock. If that fails the player inside has the rest.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.g, p.seat, p.clocks, p.began, p.asked = g, seat, clocks, false, false
	p.space, p.table, p.tries, p.rest, p.pause, p.stats = nil, nil, 0, 0, 1, agent.Stats{}
	p.solving, p.ponders, p.fault = nil, false, nil
	p.off = p.opt.Share < 0 || !Suits(g.Facts())
	p.told.Now(func(now *agent.Preparation) { *now = agent.Preparation{} })
	if end, ok := ctx.Deadline(); ok && ctx.Err() == nil && !p.off {
		p.told.Stage("looks whether all positions can be solved")
		p.guard(func() {
			clock := time.Until(end)
			p.look(ctx, g.NewMachine().Save(nil), clock, p.opt.Share*clock.Seconds())
			p.explore(ctx, time.Until(end))
		})
	}
	if p.table != nil {
		return nil // what the player inside would find is worth no more
	}
	p.told.Stage("")
	p.began = true
	return p.inner.Begin(ctx, g, seat, clocks)
}

// guard does something, and leaves everything to the player inside from then on if that fails.
func (p *Player) guard(do func()) {
	defer func() {
		if r := recover(); r != nil {
			p.fault = fmt.Errorf("solve all positions: panic: %v", r)
			p.off, p.space, p.table = true, nil, nil
		}
	}()
	do()
}

// look begins to explore what can be reached from a position, if it seems to be little enough for so many seconds, in its part of a clock.
func (p *Player) look(ctx context.Context, s game.State, clock time.Duration, seconds float64) {
	if p.rest > 0 {
		p.rest--
		return
	}
	d := min(max(time.Duration(looks*float64(clock)), leastLooking), mostLooking, clock/10)
	guess := Estimate(ctx, p.g, s, d)
	if guess.Positions > guess.PerSecond*seconds {
		p.rest, p.pause = p.pause, min(2*p.pause, patience)
		return
	}
	p.pause = 1
	space, err := New(p.g, s, p.opt.Options)
	if err != nil {
		p.off = unfit(err)
		return
	}
	p.space, p.guess, p.mark, p.ratio = space, guess.Positions, early, math.Inf(1)
}

// explore goes on exploring in the share of a clock, twice that where an end is in sight, and solves what is closed.
func (p *Player) explore(ctx context.Context, clock time.Duration) {
	share := time.Duration(p.opt.Share * float64(clock))
	for part := 0; part < 2 && (p.space != nil || p.solving != nil); part++ {
		if s := p.space; part > 0 && s != nil && 2*(s.Positions()-s.Explored()) > s.Explored() {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, share)
		p.work(ctx)
		cancel()
	}
}

// work explores until ctx is done, all is solved, or it is given up.
func (p *Player) work(ctx context.Context) {
	if s := p.space; s != nil {
		for !s.Closed() {
			err := s.Explore(ctx, max(p.mark-s.Explored(), 1))
			if err != nil && ctx.Err() != nil {
				return // it is gone on with
			}
			if err != nil || p.endless() {
				p.opt.Log.Info().Int("explored", s.Explored()).Int("positions", s.Positions()).Float64("guessed", p.guess).AnErr("why", err).Msg("not all positions are solved")
				p.space, p.off = nil, unfit(err)
				p.tries++
				p.rest = again * p.tries
				return
			}
		}
		p.solving, p.space = solve(s, p.seat), nil
	}
	if p.solving == nil {
		return
	}
	select {
	case <-p.solving.done:
		p.take()
	case <-ctx.Done():
	}
}

// solving carries results backwards on a goroutine of its own, for that cannot be done by and by.
type solving struct {
	cancel context.CancelFunc
	done   chan struct{}
	table  *Table // when that is closed; nil if it was ended, or failed
	failed any    // a panic
}

func solve(s *Space, seat int) *solving {
	ctx, cancel := context.WithCancel(context.Background())
	v := &solving{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(v.done)
		defer func() { v.failed = recover() }()
		if table, err := Solve(ctx, s); err == nil {
			table.hope(ctx, seat)
			v.table = table
		}
	}()
	return v
}

// take takes over what was solved, if it is.
func (p *Player) take() {
	if p.solving == nil {
		return
	}
	select {
	case <-p.solving.done:
	default:
		return
	}
	table, failed := p.solving.table, p.solving.failed
	p.solving.cancel()
	p.solving, p.table = nil, table
	if table == nil {
		p.off, p.fault = true, fmt.Errorf("solve all positions: %v", failed)
		return
	}
	worth := table.value(0, p.seat)
	p.opt.Log.Info().Int("positions", table.Positions()).Float64("worth", worth).Msg("all positions that can come about are solved")
	p.told.Now(func(now *agent.Preparation) {
		now.Stage, now.Way = "has solved all positions that can come about", way
		now.Note = fmt.Sprintf("%d positions, the first of which is worth %.0f", table.Positions(), 100*worth)
	})
}

// endless judges whether the positions come to no end.
func (p *Player) endless() bool {
	n := p.space.Explored()
	if n < p.mark {
		return false
	}
	ratio, last := float64(p.space.Positions()-n)/float64(n), p.ratio
	p.mark, p.ratio = 2*n, ratio
	return ratio > waits && ratio > tends*last
}

// way is how who has a table thinks, for people.
const way = "solved"

// unfit reports whether an error says that the game is none to be solved.
func unfit(err error) bool { return errors.Is(err, ErrUnfit) && !errors.Is(err, game.ErrInterrupted) }

// Choose plays by the table where there is one; elsewhere the player inside decides, in what solving leaves of the time.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if len(turn.Legal) == 0 {
		return 0, agent.ErrNoMove
	}
	if p.g == nil { // asked before Begin, or after End
		return turn.Legal[0], nil
	}
	if m, ok := p.solved(ctx, turn); ok {
		return m, nil
	}
	if end, ok := ctx.Deadline(); ok && ctx.Err() == nil && !p.off && p.table == nil && len(turn.Legal) > 1 && len(turn.States) == 1 {
		left := time.Until(end)
		p.guard(func() {
			if p.space == nil && p.solving == nil {
				share := p.opt.Share
				if p.ponders {
					share++ // others are thought to take as long
				}
				p.look(ctx, turn.States[0], left, turns*share*left.Seconds())
			}
			p.explore(ctx, left)
		})
		if m, ok := p.solved(ctx, turn); ok {
			return m, nil
		}
	}
	p.asked = true
	if !p.began {
		p.began = true
		done, cancel := context.WithCancel(ctx)
		cancel() // the clock is that of a move: there is no time to prepare
		if err := p.inner.Begin(done, p.g, p.seat, p.clocks); err != nil {
			return turn.Legal[0], err
		}
	}
	return p.inner.Choose(ctx, turn)
}

// solved is the table's move.
func (p *Player) solved(ctx context.Context, turn agent.Turn) (game.Move, bool) {
	p.take()
	if p.table == nil || len(turn.States) != 1 {
		return 0, false
	}
	begin := time.Now()
	var ranked []Ranked
	p.guard(func() { ranked = p.table.Rank(ctx, turn.States[0], p.seat, turn.Legal) })
	if len(ranked) == 0 {
		return 0, false
	}
	p.asked = false
	p.stats = agent.Stats{Value: ranked[0].Worth, Proven: true, Nodes: int64(p.table.Positions()), Elapsed: time.Since(begin), Way: way}
	if turn.Tell != nil {
		thought := agent.Thought{Stats: p.stats}
		for _, r := range ranked {
			thought.Moves = append(thought.Moves, agent.Considered{Move: r.Move, Value: r.Worth, Proven: true})
		}
		turn.Tell(thought)
	}
	return ranked[0].Move, true
}

// Ponder goes on exploring; where nothing is explored the player inside ponders, if it has made the last decision.
func (p *Player) Ponder(ctx context.Context) {
	p.ponders = true
	p.guard(func() { p.work(ctx) })
	if w, ok := p.inner.(agent.Ponderer); ok && p.began && p.asked && p.table == nil && ctx.Err() == nil {
		w.Ponder(ctx)
	}
}

// End gives everything back.
func (p *Player) End() {
	if p.solving != nil {
		p.solving.cancel()
		<-p.solving.done
	}
	if p.began {
		p.inner.End()
	}
	p.solving = nil
	p.g, p.space, p.table, p.began = nil, nil, nil, false
}

// Stats tells about the last Choose.
func (p *Player) Stats() agent.Stats {
	if r, ok := p.inner.(agent.Reporter); ok && p.asked {
		return r.Stats()
	}
	return p.stats
}

// Preparation is that of the player inside, once it begins.
func (p *Player) Preparation() agent.Preparation {
	if now := p.told.Preparation(); now.Stage != "" {
		return now
	}
	if r, ok := p.inner.(agent.Preparer); ok {
		return r.Preparation()
	}
	return agent.Preparation{}
}

// Warning is a fault of its own, or that of the player inside.
func (p *Player) Warning() error {
	if err := p.fault; err != nil {
		p.fault = nil
		return err
	}
	if w, ok := p.inner.(agent.Warner); ok && p.began {
		return w.Warning()
	}
	return nil
}
