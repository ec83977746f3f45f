package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"ludens/cmd/internal/packaged"
	"ludens/config"
	"ludens/internal/manual"
)

var update = flag.Bool("update", false, "write docs/man anew")

// TestManual: the man page in the tree is what the commands say.
func TestManual(t *testing.T) {
	p, c := program()
	inv, err := config.Parse(p, []string{"version"})
	if err != nil {
		t.Fatal(err)
	}
	got := manual.Man(inv.Context.Model, c.Manual.About, c.Manual.Ending...)
	path := filepath.Join("..", "..", "docs", "man", p.Name+".1")
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

// TestPackaged: what is run by the units of systemd and in containers are options that exist,
// with values that they take.
func TestPackaged(t *testing.T) {
	p, _ := program()
	lines, err := packaged.Lines(filepath.Join("..", ".."), p.Name)
	if err != nil || len(lines) == 0 {
		t.Fatal(lines, err)
	}
	for _, args := range lines {
		p, _ := program()
		if _, err := config.Parse(p, args); err != nil {
			t.Errorf("%s %q: %v", p.Name, args, err)
		}
	}
}
