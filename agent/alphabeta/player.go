package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/game"
)

// Player decides by alpha-beta. Make it with New.
type Player struct {
	opt  Options
	g    game.Game
	seat int

	s      *search // nil until needed, and after a panic
	turn   uint64  // counts searches, for the random streams
	last   *work   // not yet waited for, or nil
	latest *work   // that stats is about
	stats  agent.Stats
	unfit  error // why the game needs another player
	since  since // the last decision, for Ponder
}

// statsWait is how long Stats waits: whoever asks may have an answer to give.
const statsWait = 100 * time.Millisecond

// work is a search under way.
type work struct {
	stop  atomic.Bool
	ended chan struct{}
	found decisionSoFar

	// Set before ended is closed.
	s     *search // nil after a panic
	err   error
	stats agent.Stats // what is counted
}

// New returns a player.
func New(opt Options) *Player { return &Player{opt: opt.withDefaults()} }

// Name is "alphabeta".
func (p *Player) Name() string { return "alphabeta" }

// Begin takes the game and searches the initial position until ctx is done. Its
// error wraps ErrUnsuited when another player should take this game; Choose
// answers legally all the same.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, _ agent.Clocks) error {
	f := g.Facts()
	if seat < 0 || seat >= f.Players {
		return fmt.Errorf("begin alpha-beta: seat %d of a game for %d players", seat, f.Players)
	}
	p.wait(context.Background())
	p.g, p.seat, p.s, p.turn, p.unfit = g, seat, nil, 0, nil
	p.stats, p.latest, p.since = agent.Stats{}, nil, since{}
	m := g.NewMachine()
	if err := Suits(m, p.opt.Seed, func() bool { return ctx.Err() != nil }); err != nil {
		p.unfit = fmt.Errorf("begin alpha-beta: %w", err)
		return p.unfit
	}
	if k, ok := m.(game.Keyer); ok && !p.opt.Plain {
		k.Key() // what tells positions apart is found out once for a game, and here no move waits for it
	}
	if ctx.Err() != nil || ctx.Done() == nil || p.opt.Plain {
		return nil
	}
	if m.Terminal() {
		return m.Err()
	}
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
	if len(turn.Legal) == 0 {
		return agent.ErrNoMove
	}
	_, err := p.search(ctx, turn)
	return err
}

// Choose searches until ctx is done, the nodes are spent, or the result is proven,
// and returns the best move of the deepest search, finished or not. With only one
// legal move it takes half of the time at most. It always returns a legal move; an
// error is returned with it when the engine failed on the way, or (wrapping
// ErrUnsuited) when the game needs another player.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	p.stats, p.latest = agent.Stats{}, nil
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case p.g == nil || len(turn.States) == 0:
		return turn.Legal[0], nil
	case p.unfit != nil:
		p.turn++
		return turn.Legal[game.Stream(p.opt.Seed, "agent.alphabeta.choose", p.turn).IntN(len(turn.Legal))], p.unfit
	}
	if len(turn.Legal) == 1 {
		if p.opt.AnswerForced || p.opt.Plain {
			return turn.Legal[0], nil
		}
		if end, ok := ctx.Deadline(); ok {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)*(forcedPart-1)/forcedPart))
			defer cancel()
		} else if p.opt.Nodes == 0 {
			return turn.Legal[0], nil
		}
	}
	return p.search(ctx, turn)
}

// End waits for the last search and gives the table back.
func (p *Player) End() {
	p.wait(context.Background())
	p.g, p.s = nil, nil
}

// Stats tells about the last Choose. Iterations are the positions visited, Nodes
// those in the table, Value the expected utility where utilities sum to one. It
// waits a little for a search that is still on its way out.
func (p *Player) Stats() agent.Stats {
	if w := p.latest; w != nil {
		timer := time.NewTimer(statsWait)
		defer timer.Stop()
		select {
		case <-w.ended:
			c := w.stats
			c.Value, c.Depth, c.Proven, c.Elapsed = p.stats.Value, p.stats.Depth, p.stats.Proven, p.stats.Elapsed
			p.stats, p.latest = c, nil
		case <-timer.C:
		}
	}
	return p.stats
}

