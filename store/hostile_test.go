package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ludens/internal/hostile"
)

// Files of strangers are opened or refused: a refused one stays as it was, and one that
// was taken can be asked.
func TestHostileFiles(t *testing.T) {
	kept := open(t, file(t), Options{})
	for _, r := range hostile.Rows(hostile.File) {
		text := []byte(r.Text())
		for _, o := range []Options{{ReadOnly: true}, {}} {
			path := filepath.Join(t.TempDir(), "a b?#%.db")
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(path, o)
			if err != nil {
				if len(err.Error()) > 1000 {
					t.Errorf("%s: an error of %d bytes", r.Name, len(err.Error()))
				}
				if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, text) {
					t.Errorf("%s: refused, but changed: %v", r.Name, err)
				}
				continue
			}
			if len(text) > 1 { // SQLite takes a file of one byte for an empty one
				t.Errorf("%s was taken for a store", r.Name)
			}
			if _, err := s.List(Query{}); err != nil {
				t.Errorf("%s: list: %v", r.Name, err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
		}

		// As a match to import.
		m, err := kept.Import(text)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Errorf("%s: an error of %d bytes", r.Name, len(err.Error()))
			}
			continue
		}
		if _, err := kept.Export(m.ID); err != nil {
			t.Errorf("%s: imported, but not to be exported: %v", r.Name, err)
		}
		if err := kept.Delete(m.ID); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

// A database of the right version whose tables are views without an end, or that has a
// trigger, is refused before anything is read of it.
func TestForeignSchema(t *testing.T) {
	all, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{
		"CREATE VIEW match AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id, id AS name FROM r",
		"CREATE TABLE note (x); CREATE TRIGGER t AFTER INSERT ON note BEGIN INSERT INTO note VALUES (1); END",
	} {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i))
		db, err := sql.Open("sqlite3", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(text + fmt.Sprintf("; PRAGMA user_version = %d", len(all))); err != nil {
			t.Fatal(err)
		}
		db.Close()
		for _, o := range []Options{{}, {ReadOnly: true}} {
			if s, err := Open(path, o); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%.20s: %v", text, err)
				if err == nil {
					s.Close()
				}
			}
		}
	}
}
