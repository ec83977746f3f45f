package exec

import (
	"errors"
	"math"
	"slices"
)

// ErrCode is the fault of words that no state of the program was saved as.
var ErrCode = errors.New("these words are not a saved state of this game")

// Save appends the state in words: all that future play may depend on, in a
// form that equal states have in common. What follows from the rest (Empty, At,
// tops of stacks) is left out, and so are words that are 0: most are.
func (s *State) Save(dst []uint64) []uint64 {
	e := encoder{s.raw[:0]}
	e.head(&s.Head)
	s.body(&e, nil)
	e.list(s.LastBetween)
	e.list(s.LastFroms)
	e.list(s.LastTos)
	s.raw = e.dst
	return squeeze(dst, s.raw)
}

// body encodes what stands between the head and the last move. For a key (see past) it leaves out what is to be left
// out, and what is only written down.
func (s *State) body(e *encoder, key *past) {
	if s.match != nil {
		e.list(s.MatchScore)
		e.list(s.GameEnd)
	}
	if n := 2 * len(s.LastTurnTo); key != nil { // which no rule asks for
		e.ints(s.ints[:3*n])
		e.ints(s.ints[4*n:])
	} else {
		e.ints(s.ints)
	}
	for i := range s.Rank {
		e.word(math.Float64bits(s.Rank[i]))
		e.word(math.Float64bits(s.Payoff[i]))
	}
	e.words(s.Visited)
	e.words(s.Dominoes)
	e.words(s.VarSet)
	e.words(s.Triggered)
	for k := range s.Sites {
		t := &s.Sites[k]
		if t.Stack != nil {
			for i := range t.Stack {
				e.stack(t.Stack[i])
			}
		} else {
			e.shorts(t.shorts)
			e.words(t.Hidden)
		}
		e.words(t.Playable)
		if s.covered {
			e.words(t.Empty)
		}
		for _, v := range s.Values[k] {
			e.word(uint64(v))
		}
		e.list(s.Costs[k])
		e.list(s.GraphPhases[k])
	}
	e.word(uint64(len(s.Stale)))
	for _, x := range s.Stale {
		e.word(uint64(x.Kind) | uint64(uint32(x.Site))<<8 | uint64(x.Level)<<40)
		e.shorts([]int16{x.State, x.Rotation, x.Value})
	}
	e.word(uint64(len(s.Ghosts)))
	for _, g := range s.Ghosts {
		e.word(uint64(g.Kind) | uint64(uint16(g.What))<<8 | uint64(uint32(g.Site))<<24)
		e.word(uint64(g.Level))
	}
	for i := range s.OnTrack {
		e.ints(s.OnTrack[i])
	}
	e.list(s.Pending)
	e.list(s.ToRemove)
	for i := range s.Memory {
		e.list(s.Memory[i])
	}
	if key == nil || !key.seen {
		e.set(s.Seen)
		e.set(s.SeenTurn)
	}
	e.word(s.Stored)
	e.list(s.Propositions)
	e.list(s.Votes)
	e.list(s.Notes)
}

