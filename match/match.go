package match

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/game"
	"ludens/ggp"
)

// Config describes a match. ID, Game and Players are needed; the other zero
// values work.
type Config struct {
	ID    string // one symbol: no white space, parentheses or semicolons
	Game  game.Game
	Rules string // the description, sent with START

	// Players are who plays, by seat; one for every seat but Nature's.
	Players []Player

	StartClock   int // seconds
	PlayClock    int // seconds
	PreviewClock int // seconds; 0: no PREVIEW is sent

	// Seed decides replacement moves and Nature's.
	Seed uint64
	// MaxSteps ends the match after so many joint moves; 0: no limit.
	MaxSteps int
	// ExactCase refuses a move whose letters differ in case from the rules', as
	// GGP-Base's command line server does.
	ExactCase bool

	// Opening are joint moves, by seat, with which the match begins: the players are
	// asked and told as at every turn, but what they answer is only kept. They must
	// be legal and not end the match.
	Opening [][]game.Move

	// Forfeit ends the match early for players that do not play: who does not answer
	// START, is busy all the same, or has failed to give a legal move so many times has
	// lost, a note says so, and the match ends when no two are left who have not, or
	// in a game for one when that one has. 0: nobody loses like that.
	Forfeit int

	// DespiteBusy goes on when a player answers START with busy, and makes random
	// moves for it. Otherwise such a match is aborted, since it would say nothing
	// about the players.
	DespiteBusy bool

	// Past is the record of a match that broke off, to go on with: see Resumed, which
	// fills the rest from it. Its moves are made again, nobody is sent START, and the match
	// begins with the PLAY that was not answered for the record. It is closed there, as
	// aborted, if a player does not play it any more: if it answers busy or cannot be reached.
	Past *Record

	// For the record only.
	RandomToken string
	GameURL     string
	Tournament  string
	Scrambled   bool
}

// Validate reports what is wrong with a Config.
func (c *Config) Validate() error {
	switch {
	case c.Game == nil:
		return errors.New("match without a game")
	case c.Game.Facts().Players == 0:
		return errors.New("the game has no player")
	case !ggp.IsSymbol(c.ID):
		return fmt.Errorf("match identifier %q is not one symbol", c.ID)
	case len(c.Players) != c.Game.Facts().Players:
		return fmt.Errorf("%d players for a game of %d (%s)", len(c.Players), c.Game.Facts().Players,
			strings.Join(c.Game.Facts().Seats[:c.Game.Facts().Players], ", "))
	case c.StartClock < 0 || c.PlayClock < 0 || c.PreviewClock < 0:
		return errors.New("a clock is negative")
	case c.MaxSteps < 0:
		return errors.New("the limit of steps is negative")
	case c.Forfeit < 0:
		return errors.New("the limit of failures is negative")
	}
	return c.opens()
}

// opens checks the opening.
func (c *Config) opens() error {
	if len(c.Opening) == 0 {
		return nil
	}
	m := c.Game.NewMachine()
	for step, joint := range c.Opening {
		if len(joint) != len(c.Game.Facts().Seats) {
			return fmt.Errorf("move %d of the opening has %d parts", step, len(joint))
		}
		for seat, move := range joint {
			if !slices.Contains(m.Legal(seat, nil), move) {
				return fmt.Errorf("move %d of the opening is not legal for %s", step, c.Game.Facts().Seats[seat])
			}
		}
		m.Step(joint)
		if m.Err() != nil || m.Terminal() {
			return fmt.Errorf("move %d of the opening ends the match", step)
		}
	}
	return nil
}

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

func (m *Match) expired(at int64, ev Expired) {
	if m.waiting == 0 || ev.Request != m.request {
		m.stale(ev)
		return
	}
	for _, seat := range m.Waiting() {
		m.settle(at, seat, Reply{Kind: Timeout})
	}
}

