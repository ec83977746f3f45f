package lanes

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludens/game"
	"ludens/propnet/lanes/kernel"
)

// run is what a call of Playouts knows of its lanes.
type run struct {
	states []game.State
	tally  []game.Tally
	limit  int
	points []int64 // sums by state and player

	// what is still to be begun: by turn, the states and how many games of the first
	queue   [][]int32
	left    []int
	each    int
	waiting int // games not begun

	job    [Lanes]int32 // state of a lane's game
	since  [Lanes]int64 // pass with which it began
	alive  kernel.Row   // lanes with a game that goes on
	free   kernel.Row   // lanes without a game
	parked []kernel.Row // by turn: lanes whose game has ended, not yet read
	cut    kernel.Row   // those of them that were cut off
	idle   []int64      // by turn: passes that lanes have waited there
	due    int64        // no game is cut off before that pass
	pass   int64
	mixed  bool // turns are not told apart

	scored [Lanes][]int32 // points of a game that is being read, by player
}

// Playouts plays each games at random from every state, Nature's moves by their odds,
// until they are over or limit steps were made, and adds up what they were worth in out,
// one for each state. It fails if a state is none of the game, or with the cause of the
// context or sign that ended it; out has then the games that were over by then.
//
// The result depends on the states, each, limit and the generator only. Games from
// one state are independent of each other, and so are those from different states.
func (m *Machine) Playouts(ctx context.Context, sign *game.Sign, states []game.State, each int, rng *rand.Rand, limit int, out []game.Tally) error {
	if len(out) != len(states) || each < 0 || limit < 0 {
		return fmt.Errorf("playouts: %d results for %d states, %d games of %d steps each", len(out), len(states), each, limit)
	}
	r := &m.games
	if err := r.begin(m.p, states, each, limit, out); err != nil {
		return err
	}
	m.random.Seed(rng)
	seen := sign.Look()
	for i := range out {
		out[i].Sum = append(out[i].Sum[:0], make([]float64, m.p.players)...)
		out[i] = game.Tally{Sum: out[i].Sum}
	}
	defer r.end()
	for turn := r.first(); r.busy(); turn = r.following(turn) {
		if err := sign.Since(seen); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		m.passOnce(r, turn)
	}
	return nil
}

// begin sorts the games by turn.
func (r *run) begin(p *Program, states []game.State, each, limit int, out []game.Tally) error {
	turns := max(1, len(p.turns))
	r.states, r.tally, r.limit, r.each = states, out, limit, each
	r.points = append(r.points[:0], make([]int64, len(states)*p.players)...)
	r.mixed = len(p.turns) == 0
	for i, s := range states {
		if !p.fits(s) {
			return fmt.Errorf("playouts: state %d has %d words, or fluents that the game does not have", i, len(s))
		}
		r.mixed = r.mixed || p.turnOf(s) < 0
	}
	if r.mixed {
		turns = 1
	}
	r.queue = slices.Grow(r.queue[:0], turns)[:turns]
	r.left = append(r.left[:0], make([]int, turns)...)
	r.parked = append(r.parked[:0], make([]kernel.Row, turns)...)
	r.idle = append(r.idle[:0], make([]int64, turns)...)
	for k := range r.queue {
		r.queue[k] = r.queue[k][:0]
		r.left[k] = each
	}
	r.waiting = 0
	if each > 0 {
		for i, s := range states {
			k := 0
			if !r.mixed {
				k = p.turnOf(s)
			}
			r.queue[k] = append(r.queue[k], int32(i))
		}
		r.waiting = each * len(states)
	}
	r.alive, r.cut = kernel.Row{}, kernel.Row{}
	for w := range r.free {
		r.free[w] = ^uint64(0)
	}
	r.pass, r.due = 0, int64(limit)
	if len(r.scored[0]) != p.players {
		buf := make([]int32, Lanes*p.players)
		for l := range r.scored {
			r.scored[l] = buf[l*p.players:][:p.players]
		}
	}
	return nil
}

// end writes the sums.
func (r *run) end() {
	for i := range r.tally {
		for k := range r.tally[i].Sum {
			r.tally[i].Sum[k] = float64(r.points[i*len(r.tally[i].Sum)+k]) / 100
		}
	}
	r.states, r.tally = nil, nil
}

// first is the turn to begin with.
func (r *run) first() int {
	for k, q := range r.queue {
		if len(q) > 0 {
			return k
		}
	}
	return 0
}

// following is the turn behind a turn; if nobody is under way, the next one at which
// a game can begin.
func (r *run) following(turn int) int {
	if len(r.queue) == 1 {
		return 0
	}
	next := (turn + 1) % len(r.queue)
	if !empty(&r.alive) {
		return next
	}
	for k := range r.queue {
		if t := (next + k) % len(r.queue); len(r.queue[t]) > 0 || !empty(&r.parked[t]) {
			return t
		}
	}
	return next
}

func (r *run) busy() bool {
	if r.waiting > 0 || !empty(&r.alive) {
		return true
	}
	for k := range r.parked {
		if !empty(&r.parked[k]) {
			return true
		}
	}
	return false
}

