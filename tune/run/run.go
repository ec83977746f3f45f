package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/train"
	"ludens/tune"
	"ludens/tune/sample"
)

// Run is one run of tuning: one game, one encoding, one net. Make it with New; Tune may be
// called again after it has returned.
type Run struct {
	g     game.Game
	f     *game.Facts
	enc   *encode.Encoder
	store tune.Store
	key   string
	o     Options
	net   *arch.Net
	shape sample.Shape
	// symmetries of the game, for the learner; the identity is left out.
	symmetries []encode.Symmetry
	meaning    *arch.Meaning // of nets, once meant is done
	meant      sync.Once

	window sample.Window
	gate   sync.RWMutex // read by every search of self-play, written by who has it pause

	begun  time.Time // of this part
	before float64   // seconds of work of earlier parts

	mu      sync.Mutex // guards what follows
	state   State
	learner []byte // the learner's half of the last checkpoint, to begin with
	losses  losses
	waits   Waits
	latest  *snapshot
	gone    int64 // the last chunk that the store has dropped

	rates  rates
	nextID atomic.Uint64 // of games
	guided atomic.Bool   // the evaluator's net has been trained
}

// snapshot is a net as it was handed to the evaluator.
type snapshot struct {
	weights arch.Weights
	engine  infer.Runner
	steps   int64
	samples int64
	games   int64
}

// Key names the run of a game with an encoding in a store.
func Key(f *game.Facts, encoding string) string {
	short := func(s string) string { return s[:min(len(s), 16)] }
	return short(f.Hash) + "-" + short(encoding)
}

// New makes a run, or goes on with the one that the store has for the game and its
// encoding. A run that was begun with another net is an error (ErrOther).
func New(g game.Game, enc *encode.Encoder, store tune.Store, o Options) (*Run, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	f := g.Facts()
	if f.Hidden {
		return nil, errors.New("tune: the game hides something from its players; nets for such games are not supported")
	}
	r := &Run{g: g, f: f, enc: enc, store: store, key: Key(f, enc.Fingerprint()), o: o.fill(), net: o.Spec.Layers()}
	r.shape = sample.Shape{Inputs: enc.Input().Size(), Logits: enc.Logits(), Values: f.Players}
	if s := &o.Spec; s.In.Size() != enc.Input().Size() || s.Logits() != enc.Logits() || s.Values != f.Players {
		return nil, fmt.Errorf("tune: a net from %v to %d logits and %d values does not fit an encoding from %v to %d logits for %d players",
			s.In, s.Logits(), s.Values, enc.Input(), enc.Logits(), f.Players)
	}
	if err := r.restore(); err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	r.o = r.o.suit(r.state.Measured, f)
	if !r.o.Plain {
		r.symmetries = findSymmetries(g, enc, r.o.Seed, r.state.Measured.Steps)
		r.o.Log.Info().Int("symmetries", len(r.symmetries)).Msg("looked for symmetries")
	}
	return r, nil
}

// findSymmetries looks for symmetries, as thoroughly as an engine that makes so many steps
// a second allows. A fault of the engine on the way means none.
func findSymmetries(g game.Game, enc *encode.Encoder, seed uint64, steps float64) (list []encode.Symmetry) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	return encode.Find(g, enc, encode.SymmetryOptions{Seed: seed, Steps: int(min(max(steps/10, 200), 3000)), Exchange: true})
}

// ErrOther says that the store has a run with another net.
var ErrOther = errors.New("the run was begun with another net")

// restore reads the last checkpoint and the replay window, or begins.
func (r *Run) restore() error {
	doc, learner, err := r.store.Restore(r.key)
	switch {
	case errors.Is(err, tune.ErrNone):
		m := r.o.Measured
		if m.Games == 0 {
			if m, err = Measure(r.g, r.o.Seed, 3*time.Second); err != nil {
				return err
			}
		}
		r.state = State{
			Version: stateVersion, Game: r.f.Hash, Name: r.f.Name, Encoding: r.enc.Fingerprint(),
			Spec: r.o.Spec, Seed: r.o.Seed, Measured: m,
		}
		// Chunks without a checkpoint are those of a run that was given up.
		var last int64
		err = r.store.Chunks(r.key, 0, func(seq int64, _, _ int, _ []byte) error { last = seq; return nil })
		if err == nil && last > 0 {
			err = r.store.DropChunks(r.key, last)
		}
		if err != nil {
			return err
		}
		r.state.Seq, r.state.Dropped, r.gone = last, last, last
		if err := r.inherit(); err != nil {
			return err
		}
		return r.begin(nil)
	case err != nil:
		return err
	}
	s, err := readState(doc)
	if err != nil {
		return err
	}
	if s.Spec != r.o.Spec || s.Game != r.f.Hash || s.Encoding != r.enc.Fingerprint() {
		return fmt.Errorf("%w (%s, width %d, %d blocks)", ErrOther, s.Spec.Kind, s.Spec.Width, s.Spec.Blocks)
	}
	r.state, r.o.Seed, r.before = *s, s.Seed, s.Elapsed
	err = r.store.Chunks(r.key, s.Dropped, func(seq int64, samples, games int, data []byte) error {
		records, err := sample.Decode(r.shape, data)
		if err != nil {
			return fmt.Errorf("chunk %d: %w", seq, err)
		}
		if seq > r.state.Seq { // acknowledged after the checkpoint
			r.state.Seq = seq
			r.state.Samples += int64(samples)
			r.state.Games += int64(games)
		}
		return r.window.Add(seq, records)
	})
	if err != nil {
		return err
	}
	return r.begin(learner)
}

