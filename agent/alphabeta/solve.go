package alphabeta

import (
	"time"

	"ludens/agent/pns"
	"ludens/game"
)

// Solving beside the deepening: between two iterations a proof-number search of the root (agent/pns)
// has a share of the time. It sees long forced lines that are beyond the depth searched. Moves that it proves
// to lose are not searched any more, and one that it proves to be the best is played.

// solvePause is how many steps the solver makes before its share is looked at.
const solvePause = 256

// solving is a search's solver, and what it has taken of the turn.
type solving struct {
	*pns.Solver       // nil until ends have been in reach: it takes a machine and memory
	most        int64 // bytes of its table
	least       int   // plies to the nearest end met in the turn; 0: none was
	share       pns.Share
	spent       time.Duration
	steps       int64
	begun       time.Time
}

// newSolving is nil where nothing is solved.
func newSolving(g game.Game, opt Options) *solving {
	if opt.Solve <= 0 || opt.Plain || !pns.Suits(g.Facts()) {
		return nil
	}
	return &solving{most: min(pns.DefaultBytes, opt.Bytes/8), share: pns.NewShare(opt.Solve)}
}

// bytes is the memory of the tables.
func (s *search) bytes() int64 {
	n := s.table.bytes()
	if s.solving != nil && s.solving.Solver != nil {
		n += s.solving.Bytes()
	}
	return n
}

// solve lets the solver have its share, and takes what it has proven into account: moves that lose
// leave the list, and one that is proven to be the best comes to its front, with what it is worth; else that is -1. Where all
// lose they come back, as they were in the list of all: the other side may still err.
func (s *search) solve(fr *frame, all, list []rootMove) ([]rootMove, float64) {
	v := s.solving
	if v == nil || !pns.InReach(v.least, len(fr.moves)) {
		return list, -1
	}
	if v.Solver == nil {
		v.Solver = pns.New(s.g.NewMachine(), s.seat, pns.Options{Bytes: v.most})
	}
	if !v.Root(fr.state) {
		return list, -1
	}
	worked := false
	for v.Open() && s.owes() {
		worked = true
		begin := time.Now()
		made := v.Work(solvePause, func() bool { s.enter(); return s.over })
		v.steps += int64(made)
		v.spent += time.Since(begin)
		if made == 0 || s.over {
			break
		}
	}
	if !worked {
		return list, -1
	}
	best, most := v.Whole()
	kept := list[:0:0]
	for n, r := range list {
		low, high := v.Span(r.index)
		if low > 0 && low == high && best == most && low == best {
			toFront(list, n)
			v.share.Worked(true)
			return list, low
		}
		if high > 0 {
			kept = append(kept, r)
		}
	}
	v.share.Worked(len(kept) < len(list))
	if len(kept) == 0 {
		return all, -1
	}
	return kept, -1
}

// owes reports whether the solver has had less than its share.
func (s *search) owes() bool {
	v := s.solving
	if s.limit > 0 {
		return float64(v.steps) < v.share.Now()*float64(s.nodes)
	}
	return float64(v.spent) < v.share.Now()*float64(time.Since(v.begun))
}
