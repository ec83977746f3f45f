package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// job is a message that wants an answer by a time. The brain works on it; the
// caller waits for the answer, but never longer than the watchdog allows.
type job struct {
	turn    Turn
	limit   time.Duration // the clock
	soft    time.Time     // thinking ends
	hard    time.Time     // the answer is sent, finished or not
	starts  bool          // START: any answer but a move
	repeats bool          // its moves are those of the job before, and it has no number

	ctx    context.Context // ends at soft, or when a newer message has come
	cancel context.CancelFunc
	newer  chan struct{} // closed when a newer message has come
	second sync.Once     // guards newer

	atHand atomic.Pointer[string] // the answer to give when time is up
	once   sync.Once
	answer string
	done   chan struct{} // answer is final
}

func newJob(parent context.Context, t Turn, received time.Time, limit, reserve, watchdog time.Duration) *job {
	j := &job{turn: t, limit: limit, newer: make(chan struct{}), done: make(chan struct{})}
	j.soft = received.Add(limit - reserve)
	j.hard = received.Add(limit - watchdog)
	j.ctx, j.cancel = context.WithDeadline(parent, j.soft)
	return j
}

// have notes an answer that is good enough.
func (j *job) have(text string) { j.atHand.Store(&text) }

// settle makes the answer final; only the first call counts.
func (j *job) settle(text string) {
	j.once.Do(func() {
		j.answer = text
		close(j.done)
		j.cancel()
	})
}

// supersede tells that a newer message has come: nobody needs the answer.
func (j *job) supersede() {
	j.second.Do(func() { close(j.newer) })
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

// wait returns the answer: the final one, or at the last moment the one at hand.
func (j *job) wait() string {
	select {
	case <-j.done:
		return j.answer
	default:
	}
	watchdog := time.NewTimer(time.Until(j.hard))
	defer watchdog.Stop()
	select {
	case <-j.done:
	case <-watchdog.C:
		if text := j.atHand.Load(); text != nil {
			j.settle(*text)
		} else {
			j.settle(Nil)
		}
		<-j.done
	}
	return j.answer
}
