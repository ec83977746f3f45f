package alphabeta

import (
	"math"
	"sync/atomic"
	"time"

	"ludens/agent/heuristic"
	"ludens/game"
)

const (
	maxPly    = 400 // deeper positions are judged as they are
	maxForced = 400 // forced plies in a row that are walked through

	// firstBytes is the table of a search that begins in the midst of a match, readyBytes one
	// that has a start clock of at least readyTime to make it: memory that is touched for the
	// first time is slow, so that to fill a table of 64 MiB has cost most of a turn of 500 ms.
	firstBytes = 16 << 20
	readyBytes = 64 << 20
	readyTime  = 2 * time.Second
	growTime   = 250 * time.Millisecond // growing the table may take a fifth of this
)

// search is one worker's search of one game for one seat. It lives as long as a
// match: table and statistics go from turn to turn.
type search struct {
	*cursor
	g       game.Game
	opt     Options
	seat    int // scores are this one's
	scorer  heuristic.Scorer
	table   *table
	habits  *habits
	frames  []*frame
	past    map[uint64]bool // positions of the match before this turn
	others  []*search       // helpers: workers on the same table
	tried   [][]int32       // per ply, moves searched
	runs    bool            // somebody was seen to move twice in a row
	idle    idle            // what is known about leaving moves out
	solving *solving        // of the first worker; nil where nothing is solved

	// Of the running turn.
	stop  *atomic.Bool // somebody wants it to end
	also  *atomic.Bool // and so does the first worker, whom this one helps; nil for that one
	over  bool         // it ends
	fault error        // why, if the game turned out not to be suited
	end   time.Time    // zero: no such time
	limit int64        // of nodes; 0: none
	nodes int64
	depth int   // deepest ply
	judge int64 // judgements
	clock pace
}

func newSearch(g game.Game, seat int, opt Options, first int64) *search {
	s := &search{cursor: newCursor(g), g: g, opt: opt, seat: seat, past: map[uint64]bool{}, stop: new(atomic.Bool)}
	if opt.Plain { // the textbook's takes positions as they are
		s.keyer = nil
	}
	s.scorer = newScorer(opt)
	if s.solving = newSolving(g, opt); s.solving != nil {
		s.opt.Bytes -= s.solving.most
	}
	bytes := s.opt.Bytes
	if opt.Nodes > 0 {
		bytes = min(bytes, max(opt.Nodes*entrySize*16, 1<<20)) // more would stay empty
	}
	s.table = newTable(min(bytes, first))
	if first > firstBytes {
		s.table.touch()
	}
	s.habits = newHabits(len(s.f.Seats))
	return s
}

func newScorer(opt Options) heuristic.Scorer {
	if opt.Function != nil {
		return opt.Function.NewScorer()
	}
	return rulesScorer{}
}

// frame is the frame of a ply, made when it is first needed.
func (s *search) frame(ply int) *frame {
	for len(s.frames) <= ply {
		s.frames = append(s.frames, &frame{})
		s.tried = append(s.tried, nil)
	}
	return s.frames[ply]
}

// pace decides when to look at the clock: about every fifth of a millisecond.
type pace struct {
	next int64 // nodes
	last int64
	when time.Time
}

const lookEvery = 200 * time.Microsecond

func (p *pace) look(nodes int64, now time.Time) {
	per := now.Sub(p.when) / time.Duration(max(nodes-p.last, 1))
	step := min(max(int64(lookEvery/max(per, 1)), 1), 512)
	p.last, p.when, p.next = nodes, now, nodes+step
}

// enter counts a node and reports whether the search goes on.
func (s *search) enter() bool {
	if s.over {
		return false
	}
	s.nodes++
	switch {
	case s.stop.Load(), s.also != nil && s.also.Load(), s.limit > 0 && s.nodes > s.limit:
		s.over = true
	case !s.end.IsZero() && s.nodes >= s.clock.next:
		now := time.Now()
		s.clock.look(s.nodes, now)
		s.over = !now.Before(s.end)
	}
	return !s.over
}

