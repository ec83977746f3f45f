package infer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// NewTrusted makes an engine at the highest level up to the given one that agrees
// with portable C on this machine and this net: before anybody relies on a kernel, a
// fixed batch of pseudo-random positions goes through both. A level that differs, or
// fails, is left for the one below; the note then says so, and is empty otherwise.
//
// It takes a few evaluations with portable C, hundreds of milliseconds for a large
// net.
func NewTrusted(net *arch.Net, links *arch.Links, w arch.Weights, level kernel.Level) (e *Engine, note string, err error) {
	levels := slices.DeleteFunc(slices.Clone(kernel.Supported()), func(l kernel.Level) bool { return l > level })
	return trusted(net, levels,
		func(l kernel.Level) (*Engine, error) { return NewEngine(net, links, w, l) },
		func() (*Engine, error) { return NewEngine(net, links, halved(w), kernel.Portable) })
}

// halved are weights as bf16 has them: seven bits of mantissa, rounded.
func halved(w arch.Weights) arch.Weights {
	out := make(arch.Weights, len(w))
	for i, list := range w {
		out[i] = make([]float32, len(list))
		for k, x := range list {
			out[i][k] = math.Float32frombits((math.Float32bits(x) + 0x8000) &^ 0xffff)
		}
	}
	return out
}

const (
	canaries = 3 // positions; not a multiple of what vectors hold

	// How much values and probabilities may differ from portable C's: with bf16 by as much, or where the net makes much of little by
	// so many times as much as portable C's with rounded weights do, but no more than a broken kernel would.
	singleTolerance = 1e-3
	halfTolerance   = 3e-2
	halfTimes       = 3
	mostTolerance   = 1e-1
)

// trusted tries the levels from the highest down. rough makes an engine of portable C whose weights are rounded to bf16.
func trusted[R Runner](net *arch.Net, levels []kernel.Level, build func(kernel.Level) (R, error), rough func() (R, error)) (best R, note string, err error) {
	slices.Sort(levels)
	base, err := build(kernel.Portable)
	if err != nil {
		return best, "", fmt.Errorf("make an engine: %w", err)
	}
	s := &net.Spec
	in := make([]float32, canaries*s.In.Size())
	rng := game.Stream(1, "nets.infer.canary", 0)
	for i := range in {
		if x := rng.Float32(); x < 0.4 { // most planes are sparse and made of ones
			in[i] = 1
		} else if x > 0.9 {
			in[i] = x
		}
	}
	var notes []string
	var want answer
	for i := len(levels) - 1; i >= 0 && levels[i] != kernel.Portable; i-- {
		if want.values == nil {
			if want, err = ask(base, s, in); err != nil {
				return best, "", fmt.Errorf("try the engine with portable C: %w", err)
			}
			if !finite(want.policy) || !finite(want.values) {
				return best, "", fmt.Errorf("try the engine with portable C: %w", errBroken)
			}
		}
		r, err := build(levels[i])
		if err == nil {
			tolerance := singleTolerance
			if levels[i].Halves() {
				tolerance = halfTolerance
			}
			err = agrees(r, s, in, want, tolerance)
			if levels[i].Halves() && errors.Is(err, errDiffers) {
				if times := halfTimes * coarseness(rough, s, in, want); times > tolerance {
					err = agrees(r, s, in, want, min(times, mostTolerance))
				}
			}
		}
		if err == nil {
			return r, strings.Join(notes, "; "), nil
		}
		notes = append(notes, fmt.Sprintf("kernels of level %v are not used: %v", levels[i], err))
	}
	return base, strings.Join(notes, "; "), nil
}

// answer is what an engine says of a batch: probabilities and values.
type answer struct{ policy, values []float32 }

func ask(r Runner, s *arch.Spec, in []float32) (a answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it failed: %v", p)
		}
	}()
	n := len(in) / s.In.Size()
	a = answer{make([]float32, n*s.Logits()), make([]float32, n*s.Values)}
	r.Run(n, in, a.policy, a.values, new(Workspace))
	for i := range n {
		softmax(a.policy[i*s.Logits() : (i+1)*s.Logits()])
	}
	return a, nil
}

func finite(list []float32) bool {
	return !slices.ContainsFunc(list, func(x float32) bool { return !(math.Abs(float64(x)) <= math.MaxFloat32) })
}

// softmax turns logits into probabilities in place; NaN stays NaN.
func softmax(x []float32) {
	best, sum := slices.Max(x), 0.0
	for i := range x {
		p := math.Exp(float64(x[i] - best))
		x[i] = float32(p)
		sum += p
	}
	for i := range x {
		x[i] = float32(float64(x[i]) / sum)
	}
}

// coarseness is how much portable C's answers differ where weights are rounded; 0 where that is not known.
func coarseness[R Runner](rough func() (R, error), s *arch.Spec, in []float32, want answer) (most float64) {
	r, err := rough()
	if err != nil {
		return 0
	}
	got, err := ask(r, s, in)
	if err != nil || !finite(got.policy) || !finite(got.values) {
		return 0
	}
	for i := range got.policy {
		most = max(most, math.Abs(float64(got.policy[i])-float64(want.policy[i])))
	}
	for i := range got.values {
		most = max(most, math.Abs(float64(got.values[i])-float64(want.values[i])))
	}
	return most
}

// errDiffers is in what agrees says of numbers that differ, in the middle of the sentence.
var errDiffers = errors.New("with portable C")

// agrees compares a runner's answers with portable C's, for the batch and for its
// first position alone.
func agrees(r Runner, s *arch.Spec, in []float32, want answer, tolerance float64) error {
	for _, n := range []int{canaries, 1} {
		got, err := ask(r, s, in[:n*s.In.Size()])
		if err != nil {
			return err
		}
		for _, c := range []struct {
			name      string
			got, want []float32
		}{{"policy", got.policy, want.policy}, {"value", got.values, want.values}} {
			for i := range c.got {
				if d := math.Abs(float64(c.got[i]) - float64(c.want[i])); !(d <= tolerance) {
					return fmt.Errorf("%s %d of a batch of %d is %g, %w %g", c.name, i, n, c.got[i], errDiffers, c.want[i])
				}
			}
		}
	}
	return nil
}