func (m *Match) begin(at int64) {
	m.rec.StartTime = at
	m.rec.Replies = [][]Reply{make([]Reply, len(m.facts.Seats))}
	m.position(at)
	if m.cfg.PreviewClock > 0 {
		m.phase = phasePreview
		m.ask(at, m.cfg.PreviewClock, func(int) ggp.Message {
			return ggp.Preview{Rules: m.cfg.Rules, Clock: m.cfg.PreviewClock}
		})
		return
	}
	m.start(at)
}

// position records where the machine stands.
func (m *Match) position(at int64) {
	var fluents []string
	if l, ok := m.machine.(game.Lister); ok {
		fluents = l.Fluents([]string{})
	}
	m.rec.States = append(m.rec.States, fluents)
	m.rec.StateTimes = append(m.rec.StateTimes, at)
	m.effect(Reached{len(m.rec.States) - 1})
}

// ask opens a round: a message to every player.
func (m *Match) ask(at int64, clock int, message func(seat int) ggp.Message) {
	m.request++
	m.asked = at
	m.waiting = m.facts.Players
	clear(m.replied)
	clear(m.replies)
	for seat := range m.facts.Players {
		msg, clock := message(seat), clock
		if _, ends := msg.(ggp.Abort); ends {
			clock = abortClock
		}
		m.effect(Send{Seat: seat, Request: m.request, Message: msg, Clock: clock})
	}
}

func (m *Match) start(at int64) {
	m.phase = phaseStart
	m.ask(at, m.cfg.StartClock, func(seat int) ggp.Message {
		return ggp.Start{
			MatchID: m.cfg.ID, Role: m.facts.Seats[seat], Rules: m.cfg.Rules,
			StartClock: m.cfg.StartClock, PlayClock: m.cfg.PlayClock,
		}
	})
}

// answered judges an answer.
func (m *Match) answered(at int64, seat int, text string) {
	reply := Reply{Text: cut(text)}
	switch m.phase {
	case phaseStart:
		m.heardStart(seat, text)
	case phasePlay:
		move, err := ggp.ReadMove(text)
		if err != nil {
			reply.Kind, reply.Detail = Garbage, cut(err.Error())
		} else if legal, err := m.legal(seat, move); err != nil {
			reply.Kind, reply.Detail = Illegal, cut(err.Error())
		} else {
			m.moves[seat] = legal
		}
		m.heardMove(seat, text, reply.Kind == OK)
	}
	m.settle(at, seat, reply)
}

func (m *Match) legal(seat int, text string) (game.Move, error) {
	move, err := m.machine.Parse(seat, text)
	if err != nil {
		return 0, err
	}
	if m.cfg.ExactCase {
		if label := m.machine.Label(seat, move); !sameTerm(label, text) {
			return 0, fmt.Errorf("%w: letter case differs from %s", game.ErrMove, label)
		}
	}
	return move, nil
}

// sameTerm compares a label with a term in ggp's spelling.
func sameTerm(label, text string) bool {
	tidied, err := ggp.Tidy(label)
	return err == nil && tidied == text
}

// settle notes how a player's request ended, and closes the round with the last.
func (m *Match) settle(at int64, seat int, reply Reply) {
	reply.Detail = cut(reply.Detail)
	reply.Millis = max(at-m.asked, 0)
	m.replies[seat] = reply
	m.replied[seat] = true
	if m.waiting--; m.waiting == 0 {
		m.roundDone(at)
	}
}

