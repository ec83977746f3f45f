package game

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// Batcher is a Game whose engine plays many positions at once. A game that lacks it has
// batches all the same, see NewBatch.
type Batcher interface {
	// NewBatch makes a batch. It fails, wrapping ErrBudget, if the bytes do not suffice, and ErrNoBatch where
	// the engine cannot for this game. For a large game it may take seconds; the game's Sign ends it
	// when it is closed, and only then.
	NewBatch(o BatchOptions) (Batch, error)
}

// BatchOptions say what batch is wanted.
type BatchOptions struct {
	// Bytes bounds its memory, what batches of the game share counted in.
	Bytes int64
	// Decisive says that playouts take moves that win at once, else moves that take the place of one with which
	// somebody else would, as far as the engine sees them (Teytaud and Teytaud, "On the huge benefit of decisive
	// moves in Monte-Carlo tree search algorithms", 2010); otherwise they are uniformly random. An engine that sees
	// none in this game has no such batch (ErrNoBatch).
	Decisive bool
}

// Decider is a Machine whose playouts can be those of BatchOptions.Decisive.
type Decider interface {
	// Decide has them be that from now on, or no longer, and reports whether they can.
	Decide(on bool) bool
}

// Sparer is a Machine whose playouts can leave out moves that hardly ever help who makes them, while there is another.
type Sparer interface {
	// Spare has them do so from now on, or no longer, and reports whether such moves are known in this game.
	Spare(on bool) bool
}

// Batch is one goroutine's cursor in many positions of a game.
type Batch interface {
	// Lanes is the number of positions that are dealt with at once: fewer cost as much.
	Lanes() int
	// Playouts makes each random playouts (uniform, or BatchOptions.Decisive; Nature by its odds) of at most limit
	// steps from every state, and writes what they gave to out, one Tally per state; their
	// Sums are reused. States may be in any number; equal ones may repeat. The result
	// depends on states, each, limit and what rng gives only. A context or the game's Sign
	// ends it soon, with its cause; out has then what was over by then. Positions that were
	// loaded are lost.
	Playouts(ctx context.Context, states []State, each int, rng *rand.Rand, limit int, out []Tally) error

	// Load goes to positions, at most Lanes of them. What follows is asked by the index of
	// a position, and is what a Machine loaded with it would answer.
	Load(states []State) error
	// Save appends a position to dst[:0].
	Save(i int, dst State) State
	// Terminal reports whether the match is over there, or an error has occurred.
	Terminal(i int) bool
	// Legal appends the legal moves of a seat there to dst[:0], as a Machine lists them.
	Legal(i, seat int, dst []Move) []Move
	// Step makes a joint move in every position that is not terminal: joint has a move for
	// every seat of position 0, then for every seat of position 1 and so on. What it has
	// for terminal positions does not matter; what happens on an illegal move is undefined
	// but safe, in that position only.
	Step(joint []Move)
	// Utility writes what a position is worth to each player.
	Utility(i int, dst []float64)
	// Err is the first fault met in a position since it was loaded.
	Err(i int) error
}

// Tally is what the playouts from one state gave.
type Tally struct {
	Sum    []float64 // of the utilities of the Ended and the Cut, by player
	Ended  int       // came to a terminal position
	Cut    int       // cut off at the limit where the rules give somebody something
	Blank  int       // cut off where they give nobody anything: nothing is known
	Faults int       // met a fault of the description: nothing is known
	Steps  int64     // made by all of them
}

// Known is the number of playouts that Sum is about.
func (t *Tally) Known() int { return t.Ended + t.Cut }

// ErrNoBatch is wrapped by the error of a Batcher whose engine turns out not to play many positions
// of this game at once.
var ErrNoBatch = errors.New("the engine does not play many positions of this game at once")

