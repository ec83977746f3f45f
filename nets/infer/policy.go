package infer

import (
	"errors"
	"fmt"
	"math"

	"ludens/eval"
	"ludens/game"
)

// errBroken is a net that answers with something that is no number.
var errBroken = errors.New("the net's answer is not finite")

// The priors of a seat are a softmax over its legal moves; moves that share a logit
// share its probability in equal parts (Soemers et al. 2021, "Deep learning for
// general game playing with Ludii and Polygames", section 4.3). They are kept and
// computed from steps below the best move's, in units of 1/steps of a nat, so that
// a result from the cache is the same as the one that went in. A step changes a
// probability by 0.05 %; what is 32 nats below the best is as good as nothing.
const steps = 2048

// coarse and fine are exp(-256·i/steps) and exp(-i/steps).
var coarse, fine = func() (c, f [256]float32) {
	for i := range 256 {
		c[i] = float32(math.Exp(-256 * float64(i) / steps))
		f[i] = float32(math.Exp(-float64(i) / steps))
	}
	return c, f
}()

// choices visits the seats that choose here: not Nature, and more than one move.
func choices(m game.Machine, legal [][]game.Move, visit func(seat int, moves []game.Move)) {
	f := m.Game().Facts()
	for seat, moves := range legal {
		if len(moves) > 1 && !f.NatureSeat(seat) {
			visit(seat, moves)
		}
	}
}

// below turns the logits of a seat's legal moves into steps below the best one.
// share says how many of the moves have the same logit. It appends to dst.
func below(dst []uint16, logits []float32, share []int32) ([]uint16, error) {
	best := math.Inf(-1)
	for i, x := range logits {
		if !(math.Abs(float64(x)) <= math.MaxFloat32) {
			return dst, errBroken
		}
		if y := weight(x, share[i]); y > best {
			best = y
		}
	}
	for i, x := range logits {
		dst = append(dst, uint16(min((best-weight(x, share[i]))*steps+0.5, math.MaxUint16)))
	}
	return dst, nil
}

// weight is the logarithm of a move's part of its logit's weight.
func weight(logit float32, share int32) float64 {
	if share == 1 {
		return float64(logit)
	}
	return float64(logit) - math.Log(float64(share))
}

// priors appends the probabilities that belong to steps.
func priors(dst []float32, d []uint16) []float32 {
	begin := len(dst)
	sum := float32(0)
	for _, x := range d {
		p := coarse[x>>8] * fine[x&255]
		sum += p
		dst = append(dst, p)
	}
	for i := range dst[begin:] {
		dst[begin+i] /= sum
	}
	return dst
}

// pack appends values to a result in the cache's form: two halves each.
func pack(dst []uint16, values []float32) ([]uint16, error) {
	for _, x := range values {
		if !(x >= 0 && x <= 1) {
			return dst, fmt.Errorf("%w: a value of %g", errBroken, x)
		}
		b := math.Float32bits(x)
		dst = append(dst, uint16(b), uint16(b>>16))
	}
	return dst, nil
}

// unpack writes a result in the cache's form, values first, then the steps of
// every seat that chooses.
func unpack(packed []uint16, players int, m game.Machine, legal [][]game.Move, r *eval.Result) {
	r.Resize(players, len(legal))
	for i := range r.Values {
		r.Values[i] = math.Float32frombits(uint32(packed[2*i]) | uint32(packed[2*i+1])<<16)
	}
	packed = packed[2*players:]
	choices(m, legal, func(seat int, moves []game.Move) {
		r.Priors[seat] = priors(r.Priors[seat], packed[:len(moves)])
		packed = packed[len(moves):]
	})
}
