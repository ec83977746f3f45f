// Package run plays a tournament: it carries out what tourney.Tournament wants, by
// match/run, and keeps what must survive.
//
// The promises: what the tournament has planned is stored before anything of it is played,
// and that a match was begun before it begins; killed at any moment, the same call goes on,
// and no match that came to its end is played again; a match that was under way is marked
// as aborted, its players are told, and it is played anew; nobody else plays the
// same tournament meanwhile. When Run returns, every goroutine it started has ended.
//
// It knows no games, players or databases: a Maker gives it matches that are ready to be
// played, and a Store keeps them. Package store has the one, cmd the other.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/match"
	matchrun "ludens/match/run"
	"ludens/tourney"
)

// Store keeps tournaments and their matches. A method that returns nil has made what it
// was told durable.
type Store interface {
	match.Recorder
	// Tournament gives what is kept; tourney.ErrNone if there is nothing.
	Tournament(name string) (tourney.Config, *tourney.Past, error)
	// Plan adds matches, and the tournament with the first of them; at is the time in
	// milliseconds since 1970.
	Plan(cfg tourney.Config, slots []tourney.Slot, at int64) error
	// Attempt says that a match is about to begin.
	Attempt(name string, slot, number int, match string) error
	// Interrupted ends the records of matches that were under way when a process died,
	// and gives their identifiers with their slots.
	Interrupted(name, reason string) (map[string]int, error)
	// LockTournament keeps all others from playing it, until it is closed or the process
	// ends.
	LockTournament(name string) (io.Closer, error)
}

// Maker makes a match ready: game, rules, seed, opening and seats of the match's options,
// and whatever else is not the tournament's to say. The context is that of the match. An
// error ends the tournament.
type Maker func(ctx context.Context, cfg tourney.Config, p tourney.Play) (Prepared, error)

// Prepared is a match that is ready.
type Prepared struct {
	Options matchrun.Options
	Close   func() error // gives back what the seats hold; may be nil
}

// Options are how a tournament is played. Tournament, Store and Make are needed.
type Options struct {
	Tournament tourney.Config
	Store      Store
	Make       Maker
	// Abandon tells the players of a match that was under way when the process before
	// died that it is no more; may be nil.
	Abandon func(ctx context.Context, s tourney.Slot, matchID string)
	// BusyWait is how long to wait before a match is tried again whose player was busy,
	// times the number of tries; default 5 s.
	BusyWait time.Duration
	// Changed is told of every change, one call at a time: how the tournament stands, and
	// how long the rest will take, below 0 if nobody knows. The tournament may be read
	// until it returns.
	Changed func(t *tourney.Tournament, left time.Duration)
	Log     zerolog.Logger
}

// Run plays a tournament to its end, or goes on with it. When ctx ends, matches under way
// are aborted, and the next call plays them anew; that is no error, and the tournament that
// is returned is not complete.
func Run(ctx context.Context, o Options) (t *tourney.Tournament, err error) {
	cfg := o.Tournament
	if _, err := tourney.Plan(cfg); err != nil {
		return nil, err
	}
	if o.BusyWait <= 0 {
		o.BusyWait = 5 * time.Second
	}
	lock, err := o.Store.LockTournament(cfg.Name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	d := &driver{o: &o, results: make(chan result), begun: time.Now()}
	d.ctx, d.cancel = context.WithCancel(ctx)
	defer d.cancel()
	if d.tour, err = d.load(); err != nil {
		return nil, err
	}
	d.done, _ = d.tour.Progress()
	d.from = d.done
	d.step(tourney.Begin{})
	stop := d.ctx.Done()
	for !d.tour.Over() {
		select {
		case r := <-d.results:
			d.ended(r)
		case <-stop:
			stop = nil
			d.step(tourney.Stop{})
		}
	}
	d.wg.Wait()
	return d.tour, d.err
}

type driver struct {
	o      *Options
	ctx    context.Context
	cancel context.CancelFunc
	tour   *tourney.Tournament
	wg     sync.WaitGroup // matches
	// results are sent by every match, once; the loop takes them until the last.
	results chan result
	err     error // the first that ended the tournament
	begun   time.Time
	from    int // matches that had ended before
	done    int
}

// result is how an attempt ended.
type result struct {
	play   tourney.Play
	record *match.Record // nil if it did not begin
	err    error         // ends the tournament
}

// load gives the tournament with what is kept of it.
func (d *driver) load() (*tourney.Tournament, error) {
	cfg := d.o.Tournament
	kept, past, err := d.o.Store.Tournament(cfg.Name)
	if errors.Is(err, tourney.ErrNone) {
		return tourney.New(cfg, nil)
	}
	if err != nil {
		return nil, err
	}
	if !kept.Same(cfg) {
		return nil, fmt.Errorf("tournament %s was begun with other settings: give this one another name, or delete the one that is stored", cfg.Name)
	}
	broken, err := d.o.Store.Interrupted(cfg.Name, "the gamemaster ended before the match did")
	if err != nil {
		return nil, err
	}
	t, err := tourney.New(cfg, past)
	if err != nil {
		return nil, err
	}
	d.abandon(past, broken)
	return t, nil
}

// abandon tells the players of broken matches, all at once.
func (d *driver) abandon(past *tourney.Past, broken map[string]int) {
	var wg sync.WaitGroup
	for id, slot := range broken {
		d.o.Log.Info().Str("match", id).Msg("was under way when the gamemaster ended, and is played anew")
		if d.o.Abandon != nil {
			wg.Go(func() { d.o.Abandon(d.ctx, past.Slots[slot], id) })
		}
	}
	wg.Wait()
}

// fail ends the tournament with an error; the first counts.
func (d *driver) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.cancel()
}

