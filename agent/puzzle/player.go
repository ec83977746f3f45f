package puzzle

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
)

// Suits reports whether a game is one of those that a Player is for.
func Suits(f *game.Facts) bool { return f.Players == 1 && !f.Nature && !f.Hidden }

// Options of a Player. The zero value works.
type Options struct {
	// Search are the options of the tree search. Threads, Bytes and Seed hold for all searches.
	Search mcts.Options
	// Steps is the longest line, in moves; default 1000.
	Steps int
}

const (
	defaultSteps = 1000
	// defaultBytes is the memory where the options do not say.
	defaultBytes = 256 << 20
	// share of a decision's time, where there is one thread, that goes to the searches for lines; the rest is the tree's.
	share = 0.75
	// slice is how long each of them goes on before the other's turn.
	slice = 20 * time.Millisecond
)

// Player searches for lines of moves and plays the best. Make it with New.
type Player struct {
	opt  Options
	g    game.Game
	all  game.Game // with all moves, see game.Narrowed
	tree *mcts.Player
	ply  int

	found   *found
	seekers []*seeker
	seeking *sync.WaitGroup // at work; nil when nobody is
	ended   chan struct{}
	stats   agent.Stats
	own     bool // the last decision was not the tree's
	begun   bool // the tree has
	decided bool // the tree has proven what can be reached: limit
	limit   float64
	since   since // the last decision
}

// since is what Ponder goes on from.
type since struct {
	state game.State // nil when there was none
	move  game.Move
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Ponderer = (*Player)(nil)
)

// New returns a player.
func New(o Options) *Player {
	if o.Steps <= 0 {
		o.Steps = defaultSteps
	}
	if o.Search.Bytes <= 0 {
		o.Search.Bytes = defaultBytes
	}
	o.Search.Threads = max(o.Search.Threads, 1)
	return &Player{opt: o}
}

// Name is "puzzle".
func (*Player) Name() string { return "puzzle" }

// seeker is what a goroutine searches for lines with.
type seeker struct {
	m     game.Machine
	local *local
	width *width // of the first alone
	scout *scout // the same
	fill  *fill
	owes  time.Duration
	clock *clock
	err   error
}

// Begin searches from the initial position until ctx is done, or a line is found that brings everything.
func (p *Player) Begin(ctx context.Context, g game.Game, at int, clocks agent.Clocks) error {
	f := g.Facts()
	if !Suits(f) || at != seat {
		return fmt.Errorf("begin a puzzle: seat %d of a game for %d players, or it hides something", at, f.Players)
	}
	p.End()
	p.g, p.all, p.ply, p.begun, p.decided, p.since = g, g, 0, false, false, since{}
	if n, ok := g.(game.Narrowed); ok {
		p.all = n.Whole()
	}
	p.found, p.seekers = &found{}, nil
	o := p.opt.Search
	o.Threads = max(o.Threads/2, 1)
	o.Bytes = o.Bytes * 3 / 8
	p.tree = mcts.New(o)
	if ctx.Err() != nil || ctx.Done() == nil {
		p.begun = true
		return p.tree.Begin(ctx, g, seat, clocks)
	}
	m := g.NewMachine()
	if m.Terminal() {
		p.begun = true
		return m.Err()
	}
	root := m.Save(nil)
	p.divide(ctx, root, func(ctx context.Context) error {
		p.begun = true
		return p.tree.Begin(ctx, g, seat, clocks)
	})
	return nil
}

// Choose plays the best line that was found, and searches on for better ones until ctx is done.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	p.since = since{}
	move, err := p.choose(ctx, turn)
	if p.tree != nil && len(turn.States) > 0 && err == nil {
		p.since = since{turn.Likeliest(), move}
	}
	return move, err
}

// Ponder searches for lines from the position after the last decision until ctx is done.
func (p *Player) Ponder(ctx context.Context) {
	if p.since.state == nil || ctx.Err() != nil || p.found.worth() >= 1 || p.decided {
		return
	}
	p.seek(ctx, p.since.state, p.since.move)
	p.settle(ctx)
}

