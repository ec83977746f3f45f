package heuristic

import (
	"math"
	"slices"
	"time"

	"ludens/game"
)

// What pieces are worth by what they can do: a kind that moves more is worth more
// (Sancho values kinds by how often they moved, weighted by results; here every legal
// move counts, which needs fewer games).

// Constants of Valued.
const (
	valueGames = 16  // random games in which moves are looked at
	valueSteps = 200 // of each, moves where pieces are counted and joint moves where their moves are
	valueEvery = 3   // looks at one position of so many, so that they differ
	valueMoves = 128 // moves tried in a position
	valueDoubt = 4   // pieces of a kind that count as having been seen worth one
	valueLeast = 0.5
	valueMost  = 16.0
)

// Valued is Material in which pieces of a kind weigh what they can move, in the measure of the
// kind that there is most of. Kinds that never move weigh as much as that one, as do those that a
// few random games, for so long at most, have hardly shown. nil for a game of which nothing can be seen, and
// for one in which nobody ever has more of them: who puts one on the board in turn, as in connect four, or moves
// what he has, as in Amazons. Alpha-beta that has nothing but moves to count lost to tree search in
// all nine games of that kind (docs/benchmarks/matches.md).
func Valued(g game.Game, d time.Duration) (Function, Census) {
	begin := time.Now()
	stop := func() bool { return time.Since(begin) > d }
	w, err := explore(g, stop)
	if err != nil {
		return nil, Census{}
	}
	f := plainOf(w, stop)
	c := f.census(stop)
	if c.Even {
		return nil, c
	}
	f.value(stop)
	return f, c
}

// Census is what random games show of pieces, each counted once: means of a game.
type Census struct {
	Games int // that it comes from; 0: nothing is known
	// First is how many all players have together at the beginning.
	First float64
	// Came are those that players got by moves of their own, Lost those that they gave away by them, as who bears
	// off does, and Taken those that moves of others took.
	Came, Lost, Taken float64
	// Moves are those of who was alone to move, Takes those of them that took pieces of others.
	Moves, Takes float64
	// Sown: pieces that are nobody's lie several on a site, and players move them from sites of their own.
	Sown bool
	// Even: nobody ever has more than the others have when the same player is to move. What was
	// hardly looked at is not even.
	Even bool
}

// Captured reports whether games are about taking pieces: a twentieth or more of them are taken, and about as
// many as come, or more. Where nearly every move takes, that is but the way to move.
func (c Census) Captured() bool {
	return c.Taken > max(0.05*c.First, c.Lost) && turnover*c.Taken >= c.Came && !c.Always()
}

// Always reports whether nearly every move takes pieces, as in Konane and in reversi.
func (c Census) Always() bool { return c.Takes > mostTakes*c.Moves }

// Placed reports whether pieces become more, as where they are put on an empty board.
func (c Census) Placed() bool { return c.Came > turnover*c.Taken && c.Came > c.Lost }

// turnover: as many pieces come as are taken where captured ones are put on the board again; half as many
// again where stones are placed and turned over.
const turnover = 1.2

// mostTakes is the share of moves that take from which on that is nothing out of the ordinary: 0.89 in Konane, 1 in
// reversi, at most 0.35 in 73 other games.
const mostTakes = 0.7

// census counts pieces in random games until stop.
func (f *material) census(stop func() bool) Census {
	n := f.w.players
	w := watcher{material: f, s: f.NewScorer().(*materialScorer), m: f.w.g.NewMachine(), before: make([]float64, n)}
	for range n * n {
		w.least, w.most = append(w.least, math.Inf(1)), append(w.most, math.Inf(-1))
	}
	for w.c.Games < valueGames && !stop() {
		w.m.Reset()
		w.c.First += w.all()
		w.watch(w.c.Games, stop)
		w.c.Games++
	}
	c := w.c
	if games := float64(c.Games); games > 0 {
		for _, x := range []*float64{&c.First, &c.Came, &c.Lost, &c.Taken, &c.Moves, &c.Takes} {
			*x /= games
		}
	}
	c.Sown = f.w.piles.sown()
	c.Even = c.Games >= evenGames
	for i := range w.least {
		if w.most[i]-w.least[i] > evenBy {
			c.Even = false
		}
	}
	return c
}

const (
	evenBy    = 1e-6
	evenGames = 4
)

// A watcher counts pieces in games.
type watcher struct {
	*material
	s           *materialScorer
	m           game.Machine
	c           Census    // sums of games
	before      []float64 // what everybody had before a move
	least, most []float64 // by who is to move and who has them, less what each has in the mean
}

// all is how many pieces there are.
func (w *watcher) all() (sum float64) {
	w.s.count(w.m)
	for _, h := range w.s.have {
		sum += h
	}
	return sum
}

// watch looks at the positions of a random game in which one player alone is to move.
func (w *watcher) watch(number int, stop func() bool) {
	rng := game.Stream(0, "agent.heuristic.even", uint64(number))
	var walk game.Walker
	for range w.w.g.Facts().Bound(valueSteps) {
		if w.m.Terminal() || stop() {
			break
		}
		mover, choosers := -1, 0
		for p := range w.w.players {
			if w.s.moves = w.m.Legal(p, w.s.moves); active(len(w.s.moves)) {
				mover, choosers = p, choosers+1
			}
		}
		alone := choosers == 1
		if alone {
			w.look(mover)
		}
		if !walk.Step(w.m, rng) {
			break
		}
		if alone {
			w.change(mover)
		}
	}
}

