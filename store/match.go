package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"ludens/match"
)

// Store keeps matches as they are played.
var _ match.Recorder = (*Store)(nil)

// Begin keeps a new record with what it has so far, at least the initial
// position. It fails with ErrExists if a match of that identifier is kept. A running match is
// nobody else's until End, Close or the end of the process.
func (s *Store) Begin(r *match.Record) error {
	fresh, err := s.keep(r.ID)
	if err != nil {
		return fmt.Errorf("store match %s: %w", r.ID, err)
	}
	if err = s.save(r); err != nil && fresh || r.Status != match.Running {
		s.release(r.ID)
	}
	return err
}

// Save keeps a whole record, such as one read from a file.
func (s *Store) Save(r *match.Record) error { return s.save(r) }

func (s *Store) save(r *match.Record) error {
	err := s.write(func(tx *sql.Tx) error {
		id, err := insertMatch(tx, r)
		if err != nil {
			return err
		}
		for step := range r.States {
			if err := insertPosition(tx, id, r, step); err != nil {
				return err
			}
		}
		for step := range r.Replies {
			if err := putReplies(tx, id, step, r.Replies[step]); err != nil {
				return err
			}
		}
		return putEnd(tx, id, r)
	})
	if err != nil {
		return fmt.Errorf("store match %s: %w", r.ID, err)
	}
	return nil
}

// Turn keeps turn step and the position it led to; ErrPlayed if another process does.
func (s *Store) Turn(r *match.Record, step int) error {
	if step < 0 || step >= len(r.Moves) || step+1 >= len(r.States) || step+1 >= len(r.Replies) {
		return fmt.Errorf("store match %s: the record has no turn %d", r.ID, step)
	}
	if _, err := s.keep(r.ID); err != nil {
		return fmt.Errorf("store turn %d of match %s: %w", step, r.ID, err)
	}
	err := s.write(func(tx *sql.Tx) error {
		id, err := find(tx, r.ID)
		if err != nil {
			return err
		}
		if step == 0 { // the replies to START are complete now
			if err := putReplies(tx, id, 0, r.Replies[0]); err != nil {
				return err
			}
		}
		if err := insertPosition(tx, id, r, step+1); err != nil {
			return err
		}
		return putReplies(tx, id, step+1, r.Replies[step+1])
	})
	if err != nil {
		return fmt.Errorf("store turn %d of match %s: %w", step, r.ID, err)
	}
	return nil
}

// End keeps how the match ended; ErrPlayed if another process plays it.
func (s *Store) End(r *match.Record) error {
	if _, err := s.keep(r.ID); err != nil {
		return fmt.Errorf("store end of match %s: %w", r.ID, err)
	}
	err := s.write(func(tx *sql.Tx) error {
		id, err := find(tx, r.ID)
		if err != nil {
			return err
		}
		if len(r.Replies) > 0 {
			if err := putReplies(tx, id, 0, r.Replies[0]); err != nil {
				return err
			}
		}
		return putEnd(tx, id, r)
	})
	if err != nil {
		return fmt.Errorf("store end of match %s: %w", r.ID, err) // kept: it may be tried again
	}
	s.release(r.ID)
	return nil
}

// Delete removes a match, but not one that is being played: ErrPlayed.
func (s *Store) Delete(name string) error {
	fresh, err := s.keep(name)
	if err == nil && !fresh {
		err = ErrPlayed // by this very process
	}
	if err != nil {
		return fmt.Errorf("delete match %s: %w", name, err)
	}
	defer s.release(name)
	err = s.write(func(tx *sql.Tx) error {
		id, err := find(tx, name)
		if err != nil {
			return err
		}
		if _, err = tx.Exec(`DELETE FROM match WHERE id = ?`, id); err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM description WHERE NOT EXISTS (SELECT 1 FROM match WHERE match.description = description.hash)`)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete match %s: %w", name, err)
	}
	return nil
}

func find(tx *sql.Tx, name string) (int64, error) {
	var id int64
	err := tx.QueryRow(`SELECT id FROM match WHERE name = ?`, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	return id, err
}

func insertMatch(tx *sql.Tx, r *match.Record) (int64, error) {
	var description any
	if r.Rules != "" {
		sum := sha256.Sum256([]byte(r.Rules))
		hash := hex.EncodeToString(sum[:])
		if _, err := tx.Exec(`INSERT INTO description (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING`, hash, r.Rules); err != nil {
			return 0, err
		}
		description = hash
	}
	res, err := tx.Exec(`INSERT INTO match
		(name, random_token, game, game_hash, game_url, description, engine, tournament, seed,
		 preview_clock, start_clock, play_clock, max_steps, scrambled, start_time, status, reason)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.RandomToken, r.Game, r.GameHash, r.GameURL, description, r.Engine, r.Tournament, int64(r.Seed),
		r.PreviewClock, r.StartClock, r.PlayClock, r.MaxSteps, r.Scrambled, r.StartTime, r.Status.String(), r.Reason)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	if r.Opening > 0 {
		if _, err := tx.Exec(`INSERT INTO opening (match, steps) VALUES (?, ?)`, id, r.Opening); err != nil {
			return 0, err
		}
	}
	for role := range max(len(r.Roles), len(r.Players), len(r.Goals)) {
		var name string
		var p match.Player
		if role < len(r.Roles) {
			name = r.Roles[role]
		}
		if role < len(r.Players) {
			p = r.Players[role]
		}
		if _, err := tx.Exec(`INSERT INTO player (match, role, role_name, name, human) VALUES (?, ?, ?, ?, ?)`,
			id, role, name, p.Name, p.Human); err != nil {
			return 0, err
		}
	}
	return id, nil
}

func insertPosition(tx *sql.Tx, id int64, r *match.Record, step int) error {
	facts, err := list(r.States[step])
	if err != nil {
		return err
	}
	var moves any
	if step > 0 {
		if moves, err = list(r.Moves[step-1]); err != nil {
			return err
		}
	}
	var at int64
	if step < len(r.StateTimes) {
		at = r.StateTimes[step]
	}
	// A turn offered again, after an error whose outcome nobody knows, is the same.
	_, err = tx.Exec(`INSERT OR REPLACE INTO position (match, step, time, facts, moves) VALUES (?, ?, ?, ?, ?)`,
		id, step, at, facts, moves)
	return err
}

// list writes a slice as JSON, nil as null.
func list(terms []string) (any, error) {
	if terms == nil {
		return nil, nil
	}
	b, err := json.Marshal(terms)
	return string(b), err
}

func putReplies(tx *sql.Tx, id int64, step int, row []match.Reply) error {
	for role, reply := range row {
		if _, err := tx.Exec(`INSERT OR REPLACE INTO reply (match, step, role, kind, text, detail, millis) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			id, step, role, reply.Kind.String(), reply.Text, reply.Detail, reply.Millis); err != nil {
			return err
		}
	}
	return nil
}

func putEnd(tx *sql.Tx, id int64, r *match.Record) error {
	if _, err := tx.Exec(`UPDATE match SET status = ?, reason = ? WHERE id = ?`, r.Status.String(), r.Reason, id); err != nil {
		return err
	}
	for number, n := range r.Notes {
		if _, err := tx.Exec(`INSERT OR REPLACE INTO note (match, number, kind, role, text) VALUES (?, ?, ?, ?, ?)`,
			id, number, n.Kind, n.Role, n.Text); err != nil {
			return err
		}
	}
	for role, goal := range r.Goals {
		if _, err := tx.Exec(`UPDATE player SET goal = ? WHERE match = ? AND role = ?`, goal, id, role); err != nil {
			return err
		}
	}
	return nil
}
