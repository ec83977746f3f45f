package session

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"ludens/agent"
)

// called is a function that uses a player, on a goroutine of its own: a player may
// hang.
type called struct {
	out     chan error  // gets its error, or a panic as an error, unless it was given up
	decided atomic.Bool // by the function, that it has returned, or by the brain, that it waits no more
}

// nudgeEvery is how long a player that was told to return may take before the
// questions that it has put to the engine are ended, and until that is done again.
const nudgeEvery = 40 * time.Millisecond

// begin runs f on a goroutine. If it is given up, end is called when f does return.
func (m *match) begin(f func() error, end func()) *called {
	c := &called{out: make(chan error, 1)}
	m.spawn(func() {
		err := guard(f)
		if c.decided.CompareAndSwap(false, true) {
			c.out <- err
			return
		}
		_ = guard(func() error { end(); return nil })
	})
	return c
}

// await waits for a function that was told to return, ends the questions that it
// has put to the engine, and gives it up when it takes longer than patience: then it
// is false.
func (m *match) await(c *called, patience time.Duration) (error, bool) {
	select {
	case err := <-c.out:
		return err, true
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	nudge := time.NewTicker(min(nudgeEvery, max(patience/2, 1)))
	defer nudge.Stop()
	for waits := true; waits; {
		select {
		case err := <-c.out:
			return err, true
		case <-nudge.C:
			m.interrupt()
		case <-timer.C:
			m.interrupt()
			waits = false
		}
	}
	if c.decided.CompareAndSwap(false, true) {
		m.log.Warn().Msg("the player does not return; it is given up")
		m.s.counter.failed(FailedHang)
		return nil, false
	}
	return <-c.out, true
}

// patience is how long a player that was told to return is waited for at least.
func (m *match) patience() time.Duration { return max(m.clocks.Play/8, 20*time.Millisecond) }

// call runs f, which uses a player. It returns f's error, or a panic as an error,
// and true; false when f has not returned although a newer message is waiting. The
// player is then f's, and end is called when it does return.
func (m *match) call(f func() error, j *job, end func()) (error, bool) {
	c := m.begin(f, end)
	var nudge <-chan time.Time // once its time is up
	for up := j.ctx.Done(); ; {
		select {
		case err := <-c.out:
			return err, true
		case <-up:
			up = nil
			ticker := time.NewTicker(nudgeEvery)
			defer ticker.Stop()
			nudge = ticker.C
			continue
		case <-nudge:
			m.interrupt()
			continue
		case <-j.newer:
		case <-m.ctx.Done():
		}
		return m.await(c, m.patience()) // a player that heeds its context is back soon
	}
}

func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// pondering is a player's thinking between an answer and the next message.
type pondering struct {
	*called
	cancel context.CancelFunc
}

// ponders reports whether the player thinks while the others do.
func (m *match) ponders() bool {
	_, can := m.player.(agent.Ponderer)
	return can && m.s.cfg.Ponder && !m.tired
}

// ponder has the player go on thinking until the next message, or until the server
// has been silent for so long that it is probably gone. The brain does not
// wait for it: it follows the next turn while the player comes to an end.
func (m *match) ponder(j *job) {
	m.halt(m.patience())
	if !m.ponders() || m.chose == "" || m.chose != j.answer || j.idle.Err() != nil {
		return
	}
	m.tellPhase(Pondering)
	p := m.player.(agent.Ponderer)
	ctx, cancel := context.WithTimeout(j.idle, min(2*time.Minute+3*m.clocks.Play, m.s.cfg.Silence))
	m.pondering = &pondering{m.begin(func() error {
		defer cancel()
		p.Ponder(ctx)
		return nil
	}, m.player.End), cancel}
}

// halt ends the thinking between messages, before anything else uses the player. A
// player that does not come to an end is given up.
func (m *match) halt(patience time.Duration) {
	p := m.pondering
	if p == nil {
		return
	}
	m.pondering = nil
	p.cancel()
	err, back := m.await(p.called, patience)
	switch {
	case !back:
		m.player = nil // begin ends it when it returns
	case err != nil:
		m.log.Warn().Err(err).Str("player", m.player.Name()).Msg("the player failed while it was not asked; it will rest then")
		m.tired = true
	}
}
