package infoset

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/game"
)

// ErrLost says that no position fits what the seat did and saw; the tracker goes
// on with positions that fit as much of it as possible.
var ErrLost = errors.New("no position fits what was done and seen")

// Observation is what a seat knows about one joint move.
type Observation struct {
	// Moves are the texts of the moves by seat; "" means unknown. An unknown move
	// of a player may be any legal one, Nature's comes by its odds.
	Moves []string
	// Told says that Percepts are all that the seat was told by this step; when
	// false, nothing is known about percepts.
	Told     bool
	Percepts []string
}

// Options bound a Tracker. The zero value works.
type Options struct {
	Particles int    // positions kept; default 100
	Expand    int    // joint moves tried per step when all are tried; default 2000
	Backtrack int    // joint moves tried when looking for a new history; default 20000
	Seed      uint64 // of the random choices
}

func (o Options) withDefaults() Options {
	if o.Particles < 1 {
		o.Particles = 100
	}
	if o.Expand < 1 {
		o.Expand = 2000
	}
	if o.Backtrack < 1 {
		o.Backtrack = 20_000
	}
	return o
}

// Particle is a position the match may be in.
type Particle struct {
	State  game.State
	Weight float64 // relative probability
	// Views has, per seat, a hash of all that the seat did and was told on the way
	// here: two particles look alike to a seat exactly when its views are equal.
	Views []uint64
}

// Tracker follows one match for one seat. It is not safe for concurrent use.
type Tracker struct {
	g       game.Game
	f       *game.Facts
	seat    int
	opt     Options
	m       game.Machine
	rng     *rand.Rand
	parts   []Particle
	history []Observation
	view    []Particle // those of parts that Legal spoke of; nil for all
	guessed bool       // some move was unknown, so that other histories are possible
	blind   bool       // an own move was unknown
	lost    bool

	legal  []game.Move
	odds   []float64
	sees   []string
	joint  []game.Move
	choice [][]option
}

// option is a move a seat may have made, with its probability.
type option struct {
	move game.Move
	p    float64
}

// NewTracker returns a tracker at the initial position of g.
func NewTracker(g game.Game, seat int, opt Options) *Tracker {
	t := &Tracker{g: g, f: g.Facts(), seat: seat, opt: opt.withDefaults(), m: g.NewMachine()}
	t.rng = game.Stream(opt.Seed, "agent.infoset", uint64(seat))
	t.parts = []Particle{t.start()}
	t.choice = make([][]option, len(t.f.Seats))
	return t
}

func (t *Tracker) start() Particle {
	t.m.Reset()
	return Particle{State: t.m.Save(nil), Weight: 1, Views: make([]uint64, len(t.f.Seats))}
}

// Clone returns a tracker that goes on by itself from the same history.
func (t *Tracker) Clone() *Tracker {
	to := NewTracker(t.g, t.seat, t.opt)
	to.parts, to.history = slices.Clone(t.parts), slices.Clone(t.history)
	to.guessed, to.blind, to.lost = t.guessed, t.blind, t.lost
	return to
}

// Game is the game that is followed.
func (t *Tracker) Game() game.Game { return t.g }

// Turns is the number of joint moves observed.
func (t *Tracker) Turns() int { return len(t.history) }

// Lost reports whether the positions do not fit everything observed.
func (t *Tracker) Lost() bool { return t.lost }

// Particles are the positions the match may be in, never empty; after Legal, and
// until the next observation, those in which its moves are legal. The caller must
// not change them.
func (t *Tracker) Particles() []Particle {
	if t.view != nil {
		return t.view
	}
	return t.parts
}

