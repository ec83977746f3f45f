package session

import (
	"slices"
	"sync"
	"time"

	"ludens/agent"
	"ludens/game"
)

// Phases of a Moment.
const (
	Idle      = "idle"      // no match is on
	Preparing = "preparing" // the start clock runs
	Thinking  = "thinking"  // a move is wanted
	Pondering = "pondering" // the others are to move, and the player thinks on
	Waiting   = "waiting"   // the others are to move, or everything is ready
)

// Moment is what a session is about, for people who look on. All but Name, Number and
// Phase are of a match, and empty when none is on. Slices and the game are shared with
// the session: they are read only.
type Moment struct {
	Name   string
	Number uint64 // grows with every change
	Phase  string
	Since  time.Time // of the phase

	Match, Role string
	Clocks      agent.Clocks
	Game        string // the game's name, "" before it is open
	Engine      string
	Player      string // the name of who decides, "" before there is one
	Turn        int    // joint moves made before the last decision between several moves

	// Preparation is what the player tells of it.
	Preparation agent.Preparation
	// Thought is what the player thinks, or thought at its last decision, in the position
	// State of a game on a seat. Rules and State are nil when nobody can say.
	Thought agent.Thought
	Rules   game.Game
	Seat    int
	State   game.State
}

// watch keeps the Moment, for Session.Moment. Whoever tells it something waits for no
// more than a copy of the Moment.
type watch struct {
	on bool // Config.Watch

	mu       sync.Mutex
	now      Moment
	of       *match         // that now is about
	preparer agent.Preparer // that prepares now, or nil
}

// Moment tells what the session is about. Without Config.Watch it is never about a match.
func (s *Session) Moment() Moment {
	w := &s.watch
	w.mu.Lock()
	out, p := w.now, w.preparer
	w.mu.Unlock()
	if out.Name = s.cfg.Name; out.Phase == "" {
		out.Phase = Idle
	}
	if p != nil {
		out.Preparation = p.Preparation()
	}
	return out
}

// begin tells that a match is on.
func (w *watch) begin(m *match) {
	if !w.on {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.of, w.preparer = m, nil
	w.now = Moment{
		Number: w.now.Number + 1, Phase: Preparing, Since: time.Now(), Match: m.id, Role: m.role, Clocks: m.clocks,
		Preparation: agent.Preparation{Stage: "opens the rules"},
	}
}

// end tells that a match is over, and lets go of all that it held.
func (w *watch) end(m *match) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == m {
		w.of, w.preparer = nil, nil
		w.now = Moment{Number: w.now.Number + 1, Since: time.Now()}
	}
}

// tell changes the Moment of a match, unless it is over or another is on.
func (m *match) tell(change func(*Moment)) {
	w := &m.s.watch
	if !w.on {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of != m {
		return
	}
	before := w.now.Phase
	change(&w.now)
	if w.now.Number++; w.now.Phase != before {
		w.now.Since = time.Now()
	}
}

// tellPhase tells what begins now.
func (m *match) tellPhase(phase string) { m.tell(func(now *Moment) { now.Phase = phase }) }

// tellGame tells by which rules the match is played.
func (m *match) tellGame(g game.Game) {
	m.tell(func(now *Moment) {
		f := g.Facts()
		now.Game, now.Engine = f.Name, f.Engine
		now.Rules, now.State, now.Thought = nil, nil, agent.Thought{} // of another engine
	})
}

// tellPlayer tells who begins to prepare.
func (m *match) tellPlayer(p agent.Player) {
	m.tell(func(now *Moment) {
		now.Player, now.Preparation = p.Name(), agent.Preparation{}
		m.s.watch.preparer, _ = p.(agent.Preparer)
	})
}

// tellReady tells that a player has prepared, or was given up. What it was guided by is
// not held on to.
func (m *match) tellReady(p agent.Player) {
	if !m.s.watch.on {
		return
	}
	var last agent.Preparation
	if r, ok := p.(agent.Preparer); ok {
		last = r.Preparation()
	}
	m.tell(func(now *Moment) { now.Preparation, m.s.watch.preparer = last, nil })
}

// tellTurn tells which decision is to be made, and has the player tell what it thinks. A
// turn without a choice leaves to be seen what was thought of the last one with one.
func (m *match) tellTurn(turn *agent.Turn) {
	if !m.s.watch.on {
		return
	}
	if len(turn.Legal) == 1 {
		m.tellPhase(Thinking)
		return
	}
	g, state := m.tracker.Game(), slices.Clone(turn.Likeliest())
	m.tell(func(now *Moment) {
		now.Phase, now.Turn, now.Thought = Thinking, turn.Number, agent.Thought{}
		now.Rules, now.Seat, now.State = g, m.seat, state
	})
	turn.Tell = func(t agent.Thought) {
		m.tell(func(now *Moment) {
			if now.Turn == turn.Number && now.Rules == g {
				now.Thought = t
			}
		})
	}
}

// tellStats tells what the player did in a turn, when it is known.
func (m *match) tellStats(turn int, s agent.Stats) {
	m.tell(func(now *Moment) {
		if now.Rules != nil && now.Turn == turn && s != (agent.Stats{}) {
			now.Thought.Stats = s
		}
	})
}
