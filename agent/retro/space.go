package retro

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"ludens/game"
)

// Why a space of positions is not solved.
var (
	// ErrUnfit is wrapped where it is no game for two by turns whose utilities sum to one.
	ErrUnfit = errors.New("not a game to solve backwards")
	// ErrTooMany says that more positions can be reached than there is room for.
	ErrTooMany = errors.New("too many positions")
)

// Suits reports whether a game may be one: what only shows in play is found out by exploring.
func Suits(f *game.Facts) bool { return f.Players == 2 && !f.Nature && !f.Hidden }

// Options of a Space. The zero value works.
type Options struct {
	// Bytes bounds its memory, that of the table which comes of it included; default DefaultBytes.
	Bytes int64
	// Threads is how many processors explore; default what there is.
	Threads int
}

// DefaultBytes is room for about two million positions with eight moves each.
const DefaultBytes = 256 << 20

// Space is the positions that can be reached from one, as far as they have been explored. It belongs to one goroutine.
type Space struct {
	opt     Options
	workers []*worker

	ids   index
	wait  queue    // those not yet explored, in the order of their numbers; nothing is in it for an end
	owner []uint8  // per position: who decides
	first []uint32 // per position explored: where its edges begin
	next  []uint32 // edges: numbers of the positions behind moves
	ends  []uint8  // per position: 0, or 1 + the index in levels of what the end is worth

	levels []float64 // what ends are worth to the first player
	err    error     // why it cannot be gone on with

	batch [][]byte
}

// New makes the space of one position.
func New(g game.Game, root game.State, o Options) (*Space, error) {
	if !Suits(g.Facts()) {
		return nil, fmt.Errorf("%w: more players, chance or hidden things", ErrUnfit)
	}
	if o.Bytes == 0 {
		o.Bytes = DefaultBytes
	}
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	s := &Space{opt: o}
	for range o.Threads {
		s.workers = append(s.workers, newWorker(g.NewMachine(), o.Threads, o.Bytes/int64(roomParts*o.Threads)))
	}
	w := s.workers[0]
	w.m.Load(root)
	e, err := w.look(&s.ids)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	s.meet(e, w.packed)
	return s, nil
}

// Positions is how many have been met, Explored how many of them have been explored; an end is when its turn has come.
func (s *Space) Positions() int { return len(s.ends) }

// Explored is how many positions have been explored.
func (s *Space) Explored() int { return len(s.first) }

// Closed reports whether all have been.
func (s *Space) Closed() bool { return s.err == nil && len(s.first) == len(s.ends) }

// meet is the number of where an edge leads, and has it wait where it is new and no end.
func (s *Space) meet(e edge, packed []byte) uint32 {
	if e.kind == met {
		return e.id
	}
	id, fresh := s.ids.number(e.key)
	if !fresh { // new to two at a time
		return id
	}
	level := uint8(0)
	if e.kind == endsNow {
		level = s.level(e.u)
	} else {
		s.wait.push(packed)
	}
	s.ends, s.owner = append(s.ends, level), append(s.owner, 0)
	return id
}

// level is 1 + the index of a value.
func (s *Space) level(u float64) uint8 {
	for i, x := range s.levels {
		if math.Abs(x-u) < 1e-9 {
			return uint8(i + 1)
		}
	}
	if len(s.levels) == math.MaxUint8 {
		s.err = fmt.Errorf("%w: more than %d results", ErrUnfit, math.MaxUint8)
		return 1
	}
	s.levels = append(s.levels, u)
	return uint8(len(s.levels))
}

// roomParts is which part of the memory all workers together have for what they do at a time.
const roomParts = 16

// each is how many positions a worker takes at a time.
const each = 64

// Explore goes on with so many positions at most, ends not counted, until all have been explored, or ctx is done. Its error is no end: Explore may be
// called again. Any other error is. What comes of it does not depend on how many threads there are.
func (s *Space) Explore(ctx context.Context, most int) error {
	for most > 0 && s.err == nil {
		s.pass()
		if len(s.first) == len(s.ends) {
			return nil
		}
		if s.size() > s.opt.Bytes || len(s.next) > math.MaxUint32/2 {
			s.err = ErrTooMany
			break
		}
		s.batch = s.wait.peek(min(each*len(s.workers), most), s.batch)
		done := s.expand(ctx, s.batch)
		s.wait.drop(s.batch[:done])
		most -= done
		if err := ctx.Err(); err != nil && s.err == nil {
			return err
		}
	}
	return s.err
}

// pass counts ends whose turn has come as explored.
func (s *Space) pass() {
	for id := len(s.first); id < len(s.ends) && s.ends[id] != 0; id++ {
		s.first = append(s.first, uint32(len(s.next)))
	}
}

// expand makes the moves of positions, and takes in how far the workers have come without a gap.
func (s *Space) expand(ctx context.Context, batch [][]byte) (done int) {
	share := (len(batch) + len(s.workers) - 1) / len(s.workers)
	part := func(i int) [][]byte { return batch[min(i*share, len(batch)):min((i+1)*share, len(batch))] }
	var wg sync.WaitGroup
	for i, w := range s.workers[1:] {
		wg.Go(func() { w.expand(ctx, &s.ids, part(i+1)) })
	}
	s.workers[0].expand(ctx, &s.ids, part(0))
	wg.Wait()
	for i, w := range s.workers {
		edges, packed := w.edges, w.packed
		for _, n := range w.nodes {
			s.pass()
			s.owner[len(s.first)] = n.owner
			s.first = append(s.first, uint32(len(s.next)))
			for _, e := range edges[:n.edges] {
				s.next = append(s.next, s.meet(e, packed[:e.size]))
				packed = packed[e.size:]
			}
			edges = edges[n.edges:]
			done++
		}
		if s.err == nil {
			s.err = w.err
		}
		if s.err != nil || len(w.nodes) < len(part(i)) {
			break
		}
	}
	return done
}

// size is what the space takes, and what solving it will take beside that: an edge back for every edge, and a few bytes a position.
func (s *Space) size() int64 {
	const own, solved = 1 + 4 + 1, 4 + 4 + 4 + 2 + 1 + 4
	return s.ids.bytes() + s.wait.bytes() + int64(len(s.ends))*(own+solved) + 8*int64(len(s.next))
}
