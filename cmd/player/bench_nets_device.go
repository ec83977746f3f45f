package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/internal/cli"
	"ludens/nets/device"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/train"
	"ludens/tune/startclock"
)

// Batches to measure a device with.
var (
	deviceBatches  = []int{1, 8, 32, 128, 512}
	deviceTraining = []int{64, 256}
)

// devices measures a device, the bare engine by batch and the learner; what it cannot do the
// caller is told.
func (b *netsBencher) devices(ctx context.Context, card *device.Card, r *netsBench, training bool) error {
	about, err := card.Wait(ctx)
	if err != nil {
		return fmt.Errorf("open a device: %w", err)
	}
	own, err := infer.NewEngine(b.net, b.enc.Links(), b.weights, kernel.Best())
	if err != nil {
		return err
	}
	run := card.Bare(own, b.enc.Links(), b.weights).(*device.Runner)
	if err := run.Ready(ctx); err != nil {
		return fmt.Errorf("the net on %s: %w", about, err)
	}
	for _, batch := range deviceBatches {
		for _, threads := range []int{1, 2} {
			f, err := b.measure(ctx, threads, func() (func() error, int) {
				in, policy, values := b.inputs(batch), make([]float32, batch*b.net.Spec.Logits()), make([]float32, batch*b.net.Spec.Values)
				var ws infer.Workspace
				return func() error { run.Run(batch, in, policy, values, &ws); return onDevice(run) }, batch
			})
			if err != nil {
				return err
			}
			f.PerCPU = 0 // the helper's time is not ours
			r.Engine = append(r.Engine, engineFigure{Level: about, Threads: threads, Batch: batch, rate: f})
		}
	}
	if !training {
		return nil
	}
	for _, batch := range deviceTraining {
		o := train.Options{Batch: batch}
		l, err := b.student(ctx, card, o)
		if err != nil {
			return err
		}
		samples := b.samples(batch)
		f, err := b.measure(ctx, 1, func() (func() error, int) {
			return func() error {
				_, err := l.Step(samples)
				if err == nil && !l.OnCard() {
					err = errLeft
				}
				return err
			}, batch
		})
		if closed := l.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
		f.PerCPU = 0
		r.Training = append(r.Training, trainFigure{Device: about, Batch: batch, rate: f})
	}
	return nil
}

// errLeft says that the figures would be those of the processor.
var errLeft = errors.New("the device was given up in the midst of it (--log-level warn says why)")

func onDevice(r *device.Runner) error {
	if r.Width() == 0 {
		return errLeft
	}
	return nil
}

// student makes a learner that is ready on the device.
func (b *netsBencher) student(ctx context.Context, card *device.Card, o train.Options) (*device.Student, error) {
	own, err := train.New(b.net, b.enc.Links(), b.weights.Clone(), o)
	if err != nil {
		return nil, err
	}
	l := card.Learner(own, b.net, b.enc.Links(), o).(*device.Student)
	if err := l.Ready(ctx); err != nil {
		_ = l.Close()
		return nil, fmt.Errorf("a learner on the device: %w", err)
	}
	return l, nil
}

// inputs are so many different positions.
func (b *netsBencher) inputs(n int) []float32 {
	size := b.net.Spec.In.Size()
	in := make([]float32, n*size)
	for i := range n {
		if i < 64 {
			b.enc.Encode(b.position(i), in[i*size:][:size])
		} else {
			copy(in[i*size:][:size], in[i%64*size:])
		}
	}
	return in
}

// checkList is the result of --verify.
type checkList struct {
	Device    string           `json:"device"`
	Plugin    string           `json:"plugin,omitempty"`
	Precision device.Precision `json:"precision"`
	Checks    []check          `json:"checks"`
	Bench     netsBench        `json:"bench"`
	Pass      bool             `json:"pass"`
}

// check is a line of the list.
type check struct {
	Name    string `json:"name"`
	Result  string `json:"result"`
	Verdict string `json:"verdict"` // pass, fail, or info: nothing to pass
}

const verifySteps = 200

// cushion is how late a player may be that is told the whole clock: in a match it is told less,
// by as much as the session found the machine to need.
const cushion = time.Second / 2

// verify goes through the list.
func (b *netsBencher) verify(ctx context.Context, card *device.Card, clock time.Duration, seed uint64) (*checkList, error) {
	list := &checkList{Pass: true, Plugin: card.Plugin()}
	add := func(name string, verdict bool, format string, args ...any) {
		v := "pass"
		if !verdict {
			v, list.Pass = "fail", false
		}
		list.Checks = append(list.Checks, check{name, fmt.Sprintf(format, args...), v})
	}
	begin := time.Now()
	about, err := card.Wait(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		add("open the device", false, "%v", err)
		return list, nil
	}
	list.Device, list.Precision = about, card.Precision(&b.net.Spec)
	add("open the device", true, "%s, %.1f s, %s for this net", about, time.Since(begin).Seconds(), list.Precision)

	// Single precision is held to what rounding in another order makes of it, bf16 to what its
	// eight bits do, as in the canary of nets/infer, and TF32 to its ten.
	most, loss := 1e-3, 0.01
	switch list.Precision {
	case device.TF32:
		most, loss = 1e-2, 0.02
	case device.Half:
		most, loss = 3e-2, 0.05
	}
	difference, err := b.agree(ctx, card)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		add("forward", false, "%v", err)
		return list, nil
	}
	add("forward", difference <= most, "largest difference from the processor %.2g, at most %.2g", difference, most)

	first, worst, err := b.together(ctx, card)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		add("training", false, "%v", err)
		return list, nil
	}
	add("loss", first <= loss, "of the first mini-batch: differs by %.2g %%, at most %g %%", 100*first, 100*loss)
	add(fmt.Sprintf("%d steps", verifySteps), worst <= loss, "the losses differ by at most %.2g %%, at most %g %%", 100*worst, 100*loss)

	if err := b.devices(ctx, card, &list.Bench, true); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		add("throughput", false, "%v", err)
		return list, nil
	}
	fastest := engineFigure{}
	for _, f := range list.Bench.Engine {
		if f.PerSecond > fastest.PerSecond {
			fastest = f
		}
	}
	list.Checks = append(list.Checks, check{"throughput", fmt.Sprintf("%s evaluations a second in batches of %d", whole(fastest.PerSecond), fastest.Batch), "info"})

	for _, c := range []struct {
		name string
		card *device.Card
	}{{"start clock without", nil}, {"start clock with", card}} {
		took, note, err := b.start(ctx, c.card, clock, seed)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			add(c.name, false, "%v", err)
			continue
		}
		add(c.name, took <= clock+cushion, "%.2f s of %v; %s", took.Seconds(), clock, note)
	}
	return list, nil
}

