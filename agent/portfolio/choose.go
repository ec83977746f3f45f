package portfolio

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/agent/puzzle"
	"ludens/agent/serial"
	"ludens/game"
)

// Options of a choice. The zero value works.
type Options struct {
	// Search are the options of tree searches, whichever way is taken; Threads and Bytes
	// hold for all.
	Search mcts.Options
	// Learning, Racing and Improving are the shares of the time that is left, 0…1, for learning a
	// function, for matches, and, where the way that has won uses the function, for learning on. Default 0.2, 0.5 and 0.2.
	Learning, Racing, Improving float64
	// Play is the time for a move of the match; default one second. Races have less, and
	// some ways gain more from time than others.
	Play time.Duration
	// Mirror tells the symmetries of the rules, which functions that are learned make use of; nil: none.
	Mirror game.Mirror
	// Memory keeps what races have shown for the next match of the game; nil keeps nothing.
	Memory Memory
	// Progress, if not nil, is told how far the choice has come.
	Progress *agent.Preparing
	// Only, if not empty, is the name of the way to take, if it suits the game: nobody
	// races then, and nothing is remembered.
	Only string
}

const (
	defaultLearning  = 0.2
	defaultRacing    = 0.5
	defaultImproving = 0.2
	// improvingOn is the share of the time of GoOn for that.
	improvingOn = 0.5
	// leastImproving is the time below which nothing is learned on.
	leastImproving = 300 * time.Millisecond
	// leastTime is the time below which nothing is learned and nobody races.
	leastTime = 500 * time.Millisecond
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	if !(o.Learning >= 0 && o.Racing >= 0 && o.Improving >= 0 && o.Learning+o.Racing+o.Improving <= 1) {
		return errors.New("portfolio: the shares of learning, racing and improving must be 0 to 1 together")
	}
	return o.Search.Validate()
}

func (o Options) withDefaults() Options {
	if o.Learning == 0 && o.Racing == 0 && o.Improving == 0 {
		o.Learning, o.Racing, o.Improving = defaultLearning, defaultRacing, defaultImproving
	}
	if o.Play <= 0 {
		o.Play = time.Second
	}
	return o
}

// Choice is what was found out.
type Choice struct {
	*Way
	// Standings are all ways, the chosen one first, and what they scored.
	Standings []Standing
	// Function is what was learned, nil if nothing; Report tells about it.
	Function heuristic.Function
	Report   *heuristic.Report
	// Remembered is what earlier races have left; nil if there is nothing.
	Remembered *Memo
	// Why says in a sentence how it was chosen.
	Why string
	// Err is what has failed on the way, nil if nothing has.
	Err error

	seen    *seen             // what ways were listed by
	course  *heuristic.Course // of the function; nil: none
	race    *race             // goes on in GoOn; nil: there was none
	earlier []Standing        // after the first heat; without one, nil
	known   bool              // the first heat was spared
	done    chan struct{}     // closed when nothing works for the choice any more
}

// Wait waits for what Choose has left at work: the memory being written, or an engine
// that did not return in time.
func (c *Choice) Wait() {
	if c.done != nil {
		<-c.done
	}
}

// Standing is what a way scored against the others.
type Standing struct {
	Name   string
	Played int
	Points float64
	trust  float64
	weight float64 // games that trust counts for
	doubt  float64 // variance of what games of this pace tell about the match, as logarithms of odds
	old    Score   // remembered of earlier races
	worth  float64
	out    bool // of the second heat
}

// Choose finds the way to play a game on the time until the context's deadline, of which
// it uses the shares of the options. Without a deadline, with too little time, and where
// an engine is slow, hangs or panics it is the first way, which needs nothing.
func Choose(ctx context.Context, g game.Game, opt Options) *Choice {
	opt = opt.withDefaults()
	f := g.Facts()
	end, bounded := ctx.Deadline()
	left := time.Until(end)
	if puzzle.Suits(f) {
		return simplest(g, opt, "it is for one player, nothing is hidden and nothing drawn by lot", nil)
	}
	if ctx.Err() != nil || !bounded || left < leastTime || f.Hidden || f.Players < 2 {
		return simplest(g, opt, "there is nothing to choose, or no time to", nil)
	}
	if f.Players > mostRacers {
		return simplest(g, opt, "there are too many players for matches among themselves", nil)
	}
	// The work ends a little after its shares, and is given up if it has not ended well after.
	share := time.Duration((opt.Learning + opt.Racing + opt.Improving) * float64(left))
	slack := min(left-share, mostSlack)
	patience := max(slack/2, min(left/100, 250*time.Millisecond))
	ctx, cancel := context.WithTimeout(ctx, share+slack/4)
	defer cancel()
	out, done := make(chan *Choice, 1), make(chan struct{})
	go func() { // waited for below, or by Wait
		defer close(done)
		c := measured(ctx, g, opt, left)
		out <- c
		if opt.Only == "" {
			c.keep(opt.Memory, f)
		}
	}()
	var c *Choice
	select {
	case c = <-out:
	case <-ctx.Done():
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case c = <-out:
		case <-timer.C:
			c = simplest(g, opt, "the engine did not answer in time", errLate)
		}
	}
	told := *c // c is still read there
	told.done = done
	return &told
}

