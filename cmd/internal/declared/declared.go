// Package declared holds what a command declares against the files that tell of it: its man
// page and what is packaged with it. It is for tests only and knows neither command.
package declared

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/cmd/internal/packaged"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/internal/manual"
)

var update = flag.Bool("update", false, "write docs/man, and the tables of pages, anew")

// root is where the sources are, seen from a command.
var root = filepath.Join("..", "..")

// Manual wants the man page in the tree to be what the commands say.
func Manual(t *testing.T, p config.Program, m cli.ManualCommand) {
	t.Helper()
	inv, err := config.Parse(p, []string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	got := manual.Man(inv.Context.Model, m.About, m.Ending...)
	path := filepath.Join(root, "docs", "man", p.Name+".1")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what the commands say: go test ./cmd/%s -run TestManual -update", path, p.Name)
	}
}

// Part wants what is between two texts of a page of docs to be so.
func Part(t *testing.T, page, first, behind, want string) {
	t.Helper()
	path := filepath.Join(root, "docs", page)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), first)
	got, after, found := strings.Cut(rest, behind)
	if !ok || !found {
		t.Fatalf("%s has lost %q or %q", path, first, behind)
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+first+want+behind+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("%s says\n%s\ninstead of\n%s\ngo test -run %s -update", path, got, want, t.Name())
	}
}

// Packaged wants what units of systemd and containers run to be options that exist, with
// values that they take. fresh makes the command line anew.
func Packaged(t *testing.T, fresh func() config.Program) {
	t.Helper()
	name := fresh().Name
	lines, err := packaged.Lines(root, name)
	if err != nil || len(lines) == 0 {
		t.Fatal(lines, err)
	}
	for _, args := range lines {
		if _, err := config.Parse(fresh(), args); err != nil {
			t.Errorf("%s %q: %v", name, args, err)
		}
	}
}
