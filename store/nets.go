package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ludens/nets"
)

// PutNet keeps a net and returns its id (nets.ID); storing it again changes nothing. best makes
// it the one that is played for its game and encoding.
func (s *Store) PutNet(n *nets.Net, best bool) (id string, err error) {
	file, err := nets.Encode(n)
	if err != nil {
		return "", fmt.Errorf("store a net: %w", err)
	}
	if err := piece("net", file); err != nil {
		return "", fmt.Errorf("store a net: %w", err)
	}
	named := *n
	named.Name, named.Origin = nets.Clean(n.Name), nets.Clean(n.Origin) // as in the file
	header, err := json.Marshal(&named)
	if err != nil {
		return "", fmt.Errorf("store a net: %w", err)
	}
	id = nets.FileID(file)
	err = s.write(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT INTO net (id, game, encoding, name, best, header, bytes, file) VALUES (?, ?, ?, ?, 0, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			id, n.Game, n.Encoding, named.Name, string(header), len(file), file); err != nil {
			return err
		}
		if best {
			return crown(tx, id, n.Game, n.Encoding)
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("store a net: %w", err)
	}
	return id, nil
}

// crown makes a net the best of its game and encoding.
func crown(tx *sql.Tx, id, game, encoding string) error {
	if _, err := tx.Exec(`UPDATE net SET best = 0 WHERE game = ? AND encoding = ? AND best = 1 AND id <> ?`, game, encoding, id); err != nil {
		return err
	}
	_, err := tx.Exec(`UPDATE net SET best = 1 WHERE id = ?`, id)
	return err
}

// Net gives a net by its id or the beginning of it; tune.ErrNone if there is none.
func (s *Store) Net(id string) (*nets.Net, error) {
	full, err := s.FindNet(id)
	if err != nil {
		return nil, err
	}
	return s.net(`id = ?`, full)
}

// BestNet gives the net to play a game with, by the hash of the game's description
// and the fingerprint of the encoder; tune.ErrNone if there is none.
func (s *Store) BestNet(game, encoding string) (*nets.Net, error) {
	return s.net(`game = ? AND encoding = ? AND best = 1`, game, encoding)
}

func (s *Store) net(where string, args ...any) (*nets.Net, error) {
	var id string
	var file []byte
	err := s.read.QueryRow(`SELECT id, file FROM net WHERE `+where, args...).Scan(&id, &file)
	if errors.Is(err, sql.ErrNoRows) {
		err = nets.ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("load a net: %w", explain(err))
	}
	n, err := nets.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("load net %s: %w: %w", id, ErrCorrupt, err)
	}
	return n, nil
}

// NetInfo is a line of a list of nets.
type NetInfo struct {
	ID    string `json:"id"`
	Best  bool   `json:"best"`  // what its game is played with
	Bytes int64  `json:"bytes"` // size of its file
	nets.Net
}

// NetQuery selects nets; the zero value selects all.
type NetQuery struct {
	Game     string // content hash of a description, or a game's name; empty: any
	Encoding string // fingerprint of an encoder; empty: any
	Best     bool   // only those that are played
	Limit    int    // at most so many, the latest; 0: no limit
}

// Nets gives nets without their weights, the latest first.
func (s *Store) Nets(q NetQuery) ([]NetInfo, error) {
	where, args := []string{"TRUE"}, []any(nil)
	if q.Game != "" {
		where, args = append(where, "(game = ? OR name = ?)"), append(args, q.Game, q.Game)
	}
	if q.Encoding != "" {
		where, args = append(where, "encoding = ?"), append(args, q.Encoding)
	}
	if q.Best {
		where = append(where, "best = 1")
	}
	text := `SELECT id, best, bytes, header FROM net WHERE ` + strings.Join(where, " AND ") + ` ORDER BY number DESC`
	if q.Limit > 0 {
		text, args = text+" LIMIT ?", append(args, q.Limit)
	}
	rows, err := s.read.Query(text, args...)
	if err != nil {
		return nil, fmt.Errorf("list nets: %w", explain(err))
	}
	defer rows.Close()
	var out []NetInfo
	for rows.Next() {
		var n NetInfo
		var header []byte
		if err := rows.Scan(&n.ID, &n.Best, &n.Bytes, &header); err != nil {
			return nil, fmt.Errorf("list nets: %w", explain(err))
		}
		if err := json.Unmarshal(header, &n.Net); err != nil {
			return nil, fmt.Errorf("list nets: %w: net %s: %w", ErrCorrupt, n.ID, err)
		}
		out = append(out, n)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list nets: %w", explain(err))
	}
	return out, nil
}

// FindNet gives the id of the one net whose id begins with prefix; "" stands for the
// latest. tune.ErrNone if there is none.
func (s *Store) FindNet(prefix string) (string, error) {
	prefix = strings.ToLower(prefix)
	text := `SELECT id FROM net WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 2`
	if prefix == "" {
		text = `SELECT id FROM net WHERE ?1 = '' ORDER BY number DESC LIMIT 1`
	}
	rows, err := s.read.Query(text, prefix)
	if err != nil {
		return "", fmt.Errorf("find net: %w", explain(err))
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return "", fmt.Errorf("find net: %w", explain(err))
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return "", fmt.Errorf("find net: %w", explain(err))
	}
	switch len(ids) {
	case 0:
		return "", fmt.Errorf("find net: %s %w", prefix, nets.ErrNone)
	case 1:
		return ids[0], nil
	}
	return "", fmt.Errorf("find net: %q begins more than one identifier: %s, %s", prefix, ids[0], ids[1])
}

// SetBest makes a net, by its whole id, the one that is played for its game and encoding.
func (s *Store) SetBest(id string) error {
	err := s.write(func(tx *sql.Tx) error {
		var game, encoding string
		err := tx.QueryRow(`SELECT game, encoding FROM net WHERE id = ?`, id).Scan(&game, &encoding)
		if errors.Is(err, sql.ErrNoRows) {
			return nets.ErrNone
		}
		if err != nil {
			return err
		}
		return crown(tx, id, game, encoding)
	})
	if err != nil {
		return fmt.Errorf("make net %s the one to play: %w", id, err)
	}
	return nil
}

// DeleteNet removes a net by its whole id; tune.ErrNone if it is not there.
func (s *Store) DeleteNet(id string) error {
	err := s.write(func(tx *sql.Tx) error {
		res, err := tx.Exec(`DELETE FROM net WHERE id = ?`, id)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err == nil && n == 0 {
			err = nets.ErrNone
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete net %s: %w", id, err)
	}
	return nil
}