// Load makes the state that which was saved, of the same program.
func (s *State) Load(src []uint64) error {
	raw, ok := swell(s.raw[:0], src)
	if s.raw = raw; !ok {
		return ErrCode
	}
	d := decoder{src: raw}
	var h Head
	d.head(&h)
	s.reshape(h.Instance)
	s.Head = h
	if s.match != nil {
		s.MatchScore = d.list(s.MatchScore)
		s.GameEnd = d.list(s.GameEnd)
	}
	d.ints(s.ints)
	for i := range s.Rank {
		s.Rank[i] = math.Float64frombits(d.word())
		s.Payoff[i] = math.Float64frombits(d.word())
	}
	d.words(s.Visited)
	d.words(s.Dominoes)
	d.words(s.VarSet)
	d.words(s.Triggered)
	for k := range s.Sites {
		t := &s.Sites[k]
		if t.Stack != nil {
			for i := range t.Stack {
				t.Stack[i] = d.stack(t.Stack[i][:0])
			}
		} else {
			d.shorts(t.shorts)
			d.words(t.Hidden)
		}
		d.words(t.Playable)
		if s.covered {
			d.words(t.Empty)
		}
		for i := range s.Values[k] {
			s.Values[k][i] = int64(d.word())
		}
		s.Costs[k] = d.list(s.Costs[k])
		s.GraphPhases[k] = d.list(s.GraphPhases[k])
	}
	s.Stale = s.Stale[:0]
	for n := d.word(); n > 0 && !d.bad; n-- {
		w := d.word()
		x := Stale{Kind: Kind(uint8(w)), Site: int32(w >> 8), Level: int32(w >> 40)}
		m := [3]int16{}
		d.shorts(m[:])
		x.State, x.Rotation, x.Value = m[0], m[1], m[2]
		s.Stale = append(s.Stale, x)
	}
	s.Ghosts = s.Ghosts[:0]
	for n := d.word(); n > 0 && !d.bad; n-- {
		w := d.word()
		s.Ghosts = append(s.Ghosts, Ghost{Kind: Kind(uint8(w)), What: int16(w >> 8), Site: int32(w >> 24), Level: int32(d.word())})
	}
	for i := range s.OnTrack {
		d.ints(s.OnTrack[i])
	}
	s.Pending = d.list(s.Pending)
	s.ToRemove = d.list(s.ToRemove)
	for i := range s.Memory {
		s.Memory[i] = d.list(s.Memory[i])
	}
	s.Seen = d.set(s.Seen)
	s.SeenTurn = d.set(s.SeenTurn)
	s.Stored = d.word()
	s.Propositions = d.list(s.Propositions)
	s.Votes = d.list(s.Votes)
	s.Notes = d.list(s.Notes)
	s.LastBetween = d.list(s.LastBetween)
	s.LastFroms, s.LastTos = d.list(s.LastFroms), d.list(s.LastTos)
	if d.bad || len(d.src) != 0 || !s.derive() {
		return ErrCode
	}
	return nil
}

// derive works out what Save leaves out; false if a component does not exist.
func (s *State) derive() bool {
	for k := range s.Sites {
		t := &s.Sites[k]
		if !s.covered {
			t.Empty.Clear()
		}
		for _, at := range t.At {
			at.Clear()
		}
		if t.Stack == nil && !s.covered && s.Values[k] == nil {
			if !t.deriveFlat() {
				return false
			}
			continue
		}
		add := func(what int16, i int) bool {
			if what < 0 || int(what) >= len(t.At) {
				return false
			}
			if what > 0 && s.Values[k] == nil {
				t.At[what].Add(i)
			}
			return true
		}
		for i := range t.What {
			if t.Stack != nil {
				for _, it := range t.Stack[i] {
					if !add(it.What, i) {
						return false
					}
				}
				t.mirror(i)
				continue
			}
			if s.Values[k] == nil && !add(t.What[i], i) {
				return false
			}
			if s.covered {
				continue
			}
			if t.pieces(i) == 0 || s.Values[k] != nil {
				t.Empty.Add(i)
			}
		}
	}
	return true
}

// squeeze appends words without those that are 0: how many there are, a bit for each that says
// whether it is there, and those that are. It makes room for all of them meanwhile.
func squeeze(dst, raw []uint64) []uint64 {
	n, at := len(raw), len(dst)+1
	masks := (n + 63) / 64
	dst = append(slices.Grow(dst, 1+masks+n), uint64(n))[:at+masks+n]
	to := dst[at+masks:]
	k := 0
	for i := range masks {
		mask, some := uint64(0), raw[64*i:min(64*i+64, n)]
		for j, w := range some {
			bit := b2u(w != 0)
			to[k] = w
			k += int(bit)
			mask |= bit << uint(j)
		}
		dst[at+i] = mask
	}
	return dst[:at+masks+k]
}

