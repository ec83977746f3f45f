package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludens/game"
	"ludens/internal/thought"
	"ludens/match/run"
)

// seat is a player of a live match in this process, who may be exchanged while it is
// played: a person with the seat's key, or an agent. It is a run.Player; what it is told
// by the match is used for what people see, positions come from the match's film.
type seat struct {
	film   *film
	number int
	tell   func()   // that somebody is asked, or not any more
	prefix []string // moves made before anybody is asked, for a match that goes on from another
	play   time.Duration
	start  time.Duration

	mu      sync.Mutex
	key     string  // of the person; empty where an agent sits
	vacant  bool    // for a person, who has not sat down yet
	agent   Thinker // nil where a person sits, or somebody else decides
	text    string  // of the agent
	inner   run.Player
	changed chan struct{} // closed when somebody else takes the seat
	asked   int           // the turn that a person is asked about, -1
	answer  chan string   // their move; nobody waits unless asked
	told    map[int]run.Turn
	chosen  []int // turns at which a person had a choice
}

// newSeat makes a seat on which nobody sits.
func newSeat(l *live, number int) *seat {
	return &seat{
		film: l.film, number: number, tell: l.tell, asked: -1, changed: make(chan struct{}), told: map[int]run.Turn{},
		play: time.Duration(l.ask.PlayClock) * time.Second, start: time.Duration(l.ask.StartClock) * time.Second,
	}
}

func newKey() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return hex.EncodeToString(b[:])
}

// human reports whether a person sits here.
func (s *seat) human() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key != "" || s.vacant
}

// exchange puts somebody else on the seat. What a person is asked, the next person is asked
// too, without a moment in which nobody is.
func (s *seat) exchange(key, text string, agent Thinker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.key != "" || s.vacant
	s.key, s.text, s.agent, s.vacant = key, text, agent, false
	if after := key != ""; before && after {
		return
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// Start implements run.Player.
func (s *seat) Start(ctx context.Context, st run.Start) error {
	s.mu.Lock()
	agent := s.agent
	s.mu.Unlock()
	if s.inner != nil {
		return s.inner.Start(ctx, st)
	}
	if agent == nil {
		return nil
	}
	return agent.Begin(ctx, s.film.g, s.number, s.start, s.play)
}

// errNobody is the failure of an agent that left its seat without an answer.
var errNobody = errors.New("the agent gave no move")

// Play implements run.Player.
func (s *seat) Play(ctx context.Context, t run.Turn) (string, error) {
	s.mu.Lock()
	s.told[t.Number] = t
	s.mu.Unlock()
	if t.Number < len(s.prefix) {
		return s.prefix[t.Number], nil
	}
	if s.inner != nil {
		return s.inner.Play(ctx, t)
	}
	c := s.film.choice(t.Number, s.number)
	if c == nil || len(c.Moves) == 0 {
		return "", fmt.Errorf("turn %d: there is nothing to choose from", t.Number)
	}
	for {
		s.mu.Lock()
		agent, person, changed := s.agent, s.key != "" || s.vacant, s.changed
		s.mu.Unlock()
		var text string
		var err error
		switch {
		case person && len(c.Moves) == 1, agent == nil && !person:
			return c.Moves[0].Move, nil
		case person:
			text, err = s.ask(ctx, t.Number, changed)
		default:
			text, err = s.think(ctx, agent, t.Number, changed)
		}
		if text != "" || err != nil {
			return text, err
		}
	}
}

// ask waits for the move of a person; it is empty when the seat was exchanged.
func (s *seat) ask(ctx context.Context, turn int, changed chan struct{}) (text string, err error) {
	s.mu.Lock()
	s.asked, s.answer = turn, make(chan string, 1)
	answer := s.answer
	s.mu.Unlock()
	s.tell()
	select {
	case text = <-answer:
	case <-changed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = -1
	// A move that was taken counts, also where something else was heard of first.
	select {
	case text = <-answer:
	default:
	}
	if text == "" {
		return "", err
	}
	s.chosen = append(s.chosen, turn)
	return text, nil
}

// give takes the move of a person. It reports false if nobody waits for it.
func (s *seat) give(turn int, text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked != turn {
		return false
	}
	s.asked = -1
	s.answer <- text
	return true
}

// waits tells at which turn a person is asked, -1 for none.
func (s *seat) waits() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// cushion is what an agent has less than its clock, for the way of its answer.
const cushion = 50 * time.Millisecond

// think lets an agent decide; the text is empty when the seat was exchanged.
func (s *seat) think(ctx context.Context, agent Thinker, turn int, changed chan struct{}) (string, error) {
	fr, ok := s.film.frame(turn)
	if !ok {
		return "", fmt.Errorf("turn %d: the position is not known", turn)
	}
	ctx, cancel := context.WithTimeout(ctx, max(s.play-cushion, cushion))
	defer cancel()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(stop)
	wg.Go(func() {
		select {
		case <-changed:
			cancel()
		case <-stop:
		}
	})
	m := s.film.g.NewMachine()
	m.Load(fr.state)
	mv, err := agent.Choose(ctx, fr.state, turn, m.Legal(s.number, nil))
	select {
	case <-changed:
		return "", nil
	default:
	}
	if err != nil {
		return "", err
	}
	if text := m.Label(s.number, mv); text != "" {
		return text, nil
	}
	return "", errNobody
}

// thought is what the agent of the seat thinks.
func (s *seat) thought(m game.Machine) (thought.State, bool) {
	s.mu.Lock()
	agent, text := s.agent, s.text
	s.mu.Unlock()
	if agent == nil {
		return thought.State{}, false
	}
	st := agent.Thought(func(mv game.Move) string { return m.Label(s.number, mv) })
	st.Player, st.Role = text, s.film.g.Facts().Seats[s.number]
	return st, true
}

// Stop implements run.Player.
func (s *seat) Stop(ctx context.Context, t run.Turn) error {
	s.mu.Lock()
	s.told[t.Number] = t
	s.mu.Unlock()
	if s.inner != nil {
		return s.inner.Stop(ctx, t)
	}
	return nil
}

// Abort implements run.Player.
func (s *seat) Abort(ctx context.Context) error {
	if s.inner != nil {
		return s.inner.Abort(ctx)
	}
	return nil
}

// heard is what the rules told the seat about the step that led to a position.
func (s *seat) heard(step int) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told[step].Percepts
}

// seen is what the seat did and saw until a step, without those in which it did nothing and
// saw nothing.
func (s *seat) seen(step int) (out []Seen) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := 1; n <= step; n++ {
		t, ok := s.told[n]
		c := s.chose(n - 1)
		if !ok || !c && len(t.Percepts) == 0 {
			continue
		}
		one := Seen{Step: n, Percepts: append([]string{}, t.Percepts...)}
		if c {
			one.Own = t.Own
		}
		out = append(out, one)
	}
	return out
}

// chose reports whether a person had a choice at a turn. s.mu is held.
func (s *seat) chose(turn int) bool { return slices.Contains(s.chosen, turn) }

// own is the seat's own move that led to a position, as far as it was told.
func (s *seat) own(step int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told[step].Own
}
