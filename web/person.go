package web

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludens/game"
	"ludens/internal/thought"
	"ludens/match"
)

// Moving is a move that somebody makes.
type Moving struct {
	Step int    `json:"step"` // the position it is meant for
	Move string `json:"move"`
}

// Taking is who is to sit on a seat: an agent's text, or nothing for the asker.
type Taking struct {
	Agent string `json:"agent,omitempty"`
}

// seated gives the live match of a request and the seat of its key.
func (s *Server) seated(c *call) (*live, *seat, error) {
	l := s.live(c.path("id"))
	if l == nil {
		return nil, nil, fmt.Errorf("%w: no match %s is being played", ErrNotFound, c.path("id"))
	}
	st := l.byKey(c.key())
	if st == nil {
		return nil, nil, fmt.Errorf("%w: this is not the key of a seat", errDenied)
	}
	return l, st, nil
}

func (s *Server) move(_ context.Context, c *call) (any, error) {
	_, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	m := c.body.(*Moving)
	choice := st.film.choice(m.Step, st.number)
	switch {
	case st.waits() != m.Step || choice == nil:
		return nil, fmt.Errorf("%w: nobody waits for a move at step %d", ErrBad, m.Step)
	case !choice.isLegal(m.Move):
		return nil, fmt.Errorf("%w: %s is not legal", ErrBad, m.Move)
	case !st.give(m.Step, m.Move):
		return nil, fmt.Errorf("%w: a move was made already", ErrBad)
	}
	return Done{true}, nil
}

func (s *Server) takeBack(ctx context.Context, c *call) (any, error) {
	l, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	begun, err := s.undo(ctx, l, st)
	if err != nil {
		return nil, err
	}
	return begun, nil
}

func (s *Server) take(_ context.Context, c *call) (any, error) {
	l := s.live(c.path("id"))
	if l == nil {
		return nil, fmt.Errorf("%w: no match %s is being played", ErrNotFound, c.path("id"))
	}
	seat := l.facts.SeatByName(c.path("role"))
	if seat < 0 || seat >= len(l.seats) {
		return nil, fmt.Errorf("%w: role %s", ErrNotFound, c.path("role"))
	}
	key, err := l.exchange(s, seat, c.body.(*Taking).Agent)
	if err != nil {
		return nil, err
	}
	return Key{l.facts.Seats[seat], key}, nil
}

// hint lets a player think about the position of a person, for a short time.
func (s *Server) hint(ctx context.Context, c *call) (any, error) {
	l, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	step := st.waits()
	fr, ok := l.film.frame(step)
	switch {
	case l.facts.Hidden:
		return nil, fmt.Errorf("%w: there are no hints in games that hide something", ErrBad)
	case !ok:
		return nil, fmt.Errorf("%w: there is nothing to decide", ErrBad)
	}
	select {
	case s.hints <- struct{}{}:
		defer func() { <-s.hints }()
	default:
		return nil, fmt.Errorf("%w: hints for others are being thought about", errBusy)
	}
	t, err := s.host.Thinker(s.o.HintAgent, l.seed)
	if err != nil {
		return nil, err
	}
	defer t.End()
	ctx, cancel := context.WithTimeout(ctx, s.o.Hint)
	defer cancel()
	now, none := context.WithCancel(ctx)
	none()
	if err := t.Begin(now, l.film.g, st.number, 0, s.o.Hint); err != nil {
		return nil, err
	}
	m := l.film.g.NewMachine()
	m.Load(fr.state)
	mv, err := t.Choose(ctx, fr.state, step, m.Legal(st.number, nil))
	if err != nil {
		return nil, err
	}
	out := t.Thought(func(mv game.Move) string { return m.Label(st.number, mv) })
	out.Player, out.Match, out.Role, out.Turn = s.o.HintAgent, l.film.id, l.facts.Seats[st.number], step
	if best := m.Label(st.number, mv); len(out.Moves) == 0 {
		out.Moves = []thought.Move{{Text: best, Value: out.Value}}
	} else if i := slices.IndexFunc(out.Moves, func(m thought.Move) bool { return m.Text == best }); i > 0 {
		out.Moves[0], out.Moves[i] = out.Moves[i], out.Moves[0] // what it would play comes first
	}
	return out, nil
}

// errBack is the reason of a match that somebody took moves back in.
var errBack = errors.New("moves were taken back")