// repeats reports whether a position was on the way to it, or in the match before.
func (s *search) repeats(ply int, key uint64) bool {
	for i := ply - 1; i >= 0; i-- {
		if s.frames[i].key == key {
			return true
		}
	}
	return ply > 0 && s.past[key]
}

// terminal is the value of the machine's position, where the match is over. A fault
// of the rules is worth nothing to anybody and proves nothing.
func (s *search) terminal(ply int) (int32, proof) {
	if s.m.Err() != nil {
		s.idle.faults++
		return 0, 0
	}
	if v := s.solving; v != nil && (v.least == 0 || ply < v.least) {
		v.least = ply
	}
	s.m.Utility(s.u)
	return finalScore(s.u, s.seat, ply), exactly
}

// static judges the machine's position.
func (s *search) static() int32 {
	s.judge++
	clear(s.u)
	s.scorer.Score(s.m, s.u)
	return judgedScore(s.u, s.seat)
}

// node searches the machine's position with a window, alpha < beta, and gives its
// value to the seat (fail-soft) with what is proven about it. last is what is known
// about the move that led here, nil if there was none. Depths of 0 and below are
// quiescence. Afterwards the machine may be anywhere, and frame(ply).state, unless
// empty, is the position.
func (s *search) node(depth, ply int, alpha, beta int32, last *habit) (int32, proof) {
	fr := s.frame(ply)
	fr.state, fr.static = fr.state[:0], unjudged
	if !s.enter() {
		return 0, 0
	}
	s.depth = max(s.depth, ply)
	first := noMove
	for walked := 0; ; walked++ {
		if s.m.Terminal() {
			return s.terminal(ply)
		}
		fr.state = s.m.Save(fr.state)
		fr.key = s.key(fr.state)
		if s.repeats(ply, fr.key) {
			return 0, 0
		}
		if e, ok := s.table.get(fr.key); ok {
			fr.static, first = e.static, e.move
			if v := fromRoot(e.score, ply); e.cuts(v, depth, alpha, beta) {
				return v, e.proof
			}
		}
		if depth <= 0 || ply >= maxPly || walked > maxForced {
			return s.quiet(fr, depth, ply, alpha, beta)
		}
		if s.read(fr) != forced {
			break
		}
		s.idle.forced()
		s.m.Step(fr.joint)
		first, fr.static = noMove, unjudged
		last = nil
	}
	switch fr.kind {
	case atOnce:
		s.over, s.fault = true, ErrAtOnce
		return 0, 0
	case chance:
		return s.chance(fr, depth, ply)
	}
	if ply > 0 && last != nil && s.frames[ply-1].mover == fr.mover {
		s.runs = true
	}
	flip := fr.mover != s.seat
	a, b := alpha, beta
	if flip {
		a, b = -beta, -alpha
	}
	// Mate distance pruning: nothing is quicker than to win by the next move.
	if most := int32(unit - ply - 1); a >= most {
		return view(most, atMost, flip)
	}
	content, try := s.content(fr, depth, ply, a, b, flip, last)
	if content && !try {
		v, _ := view(b, 0, flip)
		n := entry{key: fr.key, static: fr.static, depth: int16(depth), move: first, bound: lower, score: toNode(v, ply)}
		if flip {
			n.bound = upper
		}
		s.table.put(n)
		return v, 0
	}
	v, p, i := s.moves(fr, depth, ply, a, b, flip, first, last)
	if s.over {
		return 0, 0
	}
	if content {
		s.idle.told(v >= b)
	}
	n := entry{key: fr.key, static: fr.static, depth: int16(depth), move: i, bound: exact, proof: p}
	switch {
	case v <= a:
		n.bound = upper
	case v >= b:
		n.bound = lower
	}
	v, n.proof = view(v, p, flip)
	if flip {
		n.bound = n.bound.negated()
	}
	n.score = toNode(v, ply)
	s.table.put(n)
	return v, n.proof
}

