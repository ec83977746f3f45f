// Package worker is the helper process that has a device: it answers what nets/device asks,
// by nets/xla, until its input ends.
//
// The promise: it ends with its input whatever the device does, even if a call never comes
// back; foreign code has only this process to crash. It decides nothing. Neighbours:
// nets/device starts it, nets/device/wire is the language, nets/xla does the work.
package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"ludens/nets/arch"
	"ludens/nets/device"
	"ludens/nets/device/wire"
	"ludens/nets/train"
	"ludens/nets/xla"
)

// Main is the helper's life; it gives the exit code.
func Main() int {
	// The pipes have numbers of their own: plugins print what they like to the usual ones.
	in, out := os.NewFile(device.WorkerIn, "requests"), os.NewFile(device.WorkerOut, "answers")
	for _, f := range []*os.File{in, out} {
		if about, err := f.Stat(); err != nil || about.Mode()&os.ModeNamedPipe == 0 {
			fmt.Fprintln(os.Stderr, "this is a helper that programs start for themselves")
			return 2
		}
	}
	w := &worker{conn: wire.New(in, out), engines: map[int]*xla.Engine{}, learners: map[int]*learner{}}
	for {
		m, err := w.conn.Receive()
		if err != nil {
			return 0 // nobody asks any more; calls under way end with the process
		}
		go w.answer(m)
	}
}

// worker is what the helper has.
type worker struct {
	conn *wire.Conn

	mu       sync.Mutex
	device   *xla.Device
	last     int // handle
	engines  map[int]*xla.Engine
	learners map[int]*learner
}

// learner makes one step at a time.
type learner struct {
	mu sync.Mutex
	*xla.Learner
}

// answer does a request and sends what came of it.
func (w *worker) answer(m *wire.Message) {
	reply, err := w.do(m)
	if err != nil {
		reply = &wire.Message{Name: wire.Failed}
		why, _, _ := strings.Cut(err.Error(), "\n")
		_ = reply.Put(wire.Failure{Why: why, Diverged: errors.Is(err, train.ErrDiverged)})
	} else {
		reply.Name = wire.Done
	}
	reply.ID = m.ID
	if err := w.conn.Send(reply); err != nil {
		os.Exit(0)
	}
}

// do answers a request; panics of the libraries are errors.
func (w *worker) do(m *wire.Message) (reply *wire.Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	reply = &wire.Message{}
	if m.Name == wire.Open {
		return reply, w.open(m, reply)
	}
	w.mu.Lock()
	d := w.device
	w.mu.Unlock()
	if d == nil {
		return nil, errors.New("no device is open")
	}
	switch m.Name {
	case wire.Engine, wire.Learner:
		return reply, w.add(d, m, reply)
	case wire.Run:
		return reply, w.run(m, reply)
	case wire.Step:
		return reply, w.step(m, reply)
	case wire.Load:
		l, err := w.learner(m)
		if err != nil {
			return nil, err
		}
		defer l.mu.Unlock()
		return reply, l.Load(m.Floats, m.Bytes)
	case wire.Pull:
		l, err := w.learner(m)
		if err != nil {
			return nil, err
		}
		defer l.mu.Unlock()
		s, err := l.Snapshot()
		if err != nil {
			return nil, err
		}
		reply.Floats, reply.Bytes = append(append([][]float32{}, s.Weights...), s.Averaged...), s.State
		return reply, nil
	case wire.Release:
		return reply, w.release(m)
	}
	return nil, fmt.Errorf("no such request: %q", m.Name)
}

func (w *worker) open(m, reply *wire.Message) error {
	var o wire.Opening
	if err := m.Get(&o); err != nil {
		return err
	}
	var d *xla.Device
	var err error
	if o.Plugin == "" {
		d, err = xla.Go()
	} else {
		d, err = xla.Plugin(o.Plugin, o.Device, o.TF32)
	}
	if err != nil {
		return err
	}
	about := wire.Opened{About: d.About()}
	if o.Plugin != "" {
		about.Single, about.Half = rate(d, false), rate(d, true)
	}
	w.mu.Lock()
	w.device = d
	w.mu.Unlock()
	return reply.Put(about)
}

