package store

import (
	"bytes"
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
