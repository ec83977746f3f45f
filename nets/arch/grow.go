package arch

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Grow makes of a residual net a larger one that says the same of every position: wider, deeper, or with more planes that are pooled
// or squeezed. New blocks begin as the identity, new channels with random weights, and what was there does
// not listen to them yet (after Net2Net, Chen, Goodfellow and Shlens, "Net2Net: accelerating learning via knowledge transfer", 2016,
// where channels are doubled instead). It is ErrTransfer if the other form is no such one.
func Grow(old *Spec, w Weights, spec *Spec, rng *rand.Rand) (Weights, error) {
	if !old.growsTo(spec) {
		return nil, ErrTransfer
	}
	known := map[string]int{}
	params := old.Params()
	for i := range params {
		known[params[i].Name] = i
	}
	net := spec.Layers()
	out := net.NewWeights(rng)
	for i := range net.Params {
		name := net.Params[i].Name
		k, ok := known[name]
		if !ok {
			continue // of a new block
		}
		were, area := old.inputs(name)
		are, _ := spec.inputs(name)
		src, dst := w[k], out[i]
		for range params[k].Shape[0] {
			for s, size := range are {
				copy(dst, src[:were[s]*area])
				clear(dst[were[s]*area : size*area])
				src, dst = src[were[s]*area:], dst[size*area:]
			}
		}
	}
	return out, nil
}

// growsTo says whether Grow can make one form of another.
func (s *Spec) growsTo(t *Spec) bool {
	same := *s
	same.Width, same.Blocks, same.Pooled, same.Squeeze, same.Hidden = t.Width, t.Blocks, t.Pooled, t.Squeeze, t.Hidden
	return s.Kind == Residual && same == *t && s.Width <= t.Width && s.Blocks <= t.Blocks && s.Pooled <= t.Pooled && s.Squeeze <= t.Squeeze && s.Hidden <= t.Hidden
}

// inputs are the sizes of the parts of a row of a parameter, whose units may become more, and the numbers of such a unit.
func (s *Spec) inputs(name string) (parts []int, area int) {
	kernel := s.Kernel * s.Kernel
	switch {
	case name == "tower.0.weight":
		return []int{s.In.Channels}, kernel
	case strings.HasPrefix(name, "tower.") && strings.HasSuffix(name, ".weight"):
		conv, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "tower."), ".weight"))
		if (conv-1)%s.Convs != 0 {
			return []int{s.Width}, kernel
		}
		return []int{s.Width, s.Pooled, s.Pooled}, kernel // as OpTower has its planes
	case name == "policy.weight" && s.Head == Planes:
		return []int{s.Width}, kernel
	case name == "policy.weight":
		return []int{s.Squeeze}, s.In.Cells()
	case name == "policy.squeeze.weight":
		return []int{s.Width}, 1
	case name == "value.hidden.weight":
		return []int{s.Width, s.Width}, 1
	case name == "value.weight":
		return []int{s.Hidden}, 1
	}
	return []int{1}, 1
}
