package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"ludens/nets"
)

// Limits of what is kept as one piece; SQLite's own is 1 GB.
const (
	mostPiece = 900 << 20
	mostRun   = 1 << 10 // bytes of the name of a run
)

// AddChunk appends samples to the replay window of a run and returns their number;
// numbers only grow. data is kept as it is.
func (s *Store) AddChunk(run string, data []byte, samples, games int) (seq int64, err error) {
	if err := piece(run, data); err != nil {
		return 0, fmt.Errorf("store samples: %w", err)
	}
	if samples < 0 || games < 0 {
		return 0, fmt.Errorf("store samples: %d samples of %d games", samples, games)
	}
	err = s.write(func(tx *sql.Tx) error {
		res, err := tx.Exec(`INSERT INTO chunk (run, samples, games, data) VALUES (?, ?, ?, ?)`, run, samples, games, notNull(data))
		if err != nil {
			return err
		}
		seq, err = res.LastInsertId()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("store samples of run %s: %w", run, err)
	}
	return seq, nil
}

func piece(run string, data ...[]byte) error {
	if run == "" || len(run) > mostRun {
		return fmt.Errorf("a run's name has from 1 to %d bytes, found %d", mostRun, len(run))
	}
	for _, d := range data {
		if len(d) > mostPiece {
			return fmt.Errorf("%w: %d bytes are more than fit into one record, %d", ErrFull, len(d), mostPiece)
		}
	}
	return nil
}

// notNull keeps an empty document from being stored as no document.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Chunks visits the chunks of a run with a number above after, in order, until visit
// fails. Chunks that are added or dropped meanwhile are visited or not as it comes:
// no reader keeps the log from being folded into the file for as long as the visits
// take.
func (s *Store) Chunks(run string, after int64, visit func(seq int64, samples, games int, data []byte) error) error {
	for {
		var samples, games int
		var data []byte
		err := s.read.QueryRow(`SELECT seq, samples, games, data FROM chunk WHERE run = ? AND seq > ? ORDER BY seq LIMIT 1`, run, after).
			Scan(&after, &samples, &games, &data)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read samples of run %s: %w", run, explain(err))
		}
		if err := visit(after, samples, games, data); err != nil {
			return err
		}
	}
}

// DropChunks removes the chunks of a run up to a number.
func (s *Store) DropChunks(run string, upTo int64) error {
	err := s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM chunk WHERE run = ? AND seq <= ?`, run, upTo)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop samples of run %s: %w", run, err)
	}
	return nil
}

// Checkpoint replaces what a run is at: both documents or neither.
func (s *Store) Checkpoint(run string, state, learner []byte) error {
	if err := piece(run, state, learner); err != nil {
		return fmt.Errorf("store a checkpoint: %w", err)
	}
	err := s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO checkpoint (run, state, learner) VALUES (?, ?, ?)`, run, notNull(state), notNull(learner))
		return err
	})
	if err != nil {
		return fmt.Errorf("store a checkpoint of run %s: %w", run, err)
	}
	return nil
}

// Restore gives the last Checkpoint of a run; tune.ErrNone if there is none.
func (s *Store) Restore(run string) (state, learner []byte, err error) {
	err = s.read.QueryRow(`SELECT state, learner FROM checkpoint WHERE run = ?`, run).Scan(&state, &learner)
	if errors.Is(err, sql.ErrNoRows) {
		err = nets.ErrNone
	}
	if err != nil {
		return nil, nil, fmt.Errorf("restore run %s: %w", run, explain(err))
	}
	return state, learner, nil
}

// Run is what is kept of a run of tuning.
type Run struct {
	Name    string `json:"run"`
	State   []byte `json:"-"` // of the last Checkpoint, nil without one
	Chunks  int    `json:"chunks"`
	Samples int64  `json:"samples"`
	Games   int64  `json:"games"`
}

// Runs lists the runs by name.
func (s *Store) Runs() ([]Run, error) {
	rows, err := s.read.Query(`SELECT r.run, k.state, count(c.seq), coalesce(sum(c.samples), 0), coalesce(sum(c.games), 0)
		FROM (SELECT run FROM chunk UNION SELECT run FROM checkpoint) r
		LEFT JOIN checkpoint k ON k.run = r.run LEFT JOIN chunk c ON c.run = r.run
		GROUP BY r.run ORDER BY r.run`)
	if err != nil {
		return nil, fmt.Errorf("list runs: %w", explain(err))
	}
	defer rows.Close()
	var out []Run
	for rows.Next() {
		var r Run
		if err := rows.Scan(&r.Name, &r.State, &r.Chunks, &r.Samples, &r.Games); err != nil {
			return nil, fmt.Errorf("list runs: %w", explain(err))
		}
		out = append(out, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list runs: %w", explain(err))
	}
	return out, nil
}

// LockRun makes sure that nobody else goes on with a run of this file, until the lock
// is closed or the process ends, however it ends; ErrLocked if somebody does.
func (s *Store) LockRun(run string) (io.Closer, error) {
	sum := sha256.Sum256([]byte(run)) // a run's name need not be a file's
	lock, err := s.lock("run-" + hex.EncodeToString(sum[:8]))
	if err != nil {
		return nil, fmt.Errorf("lock run %s: %w", run, err)
	}
	return lock, nil
}

// DeleteRun removes everything of a run but its nets; tune.ErrNone if there is nothing.
func (s *Store) DeleteRun(run string) error {
	err := s.write(func(tx *sql.Tx) error {
		removed := int64(0)
		for _, table := range []string{"chunk", "checkpoint"} {
			res, err := tx.Exec(`DELETE FROM `+table+` WHERE run = ?`, run)
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			if err != nil {
				return err
			}
			removed += n
		}
		if removed == 0 {
			return nets.ErrNone
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete run %s: %w", run, err)
	}
	return nil
}

// Compact gives the space of what was deleted back to the file system. It writes the
// whole file anew.
func (s *Store) Compact() error {
	if _, err := s.db.Exec("VACUUM"); err != nil {
		return fmt.Errorf("compact %s: %w", s.path, explain(err))
	}
	return nil
}
