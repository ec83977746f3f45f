package session

import (
	"context"
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

// spawn runs a function on a goroutine of the match. The brain or another such
// goroutine calls it, or TakeStart, so that the last is known to be the last.
func (m *match) spawn(f func()) {
	m.all.Add(1)
	m.s.wg.Go(func() {
		defer m.all.Done()
		f()
	})
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