// undo takes back the last decision of the person on a seat: this match ends, and
// another goes on from there.
func (s *Server) undo(ctx context.Context, l *live, st *seat) (*Begun, error) {
	if l.tournament != "" {
		return nil, fmt.Errorf("%w: nothing is taken back in a tournament", ErrBad)
	}
	if l.facts.Hidden {
		return nil, fmt.Errorf("%w: what was seen cannot be unseen, so nothing is taken back in a game that hides something", ErrBad)
	}
	for i, other := range l.seats {
		if other == nil || other != st && other.human() {
			return nil, fmt.Errorf("%w: %s is no agent in this process, and would have to agree", ErrBad, l.names[i])
		}
	}
	rec := l.record()
	to := -1
	st.mu.Lock()
	for _, turn := range st.chosen {
		if turn < rec.Steps() {
			to = turn
		}
	}
	key, chosen := st.key, slices.Clone(st.chosen)
	st.mu.Unlock()
	if to < 0 {
		return nil, fmt.Errorf("%w: there is nothing to take back", ErrBad)
	}
	a := l.ask
	a.Seed = l.seed
	a.Seats = slices.Clone(a.Seats)
	for i, other := range l.seats {
		other.mu.Lock()
		if other.key == "" {
			a.Seats[i] = SeatAsk{Agent: other.text}
		} else if a.Seats[i].Human == "" {
			a.Seats[i] = SeatAsk{Human: "human"}
		}
		other.mu.Unlock()
	}
	l.cancel(errBack)
	select {
	case <-l.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	next, begun, err := s.begin(ctx, a, beginning{l.film.g, rec.Rules, rec.Moves[:to]})
	if err != nil {
		return nil, err
	}
	// The same person goes on with the same key, and may take back more.
	for _, again := range next.seats {
		again.mu.Lock()
		if again.key != "" {
			again.key = key
			again.chosen = append(again.chosen, before(chosen, to)...)
			slices.Sort(again.chosen)
		}
		again.mu.Unlock()
	}
	for i := range begun.Keys {
		begun.Keys[i].Key = key
	}
	l.mu.Lock()
	l.next = begun.ID
	l.mu.Unlock()
	l.tell()
	return begun, nil
}

// before gives the turns before one.
func before(turns []int, turn int) []int {
	var out []int
	for _, t := range turns {
		if t < turn {
			out = append(out, t)
		}
	}
	return out
}

// free reports whether somebody else may take a seat: an agent's, or in a tournament the
// seat of a person, who may come from another browser than the last time.
func (l *live) free(number int) bool {
	st := l.seats[number]
	return st != nil && st.inner == nil && (l.tournament != "" || !l.facts.Hidden)
}

// exchange puts an agent, or with an empty text a person, on a seat of a match under
// way. It returns the person's key.
func (l *live) exchange(s *Server, number int, text string) (key string, err error) {
	st := l.seats[number]
	switch {
	case !l.free(number):
		return "", fmt.Errorf("%w: this seat cannot be taken over", ErrBad)
	case l.tournament != "" && text != "":
		return "", fmt.Errorf("%w: seats of a tournament are not given away", ErrBad)
	case l.record().Status != match.Running:
		return "", fmt.Errorf("%w: the match is over", ErrBad)
	}
	if text == "" {
		if st.human() && l.tournament == "" {
			return "", fmt.Errorf("%w: somebody sits there", ErrBad)
		}
		key = newKey()
		st.exchange(key, "", nil)
		l.tell()
		return key, nil
	}
	if err := s.host.CheckAgent(text); err != nil {
		return "", fmt.Errorf("%w: %w", ErrBad, err)
	}
	t, err := s.host.Thinker(text, l.seed+uint64(number))
	if err != nil {
		return "", err
	}
	now, cancel := context.WithCancel(s.life)
	cancel() // the start clock is over
	if err := t.Begin(now, l.film.g, number, st.start, st.play); err != nil {
		t.End()
		return "", err
	}
	l.mu.Lock()
	if l.over {
		l.mu.Unlock()
		t.End()
		return "", fmt.Errorf("%w: the match is over", ErrBad)
	}
	l.agents = append(l.agents, t)
	l.mu.Unlock()
	st.exchange("", text, t)
	l.tell()
	return "", nil
}
