package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/match"
)

// Summary is a line of a list of matches.
type Summary struct {
	ID        string         `json:"id"`
	Game      string         `json:"game"`
	StartTime int64          `json:"start_time"` // milliseconds since 1970
	Status    match.Status   `json:"status"`
	Reason    string         `json:"reason,omitempty"`
	Steps     int            `json:"steps"`
	Roles     []string       `json:"roles"`
	Players   []match.Player `json:"players"`
	Goals     []int          `json:"goals,omitempty"`
	Failures  int            `json:"failures"`             // requests that did not end well
	Broken    bool           `json:"broken_off,omitempty"` // it is running, but nobody plays it any more

	Tournament string `json:"tournament,omitempty"`
}

// Query selects matches; the zero value selects all.
type Query struct {
	Game   string // exact name; empty: any
	Player string // exact name of a player; empty: any
	// Tournament is the exact name of one; empty: any match, of a tournament or none.
	Tournament string
	Status     *match.Status // nil: any
	// Broken selects, of those that run, the ones that nobody plays any more, or those
	// that somebody does; nil: any.
	Broken *bool
	Limit  int // at most so many, the latest; 0: no limit
}

// List gives matches, the latest first.
func (s *Store) List(q Query) ([]Summary, error) {
	var where []string
	var args []any
	if q.Game != "" {
		where, args = append(where, "m.game = ?"), append(args, q.Game)
	}
	if q.Player != "" {
		where, args = append(where, "EXISTS (SELECT 1 FROM player p WHERE p.match = m.id AND p.name = ?)"), append(args, q.Player)
	}
	if q.Tournament != "" {
		where, args = append(where, "m.tournament = ?"), append(args, q.Tournament)
	}
	if q.Status != nil {
		where, args = append(where, "m.status = ?"), append(args, q.Status.String())
	}
	text := `SELECT m.id, m.name, m.game, m.start_time, m.status, m.reason, m.tournament,
		(SELECT count(*) FROM position p WHERE p.match = m.id AND p.step > 0),
		(SELECT count(*) FROM reply r WHERE r.match = m.id AND r.kind <> 'ok')
		FROM match m`
	if len(where) > 0 {
		text += " WHERE " + strings.Join(where, " AND ")
	}
	text += " ORDER BY m.id DESC"
	if q.Limit > 0 && q.Broken == nil {
		text, args = text+" LIMIT ?", append(args, q.Limit)
	}
	out, err := s.list(text, args)
	if err == nil {
		err = s.markBroken(out)
	}
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", explain(err))
	}
	if q.Broken != nil {
		out = slices.DeleteFunc(out, func(m Summary) bool { return m.Status != match.Running || m.Broken != *q.Broken })
		if q.Limit > 0 {
			out = out[:min(len(out), q.Limit)]
		}
	}
	return out, nil
}

// markBroken finds the matches that have no end and that nobody plays.
func (s *Store) markBroken(list []Summary) error {
	var running []string
	for _, m := range list {
		if m.Status == match.Running {
			running = append(running, m.ID)
		}
	}
	if len(running) == 0 {
		return nil
	}
	played, err := s.playing(running)
	if err != nil {
		return err
	}
	for i, m := range list {
		if m.Status != match.Running || played[m.ID] {
			continue
		}
		var now string // it may have ended since it was read
		err := s.read.QueryRow(`SELECT status FROM match WHERE name = ?`, m.ID).Scan(&now)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		list[i].Broken = now == match.Running.String()
	}
	return nil
}