// rate is how many operations per second a device does in large products; 0 if it cannot do them at all.
func rate(d *xla.Device, half bool) float64 {
	const small, large, times = 64, 4096, 5
	took := func(side int) float64 { // in seconds, at best
		best := math.Inf(1)
		p, err := d.Products(side, half)
		for range times {
			begin := time.Now()
			if err == nil {
				err = p()
			}
			best = min(best, time.Since(begin).Seconds())
		}
		if err != nil {
			return math.Inf(1)
		}
		return best
	}
	// What a call takes by itself does not count.
	return 2 * large * large * large / max(took(large)-took(small), 1e-6)
}

// add makes an engine or a learner.
func (w *worker) add(d *xla.Device, m, reply *wire.Message) error {
	var n wire.Net
	if err := m.Get(&n); err != nil {
		return err
	}
	if err := n.Spec.Validate(); err != nil {
		return err
	}
	net := n.Spec.Layers()
	var e *xla.Engine
	var l *xla.Learner
	var err error
	if m.Name == wire.Engine {
		e, err = d.NewEngine(net, n.Links, arch.Weights(m.Floats), n.Half, n.Sizes)
	} else {
		l, err = d.NewLearner(net, n.Links, arch.Weights(m.Floats), n.Options, n.Half)
	}
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	if e != nil {
		w.engines[w.last] = e
	} else {
		w.learners[w.last] = &learner{Learner: l}
	}
	return reply.Put(wire.Handle{Handle: w.last})
}

func (w *worker) run(m, reply *wire.Message) error {
	var work wire.Work
	if err := m.Get(&work); err != nil {
		return err
	}
	w.mu.Lock()
	e := w.engines[work.Handle]
	w.mu.Unlock()
	if e == nil || len(m.Floats) != 1 || work.N < 0 {
		return errors.New("no such engine, or no inputs")
	}
	s := &e.Net().Spec
	policy, values := make([]float32, work.N*s.Logits()), make([]float32, work.N*s.Values)
	reply.Floats = [][]float32{policy, values}
	return e.Run(work.N, m.Floats[0], policy, values)
}

// learner finds and locks the learner of a request.
func (w *worker) learner(m *wire.Message) (*learner, error) {
	var h wire.Handle
	if err := m.Get(&h); err != nil {
		return nil, err
	}
	w.mu.Lock()
	l := w.learners[h.Handle]
	w.mu.Unlock()
	if l == nil {
		return nil, errors.New("no such learner")
	}
	l.mu.Lock()
	return l, nil
}

func (w *worker) step(m, reply *wire.Message) error {
	var work wire.Work
	if err := m.Get(&work); err != nil {
		return err
	}
	if len(m.Floats) != 4 {
		return errors.New("no mini-batch")
	}
	l, err := w.learner(m)
	if err != nil {
		return err
	}
	defer l.mu.Unlock()
	l.SetRate(work.Rate)
	losses, err := l.Step(&train.Batch{
		N: work.N, Inputs: m.Floats[0], Groups: m.Bytes, Targets: m.Floats[1], Values: m.Floats[2], Weights: m.Floats[3],
	})
	if err != nil {
		return err
	}
	reply.Meta, err = json.Marshal(losses)
	return err
}

// release gives up an engine or a learner. Nobody uses it any more: who had it is gone.
func (w *worker) release(m *wire.Message) error {
	var h wire.Handle
	if err := m.Get(&h); err != nil {
		return err
	}
	w.mu.Lock()
	e, l := w.engines[h.Handle], w.learners[h.Handle]
	delete(w.engines, h.Handle)
	delete(w.learners, h.Handle)
	w.mu.Unlock()
	if e != nil {
		e.Close()
	}
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.Close()
	}
	return nil
}