func cut(s string) string {
	if len(s) > MaxReplyText {
		s = s[:MaxReplyText]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func (m *Match) roundDone(at int64) {
	switch m.phase {
	case phasePreview:
		m.noteStart()
		m.start(at)
	case phaseStart:
		m.noteStart()
		if seat := m.busySeat(); seat >= 0 && !m.cfg.DespiteBusy {
			m.quit(at, m.rec.Notes[len(m.rec.Notes)-1].Text)
			return
		}
		m.fail()
		m.turn(at)
	case phasePlay:
		if reason := m.left(); reason != "" {
			m.quit(at, reason)
			return
		}
		m.fail()
		m.play(at)
	case phaseEnd:
		m.phase = phaseOver
		m.effect(Over{})
	}
}

// noteStart keeps the replies to PREVIEW and START in one row, as GGP-Base does;
// a failed PREVIEW stays visible unless START failed too.
func (m *Match) noteStart() {
	row := m.rec.Replies[0]
	for role, seat := range m.facts.RoleSeat {
		if row[role].Kind == OK || m.replies[seat].Kind != OK {
			row[role] = m.replies[seat]
		}
	}
}

// busySeat notes who answered START with busy, and gives the last of them, -1 if
// there is none.
func (m *Match) busySeat() int {
	busy := -1
	for seat := range m.facts.Players {
		if r := m.replies[seat]; r.Kind == OK && strings.EqualFold(strings.TrimSpace(r.Text), ggp.Busy) {
			m.note(NoteBusy, seat, "%s is busy: it plays another match, or cannot play this game", m.cfg.Players[seat].Name)
			m.heard[seat].told = true // what else it answers says no more
			busy = seat
		}
	}
	return busy
}

// turn asks for moves, or ends the match.
func (m *Match) turn(at int64) {
	if err := m.machine.Err(); err != nil {
		m.finish(at, Faulted, err.Error())
		return
	}
	if m.machine.Terminal() {
		m.finish(at, Completed, "")
		return
	}
	if reason, over := m.forfeited(); over {
		m.finish(at, Forfeited, reason)
		return
	}
	step := len(m.rec.Moves)
	if m.cfg.MaxSteps > 0 && step >= m.cfg.MaxSteps {
		m.finish(at, Limited, fmt.Sprintf("the limit of %d steps is reached", m.cfg.MaxSteps))
		return
	}
	if err := m.draw(step); err != nil {
		m.finish(at, Faulted, err.Error())
		return
	}
	m.phase = phasePlay
	m.ask(at, m.cfg.PlayClock, func(seat int) ggp.Message {
		return ggp.Play{MatchID: m.cfg.ID, Turn: m.told(seat)}
	})
}

// draw sets every seat's move to a random legal one: Nature's move, and for the
// players the replacement of an answer that does not count.
func (m *Match) draw(step int) error {
	return drawMoves(m.machine, m.cfg.Seed, step, m.moves)
}

// drawMoves fills moves, by seat, as Nature and the manager would at a step. A
// seat's draw does not depend on the other seats.
func drawMoves(machine game.Machine, seed uint64, step int, moves []game.Move) error {
	facts := machine.Game().Facts()
	var legal []game.Move
	for seat := range facts.Seats {
		legal = machine.Legal(seat, legal)
		if err := machine.Err(); err != nil {
			return err
		}
		if len(legal) == 0 {
			return fmt.Errorf("%w: %s after %d steps", game.ErrNoMove, facts.Seats[seat], step)
		}
		if !facts.NatureSeat(seat) {
			const mostSeats = 1 << 16
			rng := game.Stream(seed, "match/replacement", uint64(step)*mostSeats+uint64(seat))
			moves[seat] = legal[rng.IntN(len(legal))]
			continue
		}
		rng := game.Stream(seed, "match/nature", uint64(step))
		pick := rng.IntN(len(legal))
		if c, ok := machine.(game.Chancer); ok {
			if odds := c.Odds(nil); len(odds) == len(legal) {
				pick = game.DrawOdds(odds, rng)
			}
		}
		moves[seat] = legal[pick]
	}
	return nil
}

// told is what a player may know about the last turn.
func (m *Match) told(seat int) ggp.Turn {
	t := ggp.Turn{Number: len(m.rec.Moves)}
	if m.joint == nil {
		return t
	}
	t.Own = m.joint[seat]
	if m.facts.Hidden {
		t.Percepts = m.percepts[seat]
	} else {
		t.Moves = m.rec.Moves[len(m.rec.Moves)-1]
	}
	return t
}

// play makes the joint move.
func (m *Match) play(at int64) {
	m.joint = make([]string, len(m.facts.Seats))
	// m.moves holds what was drawn, or the answer that took its place.
	if step := len(m.rec.Moves); step < len(m.cfg.Opening) {
		copy(m.moves, m.cfg.Opening[step])
	}
	for seat, move := range m.moves {
		label := m.machine.Label(seat, move)
		if tidied, err := ggp.Tidy(label); err == nil {
			label = tidied
		}
		m.joint[seat] = label
	}
	m.machine.Step(m.moves)
	m.rec.Moves = append(m.rec.Moves, m.facts.ByRole(m.joint))
	row := make([]Reply, len(m.facts.Seats))
	for role, seat := range m.facts.RoleSeat {
		row[role] = m.replies[seat]
	}
	m.rec.Replies = append(m.rec.Replies, row)
	m.perceive()
	m.position(at)
	m.turn(at)
}

// perceive asks what each player saw.
func (m *Match) perceive() {
	m.percepts = make([][]string, len(m.facts.Seats))
	p, ok := m.machine.(game.Perceiver)
	if !ok || !m.facts.Hidden {
		return
	}
	for seat := range m.facts.Players {
		m.percepts[seat] = slices.Clone(p.Percepts(seat, []string{}))
	}
}

// finish completes the record and stops the players.
func (m *Match) finish(at int64, status Status, reason string) {
	if status == Completed {
		m.rec.Goals = goals(m.machine)
		if err := m.machine.Err(); err != nil {
			status, reason, m.rec.Goals = Faulted, err.Error(), nil
		} else if w, ok := m.machine.(game.Warner); ok && w.Warning() != nil {
			m.note(NoteRules, -1, "the description is faulty: %v", w.Warning())
		}
	}
	for seat := range m.facts.Players {
		m.judge(seat)
	}
	m.end(status, reason)
	m.phase = phaseEnd
	m.ask(at, m.cfg.PlayClock, func(seat int) ggp.Message {
		if status == Forfeited || !m.heard[seat].answered { // it may not know of the match, or be far behind
			return ggp.Abort{MatchID: m.cfg.ID}
		}
		return ggp.Stop{MatchID: m.cfg.ID, Turn: m.told(seat)}
	})
}

// goals are the utilities as GDL's 0…100, in role order; Nature's is 0.
func goals(machine game.Machine) []int {
	facts := machine.Game().Facts()
	utility := make([]float64, facts.Players)
	machine.Utility(utility)
	out := make([]int, len(facts.RoleSeat))
	for role, seat := range facts.RoleSeat {
		if seat < facts.Players {
			out[role] = int(math.Round(100 * min(max(utility[seat], 0), 1)))
		}
	}
	return out
}

// abortClock is the seconds a player has for ABORT, as at GGP-Base's server.
const abortClock = 1

func (m *Match) abort(at int64, ev Abort) {
	switch m.phase {
	case phaseNew:
		if m.cfg.Past != nil { // its players may still wait
			break
		}
		m.rec.StartTime = at
		m.rec.Replies = [][]Reply{make([]Reply, len(m.facts.Seats))}
		m.position(at)
		m.end(Aborted, ev.Reason)
		m.phase = phaseOver
		m.effect(Over{})
		return
	case phasePreview, phaseStart:
		m.noteStart()
	case phaseEnd, phaseOver:
		m.stale(ev)
		return
	}
	m.quit(at, ev.Reason)
}

// quit ends a match that has begun and tells everybody, also those who never
// answered.
func (m *Match) quit(at int64, reason string) {
	m.end(Aborted, reason)
	m.phase = phaseEnd
	m.ask(at, abortClock, func(int) ggp.Message { return ggp.Abort{MatchID: m.cfg.ID} })
}

// end closes the record.
func (m *Match) end(status Status, reason string) {
	m.rec.Status, m.rec.Reason = status, cut(reason)
	m.effect(Finished{status})
}
