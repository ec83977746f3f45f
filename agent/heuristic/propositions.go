package heuristic

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ludens/game"
)

// Bounds on what is made of propositions.
const (
	maxAtoms     = 1 << 16
	maxConstants = 64 // of one place of a functor, to be counted one by one
	maxSums      = 4096
	maxClasses   = 8
)

// functor are the propositions that begin with the same word.
type functor struct {
	name  string
	arity int
	props []int32   // numbers of propositions
	args  [][]int32 // per proposition and place: number of the constant
	names [][]string
	axis  []map[int32]float64 // per place: where its constants lie on an axis; nil for names of things
}

// parseTerm splits "(cell 1 (f 2) b)" into its parts.
func parseTerm(text string) []string {
	if !strings.HasPrefix(text, "(") {
		return []string{text}
	}
	var out []string
	depth, from := 0, -1
	for i := 1; i < len(text)-1; i++ {
		switch c := text[i]; {
		case c == '(':
			if depth == 0 {
				from = i
			}
			depth++
		case c == ')':
			if depth--; depth == 0 {
				out, from = append(out, text[from:i+1]), -1
			}
		case depth > 0:
		case c == ' ' || c == '\t':
			if from >= 0 {
				out, from = append(out, text[from:i]), -1
			}
		case from < 0:
			from = i
		}
	}
	if from >= 0 {
		out = append(out, text[from:len(text)-1])
	}
	return out
}

// functors sorts propositions by functor and finds which of their places are axes.
func functors(props []string, orders [][]string) []*functor {
	var out []*functor
	byName := map[string]*functor{}
	number := map[*functor][]map[string]int32{}
	for i, text := range props {
		t := parseTerm(text)
		if len(t) == 0 {
			continue
		}
		key := t[0] + "/" + strconv.Itoa(len(t)-1)
		f := byName[key]
		if f == nil {
			f = &functor{name: t[0], arity: len(t) - 1, names: make([][]string, len(t)-1), axis: make([]map[int32]float64, len(t)-1)}
			byName[key] = f
			number[f] = make([]map[string]int32, f.arity)
			for j := range f.arity {
				number[f][j] = map[string]int32{}
			}
			out = append(out, f)
		}
		args := make([]int32, f.arity)
		for j, c := range t[1:] {
			n, ok := number[f][j][c]
			if !ok {
				n = int32(len(f.names[j]))
				number[f][j][c] = n
				f.names[j] = append(f.names[j], c)
			}
			args[j] = n
		}
		f.props, f.args = append(f.props, int32(i)), append(f.args, args)
	}
	for _, f := range out {
		for j := range f.arity {
			f.axis[j] = axisOf(f.names[j], orders)
		}
	}
	return out
}

// axisOf gives constants their places on an axis: that of the shortest order that has
// them all, else numbers; nil if they lie on none.
func axisOf(names []string, orders [][]string) map[int32]float64 {
	if len(names) < 2 {
		return nil
	}
	var best map[string]int
	size := 0
	for _, o := range orders {
		if len(o) < len(names) || best != nil && len(o) >= size {
			continue
		}
		at := make(map[string]int, len(o))
		for i, c := range o {
			at[c] = i
		}
		all := true
		for _, c := range names {
			if _, ok := at[c]; !ok {
				all = false
				break
			}
		}
		if all {
			best, size = at, len(o)
		}
	}
	out := make(map[int32]float64, len(names))
	for i, c := range names {
		if best != nil {
			out[int32(i)] = float64(best[c])
			continue
		}
		n, err := strconv.Atoi(c)
		if err != nil {
			return nil
		}
		out[int32(i)] = float64(n)
	}
	return out
}

// coordinates are the places of a functor that say where: axes, but for one whose
// value the others decide in every position seen, which is a number written there.
func (f *functor) coordinates(seen [][]uint64) []int {
	var out, free []int
	for j := range f.arity {
		if f.axis[j] != nil {
			out = append(out, j)
			if !f.decided(j, seen) {
				free = append(free, j)
			}
		}
	}
	if len(out) > 2 && len(free) >= 2 || len(out) == f.arity && len(free) == f.arity-1 && len(free) > 0 {
		return free
	}
	return out
}

