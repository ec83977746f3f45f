package retro

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ludens/game"
	"ludens/internal/yield"
)

// worker makes all moves of positions, while others do that of others.
type worker struct {
	m       game.Machine
	key     func() uint64
	point   yield.Point
	workers int   // how many there are
	room    int64 // for what comes of the positions that it is given at a time

	state  game.State // whose moves are made
	saved  game.State
	legal  [2][]game.Move
	joint  [2]game.Move
	u      [2]float64
	packed []byte // states that are new, one behind the other
	nodes  []node
	edges  []edge
	err    error // the last position is not in nodes
}

// node is a position whose moves have been made.
type node struct {
	owner uint8 // who decides
	edges int   // how many of edges are its
}

// edge is where a move leads.
type edge struct {
	key  uint64
	id   uint32 // if it was met before
	kind kind
	size int     // of its packed state; 0 unless it goes on
	u    float64 // what an end is worth to the first player
}

type kind uint8

const (
	met     kind = iota
	goesOn       // new
	endsNow      // new, and the match is over
)

func newWorker(m game.Machine, workers int, room int64) *worker {
	return &worker{m: m, key: identity(m), workers: workers, room: room}
}

// identity tells the positions of a machine apart.
func identity(m game.Machine) func() uint64 {
	if k, ok := m.(game.Keyer); ok {
		return k.Key
	}
	var state game.State
	return func() uint64 {
		state = m.Save(state)
		return state.Hash()
	}
}

// expand makes the moves of packed positions, in their order, until ctx is done, there is a fault, or no room for more.
func (w *worker) expand(ctx context.Context, x *index, positions [][]byte) {
	w.packed, w.nodes, w.edges, w.err = w.packed[:0], w.nodes[:0], w.edges[:0], nil
	defer func() {
		if r := recover(); r != nil {
			w.err = fmt.Errorf("%w: panic: %v", ErrUnfit, r)
		}
	}()
	for _, b := range positions {
		if w.point.Yield(w.workers); w.size() > w.room {
			return
		}
		if !w.moves(ctx, x, b) {
			return
		}
	}
}

// roomForOne is how many times its room the moves of one position may take.
const roomForOne = 4

// size is what has come of the positions.
func (w *worker) size() int64 { return int64(len(w.packed)) + edgeBytes*int64(len(w.edges)) }

// edgeBytes is the size of an edge.
const edgeBytes = 32

// moves makes those of one position; it reports false, and has left it out, if that came to no end.
func (w *worker) moves(ctx context.Context, x *index, position []byte) bool {
	first := len(w.edges)
	w.state = unpack(position, w.state)
	w.m.Load(w.state)
	for seat := range w.legal {
		w.legal[seat] = w.m.Legal(seat, w.legal[seat])
	}
	err := w.m.Err()
	if err == nil && (len(w.legal[0]) == 0 || len(w.legal[1]) == 0) {
		err = game.ErrNoMove
	}
	if err != nil {
		w.fail(ctx, err)
		return false
	}
	owner := 0
	if len(w.legal[1]) > 1 {
		if owner = 1; len(w.legal[0]) > 1 {
			w.fail(ctx, errors.New("both decide at the same time"))
			return false
		}
	}
	w.joint[1-owner] = w.legal[1-owner][0]
	for i, mv := range w.legal[owner] {
		if ctx.Err() != nil {
			return false
		}
		if i > 0 {
			w.m.Load(w.state)
		}
		w.joint[owner] = mv
		w.m.Step(w.joint[:])
		e, err := w.look(x)
		if err != nil {
			w.fail(ctx, err)
			return false
		}
		if w.edges = append(w.edges, e); w.size() > roomForOne*w.room {
			w.fail(ctx, errors.New("too many moves"))
			return false
		}
	}
	w.nodes = append(w.nodes, node{uint8(owner), len(w.edges) - first})
	return true
}

// fail notes why the game is none to be solved, unless the time is over: then machines are interrupted.
func (w *worker) fail(ctx context.Context, err error) {
	if ctx.Err() == nil {
		w.err = fmt.Errorf("%w: %w", ErrUnfit, err)
	}
}

// look is the edge to where the machine is.
func (w *worker) look(x *index) (edge, error) {
	if err := w.m.Err(); err != nil {
		return edge{}, err
	}
	e := edge{key: w.key()}
	if id, ok := x.find(e.key); ok {
		e.id = id
		return e, nil
	}
	over := w.m.Terminal()
	if !over {
		before := len(w.packed)
		w.saved = w.m.Save(w.saved)
		w.packed = pack(w.packed, w.saved)
		e.kind, e.size = goesOn, len(w.packed)-before
	} else {
		w.m.Utility(w.u[:])
		e.kind, e.u = endsNow, w.u[0]
	}
	if err := w.m.Err(); err != nil {
		return edge{}, err
	}
	if over && math.Abs(w.u[0]+w.u[1]-1) > 1e-6 {
		return edge{}, errors.New("an end where utilities do not sum to one")
	}
	return e, nil
}
