package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ludens/match"
	"ludens/tourney"
)

// ErrNoTournament: there is none of that name.
var ErrNoTournament = tourney.ErrNone

// TournamentInfo is a line of the list of tournaments.
type TournamentInfo struct {
	Name    string         `json:"name"`
	Created int64          `json:"created"` // milliseconds since 1970
	Config  tourney.Config `json:"config"`
	Planned int            `json:"planned"` // matches
	Ended   int            `json:"ended"`
}

// Tournaments lists all, the latest first.
func (s *Store) Tournaments() ([]TournamentInfo, error) {
	list, err := s.tournaments()
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", explain(err))
	}
	return list, nil
}

func (s *Store) tournaments() ([]TournamentInfo, error) {
	if old, err := s.before("tournament"); old || err != nil {
		return nil, err
	}
	rows, err := s.read.Query(`SELECT name, created, config, (SELECT count(*) FROM slot s WHERE s.tournament = t.id),
		(SELECT count(DISTINCT a.slot) FROM attempt a JOIN match m ON m.name = a.match
		 WHERE a.tournament = t.id AND m.status NOT IN ('running', 'aborted')) FROM tournament t ORDER BY id DESC`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []TournamentInfo
	for rows.Next() {
		var i TournamentInfo
		var config string
		if err := rows.Scan(&i.Name, &i.Created, &config, &i.Planned, &i.Ended); err != nil {
			return nil, err
		}
		if i.Config, err = tourney.ReadConfig(config); err != nil {
			return nil, fmt.Errorf("%w: tournament %s: %w", ErrCorrupt, i.Name, err)
		}
		out = append(out, i)
	}
	return out, rows.Err()
}

// before reports that the file is from before there was a table.
func (s *Store) before(table string) (bool, error) {
	var n int
	err := s.read.QueryRow(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?`, table).Scan(&n)
	return n == 0, err
}

// Tournament gives what is kept of a tournament; ErrNoTournament if there is none.
func (s *Store) Tournament(name string) (tourney.Config, *tourney.Past, error) {
	cfg, past, err := s.tournament(name)
	if err != nil {
		return cfg, nil, fmt.Errorf("load tournament %s: %w", name, explain(err))
	}
	return cfg, past, nil
}

func (s *Store) tournament(name string) (cfg tourney.Config, past *tourney.Past, err error) {
	if old, err := s.before("tournament"); err != nil {
		return cfg, nil, err
	} else if old {
		return cfg, nil, ErrNoTournament
	}
	tx, err := s.read.Begin()
	if err != nil {
		return cfg, nil, err
	}
	defer tx.Rollback() // nothing was written
	var id int64
	var config string
	err = tx.QueryRow(`SELECT id, config FROM tournament WHERE name = ?`, name).Scan(&id, &config)
	if errors.Is(err, sql.ErrNoRows) {
		return cfg, nil, ErrNoTournament
	}
	if err != nil {
		return cfg, nil, err
	}
	if cfg, err = tourney.ReadConfig(config); err != nil {
		return cfg, nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	past = &tourney.Past{}
	if past.Slots, err = slots(tx, id); err != nil {
		return cfg, nil, err
	}
	past.Attempts, err = attempts(tx, id)
	return cfg, past, err
}

func slots(tx *sql.Tx, id int64) ([]tourney.Slot, error) {
	rows, err := tx.Query(`SELECT number, round, game, clock, opening, seats FROM slot WHERE tournament = ? ORDER BY number`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []tourney.Slot
	for rows.Next() {
		var s tourney.Slot
		var seats []byte
		if err := rows.Scan(&s.Number, &s.Round, &s.Game, &s.Clock, &s.Opening, &seats); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(seats, &s.Seats); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

func attempts(tx *sql.Tx, id int64) ([]tourney.Attempt, error) {
	rows, err := tx.Query(`SELECT a.slot, a.number, a.match, m.id, m.status FROM attempt a LEFT JOIN match m ON m.name = a.match
		WHERE a.tournament = ? ORDER BY a.slot, a.number`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []tourney.Attempt
	var ids []sql.NullInt64
	var states []string
	for rows.Next() {
		var a tourney.Attempt
		var match sql.NullInt64
		var status sql.NullString
		if err := rows.Scan(&a.Slot, &a.Number, &a.Match, &match, &status); err != nil {
			return nil, err
		}
		out, ids, states = append(out, a), append(ids, match), append(states, status.String)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i := range out {
		if !ids[i].Valid {
			continue // killed before the match could be stored
		}
		sum, busy, err := summary(tx, ids[i].Int64, states[i])
		if err != nil {
			return nil, err
		}
		out[i].Busy = busy
		if o, ended := sum.Result(); ended {
			out[i].Outcome, out[i].Busy = &o, false
		}
	}
	return out, nil
}

// summary reads what is needed of a match to know its result.
func summary(tx *sql.Tx, id int64, status string) (out tourney.Summary, busy bool, err error) {
	if err := out.Status.UnmarshalText([]byte(status)); err != nil {
		return out, false, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	r := match.Record{}
	if r.Roles, out.Players, out.Goals, err = players(tx, id); err != nil {
		return out, false, err
	}
	if r.Notes, err = notes(tx, id); err != nil {
		return out, false, err
	}
	out.Forfeits = r.Forfeits()
	return out, r.Has(match.NoteBusy), nil
}

// Plan keeps matches of a tournament that are to be played, and the tournament itself with
// the first; at is the time, in milliseconds since 1970.
func (s *Store) Plan(cfg tourney.Config, list []tourney.Slot, at int64) error {
	err := s.write(func(tx *sql.Tx) error { return plan(tx, cfg, list, at) })
	if err != nil {
		return fmt.Errorf("store the plan of tournament %s: %w", cfg.Name, err)
	}
	return nil
}

func plan(tx *sql.Tx, cfg tourney.Config, list []tourney.Slot, at int64) error {
	text, err := cfg.Text()
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO tournament (name, config, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, cfg.Name, text, at); err != nil {
		return err
	}
	var id int64
	if err := tx.QueryRow(`SELECT id FROM tournament WHERE name = ?`, cfg.Name).Scan(&id); err != nil {
		return err
	}
	put, err := tx.Prepare(`INSERT INTO slot (tournament, number, round, game, clock, opening, seats) VALUES (?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer put.Close()
	for _, slot := range list {
		seats, err := json.Marshal(slot.Seats)
		if err != nil {
			return err
		}
		if _, err := put.Exec(id, slot.Number, slot.Round, slot.Game, slot.Clock, slot.Opening, string(seats)); err != nil {
			return err
		}
	}
	return nil
}

// SaveTournament keeps a whole tournament, such as one from another file; its matches are
// kept by Save.
func (s *Store) SaveTournament(cfg tourney.Config, past *tourney.Past, at int64) error {
	err := s.write(func(tx *sql.Tx) error {
		if err := plan(tx, cfg, past.Slots, at); err != nil {
			return err
		}
		for _, a := range past.Attempts {
			if err := attempt(tx, cfg.Name, a.Slot, a.Number, a.Match); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store tournament %s: %w", cfg.Name, err)
	}
	return nil
}

func attempt(tx *sql.Tx, name string, slot, number int, match string) error {
	res, err := tx.Exec(`INSERT INTO attempt (tournament, slot, number, match) SELECT id, ?, ?, ? FROM tournament WHERE name = ?`, slot, number, match, name)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNoTournament)
	}
	return nil
}

// Attempt keeps that a match is about to begin.
func (s *Store) Attempt(name string, slot, number int, match string) error {
	err := s.write(func(tx *sql.Tx) error { return attempt(tx, name, slot, number, match) })
	if err != nil {
		return fmt.Errorf("store match %s of tournament %s: %w", match, name, err)
	}
	return nil
}

// Interrupted ends the records of a tournament's matches that were under way when the
// process that played them ended, and gives their identifiers by slot.
func (s *Store) Interrupted(name, reason string) (map[string]int, error) {
	out := map[string]int{}
	err := s.write(func(tx *sql.Tx) error {
		rows, err := tx.Query(`SELECT m.name, a.slot FROM tournament t JOIN attempt a ON a.tournament = t.id JOIN match m ON m.name = a.match
			WHERE t.name = ? AND m.status = 'running'`, name)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			var slot int
			if err := rows.Scan(&id, &slot); err != nil {
				return err
			}
			out[id] = slot
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for id := range out {
			if _, err := tx.Exec(`UPDATE match SET status = 'aborted', reason = ? WHERE name = ?`, reason, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("end what was under way of tournament %s: %w", name, err)
	}
	return out, nil
}

// DeleteTournament removes a tournament's plan; its matches stay.
func (s *Store) DeleteTournament(name string) error {
	err := s.write(func(tx *sql.Tx) error {
		res, err := tx.Exec(`DELETE FROM tournament WHERE name = ?`, name)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNoTournament)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete tournament %s: %w", name, err)
	}
	return nil
}

// LockTournament makes sure that nobody else plays a tournament of this file, until the
// lock is closed or the process ends, however it ends; ErrLocked if somebody does.
func (s *Store) LockTournament(name string) (io.Closer, error) {
	lock, err := s.lock(name)
	if err != nil {
		return nil, fmt.Errorf("lock tournament %s: %w", name, err)
	}
	return lock, nil
}

// lock takes the lock of a name. It is that of a small database beside the file, which
// every system has that SQLite has.
func (s *Store) lock(name string) (io.Closer, error) {
	db, err := connect(s.path+"."+name+".lock", Options{BusyTimeout: 1}, false)
	if err == nil {
		db.SetMaxOpenConns(1)
		_, err = db.Exec("PRAGMA query_only = off; PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE")
	}
	if err != nil {
		if db != nil {
			db.Close()
		}
		return nil, explain(err)
	}
	return db, nil
}

// Played gives the matches of a selection that came to an end, the oldest first, as
// ratings see them; q.Limit counts the latest.
func (s *Store) Played(q Query) ([]tourney.Played, error) {
	list, err := s.List(q)
	if err != nil {
		return nil, err
	}
	tx, err := s.read.Begin()
	if err != nil {
		return nil, fmt.Errorf("read matches: %w", explain(err))
	}
	defer tx.Rollback() // nothing was written
	var out []tourney.Played
	for i := len(list) - 1; i >= 0; i-- {
		p, ok, err := played(tx, &list[i])
		if err != nil {
			return nil, fmt.Errorf("read match %s: %w", list[i].ID, explain(err))
		}
		if ok {
			out = append(out, p)
		}
	}
	return out, nil
}

func played(tx *sql.Tx, m *Summary) (p tourney.Played, ok bool, err error) {
	r := match.Record{Roles: m.Roles}
	var id int64
	if err := tx.QueryRow(`SELECT id, game FROM match WHERE name = ?`, m.ID).Scan(&id, &p.Game); err != nil {
		return p, false, err
	}
	if r.Notes, err = notes(tx, id); err != nil {
		return p, false, err
	}
	sum := tourney.Summary{Status: m.Status, Players: m.Players, Goals: m.Goals, Forfeits: r.Forfeits()}
	if p.Outcome, ok = sum.Result(); !ok {
		return p, false, nil
	}
	for _, player := range m.Players {
		if player.Name != "" {
			p.Players = append(p.Players, player.Name)
		}
	}
	p.Moves, err = digest(tx, id)
	return p, true, err
}

// digest stands for all moves of a match; empty if there are none.
func digest(tx *sql.Tx, id int64) (string, error) {
	rows, err := tx.Query(`SELECT moves FROM position WHERE match = ? AND step > 0 ORDER BY step`, id)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	h := sha256.New()
	n := 0
	for ; rows.Next(); n++ {
		var moves sql.RawBytes
		if err := rows.Scan(&moves); err != nil {
			return "", err
		}
		h.Write(moves)
		h.Write([]byte{'\n'})
	}
	if err := rows.Err(); err != nil || n == 0 {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
