package encode

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"

	"ludens/game"
)

// Bounds on the search for transformations of texts.
const (
	mostNamings = 64      // ways to exchange names, per map of the grid
	mostWords   = 200_000 // words in all texts; games with more are not looked at
)

// A transformation of texts maps places of the grid by a linear map and other words,
// functors included, by a permutation of names: a reflection makes "east" of "west",
// an exchange of players "white" of "black". The permutation is found by what words
// occur with: a word's footprint is the multiset of the places, and of the positions
// in texts, that it stands with, in propositions, in those true at the beginning, and
// in moves. A word can only become one whose footprint is the image of its own; of
// the permutations left, the one that changes least and that makes propositions of
// propositions and moves of moves is a candidate.
type renamer struct {
	c       *propositional
	props   []words
	moves   [][]words
	initial []bool
	index   map[string]int   // of a proposition
	moveOf  []map[string]int // of a move, per player
	names   []string         // all words that are no coordinates, sorted
	number  map[string]int
	roles   []string
	states  bool // the machine's states are sets of propositions
}

// words is a text as words, with the places in it.
type words struct {
	tokens []string // words and, as ".", coordinates; see parseTerm
	spots  []spot   // which coordinates are places
	x, y   int      // a coordinate alone; -1
	args   []string // all arguments
	// coordinates are those arguments that are, ascending
	coordinates []int
}

// isWord tells a word from a parenthesis and a coordinate.
func isWord(t string) bool { return t != "." && t != "(" && t != ")" }

// transformations tries every map of the grid, without and with an exchange of the
// players, with the words that go with it.
func (c *propositional) transformations(g game.Game, exchange bool, try func(c *candidateSymmetry) bool) {
	r := newRenamer(c, g)
	if r == nil {
		return
	}
	maps := []gridMap{{a: 1, d: 1}}
	if c.axes != nil {
		maps = c.axes.gridMaps(c.board)
	}
	for _, swap := range []bool{false, true} {
		if swap && !exchange {
			break
		}
		for _, m := range maps {
			if !swap && m.identity() {
				continue
			}
			r.namings(m, swap, try)
		}
	}
}

func newRenamer(c *propositional, g game.Game) *renamer {
	t := &c.texts
	r := &renamer{c: c, index: map[string]int{}, roles: t.roles, number: map[string]int{}}
	count := 0
	r.props = r.split(t.props)
	for i, p := range t.props {
		r.index[p] = i
	}
	// moves of one functor have their coordinates at the same places whoever makes them
	var all []string
	for _, list := range t.moves {
		all = append(all, list...)
	}
	split := r.split(all)
	for _, list := range t.moves {
		r.moves = append(r.moves, split[:len(list)])
		split = split[len(list):]
		index := make(map[string]int, len(list))
		for i, text := range list {
			index[text] = i
		}
		r.moveOf = append(r.moveOf, index)
	}
	seen := map[string]bool{}
	for _, list := range append(r.moves, r.props) {
		for i := range list {
			count += len(list[i].tokens)
			for _, w := range list[i].tokens {
				if isWord(w) && !seen[w] {
					seen[w] = true
					r.names = append(r.names, w)
				}
			}
		}
	}
	if count > mostWords {
		return nil
	}
	slices.Sort(r.names)
	for i, w := range r.names {
		r.number[w] = i
	}
	m := g.NewMachine()
	truths := m.(game.Truther).Truths(nil)
	r.states = m.Save(nil).Equal(truths)
	r.initial = make([]bool, len(t.props))
	for w, x := range truths {
		for ; x != 0; x &= x - 1 {
			r.initial[w<<6|bits.TrailingZeros64(x)] = true
		}
	}
	return r
}