// wait waits for the last search until ctx is done; false when it is still at work.
func (p *Player) wait(ctx context.Context) bool {
	if p.last == nil {
		return true
	}
	p.last.stop.Store(true)
	select {
	case <-p.last.ended:
	default:
		select {
		case <-p.last.ended:
		case <-ctx.Done():
			return false
		}
	}
	p.s, p.last = p.last.s, nil
	return true
}

// tell tells whoever wants to know what is the best so far.
func tell(turn agent.Turn, m game.Move, s agent.Stats, begin time.Time) {
	if turn.Tell != nil {
		s.Elapsed = time.Since(begin)
		turn.Tell(agent.Thought{Stats: s, Moves: []agent.Considered{{Move: m, Value: s.Value, Proven: s.Proven}}})
	}
}

// search is Choose without the special cases.
func (p *Player) search(ctx context.Context, turn agent.Turn) (game.Move, error) {
	begin := time.Now()
	p.turn++
	rng := game.Stream(p.opt.Seed, "agent.alphabeta.choose", p.turn)
	move := turn.Legal[rng.IntN(len(turn.Legal))]
	if turn.Suggest != nil {
		turn.Suggest(move)
	}
	if !p.wait(ctx) {
		return move, nil
	}
	w := &work{ended: make(chan struct{})}
	w.found.news = make(chan struct{}, 1)
	p.last, p.latest = w, w
	s, limit := p.s, p.opt.Nodes
	if limit == 0 && ctx.Done() == nil {
		limit = DefaultNodes
	}
	number := p.turn
	g, seat, opt, first := p.g, p.seat, p.opt, int64(firstBytes)
	if end, ok := ctx.Deadline(); ok && time.Until(end) >= readyTime {
		first = readyBytes
	}
	go func() { // ends with w.ended, which wait waits for
		defer close(w.ended)
		defer func() {
			if e := recover(); e != nil {
				w.s, w.err = nil, fmt.Errorf("search: the engine panicked: %v", e)
			}
		}()
		if s == nil {
			s = newSearch(g, seat, opt, first)
		}
		s.stop, s.limit, s.end = &w.stop, limit, time.Time{}
		if end, ok := ctx.Deadline(); ok {
			s.end = end
		}
		s.turn()
		var nodes int64
		func() {
			end := s.helped(&w.stop, turn.Likeliest(), turn.Legal, number)
			defer func() { nodes = end() }() // after a panic, too
			s.run(turn.Likeliest(), turn.Legal, rng, &w.found)
		}()
		nodes += s.nodes
		w.s = s
		w.stats = agent.Stats{Iterations: nodes, Steps: nodes, Nodes: s.table.used, Bytes: s.bytes(), Evaluations: s.judge}
		if s.fault != nil {
			w.err = fmt.Errorf("search: %w", s.fault)
		}
	}()
	for running := true; running; {
		select {
		case <-w.ended:
			running = false
		case <-ctx.Done():
			w.stop.Store(true)
			running = false
		case <-w.found.news:
			if m, stats, ok := w.found.get(); ok && slices.Contains(turn.Legal, m) {
				if turn.Suggest != nil {
					turn.Suggest(m)
				}
				tell(turn, m, stats, begin)
			}
		}
	}
	m, stats, ok := w.found.get()
	if ok && slices.Contains(turn.Legal, m) {
		move = m
		tell(turn, m, stats, begin)
	}
	p.stats = stats
	p.stats.Elapsed = time.Since(begin)
	p.since = since{turn.Likeliest(), move}
	select {
	case <-w.ended:
		if errors.Is(w.err, ErrUnsuited) {
			p.unfit = w.err
		}
		return move, w.err
	default: // it still waits for the end of an engine's step
		return move, nil
	}
}
