package encode

import (
	"errors"
	"fmt"
	"slices"

	"ludens/game"
	"ludens/internal/nonzero"
)

// Symmetry is a transformation of positions, moves and players that leaves a game as
// it is: what is true of one is true of its image. Learners show nets both.
type Symmetry struct {
	// Name says what it does to the board, for people.
	Name string
	// Players is whom each player becomes; nil if everybody stays who he is.
	Players []int
	// Logit is what each logit becomes, a permutation.
	Logit []int32

	from []int32 // per number of the image: where it comes from
	// opposite are the numbers of the image, which are 0 or 1, that are the opposite of
	// what they come from; ascending.
	opposite []int32
}

// Input writes the image of the encoded position src into dst, which must not be src.
func (s *Symmetry) Input(dst, src []float32) {
	for i, k := range s.from {
		dst[i] = src[k]
	}
	for _, i := range s.opposite {
		dst[i] = 1 - dst[i]
	}
}

// Labels writes the image of what is said of logits: groups, per logit 0, or 1 + the seat whose legal move it
// stands for, and numbers (targets, priors), which are 0 where groups are. Nothing of dst may be of src.
func (s *Symmetry) Labels(dstGroups []uint8, dst []float32, srcGroups []uint8, src []float32) {
	clear(dstGroups)
	clear(dst)
	var few [128]int32
	for _, i := range nonzero.Bytes(few[:0], srcGroups) {
		x, k := srcGroups[i], s.Logit[i]
		if int(x) <= len(s.Players) {
			x = uint8(s.Players[x-1] + 1)
		}
		dstGroups[k], dst[k] = x, src[i]
	}
}

// Values writes the image of numbers per player into dst, which must not be src.
func (s *Symmetry) Values(dst, src []float32) {
	copy(dst, src)
	for p, q := range s.Players {
		dst[q] = src[p]
	}
}

// player is whom a player becomes.
func (s *Symmetry) player(p int) int {
	if p < len(s.Players) {
		return s.Players[p]
	}
	return p
}

// SymmetryOptions say how much is done to find symmetries. The zero value works.
type SymmetryOptions struct {
	// Playouts is how many random matches a candidate has to stand; 0 for 100.
	Playouts int
	// Steps bounds their steps all together, per candidate; 0 for 1500.
	Steps int
	// Seed is that of the random matches.
	Seed uint64
	// Exchange asks for transformations that make players each other, too (two
	// players only). Their images may be positions that no match leads to, such as the
	// initial one with the second player to move.
	Exchange bool
	// Stop, if not nil, ends the search when it is true; what was found by then is given.
	Stop func() bool
	// Watch, if not nil, is asked who watches, for each candidate that is tested by matches.
	Watch func(c *Symmetry) game.Twins
}

// Mirror is a game.Mirror of games that have an encoding.
func Mirror(g game.Game, stop func() bool, watch func(exchange bool) game.Twins) {
	e, err := New(g, Options{})
	if err != nil {
		return
	}
	Find(g, e, SymmetryOptions{Exchange: true, Stop: stop, Watch: func(c *Symmetry) game.Twins { return watch(c.Players != nil) }})
}

// Validate reports what is wrong with options.
func (o *SymmetryOptions) Validate() error {
	if o.Playouts < 0 || o.Steps < 0 {
		return errors.New("encode: a negative number of playouts or steps")
	}
	return nil
}

func (o SymmetryOptions) withDefaults() SymmetryOptions {
	if o.Playouts <= 0 {
		o.Playouts = 100
	}
	if o.Steps <= 0 {
		o.Steps = 1500
	}
	return o
}

// candidateSymmetry is a transformation that may be a symmetry.
type candidateSymmetry struct {
	Symmetry
	// image gives the image of a state, from which the second match starts; nil if it
	// starts from the beginning as the first.
	image func(s game.State) game.State
	// handed says that the second match starts from the beginning with the second
	// player's turn; the second machine is a game.Starter.
	handed bool
}

// A transformer is a codec that knows what transformations a game may have.
type transformer interface {
	// transformations calls try with candidates, likely ones first, until it has been
	// true for one of each sort. Seats are exchanged only if asked for.
	transformations(g game.Game, exchange bool, try func(c *candidateSymmetry) bool)
}

// Find gives the symmetries of the encoder's game, the identity left out: the
// reflections, rotations and transpositions of its board (if asked for, together
// with an exchange of the players, also the exchange alone) that stand the test.
//
// The test plays at random on two machines, the second the first's image: encoded
// positions must be images of each other, legal moves correspond one to one, ends
// come together and are worth the same. A rule without the symmetry that random play
// does not meet is not noticed. Nothing is found where the grid does not show the
// symmetry, in the graph form, and in games that hide something.
func Find(g game.Game, e *Encoder, o SymmetryOptions) []Symmetry {
	t, ok := e.codec.(transformer)
	if !ok || e.links != nil || g.Facts().Hidden || o.Validate() != nil {
		return nil
	}
	o = o.withDefaults()
	v := &verifier{g: g, e: e, a: g.NewMachine(), b: g.NewMachine(), o: o}
	v.want, v.got = make([]float32, e.in.Size()), make([]float32, e.in.Size())
	v.seen = make([]float32, e.in.Size())
	var out []Symmetry
	known := family{}
	t.transformations(g, o.Exchange && g.Facts().Players == 2, func(c *candidateSymmetry) bool {
		if !known.has(&c.Symmetry) {
			if !v.stands(c) {
				return false
			}
			known.add(&c.Symmetry)
		}
		out = append(out, c.Symmetry)
		return true
	})
	return out
}

