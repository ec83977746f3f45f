package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/internal/hostile"
	"ludens/store"
)

// Archives, tournaments, keys and records of strangers are taken or refused, in few words;
// what was taken of an archive can be listed and loaded.
func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "all.db")
	s, err := store.Open(db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	env := &cli.Env{Context: t.Context(), Stdout: io.Discard, Stderr: io.Discard, Stdin: strings.NewReader("")}
	for _, r := range hostile.Rows(hostile.File) {
		brief := func(what string, err error) {
			if err != nil && len(err.Error()) > 3000 {
				t.Errorf("%s: %s: an error of %d bytes: %.200s", r.Name, what, len(err.Error()), err)
			}
		}
		path := filepath.Join(dir, "x")
		for _, path := range []string{path, path + suffixPacked} {
			if err := os.WriteFile(path, []byte(r.Text()), 0o600); err != nil {
				t.Fatal(err)
			}
			c := archiveImportCommand{Store: config.Store{Store: config.Path(db)}, File: config.Path(path)}
			brief("archive", c.Run(env))
			list, err := s.List(store.Query{})
			if err != nil {
				t.Errorf("%s: list: %v", r.Name, err)
			}
			for _, m := range list {
				if _, err := s.Load(m.ID); err != nil {
					t.Errorf("%s: load %s: %v", r.Name, m.ID, err)
				}
			}
		}
		_, err := readTournament(path)
		brief("tournament", err)
		_, err = readKey(path)
		brief("key", err)
		brief("record", (&verifyRecordCommand{Files: []config.Path{config.Path(path)}}).Run(env))
	}
}