// choose is Choose.
func (p *Player) choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	p.stats, p.own = agent.Stats{}, false
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case p.tree == nil || len(turn.States) == 0:
		return turn.Legal[0], nil
	}
	if !p.begun { // the start clock was not needed
		over, cancel := context.WithCancel(context.Background())
		cancel()
		p.begun = true
		if err := p.tree.Begin(over, p.g, seat, agent.Clocks{}); err != nil {
			return turn.Legal[0], err
		}
	}
	begin := time.Now()
	root := turn.Likeliest()
	p.ply = turn.Number
	if p.idle() {
		p.found.put(p.found.get().from(root)) // what was found lies behind the position, or is lost
		p.found.stop.Store(p.found.worth() >= 1)
	}
	suggest := func() {
		if l := p.found.get().from(root); l != nil && turn.Suggest != nil {
			turn.Suggest(l.moves[0])
		}
	}
	suggest()
	var spare game.Move
	spares := false
	if p.found.worth() == 0 {
		if spare, spares = harmless(p.all, root); spares && turn.Suggest != nil {
			turn.Suggest(spare)
		}
	}
	var move game.Move
	asked := false
	switch {
	case p.found.worth() >= 1 || ctx.Err() != nil || p.decided && p.found.worth() >= p.limit:
	case p.decided:
		move, err := p.tree.Choose(ctx, turn)
		s := p.tree.Stats() // another value: the match has left the way that was chosen
		p.decided = s.Proven && s.Value == p.limit
		return move, err
	default:
		inner := turn
		if p.found.worth() > 0 || spares {
			inner.Suggest = nil
		}
		p.divide(ctx, root, func(ctx context.Context) (err error) {
			suggest()
			asked = true
			move, err = p.tree.Choose(ctx, inner)
			return err
		})
	}
	l := p.found.get().from(root)
	s := p.tree.Stats()
	switch {
	case spares && (l == nil || l.goal == 0):
		return spare, nil
	case asked && (l == nil || s.Value > l.goal):
		return move, nil
	case l == nil:
		return p.tree.Choose(ctx, turn)
	}
	p.own = true
	p.stats = agent.Stats{Value: l.goal, Proven: l.goal >= 1, Elapsed: time.Since(begin)}
	if asked {
		p.stats.Iterations, p.stats.Nodes, p.stats.Bytes, p.stats.Depth = s.Iterations, s.Nodes, s.Bytes, s.Depth
	}
	if turn.Tell != nil {
		t := agent.Thought{Stats: p.stats, Moves: []agent.Considered{{Move: l.moves[0], Value: l.goal, Proven: p.stats.Proven}}}
		for _, mv := range l.moves[:min(len(l.moves), longestLine)] {
			t.Line = append(t.Line, []game.Move{mv})
		}
		turn.Tell(t)
	}
	return l.moves[0], nil
}

// longestLine is how many moves of the line are told.
const longestLine = 12

// divide gives the time until ctx is done to the seekers and to the tree: at the same time where there are threads for
// both, else one after the other. What the tree makes of an error is told by its move.
func (p *Player) divide(ctx context.Context, root game.State, tree func(context.Context) error) {
	if p.opt.Search.Threads > 1 {
		p.seek(ctx, root)
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		ended, found := p.ended, p.found
		go func() { // ends with the seekers or with the tree
			select {
			case <-ended:
				if found.worth() >= 1 {
					cancel() // there is nothing left to find
				}
			case <-inner.Done():
			}
		}()
		if p.ask(inner, tree); p.decided {
			p.found.stop.Store(true)
		}
		p.settle(ctx)
		return
	}
	part := ctx
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		part, cancel = context.WithTimeout(ctx, time.Duration(share*float64(time.Until(end))))
		defer cancel()
	}
	p.seek(part, root)
	p.settle(part)
	if p.found.worth() < 1 && ctx.Err() == nil {
		p.ask(ctx, tree)
	}
}

// ask lets the tree search, and notes whether it has ended by itself: then the position is decided.
func (p *Player) ask(ctx context.Context, tree func(context.Context) error) {
	if err := tree(ctx); err != nil || ctx.Err() != nil || p.opt.Search.Iterations > 0 {
		return
	}
	if s := p.tree.Stats(); s.Proven {
		p.decided, p.limit = true, s.Value
	}
}

// idle reports whether no seeker is at work. One may be in an engine that has not come back.
func (p *Player) idle() bool {
	if p.seeking != nil {
		select {
		case <-p.ended:
			p.seeking = nil
		default:
		}
	}
	return p.seeking == nil
}

