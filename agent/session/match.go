package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/infoset"
	"ludens/game"
	"ludens/internal/memory"
)

// match is one match. The first group never changes, the second is guarded by
// Session.mu, the third by mu, the last belongs to the brain.
type match struct {
	s      *Session
	id     string
	role   string
	rules  string
	clocks agent.Clocks
	log    zerolog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	first  *job      // START
	ahead  game.Game // opened by a preview, or nil

	heard time.Time // the last message

	mu    sync.Mutex
	last  *job // the newest PLAY, nil before the first
	queue []*job
	final *Turn // STOP has come
	// The end of the last standstill, and the messages taken soon after it.
	asleep time.Time
	lain   int
	signs  []*game.Sign // of the engines in use
	over   bool         // nothing may go on

	all  sync.WaitGroup // every goroutine of the match; all of them count in Session.wg too
	wake chan struct{}
	// The process held too much memory: the player is to go. Set by crowd.
	crowded atomic.Bool
	built   context.Context // of the openers; ends by unbuilt, or with ctx
	unbuilt context.CancelFunc
	gauge   *memory.Gauge // what memory there is; nil for no bound

	hides atomic.Bool // the rules hide something; set by the brain when they are open

	slow    game.Game // by the quick opener, nil until open
	fast    game.Game // by the full opener, once it has taken over
	full    <-chan result
	seat    int
	tracker *infoset.Tracker
	player  agent.Player // nil when one is to be made
	chose   string       // the player's own choice in the last turn, "" if there was none
	tired   bool         // the player has failed to think between messages
	answers []given      // so far, by turn
	skipped int          // turns of the server that the tracker does not count
	hasty   bool         // a turn was followed without the time to do it well

	pondering          *pondering // under way with player, or nil
	covered, uncovered bool       // found out by look: the player is told nothing, or is told
}

// engine notes a game that the match is played on, so that its machines can be
// stopped; after the end of the match they are at once.
func (m *match) engine(g game.Game) {
	sign := game.SignOf(g)
	if sign == nil || m.s.cfg.Shared {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.signs, sign) {
		m.signs = append(m.signs, sign)
		if m.gauge != nil {
			sign.Scale(m.weigh)
		}
	}
	if m.over {
		sign.Close(errOver)
	}
}

// errOver ends the questions of a match that is over.
var errOver = fmt.Errorf("%w: the match is over", game.ErrInterrupted)

// interrupt ends the questions that are put to the engines at this moment.
func (m *match) interrupt() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.signs {
		s.Interrupt(game.ErrInterrupted)
	}
}

// close ends all questions for good.
func (m *match) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.over = true
	for _, s := range m.signs {
		s.Close(errOver)
	}
}

// errCrowded ends what is worked on while the process holds too much.
var errCrowded = fmt.Errorf("%w: %w", game.ErrBudget, memory.ErrFull)

// weigh is asked by machines that take memory.
func (m *match) weigh(bytes int64) error {
	if m.gauge.Weigh(bytes) {
		return nil
	}
	return errCrowded
}

// crowd gives up what can be given up when the process holds too much memory, and
// lets machines work again when there is room.
func (m *match) crowd(full bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !full {
		if !m.over {
			for _, s := range m.signs {
				s.Reopen()
			}
		}
		m.log.Info().Msg("there is memory again")
		return
	}
	m.s.counter.failed(FailedMemory)
	m.log.Warn().Int64("most", m.s.cfg.Memory).Msg("the process holds too much memory: the player ends, and machines with what they have derived")
	m.unbuilt()
	for _, s := range m.signs {
		s.Close(errCrowded)
	}
	for _, j := range []*job{m.first, m.last} {
		if j != nil {
			j.cancel()
			j.wake()
		}
	}
	m.crowded.Store(true)
	m.signal()
}

// spawn runs a function on a goroutine of the match. The brain or another such
// goroutine calls it, or TakeStart, so that the last is known to be the last.
func (m *match) spawn(f func()) {
	m.all.Add(1)
	m.s.wg.Go(func() {
		defer m.all.Done()
		f()
	})
}

// release makes room when the last goroutine of a match that has taken much has
// ended: before, an engine that is still being built or a worker of the player would
// hold what is to be given back. While another match is on, that one has the time, and
// its own watch throws garbage away when there is need.
func (m *match) release() {
	m.all.Wait()
	m.mu.Lock()
	m.signs = nil // each is part of a game
	m.mu.Unlock()
	if m.s.cfg.Memory > 0 {
		m.tracker, m.player, m.slow, m.fast, m.full, m.ahead, m.pondering = nil, nil, nil, nil, nil, nil, nil
		m.s.room()
	}
}

