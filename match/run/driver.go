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

// driver runs one match. Only Run's goroutine touches core; answers and
// failures come through the events channel.
type driver struct {
	o      *Options
	caller context.Context // ends when the match is to be aborted
	core   *match.Match
	events chan match.Event
	wg     sync.WaitGroup // exchanges with remote players, and hearing from local ones
	seats  []seat

	// The round under way.
	round      context.Context
	endRound   context.CancelFunc
	wholeUntil time.Time // do not go on before; zero: at once

	over       bool
	stored     int // turns the recorder has
	begun      bool
	storeError error
	storeTold  bool // that the match is not recorded
	ended      bool // the match is; players are being told
}

// seat is a player as the driver sees it. ask must not block; the outcome comes
// as an event with the request's number, once, by the deadline of the request.
type seat interface {
	ask(r request)
	// close gives back what the seat holds and waits for it, until ctx ends.
	close(ctx context.Context) error
}

// request is a message with its time.
type request struct {
	match.Send
	ctx   context.Context // ends with the round or the clock and its grace
	soft  time.Time       // the clock; zero: no limit
	hard  time.Time       // the clock and its grace; zero: no limit
	reply func(match.Event)
}

func newDriver(ctx context.Context, o *Options) (*driver, error) {
	core, err := match.New(o.Match)
	if err != nil {
		return nil, err
	}
	d := &driver{o: o, caller: ctx, core: core, events: make(chan match.Event)}
	facts := o.Match.Game.Facts()
	var scrambler *ggp.Scrambler
	if o.Scramble {
		scrambler = ggp.NewScrambler(o.Match.Rules, game.Stream(o.Match.Seed, "match/scramble", 0))
		scrambler, err = scrambler.Shuffled(o.Match.Rules, game.Stream(o.Match.Seed, "match/shuffle", 0))
		if err != nil {
			return nil, err
		}
	}
	for i, s := range o.Seats {
		if s.Local != nil {
			d.seats = append(d.seats, newLocal(i, s, o))
			continue
		}
		dialect := s.Dialect
		if facts.Hidden {
			dialect = dialect.ForHidden()
		}
		d.seats = append(d.seats, &remote{
			addr: s.Addr, wg: &d.wg, connect: o.ConnectTimeout, name: o.Match.Players[i].Name,
			encoder: &ggp.Encoder{Dialect: dialect, Hidden: facts.Hidden, Roles: facts.ByRole(facts.Seats), Scrambler: scrambler},
		})
	}
	return d, nil
}

// run is the loop: an event, its effects. A panic in the rules' engine, the
// recorder or a hook ends the match with an error.
func (d *driver) run() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	abort := d.caller.Done()
	if d.o.Match.Past != nil {
		d.begun, d.stored = true, d.o.Match.Past.Steps()
	}
	if d.o.Match.Past == nil || d.caller.Err() == nil { // else it is only to be closed
		d.step(match.Begin{})
	}
	for !d.over {
		select {
		case ev := <-d.events:
			if d.core.Closes(ev) {
				d.waitWholeClock()
			}
			d.step(ev)
		case <-abort:
			abort = nil
			if !d.ended { // else the last messages are under way, and the core waits for their answers
				d.cancelRound()
			}
			reason := context.Cause(d.caller)
			d.step(match.Abort{Reason: reason.Error()})
		}
	}
	return d.storeError
}

func (d *driver) cancelRound() {
	if d.endRound != nil {
		d.endRound()
	}
}

// waitWholeClock is GGP-Base's forceUsingEntireClock.
func (d *driver) waitWholeClock() {
	wait := time.Until(d.wholeUntil)
	if d.wholeUntil.IsZero() || wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-d.caller.Done():
	}
}

// step feeds the core and carries out what it wants.
func (d *driver) step(ev match.Event) {
	d.logFailure(ev)
	now := time.Now()
	sent := false
	for _, effect := range d.core.Step(now.UnixMilli(), ev) {
		switch e := effect.(type) {
		case match.Send:
			if !sent {
				now = time.Now() // what was stored meanwhile is not the players' time
				d.openRound(now, e)
				sent = true
			}
			d.send(now, e)
		case match.Reached:
			d.reached(e.Step)
		case match.Noted:
			d.o.Log.Warn().Str("match", d.o.Match.ID).Str("about", e.Note.Kind).Str("role", e.Note.Role).
				Str("dialect", d.dialectOf(e.Note.Role)).Msg(e.Note.Text)
		case match.Finished:
			d.ended = true
			d.finished(e)
		case match.Over:
			d.over = true
			d.cancelRound()
		case match.Stale:
			d.o.Log.Debug().Str("match", d.o.Match.ID).Msgf("too late to count: %+v", e.Event)
		}
	}
}

