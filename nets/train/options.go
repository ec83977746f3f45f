package train

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"ludens/nets/kernel"
)

// Schedule is how the learning rate goes on after the warm-up.
type Schedule string

// The schedules.
const (
	Constant Schedule = "constant"
	// Cosine falls along half a cosine from Rate to Floor·Rate within Period steps
	// and stays there (Loshchilov and Hutter 2017, without restarts).
	Cosine Schedule = "cosine"
	// Steps multiplies by Drop after every Period steps, never below Floor·Rate.
	Steps Schedule = "steps"
)

// Options are how a Learner learns. The zero value works.
type Options struct {
	// Batch is the number of samples in a mini-batch, at least 2; default 64. It is
	// fixed: a batch of another size is refused, because padding would falsify the
	// statistics of batch norms.
	Batch int
	// Workers is the number of goroutines that compute; default one per processor that
	// the program may use.
	Workers int
	// Level is the processor level of the kernels; default kernel.Best().
	Level *kernel.Level

	// Rate is the learning rate per step; default 0.001 (Polygames, spec/engines.md 4.3).
	Rate float64
	// WarmUp is the number of steps in which the rate rises from 0; default 100,
	// negative: none.
	WarmUp int
	// Schedule, Period (steps; default 10,000), Drop (default 0.1) and Floor (a part of
	// Rate; default 0) say how the rate goes on; default Constant.
	Schedule Schedule
	Period   int
	Drop     float64
	Floor    float64

	// Beta1 and Beta2 are the decays of the moments; defaults 0.9 and 0.999.
	Beta1, Beta2 float64
	// Epsilon is added to the root of the second moment; default 1e-8.
	Epsilon float64
	// Decay is the weight decay, decoupled, in parts of the rate (Loshchilov and
	// Hutter 2019); it takes hold of parameters with arch.Param.Decay only. Default
	// 0.01, negative: none.
	Decay float64
	// Clip is the largest norm of the gradient of all parameters together; a longer
	// one is scaled down to it. Default 5, negative: none.
	Clip float64

	// ValueWeight is the weight of the value loss beside the policy loss; default 1.5
	// (Polygames, spec/engines.md 4.3).
	ValueWeight float64
	// Momentum is the part of a new mini-batch in the running statistics of batch
	// norms; default 0.05. Statistics that never saw a batch begin as a plain mean.
	Momentum float64

	// Average is the decay per step of an exponential moving average of the weights
	// (see Averaged), in 0…1; default 0: no average. It begins as a plain mean.
	Average float64
	// Remember is the number of the latest mini-batches kept to compute the statistics
	// of the averaged weights with; default 8, used only with Average.
	Remember int
}

// Filled is the options with the defaults set.
func (o Options) Filled() Options {
	set := func(x *float64, v float64) {
		if *x == 0 {
			*x = v
		} else if *x < 0 {
			*x = 0
		}
	}
	count := func(x *int, v int) {
		if *x == 0 {
			*x = v
		} else if *x < 0 {
			*x = 0
		}
	}
	count(&o.Batch, 64)
	count(&o.Workers, runtime.GOMAXPROCS(0))
	count(&o.WarmUp, 100)
	count(&o.Period, 10_000)
	count(&o.Remember, 8)
	if o.Level == nil {
		l := kernel.Best()
		o.Level = &l
	}
	if o.Schedule == "" {
		o.Schedule = Constant
	}
	set(&o.Rate, 1e-3)
	set(&o.Drop, 0.1)
	set(&o.Beta1, 0.9)
	set(&o.Beta2, 0.999)
	set(&o.Epsilon, 1e-8)
	set(&o.Decay, 0.01)
	set(&o.Clip, 5)
	set(&o.ValueWeight, 1.5)
	set(&o.Momentum, 0.05)
	return o
}

// Validate reports options that make no sense, all of them.
func (o Options) Validate() error {
	var errs []error
	within := func(name string, x, least, most float64) {
		if math.IsNaN(x) || x < least || x > most {
			errs = append(errs, fmt.Errorf("train: %s is %v, not in %v…%v", name, x, least, most))
		}
	}
	negative := func(name string, x float64) {
		if x < 0 {
			errs = append(errs, fmt.Errorf("train: %s is negative", name))
		}
	}
	negative("rate", o.Rate)
	negative("momentum", o.Momentum)
	negative("epsilon", o.Epsilon)
	negative("batch", float64(o.Batch))
	negative("workers", float64(o.Workers))
	negative("remember", float64(o.Remember))
	o = o.Filled()
	within("batch", float64(o.Batch), 2, 1<<16)
	within("workers", float64(o.Workers), 1, 1024)
	within("rate", o.Rate, 0, 10)
	within("warm-up", float64(o.WarmUp), 0, 1<<40)
	within("period", float64(o.Period), 1, 1<<40)
	within("drop", o.Drop, 0, 1)
	within("floor", o.Floor, 0, 1)
	within("beta1", o.Beta1, 0, 0.9999999)
	within("beta2", o.Beta2, 0, 0.9999999)
	within("epsilon", o.Epsilon, 0, 1)
	within("decay", o.Decay, 0, 100)
	within("clip", o.Clip, 0, math.Inf(1))
	within("value weight", o.ValueWeight, 0, 1e6)
	within("momentum", o.Momentum, 0, 1)
	within("average", o.Average, 0, 0.99999999)
	within("remember", float64(o.Remember), 0, 1<<12)
	switch o.Schedule {
	case Constant, Cosine, Steps:
	default:
		errs = append(errs, fmt.Errorf("train: no such schedule: %q", o.Schedule))
	}
	supported := false
	for _, l := range kernel.Supported() {
		supported = supported || l == *o.Level
	}
	if !supported {
		errs = append(errs, fmt.Errorf("train: this processor has no kernels of level %v", *o.Level))
	}
	return errors.Join(errs...)
}

// RateAt is the learning rate of a step, counted from 0; o is Filled.
func (o *Options) RateAt(step int64) float64 {
	if step < int64(o.WarmUp) {
		return o.Rate * float64(step+1) / float64(o.WarmUp)
	}
	step -= int64(o.WarmUp)
	part := 1.0
	switch o.Schedule {
	case Cosine:
		t := min(1, float64(step)/float64(o.Period))
		part = o.Floor + (1-o.Floor)*(1+math.Cos(math.Pi*t))/2
	case Steps:
		part = max(o.Floor, math.Pow(o.Drop, float64(step/int64(o.Period))))
	}
	return o.Rate * part
}