// NewBatch makes a batch of a game: its own, else one that a single machine works off.
func NewBatch(g Game, o BatchOptions) (Batch, error) {
	b, err := OwnBatch(g, o)
	if errors.Is(err, ErrNoBatch) {
		return OneByOne(g, loneLanes), nil
	}
	return b, err
}

// OwnBatch makes the batch of the game's own engine. It fails, wrapping ErrNoBatch, where there is
// none.
func OwnBatch(g Game, o BatchOptions) (Batch, error) {
	if b, ok := g.(Batcher); ok {
		return b.NewBatch(o)
	}
	return nil, ErrNoBatch
}

// OneByOne is a batch of so many positions that single machines of the game work off.
func OneByOne(g Game, lanes int) Batch { return &oneByOne{g: g, m: g.NewMachine(), lanes: lanes} }

// loneLanes is the number of positions of a batch that has no reason for any number.
const loneLanes = 64

type oneByOne struct {
	g     Game
	m     Machine   // plays
	at    []Machine // positions
	lanes int
	n     int // positions loaded
	value []float64
}

// Lanes implements Batch.
func (b *oneByOne) Lanes() int { return b.lanes }

// Playouts implements Batch.
func (b *oneByOne) Playouts(ctx context.Context, states []State, each int, rng *rand.Rand, limit int, out []Tally) error {
	if len(out) != len(states) || each < 0 || limit < 0 {
		return fmt.Errorf("playouts: %d results for %d states, %d games of %d steps each", len(out), len(states), each, limit)
	}
	players := b.g.Facts().Players
	b.value = append(b.value[:0], make([]float64, players)...)
	sign := SignOf(b.g)
	seen := sign.Look()
	b.m.Reset() // what earlier calls have left behind, such as how it draws moves, must not matter
	for i := range out {
		out[i] = Tally{Sum: append(out[i].Sum[:0], b.value...)}
	}
	for i, s := range states {
		for range each {
			clear(b.value)
			b.m.Load(s)
			steps := Playout(b.m, rng, limit)
			if err := errors.Join(ctx.Err(), sign.Since(seen)); err != nil {
				return err
			}
			out[i].Steps += int64(steps)
			b.count(&out[i])
		}
	}
	return nil
}

func (b *oneByOne) count(t *Tally) {
	over := b.m.Terminal()
	if b.m.Err() == nil {
		b.m.Utility(b.value)
	}
	if b.m.Err() != nil {
		t.Faults++
		return
	}
	told := false
	for p, v := range b.value {
		t.Sum[p] += v
		told = told || v > 0
	}
	switch {
	case over:
		t.Ended++
	case told:
		t.Cut++
	default:
		t.Blank++
	}
}

// Load implements Batch.
func (b *oneByOne) Load(states []State) error {
	if len(states) > b.lanes {
		return fmt.Errorf("load %d positions: a batch has %d", len(states), b.lanes)
	}
	for len(b.at) < len(states) {
		b.at = append(b.at, b.g.NewMachine())
	}
	b.n = len(states)
	for i, s := range states {
		b.at[i].Load(s)
	}
	return nil
}

// Save implements Batch.
func (b *oneByOne) Save(i int, dst State) State { return b.at[i].Save(dst) }

// Terminal implements Batch.
func (b *oneByOne) Terminal(i int) bool { return b.at[i].Terminal() }

// Legal implements Batch.
func (b *oneByOne) Legal(i, seat int, dst []Move) []Move { return b.at[i].Legal(seat, dst) }

// Step implements Batch.
func (b *oneByOne) Step(joint []Move) {
	seats := len(b.g.Facts().Seats)
	for i := range b.n {
		if !b.at[i].Terminal() && len(joint) >= (i+1)*seats {
			b.at[i].Step(joint[i*seats : (i+1)*seats])
		}
	}
}

// Utility implements Batch.
func (b *oneByOne) Utility(i int, dst []float64) { b.at[i].Utility(dst) }

// Err implements Batch.
func (b *oneByOne) Err(i int) error { return b.at[i].Err() }