// passOnce begins games, reads those that are over and makes a step in the others.
func (m *Machine) passOnce(r *run, turn int) {
	t := m.p.general
	if !r.mixed {
		t = m.p.turns[turn]
	}
	m.refill(r, turn)
	kernel.Run(m.level, &t.still, m.rows)
	m.passes++
	m.touched += int64(t.cost.still)
	ended := m.value(t.terminal)
	ended = and(&ended, &r.alive)
	if r.pass >= r.due {
		cut := r.overdue()
		cut = andNot(&cut, &ended)
		if able := m.able(t, cut); able != cut {
			stuck := andNot(&cut, &able)
			m.stuck(r, &stuck)
			cut = able
		}
		r.cut = or(&r.cut, &cut)
		ended = or(&ended, &cut)
	}
	if m.look != nil {
		m.look(t, true)
	}
	r.alive = andNot(&r.alive, &ended)
	r.parked[turn] = or(&r.parked[turn], &ended)
	each(&ended, func(lane int) { r.tally[r.job[lane]].Steps += r.pass - r.since[lane] })
	for k := range r.parked {
		r.idle[k] += int64(count(&r.parked[k]))
	}
	// Goals are read when what the waiting lanes have missed is worth as much, which is
	// at most twice what reading them at the best time would cost.
	if !empty(&r.parked[turn]) && (r.idle[turn]*int64(t.cost.step()) >= int64(Lanes*t.cost.goals) || empty(&r.alive)) {
		kernel.Run(m.level, &t.goals, m.rows)
		m.touched += int64(t.cost.goals)
		m.read(r, t, &r.parked[turn])
		r.free = or(&r.free, &r.parked[turn])
		r.cut = andNot(&r.cut, &r.parked[turn])
		r.parked[turn], r.idle[turn] = kernel.Row{}, 0
	}
	if !empty(&r.alive) {
		m.step(r, t)
	}
	r.pass++
}

// step draws a move in every lane and makes it in those that are alive.
func (m *Machine) step(r *run, t *tapes) {
	able := r.alive
	m.touched += int64(t.cost.choose + t.cost.moving)
	for _, c := range t.choices {
		if c != nil {
			some := kernel.Choose(m.level, c, m.rows, m.scratch, &m.random)
			able = and(&able, &some)
		}
	}
	if able != r.alive { // somebody has no legal move, which is the description's fault
		stuck := andNot(&r.alive, &able)
		m.stuck(r, &stuck)
	}
	kernel.Run(m.level, &t.moving, m.rows)
	if m.look != nil {
		m.look(t, false)
	}
	var hold kernel.Row
	for k := range r.parked {
		hold = or(&hold, &r.parked[k])
	}
	kernel.Move(m.level, &t.next, m.rows, &hold)
}

// able gives those of some lanes in which every seat has a legal move.
func (m *Machine) able(t *tapes, lanes kernel.Row) kernel.Row {
	if empty(&lanes) {
		return lanes
	}
	for _, legal := range t.legal {
		var some kernel.Row
		for _, l := range legal {
			x := m.value(l)
			some = or(&some, &x)
		}
		lanes = and(&lanes, &some)
	}
	return lanes
}

// stuck ends games in which somebody has no legal move.
func (m *Machine) stuck(r *run, lanes *kernel.Row) {
	each(lanes, func(lane int) {
		x := &r.tally[r.job[lane]]
		x.Faults++
		x.Steps += r.pass - r.since[lane]
	})
	r.alive, r.free = andNot(&r.alive, lanes), or(&r.free, lanes)
}

// overdue finds the games that have made all the steps they may, and when to look next.
func (r *run) overdue() (cut kernel.Row) {
	r.due = r.pass + int64(r.limit)
	each(&r.alive, func(lane int) {
		if at := r.since[lane] + int64(r.limit); at <= r.pass {
			setLane(&cut, lane)
		} else {
			r.due = min(r.due, at)
		}
	})
	return cut
}

// refill begins games of a turn in the lanes that are free.
func (m *Machine) refill(r *run, turn int) {
	if len(r.queue[turn]) == 0 || empty(&r.free) {
		return
	}
	m.clear(&r.free)
	var lanes kernel.Row
	for w := range r.free {
		for x := r.free[w]; x != 0 && len(r.queue[turn]) > 0; x &= x - 1 {
			bit := x & -x
			state := r.queue[turn][0]
			lane := w<<6 | bits.TrailingZeros64(bit)
			r.job[lane], r.since[lane] = state, r.pass
			lanes[w] |= bit
			r.waiting--
			if r.left[turn]--; r.left[turn] == 0 {
				m.start(r, state, &lanes)
				r.queue[turn], r.left[turn] = r.queue[turn][1:], r.each
			}
		}
	}
	if !empty(&lanes) {
		m.start(r, r.queue[turn][0], &lanes)
	}
}

// start puts a state into lanes, which are alive from now on.
func (m *Machine) start(r *run, state int32, lanes *kernel.Row) {
	m.put(r.states[state], lanes)
	r.alive, r.free = or(&r.alive, lanes), andNot(&r.free, lanes)
	*lanes = kernel.Row{}
}

// read adds up what the games of some lanes are worth.
func (m *Machine) read(r *run, t *tapes, lanes *kernel.Row) {
	var unclear kernel.Row // lanes in which a goal is missing
	for p, ws := range t.worth {
		left := *lanes
		for _, v := range ws {
			hit := m.value(v.ref)
			hit = and(&hit, &left)
			left = andNot(&left, &hit)
			each(&hit, func(lane int) { r.scored[lane][p] = int32(v.points) })
		}
		each(&left, func(lane int) { r.scored[lane][p] = 0 })
		unclear = or(&unclear, &left)
	}
	each(lanes, func(lane int) {
		x := &r.tally[r.job[lane]]
		sums := r.points[int(r.job[lane])*m.p.players:]
		told := false
		for p, v := range r.scored[lane] {
			sums[p] += int64(v)
			told = told || v > 0
		}
		switch {
		case hasLane(&r.cut, lane) && told:
			x.Cut++
		case hasLane(&r.cut, lane):
			x.Blank++
		case hasLane(&unclear, lane): // the description's fault
			for p, v := range r.scored[lane] {
				sums[p] -= int64(v)
			}
			x.Faults++
		default:
			x.Ended++
		}
	})
}
