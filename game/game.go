// Package game is the contract between rules and everyone who plays by them.
//
// Rules arrive in two languages; behind this package nobody may know which one
// it was. A Game is immutable and shared. A Machine is one goroutine's cursor
// in it: it knows one position, lists legal moves, makes a joint step and says
// what a finished position is worth.
//
// The promises, asserted for any engine by gametest.Verify:
//
//   - At every step every seat names a move (a joint move). A seat with one
//     legal move is passive; turn taking, simultaneous play and passing are all
//     this one thing.
//   - Nature (GDL's role "random", dice) is one more seat, always the last; its
//     legal moves carry odds.
//   - Save and Load are inverse; a State may be copied, compared, hashed, stored
//     and given to another Machine of the same Game.
//   - Utilities are in 0…1 per player; nobody assumes two players or zero sum.
//   - A fault of the description met on the way (no legal move, no goal, a
//     budget exceeded) is sticky: Err reports it until the next Reset or Load,
//     the position counts as terminal meanwhile, and nothing panics.
//   - A flaw of the description that play can go on with (several goal values
//     where there should be one) is no fault: the machine does what the contract
//     says of it, and a Warner tells of it.
//
// The package imports the standard library only, and nothing in it knows a game.
package game

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Move names one move of one seat. It is meaningful for (game, seat) only. When
// Game.MoveCount of the seat is n > 0, moves are the integers 0…n-1.
type Move uint64

// State is a position in packed words. Two positions of a game are the same
// exactly when their states are equal word for word.
type State []uint64

// Hash is a 64-bit hash of the state, the same on every machine and in every run. Searches take positions of one hash
// for one, so every bit of a word has to reach all bits of the hash before the next word comes: the halves
// of a product of 128 bits do that, where one of 64 bits leaves the high bits of a word where they are.
func (s State) Hash() uint64 {
	h := uint64(0x9e3779b97f4a7c15) ^ uint64(len(s))
	for _, w := range s {
		hi, lo := bits.Mul64(h^w, 0xff51afd7ed558ccd)
		h = hi ^ lo
	}
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>29
}

// Equal reports whether two states are the same position.
func (s State) Equal(t State) bool { return slices.Equal(s, t) }