// agree is the largest difference between device and processor, of values and of
// probabilities over all logits.
func (b *netsBencher) agree(ctx context.Context, card *device.Card) (float64, error) {
	own, err := infer.NewEngine(b.net, b.enc.Links(), b.weights, kernel.Portable)
	if err != nil {
		return 0, err
	}
	run := card.Bare(own, b.enc.Links(), b.weights).(*device.Runner)
	if err := run.Ready(ctx); err != nil {
		return 0, err
	}
	const n = 64
	in := b.inputs(n)
	logits, vals := b.net.Spec.Logits(), b.net.Spec.Values
	a, c := make([]float32, n*logits), make([]float32, n*logits)
	x, y := make([]float32, n*vals), make([]float32, n*vals)
	own.Run(n, in, a, x, &infer.Workspace{})
	run.Run(n, in, c, y, &infer.Workspace{})
	if err := onDevice(run); err != nil {
		return 0, err
	}
	most := 0.0
	for i := range x {
		most = max(most, math.Abs(float64(x[i])-float64(y[i])))
	}
	for i := range n {
		p, q := softmax(a[i*logits:][:logits]), softmax(c[i*logits:][:logits])
		for k := range p {
			most = max(most, math.Abs(p[k]-q[k]))
		}
	}
	b.done()
	return most, nil
}

func softmax(x []float32) []float64 {
	out, top, sum := make([]float64, len(x)), math.Inf(-1), 0.0
	for _, v := range x {
		top = max(top, float64(v))
	}
	for i, v := range x {
		out[i] = math.Exp(float64(v) - top)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// together makes steps on both learners and gives how far the first losses, and any, are
// apart, relatively.
func (b *netsBencher) together(ctx context.Context, card *device.Card) (first, worst float64, err error) {
	o := train.Options{Batch: 16}
	own, err := train.New(b.net, b.enc.Links(), b.weights.Clone(), o)
	if err != nil {
		return 0, 0, err
	}
	defer own.Close()
	l, err := b.student(ctx, card, o)
	if err != nil {
		return 0, 0, err
	}
	defer l.Close()
	samples := b.samples(o.Batch)
	for i := range verifySteps {
		if ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		x, err := own.Step(samples)
		if err != nil {
			return 0, 0, err
		}
		y, err := l.Step(samples)
		if err != nil {
			return 0, 0, err
		}
		if !l.OnCard() {
			return 0, 0, errLeft
		}
		apart := math.Abs(x.Total-y.Total) / max(x.Total, 1e-3)
		if i == 0 {
			first = apart
		}
		worst = max(worst, apart)
	}
	b.done()
	return first, worst, nil
}

// start is a start clock as in a match: how long the player took, and what it says.
func (b *netsBencher) start(ctx context.Context, card *device.Card, clock time.Duration, seed uint64) (time.Duration, string, error) {
	p := startclock.New(startclock.Options{Search: mcts.Options{Threads: b.most, Seed: seed}, Card: card})
	limit, stop := context.WithTimeout(ctx, clock)
	defer stop()
	begin := time.Now()
	err := p.Begin(limit, b.g, chooser(b.g.NewMachine()), agent.Clocks{Start: clock, Play: clock / 4})
	took, note := time.Since(begin), p.Note()
	p.End()
	b.done()
	return took, note, err
}

// tell prints the list; of is what was measured. A list that does not pass is an error of
// what was checked.
func (l *checkList) tell(env *cli.Env, of *netsBench) error {
	l.Bench.Game, l.Bench.Net, l.Bench.Numbers, l.Bench.Processors = of.Game, of.Net, of.Numbers, of.Processors
	if env.JSON {
		if err := env.Print(l); err != nil {
			return err
		}
	} else {
		l.write(env)
	}
	if !l.Pass {
		return cli.ErrFindings
	}
	return nil
}

// write prints the list.
func (l *checkList) write(env *cli.Env) {
	t := cli.Table{Head: []string{"CHECK", "VERDICT", "RESULT"}}
	for _, c := range l.Checks {
		t.Row(c.Name, c.Verdict, c.Result)
	}
	t.Write(env.Stdout)
	l.Bench.figures(env)
	if l.Pass {
		fmt.Fprintln(env.Stdout, "verdict: pass")
	} else {
		fmt.Fprintln(env.Stdout, "verdict: fail")
	}
}
