package heuristic

import (
	"fmt"
	"math"
	"slices"

	"ludens/game"
)

// sample is a position and what it was worth. Everything that a world knows of it
// follows from its atoms and extras.
type sample struct {
	game, ply int
	atoms     []part
	extras    []float32
	turned    bool
	mover     int       // the player whose turn it is, -1 if it is nobody's or not known
	value     []float64 // per player, as the world reads the position (see reader.read); nil while unknown
	outcome   []float64 // what came in the end, likewise
}

// model is a world with weights: logistic regression on the features that vary.
type model struct {
	w    *world
	outs int // 1 where two players share a constant sum, else one per player

	usual  []float32 // per player: the usual number of moves when there is a choice
	chosen []int32   // the dense features, as numbers of raw ones
	dense  []int32   // per raw feature: its number among those chosen, or -1
	mean   []float32
	scale  []float32 // 1/spread
	lively []bool    // per atom: it varies, and is counted by itself
	size   []float32 // per atom: 1/usual number

	turn []int32 // per player: the atom that says that it is its turn, if there is one for each
	sets int     // of dense weights: one for all positions, and to add to it one per player to move

	bias   []float64
	weight []float32 // outs × sets × chosen
	single []float32 // outs × atoms
	pieces []float32 // outs × atoms: what a piece is worth to begin with; nil: nothing
	worth  float64   // that of one of weight one
	prior  *model    // what weights are drawn towards; nil: nothing
	ties   ties
}

// Raw features are sums, then windows by class, length and number, then extras.
func (w *world) windows() int {
	if w.rows == nil {
		return 0
	}
	return len(w.classes) * (maxWindow + 1) * (maxWindow + 1)
}

func (w *world) raw() int { return len(w.sums) + w.windows() + len(w.extras) }

func (w *world) window(class, length, k int) int {
	return len(w.sums) + (class*(maxWindow+1)+length)*(maxWindow+1) + k
}

// rawText says what a raw feature is.
func (w *world) rawText(i int) string {
	if i < len(w.sums) {
		return w.sums[i]
	}
	i -= len(w.sums)
	if i < w.windows() {
		n := maxWindow + 1
		return fmt.Sprintf("lines of %d with %d of %s and nobody else", i/n%n, i%n, w.classes[i/n/n])
	}
	return w.extras[i-w.windows()]
}

// expander computes raw features of samples.
type expander struct {
	w     *world
	raw   []float32
	lines [][]uint64 // per class
	any   []uint64
}

func newExpander(w *world) *expander {
	e := &expander{w: w, raw: make([]float32, w.raw())}
	if w.rows != nil {
		for range w.classes {
			e.lines = append(e.lines, make([]uint64, w.rows.words))
		}
		e.any = make([]uint64, w.rows.words)
	}
	return e
}

// of computes all raw features; valid until the next call.
func (e *expander) of(s *sample, usual []float32) []float32 {
	w := e.w
	clear(e.raw)
	for _, a := range s.atoms {
		for _, p := range w.in[a.i] {
			e.raw[p.i] += p.x * a.x
		}
	}
	if w.rows != nil {
		for _, l := range e.lines {
			clear(l)
		}
		clear(e.any)
		for _, a := range s.atoms {
			if c := w.class[a.i]; c >= 0 {
				w.rows.set(e.lines[c], w.site[a.i])
				w.rows.set(e.any, w.site[a.i])
			}
		}
		var out [maxWindow + 1]int32
		for c := range w.classes {
			for n := minWindow; n <= maxWindow; n++ {
				w.rows.count(e.lines[c], e.any, n, &out)
				for k := 1; k <= n; k++ {
					e.raw[w.window(c, n, k)] = float32(out[k])
				}
			}
		}
	}
	first := len(w.sums) + w.windows()
	copy(e.raw[first:], s.extras)
	for p := range w.players {
		if n := &e.raw[first+w.players+p]; *n > 0 && usual != nil {
			*n -= usual[p]
		}
	}
	return e.raw
}

// Bounds of a model.
const (
	maxDense   = 320
	maxExplore = 1500 // samples that features are chosen by
)