// given is an answer that was sent, "" for none.
type given struct {
	text string
	at   time.Time
	late bool // or may have been
}

func newMatch(s *Session, a StartArgs, log zerolog.Logger) *match {
	m := &match{
		s: s, id: a.ID, role: a.Role, rules: a.Rules, log: log, heard: time.Now(), seat: -1,
		clocks: agent.Clocks{Start: min(max(a.StartClock, 0), LongestClock), Play: min(a.PlayClock, LongestClock)}, wake: make(chan struct{}, 1),
	}
	if m.clocks.Play <= 0 {
		m.clocks.Play = time.Second // no clock is a mistake; some time is needed
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.built, m.unbuilt = context.WithCancel(m.ctx)
	if s.cfg.Memory > 0 {
		m.gauge = memory.NewGauge(s.cfg.Memory)
		m.built = memory.With(m.built, m.gauge, m.unbuilt)
	}
	m.first = m.newJob(Turn{}, a.Received, m.clocks.Start, min(m.clocks.Start/5, time.Second), 0)
	m.first.starts = true
	m.first.waits = a.Waits
	m.first.have(Ready)
	m.queue = []*job{m.first}
	return m
}

// newJob reserves at least so much time for the answer; a START, before which
// nothing was measured and in which little hangs on the last moment, asks for more
// than a turn. The message may have waited before it was received.
func (m *match) newJob(t Turn, received time.Time, limit, least, waited time.Duration) *job {
	c := m.s.cushion
	return newJob(m.ctx, t, received, limit, max(c.Reserve(limit), least), max(c.Watchdog(limit), least/2), waited)
}

// stale reports whether the match may be abandoned for another. Session.mu is
// held.
func (m *match) stale(now time.Time) bool {
	m.mu.Lock()
	j := m.last
	m.mu.Unlock()
	if j == nil {
		j = m.first
	}
	sign := m.heard
	switch {
	case !j.settled():
		if j.waits == nil || j.waits() {
			return false
		}
	case j.given.After(sign):
		sign = j.given
	}
	return now.Sub(sign) > m.s.cfg.Silence
}

// begun reports whether a PLAY has come.
func (m *match) begun() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last != nil
}

// play takes a PLAY: it hands the turn to the brain, or finds that the same turn
// was handed over already. It does not block; the result waits for the answer.
func (m *match) play(t Turn, received time.Time, waits func() bool) (wait func() string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, waited := m.last, m.waited(received)
	if t.Moves == nil && !t.Numbered && old != nil && old.settled() && m.hides.Load() {
		t.Moves = []string{} // a turn of which nothing was seen, in a form that has no number
	}
	if old != nil && again(t, old, received) {
		m.log.Debug().Int("turn", t.Number).Msg("PLAY came again")
		return old.wait
	}
	j := m.newJob(t, received, m.clocks.Play, 0, waited)
	j.waits = waits
	if old != nil {
		j.repeats = t.Number < 0 && slices.Equal(t.Moves, old.turn.Moves)
		old.supersede()
	}
	m.first.supersede()
	m.last = j
	m.queue = append(m.queue, j)
	m.signal()
	return func() string {
		answer := j.wait()
		if over := time.Since(j.soft); over > 0 && waited == 0 {
			m.s.cushion.Observe(over)
		}
		m.s.counter.answered(answer, time.Since(received), m.clocks.Play)
		m.log.Debug().Str("move", answer).Dur("left", time.Until(received.Add(m.clocks.Play))).Dur("waited", waited).Msg("PLAY")
		return answer
	}
}

// alarm ends thinking as early as if what the cushion knows now had been known when
// the turn began.
func (m *match) alarm() {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.last
	if j == nil || j.settled() {
		return
	}
	soft := j.came.Add(j.limit - j.waited - m.s.cushion.Reserve(j.limit))
	if !soft.Before(j.soft) {
		return
	}
	if j.hurry != nil {
		j.hurry.Stop()
	}
	j.hurry = time.AfterFunc(time.Until(soft), j.cancel)
}

