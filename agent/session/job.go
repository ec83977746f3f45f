package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ludens/agent/clock"
)

// job is a message that wants an answer by a time. The brain works on it; the
// caller waits for the answer: until the watchdog's time if something may be
// said then, and until the clock ends if nothing may.
type job struct {
	turn    Turn
	came    time.Time     // when it was read
	waited  time.Duration // how long it may have lain there before, because the process stood still
	limit   time.Duration // the clock
	soft    time.Time     // thinking ends
	hard    time.Time     // the answer is sent, finished or not
	end     time.Time     // the clock has run out
	starts  bool          // START: any answer but a move
	repeats bool          // its moves are those of the job before, and it has no number
	waits   func() bool   // the server still waits for the answer; nil: it does
	before  int           // turns followed when the brain began with it; the brain's

	ctx    context.Context // ends at soft, or when a newer message has come
	cancel context.CancelFunc
	newer  chan struct{} // closed when a newer message has come
	second sync.Once     // guards newer
	hurry  *time.Timer   // ends thinking before soft; guarded by match.mu, may be nil

	idle context.Context // of what goes on after the answer: ends when a newer message has come
	wake context.CancelFunc

	atHand atomic.Pointer[string] // the answer to give when time is up; a move that is legal in this turn
	urgent atomic.Bool            // time is up: what comes to hand is the answer
	once   sync.Once
	answer string
	given  time.Time     // when the answer became final
	done   chan struct{} // answer and given are final
}

// newJob makes a job for a message that came at received and may have waited
// before, because the process stood still.
func newJob(parent context.Context, t Turn, received time.Time, limit, reserve, watchdog, waited time.Duration) *job {
	j := &job{turn: t, came: received, waited: waited, limit: limit, newer: make(chan struct{}), done: make(chan struct{})}
	j.soft = received.Add(limit - reserve - waited)
	j.hard = received.Add(limit - watchdog - waited)
	j.end = received.Add(limit - watchdog/4)
	j.ctx, j.cancel = context.WithDeadline(parent, j.soft)
	j.idle, j.wake = context.WithCancel(parent) // supersede, or the end of the match
	return j
}

// expired reports whether, for all that is known, the clock had run out at a time.
func (j *job) expired(at time.Time) bool { return clock.Elapsed(j.came, at)+j.waited > j.limit }

// have notes an answer that is good enough.
func (j *job) have(text string) {
	j.atHand.Store(&text)
	if j.urgent.Load() {
		j.settle(text)
	}
}

// settle makes the answer final; only the first call counts.
func (j *job) settle(text string) {
	j.once.Do(func() {
		j.answer, j.given = text, time.Now()
		close(j.done)
		j.cancel()
	})
}

// settleAtHand makes the answer at hand final.
func (j *job) settleAtHand() {
	if text := j.atHand.Load(); text != nil {
		j.settle(*text)
	} else {
		j.settle(Nil)
	}
}

// supersede tells that a newer message has come: nobody needs the answer.
func (j *job) supersede() {
	j.second.Do(func() { close(j.newer) })
	j.wake()
	j.cancel()
}

// settled reports whether the answer is final.
func (j *job) settled() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// lookEvery is how often the caller looks whether there is something at hand when
// there was nothing at the last moment.
const lookEvery = 10 * time.Millisecond

// fewest is how often the caller looks at least: the process may hardly be given the
// processor, and so may the brain.
const fewest = 3

// waiting decides how long somebody waits who has nothing at hand at the last moment:
// until the clock has run out, and for some patience. When the process stands still
// meanwhile, patience begins anew, once, because nobody had the time to follow the
// message. Where looks come late one after the other, that is a busy machine: if all of
// them were counted out, each would add to the delay.
type waiting struct {
	end      time.Time // the clock has run out
	patience time.Duration
	from     time.Time // patience began
	last     time.Time // the last look
	looks    int
	stood    bool // the process has stood still
}

// waiting begins when the last moment has come. A message that was late from the
// beginning is given as long as it takes to give up a player that hangs over an earlier
// turn.
func (j *job) waiting(begin, now time.Time) waiting {
	w := waiting{end: j.end, patience: min(j.end.Sub(j.hard), 100*time.Millisecond), from: now, last: now}
	if !begin.Before(j.hard) {
		w.patience = max(j.limit/4, 100*time.Millisecond)
	}
	return w
}

// over reports at a look whether the waiting is over.
func (w *waiting) over(now time.Time) bool {
	if gap := now.Sub(w.last); !w.stood && gap > max(w.patience, 10*lookEvery) {
		w.stood, w.from, w.looks = true, now, 0
	}
	w.last = now
	w.looks++
	return w.looks > fewest && now.Sub(w.from) >= w.patience && !now.Before(w.end)
}

// wait returns the answer: the final one, or at the last moment the one at hand.
// Without any, it waits on until the clock has run out: a guess would as a rule
// be an illegal move, which costs the same as no answer.
func (j *job) wait() string {
	select {
	case <-j.done:
		return j.answer
	default:
	}
	begin := time.Now()
	watchdog := time.NewTimer(j.hard.Sub(begin))
	defer watchdog.Stop()
	select {
	case <-j.done:
		return j.answer
	case <-watchdog.C:
	}
	j.urgent.Store(true) // before looking, so that have settles what this look misses
	if text := j.atHand.Load(); text != nil {
		j.settle(*text)
	}
	looks := time.NewTicker(lookEvery)
	defer looks.Stop()
	w := j.waiting(begin, time.Now())
	for {
		select {
		case <-j.done:
			return j.answer
		case <-looks.C:
			if w.over(time.Now()) {
				j.settle(Nil)
			}
		}
	}
}