// decided says whether the other places of a true proposition leave one constant for
// place j, in all positions seen.
func (f *functor) decided(j int, seen [][]uint64) bool {
	if len(seen) == 0 {
		return false
	}
	group := make([]int, len(f.props))
	ids := map[string]int{}
	for i, a := range f.args {
		var key []byte
		for k, c := range a {
			if k != j {
				key = strconv.AppendInt(append(key, ' '), int64(c), 10)
			}
		}
		id, ok := ids[string(key)]
		if !ok {
			id = len(ids)
			ids[string(key)] = id
		}
		group[i] = id
	}
	last := make([]int, len(ids))
	for n, truths := range seen {
		for i, p := range f.props {
			if truths[p>>6]>>(p&63)&1 == 0 {
				continue
			}
			if last[group[i]] == n+1 {
				return false
			}
			last[group[i]] = n + 1
		}
	}
	return true
}

// truthReader reads propositions.
type truthReader struct {
	bits    []uint64
	players int
	util    []float64
	moves   []game.Move
}

func (r *truthReader) read(m game.Machine, dst []part) ([]part, bool) {
	r.bits = m.(game.Truther).Truths(r.bits)
	dst = dst[:0]
	for w, x := range r.bits {
		for ; x != 0; x &= x - 1 {
			dst = append(dst, part{int32(w<<6 | bits.TrailingZeros64(x)), 1})
		}
	}
	return dst, false
}

func (r *truthReader) mover() int { return -1 }

// extras are, per player, what the rules say the position is worth, and the number of
// moves there is a choice of.
func (r *truthReader) extras(m game.Machine, need *needs, dst []float32) []float32 {
	return commonExtras(m, need, r.util, &r.moves, dst[:0])
}

// needs are which of the extras that cost time are asked for; the others are 0.
type needs struct {
	utility  bool
	legal    []bool // per player
	measures []bool // of those that the rules look at
}

// everything asks for all extras.
func (w *world) everything() *needs {
	return &needs{utility: true, legal: slices.Repeat([]bool{true}, w.players), measures: slices.Repeat([]bool{true}, w.measures)}
}

// commonExtras appends what all machines tell.
func commonExtras(m game.Machine, need *needs, util []float64, moves *[]game.Move, dst []float32) []float32 {
	if need.utility {
		m.Utility(util)
	}
	for _, u := range util {
		dst = append(dst, float32(u))
	}
	for p, asked := range need.legal {
		n := 0
		if asked {
			*moves = m.Legal(p, *moves)
			if n = len(*moves); !active(n) {
				n = 0
			}
		}
		dst = append(dst, float32(n))
	}
	return dst
}

// commonTexts are the texts of commonExtras.
func commonTexts(f *game.Facts) []string {
	var out []string
	for p := range f.Players {
		out = append(out, "what the rules give "+f.Seats[p]+" here")
	}
	for p := range f.Players {
		out = append(out, "moves that "+f.Seats[p]+" may choose from, beyond the usual number")
	}
	return out
}

// ofPropositions finds what can be looked at in sets of propositions.
func ofPropositions(g game.Game, p game.Propositional, stop func() bool) *world {
	f := g.Facts()
	props := p.Propositions()
	w := &world{g: g, players: f.Players, atoms: props, in: make([][]part, len(props)), extras: commonTexts(f)}
	w.reader = func() reader { return &truthReader{players: f.Players, util: make([]float64, f.Players)} }
	if len(props) > maxAtoms {
		return w
	}
	seen := glimpses(g, stop)
	all := functors(props, p.Orders())
	for _, fu := range all {
		w.sumsOf(fu, fu.coordinates(seen))
	}
	w.grid(all, seen)
	return w
}

// glimpses are some positions of random games.
func glimpses(g game.Game, stop func() bool) [][]uint64 {
	m := g.NewMachine()
	t, ok := m.(game.Truther)
	if !ok {
		return nil
	}
	rng := game.Stream(0, "agent.heuristic.glimpses", 0)
	walker := game.Walker{}
	var out [][]uint64
	for range 6 {
		m.Reset()
		for n := 0; n < 60 && !m.Terminal() && !stop(); n++ {
			out = append(out, t.Truths(nil))
			if !walker.Step(m, rng) {
				break
			}
		}
	}
	return out
}

