package run

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"ludens/game"
	"ludens/ggp"
	"ludens/match"
)

// local is a player in this process: one goroutine that calls it, and a watch
// that reports a player which does not answer by its deadline. A player that is
// late with one turn gets the next as soon as it returns.
type local struct {
	seat   Seat
	number int
	game   game.Game

	mu      sync.Mutex
	pending *request      // asked, not taken up; a newer one replaces it
	wake    chan struct{} // buffered: something is pending, or closing
	closing bool
	done    chan struct{} // the goroutine has ended
	life    context.Context
	kill    context.CancelFunc
}

func newLocal(number int, s Seat, o *Options) *local {
	p := &local{seat: s, number: number, game: o.Match.Game, wake: make(chan struct{}, 1), done: make(chan struct{})}
	p.life, p.kill = context.WithCancel(context.Background())
	go p.loop() // close waits for it
	return p
}

// ask leaves the request for the player's goroutine and sets the watch.
func (p *local) ask(r request) {
	if !r.hard.IsZero() {
		reply := r.reply // counts the first call only
		timer := time.AfterFunc(time.Until(r.hard), func() {
			reply(match.Failed{Seat: r.Seat, Request: r.Request, Kind: match.Timeout, Detail: "no answer in time"})
		})
		context.AfterFunc(r.ctx, func() { timer.Stop() })
		r.reply = func(ev match.Event) {
			timer.Stop()
			reply(ev)
		}
	}
	p.mu.Lock()
	p.pending = &r
	p.mu.Unlock()
	p.signal()
}

func (p *local) signal() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *local) loop() {
	defer close(p.done)
	for range p.wake {
		p.mu.Lock()
		r := p.pending
		p.pending = nil
		closing := p.closing
		p.mu.Unlock()
		if r != nil {
			r.reply(p.handle(r))
		}
		if closing {
			return
		}
	}
}

// handle calls the player and turns what it does into an event.
func (p *local) handle(r *request) (ev match.Event) {
	failed := func(kind match.Kind, detail string) match.Event {
		return match.Failed{Seat: r.Seat, Request: r.Request, Kind: kind, Detail: detail}
	}
	defer func() {
		if v := recover(); v != nil {
			ev = failed(match.Fault, fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
		}
	}()
	ctx, cancel := p.context(r)
	defer cancel()
	text, err := p.call(ctx, r.Message)
	switch {
	case err == nil:
		return match.Answered{Seat: r.Seat, Request: r.Request, Text: text}
	case errors.Is(err, context.DeadlineExceeded):
		return failed(match.Timeout, err.Error())
	}
	return failed(match.Fault, err.Error())
}

// context ends with the clock, the round, or the player.
func (p *local) context(r *request) (context.Context, context.CancelFunc) {
	var ctx context.Context
	var cancel context.CancelFunc
	if r.soft.IsZero() {
		ctx, cancel = context.WithCancel(r.ctx)
	} else {
		ctx, cancel = context.WithDeadline(r.ctx, r.soft)
	}
	release := context.AfterFunc(p.life, cancel)
	return ctx, func() { release(); cancel() }
}

// call is the message as a method.
func (p *local) call(ctx context.Context, m ggp.Message) (string, error) {
	switch m := m.(type) {
	case ggp.Preview:
		if v, ok := p.seat.Local.(Previewer); ok {
			return ggp.Ready, v.Preview(ctx, m.Rules)
		}
		return ggp.Ready, nil
	case ggp.Start:
		return ggp.Ready, p.seat.Local.Start(ctx, Start{
			MatchID: m.MatchID, Seat: p.number, Role: m.Role, Game: p.game, Rules: m.Rules,
			StartClock: time.Duration(m.StartClock) * time.Second,
			PlayClock:  time.Duration(m.PlayClock) * time.Second,
		})
	case ggp.Play:
		return p.seat.Local.Play(ctx, turn(m.Turn))
	case ggp.Stop:
		return ggp.Done, p.seat.Local.Stop(ctx, turn(m.Turn))
	case ggp.Abort:
		return ggp.Aborted, p.seat.Local.Abort(ctx)
	}
	return "", fmt.Errorf("no method for message %s", m.Command())
}

func turn(t ggp.Turn) Turn {
	return Turn{Number: t.Number, Moves: t.Moves, Own: t.Own, Percepts: t.Percepts}
}

// close ends the player's goroutine and waits for it.
func (p *local) close(ctx context.Context) error {
	p.mu.Lock()
	p.closing = true
	p.mu.Unlock()
	p.kill()
	p.signal()
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return errors.New("it goes on after its context ended; its goroutine is left behind")
	}
}