// swell appends what squeeze was given; false where src is not from there.
func swell(dst, src []uint64) ([]uint64, bool) {
	if len(src) == 0 || src[0] > 64*uint64(len(src)) {
		return dst, false
	}
	n := int(src[0])
	masks := (n + 63) / 64
	if masks >= len(src) {
		return dst, false
	}
	bits, words := src[1:1+masks], src[1+masks:]
	dst = slices.Grow(dst, n)[:n]
	for i := range dst {
		if bits[i/64]>>(i%64)&1 == 0 {
			dst[i] = 0
			continue
		}
		if len(words) == 0 || words[0] == 0 {
			return dst[:0], false
		}
		dst[i], words = words[0], words[1:]
	}
	return dst, len(words) == 0 && (n%64 == 0 || bits[masks-1]>>(n%64) == 0)
}

// deriveFlat is derive for sites that hold a piece, or several of a sort, or nothing.
func (t *Sites) deriveFlat() bool {
	for w := range t.Empty {
		empty, from := uint64(0), 64*w
		for j, what := range t.What[from:min(from+64, len(t.What))] {
			switch {
			case uint(what) >= uint(len(t.At)):
				return false
			case what > 0:
				t.At[what][w] |= 1 << uint(j)
			}
			empty |= b2u(t.pieces(from+j) == 0) << uint(j)
		}
		t.Empty[w] = empty
	}
	return true
}

// An encoder appends words; a decoder takes them off the front. Lists whose length
// is not fixed by the program begin with it.
type (
	encoder struct{ dst []uint64 }
	decoder struct {
		src []uint64
		bad bool
	}
)

func (e *encoder) word(w uint64) { e.dst = append(e.dst, w) }

func (d *decoder) word() uint64 {
	if len(d.src) == 0 {
		d.bad = true
		return 0
	}
	w := d.src[0]
	d.src = d.src[1:]
	return w
}

func (e *encoder) words(of []uint64) { e.dst = append(e.dst, of...) }

func (d *decoder) words(to []uint64) {
	n := copy(to, d.src)
	d.src = d.src[n:]
	d.bad = d.bad || n < len(to)
	clear(to[n:])
}

func (e *encoder) ints(of []int32) {
	for ; len(of) > 1; of = of[2:] {
		e.word(uint64(uint32(of[0])) | uint64(uint32(of[1]))<<32)
	}
	if len(of) > 0 {
		e.word(uint64(uint32(of[0])))
	}
}

func (d *decoder) ints(to []int32) {
	for ; len(to) > 1; to = to[2:] {
		w := d.word()
		to[0], to[1] = int32(w), int32(w>>32)
	}
	if len(to) > 0 {
		to[0] = int32(d.word())
	}
}

func (e *encoder) list(of []int32) {
	e.word(uint64(len(of)))
	e.ints(of)
}

func (d *decoder) list(to []int32) []int32 {
	n := d.word()
	if n > uint64(len(d.src))*2 {
		d.bad = true
		return to[:0]
	}
	to = slices.Grow(to[:0], int(n))[:n]
	d.ints(to)
	return to
}

// set writes words whose order does not matter.
func (e *encoder) set(of []uint64) {
	e.word(uint64(len(of)))
	start := len(e.dst)
	e.words(of)
	slices.Sort(e.dst[start:])
}

func (d *decoder) set(to []uint64) []uint64 {
	n := d.word()
	if n > uint64(len(d.src)) {
		d.bad = true
		return to[:0]
	}
	to = slices.Grow(to[:0], int(n))[:n]
	d.words(to)
	return to
}

func (e *encoder) shorts(of []int16) {
	for ; len(of) >= 4; of = of[4:] {
		e.word(uint64(uint16(of[0])) | uint64(uint16(of[1]))<<16 | uint64(uint16(of[2]))<<32 | uint64(uint16(of[3]))<<48)
	}
	if len(of) > 0 {
		w := uint64(0)
		for i, v := range of {
			w |= uint64(uint16(v)) << (16 * uint(i))
		}
		e.word(w)
	}
}

