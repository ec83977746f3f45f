package topology

import (
	"fmt"
	"math"
	"slices"
)

// maxRays bounds the places in all rays of a board. Rays along one line share
// their memory, so that even the largest boards stay far below.
const maxRays = 16_000_000

// mostBend is the largest tangent of a turn, of about 14 degrees, that a ray
// still goes along with.
var mostBend = math.Tan(0.25)

// arcs are the steps of one direction or group between sites of one kind.
type arcs struct {
	from, to []int32
	first    []int32 // per site and one more: where its steps begin
	next     []int32 // the step that goes on after a step, -1 for none
	rays     []Ray   // per step
}

// rays follows the steps of every direction and group to the end.
func (m *measure) rays(t *Topology) {
	places := 0
	for k := range t.Kinds {
		s := &t.Kinds[k]
		var met uint64
		for _, steps := range s.steps {
			for _, step := range steps {
				if step.Kind == s.Kind {
					met |= step.in
				}
			}
		}
		for d := range Direction(NumDirections) {
			if met&(1<<d) == 0 {
				continue
			}
			a := collect(s, d)
			if !m.follow(a, s, d) {
				return
			}
			if places += a.walk(maxRays - places); places > maxRays {
				m.err = fmt.Errorf("%w: over %d places in rays", ErrTooCostly, maxRays)
				return
			}
			s.Rays[d] = make([][]Ray, len(s.Sites))
			for i := range s.Sites {
				if from, to := a.first[i], a.first[i+1]; from < to {
					s.Rays[d][i] = a.rays[from:to:to]
				}
			}
		}
		rotational(s)
	}
}

// collect lists the steps of a direction.
func collect(s *Sites, d Direction) *arcs {
	a := &arcs{first: make([]int32, len(s.Sites)+1)}
	for i, steps := range s.steps {
		for _, step := range steps {
			if step.Kind == s.Kind && step.In(d) {
				a.from = append(a.from, int32(i))
				a.to = append(a.to, step.To)
			}
		}
		a.first[i+1] = int32(len(a.to))
	}
	return a
}

// follow finds for every step the one that goes on in the same direction with
// the least bend. Around a centre it is the first.
func (m *measure) follow(a *arcs, s *Sites, d Direction) bool {
	at := m.at[s.Kind]
	a.next = make([]int32, len(a.to))
	for n, here := range a.to {
		from, to := a.first[here], a.first[here+1]
		a.next[n] = -1
		if d >= CW && d <= Out {
			if from < to {
				a.next[n] = from
			}
			continue
		}
		if !m.spend(int(to - from)) {
			return false
		}
		least := mostBend
		for o := from; o < to; o++ {
			if b := bend(at[a.from[n]], at[here], at[a.to[o]]); b < least {
				least, a.next[n] = b, o
			}
		}
	}
	return true
}

// walk fills the rays and gives the number of places used, or a number over
// the limit if there would be more.
//
// What comes after a step depends on the step alone, so the rays of all steps
// along a line are the ends of one list of sites. A ray also ends before a
// site that it has passed, its start included.
func (a *arcs) walk(limit int) int {
	a.rays = make([]Ray, len(a.to))
	w := walker{arcs: a, met: make([]bool, len(a.to)), seen: make([]int32, len(a.first)-1)}
	led := make([]bool, len(a.to))
	for _, n := range a.next {
		if n >= 0 {
			led[n] = true
		}
	}
	used := 0
	// Lines are walked from their beginnings; what is left after them are rings.
	for _, rings := range []bool{false, true} {
		for n := range a.to {
			if !w.met[n] && (rings || !led[n]) {
				if used += w.line(int32(n), limit-used); used > limit {
					return used
				}
			}
		}
	}
	return used
}

// walker goes along lines.
type walker struct {
	*arcs
	met  []bool  // per step: on a line already
	seen []int32 // per site: place on the line since low, plus one

	sites []int    // the line
	low   int      // the rays from here on have not ended
	ends  []int    // per place before low: where the ray from it ends
	fresh []cutoff // the steps met for the first time
}

// A cutoff is a step and the place on the line at which it starts.
type cutoff struct {
	step  int32
	place int
}

// line walks from one step until the rays of all steps met for the first time
// have ended, and cuts them from the line.
func (w *walker) line(start int32, limit int) int {
	w.sites = append(w.sites[:0], int(w.from[start]))
	w.low, w.ends, w.fresh = 0, w.ends[:0], w.fresh[:0]
	w.seen[w.from[start]] = 1
	for n := start; n >= 0; n = w.next[n] {
		if !w.met[n] {
			w.met[n] = true
			w.fresh = append(w.fresh, cutoff{n, len(w.sites) - 1})
		} else if w.low > w.fresh[len(w.fresh)-1].place {
			break
		}
		to := w.to[n]
		if place := int(w.seen[to]) - 1; place >= 0 {
			w.end(place + 1)
		}
		w.sites = append(w.sites, int(to))
		if len(w.sites) > limit {
			return len(w.sites)
		}
		w.seen[to] = int32(len(w.sites))
	}
	w.end(len(w.sites))
	line := slices.Clone(w.sites)
	for _, c := range w.fresh {
		w.rays[c.step] = line[c.place+1 : w.ends[c.place] : w.ends[c.place]]
	}
	return len(line)
}

// end ends the rays from all places before high.
func (w *walker) end(high int) {
	for ; w.low < high; w.low++ {
		w.ends = append(w.ends, len(w.sites))
		w.seen[w.sites[w.low]] = 0
	}
}

// ways are the directions around a centre, as Ludii puts them together.
var ways = [...]Direction{In, Out, CW, CCW}

// rotational gives the rays around a centre: those that go on in any of the
// four ways, and those in each of them, without the beginnings of others.
func rotational(s *Sites) {
	s.onward = s.Rays[Rotational]
	if s.onward == nil {
		return
	}
	s.Rays[Rotational] = make([][]Ray, len(s.Sites))
	for i := range s.Sites {
		rays := slices.Clone(s.onward[i])
		for _, d := range ways {
			rays = append(rays, s.raysOf(d, i)...)
		}
		for n := len(rays) - 1; n >= 0; n-- {
			for o := range rays {
				if o != n && len(rays[n]) <= len(rays[o]) && slices.Equal(rays[n], rays[o][:len(rays[n])]) {
					rays = slices.Delete(rays, n, n+1)
					break
				}
			}
		}
		slices.SortStableFunc(rays, func(a, b Ray) int { return compare(s.clock(i, a), s.clock(i, b)) })
		s.Rays[Rotational][i] = rays
	}
}