// Move tells a tracker for another engine of the same game, or another budget,
// everything observed so far. It ends with the first error, ErrLost when a turn
// does not fit there.
func (t *Tracker) Move(ctx context.Context, to *Tracker) error {
	for _, o := range t.history {
		if err := to.Observe(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// MoveAll is Move, but goes on after errors as Observe does, so that no turn is
// left out. It returns the first of them.
func (t *Tracker) MoveAll(ctx context.Context, to *Tracker) error {
	var first error
	for _, o := range t.history {
		if err := to.Observe(ctx, o); first == nil {
			first = err
		}
	}
	return first
}

// Observe follows one joint move. The error wraps ErrLost when nothing fits, or
// is ctx's when there was no time to find out; the tracker goes on in any case.
func (t *Tracker) Observe(ctx context.Context, o Observation) error {
	if len(o.Moves) != len(t.f.Seats) {
		moves := make([]string, len(t.f.Seats))
		copy(moves, o.Moves)
		o.Moves = moves
	}
	o.Percepts = normalAll(o.Percepts)
	t.history = append(t.history, o)
	t.view = nil
	t.guessed = t.guessed || slices.Contains(o.Moves, "")
	t.blind = t.blind || o.Moves[t.seat] == ""
	if next := t.extend(ctx, t.parts, o); len(next) > 0 {
		t.parts = next
		return nil
	}
	if err := ctx.Err(); err != nil {
		t.relax(ctx, o)
		return fmt.Errorf("follow turn %d: %w", len(t.history), err)
	}
	if t.guessed && len(t.history) > 1 {
		if found := t.backtrack(ctx); len(found) > 0 {
			t.parts = t.thin(found)
			return nil
		}
	}
	t.relax(ctx, o)
	return fmt.Errorf("follow turn %d: moves %s, percepts %s: %w", len(t.history), quoted(o.Moves), quoted(o.Percepts), ErrLost)
}

// quoted writes a list for an error, which may come from a stranger and be long.
func quoted(list []string) string {
	s := fmt.Sprintf("%.100q", list[:min(len(list), 20)])
	if len(list) > 20 {
		s += fmt.Sprintf(" and %d more", len(list)-20)
	}
	return s
}

// relax follows o while believing less and less of it: first the percepts are
// given up, then the moves of others, then the own move.
func (t *Tracker) relax(ctx context.Context, o Observation) {
	t.lost = true
	from, want := t.parts, t.opt.Particles
	for _, try := range []func(){
		func() { o.Told = false },
		func() { o.Moves = t.readable(o.Moves) },
		func() { o.Moves = t.only(o.Moves, t.seat) },
		func() { o.Moves = make([]string, len(o.Moves)) },
	} {
		try()
		var next []Particle
		if ctx.Err() == nil {
			next = t.sample(ctx, from, o, want)
		}
		if len(next) == 0 && ctx.Err() != nil {
			// Even late, one position to go on with is worth a few steps.
			from, want = t.parts[:1], 1
			next = t.sample(context.WithoutCancel(ctx), from, o, want)
		}
		if len(next) > 0 {
			t.parts = next
			return
		}
	}
}

// readable drops the moves that are not legal in the first particle.
func (t *Tracker) readable(moves []string) []string {
	out := slices.Clone(moves)
	t.m.Load(t.parts[0].State)
	for seat, text := range out {
		if text == "" {
			continue
		}
		if _, err := t.m.Parse(seat, text); err != nil {
			out[seat] = ""
		}
	}
	return out
}

func (t *Tracker) only(moves []string, seat int) []string {
	out := make([]string, len(moves))
	out[seat] = moves[seat]
	return out
}

// extend follows one joint move from all particles: exhaustively when that is
// cheap enough, else by sampling.
func (t *Tracker) extend(ctx context.Context, from []Particle, o Observation) []Particle {
	var out []Particle
	total := 0
	for _, i := range t.rng.Perm(len(from)) {
		if ctx.Err() != nil {
			break
		}
		n := t.options(from[i].State, o)
		if n == 0 {
			continue
		}
		if total += n; total > t.opt.Expand {
			return t.sample(ctx, from, o, t.opt.Particles)
		}
		t.each(ctx, from[i], o, func(p Particle) { out = append(out, p) })
	}
	return t.thin(out)
}

// options loads a position and fills t.choice with what every seat may have
// done there; it returns the number of joint moves (capped), 0 when o does not
// fit.
func (t *Tracker) options(s game.State, o Observation) int {
	t.m.Load(s)
	if t.m.Terminal() {
		return 0
	}
	total := 1
	for seat := range t.f.Seats {
		list := t.choice[seat][:0]
		if text := o.Moves[seat]; text != "" {
			move, err := t.m.Parse(seat, text)
			if err != nil {
				return 0
			}
			list = append(list, option{move, 1})
		} else {
			t.legal = t.m.Legal(seat, t.legal)
			t.odds = t.odds[:0]
			if c, ok := t.m.(game.Chancer); ok && t.f.NatureSeat(seat) {
				t.odds = c.Odds(t.odds)
			}
			for i, move := range t.legal {
				p := 1 / float64(len(t.legal))
				if len(t.odds) == len(t.legal) {
					p = t.odds[i]
				}
				if p > 0 {
					list = append(list, option{move, p})
				}
			}
		}
		t.choice[seat] = list
		if len(list) == 0 {
			return 0
		}
		total = min(total*len(list), 1<<30)
	}
	return total
}

// each calls yield for every joint move of t.choice that fits o.
func (t *Tracker) each(ctx context.Context, from Particle, o Observation, yield func(Particle)) {
	index := make([]int, len(t.choice))
	for {
		p := 1.0
		t.joint = t.joint[:0]
		for seat, i := range index {
			t.joint = append(t.joint, t.choice[seat][i].move)
			p *= t.choice[seat][i].p
		}
		if to, ok := t.step(from, o, p); ok {
			yield(to)
		}
		seat := len(index) - 1
		for ; seat >= 0; seat-- {
			if index[seat]++; index[seat] < len(t.choice[seat]) {
				break
			}
			index[seat] = 0
		}
		if seat < 0 || ctx.Err() != nil {
			return
		}
	}
}

// step makes t.joint from a particle; false when the result does not fit o.
func (t *Tracker) step(from Particle, o Observation, p float64) (Particle, bool) {
	t.m.Load(from.State)
	t.m.Step(t.joint)
	if t.m.Err() != nil {
		return Particle{}, false
	}
	to := Particle{Weight: from.Weight * p, Views: slices.Clone(from.Views)}
	if per, ok := t.m.(game.Perceiver); ok {
		for seat := range t.f.Seats {
			t.sees = per.Percepts(seat, t.sees)
			if seat == t.seat && o.Told && !samePercepts(t.sees, o.Percepts) {
				return Particle{}, false
			}
			to.Views[seat] = View(to.Views[seat], t.joint[seat], t.sees)
		}
	} else {
		for seat := range t.f.Seats { // who is told nothing still knows what it did
			to.Views[seat] = View(to.Views[seat], t.joint[seat], nil)
		}
	}
	to.State = t.m.Save(nil)
	return to, true
}

// View extends the hash of what a seat did and saw by one step.
func View(view uint64, move game.Move, percepts []string) uint64 {
	h := fnv.New64a()
	var b [16]byte
	for i := range 8 {
		b[i], b[8+i] = byte(view>>(8*i)), byte(uint64(move)>>(8*i))
	}
	h.Write(b[:])
	for _, s := range percepts {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Legal gives the own legal moves. In a well-formed game a seat that knows what
// it did and saw has the same ones in all particles; where they differ all the
// same, the weightier side is believed and the other particles are dropped. When
// that knowledge has gaps (a turn that was never told, an own move that may have
// been replaced, a history that does not fit), nothing is dropped: the result
// then holds the move that is legal in the most particles by weight, with those
// that are legal wherever it is. It is empty when every particle is terminal or
// faulty.
func (t *Tracker) Legal() []game.Move {
	type group struct {
		moves  []game.Move
		weight float64
		parts  []Particle
	}
	t.view = nil
	var groups []group
	for _, p := range t.parts {
		t.m.Load(p.State)
		if t.m.Terminal() {
			continue
		}
		t.legal = t.m.Legal(t.seat, t.legal)
		if len(t.legal) == 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool { return sameMoves(g.moves, t.legal) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{moves: slices.Clone(t.legal)})
		}
		groups[i].weight += p.Weight
		groups[i].parts = append(groups[i].parts, p)
	}
	if len(groups) == 0 {
		return nil
	}
	best := 0
	for i, g := range groups {
		if g.weight > groups[best].weight {
			best = i
		}
	}
	if t.f.Hidden && !t.lost && !t.blind {
		t.parts = groups[best].parts
		return groups[best].moves
	}
	t.view = groups[best].parts
	if len(groups) == 1 {
		return groups[best].moves
	}
	support := map[game.Move]float64{}
	for _, g := range groups {
		for _, m := range g.moves {
			support[m] += g.weight
		}
	}
	safest := groups[best].moves[0]
	for _, g := range groups {
		for _, m := range g.moves { // in this order, so that the choice among equals is no chance
			if support[m] > support[safest] {
				safest = m
			}
		}
	}
	var moves []game.Move
	t.view = nil
	for _, g := range groups {
		switch {
		case !slices.Contains(g.moves, safest):
			continue
		case moves == nil:
			moves = slices.Clone(g.moves)
		default:
			legal := among(g.moves)
			moves = slices.DeleteFunc(moves, func(m game.Move) bool { return !legal(m) })
		}
		t.view = append(t.view, g.parts...)
	}
	return moves
}

func sameMoves(a, b []game.Move) bool {
	if slices.Equal(a, b) {
		return true
	}
	if len(a) != len(b) {
		return false
	}
	x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(x, y)
}

// Label is the text of an own move that is legal now.
func (t *Tracker) Label(m game.Move) string {
	t.m.Load(t.Particles()[0].State)
	return t.m.Label(t.seat, m)
}

// Labels are the texts of own moves that are legal now: the position, which may be large,
// is looked up once. There may be a hundred thousand of them; when ctx ends the rest is
// left out.
func (t *Tracker) Labels(ctx context.Context, moves []game.Move) map[game.Move]string {
	t.m.Load(t.Particles()[0].State)
	out := make(map[game.Move]string, len(moves))
	for i, m := range moves {
		if i%1024 == 1023 && ctx.Err() != nil {
			break
		}
		out[m] = t.m.Label(t.seat, m)
	}
	return out
}

// Parse is the inverse of Label; letter case is ignored where unambiguous.
func (t *Tracker) Parse(text string) (game.Move, error) {
	t.m.Load(t.Particles()[0].State)
	return t.m.Parse(t.seat, text)
}

// Fits reports whether a joint move, by seat and with "" for unknown moves, is
// legal in some particle.
func (t *Tracker) Fits(moves []string) bool {
	for _, p := range t.parts {
		if len(moves) == len(t.f.Seats) && t.options(p.State, Observation{Moves: moves}) > 0 {
			return true
		}
	}
	return false
}

// Explains reports whether some particle could have gone on as observed. It does
// not follow the observation.
func (t *Tracker) Explains(ctx context.Context, o Observation) bool {
	if len(o.Moves) != len(t.f.Seats) {
		return false
	}
	if _, ok := t.m.(game.Perceiver); !ok && o.Told {
		return len(o.Percepts) == 0 && len(t.extend(ctx, t.parts, o)) > 0 // nobody is told anything
	}
	o.Percepts = normalAll(o.Percepts)
	return len(t.extend(ctx, t.parts, o)) > 0
}

// Terminal reports whether the match is over in every particle.
func (t *Tracker) Terminal() bool {
	for _, p := range t.parts {
		t.m.Load(p.State)
		if !t.m.Terminal() {
			return false
		}
	}
	return true
}

func normalAll(percepts []string) []string {
	out := make([]string, len(percepts))
	for i, s := range percepts {
		out[i] = normal(s)
	}
	slices.Sort(out)
	return out
}

// normal brings a term's text into one form: lower case, single blanks, none
// inside parentheses.
func normal(s string) string {
	s = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(strings.ToLower(s))
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer("( ", "(", " )", ")").Replace(s)
}

// samePercepts compares percepts as sets, ignoring letter case and spacing; b is
// normal and sorted.
func samePercepts(a, b []string) bool {
	return slices.Equal(slices.Compact(normalAll(a)), slices.Compact(slices.Clone(b)))
}