// sumsOf makes the sums over the propositions of a functor: how many share a constant,
// or two, that say what; and of these, how far along each axis they are.
func (w *world) sumsOf(f *functor, coords []int) {
	if len(f.props) < 3 || len(w.sums) > maxSums {
		return
	}
	isCoord := make([]bool, f.arity)
	for _, j := range coords {
		isCoord[j] = true
	}
	var what []int
	for j := range f.arity {
		if !isCoord[j] && len(f.names[j]) <= maxConstants {
			what = append(what, j)
		}
	}
	// the places of each group, from the coarsest to the finest
	var groups [][]int
	if len(what) == 0 || len(what) > 1 {
		groups = append(groups, nil)
	}
	for i, j := range what {
		groups = append(groups, []int{j})
		for _, k := range what[i+1:] {
			groups = append(groups, []int{j, k})
		}
	}
	span := make([][2]float64, f.arity)
	for _, j := range coords {
		first := true
		for _, v := range f.axis[j] {
			if first || v < span[j][0] {
				span[j][0] = v
			}
			if first || v > span[j][1] {
				span[j][1] = v
			}
			first = false
		}
	}
	if f.arity == len(what) && len(what) <= 1 {
		return // single propositions say the same
	}
	for _, group := range groups {
		w.sumsOfGroup(f, group, coords, span)
	}
}

func (w *world) sumsOfGroup(f *functor, group, coords []int, span [][2]float64) {
	type sums struct {
		count, apex  int32
		along, bulge []int32 // per axis: how far, and how far from the middle
		lines        []map[int32]int32
	}
	made := map[string]*sums{}
	for i, args := range f.args {
		if len(w.sums) > maxSums {
			return
		}
		var key strings.Builder
		for _, j := range group {
			key.WriteString(" " + f.names[j][args[j]])
		}
		s := made[key.String()]
		name := "(" + f.name + key.String() + ")"
		if s == nil {
			s = &sums{count: w.add("number of %s", name), apex: -1}
			if len(coords) > 1 {
				s.apex = w.add("%s near corners", name)
			}
			for _, j := range coords {
				if len(f.names[j]) > 2 {
					s.along = append(s.along, w.add("%s high in place %d", name, j+1))
					s.bulge = append(s.bulge, w.add("%s outward in place %d", name, j+1))
				} else {
					s.along, s.bulge = append(s.along, -1), append(s.bulge, -1)
				}
				s.lines = append(s.lines, map[int32]int32{})
			}
			made[key.String()] = s
		}
		at := f.props[i]
		w.in[at] = append(w.in[at], part{s.count, 1})
		out := 1.0
		for k, j := range coords {
			x := (f.axis[j][args[j]]-span[j][0])/(span[j][1]-span[j][0])*2 - 1
			out *= x
			if s.along[k] >= 0 {
				w.in[at] = append(w.in[at], part{s.along[k], float32(x)}, part{s.bulge[k], float32(x * x)})
			}
			if len(group) > 0 && len(coords) > 1 && len(f.names[j]) <= 12 && len(made) <= 6 {
				n, ok := s.lines[k][args[j]]
				if !ok {
					n = w.add("number of %s with %s in place %d", name, f.names[j][args[j]], j+1)
					s.lines[k][args[j]] = n
				}
				w.in[at] = append(w.in[at], part{n, 1})
			}
		}
		if s.apex >= 0 {
			w.in[at] = append(w.in[at], part{s.apex, float32(math.Abs(out))})
		}
	}
}

