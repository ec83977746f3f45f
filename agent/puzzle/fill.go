package puzzle

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"ludens/game"
)

// fill searches puzzles in which moves give variables values: depth first, always a variable that has few values left for how
// often it had none before (Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980; Boussemart
// et al., "Boosting systematic search by weighting constraints", 2004), begun anew again and again, for few positions mostly and for many now and
// then (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). The rules do the looking ahead: a value that breaks a constraint is
// no legal move. What variables there are the machine tells (game.Assigner); or moves of the first position show it
// that change parts of it which have nothing to do with each other. It is assumed that each has to be given a
// value, by one move, and that values only get fewer; where that comes to nothing, there are the other searches.
type fill struct {
	m     game.Machine
	found *found
	rng   *rand.Rand
	root  game.State // that is searched from
	match game.State // the position of the match, which may be some moves further on
	told  bool       // the machine tells what variables there are
	done  bool       // nothing is to be found so, or all was tried

	path   []choice
	plan   []game.Move
	here   int             // the machine is where the choice that is as long a path was made; 0: elsewhere
	weight map[int]float64 // of a variable: how often no value was left for it
	nodes  int             // since it was begun anew
	runs   int             // begun

	// Where the machine does not tell: the variable of every move that was legal at first, -1 for moves that change nothing.
	parts map[game.Move]int
	of    [][]game.Move // the moves of each

	moves []game.Move
	open  []game.Variable
	legal []game.Move
	goal  [1]float64
}

// choice is a position with the moves that are left to try, all of one variable.
type choice struct {
	state game.State
	moves []game.Move
}

const (
	unit           = 2000 // positions, of the shortest runs
	patient        = 30   // times without a value count as much as half as many values left do
	leastVariables = 4    // that moves show; fewer are no reason to search so
	mostFirst      = 4096 // moves of the first position that are looked at
)

func newFill(g game.Game, f *found, rng *rand.Rand) *fill {
	return &fill{m: g.NewMachine(), found: f, rng: rng, weight: map[int]float64{}}
}

// move goes on from a position that was reached in the match. The bits of mask tell how many moves were made. A search in which the machine tells
// the variables goes on where it is: what is made meanwhile is harmless, and what it finds is tried from the match's position.
func (f *fill) move(root, mask game.State) {
	if f.match.Equal(root) {
		return
	}
	f.match = append(f.match[:0], root...)
	if f.told && !f.done {
		return
	}
	f.start(mask)
}

// start searches from the match's position.
func (f *fill) start(mask game.State) {
	f.root = append(f.root[:0], f.match...)
	f.m.Load(f.root)
	f.parts, f.plan = nil, f.plan[:0]
	f.told = f.ask()
	if f.done = !f.told; f.done && f.divide(mask) {
		f.done = !f.ask() || len(f.open) < leastVariables
	}
	if f.done {
		return
	}
	f.runs = 0
	f.begin()
}

// begin begins anew.
func (f *fill) begin() {
	f.path, f.plan, f.nodes, f.here = f.path[:0], f.plan[:0], 0, 0
	f.runs++
	f.m.Load(f.root)
	f.deepen()
}

// luby is the i-th number of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ..., from 1 on.
func luby(i int) int {
	k := bits.Len(uint(i))
	if i == 1<<k-1 {
		return 1 << (k - 1)
	}
	return luby(i - 1<<(k-1) + 1)
}

// divide finds out which moves belong to one variable: those that change the same part of the position. It reports false where
// that cannot be seen.
func (f *fill) divide(mask game.State) bool {
	moves := f.m.Legal(seat, nil)
	if len(moves) > mostFirst || len(mask) != len(f.root) {
		return false
	}
	first := map[int]int{} // move that changes a bit
	set := make([]int, len(moves))
	find := func(i int) int {
		for set[i] != i {
			set[i] = set[set[i]]
			i = set[i]
		}
		return i
	}
	idle := make([]bool, len(moves))
	var next game.State
	for i, mv := range moves {
		set[i], idle[i] = i, true
		f.m.Load(f.root)
		f.m.Step([]game.Move{mv})
		if next = f.m.Save(next); len(next) != len(f.root) || f.m.Err() != nil {
			return false
		}
		for w := range next {
			for diff := (next[w] ^ f.root[w]) &^ mask[w]; diff != 0; diff &= diff - 1 {
				bit := w*64 + bits.TrailingZeros64(diff)
				idle[i] = false
				if j, ok := first[bit]; ok {
					set[find(i)] = find(j)
				} else {
					first[bit] = i
				}
			}
		}
	}
	f.m.Load(f.root)
	f.parts, f.of = map[game.Move]int{}, nil
	number := map[int]int{}
	for i, mv := range moves {
		if idle[i] {
			f.parts[mv] = -1
			continue
		}
		n, ok := number[find(i)]
		if !ok {
			n = len(f.of)
			number[find(i)], f.of = n, append(f.of, nil)
		}
		f.parts[mv] = n
	}
	return true
}

// ask lists the variables without a value and their moves. It reports false if that is not what the game is about.
func (f *fill) ask() bool {
	f.moves, f.open = f.moves[:0], f.open[:0]
	if f.parts != nil {
		return f.sort()
	}
	a, ok := f.m.(game.Assigner)
	if ok {
		f.moves, f.open, ok = a.Open(f.moves, f.open)
	}
	return ok
}

