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
	index   map[uint64]int   // of a proposition, by its key
	moveOf  []map[uint64]int // of a move, per player
	names   []string         // all words that are no coordinates, sorted
	number  map[string]int
	roles   []string
	states  bool     // the machine's states are sets of propositions
	before  []uint64 // the footprints of words as they are
	// propsWith[k] are the propositions whose names are among the first k, and not the first k-1, and movesWith the moves, per player.
	propsWith [][]int32
	movesWith [][][]int32
}

// words is a text as words, with the places in it.
type words struct {
	tokens []string // words and, as ".", coordinates; see parseTerm
	spots  []spot   // which coordinates are places
	x, y   int      // a coordinate alone; -1
	args   []string // all arguments
	// coordinates are those arguments that are, ascending
	coordinates []int
	named       []named // where its names stand
}

// named is a name at a place among the tokens of a text.
type named struct{ at, name int32 }

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
	r := &renamer{c: c, roles: t.roles, number: map[string]int{}}
	count := 0
	r.props = r.split(t.props)
	// moves of one functor have their coordinates at the same places whoever makes them
	var all []string
	for _, list := range t.moves {
		all = append(all, list...)
	}
	split := r.split(all)
	for _, list := range t.moves {
		r.moves = append(r.moves, split[:len(list)])
		split = split[len(list):]
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
	r.propsWith, r.index = r.lookUp(r.props)
	for _, list := range r.moves {
		with, index := r.lookUp(list)
		r.movesWith, r.moveOf = append(r.movesWith, with), append(r.moveOf, index)
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

// lookUp notes where the names of texts stand, and gives the texts that the first k names are enough for, and fewer are not, and the
// numbers of all by their keys.
func (r *renamer) lookUp(list []words) (with [][]int32, index map[uint64]int) {
	with, index = make([][]int32, len(r.names)+1), make(map[uint64]int, len(list))
	same := make([]int32, len(r.names))
	for i := range same {
		same[i] = int32(i)
	}
	for i := range list {
		w, last := &list[i], int32(0)
		for k, t := range w.tokens {
			if isWord(t) {
				n := int32(r.number[t])
				w.named = append(w.named, named{int32(k), n})
				last = max(last, n+1)
			}
		}
		with[last] = append(with[last], int32(i))
		index[w.key(w.frame(w.args), same)] = i
	}
	return with, index
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

// image are the arguments of a text when a map has moved its places; false if a coordinate has no image.
func (r *renamer) image(w *words, m gridMap) ([]string, bool) {
	args := w.args
	if len(w.spots) > 0 || w.x >= 0 || w.y >= 0 {
		args = slices.Clone(args)
	}
	a := r.c.axes
	for _, s := range w.spots {
		x, y, ok := m.apply(a, args[s.x], args[s.y])
		if !ok {
			return nil, false
		}
		args[s.x], args[s.y] = x, y
	}
	switch {
	case w.x >= 0 && m.b == 0: // columns stay columns
		args[w.x], _, _ = m.apply(a, args[w.x], a.y[0])
	case w.y >= 0 && m.c == 0:
		_, args[w.y], _ = m.apply(a, a.x[0], args[w.y])
	case w.x >= 0 || w.y >= 0:
		return nil, false
	}
	return args, true
}

// frame is the part of a text's key that does not come from names: there are tens of thousands of texts, and hundreds of ways to name things,
// so images are told by sums and not written out. What is taken for a symmetry has to stand matches in any case.
func (w *words) frame(args []string) (key uint64) {
	arg := 0
	for k, t := range w.tokens {
		if isWord(t) {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(t))
		if t == "." {
			h.Write([]byte(args[w.coordinates[arg]]))
			arg++
		}
		key += scatter(k, h.Sum64())
	}
	return key
}

// key is that of a text with these names in its frame.
func (w *words) key(frame uint64, to []int32) uint64 {
	for _, n := range w.named {
		frame += scatter(int(n.at), uint64(to[n.name]))
	}
	return frame
}

// scatter makes a hash of what stands at a place (the finaliser of SplitMix64; Steele, Lea and Flood 2014).
func scatter(at int, x uint64) uint64 {
	x += uint64(at+1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
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
	if r.before == nil {
		r.before = r.footprints(gridMap{a: 1, d: 1})
	}
	before, after := r.before, r.footprints(m)
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
	n := newNaming(r, m, exchange)
	if n == nil || !n.fits(0) {
		return
	}
	taken := make([]bool, len(r.names))
	left := mostNamings
	steps := 10 * (mostNamings + len(r.names))
	var assign func(i int) bool
	assign = func(i int) bool {
		if steps--; left <= 0 || steps <= 0 {
			return true
		}
		if i == len(n.to) {
			left--
			c := n.candidate()
			return c != nil && try(c)
		}
		for _, k := range options[i] {
			if taken[k] {
				continue
			}
			n.to[i], taken[k] = k, true
			done := n.fits(i+1) && assign(i+1)
			taken[k] = false
			if done {
				return true
			}
		}
		return false
	}
	assign(0)
}

// naming is a permutation of names that goes with a map, and what it makes of the texts.
type naming struct {
	r       *renamer
	m       gridMap
	players []int   // whom players become; nil: themselves
	to      []int32 // of a name
	props   images
	moves   []images // per player
}

// images are where texts go.
type images struct {
	frames []uint64
	to     []int32
}

// newNaming is nil where the map has no image for a place.
func newNaming(r *renamer, m gridMap, exchange bool) *naming {
	n := &naming{r: r, m: m, to: make([]int32, len(r.names)), moves: make([]images, len(r.moves))}
	if exchange {
		n.players = []int{1, 0}
	}
	if !r.framed(&n.props, r.props, m) {
		return nil
	}
	for seat := range r.moves {
		if !r.framed(&n.moves[seat], r.moves[seat], m) {
			return nil
		}
	}
	return n
}

// framed makes the frames of images.
func (r *renamer) framed(to *images, list []words, m gridMap) bool {
	to.frames, to.to = make([]uint64, len(list)), make([]int32, len(list))
	for i := range list {
		args, ok := r.image(&list[i], m)
		if !ok {
			return false
		}
		to.frames[i] = list[i].frame(args)
	}
	return true
}

// fits says whether propositions become propositions and moves moves, of those texts that the first so many names are enough for and
// fewer are not.
func (n *naming) fits(names int) bool {
	r, s := n.r, Symmetry{Players: n.players}
	for _, i := range r.propsWith[names] {
		k, found := r.index[r.props[i].key(n.props.frames[i], n.to)]
		// a position that no match can begin with is of no use; but of an exchange of
		// players the image has another one's turn
		if !found || r.initial[i] != r.initial[k] && !(n.players != nil && r.mentions(&r.props[i])) {
			return false
		}
		n.props.to[i] = int32(k)
	}
	for seat := range r.moves {
		index := r.moveOf[s.player(seat)]
		for _, i := range r.movesWith[seat][names] {
			k, found := index[r.moves[seat][i].key(n.moves[seat].frames[i], n.to)]
			if !found {
				return false
			}
			n.moves[seat].to[i] = int32(k)
		}
	}
	return true
}

// candidate makes permutations of numbers, logits and states of what fits; nil if there are none.
func (n *naming) candidate() *candidateSymmetry {
	c := n.r.c
	s := &candidateSymmetry{Symmetry: Symmetry{Name: n.m.name(), Players: n.players}}
	if n.players != nil {
		s.Name += " with exchange of the players"
	}
	s.Logit = make([]int32, c.logits)
	for i := range s.Logit {
		s.Logit[i] = -1
	}
	for seat := range n.moves {
		for i, k := range n.moves[seat].to {
			from, into := c.logit[seat][i], c.logit[s.player(seat)][k]
			if s.Logit[from] >= 0 && s.Logit[from] != into {
				return nil
			}
			s.Logit[from] = into
		}
	}
	input := c.inputs(n.m, n.props.to)
	if input == nil || !complete(s.Logit) {
		return nil
	}
	s.from = inverted(input)
	if n.r.states && n.players != nil {
		props := slices.Clone(n.props.to)
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