// seek lets the seekers work from a position, or from where moves lead to from there, until ctx is done.
func (p *Player) seek(ctx context.Context, root game.State, moves ...game.Move) {
	if !p.idle() {
		return
	}
	n := max(p.opt.Search.Threads-p.opt.Search.Threads/2, 1)
	p.found.stop.Store(false)
	p.seeking, p.ended = &sync.WaitGroup{}, make(chan struct{})
	state, ply := append(game.State(nil), root...), p.ply
	over := func() bool { return ctx.Err() != nil || p.found.stop.Load() }
	for i := range n {
		if i == len(p.seekers) {
			p.seekers = append(p.seekers, &seeker{})
		}
		s := p.seekers[i]
		p.seeking.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					s.err = fmt.Errorf("puzzle: the engine panicked: %v", r)
				}
			}()
			if s.err == nil {
				s.work(ctx, p, i, state, moves, ply, over)
			}
		})
	}
	wg, ended := p.seeking, p.ended
	go func() {
		wg.Wait()
		close(ended)
	}()
}

// patience is how long the end of the seekers is waited for when the time is over.
const patience = 5 * time.Millisecond

// settle waits until the seekers have ended, which they do soon after ctx is done.
func (p *Player) settle(ctx context.Context) {
	select {
	case <-p.ended:
		p.seeking = nil
		return
	case <-ctx.Done():
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ended:
		p.seeking = nil
	case <-timer.C:
	}
}

// work searches until it is over. The searches take turns; the first seeker has two more than the others.
func (s *seeker) work(ctx context.Context, p *Player, number int, root game.State, moves []game.Move, ply int, over func() bool) {
	if s.m == nil {
		s.m = p.g.NewMachine()
	}
	m := s.m
	m.Load(root)
	for _, mv := range moves {
		m.Step([]game.Move{mv})
		ply++
	}
	if m.Terminal() {
		return
	}
	root = m.Save(nil) // that of all seekers stays
	if s.local == nil {
		rng := game.Stream(p.opt.Search.Seed, "agent.puzzle", uint64(number))
		s.clock = newClock(m, ply, rng, over)
		if number == 0 {
			s.width = newWidth(p.g, p.found, s.clock, p.opt.Search.Bytes/4, p.opt.Steps)
			s.scout = newScout(p.g, p.found, p.opt.Search, p.opt.Steps)
		}
		s.local = newLocal(p.all, p.found, rng, p.opt.Steps)
		s.fill = newFill(p.all, p.found, rng)
	}
	s.local.over = over
	s.local.move(root)
	s.fill.move(root, s.clock.mask)
	if number == 0 {
		s.width.move(root, ply)
		s.scout.move(root)
	}
	turn := func(step func() bool, d time.Duration) {
		for begin := time.Now(); !over() && time.Since(begin) < d && step(); {
		}
	}
	for others := time.Duration(0); !over(); {
		turn(s.fill.step, s.fill.part(others))
		begin := time.Now()
		if number == 0 {
			turn(s.width.expand, slice)
			s.scouts(ctx, over)
		}
		turn(s.local.step, slice)
		others = time.Since(begin)
	}
}

// scouts lets the scout work for a slice. It stops at moves only, so it may owe some.
func (s *seeker) scouts(ctx context.Context, over func() bool) {
	for s.owes -= slice; s.owes < 0 && !over(); {
		begin := time.Now()
		if !s.scout.step(ctx) {
			s.owes = 0
			return
		}
		s.owes += time.Since(begin)
	}
}

// End gives everything back.
func (p *Player) End() {
	if p.seeking != nil {
		p.found.stop.Store(true)
		<-p.ended
		p.seeking = nil
	}
	for _, s := range p.seekers {
		if s.scout != nil {
			s.scout.tree.End()
		}
	}
	if p.tree != nil {
		p.tree.End()
	}
	p.tree, p.g, p.all, p.seekers, p.found, p.since = nil, nil, nil, nil, nil, since{}
}

// Stats tells about the last Choose.
func (p *Player) Stats() agent.Stats {
	if p.own || p.tree == nil {
		return p.stats
	}
	return p.tree.Stats()
}