// sort is ask where the machine does not tell. It reports false if a move is legal that was not at first.
func (f *fill) sort() bool {
	for i := range f.of {
		f.of[i] = f.of[i][:0]
	}
	f.legal = f.m.Legal(seat, f.legal)
	for _, mv := range f.legal {
		v, ok := f.parts[mv]
		if !ok {
			return false
		}
		if v >= 0 {
			f.of[v] = append(f.of[v], mv)
		}
	}
	given := make([]bool, len(f.of))
	for _, mv := range f.plan {
		given[f.parts[mv]] = true
	}
	for v, moves := range f.of {
		if !given[v] {
			f.moves = append(f.moves, moves...)
			f.open = append(f.open, game.Variable{ID: v, End: len(f.moves)})
		}
	}
	return true
}

// deepen chooses a variable of the machine's position, if there is none that has no value left.
func (f *fill) deepen() {
	if !f.ask() {
		f.done = f.done || f.parts != nil // moves belong to variables that were not seen
		return
	}
	least, as, from := 0.0, 0, 0
	var chosen []game.Move
	for _, v := range f.open {
		own := f.moves[from:v.End]
		from = v.End
		if len(own) == 0 {
			f.weight[v.ID]++
			return
		}
		switch x := float64(len(own)) / (1 + f.weight[v.ID]/patient); {
		case as == 0 || x < least:
			least, as, chosen = x, 1, own
		case x == least:
			if as++; f.rng.IntN(as) == 0 {
				chosen = own
			}
		}
	}
	if as == 0 {
		return
	}
	c := choice{state: f.m.Save(nil), moves: slices.Clone(chosen)}
	f.rng.Shuffle(len(c.moves), func(i, j int) { c.moves[i], c.moves[j] = c.moves[j], c.moves[i] })
	f.path = append(f.path, c)
	f.here = len(f.path)
}

// toldTimes is how many times as much time as the others together it has where the machine tells the variables. There, hardly anything
// else finds a solution, and a step of others may take much longer than a slice.
const toldTimes = 8

// part is the time that it has when the others have had so much.
func (f *fill) part(others time.Duration) time.Duration {
	if f.told {
		return max(slice, toldTimes*others)
	}
	return slice
}

// step tries a move. It reports false when there is nothing left to try.
func (f *fill) step() bool {
	for !f.done {
		if len(f.path) == 0 {
			f.done = true
			break
		}
		c := &f.path[len(f.path)-1]
		if len(c.moves) == 0 {
			f.path = f.path[:len(f.path)-1]
			continue
		}
		if f.nodes++; f.nodes > unit*luby(f.runs) {
			f.begin()
			return true
		}
		mv := c.moves[len(c.moves)-1]
		c.moves = c.moves[:len(c.moves)-1]
		f.plan = append(f.plan[:len(f.path)-1], mv)
		if f.here != len(f.path) { // to load lists the moves again
			f.m.Load(c.state)
		}
		f.here = 0
		switch f.m.Step([]game.Move{mv}); {
		case !f.m.Terminal():
			f.deepen()
		case f.m.Err() == nil:
			if f.m.Utility(f.goal[:]); f.goal[0] > 0 {
				f.offer()
			}
		}
		return true
	}
	return false
}

// offer offers the plan, which leads to an end that is worth goal, from the match's position: without the moves that give values that
// variables have there by now. If it is no solution there, that position is searched.
func (f *fill) offer() {
	if f.match.Equal(f.root) {
		f.found.offer(f.m, f.root, f.plan, f.goal[0], 0)
		return
	}
	var rest []game.Move
	f.m.Load(f.match)
	for _, mv := range f.plan {
		if f.moves, f.open, _ = f.m.(game.Assigner).Open(f.moves[:0], f.open[:0]); slices.Contains(f.moves, mv) {
			rest = append(rest, mv)
			f.m.Step([]game.Move{mv})
		}
	}
	if f.m.Terminal() && f.m.Err() == nil {
		if f.m.Utility(f.goal[:]); f.goal[0] > 0 {
			f.found.offer(f.m, f.match, rest, f.goal[0], 0)
			return
		}
	}
	f.start(nil)
}

// mostNotes is how many moves are tried that give no open variable a value.
const mostNotes = 16

// harmless finds a move after which a puzzle whose variables the machine tells can still be solved if it could before, where values
// only get fewer: one that gives a variable the only value that is left for it, or one after which all have the values left that they had.
func harmless(g game.Game, root game.State) (game.Move, bool) {
	m := g.NewMachine()
	a, ok := m.(game.Assigner)
	if !ok {
		return 0, false
	}
	m.Load(root)
	moves, open, ok := a.Open(nil, nil)
	if !ok {
		return 0, false
	}
	from := 0
	for _, v := range open {
		if v.End-from == 1 {
			return moves[from], true
		}
		from = v.End
	}
	tried := 0
	for _, mv := range m.Legal(seat, nil) {
		if slices.Contains(moves, mv) {
			continue
		}
		m.Load(root)
		m.Step([]game.Move{mv})
		if values, after, ok := a.Open(nil, nil); ok && slices.Equal(after, open) && slices.Equal(values, moves) {
			return mv, true
		}
		if tried++; tried == mostNotes {
			break
		}
	}
	return 0, false
}
