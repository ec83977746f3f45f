package store

import (
	"database/sql"
	"fmt"

	"ludens/nets"
)

// mostCandidates is for how many games and encodings candidates are kept, the latest: a player that serves
// for months meets many games once.
const mostCandidates = 256

// PutCandidate keeps a net that was learned beside a match for the next match of its game and its next
// tuning, instead of an earlier one for the same game and encoding, and returns its id. What the
// game is played with stays what it was.
func (s *Store) PutCandidate(n *nets.Net) (id string, err error) {
	if id, err = s.PutNet(n, false); err != nil {
		return "", err
	}
	err = s.write(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`DELETE FROM net WHERE game = ? AND encoding = ? AND candidate = 1 AND best = 0 AND id <> ?`, n.Game, n.Encoding, id); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE net SET candidate = 1 WHERE id = ?`, id); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM net WHERE candidate = 1 AND best = 0 AND number NOT IN
			(SELECT number FROM net WHERE candidate = 1 AND best = 0 ORDER BY number DESC LIMIT ?)`, mostCandidates)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store a candidate: %w", err)
	}
	return id, nil
}

// Candidate gives the candidate of a game and encoding; nets.ErrNone if there is none.
func (s *Store) Candidate(game, encoding string) (*nets.Net, error) {
	return s.net(`game = ? AND encoding = ? AND candidate = 1`, game, encoding)
}

// DropCandidate has a game and encoding have no candidate any more: tuning has taken it up,
// or found it worse.
func (s *Store) DropCandidate(game, encoding string) error {
	err := s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM net WHERE game = ? AND encoding = ? AND candidate = 1 AND best = 0`, game, encoding)
		if err == nil {
			_, err = tx.Exec(`UPDATE net SET candidate = 0 WHERE game = ? AND encoding = ?`, game, encoding)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("drop a candidate: %w", err)
	}
	return nil
}