// split makes words of texts.
func (r *renamer) split(list []string) []words {
	out := make([]words, len(list))
	x, y := domain{}, domain{}
	if a := r.c.axes; a != nil {
		for _, v := range a.x {
			x[v] = true
		}
		for _, v := range a.y {
			y[v] = true
		}
	}
	for _, g := range groupTerms(list) {
		c := places(g, x, y)
		var coordinates []int
		for _, s := range c.spots {
			coordinates = append(coordinates, s.x, s.y)
		}
		for _, i := range []int{c.x, c.y} {
			if i >= 0 {
				coordinates = append(coordinates, i)
			}
		}
		slices.Sort(coordinates)
		for row, i := range g.members {
			w := words{spots: c.spots, x: c.x, y: c.y, args: g.args[row], coordinates: coordinates}
			w.tokens = strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(g.shape))
			arg := 0
			for k, part := range w.tokens {
				if part != "." {
					continue
				}
				if !slices.Contains(coordinates, arg) {
					w.tokens[k] = w.args[arg]
				}
				arg++
			}
			out[i] = w
		}
	}
	return out
}

// image writes the image of a text; false if a coordinate has none.
func (r *renamer) image(w *words, m gridMap, to []int32) (string, bool) {
	args := w.args
	if len(w.spots) > 0 || w.x >= 0 || w.y >= 0 {
		args = slices.Clone(args)
	}
	a := r.c.axes
	for _, s := range w.spots {
		x, y, ok := m.apply(a, args[s.x], args[s.y])
		if !ok {
			return "", false
		}
		args[s.x], args[s.y] = x, y
	}
	switch {
	case w.x >= 0 && m.b == 0: // columns stay columns
		args[w.x], _, _ = m.apply(a, args[w.x], a.y[0])
	case w.y >= 0 && m.c == 0:
		_, args[w.y], _ = m.apply(a, a.x[0], args[w.y])
	case w.x >= 0 || w.y >= 0:
		return "", false
	}
	var b strings.Builder
	arg := 0
	space := false
	for _, t := range w.tokens {
		if t == ")" {
			b.WriteByte(')')
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
		}
		space = t != "("
		switch {
		case t == "(":
			b.WriteByte('(')
		case t == ".":
			b.WriteString(args[w.coordinates[arg]])
			arg++
		default:
			b.WriteString(r.names[to[r.number[t]]])
		}
	}
	return b.String(), true
}

// footprints are, per word, a hash of what it stands with, as it is or its image.
func (r *renamer) footprints(m gridMap) []uint64 {
	out := make([]uint64, len(r.names))
	add := func(kind byte, w *words) {
		h := fnv.New64a()
		h.Write([]byte{kind, byte(len(w.tokens))})
		a := r.c.axes
		for _, s := range w.spots {
			x, y, ok := m.apply(a, w.args[s.x], w.args[s.y])
			fmt.Fprint(h, x, " ", y, " ", ok, " ")
		}
		if w.x >= 0 && m.b == 0 {
			x, _, _ := m.apply(a, w.args[w.x], a.y[0])
			fmt.Fprint(h, x)
		}
		if w.y >= 0 && m.c == 0 {
			_, y, _ := m.apply(a, a.x[0], w.args[w.y])
			fmt.Fprint(h, y)
		}
		sum := h.Sum64()
		for k, t := range w.tokens {
			if !isWord(t) {
				continue
			}
			// a multiset: the order of adding does not matter
			x := (sum ^ uint64(k)) * 0x9e3779b97f4a7c15
			out[r.number[t]] += x ^ x>>29
		}
	}
	for i := range r.props {
		w := &r.props[i]
		add(0, w)
		// whose turn it is at the beginning is not exchanged with the players
		if r.initial[i] && !r.mentions(w) {
			add(1, w)
		}
	}
	for seat := range r.moves {
		for i := range r.moves[seat] {
			add(2, &r.moves[seat][i])
		}
	}
	return out
}

// mentions tells whether a text without a place names a player.
func (r *renamer) mentions(w *words) bool {
	return len(w.spots) == 0 && slices.ContainsFunc(w.tokens, func(t string) bool { return slices.Contains(r.roles, t) })
}