// begin counts the part and makes its beginning known to the store, so that no
// two parts play games of the same numbers.
func (r *Run) begin(learner []byte) error {
	r.learner = learner
	r.state.Planned = r.o.Time.Seconds()
	r.state.Part++
	if learner == nil {
		w := r.net.NewWeights(game.Stream(r.o.Seed, "tune.weights", 0))
		if r.o.From != nil {
			w = r.o.From.Weights.Clone()
		}
		l, err := train.New(r.net, r.enc.Links(), w, r.o.training())
		if err != nil {
			return err
		}
		r.learner, err = packLearner(r.describe(w), l.State())
		if err = errors.Join(err, l.Close()); err != nil {
			return err
		}
	}
	return r.save(r.learner)
}

// describe is a net of this run with weights.
func (r *Run) describe(w arch.Weights) *nets.Net {
	s := &r.state
	n := &nets.Net{
		Spec: r.o.Spec, Weights: w, Encoding: s.Encoding, Game: s.Game, Name: s.Name,
		Steps: s.Steps, Samples: s.Samples, Games: s.Games,
	}
	r.meant.Do(func() { r.meaning = Meaning(r.g, r.enc, s.Measured) })
	n.Mean(r.meaning)
	return n
}

// Meaning is what an encoder's planes are, for nets to say. A fault of the engine on the way means that nobody can tell.
func Meaning(g game.Game, enc *encode.Encoder, m Measured) (out *arch.Meaning) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	return enc.Meaning(g, m.Positions())
}

// save makes a checkpoint with the given half of the learner; nil keeps the last.
func (r *Run) save(learner []byte) error {
	r.mu.Lock()
	if learner != nil {
		r.learner = learner
	}
	learner = r.learner
	r.state.Elapsed = r.elapsed()
	doc, err := json.Marshal(&r.state)
	dropped, gone := r.state.Dropped, r.gone
	r.mu.Unlock()
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := r.store.Checkpoint(r.key, doc, learner); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if dropped == gone {
		return nil
	}
	// Not before: the checkpoint counts their samples, which nobody else knows then.
	if err := r.store.DropChunks(r.key, dropped); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	r.mu.Lock()
	r.gone = dropped
	r.mu.Unlock()
	return nil
}

// elapsed is the time worked, in seconds.
func (r *Run) elapsed() float64 {
	if r.begun.IsZero() {
		return r.before
	}
	return r.before + time.Since(r.begun).Seconds()
}

// part is the part of the time that is over, 0…1.
func (r *Run) part() float64 { return min(r.elapsed()/r.o.Time.Seconds(), 1) }

// State is a copy of what the run is at.
func (r *Run) State() State {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	s.History = slices.Clone(s.History)
	s.Pool.Names, s.Pool.Results = slices.Clone(s.Pool.Names), slices.Clone(s.Pool.Results)
	s.Elapsed = r.elapsed()
	return s
}

// Done reports that the planned time is over.
func (r *Run) Done() bool { return r.State().Elapsed >= r.o.Time.Seconds() }

// Engine is the net of the last step that was handed out, with averaged weights; nil
// before there is one.
func (r *Run) Engine() infer.Runner {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.latest == nil {
		return nil
	}
	return r.latest.engine
}

// Latest is the net of Engine; nil before there is one.
func (r *Run) Latest() *nets.Net {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.latest
	if s == nil {
		return nil
	}
	n := r.describe(s.weights)
	n.Steps, n.Samples, n.Games = s.steps, s.samples, s.games
	return n
}