// step feeds the tournament and carries out what it wants.
func (d *driver) step(ev tourney.Event) {
	effects := append([]tourney.Effect(nil), d.tour.Step(ev)...)
	for i, effect := range effects {
		switch e := effect.(type) {
		case tourney.Planned:
			if err := d.o.Store.Plan(d.tour.Config(), e.Slots, time.Now().UnixMilli()); err != nil {
				d.fail(err)
				d.drop(effects[i+1:])
				return
			}
		case tourney.Play:
			d.wg.Go(func() { d.results <- d.play(e) })
		case tourney.Decided:
			d.o.Log.Info().Stringer("verdict", e.Verdict).Msg("the sequential test is decided")
		}
	}
	if d.o.Changed != nil {
		d.o.Changed(d.tour, d.left())
	}
}

// drop gives back what will not be done, since it could not be planned.
func (d *driver) drop(effects []tourney.Effect) {
	d.tour.Step(tourney.Stop{})
	for _, effect := range effects {
		if p, ok := effect.(tourney.Play); ok {
			d.tour.Step(tourney.Broken{Slot: p.Slot.Number})
		}
	}
}

// left is how long the rest will take, by how long it has taken so far.
func (d *driver) left() time.Duration {
	done, total := d.tour.Progress()
	if d.done = done; done == d.from {
		return -1
	}
	return time.Duration(float64(time.Since(d.begun)) / float64(done-d.from) * float64(total-done))
}

// ended takes in how an attempt ended.
func (d *driver) ended(r result) {
	if r.err != nil {
		d.fail(r.err)
	}
	if d.ctx.Err() != nil {
		d.tour.Step(tourney.Stop{}) // nothing begins any more
	}
	if r.err == nil && r.record != nil {
		if o, ok := tourney.Result(r.record); ok {
			d.step(tourney.Ended{Slot: r.play.Slot.Number, Outcome: o})
			return
		}
	}
	d.step(tourney.Broken{Slot: r.play.Slot.Number, Busy: r.record != nil && r.record.Has(match.NoteBusy)})
}

// play makes one attempt at a match.
func (d *driver) play(p tourney.Play) (r result) {
	r.play = p
	defer func() {
		if v := recover(); v != nil {
			r.err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	if p.Busy > 0 {
		select {
		case <-time.After(time.Duration(p.Busy) * d.o.BusyWait):
		case <-d.ctx.Done():
			return r
		}
	}
	cfg := d.tour.Config()
	ready, err := d.o.Make(d.ctx, cfg, p)
	if err != nil {
		if d.ctx.Err() == nil {
			r.err = fmt.Errorf("tournament %s, match %d: %w", cfg.Name, p.Slot.Number+1, err)
		}
		return r
	}
	defer func() {
		if ready.Close != nil {
			if err := ready.Close(); err != nil {
				d.o.Log.Error().Err(err).Msg("end the players of a match")
			}
		}
	}()
	r.record, r.err = d.match(cfg, p, ready.Options)
	return r
}

// match plays a match that is ready.
func (d *driver) match(cfg tourney.Config, p tourney.Play, o matchrun.Options) (*match.Record, error) {
	keep := &recorder{Store: d.o.Store}
	clock := cfg.Clocks[p.Slot.Clock]
	o.Match.ID = tourney.MatchID(cfg.Name, p.Slot.Number, p.Attempt)
	o.Match.Tournament = cfg.Name
	o.Match.StartClock, o.Match.PlayClock, o.Match.PreviewClock = clock.Start, clock.Play, cfg.Preview
	o.Match.Forfeit, o.Match.MaxSteps, o.Match.DespiteBusy = max(cfg.Forfeit, 0), cfg.MaxSteps, p.Last
	o.Scramble, o.Recorder, o.Log = cfg.Scramble, keep, d.o.Log
	if err := d.o.Store.Attempt(cfg.Name, p.Slot.Number, p.Attempt, o.Match.ID); err != nil {
		return nil, err
	}
	rec, err := matchrun.Run(d.ctx, o)
	if rec == nil {
		return nil, err
	}
	if rec.Status == match.Running { // the engine has failed
		rec.Status, rec.Reason = match.Faulted, "the engine failed"
		if err != nil {
			rec.Reason = err.Error()[:min(len(err.Error()), match.MaxReplyText)]
		}
		if keep.begun {
			if e := keep.End(rec); e != nil {
				return nil, errors.Join(err, e)
			}
		}
	}
	if !keep.ended { // it has a result that nobody would know of
		return nil, errors.Join(err, fmt.Errorf("match %s could not be stored", rec.ID))
	}
	if err != nil {
		d.o.Log.Error().Str("match", rec.ID).Err(err).Msg("the match has ended all the same")
	}
	return rec, nil
}

// recorder knows whether a match was kept to its end.
type recorder struct {
	Store
	begun, ended bool
}

func (r *recorder) Begin(rec *match.Record) error {
	err := r.Store.Begin(rec)
	r.begun = r.begun || err == nil
	return err
}

func (r *recorder) End(rec *match.Record) error {
	err := r.Store.End(rec)
	r.ended = r.ended || err == nil
	return err
}