// newModel chooses the features that vary, of samples of random games.
func newModel(w *world, samples []sample, fixed bool, stop func() bool) *model {
	m := &model{w: w, outs: w.players, usual: make([]float32, w.players)}
	if fixed {
		m.outs = 1
	}
	if n := len(samples); n > maxExplore {
		samples = thin(samples, maxExplore)
	}
	for p := range w.players {
		sum, n := float32(0), float32(0)
		for i := range samples {
			if x := samples[i].extras[w.players+p]; x > 0 {
				sum, n = sum+x, n+1
			}
		}
		if n > 0 {
			m.usual[p] = sum / n
		}
	}
	m.choose(samples, stop)
	m.enliven(samples)
	m.turns(samples)
	m.bias = make([]float64, m.outs)
	m.weight = make([]float32, m.outs*m.sets*len(m.chosen))
	m.single = make([]float32, m.outs*len(w.atoms))
	return m
}

// thin takes n samples at regular distances.
func thin(samples []sample, n int) []sample {
	out := make([]sample, 0, n)
	for i := range n {
		out = append(out, samples[i*len(samples)/n])
	}
	return out
}

// choose finds the raw features that vary, and not with the number of steps only.
func (m *model) choose(samples []sample, stop func() bool) {
	w, raw := m.w, m.w.raw()
	e := newExpander(w)
	columns := make([][]float32, len(samples))
	for i := range samples {
		if stop() {
			samples, columns = samples[:i], columns[:i]
			break
		}
		columns[i] = slices.Clone(e.of(&samples[i], m.usual))
	}
	n := float64(max(len(samples), 1))
	type candidate struct {
		i          int32
		mean, sd   float64
		importance float64
	}
	var all []candidate
	byTurn := make([]float64, w.players)
	for p := range byTurn {
		for i := range samples {
			byTurn[p] += samples[i].value[p] / n
		}
	}
	seen := map[uint64]bool{}
	for i := range raw {
		if i&31 == 0 && stop() {
			break
		}
		mean, sq := 0.0, 0.0
		for _, c := range columns {
			mean += float64(c[i]) / n
		}
		for _, c := range columns {
			sq += (float64(c[i]) - mean) * (float64(c[i]) - mean)
		}
		if sq/n < 1e-9 {
			continue
		}
		if m.counts(samples, columns, i, sq) {
			continue
		}
		sd := math.Sqrt(sq / n)
		hash := uint64(0)
		for _, c := range columns {
			hash = hash*0x9e3779b97f4a7c15 + uint64(int64(math.Round((float64(c[i])-mean)/sd*1024))) + 1
		}
		if seen[hash] {
			continue
		}
		seen[hash] = true
		best := 0.0
		for p := range byTurn {
			cov, vy := 0.0, 1e-12
			for j, c := range columns {
				dy := samples[j].value[p] - byTurn[p]
				cov += (float64(c[i]) - mean) * dy
				vy += dy * dy
			}
			best = max(best, math.Abs(cov)/math.Sqrt(sq*vy))
		}
		all = append(all, candidate{int32(i), mean, sd, best})
	}
	if len(all) > maxDense {
		slices.SortStableFunc(all, func(a, b candidate) int {
			switch {
			case a.importance > b.importance:
				return -1
			case a.importance < b.importance:
				return 1
			}
			return 0
		})
		all = all[:maxDense]
		slices.SortFunc(all, func(a, b candidate) int { return int(a.i - b.i) })
	}
	m.dense = make([]int32, raw)
	for i := range m.dense {
		m.dense[i] = -1
	}
	for k, c := range all {
		m.dense[c.i] = int32(k)
		m.chosen = append(m.chosen, c.i)
		m.mean = append(m.mean, float32(c.mean))
		m.scale = append(m.scale, float32(1/max(c.sd, 1e-3)))
	}
}

// counts says whether a raw feature follows from the number of steps made, and not from
// whose turn it is alone: a clock, that says nothing about who is better.
func (m *model) counts(samples []sample, columns [][]float32, i int, sq float64) bool {
	within := func(key func(ply int) int) float64 {
		sum, num := map[int]float64{}, map[int]float64{}
		for j := range samples {
			k := key(samples[j].ply)
			sum[k] += float64(columns[j][i])
			num[k]++
		}
		left := 0.0
		for j := range samples {
			k := key(samples[j].ply)
			d := float64(columns[j][i]) - sum[k]/num[k]
			left += d * d
		}
		return left
	}
	if within(func(ply int) int { return ply }) > 1e-4*sq {
		return false
	}
	return within(func(ply int) int { return ply % max(m.w.players, 1) }) > 1e-4*sq
}