func (s *Store) list(text string, args []any) ([]Summary, error) {
	tx, err := s.read.Begin()
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // nothing was written
	rows, err := tx.Query(text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Summary
	var ids []int64
	for rows.Next() {
		var m Summary
		var id int64
		var status string
		if err := rows.Scan(&id, &m.ID, &m.Game, &m.StartTime, &status, &m.Reason, &m.Tournament, &m.Steps, &m.Failures); err != nil {
			return nil, err
		}
		if err := m.Status.UnmarshalText([]byte(status)); err != nil {
			return nil, fmt.Errorf("%w: match %s: %w", ErrCorrupt, m.ID, err)
		}
		out = append(out, m)
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i, id := range ids {
		if out[i].Roles, out[i].Players, out[i].Goals, err = players(tx, id); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Find gives the identifier of the one match whose identifier begins with
// prefix: that match itself if prefix is an identifier, "" stands for the latest.
func (s *Store) Find(prefix string) (string, error) {
	if prefix == "" {
		latest, err := s.List(Query{Limit: 1})
		if err != nil {
			return "", err
		}
		if len(latest) == 0 {
			return "", fmt.Errorf("find match: %w: none is stored", ErrNotFound)
		}
		return latest[0].ID, nil
	}
	rows, err := s.read.Query(`SELECT name FROM match WHERE name = ?1 OR substr(name, 1, length(?1)) = ?1 ORDER BY name = ?1 DESC, name LIMIT 2`, prefix)
	if err != nil {
		return "", fmt.Errorf("find match: %w", explain(err))
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return "", fmt.Errorf("find match: %w", explain(err))
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return "", fmt.Errorf("find match: %w", explain(err))
	}
	switch {
	case len(names) == 0:
		return "", fmt.Errorf("find match: %w: %s", ErrNotFound, prefix)
	case len(names) == 2 && names[0] != prefix:
		return "", fmt.Errorf("find match: %q begins more than one identifier: %s, %s", prefix, names[0], names[1])
	}
	return names[0], nil
}

// Load reads a whole record, also of a match that is still running.
func (s *Store) Load(name string) (*match.Record, error) {
	tx, err := s.read.Begin()
	if err != nil {
		return nil, fmt.Errorf("load match %s: %w", name, explain(err))
	}
	defer tx.Rollback() // nothing was written
	r, err := load(tx, name)
	if err != nil {
		return nil, fmt.Errorf("load match %s: %w", name, explain(err))
	}
	return r, nil
}

func load(tx *sql.Tx, name string) (*match.Record, error) {
	r := &match.Record{ID: name}
	var id, seed int64
	var status string
	err := tx.QueryRow(`SELECT m.id, random_token, game, game_hash, game_url, coalesce(d.text, ''), engine, tournament, seed,
		preview_clock, start_clock, play_clock, max_steps, scrambled, start_time, status, reason
		FROM match m LEFT JOIN description d ON d.hash = m.description WHERE name = ?`, name).Scan(
		&id, &r.RandomToken, &r.Game, &r.GameHash, &r.GameURL, &r.Rules, &r.Engine, &r.Tournament, &seed,
		&r.PreviewClock, &r.StartClock, &r.PlayClock, &r.MaxSteps, &r.Scrambled, &r.StartTime, &status, &r.Reason)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	r.Seed = uint64(seed)
	if err := r.Status.UnmarshalText([]byte(status)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if r.Roles, r.Players, r.Goals, err = players(tx, id); err != nil {
		return nil, err
	}
	if err := positions(tx, id, r); err != nil {
		return nil, err
	}
	if r.Notes, err = notes(tx, id); err != nil {
		return nil, err
	}
	if r.Opening, err = opening(tx, id); err != nil {
		return nil, err
	}
	return r, replies(tx, id, r)
}

// opening reads how many moves of a match were given, which a file from before there
// was such a thing does not know.
func opening(tx *sql.Tx, id int64) (steps int, err error) {
	var tables int
	if err := tx.QueryRow(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'opening'`).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	err = tx.QueryRow(`SELECT steps FROM opening WHERE match = ?`, id).Scan(&steps)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return steps, err
}

// notes reads a match's remarks. A file from before there were any, opened for
// reading only, has no table of them.
func notes(tx *sql.Tx, id int64) ([]match.Note, error) {
	var tables int
	if err := tx.QueryRow(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'note'`).Scan(&tables); err != nil || tables == 0 {
		return nil, err
	}
	rows, err := tx.Query(`SELECT kind, role, text FROM note WHERE match = ? ORDER BY number`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []match.Note
	for rows.Next() {
		var n match.Note
		if err := rows.Scan(&n.Kind, &n.Role, &n.Text); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

func players(tx *sql.Tx, id int64) (roles []string, seated []match.Player, goals []int, err error) {
	rows, err := tx.Query(`SELECT role_name, name, human, goal FROM player WHERE match = ? ORDER BY role`, id)
	if err != nil {
		return nil, nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var role string
		var p match.Player
		var goal sql.NullInt64
		if err := rows.Scan(&role, &p.Name, &p.Human, &goal); err != nil {
			return nil, nil, nil, err
		}
		if role != "" {
			roles = append(roles, role)
		}
		seated = append(seated, p)
		if goal.Valid {
			goals = append(goals, int(goal.Int64))
		}
	}
	return roles, seated, goals, rows.Err()
}

func positions(tx *sql.Tx, id int64, r *match.Record) error {
	rows, err := tx.Query(`SELECT step, time, facts, moves FROM position WHERE match = ? ORDER BY step`, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var step int
		var at int64
		var facts, moves sql.NullString
		if err := rows.Scan(&step, &at, &facts, &moves); err != nil {
			return err
		}
		if step != len(r.States) || moves.Valid != (step > 0) {
			return fmt.Errorf("%w: position %d is missing", ErrCorrupt, len(r.States))
		}
		state, err := unlist(facts)
		if err != nil {
			return err
		}
		r.States = append(r.States, state)
		r.StateTimes = append(r.StateTimes, at)
		if step > 0 {
			move, err := unlist(moves)
			if err != nil {
				return err
			}
			r.Moves = append(r.Moves, move)
		}
	}
	return rows.Err()
}

func unlist(text sql.NullString) ([]string, error) {
	if !text.Valid {
		return nil, nil
	}
	var out []string
	if err := json.Unmarshal([]byte(text.String), &out); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return out, nil
}

func replies(tx *sql.Tx, id int64, r *match.Record) error {
	rows, err := tx.Query(`SELECT step, role, kind, text, detail, millis FROM reply WHERE match = ? ORDER BY step, role`, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var step, role int
		var kind string
		var reply match.Reply
		if err := rows.Scan(&step, &role, &kind, &reply.Text, &reply.Detail, &reply.Millis); err != nil {
			return err
		}
		if err := reply.Kind.UnmarshalText([]byte(kind)); err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		if step == len(r.Replies) {
			r.Replies = append(r.Replies, nil)
		}
		if step != len(r.Replies)-1 || role != len(r.Replies[step]) {
			return fmt.Errorf("%w: a reply of turn %d is missing", ErrCorrupt, step)
		}
		r.Replies[step] = append(r.Replies[step], reply)
	}
	return rows.Err()
}

// Export gives a match as GGP-Base's JSON.
func (s *Store) Export(name string) ([]byte, error) {
	r, err := s.Load(name)
	if err != nil {
		return nil, err
	}
	return r.GGPBase()
}

// Import keeps a match given as GGP-Base's JSON.
func (s *Store) Import(data []byte) (*match.Record, error) {
	r, err := match.ReadGGPBase(data)
	if err != nil {
		return nil, err
	}
	return r, s.Save(r)
}