// namings tries the permutations of names that may go with a map, until one is taken.
func (r *renamer) namings(m gridMap, exchange bool, try func(c *candidateSymmetry) bool) {
	before, after := r.footprints(gridMap{a: 1, d: 1}), r.footprints(m)
	if r.c.axes == nil {
		after = before
	}
	options := make([][]int32, len(r.names))
	for i, w := range r.names {
		role := slices.Index(r.roles, w)
		switch {
		case role >= 0 && exchange:
			options[i] = []int32{int32(r.number[r.roles[1-role]])}
			continue
		case role >= 0:
			options[i] = []int32{int32(i)}
			continue
		}
		if after[i] == before[i] {
			options[i] = append(options[i], int32(i))
		}
		for k := range r.names {
			if k != i && after[i] == before[k] && !slices.Contains(r.roles, r.names[k]) {
				options[i] = append(options[i], int32(k))
			}
		}
		if len(options[i]) == 0 {
			return
		}
	}
	to := make([]int32, len(r.names))
	taken := make([]bool, len(r.names))
	left := mostNamings
	steps := 100 * (mostNamings + len(r.names))
	var assign func(i int) bool
	assign = func(i int) bool {
		if steps--; left <= 0 || steps <= 0 {
			return true
		}
		if i == len(to) {
			left--
			c := r.candidate(m, exchange, to)
			return c != nil && try(c)
		}
		for _, k := range options[i] {
			if taken[k] {
				continue
			}
			to[i], taken[k] = k, true
			done := assign(i + 1)
			taken[k] = false
			if done {
				return true
			}
		}
		return false
	}
	assign(0)
}

// candidate makes permutations of numbers, logits and states out of a map and names;
// nil if the image of a proposition or a move is none.
func (r *renamer) candidate(m gridMap, exchange bool, to []int32) *candidateSymmetry {
	c := r.c
	s := &candidateSymmetry{Symmetry: Symmetry{Name: m.name()}}
	if exchange {
		s.Name += " with exchange of the players"
		s.Players = []int{1, 0}
	}
	props := make([]int32, len(r.props))
	for i := range r.props {
		text, ok := r.image(&r.props[i], m, to)
		k, found := r.index[text]
		if !ok || !found {
			return nil
		}
		// a position that no match can begin with is of no use; but of an exchange of
		// players the image has another one's turn
		if r.initial[i] != r.initial[k] && !(exchange && r.mentions(&r.props[i])) {
			return nil
		}
		props[i] = int32(k)
	}
	s.Logit = make([]int32, c.logits)
	for i := range s.Logit {
		s.Logit[i] = -1
	}
	for seat := range r.moves {
		other := s.player(seat)
		for i := range r.moves[seat] {
			text, ok := r.image(&r.moves[seat][i], m, to)
			k, found := r.moveOf[other][text]
			if !ok || !found {
				return nil
			}
			from, into := c.logit[seat][i], c.logit[other][k]
			if s.Logit[from] >= 0 && s.Logit[from] != into {
				return nil
			}
			s.Logit[from] = into
		}
	}
	input := c.inputs(m, props)
	if input == nil || !complete(s.Logit) {
		return nil
	}
	s.from = inverted(input)
	if r.states && exchange {
		s.image = func(state game.State) game.State { return permuted(state, props) }
	}
	return s
}

// inputs makes a permutation of numbers of one of propositions; nil if there is none.
func (c *propositional) inputs(m gridMap, props []int32) []int32 {
	out := make([]int32, c.numbers)
	for i := range out {
		out[i] = -1
	}
	set := func(from, into int32) bool {
		if out[from] >= 0 && out[from] != into {
			return false
		}
		out[from] = into
		return true
	}
	for i, k := range props {
		a, b := &c.write[i], &c.write[k]
		if a.plane != b.plane || a.value != b.value {
			return nil
		}
		n := int32(1)
		if a.plane {
			n = int32(c.cells)
		}
		for j := range n {
			if !set(a.at+j, b.at+j) {
				return nil
			}
		}
	}
	if c.axes != nil {
		w := len(c.axes.x)
		for _, at := range c.board {
			x, y := int(at)%w, int(at)/w
			if !set(at, int32((m.c*x+m.d*y+m.v)*w+m.a*x+m.b*y+m.u)) {
				return nil
			}
		}
	}
	if !complete(out) {
		return nil
	}
	return out
}

// permuted is a set of bits with each bit moved.
func permuted(s game.State, to []int32) game.State {
	out := make(game.State, len(s))
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			k := to[w<<6|bits.TrailingZeros64(x)]
			out[k>>6] |= 1 << (k & 63)
		}
	}
	return out
}
