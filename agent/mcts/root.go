package mcts

import (
	"math"
	"math/rand/v2"
)

// RootOptions are what self-play does at the root so that a net also learns
// about moves that it thinks little of. The zero value does nothing. They need
// an evaluator.
type RootOptions struct {
	// Noise is the share of noise in the priors, 0…1; KataGo and AlphaZero take 0.25.
	Noise float64
	// Alpha is the total concentration of the noise, which is drawn from a
	// Dirichlet distribution; 0 means DefaultAlpha. Half of it is spread over all
	// legal moves and half over those whose prior stands out (KataGo's shaped noise).
	Alpha float64
	// Temperature flattens the priors (above 1) or sharpens them (below 1) before
	// the noise: they become P^(1/Temperature); 0 means 1.
	Temperature float64
	// Forced is k in √(k·P·N), the visits that a move gets in any case once it has
	// been visited; SeatResult.Visits is without them. 0 means none; Wu,
	// "Accelerating self-play learning in Go", 2019, takes 2.
	Forced float64
}

// DefaultAlpha is the total concentration of noise: 0.03 for each of the 361 moves
// of an empty board of Go in AlphaZero.
const DefaultAlpha = 10.83

// forcedFirst is above every score of PUCT.
const forcedFirst = 1e6

// forcedVisits are the visits that a move with a prior gets in any case.
func forcedVisits(k, prior, visits float64) float64 { return math.Sqrt(k * prior * visits) }

// rootRules are RootOptions made ready for one root. The node keeps the priors of
// the evaluator, so that nothing of them is left when the root is searched again.
type rootRules struct {
	prior  []float32 // per arm
	fpu    float64
	forced float64
}

func (r *rootRules) priors(in *inner, seat int) []float32 {
	return r.prior[in.first[seat]:in.first[seat+1]]
}

// prepare fills the rules for a root that has been judged.
func (r *rootRules) prepare(in *inner, o *Options, opt RootOptions, rng *rand.Rand) {
	r.prior = append(r.prior[:0], in.prior...)
	r.forced = opt.Forced
	r.fpu = o.RootFPU
	if r.fpu == 0 {
		r.fpu = o.FPU
		if opt.Noise > 0 {
			r.fpu = 0
		}
	}
	for _, seat := range in.active {
		prior := r.priors(in, int(seat))
		if t := opt.Temperature; t > 0 && t != 1 {
			soften(prior, t)
		}
		if opt.Noise > 0 {
			alpha := opt.Alpha
			if alpha <= 0 {
				alpha = DefaultAlpha
			}
			addNoise(prior, min(opt.Noise, 1), alpha, rng)
		}
	}
}

// soften raises priors to 1/t and makes them sum to 1 again.
func soften(prior []float32, t float64) {
	top := float64(0)
	for _, p := range prior {
		top = max(top, float64(p))
	}
	if top == 0 {
		return
	}
	sum := 0.0
	for i, p := range prior {
		x := math.Pow(float64(p)/top, 1/t)
		prior[i] = float32(x)
		sum += x
	}
	for i := range prior {
		prior[i] = float32(float64(prior[i]) / sum)
	}
}

// addNoise mixes shaped Dirichlet noise into priors. Half of the concentration
// goes to all moves alike, half to those whose log prior (at most that of 1 %)
// is above the average, in proportion to how much: blind spots are as a rule
// moves that are not thought impossible.
func addNoise(prior []float32, weight, alpha float64, rng *rand.Rand) {
	n := float64(len(prior))
	logs, mean := make([]float64, len(prior)), 0.0
	for i, p := range prior {
		logs[i] = math.Log(min(float64(p), 0.01) + 1e-20)
		mean += logs[i] / n
	}
	above := 0.0
	for _, l := range logs {
		above += max(l-mean, 0)
	}
	draws, sum := logs, 0.0 // in place
	for i, l := range logs {
		share := 1 / n
		if above > 1e-9 {
			share = 0.5/n + 0.5*max(l-mean, 0)/above
		}
		draws[i] = gamma(share*alpha, rng)
		sum += draws[i]
	}
	if sum <= 0 {
		return // a concentration so small that all draws vanish
	}
	for i, p := range prior {
		prior[i] = float32((1-weight)*float64(p) + weight*draws[i]/sum)
	}
}

// gamma draws from the gamma distribution with a shape and scale 1 (Marsaglia and
// Tsang, "A simple method for generating gamma variables", 2000).
func gamma(shape float64, rng *rand.Rand) float64 {
	boost := 1.0
	if shape < 1 {
		boost = math.Pow(1-rng.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(1-rng.Float64()) < 0.5*x*x+d-d*v+d*math.Log(v) {
			return boost * d * v
		}
	}
}