// waited is how long a PLAY may have lain there before it was received, because
// the process stood still. In a standstill no more can have come than the server
// had clocks to wait for; who answers at once soon gets more than those.
func (m *match) waited(received time.Time) time.Duration {
	length, end := m.s.cushion.Asleep(received)
	if length == 0 {
		return 0
	}
	if !end.Equal(m.asleep) {
		m.asleep, m.lain = end, 0
	}
	if m.lain++; m.lain > int(length/m.clocks.Play)+1 {
		return 0
	}
	return length
}

// again reports whether t is for certain the message of job old once more: it
// has no higher number, or is a first turn, or asks the same while nothing was
// answered (in a game that hides something, what looks like a first turn may be a
// later one in which nothing was seen; see play). The last does not hold when the clock
// of old has run out, as it can in a standstill: then the moves may have been made
// once more. What is uncertain the brain decides (see resent).
func again(t Turn, old *job, received time.Time) bool {
	if t.Number >= 0 && old.turn.Number >= 0 {
		return t.Number <= old.turn.Number
	}
	return t.Moves == nil && !t.Numbered || slices.Equal(t.Moves, old.turn.Moves) && !old.settled() && !old.expired(received)
}

// finish hands a STOP to the brain, which ends after it.
func (m *match) finish(t Turn) {
	m.mu.Lock()
	if m.final == nil {
		m.final = &t
	}
	if m.last != nil {
		m.last.supersede()
	}
	m.mu.Unlock()
	m.first.supersede()
	m.signal()
}

func (m *match) signal() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// next waits for something to do: a job, or the end of the match (nil).
func (m *match) next() *job {
	for {
		if m.crowded.Swap(false) {
			m.dismiss()
		}
		m.mu.Lock()
		if len(m.queue) > 0 {
			j := m.queue[0]
			m.queue = m.queue[1:]
			m.mu.Unlock()
			return j
		}
		final := m.final
		m.mu.Unlock()
		if final != nil {
			m.conclude(*final)
			return nil
		}
		select {
		case <-m.wake:
		case <-m.ctx.Done():
			return nil
		}
	}
}

// brain is the goroutine of the match.
func (m *match) brain() {
	defer m.cancel()
	defer m.s.watch.end(m)
	defer m.close() // what a player does at its end needs no engine
	defer func() { m.dismiss() }()
	for {
		if m.ctx.Err() != nil {
			m.flush()
			return
		}
		j := m.next()
		if j == nil {
			m.flush()
			return
		}
		m.work(j)
	}
}

// flush answers what nobody will work on any more.
func (m *match) flush() {
	m.mu.Lock()
	left := m.queue
	m.queue = nil
	m.mu.Unlock()
	for _, j := range left {
		j.settle(Nil)
	}
}

// work does a job. After a panic of the engine, what can be rebuilt tries once
// more.
func (m *match) work(j *job) {
	if m.tracker != nil {
		j.before = m.tracker.Turns()
	}
	for range 2 {
		err := guard(func() error { m.do(j); return nil })
		if err == nil {
			return
		}
		m.log.Warn().Err(err).Msg("the engine failed")
		m.s.counter.failed(FailedEngine)
		m.rebuild()
		if j.starts || m.tracker == nil || j.settled() {
			break
		}
	}
	j.settleAtHand()
	if m.tracker != nil && !j.starts {
		m.note(j)
	}
}

func (m *match) do(j *job) {
	if j.starts {
		m.start(j)
		return
	}
	m.answer(j)
	m.tellPhase(Waiting)
	if m.hasty {
		m.mend(j)
	}
	m.ponder(j)
}

// rebuild makes a new tracker after an engine failed: on the slow engine when
// the fast one was in use.
func (m *match) rebuild() {
	defer func() {
		if r := recover(); r != nil {
			m.log.Warn().Interface("panic", r).Msg("the engine panicked again")
		}
	}()
	g := m.slow
	if g == nil {
		g = m.fast
	}
	if m.tracker == nil || g == nil {
		return
	}
	m.fast = nil
	ctx, cancel := context.WithTimeout(m.ctx, max(m.clocks.Play/2, time.Second))
	defer cancel()
	to := infoset.NewTracker(g, m.seat, m.s.cfg.Infoset)
	if err := m.tracker.MoveAll(ctx, to); err != nil {
		m.log.Warn().Err(err).Msg("replay after a failure")
	}
	m.dismiss()
	m.tracker = to
	m.tellGame(g)
}