func (d *decoder) shorts(to []int16) {
	for ; len(to) >= 4; to = to[4:] {
		w := d.word()
		to[0], to[1], to[2], to[3] = int16(w), int16(w>>16), int16(w>>32), int16(w>>48)
	}
	if len(to) > 0 {
		w := d.word()
		for i := range to {
			to[i] = int16(w >> (16 * uint(i)))
		}
	}
}

func (e *encoder) stack(of []Item) {
	e.word(uint64(len(of)))
	for i := range of {
		it := &of[i]
		e.word(it.pack())
		e.word(uint64(uint16(it.Value)))
		e.word(it.Hidden)
	}
}

func (d *decoder) stack(to []Item) []Item {
	n := d.word()
	if n > uint64(len(d.src)/3) {
		d.bad = true
		return to
	}
	for range n {
		w, v, h := d.word(), d.word(), d.word()
		to = append(to, Item{
			What: int16(w), Who: int16(w >> 16), State: int16(w >> 32), Rotation: int16(w >> 48),
			Value: int16(v), Hidden: h,
		})
	}
	return to
}

// pack gives the marks of an item that fit into a word.
func (it *Item) pack() uint64 {
	return uint64(uint16(it.What)) | uint64(uint16(it.Who))<<16 | uint64(uint16(it.State))<<32 | uint64(uint16(it.Rotation))<<48
}

// numbers lists the fields of a head that are numbers.
// They are an even number, two to a word.
func (h *Head) numbers() [40]*int32 {
	l := &h.Last
	return [...]*int32{
		&h.Mover, &h.Next, &h.Prev, &h.Counter, &h.Turn, &h.SamePlayer, &h.Passes, &h.Moves, &h.TurnMoves,
		&h.Temp, &h.Pot, &h.Trump, &h.Decided, &h.Winner, &h.WinsDecided, &h.LossesDecided, &h.Winners, &h.Losers, &h.Instance, &h.Instances,
		&h.RunMover, &h.RunMoves, &h.RunFrom, &h.RunBefore, &h.Runs, &h.RunsPassed, &h.Won, &h.Lost,
		&l.Mover, &l.From, &l.To, &l.LevelFrom, &l.LevelTo, &l.FromAfter, &l.ToAfter, &l.LevelFromAfter,
		&l.LevelToAfter, &l.ActionFrom, &l.ActionTo, &l.What,
	}
}

// truths lists those that are true or false.
func (h *Head) truths() [9]*bool {
	l := &h.Last
	return [...]*bool{&h.Over, &h.DiceEqual, &h.HasStored, &h.RunPass, &h.Pause, &l.Valid, &l.Pass, &l.Swap, &l.Forced}
}

func (e *encoder) head(h *Head) {
	numbers := h.numbers()
	for i := 0; i < len(numbers); i += 2 {
		e.word(uint64(uint32(*numbers[i])) | uint64(uint32(*numbers[i+1]))<<32)
	}
	w := uint64(h.EndType) | uint64(h.Last.FromKind)<<8 | uint64(h.Last.ToKind)<<16
	for i, t := range h.truths() {
		if *t {
			w |= 1 << (24 + uint(i))
		}
	}
	e.word(w)
	e.word(uint64(h.Active) | uint64(h.Stalemated)<<32)
}

func (d *decoder) head(h *Head) {
	numbers := h.numbers()
	for i := 0; i < len(numbers); i += 2 {
		w := d.word()
		*numbers[i], *numbers[i+1] = int32(w), int32(w>>32)
	}
	w := d.word()
	h.EndType, h.Last.FromKind, h.Last.ToKind = EndType(uint8(w)), Kind(uint8(w>>8)), Kind(uint8(w>>16))
	for i, t := range h.truths() {
		*t = w>>(24+uint(i))&1 != 0
	}
	w = d.word()
	h.Active, h.Stalemated = uint32(w), uint32(w>>32)
}