// look notes what everybody has when a player is to move.
func (w *watcher) look(mover int) {
	n := w.w.players
	mean := w.all() / float64(n)
	for p, h := range w.s.have {
		i := mover*n + p
		w.least[i], w.most[i] = min(w.least[i], h-mean), max(w.most[i], h-mean)
	}
	copy(w.before, w.s.have)
}

// change notes what a player's move has done to what everybody has.
func (w *watcher) change(mover int) {
	w.s.count(w.m)
	taken := w.c.Taken
	for p, h := range w.s.have {
		switch by := h - w.before[p]; {
		case p == mover && by > 0:
			w.c.Came += by
		case p == mover:
			w.c.Lost -= by
		case by < 0:
			w.c.Taken -= by
		}
	}
	w.c.Moves++
	if w.c.Taken > taken {
		w.c.Takes++
	}
}

// kindOf gives the kind of a piece of a player on the board, -1 if an atom is none. Atoms of a
// kind differ in where it stands.
func (f *material) kindOf(atom int32, player int) int32 {
	if int(atom) >= len(f.kind) || f.owner[atom] != int32(player) || f.away != nil && f.away[atom] {
		return -1
	}
	return f.kind[atom]
}

// value watches what kinds can move in random games.
func (f *material) value(stop func() bool) {
	kinds := 0
	for _, k := range f.kind {
		kinds = max(kinds, int(k)+1)
	}
	if kinds < 2 {
		return
	}
	moved, seen := make([]float64, kinds), make([]float64, kinds)
	v := valuer{material: f, m: f.w.g.NewMachine(), r: f.w.reader(), moved: moved, seen: seen}
	for n := 0; n < valueGames && !stop(); n++ {
		v.game(n, stop)
	}
	// The kind that there is most of, of those that move.
	common := -1
	for k := range kinds {
		if moved[k] > 0 && (common < 0 || seen[k] > seen[common]) {
			common = k
		}
	}
	if common < 0 {
		return
	}
	unit := moved[common] / seen[common]
	of := make([]float32, kinds)
	sum, all := 0.0, 0.0
	for k := range kinds {
		of[k] = 1
		if moved[k] > 0 {
			// Halves: kinds of two players that are the same differ by chance.
			x := math.Round(2*(moved[k]/unit+valueDoubt)/(seen[k]+valueDoubt)) / 2
			of[k] = float32(min(max(x, valueLeast), valueMost))
		}
		sum, all = sum+seen[k]*float64(of[k]), all+seen[k]
	}
	f.soften = soften * sum / all
	f.weight = make([]float32, len(f.owner))
	for a := range f.weight {
		f.weight[a] = 1
		if k := f.kind[a]; k >= 0 {
			f.weight[a] = of[k]
		}
	}
}

// A valuer looks at what moves do.
type valuer struct {
	*material
	m             game.Machine
	r             reader
	moved, seen   []float64 // per kind
	before, after []part
	state         game.State
	legal, joint  []game.Move
	others        []game.Move
}

// game looks at some positions of a random game.
func (v *valuer) game(n int, stop func() bool) {
	rng := game.Stream(0, "agent.heuristic.values", uint64(n))
	var walk game.Walker
	v.m.Reset()
	for step := range valueSteps {
		if v.m.Terminal() || stop() {
			return
		}
		if step%valueEvery == n%valueEvery {
			v.look(stop)
		}
		if !walk.Step(v.m, rng) {
			return
		}
	}
}

// look tries the moves of the player who chooses alone, and leaves the machine where it was.
func (v *valuer) look(stop func() bool) {
	seats := len(v.w.g.Facts().Seats)
	mover := -1
	v.joint = v.joint[:0]
	for seat := range seats {
		v.others = v.m.Legal(seat, v.others)
		if len(v.others) == 0 {
			return
		}
		v.joint = append(v.joint, v.others[0])
		if len(v.others) == 1 {
			continue
		}
		if mover >= 0 || seat >= v.w.players {
			return
		}
		mover, v.legal = seat, append(v.legal[:0], v.others...)
	}
	if mover < 0 {
		return
	}
	before, turned := v.r.read(v.m, v.before)
	v.before = before
	owner := mover
	if turned {
		owner = 1 - mover
	}
	byAtom := func(a, b part) int { return int(a.i) - int(b.i) }
	slices.SortFunc(v.before, byAtom)
	for _, a := range v.before {
		if k := v.kindOf(a.i, owner); k >= 0 {
			v.seen[k] += float64(a.x)
		}
	}
	v.state = v.m.Save(v.state)
	each := max(len(v.legal)/valueMoves, 1)
	for i := 0; i < len(v.legal) && !stop(); i += each {
		v.joint[mover] = v.legal[i]
		v.m.Step(v.joint)
		v.after, _ = v.r.read(v.m, v.after)
		slices.SortFunc(v.after, byAtom)
		if k := v.left(owner); k >= 0 {
			v.moved[k] += float64(each)
		}
		v.m.Load(v.state)
	}
}

// left is the kind of the player's piece that has left its place, the first of several; -1 if
// none has, or if none came to another place.
func (v *valuer) left(player int) int32 {
	kind, came := int32(-1), false
	i, j := 0, 0
	for i < len(v.before) || j < len(v.after) {
		switch {
		case j == len(v.after) || i < len(v.before) && v.before[i].i < v.after[j].i:
			if kind < 0 {
				kind = v.kindOf(v.before[i].i, player)
			}
			i++
		case i == len(v.before) || v.after[j].i < v.before[i].i:
			came = came || v.kindOf(v.after[j].i, player) >= 0
			j++
		default:
			i, j = i+1, j+1
		}
	}
	if !came {
		return -1
	}
	return kind
}
