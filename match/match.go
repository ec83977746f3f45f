package match

import (
	"fmt"

	"ludens/game"
)

type phase uint8

const (
	phaseNew phase = iota
	phasePreview
	phaseStart
	phasePlay
	phaseEnd // STOP or ABORT is out
	phaseOver
)

// Match is a match under way. It is not safe for concurrent use.
type Match struct {
	cfg     Config
	facts   *game.Facts
	machine game.Machine
	rec     *Record

	phase   phase
	request int   // number of the current round
	asked   int64 // when the round's requests went out
	waiting int
	replied []bool // by seat
	replies []Reply
	moves   []game.Move // by seat: the answer, or the replacement

	failed  []int           // by seat: answers that did not count
	lost    []bool          // by seat: has failed too often
	heard   []hearing       // by seat
	names   map[string]bool // of moves that are or were legal, see isMoveName
	namedAt int             // the number of states when names was filled

	resumed bool // the first round of a match that is gone on with is under way

	joint    []string   // labels of the last joint move, by seat
	percepts [][]string // by seat, of the last step
	out      []Effect
}

// New prepares a match. Nothing happens before Begin.
func New(cfg Config) (*Match, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("set up match: %w", err)
	}
	facts := cfg.Game.Facts()
	n := len(facts.Seats)
	m := &Match{
		cfg: cfg, facts: facts, machine: cfg.Game.NewMachine(),
		replied: make([]bool, n), replies: make([]Reply, n), moves: make([]game.Move, n),
		heard: make([]hearing, facts.Players), failed: make([]int, facts.Players), lost: make([]bool, facts.Players),
	}
	m.rec = &Record{
		ID: cfg.ID, RandomToken: cfg.RandomToken,
		Game: facts.Name, GameHash: facts.Hash, GameURL: cfg.GameURL, Rules: cfg.Rules, Engine: facts.Engine,
		Tournament: cfg.Tournament, Seed: cfg.Seed, MaxSteps: cfg.MaxSteps, Scrambled: cfg.Scrambled,
		Opening:      len(cfg.Opening),
		PreviewClock: cfg.PreviewClock, StartClock: cfg.StartClock, PlayClock: cfg.PlayClock,
		Roles: facts.ByRole(facts.Seats),
	}
	for _, seat := range facts.RoleSeat {
		p := Player{}
		if seat < facts.Players {
			p = cfg.Players[seat]
		}
		m.rec.Players = append(m.rec.Players, p)
	}
	if cfg.Past != nil {
		if err := m.retrace(cfg.Past); err != nil {
			return nil, fmt.Errorf("go on with match %s: %w", cfg.ID, err)
		}
	}
	return m, nil
}

// Record is the record so far. It belongs to the Match and changes with Step.
func (m *Match) Record() *Record { return m.rec }

// Over reports that nothing further will happen.
func (m *Match) Over() bool { return m.phase == phaseOver }

// Waiting tells which seats still have to answer the current round.
func (m *Match) Waiting() []int {
	var seats []int
	for seat := range m.facts.Players {
		if m.waiting > 0 && !m.replied[seat] {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Closes reports whether ev is the last answer or failure that its round waits
// for.
func (m *Match) Closes(ev Event) bool {
	switch ev := ev.(type) {
	case Answered:
		return m.waiting == 1 && m.current(ev.Seat, ev.Request)
	case Failed:
		return m.waiting == 1 && m.current(ev.Seat, ev.Request)
	case Expired:
		return m.waiting > 0 && ev.Request == m.request
	}
	return false
}

// Machine stands at the current position. The caller may read it between calls
// of Step and must leave it where it is.
func (m *Match) Machine() game.Machine { return m.machine }

// Step takes in an event that happened at the given time, in milliseconds since
// 1970, and gives the effects in order. The slice is valid until the next call.
func (m *Match) Step(at int64, ev Event) []Effect {
	m.out = m.out[:0]
	switch ev := ev.(type) {
	case Begin:
		switch {
		case m.phase == phaseNew && m.cfg.Past != nil:
			m.goOn(at)
		case m.phase == phaseNew:
			m.begin(at)
		default:
			m.stale(ev)
		}
	case Answered:
		if m.current(ev.Seat, ev.Request) {
			m.answered(at, ev.Seat, ev.Text)
		} else {
			m.stale(ev)
		}
	case Failed:
		if m.current(ev.Seat, ev.Request) {
			if ev.Kind == Garbage {
				m.heardNoise(ev.Seat, ev.Detail)
			}
			m.settle(at, ev.Seat, Reply{Kind: ev.Kind, Detail: ev.Detail})
		} else {
			m.stale(ev)
		}
	case Expired:
		m.expired(at, ev)
	case Abort:
		m.abort(at, ev)
	}
	return m.out
}

func (m *Match) effect(e Effect) { m.out = append(m.out, e) }
func (m *Match) stale(ev Event)  { m.effect(Stale{ev}) }
func (m *Match) current(seat, request int) bool {
	return m.waiting > 0 && request == m.request && seat >= 0 && seat < m.facts.Players && !m.replied[seat]
}