// enliven finds the atoms that vary.
func (m *model) enliven(samples []sample) {
	n := len(m.w.atoms)
	sum, sq := make([]float32, n), make([]float32, n)
	for i := range samples {
		for _, a := range samples[i].atoms {
			sum[a.i] += a.x
			sq[a.i] += a.x * a.x
		}
	}
	m.lively, m.size = make([]bool, n), make([]float32, n)
	total := float32(len(samples))
	for a := range n {
		mean := sum[a] / total
		m.lively[a] = sq[a] > 0 && sq[a]/total-mean*mean > 1e-6
		m.size[a] = 1
		if sq[a] > 0 {
			m.size[a] = float32(1 / max(1, math.Sqrt(float64(sq[a]/total))))
		}
	}
}

// turns finds out whether players take turns, and how a position says whose it is.
func (m *model) turns(samples []sample) {
	w := m.w
	m.sets = 1
	if w.players < 2 {
		return
	}
	known := make([]int, w.players)
	for i := range samples {
		if mover := samples[i].whose(w); mover >= 0 {
			known[mover]++
		}
	}
	total := 0
	for _, n := range known {
		if n == 0 {
			return
		}
		total += n
	}
	if total < len(samples)*3/4 {
		return
	}
	m.sets = 1 + w.players
	if w.tells {
		return
	}
	// an atom that is true in all positions of one mover and in none of another's
	has := make([][]int, w.players)
	for p := range has {
		has[p] = make([]int, len(w.atoms))
	}
	for i := range samples {
		if mover := samples[i].whose(w); mover >= 0 {
			for _, a := range samples[i].atoms {
				has[mover][a.i]++
			}
		}
	}
	for p := range w.players {
		for a := range w.atoms {
			fits := has[p][a] == known[p]
			for q := range w.players {
				fits = fits && (q == p || has[q][a] == 0)
			}
			if fits {
				m.turn = append(m.turn, int32(a))
				break
			}
		}
	}
	if len(m.turn) < w.players {
		m.turn = nil
	}
}

// whose is the player to move, as far as the sample shows.
func (s *sample) whose(w *world) int {
	if w.tells {
		return s.mover
	}
	mover := -1
	for p := range w.players {
		if s.extras[w.players+p] > 0 {
			if mover >= 0 {
				return -1
			}
			mover = p
		}
	}
	return mover
}

// set is the set of weights for the sample besides the common one; 0 if there is none.
func (m *model) set(s *sample) int {
	if m.sets == 1 {
		return 0
	}
	for _, a := range s.atoms {
		for p, t := range m.turn {
			if a.i == t {
				return 1 + p
			}
		}
	}
	return 1 + s.whose(m.w)
}

// target is what an output is to foresee.
func (m *model) target(s *sample, out int) float64 { return s.value[out] }

// example is a sample as the model sees it.
type example struct {
	s      *sample
	x      []float32 // dense, standardised
	c      int       // its set of weights
	pieces []float64 // per output: what the pieces are worth to begin with; nil: nothing
}

// examples are the samples that there is time for.
func (m *model) examples(samples []sample, e *expander, stop func() bool) []example {
	out := make([]example, len(samples))
	flat := make([]float32, len(samples)*len(m.chosen))
	for i := range samples {
		if i&63 == 0 && stop() {
			return out[:i]
		}
		x := flat[i*len(m.chosen) : (i+1)*len(m.chosen)]
		raw := e.of(&samples[i], m.usual)
		for k, r := range m.chosen {
			x[k] = (raw[r] - m.mean[k]) * m.scale[k]
		}
		out[i] = example{&samples[i], x, m.set(&samples[i]), m.counted(&samples[i])}
	}
	return out
}

// counted is what a sample's pieces are worth to begin with, per output.
func (m *model) counted(s *sample) []float64 {
	if m.pieces == nil {
		return nil
	}
	z := make([]float64, m.outs)
	for out := range z {
		pieces := m.pieces[out*len(m.w.atoms):]
		for _, a := range s.atoms {
			z[out] += float64(pieces[a.i] * a.x)
		}
	}
	return z
}

// logit is the model's output before it is squashed.
func (m *model) logit(x *example, out int) float64 {
	z := m.bias[out]
	if x.pieces != nil {
		z += x.pieces[out]
	}
	n := len(m.chosen)
	dense := m.weight[out*m.sets*n:]
	sum := float32(0)
	for k, v := range x.x {
		sum += v * dense[k]
	}
	if x.c > 0 {
		dense = dense[x.c*n:]
		for k, v := range x.x {
			sum += v * dense[k]
		}
	}
	single := m.single[out*len(m.w.atoms):]
	for _, a := range x.s.atoms {
		sum += single[a.i] * a.x * m.size[a.i]
	}
	return z + float64(sum)
}