// Pause stops self-play, as soon as the searches of the moves at hand have ended, until
// resume is called, once.
func (r *Run) Pause() (resume func()) {
	r.gate.Lock()
	return r.gate.Unlock
}

// Tune works until the planned time is over or ctx is done, and makes a checkpoint. It
// returns ctx's error if that ended it.
func (r *Run) Tune(ctx context.Context) (err error) {
	r.mu.Lock()
	r.before = r.state.Elapsed
	r.begun = time.Now()
	left := r.o.Time - time.Duration(r.before*float64(time.Second))
	r.state.Done = left <= 0
	blob := r.learner
	r.mu.Unlock()
	if left <= 0 {
		return nil
	}
	own, err := r.openLearner(blob)
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	own, err = r.takeUp(ctx, own)
	l := r.o.Card.Learner(own, r.net, r.enc.Links(), r.o.training())
	defer func() { err = errors.Join(err, l.Close()) }()
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	eval, err := r.openEvaluator(l)
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	defer eval.Close()
	r.findTeacher(ctx)

	// Work ends a little before the time is over, for the last matches.
	work, stop := context.WithDeadline(ctx, r.begun.Add(left-time.Duration(float64(left)*r.o.Ladder/4)-r.mixing()))
	defer stop()
	work, fail := context.WithCancelCause(work)
	defer fail(nil)
	var wg sync.WaitGroup
	played := make(chan played, 64)
	var actors sync.WaitGroup
	least, most := r.games(eval)
	for i := range most {
		actors.Go(func() { r.act(work, fail, eval, func() bool { return r.wanted(i, least, eval) }, played) })
	}
	wg.Go(func() { actors.Wait(); close(played) })
	wg.Go(func() { r.collect(fail, played) })
	calls := make(chan func(device.Learner))
	wg.Go(func() { r.learn(work, fail, l, eval, calls) })
	wg.Go(func() { r.judge(work, fail) })
	wg.Go(func() { r.watch(work, fail, eval, calls) })
	wg.Wait()

	cause := context.Cause(work)
	if errors.Is(cause, context.DeadlineExceeded) && ctx.Err() == nil {
		cause = nil
	}
	if cause == nil {
		r.finish(ctx, l)
	}
	blob, packErr := r.packed(l)
	r.mu.Lock()
	r.state.Done = cause == nil
	if r.state.Done { // the last matches may have been over early; nothing is to begin again for that
		r.before += max(r.o.Time.Seconds()-r.elapsed(), 0)
	}
	r.mu.Unlock()
	if saveErr := errors.Join(packErr, r.save(blob)); saveErr != nil {
		return errors.Join(cause, saveErr)
	}
	r.mu.Lock()
	r.before, r.begun = r.state.Elapsed, time.Time{}
	r.mu.Unlock()
	if r.o.Watch != nil {
		r.o.Watch(r.status(eval))
	}
	return cause
}

// openLearner makes the learner as the checkpoint has it.
func (r *Run) openLearner(blob []byte) (*train.Learner, error) {
	n, optimiser, err := unpackLearner(blob)
	if err != nil {
		return nil, err
	}
	if n.Spec != r.o.Spec {
		return nil, ErrOther
	}
	l, err := train.New(r.net, r.enc.Links(), n.Weights, r.o.training())
	if err != nil {
		return nil, err
	}
	if err := l.SetState(optimiser); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// openEvaluator makes the evaluator of self-play.
func (r *Run) openEvaluator(l device.Learner) (*infer.Evaluator, error) {
	s, err := r.snapshot(l.Averaged())
	if err != nil {
		return nil, err
	}
	eval, err := infer.New(r.enc, s.engine, infer.Options{Threads: r.o.Threads, MaxBatch: device.MaxBatch()})
	if err != nil {
		return nil, err
	}
	if from := r.state.From != ""; from || l.Steps() > 0 {
		r.guided.Store(from || !r.warm() && l.Steps() >= r.o.Guide)
		r.mu.Lock()
		r.latest = s
		r.mu.Unlock()
	}
	return eval, nil
}

func (r *Run) snapshot(w arch.Weights) (*snapshot, error) {
	e, err := infer.NewEngine(r.net, r.enc.Links(), w, *r.o.Level)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return &snapshot{w, r.o.Card.Runner(e, r.enc.Links(), w), r.state.Steps, r.state.Samples, r.state.Games}, nil
}

// packed is the learner's half of a checkpoint.
func (r *Run) packed(l device.Learner) ([]byte, error) {
	r.mu.Lock()
	n := r.describe(l.Weights())
	r.mu.Unlock()
	return packLearner(n, l.State())
}