// grid finds the lines of the board that propositions describe: those with two or
// three coordinates and perhaps something that is there. The largest such board counts.
func (w *world) grid(all []*functor, seen [][]uint64) {
	type member struct {
		f      *functor
		coords []int
		what   int // the place that says what is there, -1 for the functor itself
	}
	boards := map[int][]member{}
	best, size := 0, 0
	sizes := map[int]int{}
	for _, f := range all {
		coords := f.coordinates(seen)
		if len(coords) < 2 || len(coords) > 3 || len(f.props) < 8 {
			continue
		}
		what, options := -1, 0
		for j := range f.arity {
			n := len(f.names[j])
			if f.isAmong(j, coords) || n > maxClasses || n < 2 {
				continue
			}
			if what < 0 || n < options {
				what, options = j, n
			}
		}
		d := len(coords)
		boards[d] = append(boards[d], member{f, coords, what})
		if sizes[d] += len(f.props); sizes[d] > size {
			best, size = d, sizes[d]
		}
	}
	if best == 0 {
		return
	}
	w.class, w.site = make([]int32, len(w.atoms)), make([]int32, len(w.atoms))
	for i := range w.class {
		w.class[i] = -1
	}
	sites := map[[3]int]int32{}
	var coords [][3]int
	for _, b := range boards[best] {
		if len(w.classes) >= 2*maxClasses {
			break
		}
		numbers := map[int32]int32{}
		for i, args := range b.f.args {
			var at [3]int
			for k, j := range b.coords {
				at[k] = int(b.f.axis[j][args[j]])
			}
			s, ok := sites[at]
			if !ok {
				s = int32(len(sites))
				sites[at] = s
				coords = append(coords, at)
			}
			con := int32(0)
			if b.what >= 0 {
				con = args[b.what]
			}
			c, ok := numbers[con]
			if !ok {
				c = int32(len(w.classes))
				numbers[con] = c
				text := "(" + b.f.name + ")"
				if b.what >= 0 {
					text = "(" + b.f.name + " " + b.f.names[b.what][con] + ")"
				}
				w.classes = append(w.classes, text)
			}
			w.class[b.f.props[i]], w.site[b.f.props[i]] = c, s
		}
	}
	var lines [][]int32
	for _, v := range directions(best) {
		for i, at := range coords {
			if _, before := sites[[3]int{at[0] - v[0], at[1] - v[1], at[2] - v[2]}]; before {
				continue
			}
			line := []int32{int32(i)}
			for {
				at = [3]int{at[0] + v[0], at[1] + v[1], at[2] + v[2]}
				s, ok := sites[at]
				if !ok {
					break
				}
				line = append(line, s)
			}
			lines = append(lines, line)
		}
	}
	w.rows = pack(len(coords), lines)
	w.dropEmpty(len(coords), seen)
	if w.rows == nil || len(w.classes) == 0 {
		w.rows, w.classes, w.class = nil, nil, nil
	}
}

// dropEmpty takes out the content that means that nothing is there: where every site
// always has one, that which most of them begin with.
func (w *world) dropEmpty(sites int, seen [][]uint64) {
	if len(seen) == 0 || len(w.classes) < 2 {
		return
	}
	begin := make([]int, len(w.classes))
	for n, truths := range seen {
		there := 0
		for a, c := range w.class {
			if c >= 0 && truths[a>>6]>>(a&63)&1 != 0 {
				there++
				if n == 0 {
					begin[c]++
				}
			}
		}
		if there < sites {
			return
		}
	}
	empty := int32(0)
	for c, n := range begin {
		if n > begin[empty] {
			empty = int32(c)
		}
	}
	w.classes = append(w.classes[:empty:empty], w.classes[empty+1:]...)
	for a, c := range w.class {
		switch {
		case c == empty:
			w.class[a] = -1
		case c > empty:
			w.class[a]--
		}
	}
}

func (f *functor) isAmong(j int, places []int) bool {
	for _, p := range places {
		if p == j {
			return true
		}
	}
	return false
}

// directions are the steps to neighbours on a grid, one of each two that are opposite.
func directions(d int) [][3]int {
	var out [][3]int
	for x := -1; x <= 1; x++ {
		for y := -1; y <= 1; y++ {
			for z := -1; z <= 1; z++ {
				if d < 3 && z != 0 || x < 0 || x == 0 && (y < 0 || y == 0 && z <= 0) {
					continue
				}
				out = append(out, [3]int{x, y, z})
			}
		}
	}
	return out
}