// widest bounds logits, so that no judgement is a proof.
const widest = 9.0

func squash(z float64) float64 {
	return 1 / (1 + math.Exp(-min(max(z, -widest), widest)))
}

// fitOptions are the constants of the regression.
type fitOptions struct {
	epochs       int
	rate         float64 // of learning
	shrink, lone float64 // L2 on sums, and on single atoms
}

// fit is stochastic gradient descent on log loss with a rate per weight (AdaGrad,
// Duchi, Hazan and Singer 2011). stop ends it between examples. Weights that are tied are made alike after every pass.
func (m *model) fit(examples []example, seed uint64, round int, o fitOptions, stop func() bool) {
	rng := game.Stream(seed, "agent.heuristic.fit", uint64(round))
	n, atoms := len(m.chosen), len(m.w.atoms)
	gb := make([]float64, m.outs)
	gw := make([]float32, m.outs*m.sets*n)
	gs := make([]float32, m.outs*atoms)
	for i := range gw {
		gw[i] = 1e-2
	}
	for i := range gs {
		gs[i] = 1e-2
	}
	for i := range gb {
		gb[i] = 1e-2
	}
	order := make([]int32, len(examples))
	for i := range order {
		order[i] = int32(i)
	}
	rate, shrink, lone := float32(o.rate), float32(o.shrink), float32(o.lone)
	prior := m.prior
	if prior == nil {
		prior = &model{weight: make([]float32, len(m.weight)), single: make([]float32, len(m.single))}
	}
	defer m.balance()
	for range o.epochs {
		m.balance()
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for c, i := range order {
			if c&255 == 0 && stop() {
				return
			}
			x := &examples[i]
			for out := range m.outs {
				g := squash(m.logit(x, out)) - m.target(x.s, out)
				gb[out] += g * g
				m.bias[out] -= o.rate * g / math.Sqrt(gb[out])
				f := float32(g)
				for c := 0; c <= x.c; c += max(x.c, 1) {
					at := (out*m.sets + c) * n
					wd, gd, pd := m.weight[at:at+n], gw[at:at+n], prior.weight[at:at+n]
					for k, v := range x.x {
						d := f*v + shrink*(wd[k]-pd[k])
						gd[k] += d * d
						wd[k] -= rate * d / sqrt32(gd[k])
					}
				}
				if lone >= 1 {
					continue
				}
				wa, ga, pa := m.single[out*atoms:], gs[out*atoms:], prior.single[out*atoms:]
				for _, a := range x.s.atoms {
					if !m.lively[a.i] {
						continue
					}
					d := f*a.x*m.size[a.i] + lone*(wa[a.i]-pa[a.i])
					ga[a.i] += d * d
					wa[a.i] -= rate * d / sqrt32(ga[a.i])
				}
			}
		}
	}
}

func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// clone copies the weights.
func (m *model) clone() *model {
	c := *m
	c.bias, c.weight, c.single = slices.Clone(m.bias), slices.Clone(m.weight), slices.Clone(m.single)
	return &c
}

// measure holds the model against samples that it has not learned from.
type measure struct {
	n                              int
	loss, constant, brier, conBrie float64
	correlation                    float64
}

func (m *model) measure(held []example, mean []float64) measure {
	var r measure
	var sp, sy, spp, syy, spy, n float64
	for i := range held {
		for out := range m.outs {
			p, y := squash(m.logit(&held[i], out)), held[i].s.outcome[out]
			c := min(max(mean[out], 1e-4), 1-1e-4)
			r.loss += cross(p, y)
			r.constant += cross(c, y)
			r.brier += (p - y) * (p - y)
			r.conBrie += (c - y) * (c - y)
			sp, sy, spp, syy, spy, n = sp+p, sy+y, spp+p*p, syy+y*y, spy+p*y, n+1
		}
	}
	if n == 0 {
		return r
	}
	r.n = len(held)
	r.loss, r.constant, r.brier, r.conBrie = r.loss/n, r.constant/n, r.brier/n, r.conBrie/n
	vp, vy := spp/n-sp/n*sp/n, syy/n-sy/n*sy/n
	if vp > 1e-12 && vy > 1e-12 {
		r.correlation = (spy/n - sp/n*sy/n) / math.Sqrt(vp*vy)
	}
	return r
}

func cross(p, y float64) float64 { return -(y*math.Log(p) + (1-y)*math.Log(1-p)) }
