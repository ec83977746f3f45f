package store

import (
	"database/sql"
	"fmt"
)

// PutRules keeps the description that nets are made for, by its content hash (nets.Net's
// Game) and its identity; keeping it again changes nothing.
func (s *Store) PutRules(hash, identity, text string) error {
	err := piece("rules", []byte(text))
	if err == nil {
		err = s.write(func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO rules (hash, identity, text) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET identity = excluded.identity`,
				hash, identity, text)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("store rules: %w", err)
	}
	return nil
}

// mostAlike bounds the descriptions of one identity that are looked at.
const mostAlike = 8

// Rules gives the descriptions kept under an identity: first those that a net is played
// for, the latest first.
func (s *Store) Rules(identity string) ([]string, error) {
	ok, err := s.hasRules()
	if err != nil || !ok {
		return nil, err
	}
	rows, err := s.read.Query(`SELECT text FROM rules r WHERE identity = ?1 ORDER BY
		coalesce((SELECT max(number) FROM net n WHERE n.game = r.hash AND n.best = 1), 0) DESC,
		coalesce((SELECT max(number) FROM net n WHERE n.game = r.hash), 0) DESC, hash LIMIT ?2`, identity, mostAlike)
	if err != nil {
		return nil, fmt.Errorf("find rules: %w", explain(err))
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("find rules: %w", explain(err))
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("find rules: %w", explain(err))
	}
	return out, nil
}

// Orphan is a game that has nets, while its description is not kept.
type Orphan struct{ Hash, Name string }

// Orphans lists them.
func (s *Store) Orphans() ([]Orphan, error) {
	text := `SELECT game, max(name) FROM net WHERE game NOT IN (SELECT hash FROM rules) GROUP BY game ORDER BY game`
	ok, err := s.hasRules()
	if err != nil {
		return nil, err
	}
	if !ok {
		text = `SELECT game, max(name) FROM net GROUP BY game ORDER BY game`
	}
	rows, err := s.read.Query(text)
	if err != nil {
		return nil, fmt.Errorf("list games: %w", explain(err))
	}
	defer rows.Close()
	var out []Orphan
	for rows.Next() {
		var o Orphan
		if err := rows.Scan(&o.Hash, &o.Name); err != nil {
			return nil, fmt.Errorf("list games: %w", explain(err))
		}
		out = append(out, o)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list games: %w", explain(err))
	}
	return out, nil
}

// hasRules says whether the file has the table of descriptions: an older one, opened for
// reading only, has none.
func (s *Store) hasRules() (bool, error) {
	var n int
	err := s.read.QueryRow(`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'rules'`).Scan(&n)
	if err != nil {
		err = fmt.Errorf("find rules: %w", explain(err))
	}
	return n > 0, err
}