// family is symmetries that are known. Two of them one after the other are one, too, so
// that of many only a few have to be tested.
type family struct {
	all        []*Symmetry
	generators []*Symmetry
}

// mostKnown bounds families: boards have at most 24, players twice that.
const mostKnown = 64

func (g *family) has(s *Symmetry) bool {
	return slices.ContainsFunc(g.all, func(t *Symmetry) bool {
		return slices.Equal(t.from, s.from) && slices.Equal(t.Logit, s.Logit) && slices.Equal(t.Players, s.Players)
	})
}

// add takes in a symmetry, and all that come of it together with the others.
func (g *family) add(s *Symmetry) {
	g.generators = append(g.generators, s)
	if len(g.all) == 0 {
		g.all = append(g.all, s)
	}
	for i := 0; i < len(g.all) && len(g.all) < mostKnown; i++ {
		for _, t := range g.generators {
			if both := g.all[i].then(t); !g.has(both) {
				g.all = append(g.all, both)
			}
		}
	}
}

// then is one symmetry and after it another.
func (s *Symmetry) then(t *Symmetry) *Symmetry {
	out := &Symmetry{Logit: make([]int32, len(s.Logit)), from: make([]int32, len(s.from))}
	for i, k := range s.Logit {
		out.Logit[i] = t.Logit[k]
	}
	for i, k := range t.from {
		out.from[i] = s.from[k]
	}
	if (s.Players == nil) != (t.Players == nil) { // there are two players then
		out.Players = []int{1, 0}
	}
	if len(s.opposite)+len(t.opposite) == 0 {
		return out
	}
	first := make([]bool, len(s.from))
	for _, i := range s.opposite {
		first[i] = true
	}
	for i, k := range t.from {
		_, second := slices.BinarySearch(t.opposite, int32(i))
		if first[k] != second {
			out.opposite = append(out.opposite, int32(i))
		}
	}
	return out
}

// verifier plays matches in lock step.
type verifier struct {
	g               game.Game
	e               *Encoder
	o               SymmetryOptions
	a, b            game.Machine
	seen, want, got []float32
	image, state    game.State
	moves           [2][]game.Move
	utility         [2][]float64
	odds            [2][]float64
	watcher         game.Twins // nil: none
}

// stands tells whether a candidate stands the test, and has it watched.
func (v *verifier) stands(c *candidateSymmetry) bool {
	if v.o.Watch != nil {
		v.watcher = v.o.Watch(&c.Symmetry)
	}
	err := v.check(c)
	if v.watcher != nil {
		v.watcher.Tested(err == nil)
	}
	return err == nil
}

// errDiffers says that a candidate is no symmetry.
var errDiffers = errors.New("encode: no symmetry")

// errStopped says that there was no time to see whether a candidate is a symmetry.
var errStopped = errors.New("encode: told to stop")

func differs(what string) error { return fmt.Errorf("%w: %s", errDiffers, what) }

// check plays the matches; nil if no difference was seen.
func (v *verifier) check(c *candidateSymmetry) error {
	steps := 0
	for i := range v.o.Playouts {
		rng := game.Stream(v.o.Seed, "symmetry", uint64(i))
		v.a.Reset()
		v.b.Reset()
		switch {
		case c.image != nil:
			v.b.Load(c.image(v.a.Save(v.state)))
		case c.handed:
			if !v.b.(game.Starter).ResetTo(1) {
				return differs("the second player cannot begin")
			}
		}
		var w game.Walker
		for {
			if err := v.same(c); err != nil {
				return err
			}
			if v.a.Terminal() {
				break
			}
			if v.o.Stop != nil && v.o.Stop() {
				return errStopped
			}
			if v.watcher != nil {
				v.watcher.See(v.a, v.b)
			}
			joint := slices.Clone(w.Draw(v.a, rng))
			if joint == nil {
				break
			}
			if err := v.step(c, joint); err != nil {
				return err
			}
			if steps++; steps >= v.o.Steps {
				return nil
			}
		}
	}
	return nil
}

// looks tells whether the second position looks like the image of the first.
func (v *verifier) looks(c *candidateSymmetry) bool {
	v.e.Encode(v.a, v.seen)
	c.Input(v.want, v.seen)
	v.e.Encode(v.b, v.got)
	if !slices.Equal(v.want, v.got) {
		return false
	}
	if c.image == nil {
		return true
	}
	v.state = v.a.Save(v.state)
	v.image = v.b.Save(v.image)
	return c.image(v.state).Equal(v.image)
}

