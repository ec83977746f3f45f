package heuristic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"ludens/game"
)

// record is a game that was played to learn from.
type record struct {
	index   int
	samples []sample
	outcome []float64 // nil if it came to no end and the rules say nothing of where it stands
	cut     bool      // it came to no end
}

// worker plays games on one goroutine.
type worker struct {
	w      *world
	m      game.Machine
	r      reader
	need   *needs
	walk   game.Walker
	rng    *rand.Rand
	stop   func() bool
	limit  int
	states []game.State
	state  game.State
	legal  []game.Move
	joint  []game.Move
	value  []float64
	best   []float64
	chance []float64
	child  [][]float64

	endless bool // random games come to no end: what is cut off is worth what near says
	replies bool // look at answers, too
	order   []int
	second  []game.Move
	third   []game.Move
	after   game.State
}

func newWorker(w *world, limit int, stop func() bool) *worker {
	p := w.players
	return &worker{
		w: w, m: w.g.NewMachine(), r: w.reader(), need: w.everything(), stop: stop, limit: limit,
		value: make([]float64, p), best: make([]float64, p),
	}
}

// gather has games played by all workers, numbered from first, until enough were played or it is
// time to stop; the records are in the order of their numbers. Each game depends on its
// number only. A panic of the engine is passed on to the caller when all have ended.
func gather(workers []*worker, first, games int, stop func() bool, play func(*worker, int) *record) []*record {
	var next atomic.Int64
	next.Store(int64(first))
	out := make([][]*record, len(workers))
	var wait sync.WaitGroup
	var broke atomic.Value
	for i, w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			defer func() {
				if r := recover(); r != nil {
					broke.CompareAndSwap(nil, fmt.Sprint(r))
				}
			}()
			for broke.Load() == nil && !stop() {
				n := int(next.Add(1)) - 1
				if n >= first+games {
					return
				}
				if r := play(w, n); r != nil {
					r.index = n
					out[i] = append(out[i], r)
				}
			}
		}()
	}
	wait.Wait()
	if r := broke.Load(); r != nil {
		panic(r)
	}
	all := slices.Concat(out...)
	slices.SortFunc(all, func(a, b *record) int { return a.index - b.index })
	return all
}

// look makes a sample of the machine's position.
func (k *worker) look(number, ply int) sample {
	s := sample{game: number, ply: ply}
	var turned bool
	s.atoms, turned = k.r.read(k.m, nil)
	s.extras = slices.Clone(k.r.extras(k.m, k.need, nil))
	s.turned, s.mover = turned, k.r.mover()
	return s
}

// give sets what a sample was worth to the seats.
func (s *sample) give(value []float64) { s.value = s.facing(value) }

// facing is what the seats get, as the world reads the position.
func (s *sample) facing(value []float64) []float64 {
	out := slices.Clone(value)
	if s.turned {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

// remember keeps the state of a ply of the game that is played.
func (k *worker) remember(ply int, s game.State) {
	for len(k.states) <= ply {
		k.states = append(k.states, nil)
	}
	k.states[ply] = append(k.states[ply][:0], s...)
}

// finish plays at random to the end. False if it was told to stop.
func (k *worker) finish(limit int) bool {
	const chunk = 4
	for made := 0; made < limit && !k.m.Terminal(); {
		if k.stop() {
			return false
		}
		n := game.Playout(k.m, k.rng, min(chunk, limit-made))
		if made += n; n == 0 {
			break
		}
	}
	return true
}

// worth reads what the machine's position is worth: ok is false where the game is not
// over and the rules say nothing.
func (k *worker) worth() (value []float64, ended, ok bool) {
	over := k.m.Terminal()
	if k.m.Err() != nil {
		return nil, false, false
	}
	value = make([]float64, k.w.players)
	k.m.Utility(value)
	if over {
		return value, true, true
	}
	for _, v := range value {
		if v != 0 {
			return value, false, true
		}
	}
	return nil, false, false
}

// near is what the position is worth by how near the players are to what wins, where the rules tell.
func (k *worker) near() ([]float64, bool) {
	value := make([]float64, k.w.players)
	return value, nearness{k.w.players}.near(k.m, value)
}

// Samples of a random game, and games that are played on from each.
const (
	perRandom = 4
	playedOn  = 2
)

// Samples of an own game.
const (
	leastOfOwn = 12
	mostOfOwn  = 50
	ownSteps   = 8 // of so many positions one, between the two
)

// perOwn is how many positions of an own game of so many are learned from. Long games are few: more of each make up for it.
func perOwn(positions int) int { return min(max(positions/ownSteps, leastOfOwn), mostOfOwn) }

// random plays a random game and takes some of its positions. Each is worth the mean of
// the game's outcome and of that of further games from there.
func (k *worker) random(seed uint64, number int) *record {
	k.rng = game.Stream(seed, "agent.heuristic.random", uint64(number))
	m := k.m
	m.Reset()
	rec := &record{}
	n := 0
	for ; n < k.limit && !m.Terminal(); n++ {
		if k.stop() {
			return nil
		}
		k.state = m.Save(k.state)
		k.remember(n, k.state)
		joint := k.walk.Draw(m, k.rng)
		if joint == nil {
			break
		}
		m.Step(joint)
	}
	outcome, ended, ok := k.worth()
	rec.cut = !ended
	if ok {
		rec.outcome = outcome
	}
	if n == 0 {
		return rec
	}
	for range perRandom {
		ply := k.rng.IntN(n)
		m.Load(k.states[ply])
		if m.Terminal() {
			continue
		}
		s := k.look(number, ply)
		if value, ok := k.near(); ok && rec.cut && rec.outcome == nil {
			s.give(value)
			s.outcome = s.value
			rec.samples = append(rec.samples, s)
			continue
		}
		sum, count := make([]float64, k.w.players), 0.0
		if ok {
			for i, v := range outcome {
				sum[i] += v
			}
			count++
		}
		for range playedOn {
			m.Load(k.states[ply])
			if !k.finish(k.limit) {
				return nil
			}
			if v, _, ok := k.worth(); ok {
				for i := range v {
					sum[i] += v[i]
				}
				count++
			}
		}
		if count > 0 {
			for i := range sum {
				sum[i] /= count
			}
			s.give(sum)
			s.outcome = s.value
		}
		rec.samples = append(rec.samples, s)
	}
	return rec
}