// view turns the mover's value into the seat's, and back.
func view(v int32, p proof, flip bool) (int32, proof) {
	if flip {
		return -v, p.negated()
	}
	return v, p
}

func (b bound) negated() bound {
	switch b {
	case lower:
		return upper
	case upper:
		return lower
	}
	return b
}

// cuts tells whether a remembered value is good enough for a search of this depth
// with this window. What is proven is good for any depth.
func (e *entry) cuts(v int32, depth int, alpha, beta int32) bool {
	if e.bound == none {
		return false
	}
	if e.proof == exactly || e.proof&atLeast != 0 && v >= beta || e.proof&atMost != 0 && v <= alpha {
		return true
	}
	if int(e.depth) < depth {
		return false
	}
	return e.bound == exact || e.bound == lower && v >= beta || e.bound == upper && v <= alpha
}

// moves searches the moves of a decision, whose mover wants the most, and gives the
// value to the mover and the best move.
func (s *search) moves(fr *frame, depth, ply int, alpha, beta int32, flip bool, first uint16, last *habit) (best int32, p proof, at uint16) {
	s.sortMoves(fr, first, last)
	best, at = -infinite, noMove
	atLeastBest, atMostBest := false, true
	tried := s.tried[ply][:0]
	a := alpha
	for n := range fr.moves {
		i := fr.next()
		if n > 0 {
			s.m.Load(fr.state)
		}
		x := s.habits.of(fr.mover, fr.moves[i])
		less := 0
		if n >= 8 && depth >= 5 {
			less = s.reduction(fr, x, i)
		}
		var v int32
		var q proof
		if n == 0 {
			v, q = s.child(fr, i, true, flip, depth-1, ply+1, a, beta, x)
		} else {
			v, q = s.child(fr, i, true, flip, depth-1-less, ply+1, a, a+1, x)
			if v > a && less > 0 && s.again(fr, ply+1, q) {
				v, q = s.child(fr, i, false, flip, depth-1, ply+1, a, a+1, x)
			}
			if v > a && v < beta && s.again(fr, ply+1, q) {
				v, q = s.child(fr, i, false, flip, depth-1, ply+1, a, beta, x)
			}
		}
		if s.over {
			return 0, 0, noMove
		}
		s.learn(fr, x, s.frames[ply+1], flip)
		tried = append(tried, int32(i))
		s.tried[ply] = tried
		if v > best || v == best && q&atLeast != 0 && !atLeastBest {
			best, at, atLeastBest = v, uint16(min(i, int(noMove))), q&atLeast != 0
		}
		atMostBest = atMostBest && q&atMost != 0
		a = max(a, v)
		if v >= unit-int32(ply)-1 {
			atMostBest = true // nothing is better
			s.refuted(fr, i, depth, tried, last)
			break
		}
		if a >= beta {
			atMostBest = atMostBest && n == len(fr.moves)-1
			s.refuted(fr, i, depth, tried, last)
			break
		}
	}
	if atLeastBest {
		p |= atLeast
	}
	if atMostBest {
		p |= atMost
	}
	return best, p, at
}

// down searches the machine's position with the window of the mover above.
func (s *search) down(flip bool, depth, ply int, a, b int32, last *habit) (int32, proof) {
	if flip {
		v, p := s.node(depth, ply, -b, -a, last)
		return -v, p.negated()
	}
	return s.node(depth, ply, a, b, last)
}

// child searches what comes after the mover's move i with the mover's window. The
// machine is at the frame's position, or, if the move is not fresh, where again has
// put it.
func (s *search) child(fr *frame, i int, fresh, flip bool, depth, ply int, a, b int32, last *habit) (int32, proof) {
	if fr.luck {
		v, p := s.lottery(fr, i, depth, ply)
		return view(v, p, flip)
	}
	if fresh {
		s.step(fr, i)
	}
	return s.down(flip, depth, ply, a, b, last)
}

