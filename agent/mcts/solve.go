package mcts

import (
	"time"

	"ludens/agent/pns"
)

// Solving beside the tree: a share of the time goes to a proof-number search of the root
// (agent/pns), which goes on from turn to turn. It sees long forced lines that statistics see late: what
// it proves about the root's moves closes them, or decides the root.

const (
	// leastSolve is how many steps of a machine are worth an interruption, sliceSolve the time that one may take.
	leastSolve = 16
	sliceSolve = time.Millisecond
	// solvedFar stands for the distance of ends, which the solver does not know: whatever else is known to win does
	// so sooner.
	solvedFar = 20
)

// solving is the first worker's solver, and what it has taken of the run.
type solving struct {
	*pns.Solver // nil until ends have been in reach: it takes a machine and memory
	seat        int
	begun       time.Time
	spent       time.Duration
	steps       float64 // where iterations are counted
	fits        bool    // the root is one to solve
	knows       bool    // the solver knows the root
	share       pns.Share
	slice       int // steps that take sliceSolve
}

// solverBytes is the memory of the solver's table, which the tree does not get.
func (o *Options) solverBytes() int64 {
	if o.Solve <= 0 {
		return 0
	}
	return min(pns.DefaultBytes, o.Bytes/8)
}

// readySolver makes the first worker ready to solve the root of a run for a player.
func (w *worker) readySolver(seat int) {
	if w.opt.Solve <= 0 || !pns.Suits(w.f) {
		return
	}
	if w.solving == nil {
		w.solving = &solving{seat: seat, share: pns.NewShare(w.opt.Solve), slice: leastSolve}
	}
	s, root := w.solving, w.t.root.inner
	s.begun, s.spent, s.steps, s.knows = time.Now(), 0, 0, false
	s.share.Turn()
	s.fits = w.run.fixed == 0 && len(root.active) == 1 && !root.nature
}

// solvable reports whether there is something to solve.
func (w *worker) solvable() bool {
	s, root := w.solving, w.t.root.inner
	if s == nil || !s.fits {
		return false
	}
	if !s.knows {
		if !pns.InReach(int(w.run.ends.least.Load()), root.width(int(root.active[0]))) {
			return false
		}
		if s.Solver == nil {
			s.Solver = pns.New(w.m.Game().NewMachine(), s.seat, pns.Options{Bytes: w.opt.solverBytes()})
		}
		s.knows, s.fits = true, s.Root(root.state)
	}
	return s.fits && s.Open()
}

// solve lets the solver work if it is its turn, and reports whether that decides the root.
func (w *worker) solve() bool {
	if !w.solvable() {
		return false
	}
	s := w.solving
	if w.run.limit > 0 {
		due := s.share.Now()*float64(w.run.done.Load())*w.cost()/w.lookCost - s.steps
		if due < leastSolve {
			return false
		}
		s.steps += float64(w.works(int(due), nil))
	} else {
		now := time.Now()
		if float64(s.spent) > s.share.Now()*float64(now.Sub(s.begun)) {
			return false
		}
		made := w.works(s.slice, w.run.over)
		took := time.Since(now)
		s.spent += took
		s.slice = max(int(float64(made)*float64(sliceSolve)/float64(max(took, time.Microsecond))), leastSolve)
	}
	news, decided := w.solved()
	s.share.Worked(news)
	return decided
}

// works lets the solver make so many steps.
func (w *worker) works(steps int, stop func() bool) int {
	n := w.t.root
	n.mu.Lock()
	list := n.inner.of(int(n.inner.active[0]))
	w.solving.Like(bestArm(list, nil, nil))
	n.mu.Unlock()
	made := w.solving.Work(steps, stop)
	w.t.solver.Store(w.solving.Bytes())
	return made
}

// solved notes what the solver knows of the root's moves, and reports whether the tree did not, and whether
// the root is decided. Moves that lose are only closed, as long as others are left: where all lose they are opened again as they were,
// for then the tree tells better what the other side may answer wrongly.
func (w *worker) solved() (news, decided bool) {
	s, n := w.solving, w.t.root
	mover, moves := s.Moves()
	seat := s.seat
	n.mu.Lock()
	defer n.mu.Unlock()
	arms := w.lookArms[:0]
	for range w.f.Seats {
		arms = append(arms, 0)
	}
	w.lookArms = arms
	list := n.inner.of(mover)
	if len(list) != len(moves) {
		return false, false
	}
	loses := func(i int) bool {
		low, high := s.Span(i)
		return mover == seat && high == 0 || mover != seat && low == 1
	}
	left := false // a move that is not known to lose
	for i, a := range list {
		left = left || !loses(i) && !(a.proven && a.square <= 0)
	}
	for i := range list {
		low, high := s.Span(i)
		arms[mover] = int32(i)
		switch a := &list[i]; {
		case a.move != moves[i] || a.proven || low == 0 && high == 1:
		case loses(i):
			news = news || left && !a.closed
			a.closed = left
		case a.closed:
		case low == high:
			w.value[seat], w.value[1-seat] = low, 1-low
			w.settle(n, i, arms, solvedFar)
			news = true
		default:
			w.reach[seat], w.reach[1-seat] = span{low, high}, span{1 - high, 1 - low}
			if in := n.inner; in.spans == nil || in.spans[i] != w.reach[mover] {
				w.prove(n, arms, known{reach: w.reach[:]})
				news = true
			}
		}
		if n.value != nil {
			return true, true
		}
	}
	if news { // one that is exact may be all that is left
		n.inner.decided(n, mover)
	}
	return news, n.value != nil
}