// same compares two positions.
func (v *verifier) same(c *candidateSymmetry) error {
	f := v.g.Facts()
	if v.a.Terminal() != v.b.Terminal() || (v.a.Err() == nil) != (v.b.Err() == nil) {
		return differs("one match is over, its image is not")
	}
	if !v.looks(c) {
		return differs("a position does not look like its image")
	}
	if v.a.Terminal() {
		for i, m := range []game.Machine{v.a, v.b} {
			v.utility[i] = slices.Grow(v.utility[i][:0], f.Players)[:f.Players]
			m.Utility(v.utility[i])
		}
		for p := range f.Players {
			if v.utility[0][p] != v.utility[1][c.player(p)] {
				return differs("an end is worth something else than its image")
			}
		}
		return nil
	}
	for p := range f.Players {
		if !v.sameMoves(c, p) {
			return differs("legal moves are not each other's images")
		}
	}
	return nil
}

// sameMoves tells whether the logits of a player's legal moves are those of the
// image's, each as often.
func (v *verifier) sameMoves(c *candidateSymmetry, p int) bool {
	q := c.player(p)
	v.moves[0], v.moves[1] = v.a.Legal(p, v.moves[0]), v.b.Legal(q, v.moves[1])
	if len(v.moves[0]) != len(v.moves[1]) {
		return false
	}
	if len(v.moves[0]) == 1 {
		// He has no choice, perhaps because it is not his turn; that happens nowhere, for
		// which codecs have a logit that may be another move's.
		return true
	}
	var want, got []int32
	for i, mv := range v.moves[0] {
		want = append(want, c.Logit[v.e.Logit(v.a, p, mv)])
		got = append(got, int32(v.e.Logit(v.b, q, v.moves[1][i])))
	}
	slices.Sort(want)
	slices.Sort(got)
	return slices.Equal(want, got)
}

// most is how many joint moves are tried to find the image of one, where moves share
// a logit or Nature has a choice.
const most = 256

// step makes a joint move on the first machine and its image on the second.
func (v *verifier) step(c *candidateSymmetry, joint []game.Move) error {
	f := v.g.Facts()
	options := make([][]game.Move, len(joint))
	for seat, mv := range joint {
		if f.NatureSeat(seat) {
			options[seat] = v.chances(seat, mv)
			continue
		}
		want := c.Logit[v.e.Logit(v.a, seat, mv)]
		q := c.player(seat)
		legal := v.b.Legal(q, v.moves[1])
		if len(legal) == 1 { // so has the other
			options[q] = slices.Clone(legal)
			continue
		}
		for _, x := range legal {
			if int32(v.e.Logit(v.b, q, x)) == want {
				options[q] = append(options[q], x)
			}
		}
	}
	v.a.Step(joint)
	before := v.b.Save(nil)
	image := make([]game.Move, len(joint))
	at := make([]int, len(joint))
	for range most {
		for seat := range image {
			if len(options[seat]) == 0 {
				return differs("a move has no image")
			}
			image[seat] = options[seat][at[seat]]
		}
		v.b.Step(image)
		if v.looks(c) {
			return nil
		}
		v.b.Load(before)
		seat := 0
		for ; seat < len(at); seat++ {
			if at[seat]++; at[seat] < len(options[seat]) {
				break
			}
			at[seat] = 0
		}
		if seat == len(at) {
			break
		}
	}
	return differs("a move does not lead to the image of where it led")
}

// chances are Nature's moves in the image that are as likely as one here.
func (v *verifier) chances(seat int, mv game.Move) []game.Move {
	v.moves[0], v.moves[1] = v.a.Legal(seat, v.moves[0]), v.b.Legal(seat, v.moves[1])
	ca, ok := v.a.(game.Chancer)
	cb, okb := v.b.(game.Chancer)
	if !ok || !okb {
		if len(v.moves[0]) != len(v.moves[1]) {
			return nil
		}
		return slices.Clone(v.moves[1])
	}
	v.odds[0], v.odds[1] = ca.Odds(v.odds[0]), cb.Odds(v.odds[1])
	i := slices.Index(v.moves[0], mv)
	var out []game.Move
	for k, x := range v.moves[1] {
		if d := v.odds[1][k] - v.odds[0][i]; -1e-9 < d && d < 1e-9 {
			out = append(out, x)
		}
	}
	return out
}

// complete makes a permutation of a partial one: what has no image yet (-1) keeps its
// place if that is free, and else gets the places left in order. False if two have the
// same image.
func complete(to []int32) bool {
	taken := make([]bool, len(to))
	for _, k := range to {
		if k >= 0 {
			if taken[k] {
				return false
			}
			taken[k] = true
		}
	}
	for i, k := range to {
		if k < 0 && !taken[i] {
			to[i], taken[i] = int32(i), true
		}
	}
	next := 0
	for i, k := range to {
		if k >= 0 {
			continue
		}
		for taken[next] {
			next++
		}
		to[i], taken[next] = int32(next), true
	}
	return true
}

// inverted is the inverse of a permutation.
func inverted(to []int32) []int32 {
	out := make([]int32, len(to))
	for i, k := range to {
		out[k] = int32(i)
	}
	return out
}