// again prepares for another search of the move just searched, whose child is at a
// ply; false if there is no more to find out.
func (s *search) again(fr *frame, ply int, p proof) bool {
	if s.over || p == exactly {
		return false
	}
	if fr.luck {
		return true
	}
	if len(s.frames[ply].state) == 0 {
		return false
	}
	s.m.Load(s.frames[ply].state)
	return true
}

// learn notes what a move did to the judgement, where both ends were judged.
func (s *search) learn(fr *frame, x *habit, child *frame, flip bool) {
	if fr.luck || fr.static == unjudged || child.static == unjudged {
		return
	}
	d := child.static - fr.static
	if flip {
		d = -d
	}
	s.habits.swung(fr.mover, x, d)
}

// reduction is by how much less deep a late move is searched at first: one that has
// been worse than others elsewhere, and is nothing out of the ordinary. Bolder
// reductions lost matches where quiet moves make the threats.
func (s *search) reduction(fr *frame, x *habit, i int) int {
	if s.opt.fullWidth {
		return 0
	}
	if x.seen >= swingLeast && x.swing > 0 && s.habits.noisy(x.size) || fr.killer(fr.moves[i]) {
		return 0
	}
	if x.history >= 0 {
		return 0
	}
	return 2 // one would let the other side be on move where positions are judged
}

func (fr *frame) killer(m game.Move) bool {
	return fr.hasKill[0] && fr.killers[0] == m || fr.hasKill[1] && fr.killers[1] == m
}

// chance searches a position where Nature alone decides.
func (s *search) chance(fr *frame, depth, ply int) (int32, proof) {
	v, p := s.lottery(fr, -1, depth-1, ply+1)
	if !s.over {
		s.table.put(entry{key: fr.key, static: fr.static, depth: int16(depth), move: noMove, bound: exact, proof: p, score: toNode(v, ply)})
	}
	return v, p
}

// lottery is the expected value of the mover's move i, if there is a mover, over
// all that Nature may do at the same time. Every outcome is searched with an open
// window, because cuts need bounds of all, which cost more than they save where
// outcomes are few.
func (s *search) lottery(fr *frame, i, depth, ply int) (int32, proof) {
	if i >= 0 {
		fr.joint[fr.mover] = fr.moves[i]
	}
	var e expectation
	for j, lot := range fr.lots {
		if fr.odds[j] <= 0 {
			continue
		}
		s.m.Load(fr.state)
		fr.joint[s.f.Players] = lot
		s.m.Step(fr.joint)
		v, p := s.node(depth, ply, -infinite, infinite, nil)
		if s.over {
			return 0, 0
		}
		e.add(fr.odds[j], v, p)
	}
	return e.value()
}

// expectation adds up outcomes.
type expectation struct {
	sum         float64
	not         proof // what is not proven of all
	least, most int32
	any         bool
}

func (e *expectation) add(odds float64, v int32, p proof) {
	if !e.any {
		e.least, e.most, e.any = v, v, true
	}
	e.sum += odds * float64(v)
	e.not |= ^p & exactly
	e.least, e.most = min(e.least, v), max(e.most, v)
}

// value is the expected value. Only what is certain counts as won or lost.
func (e *expectation) value() (int32, proof) {
	v, p := int32(math.Round(e.sum)), exactly&^e.not
	switch {
	case v > won && e.least <= won:
		return won, p &^ atMost
	case v < -won && e.most >= -won:
		return -won, p &^ atLeast
	}
	return v, p
}

// rulesScorer judges by what the rules say about positions that are not terminal.
type rulesScorer struct{}

// Score takes the rules' values as the share that each player has so far.
func (rulesScorer) Score(m game.Machine, dst []float64) {
	m.Utility(dst)
	sum := 0.0
	for _, x := range dst {
		sum += x
	}
	for i, x := range dst {
		switch {
		case sum == 0:
			dst[i] = 0.5
		case len(dst) > 1:
			dst[i] = 0.5 + (x-(sum-x)/float64(len(dst)-1))/2
		}
	}
}