// mostSlack bounds what of the rest of the time an engine may take that is late.
const mostSlack = 4 * time.Second

var errLate = errors.New("choose a way to play: the engine did not answer in time")

// simplest is the choice of the way that needs nothing.
func simplest(g game.Game, opt Options, why string, err error) *Choice {
	s := newSeen(g, opt)
	way := s.ways()[0]
	return &Choice{Way: way, Why: way.Name + ": " + why, Err: err}
}

func newSeen(g game.Game, opt Options) *seen {
	f := g.Facts()
	return &seen{players: f.Players, alone: puzzle.Suits(f), hidden: f.Hidden, base: opt.Search}
}

var errPanic = errors.New("panic")

// guard makes a panic an error.
func guard(doing string, do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("choose a way to play: %s: %w: %v", doing, errPanic, r)
		}
	}()
	do()
	return nil
}

// measured is Choose's work: it looks, learns and races.
func measured(ctx context.Context, g game.Game, opt Options, left time.Duration) *Choice {
	s := newSeen(g, opt)
	fast := false
	opt.Progress.Stage("looks at the game")
	if err := guard("look at the game", func() {
		fast = s.look(ctx, g, opt.Search.Seed, min(left/25, 200*time.Millisecond))
	}); err != nil {
		return simplest(g, opt, "the engine failed", err)
	}
	if !fast {
		return simplest(g, opt, "the engine is too slow for anything else", nil)
	}
	c := &Choice{seen: s}
	if opt.Only == "" {
		c.Remembered = recalled(opt.Memory, g.Facts())
	}
	opt.Progress.Stage("learns a function that judges positions")
	c.Err = guard("learn", func() { c.learn(ctx, g, s, opt, time.Duration(opt.Learning*float64(left))) })
	ways := s.ways()
	if opt.Only != "" {
		ways = only(ways, opt.Only)
	}
	racing := time.Duration(opt.Racing * float64(left))
	rctx, cancel := context.WithTimeout(ctx, racing)
	defer cancel()
	search := opt.Search
	if c.Remembered != nil {
		search.Seed += uint64(c.Remembered.Races) << 32 // openings that were not raced before
	}
	r := newRace(g, ways, search)
	r.play, r.progress = opt.Play, opt.Progress
	if opt.Only == "" {
		r.memory = opt.Memory
	}
	r.remember(c.Remembered)
	opt.Progress.Stage("races ways to think")
	err := guard("race", func() { r.run(rctx, racing) })
	c.Err = errors.Join(c.Err, err, r.fail)
	if err != nil || errors.Is(r.fail, errPanic) {
		c.Way, c.Why = ways[0], ways[0].Name+": the engine failed in a match"
		return c
	}
	c.Standings, c.earlier, c.known = r.standings(), r.earlier, r.known
	c.take(r)
	c.race = r
	onward := c.improve(ctx, opt.Progress, time.Duration(opt.Improving*float64(left)))
	c.Why = fmt.Sprintf("%s, after %d matches", c.Name, r.played)
	if t := tally(r.earlier); t != "" {
		c.Why += ";" + t
	}
	c.Why += c.lately(r)
	if c.Remembered != nil {
		c.Why += "; remembered:" + tally(c.Remembered.standings())
	}
	if c.Report != nil && c.Report.Known > 0 {
		c.Why += fmt.Sprintf("; a function of %d games before", c.Report.Known)
	}
	c.Why += onward
	return c
}

// Playouts is how many playouts the way that was chosen makes a second, all that the engine plays together; 0 where
// its simulations are none, or nobody has counted.
func (c *Choice) Playouts() float64 {
	if c.race == nil || !c.playouts {
		return 0
	}
	return c.race.rate
}

// take takes the way that is best in the race.
func (c *Choice) take(r *race) {
	for _, w := range r.ways {
		if w.Name == c.Standings[0].Name {
			c.Way = w
		}
	}
}

// improve learns on for so long, if the way uses what was learned, and says so.
func (c *Choice) improve(ctx context.Context, progress *agent.Preparing, d time.Duration) (note string) {
	if !c.learned || c.course == nil || d < leastImproving || ctx.Err() != nil {
		return ""
	}
	progress.Stage("learns on")
	before := c.course.Report.OwnGames
	if err := guard("learn on", func() { c.course.GoOn(ctx, d) }); err != nil {
		c.Err = errors.Join(c.Err, err)
		return ""
	}
	c.know()
	for _, w := range c.seen.ways() {
		if w.Name == c.Name {
			c.Way = w
		}
	}
	return fmt.Sprintf("; learned on from %d games", c.Report.OwnGames-before)
}

// know takes over what the course has learned.
func (c *Choice) know() {
	c.Function, c.Report = c.course.Function, c.course.Report
	games := float64(c.Report.RandomGames + c.Report.OwnGames)
	c.seen.endless = c.Report.Endless
	c.seen.learned, c.seen.saved = c.Function, max(c.Report.Saved(), 0)*games/(games+fewGames)
}

