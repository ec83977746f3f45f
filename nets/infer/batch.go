package infer

import (
	"fmt"
	"sync/atomic"
	"time"

	"ludens/game"
)

// batch is a number of positions that are computed together.
//
// Its life: opened and joined under the evaluator's lock; closed by its leader, who
// got a lane; computed; read by all; spared when the last has read it.
type batch struct {
	limit              int // under the lock
	calls              []*call
	in, policy, values []float32

	encoded atomic.Int32  // positions written, less all of them once it is closed
	all     chan struct{} // the last position was written after the leader had come
	model   *model        // computed with
	err     error
	reading atomic.Int32
}

// compute has the call's position computed, alone or with others, and takes the
// results over. It says which net it was.
func (v *Evaluator) compute(c *call, m game.Machine) (*model, error) {
	v.mu.Lock()
	if n := len(v.lanes); n > 0 {
		l := v.lanes[n-1]
		v.lanes = v.lanes[:n-1]
		v.mu.Unlock()
		return v.alone(c, m, l)
	}
	b, i := v.join(c)
	v.mu.Unlock()

	err := encode(v.enc, m, b.in[i*v.in:(i+1)*v.in])
	if b.encoded.Add(1) == 0 {
		b.all <- struct{}{}
	}
	begin := time.Now()
	l := <-c.turn
	v.stats.waiting.Add(int64(time.Since(begin)))
	if l != nil {
		v.lead(b, l)
	}
	model := b.model
	if err == nil {
		err = b.err
	}
	if err == nil {
		c.take(b.policy[i*v.logits:(i+1)*v.logits], b.values[i*v.vals:(i+1)*v.vals])
	}
	if b.reading.Add(-1) == 0 {
		v.mu.Lock()
		v.spare = append(v.spare, b)
		v.mu.Unlock()
	}
	return model, err
}

// alone computes one position on a lane.
func (v *Evaluator) alone(c *call, m game.Machine, l *lane) (*model, error) {
	model := v.model.Load()
	err := encode(v.enc, m, l.in)
	if err == nil {
		err = v.run(model, 1, l.in, l.policy, l.values, l)
	}
	if err == nil {
		c.take(l.policy, l.values)
	}
	v.release(l)
	return model, err
}

// join gives a call its place in the batch that is being filled. v.mu is held.
func (v *Evaluator) join(c *call) (b *batch, place int) {
	if b = v.open; b == nil || len(b.calls) == b.limit {
		b = v.fresh()
		v.open = b
		v.queue = append(v.queue, b)
	}
	b.calls = append(b.calls, c)
	return b, len(b.calls) - 1
}

// fresh gives an empty batch. It is to take its part of what is asked at present:
// while one batch is computed on every lane, another is filled for it.
func (v *Evaluator) fresh() *batch {
	var b *batch
	if n := len(v.spare); n > 0 {
		b = v.spare[n-1]
		v.spare = v.spare[:n-1]
	} else {
		b = &batch{all: make(chan struct{}, 1)}
	}
	part := 2 * v.opt.Threads
	b.limit = min(max((int(v.calls.Load())+part-1)/part, 1), v.opt.MaxBatch)
	if len(b.in) < b.limit*v.in || len(b.policy) < b.limit*v.logits {
		b.in, b.policy, b.values = make([]float32, b.limit*v.in), make([]float32, b.limit*v.logits), make([]float32, b.limit*v.vals)
	}
	b.calls, b.err = b.calls[:0], nil
	b.encoded.Store(0)
	return b
}

// lead closes a batch and computes it.
func (v *Evaluator) lead(b *batch, l *lane) {
	v.mu.Lock()
	if v.open == b {
		v.open = nil
	}
	n := len(b.calls)
	v.mu.Unlock()
	b.reading.Store(int32(n))
	if b.encoded.Add(int32(-n)) != 0 {
		<-b.all
	}
	b.model = v.model.Load()
	b.err = v.run(b.model, n, b.in[:n*v.in], b.policy[:n*v.logits], b.values[:n*v.vals], l)
	// First the lane, which somebody else can use, then those who wait. The leader
	// reads the batch as well, so that it is not spared before the loop is over.
	v.release(l)
	for _, c := range b.calls[1:] {
		c.turn <- nil
	}
}

// release gives a lane to the oldest batch that waits, else back.
func (v *Evaluator) release(l *lane) {
	v.mu.Lock()
	if len(v.queue) == 0 {
		v.lanes = append(v.lanes, l)
		v.mu.Unlock()
		return
	}
	b := v.queue[0]
	v.queue = v.queue[:copy(v.queue, v.queue[1:])]
	first := b.calls[0]
	v.mu.Unlock()
	first.turn <- l
}

// run computes. An engine that panics, which only a defect can do, gives an error to
// those who asked: a match goes on without its net.
func (v *Evaluator) run(m *model, n int, in, policy, values []float32, l *lane) (err error) {
	begin := time.Now()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine failed: %v", p)
		}
		v.stats.computing.Add(int64(time.Since(begin)))
		v.stats.batches.Add(1)
		v.stats.samples.Add(int64(n))
	}()
	m.run.Run(n, in, policy, values, &l.ws)
	return nil
}

// encode writes a position. A machine that panics must not take the batch with it.
func encode(enc Encoder, m game.Machine, dst []float32) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("encode the position: %v", p)
		}
	}()
	enc.Encode(m, dst)
	return nil
}
