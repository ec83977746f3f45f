package store

import (
	"path/filepath"
	"slices"
	"testing"
)

// Descriptions are found by their identity, and games without one are listed.
func TestRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nets.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, r := range [][3]string{{"h1", "same", "(role a)"}, {"h2", "same", "(role b)"}, {"h3", "other", "(role c)"}, {"h1", "same", "(role a)"}} {
		if err := s.PutRules(r[0], r[1], r[2]); err != nil {
			t.Fatal(err)
		}
	}
	insert := `INSERT INTO net (id, game, encoding, name, best, header, bytes, file) VALUES (?, ?, 'e', ?, ?, '{}', 0, x'')`
	for _, n := range [][4]any{{"n1", "h2", "two", 1}, {"n2", "h1", "one", 0}, {"n3", "h9", "nine", 1}} {
		if _, err := s.db.Exec(insert, n[0], n[1], n[2], n[3]); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Rules("same"); err != nil || !slices.Equal(got, []string{"(role b)", "(role a)"}) {
		t.Errorf("%q, %v: what a net is played for comes first", got, err)
	}
	if got, err := s.Rules("none"); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.Orphans(); err != nil || !slices.Equal(got, []Orphan{{"h9", "nine"}}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.db.Exec("DROP TABLE rules"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Rules("same"); err != nil || len(got) != 0 {
		t.Errorf("in a file of an older version: %q, %v", got, err)
	}
	if got, err := s.Orphans(); err != nil || len(got) != 3 {
		t.Errorf("in a file of an older version: %v, %v", got, err)
	}
}