// lately tells who scored how much in the last heat.
func (c *Choice) lately(r *race) string {
	t := tally(c.Standings)
	if t == "" {
		return ""
	}
	return fmt.Sprintf("; with %s a move:%s", r.move.Round(time.Millisecond), t)
}

// GoOn has the best ways race on until the context's deadline, with slower moves than before, if there is
// time for that, and may change the way. Nothing else may use the choice meanwhile. It returns when
// the engine lets it.
func (c *Choice) GoOn(ctx context.Context) {
	r := c.race
	end, bounded := ctx.Deadline()
	if r == nil || c.Err != nil || !bounded {
		return
	}
	if c.Wait(); time.Until(end) < leastTime { // the memory may be slow
		return
	}
	r.progress.Stage("races ways to think")
	d := time.Until(end)
	racing := d
	if c.learned {
		racing -= time.Duration(improvingOn * float64(d))
	}
	c.Err = errors.Join(guard("race on", func() { r.on(ctx, racing) }), r.fail)
	if c.Err != nil {
		return
	}
	c.Standings = r.standings()
	c.take(r)
	onward := c.improve(ctx, r.progress, time.Until(end))
	c.Why = fmt.Sprintf("%s, after %d matches more%s%s; before: %s", c.Name, sum(c.Standings)/2, c.lately(r), onward, c.Why)
	_ = guard("remember", func() { remember(r.memory, r.g.Facts(), c.Name, c.function(), false, c.Standings) })
}

// Settle gives back what only GoOn would need: positions to learn from, and machines.
func (c *Choice) Settle() { c.race, c.course = nil, nil }

// sum is how many games the ways have played.
func sum(list []Standing) (n int) {
	for _, s := range list {
		n += s.Played
	}
	return n
}

// only leaves the way of a name, or the first if there is none.
func only(ways []*Way, name string) []*Way {
	for _, w := range ways {
		if w.Name == name {
			return []*Way{w}
		}
	}
	return ways[:1]
}

// tally tells who scored how much of how many.
func tally(list []Standing) (out string) {
	for _, s := range list {
		if s.Played > 0 {
			out += fmt.Sprintf(" %s %.4g/%d", s.Name, s.Points, s.Played)
		}
	}
	return out
}

// look finds out what the ways need to know; false when the engine is too slow for any of
// this to have a chance.
func (s *seen) look(ctx context.Context, g game.Game, seed uint64, d time.Duration) bool {
	m := g.NewMachine()
	rng := game.Stream(seed, "agent.portfolio.look", 0)
	// How many steps per second inside the engine, and through the contract?
	// The best of several looks: other work on the machine makes nothing quicker.
	rate := func(walk func(most int) int) (best float64) {
		for begin, most := time.Now(), 4; time.Since(begin) < d/2 && ctx.Err() == nil; most = min(2*most, 256) {
			if m.Terminal() {
				if m.Reset(); m.Terminal() {
					return 0
				}
			}
			from := time.Now()
			n := walk(most)
			best = max(best, float64(n)/max(time.Since(from).Seconds(), 1e-9))
		}
		return best
	}
	native := rate(func(most int) int { return game.Playout(m, rng, most) })
	var w game.Walker
	walked := rate(func(most int) (n int) {
		for ; n < most && !m.Terminal(); n++ {
			if !w.Step(m, rng) {
				break
			}
		}
		return n
	})
	s.quick = walked > native/2
	if d, ok := m.(game.Decider); ok {
		s.decides = d.Decide(true)
	}
	if x, ok := m.(game.Sparer); ok {
		s.spares = x.Spare(true)
	}
	if walked < leastSteps || ctx.Err() != nil {
		return false
	}
	m.Reset()
	err := alphabeta.Suits(m, seed, func() bool { return ctx.Err() != nil })
	s.pure, s.serial = err == nil, errors.Is(err, alphabeta.ErrAtOnce) && serial.Suits(m.Game().Facts())
	return true
}

// leastSteps is how many steps a second an engine must make for matches to have a chance.
const leastSteps = 1000

// mostValuing bounds the time for finding out what pieces are worth.
const mostValuing = 400 * time.Millisecond

// learn learns a function, if there is one to learn.
func (c *Choice) learn(ctx context.Context, g game.Game, s *seen, opt Options, d time.Duration) {
	if s.pure || s.serial {
		s.counted, s.census = heuristic.Valued(g, min(d/4, mostValuing))
	}
	o := heuristic.Options{Time: d, Threads: max(opt.Search.Threads, 1), Seed: opt.Search.Seed, Mirror: opt.Mirror}
	if c.Remembered != nil { // games that were not played before
		o.Known, o.Seed = c.Remembered.Function, o.Seed+uint64(c.Remembered.Races)<<32
	}
	course, err := heuristic.Learn(ctx, g, o)
	if err == nil && course.Function != nil {
		c.course = course
		c.know()
	}
}

// player makes a player of the way.
func (c *Choice) player(o mcts.Options) agent.Player { return c.NewPlayer(o.Threads, o.Bytes, o.Seed) }
