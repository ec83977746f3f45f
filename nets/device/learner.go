package device

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ludens/nets/arch"
	"ludens/nets/device/wire"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/train"
)

// Learner is train.Learner as those see it who teach nets.
type Learner interface {
	Step(b *train.Batch) (train.Losses, error)
	SetRate(rate float64) error
	Steps() int64
	Weights() arch.Weights
	Averaged() arch.Weights
	State() []byte
	SetState(state []byte) error
	Close() error
}

var (
	_ Learner = (*train.Learner)(nil)
	_ Learner = (*Student)(nil)
)

// Learner is own, the processor's learner of a net, until the card has compiled the same; then
// the card goes on where own is, and own goes on where the card was if that fails. Of a nil
// card it is own. o are own's options. The methods must not be called at the same time; Close
// closes own.
func (c *Card) Learner(own *train.Learner, net *arch.Net, links *arch.Links, o train.Options) Learner {
	if c == nil {
		return own
	}
	s := &Student{own: own, card: c, net: net, rate: o.Filled().Rate, ready: make(chan struct{})}
	w := own.Weights()
	warm := c.take(net, links, o)
	if !c.background(func() {
		defer close(s.ready)
		if warm != nil {
			<-warm.ready // closed as soon as the card is
			s.made, s.why = warm.made, warm.why
			return
		}
		s.made, s.why = c.make(wire.Learner, &wire.Net{Spec: net.Spec, Links: links, Options: o}, w)
		_ = c.blame(s.why)
	}) {
		return own
	}
	return s
}

// spare is a learner that was compiled before anybody asked for it.
type spare struct {
	key   string
	ready chan struct{} // closed when made or why is known
	made  *remote
	why   error
}

// Warm begins to compile what Learner and Runner will be asked for, which takes seconds: a net of which
// there are no weights yet.
func (c *Card) Warm(net *arch.Net, links *arch.Links, o train.Options) {
	if c == nil {
		return
	}
	w := net.NewWeights(rand.New(rand.NewPCG(0, 0)))
	own, err := infer.NewEngine(net, links, w, kernel.Best())
	if err != nil {
		return // who needs the net will be told
	}
	s := &spare{key: key(net, links, o), ready: make(chan struct{})}
	if !c.background(func() {
		defer close(s.ready)
		s.made, s.why = c.make(wire.Learner, &wire.Net{Spec: net.Spec, Links: links, Options: o}, w)
		_ = c.blame(s.why)
	}) {
		return
	}
	c.mu.Lock()
	c.spare = s
	c.mu.Unlock()
	c.background(func() {
		<-s.ready // one after the other: the learner is needed first
		_ = (&Runner{own: own, card: c}).prepare(links, w)
	})
}

// take gives the spare learner, if it is one for this net and these options.
func (c *Card) take(net *arch.Net, links *arch.Links, o train.Options) *spare {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.spare
	if s == nil || s.key != key(net, links, o) {
		return nil
	}
	c.spare = nil
	return s
}

// key is the same for learners that one program serves.
func key(net *arch.Net, links *arch.Links, o train.Options) string {
	o = o.Filled()
	o.Workers, o.Level, o.Rate = 0, nil, 0 // the processor's, and told at every step
	b, _ := json.Marshal([]any{net.Spec, links, o})
	return string(b)
}

// Student learns on a card, or on the processor.
type Student struct {
	own  *train.Learner
	card *Card
	net  *arch.Net
	rate float64

	ready chan struct{} // closed when made or why is known
	made  *remote
	why   error

	on     *remote // where it learns; nil: on the processor
	steps  int64   // on the card
	pulled *pulled // what the card last told
	fresh  bool    // no step since
}

// pulled is everything a learner on the card has come to.
type pulled struct {
	weights, averaged arch.Weights
	state             []byte
	steps             int64
}

// keep is the number of steps after which everything is fetched from the card, so that
// hardly more is lost with it.
const keep = 500

// Ready waits until the card can learn, and says why if it cannot.
func (s *Student) Ready(ctx context.Context) error {
	select {
	case <-s.ready:
		return s.why
	case <-ctx.Done():
		return ctx.Err()
	}
}

// OnCard says whether the last step was made on the card.
func (s *Student) OnCard() bool { return s.on != nil }

// move goes over to the card if it can and has not been left.
func (s *Student) move() {
	select {
	case <-s.ready:
	default:
		return
	}
	if s.made == nil {
		return
	}
	on := s.made
	s.made = nil // once: a card that was left is not gone back to
	m := &wire.Message{Name: wire.Load, Floats: s.own.Weights(), Bytes: s.own.State()}
	_ = m.Put(wire.Handle{Handle: on.handle})
	if _, err := s.card.ask(on.h, m, on.patience); err != nil {
		_ = s.card.blame(err)
		return
	}
	s.on, s.steps, s.fresh = on, s.own.Steps(), true
	s.pulled = &pulled{weights: m.Floats, averaged: s.own.Averaged(), state: m.Bytes, steps: s.steps}
	s.card.o.Log.Info().Int64("steps", s.steps).Msg("learning goes on on the device")
}

