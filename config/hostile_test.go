package config

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"ludens/internal/hostile"
)

// No file of a stranger crashes the reader of options, and what is said about it is short.
func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	for _, r := range hostile.Rows(hostile.File) {
		for _, name := range []string{"x.toml", "x.json"} {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(r.Text()), 0o600); err != nil {
				t.Fatal(err)
			}
			var c struct {
				Common
				Port int
			}
			_, err := Parse(Program{Name: "test", Grammar: &c, Stdout: io.Discard, Stderr: io.Discard, Exit: func(int) {}}, []string{"--config", path})
			if err != nil && len(err.Error()) > 3000 {
				t.Errorf("%s: an error of %d bytes: %.200s", r.Name, len(err.Error()), err)
			}
		}
	}
}