// start opens the rules and lets the player use the start clock.
func (m *match) start(j *job) {
	if err := m.open(j); err != nil {
		if m.ctx.Err() == nil {
			m.log.Warn().Err(err).Msg("the rules cannot be played")
			m.s.counter.failed(FailedRules)
		}
		j.settle(Busy)
		return
	}
	if m.tracker == nil {
		m.log.Warn().Str("role", m.role).Msg("the game has no such role")
		j.settle(Ready)
		return
	}
	m.prepare(j)
	if m.player == nil {
		m.engage(j.ctx, j)
	}
	j.settle(Ready)
	m.chose = Ready
	m.tellPhase(Waiting)
	m.ponder(j)
}

// result is what an opener returned.
type result struct {
	game game.Game
	err  error
}

// open calls an opener on a goroutine of its own, which spawn starts, nil-safe and panic-safe.
func (s *Session) open(ctx context.Context, spawn func(func()), o Opener, rules string, log zerolog.Logger) <-chan result {
	if o == nil {
		return nil
	}
	out := make(chan result, 1)
	spawn(func() {
		defer func() {
			if r := recover(); r != nil {
				out <- result{err: fmt.Errorf("open the rules: panic: %v", r)}
			}
		}()
		begin := time.Now()
		g, err := o(ctx, rules)
		if err == nil && g == nil {
			err = errors.New("open the rules: no game")
		}
		if err == nil {
			log.Debug().Str("engine", g.Facts().Engine).Str("note", g.Facts().Note).Dur("took", time.Since(begin)).Msg("opened the rules")
		}
		out <- result{g, err}
	})
	return out
}

// open starts both openers and begins with the quick engine. If the full one is
// ready first, the quick one gets a little more time, because it is also what
// the full one is checked against. Opening goes on after the start clock if it
// must: without a game there is nothing else to do.
func (m *match) open(j *job) error {
	if m.ahead != nil {
		m.fast = m.ahead
		m.engine(m.ahead)
		m.adopt(m.ahead)
		return nil
	}
	quick := m.s.open(m.built, m.spawn, m.s.cfg.Quick, m.rules, m.log)
	full := m.s.open(m.built, m.spawn, m.s.cfg.Full, m.rules, m.log)
	var ready *result // of the full opener
	var patience <-chan time.Time
	var errs []error
	for quick != nil || full != nil {
		select {
		case r := <-quick:
			if quick = nil; r.err != nil {
				errs = append(errs, r.err)
				break
			}
			m.engine(r.game)
			m.full, m.slow = full, r.game
			if ready != nil {
				c := make(chan result, 1)
				c <- *ready
				m.full = c
			}
			m.adopt(r.game)
			return nil
		case r := <-full:
			if full = nil; r.err != nil {
				errs = append(errs, r.err)
				break
			}
			m.engine(r.game)
			ready = &r
			timer := time.NewTimer(min(time.Until(j.soft)/4, time.Second))
			defer timer.Stop()
			patience = timer.C
		case <-patience:
			quick = nil
		case <-m.ctx.Done():
			return m.ctx.Err()
		}
		if quick == nil && ready != nil {
			m.fast = ready.game
			m.adopt(ready.game)
			return nil
		}
	}
	return errors.Join(errs...)
}

// adopt begins to follow the match on a game.
func (m *match) adopt(g game.Game) {
	f := g.Facts()
	m.seat = f.SeatByName(strings.TrimSpace(m.role))
	if m.seat < 0 && f.Players == 1 {
		m.seat = 0 // whatever the server calls the only player
	}
	if m.seat < 0 || m.seat >= f.Players {
		return
	}
	m.tracker = infoset.NewTracker(g, m.seat, m.s.cfg.Infoset)
	m.tellGame(g)
	m.hides.Store(f.Hidden)
}

// prepare waits for the full engine during the first part of the start clock, so
// that the player's preparation is not thrown away by a change of engine.
func (m *match) prepare(j *job) {
	if m.full == nil {
		return
	}
	m.tell(func(now *Moment) { now.Preparation.Stage = "builds the fast engine" })
	patience := time.NewTimer(time.Until(j.soft) * 3 / 4)
	defer patience.Stop()
	select {
	case r := <-m.full:
		m.full = nil
		m.change(j.ctx, r)
	case <-patience.C:
	case <-j.newer:
	case <-j.ctx.Done():
	}
}
