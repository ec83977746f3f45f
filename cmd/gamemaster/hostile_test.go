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
	for _, r := range hostile.Rows(hostile.File) {
		dir := t.TempDir()
		brief := func(what string, err error) {
			if err != nil && len(err.Error()) > 3000 {
				t.Errorf("%s: %s: an error of %d bytes: %.200s", r.Name, what, len(err.Error()), err)
			}
		}
		for _, name := range []string{"x", "x" + suffixPacked} {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(r.Text()), 0o600); err != nil {
				t.Fatal(err)
			}
			db := filepath.Join(dir, name+".db")
			c := archiveImportCommand{Store: config.Store{Store: config.Path(db)}, File: config.Path(path)}
			brief("archive", c.Run(&cli.Env{Context: t.Context(), Stdout: io.Discard, Stderr: io.Discard, Stdin: strings.NewReader("")}))
			s, err := store.Open(db, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			list, err := s.List(store.Query{})
			if err != nil {
				t.Errorf("%s: list: %v", r.Name, err)
			}
			for _, m := range list {
				if _, err := s.Load(m.ID); err != nil {
					t.Errorf("%s: load %s: %v", r.Name, m.ID, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		path := filepath.Join(dir, "x")
		_, err := readTournament(path)
		brief("tournament", err)
		_, err = readKey(path)
		brief("key", err)
		brief("record", (&verifyRecordCommand{Files: []config.Path{config.Path(path)}}).Run(&cli.Env{Context: t.Context(), Stdout: io.Discard, Stderr: io.Discard}))
	}
}
