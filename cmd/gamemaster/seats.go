package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/roster"
	"ludens/agent/session"
	"ludens/cmd/internal/wire"
	"ludens/game"
	"ludens/ggp"
	"ludens/internal/cli"
	"ludens/internal/terminal"
	"ludens/match/run"
)

// seatMaker makes the seats of one match from what the command line says.
type seatMaker struct {
	env     *cli.Env
	ctx     context.Context // of the match
	quit    func(error)     // ends the match, when a person leaves
	game    game.Game
	seed    uint64
	memory  int64 // bytes per search
	threads int   // per search; 0: one per processor
	dialect ggp.Dialect

	person   *terminal.Person // shared by all seats of people
	sessions []*session.Session
}

// all makes every seat.
func (m *seatMaker) all(words []string) ([]run.Seat, error) {
	facts := m.game.Facts()
	if len(words) != facts.Players {
		return nil, cli.Usagef("the game has %s (%s), so it needs as many seats; found %d",
			count(facts.Players, "player"), strings.Join(facts.Seats[:facts.Players], ", "), len(words))
	}
	seats := make([]run.Seat, len(words)) // seats and roles are in the same order, but for Nature
	for i, word := range words {
		s, err := m.one(i, word)
		if err != nil {
			return nil, fmt.Errorf("seat of %s: %w", facts.Seats[i], err)
		}
		seats[i] = s
	}
	return seats, nil
}

// one makes a seat.
func (m *seatMaker) one(seat int, word string) (run.Seat, error) {
	if strings.EqualFold(word, "human") {
		return m.human()
	}
	if addr, ok := remoteAddr(word); ok {
		return run.Seat{Name: addr, Addr: addr, Dialect: m.dialect}, nil
	}
	a, err := roster.Parse(word, wire.Agents(wire.Threads(m.threads), m.memory))
	if err != nil {
		return run.Seat{}, cli.UsageError{Err: err}
	}
	return m.local(a.Text, false, func() agent.Player { return a.New(m.seed + uint64(seat)) })
}

// checkSeat says what is wrong with a word that names no kind of seat.
func checkSeat(word string) error {
	if _, ok := remoteAddr(word); ok || strings.EqualFold(word, "human") {
		return nil
	}
	_, err := roster.Parse(word, roster.Defaults{})
	if err != nil && !roster.Known(word) {
		return fmt.Errorf("a seat is http://host:port, human or an agent (%s), found %q", strings.Join(roster.Kinds(), ", "), word)
	}
	return err
}

// remoteAddr reads http://host:port, or host:port.
func remoteAddr(word string) (string, bool) {
	if strings.Contains(word, "://") {
		u, err := url.Parse(word)
		if err != nil || u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			return "", false
		}
		word = u.Host
	}
	host, port, err := net.SplitHostPort(word)
	if err != nil || host == "" {
		return "", false
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return word, err == nil && n > 0
}

// local makes a seat in this process: a session, as a player's server has one, so
// that our own players follow the match, games that hide something included, in
// the same way whether they are here or there. It does not think while others do, who
// use the same processors.
func (m *seatMaker) local(name string, human bool, newPlayer func() agent.Player) (run.Seat, error) {
	log := m.env.Log
	if human {
		log = zerolog.Nop() // a person who leaves is no failure to be told
	}
	s, err := session.New(session.Config{
		Name: name, NewPlayer: newPlayer, Log: log,
		Shared: true, Quick: func(context.Context, string) (game.Game, error) { return m.game, nil },
	})
	if err != nil {
		return run.Seat{}, err
	}
	m.sessions = append(m.sessions, s)
	return run.Seat{Name: name, Human: human, Untimed: human, Local: &localSeat{session: s, match: m.ctx, untimed: human}}, nil
}

// human makes a seat for the person at the terminal.
func (m *seatMaker) human() (run.Seat, error) {
	out := m.env.Stdout
	if m.env.JSON {
		out = m.env.Stderr // stdout is for results
	}
	if m.person == nil {
		m.person = terminal.New(m.env.Stdin, out)
	}
	h := &humanPlayer{person: m.person, out: out, quit: m.quit}
	seat, err := m.local("human", true, func() agent.Player {
		// One for each time that somebody is asked to play: the one before may be about to end.
		p := *h
		return &p
	})
	if l, ok := seat.Local.(*localSeat); ok {
		l.told = h.told
	}
	return seat, err
}

// secret reports whether somebody watches who must not see everything.
func (m *seatMaker) secret() bool { return m.person != nil && m.game.Facts().Hidden }

// close ends the sessions.
func (m *seatMaker) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var err error
	for _, s := range m.sessions {
		err = errors.Join(err, s.Close(ctx))
	}
	return err
}

// localSeat is a session as a run.Player.
type localSeat struct {
	session *session.Session
	match   context.Context // ends when the match is to be aborted
	id      string
	untimed bool
	told    func(run.Turn) // if set, hears what the seat is told
}

// forever is the clock of somebody who may take any time.
const forever = 1000 * time.Hour

// Start implements run.Player.
func (l *localSeat) Start(_ context.Context, s run.Start) error {
	l.id = s.MatchID
	if l.untimed {
		s.PlayClock = forever
	}
	defer l.heed()()
	answer := l.session.Start(session.StartArgs{
		ID: s.MatchID, Role: s.Role, Rules: s.Rules, StartClock: s.StartClock, PlayClock: s.PlayClock,
	})
	if answer != session.Ready {
		return fmt.Errorf("start the match: the player says %s", answer)
	}
	return nil
}

// Play implements run.Player. The session keeps the clock itself.
func (l *localSeat) Play(_ context.Context, t run.Turn) (string, error) {
	if l.told != nil {
		l.told(t)
	}
	defer l.heed()()
	return l.session.Play(l.id, turnOf(t), time.Time{}), nil
}

// Stop implements run.Player.
func (l *localSeat) Stop(_ context.Context, t run.Turn) error {
	if l.told != nil {
		l.told(t)
	}
	l.session.Stop(l.id, turnOf(t))
	return nil
}

// Abort implements run.Player.
func (l *localSeat) Abort(context.Context) error {
	l.session.Abort(l.id)
	return nil
}

// heed ends the session's thinking with the match. The context of a single call
// ends with its clock as well, which the session knows better how to deal with.
func (l *localSeat) heed() func() bool {
	return context.AfterFunc(l.match, func() { l.session.Abort(l.id) })
}

// turnOf tells a session about a turn as the numbered message would: in a game
// that hides something, own move and percepts; else everybody's moves.
func turnOf(t run.Turn) session.Turn {
	return session.Turn{Number: t.Number, Moves: t.Moves, Own: t.Own, Percepts: t.Percepts, Numbered: t.Moves == nil}
}
