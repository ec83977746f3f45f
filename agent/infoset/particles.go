package infoset

import (
	"context"
	"slices"

	"ludens/game"
)

// sample draws particles and joint moves until want fit o or the tries are used
// up.
func (t *Tracker) sample(ctx context.Context, from []Particle, o Observation, want int) []Particle {
	var out []Particle
	weights := make([]float64, len(from))
	sum := 0.0
	for i, p := range from {
		weights[i] = p.Weight
		sum += p.Weight
	}
	for i := range weights {
		weights[i] /= sum
	}
	for range t.opt.Expand {
		if len(out) >= want || ctx.Err() != nil && len(out) > 0 || len(weights) == 0 {
			break
		}
		if ctx.Err() != nil {
			break
		}
		p := from[game.DrawOdds(weights, t.rng)]
		if t.options(p.State, o) == 0 {
			if len(from) == 1 {
				break // and will be the next time
			}
			continue
		}
		t.draw()
		p.Weight = 1
		if to, ok := t.step(p, o, 1); ok {
			out = append(out, to)
		}
		if len(from) == 1 && t.certain() {
			break // every draw is the same
		}
	}
	return t.thin(out)
}

// draw picks a joint move out of t.choice by its probabilities.
func (t *Tracker) draw() {
	t.joint = t.joint[:0]
	for _, list := range t.choice {
		t.odds = t.odds[:0]
		for _, c := range list {
			t.odds = append(t.odds, c.p)
		}
		t.joint = append(t.joint, list[game.DrawOdds(t.odds, t.rng)].move)
	}
}

func (t *Tracker) certain() bool {
	return !slices.ContainsFunc(t.choice, func(l []option) bool { return len(l) > 1 })
}

// thin merges equal particles and draws as many as are kept.
func (t *Tracker) thin(parts []Particle) []Particle {
	merged := parts[:0]
	index := make(map[uint64][]int, len(parts))
	for _, p := range parts {
		h := p.State.Hash()
		for _, v := range p.Views {
			h = h*0x9e3779b97f4a7c15 ^ v
		}
		same := slices.IndexFunc(index[h], func(i int) bool {
			return merged[i].State.Equal(p.State) && slices.Equal(merged[i].Views, p.Views)
		})
		if same >= 0 {
			merged[index[h][same]].Weight += p.Weight
			continue
		}
		index[h] = append(index[h], len(merged))
		merged = append(merged, p)
	}
	if len(merged) > t.opt.Particles {
		merged = t.resample(merged)
	}
	sum := 0.0
	for _, p := range merged {
		sum += p.Weight
	}
	for i := range merged {
		merged[i].Weight /= sum
	}
	return merged
}

// resample keeps opt.Particles of the particles, drawn by weight in one
// systematic sweep (Carpenter, Clifford and Fearnhead 1999).
func (t *Tracker) resample(parts []Particle) []Particle {
	sum := 0.0
	for _, p := range parts {
		sum += p.Weight
	}
	stride := sum / float64(t.opt.Particles)
	next, acc := t.rng.Float64()*stride, 0.0
	out := make([]Particle, 0, t.opt.Particles)
	for _, p := range parts {
		hits := 0
		for acc += p.Weight; next < acc; next += stride {
			hits++
		}
		if hits > 0 {
			p.Weight = float64(hits)
			out = append(out, p)
		}
	}
	return out
}

// backtrack looks for positions that fit the whole history, depth first from the
// initial position in random order.
func (t *Tracker) backtrack(ctx context.Context) []Particle {
	b := backtracker{t: t, ctx: ctx, left: t.opt.Backtrack, want: max(t.opt.Particles/10, 1)}
	for b.left > 0 && len(b.found) < b.want && ctx.Err() == nil {
		before := b.left
		if !b.try(t.start(), 0) && b.left == before {
			break
		}
	}
	return b.found
}

type backtracker struct {
	t     *Tracker
	ctx   context.Context
	left  int // joint moves that may still be tried
	want  int
	found []Particle
}

// try extends a particle from turn n to the end of the history in one way.
func (b *backtracker) try(p Particle, n int) bool {
	if n == len(b.t.history) {
		p.Weight = 1
		b.found = append(b.found, p)
		return true
	}
	o := b.t.history[n]
	total := b.t.options(p.State, o)
	// Per turn only a few continuations are tried before giving this branch up;
	// the next attempt from the start draws others.
	for range min(total, 2*b.t.opt.Particles) {
		if b.left--; b.left < 0 || b.ctx.Err() != nil {
			return false
		}
		b.t.options(p.State, o)
		b.t.draw()
		if next, ok := b.t.step(p, o, 1); ok && b.try(next, n+1) {
			return true
		}
	}
	return false
}
