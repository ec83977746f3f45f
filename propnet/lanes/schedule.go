package lanes

import (
	"ludens/game"
	"ludens/propnet"
)

// window is the number of units that are reordered among themselves: wide enough for
// long runs, narrow enough that what was computed is read while it is in the cache.
const window = 1024

// schedule orders units so that gates of one shape follow each other, window by window;
// within a window a gate comes behind what it reads. (List scheduling: J. Fisher, "The
// Optimization of Horizontal Microcode", 1979.) The units come in an order that is good
// already: each behind what it reads, depth first from the outputs. A sign that is closed
// ends it.
func schedule(f *folded, units []unit, sign *game.Sign) ([]unit, error) {
	out := make([]unit, 0, len(units))
	of := make([]int, len(f.in)) // unit of a gate in the window, plus what was before; 0: none
	for done := 1; len(units) > 0; {
		w := units[:min(window, len(units))]
		units = units[len(w):]
		if sign.Closed() {
			return nil, game.ErrInterrupted
		}
		for i, u := range w {
			for _, g := range u.gates {
				of[g] = done + i
			}
		}
		missing := make([]int, len(w))
		readers := make([][]int, len(w))
		for i, u := range w {
			for _, g := range u.gates {
				for _, l := range f.in[g] {
					if j := of[l.Gate()] - done; j >= 0 && j != i {
						missing[i]++
						readers[j] = append(readers[j], i)
					}
				}
			}
		}
		var ready shelves
		for i := range w {
			if missing[i] == 0 {
				ready.put(shapeOf(f, w[i]), i)
			}
		}
		for s := ready.fullest(); s != nil; s = ready.fullest() {
			for len(s.units) > 0 {
				i := s.units[0]
				s.units = s.units[1:]
				out = append(out, w[i])
				for _, r := range readers[i] {
					if missing[r]--; missing[r] == 0 {
						ready.put(shapeOf(f, w[r]), r)
					}
				}
			}
		}
		done += len(w)
	}
	return out, nil
}

// shape is what units that follow each other should have in common.
type shape struct {
	or, loop       bool
	plain, negated int
}

func shapeOf(f *folded, u unit) shape {
	if u.loop {
		return shape{loop: true}
	}
	s := shape{or: f.kind[u.gates[0]] == propnet.Or}
	for _, l := range f.in[u.gates[0]] {
		if l.Negated() {
			s.negated++
		} else {
			s.plain++
		}
	}
	return s
}

// shelves hold the units that may come next, by shape.
type shelves struct {
	at   map[shape]int
	list []*shelf
}

type shelf struct{ units []int }

func (s *shelves) put(k shape, unit int) {
	if s.at == nil {
		s.at = map[shape]int{}
	}
	i, ok := s.at[k]
	if !ok {
		i = len(s.list)
		s.at[k] = i
		s.list = append(s.list, &shelf{})
	}
	s.list[i].units = append(s.list[i].units, unit)
}

// fullest is the shelf with most units, nil if all are empty.
func (s *shelves) fullest() *shelf {
	var best *shelf
	for _, x := range s.list {
		if len(x.units) > 0 && (best == nil || len(x.units) > len(best.units)) {
			best = x
		}
	}
	return best
}