// leave goes back to the processor, where the card was last known to be.
func (s *Student) leave(err error) {
	s.on = nil
	_ = s.card.blame(err)
	if err := s.own.Restore(s.pulled.weights, s.pulled.state); err != nil {
		s.card.o.Log.Warn().Err(err).Msg("what was learned on the device is lost")
		return
	}
	s.card.o.Log.Info().Int64("steps", s.pulled.steps).Int64("lost", s.steps-s.pulled.steps).Msg("learning goes on on the processor")
}

// Step learns from a mini-batch.
func (s *Student) Step(b *train.Batch) (train.Losses, error) {
	if s.on == nil {
		s.move()
	}
	if s.on != nil {
		losses, err := s.step(b)
		if err == nil || errors.Is(err, train.ErrDiverged) {
			return losses, err
		}
		s.leave(err)
	}
	return s.own.Step(b)
}

// step is one on the card.
func (s *Student) step(b *train.Batch) (losses train.Losses, err error) {
	m := &wire.Message{Name: wire.Step, Floats: [][]float32{b.Inputs, b.Targets, b.Values, b.Weights}, Bytes: b.Groups}
	if err := m.Put(wire.Work{Handle: s.on.handle, N: b.N, Rate: s.rate}); err != nil {
		return losses, err
	}
	begin := time.Now()
	reply, err := s.card.ask(s.on.h, m, s.on.patience)
	if err != nil {
		return losses, err
	}
	if s.pulled.steps == s.steps { // the first one here, or after everything was fetched
		s.on.patience = max(10*s.card.o.Answer, 20*time.Since(begin))
	}
	if err := reply.Get(&losses); err != nil {
		return losses, err
	}
	s.steps++
	s.fresh = false
	if s.steps-s.pulled.steps >= keep {
		err = s.pull()
	}
	return losses, err
}

// pull fetches everything from the card.
func (s *Student) pull() error {
	if s.fresh {
		return nil
	}
	m := &wire.Message{Name: wire.Pull}
	_ = m.Put(wire.Handle{Handle: s.on.handle})
	reply, err := s.card.ask(s.on.h, m, s.on.patience)
	if err != nil {
		return err
	}
	n := len(s.net.Params)
	if len(reply.Floats) != 2*n {
		return refusal(fmt.Sprintf("%d arrays instead of %d", len(reply.Floats), 2*n))
	}
	p := &pulled{weights: reply.Floats[:n], averaged: reply.Floats[n:], state: reply.Bytes, steps: s.steps}
	if err := errors.Join(s.net.Check(p.weights), s.net.Check(p.averaged)); err != nil {
		return err
	}
	s.pulled, s.fresh = p, true
	return nil
}

// latest gives what the card has come to, or nil if the processor learns.
func (s *Student) latest() *pulled {
	if s.on == nil {
		return nil
	}
	if err := s.pull(); err != nil {
		s.leave(err)
		return nil
	}
	return s.pulled
}

// Weights is a copy of the weights.
func (s *Student) Weights() arch.Weights {
	if p := s.latest(); p != nil {
		return p.weights.Clone()
	}
	return s.own.Weights()
}

// Averaged is a copy of the averaged weights.
func (s *Student) Averaged() arch.Weights {
	if p := s.latest(); p != nil {
		return p.averaged.Clone()
	}
	return s.own.Averaged()
}

// State is the optimiser's.
func (s *Student) State() []byte {
	if p := s.latest(); p != nil {
		return append([]byte(nil), p.state...)
	}
	return s.own.State()
}

// SetState goes on from a state, with the weights that the learner has.
func (s *Student) SetState(state []byte) error {
	if p := s.latest(); p != nil {
		at, err := train.DecodeState(s.net, state)
		if err != nil {
			return err
		}
		m := &wire.Message{Name: wire.Load, Floats: p.weights, Bytes: state}
		_ = m.Put(wire.Handle{Handle: s.on.handle})
		if _, err := s.card.ask(s.on.h, m, s.on.patience); err != nil {
			s.leave(err)
			return s.own.SetState(state)
		}
		s.steps, s.fresh = at.Steps, false
		return nil
	}
	return s.own.SetState(state)
}

// SetRate replaces the learning rate.
func (s *Student) SetRate(rate float64) error {
	if err := s.own.SetRate(rate); err != nil {
		return err
	}
	s.rate = rate
	return nil
}

// Steps is the number of steps done.
func (s *Student) Steps() int64 {
	if s.on != nil {
		return s.steps
	}
	return s.own.Steps()
}

// Close closes the processor's learner and leaves the card's.
func (s *Student) Close() error {
	if p := s.latest(); p != nil { // weights and state can still be asked for
		_ = s.own.Restore(p.weights, p.state)
	}
	s.on, s.made = nil, nil
	return s.own.Close()
}