// dialectOf is the dialect in which the player of a role is spoken to, if it is
// remote.
func (d *driver) dialectOf(role string) string {
	for i, name := range d.o.Match.Game.Facts().Seats {
		if name == role && i < len(d.seats) {
			if r, ok := d.seats[i].(*remote); ok {
				return r.encoder.Dialect.String()
			}
		}
	}
	return ""
}

func (d *driver) logFailure(ev match.Event) {
	if f, ok := ev.(match.Failed); ok {
		d.o.Log.Warn().Str("match", d.o.Match.ID).Str("player", d.o.Match.Players[f.Seat].Name).
			Stringer("kind", f.Kind).Str("detail", f.Detail).Msg("no answer")
	}
}

// openRound ends what is left of the round before. An aborted match still has
// to tell its players, so rounds do not end with the caller's context but by
// cancelRound.
func (d *driver) openRound(now time.Time, first match.Send) {
	d.cancelRound()
	d.round, d.endRound = context.WithCancel(context.WithoutCancel(d.caller))
	d.wholeUntil = time.Time{}
	clock := time.Duration(first.Clock) * time.Second
	switch first.Message.(type) {
	case ggp.Play:
		if d.o.Hooks.Thinking != nil {
			until := now.Add(clock + d.o.Grace)
			for _, s := range d.o.Seats {
				if s.Untimed {
					until = time.Time{}
				}
			}
			d.o.Hooks.Thinking(d.core.Record().Steps(), until)
		}
		if d.o.WholeClock {
			d.wholeUntil = now.Add(clock)
		}
	case ggp.Start, ggp.Preview:
		if d.o.WholeClock {
			d.wholeUntil = now.Add(clock)
		}
	}
}

func (d *driver) send(now time.Time, e match.Send) {
	clock := time.Duration(e.Clock) * time.Second
	r := request{Send: e, ctx: d.round}
	if _, play := e.Message.(ggp.Play); !play || !d.o.Seats[e.Seat].Untimed {
		r.soft = now.Add(clock)
		r.hard = r.soft.Add(d.o.Grace)
	}
	round := d.round
	var once sync.Once
	r.reply = func(ev match.Event) {
		once.Do(func() {
			select {
			case d.events <- ev:
			case <-round.Done(): // nobody waits for this any more
			}
		})
	}
	d.o.Log.Debug().Str("match", d.o.Match.ID).Str("player", d.o.Match.Players[e.Seat].Name).
		Str("message", e.Message.Command()).Msg("asked")
	d.seats[e.Seat].ask(r)
}

// reached records a position and shows it.
func (d *driver) reached(step int) {
	rec := d.core.Record()
	d.keep(rec)
	if d.o.Hooks.Position == nil {
		return
	}
	p := Position{Step: step, Record: rec, Machine: d.core.Machine(), Fluents: rec.States[step]}
	if step > 0 {
		p.Moves, p.Replies = rec.Moves[step-1], rec.Replies[step]
	}
	d.o.Hooks.Position(p)
}

// keep brings the recorder up to the record.
func (d *driver) keep(rec *match.Record) {
	if d.o.Recorder == nil {
		return
	}
	if !d.begun {
		if err := d.o.Recorder.Begin(rec); err != nil {
			d.storeFailed(err)
			return
		}
		d.begun = true
	}
	for d.stored < rec.Steps() {
		if err := d.o.Recorder.Turn(rec, d.stored); err != nil {
			d.storeFailed(err)
			return
		}
		d.stored++
	}
}

func (d *driver) storeFailed(err error) {
	d.storeError = fmt.Errorf("record match: %w", err)
	if d.storeTold {
		return // once is enough for a disk that stays full
	}
	d.storeTold = true
	d.o.Log.Error().Str("match", d.o.Match.ID).Err(err).Msg("the match goes on, but is not recorded")
}

func (d *driver) finished(e match.Finished) {
	rec := d.core.Record()
	if d.o.Recorder != nil {
		d.storeError = nil // a recorder that has recovered gets everything now
		d.keep(rec)
		if d.begun && d.storeError == nil {
			if err := d.o.Recorder.End(rec); err != nil {
				d.storeFailed(err)
			}
		}
	}
	d.o.Log.Info().Str("match", rec.ID).Stringer("status", e.Status).Int("steps", rec.Steps()).Ints("goals", rec.Goals).Msg("match finished")
	if d.o.Hooks.Finished != nil {
		d.o.Hooks.Finished(rec)
	}
}

// close waits for every goroutine.
func (d *driver) close() error {
	d.cancelRound()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(d.caller), d.o.Drain)
	defer cancel()
	var err error
	for i, s := range d.seats {
		if e := s.close(ctx); e != nil {
			err = errors.Join(err, fmt.Errorf("player %s: %w", d.o.Match.Players[i].Name, e))
		}
	}
	d.wg.Wait()
	return err
}