// Bytes gives the state in little-endian bytes, for storing and sending.
func (s State) Bytes() []byte {
	out := make([]byte, 0, 8*len(s))
	for _, w := range s {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

// StateFromBytes is the inverse of State.Bytes.
func StateFromBytes(b []byte) (State, error) {
	if len(b)%8 != 0 {
		return nil, errors.New("read state: length is not a multiple of 8 bytes")
	}
	s := make(State, 0, len(b)/8)
	for ; len(b) > 0; b = b[8:] {
		s = append(s, binary.LittleEndian.Uint64(b))
	}
	return s, nil
}

// Game is a set of rules ready to be played. It is immutable as seen from
// outside and may be shared by any number of goroutines.
type Game interface {
	// Facts describes the game. The caller must not change what it points to.
	Facts() *Facts
	// MoveCount is the number of moves a seat can ever have, 0 when unbounded.
	MoveCount(seat int) int
	// NewMachine returns a machine at the initial position.
	NewMachine() Machine
}

// Machine is one goroutine's cursor in a game.
type Machine interface {
	Game() Game

	// Reset goes to the initial position.
	Reset()
	// Save appends the position to dst[:0] and returns it.
	Save(dst State) State
	// Load goes to a position saved by any machine of the same game.
	Load(s State)

	// Terminal reports whether the match is over here (or an error has occurred).
	Terminal() bool
	// Legal appends the legal moves of a seat to dst[:0], in an order that depends
	// on the position only. In a terminal position it may be empty.
	Legal(seat int, dst []Move) []Move
	// Step makes a joint move: one legal move per seat, Nature's included, in
	// seat order. What happens on an illegal move is undefined but safe.
	Step(joint []Move)
	// Utility writes what the position is worth to each player, 0…1, into
	// dst[:Facts.Players]. It is complete in terminal positions; elsewhere a
	// player for whom the rules say nothing gets 0. Where the rules give a player
	// several values it is the highest; see Warner.
	Utility(dst []float64)

	// Label is the text of a move of a seat that is legal here, as the protocol
	// writes it.
	Label(seat int, m Move) string
	// Parse is the inverse of Label for moves that are legal here. Letter case
	// is ignored where that is unambiguous.
	Parse(seat int, text string) (Move, error)

	// Err is the first fault met since the last Reset or Load, nil while all is well.
	Err() error
}

// Faults of a description that only show while it is played. They are wrapped
// with what exactly happened.
var (
	ErrNoMove = errors.New("a seat has no legal move in a position that is not terminal")
	ErrGoal   = errors.New("a terminal position gives a role no goal value from 0 to 100")
	ErrBudget = errors.New("a budget of steps, memory or time is exceeded")
	ErrMove   = errors.New("no such legal move")

	// ErrInterrupted is no fault of the description: somebody ended the question.
	ErrInterrupted = errors.New("interrupted")
)

// ErrGoals is a flaw that play can go on with, which a Warner tells of.
var ErrGoals = errors.New("a terminal position gives a role more than one goal value; the highest counts")

// Facts are what algorithms may ask about a game before they take it on.
type Facts struct {
	Name   string // for people; may be empty
	Family string // "gdl" or "ludii"; for people, no algorithm may look at it
	Hash   string // hexadecimal content hash of the description

	// Seats are the names of the seats: the players in the order of the
	// description, then Nature if there is one.
	Seats   []string
	Players int // seats that are not Nature
	// RoleSeat gives the seat of each role in the order in which the protocol
	// lists moves (it differs from the identity when Nature is not last there).
	RoleSeat []int

	Nature bool // the last seat is Nature
	Hidden bool // players may not see everything; see Perceiver

	Engine string // what runs it, for people: "reasoner", "network", …
	Note   string // a sentence about that choice, for example why not the network
}

// draws is how many joint moves Nature may make for one of a player: four, for four dice.
const draws = 4

// Bound turns a bound on the moves of a match, as Playout counts them, into one on its joint moves, of which what Nature draws
// takes several for a move.
func (f *Facts) Bound(moves int) int {
	if f.Nature {
		return (1 + draws) * moves
	}
	return moves
}

// NatureSeat reports whether seat is Nature's.
func (f *Facts) NatureSeat(seat int) bool { return f.Nature && seat == f.Players }

// ByRole puts moves given per seat into role order (protocol order).
func (f *Facts) ByRole(seatMoves []string) []string {
	out := make([]string, len(f.RoleSeat))
	for role, seat := range f.RoleSeat {
		out[role] = seatMoves[seat]
	}
	return out
}

// BySeat puts moves given in role order into seat order.
func (f *Facts) BySeat(roleMoves []string) []string {
	out := make([]string, len(f.Seats))
	for role, seat := range f.RoleSeat {
		out[seat] = roleMoves[role]
	}
	return out
}

// SeatByName finds the seat of a role name: exactly, else ignoring letter case
// when that is unambiguous, else -1.
func (f *Facts) SeatByName(name string) int {
	if i := slices.Index(f.Seats, name); i >= 0 {
		return i
	}
	found := -1
	for i, s := range f.Seats {
		if equalFold(s, name) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		x, y := a[i], b[i]
		if 'A' <= x && x <= 'Z' {
			x += 'a' - 'A'
		}
		if 'A' <= y && y <= 'Z' {
			y += 'a' - 'A'
		}
		if x != y {
			return false
		}
	}
	return true
}

// Capabilities: what only some machines can do, found by type assertion on a
// Machine. A machine that lacks one is still a machine.
type (
	// Chancer gives the odds of Nature's moves.
	Chancer interface {
		// Odds appends the probability of each of Nature's legal moves, in the
		// order of Legal, to dst[:0]. They sum to 1. Without this capability
		// Nature's moves are equally likely.
		Odds(dst []float64) []float64
	}

	// Perceiver says what a player was told by the last Step.
	Perceiver interface {
		// Percepts appends the percepts of a seat, sorted, to dst[:0]; empty
		// before the first step.
		Percepts(seat int, dst []string) []string
	}

	// Warner tells of flaws of the description that play can go on with.
	Warner interface {
		// Warning is the first flaw met since the last Reset or Load, nil for none. A
		// flaw in what a position is worth is met when Utility is asked. It changes
		// neither Err nor Terminal. It wraps ErrGoals, say, with what exactly happened.
		Warning() error
	}

	// Lister writes the position as facts.
	Lister interface {
		// Fluents appends the facts true here, sorted, in the form "(cell 1 1 b)".
		Fluents(dst []string) []string
	}

	// Renderer draws the position as text of several lines.
	Renderer interface{ Render() string }

	// Playouter plays random moves inside the engine, faster than by Step.
	Playouter interface {
		// Playout makes uniformly random joint moves (Nature by its odds) until
		// the position is terminal or limit steps were made, and returns the
		// number of steps made. Where Nature is asked in the midst of a move, as by dice
		// in ludemes, her answers are no steps here, though Step has one for each
		// (Facts.Bound).
		Playout(rng *rand.Rand, limit int) int
	}

	// Tracer plays random moves inside the engine and tells which, for those who learn
	// about moves from playouts.
	Tracer interface {
		// Trace is Playout, and appends to made, in order, the moves of players who had, as
		// far as the engine knows, a choice. If weigh is not nil, a player's move is drawn
		// with a probability in proportion to weigh, which is above 0 and at most 1; it may
		// be asked about moves that turn out to be illegal.
		Trace(rng *rand.Rand, limit int, weigh func(seat int, mv Move) float64, made []Made) (int, []Made)
	}

	// Sizer reports the memory that a game's shared structures take.
	Sizer interface{ Bytes() int64 }
)

// Made is a move that somebody made.
type Made struct {
	Seat int
	Move Move
}

// Playout makes random joint moves until the position is terminal or limit
// steps were made, natively where the machine can. It returns the steps made.
func Playout(m Machine, rng *rand.Rand, limit int) int {
	if p, ok := m.(Playouter); ok {
		return p.Playout(rng, limit)
	}
	w := Walker{}
	n := 0
	for ; n < limit && !m.Terminal(); n++ {
		if !w.Step(m, rng) {
			break
		}
	}
	return n
}

// Walker makes random joint steps on any machine, reusing its buffers. The zero
// value is ready.
type Walker struct {
	moves []Move
	joint []Move
	odds  []float64
}

// Draw picks a random joint move: uniform per player, Nature by its odds. The
// result is valid until the next call. It returns nil if a seat has no move.
func (w *Walker) Draw(m Machine, rng *rand.Rand) []Move {
	f := m.Game().Facts()
	w.joint = w.joint[:0]
	for seat := range f.Seats {
		w.moves = m.Legal(seat, w.moves)
		if len(w.moves) == 0 {
			return nil
		}
		w.joint = append(w.joint, w.pick(m, f, seat, rng))
	}
	return w.joint
}

func (w *Walker) pick(m Machine, f *Facts, seat int, rng *rand.Rand) Move {
	if f.NatureSeat(seat) {
		if c, ok := m.(Chancer); ok {
			w.odds = c.Odds(w.odds)
			return w.moves[DrawOdds(w.odds, rng)]
		}
	}
	return w.moves[rng.IntN(len(w.moves))]
}

// Step draws a random joint move and makes it; false if a seat has no move.
func (w *Walker) Step(m Machine, rng *rand.Rand) bool {
	joint := w.Draw(m, rng)
	if joint == nil {
		return false
	}
	m.Step(joint)
	return m.Err() == nil
}

// DrawOdds draws an index with the given probabilities.
func DrawOdds(odds []float64, rng *rand.Rand) int {
	x := rng.Float64()
	for i, p := range odds {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(odds) - 1
}

// Stream gives a random stream of its own for (seed, purpose, index), so that
// a match, a search and a self-play game can be replayed.
func Stream(seed uint64, purpose string, index uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(seed^h.Sum64(), h.Sum64()*31+index*0x9e3779b97f4a7c15+seed))
}
