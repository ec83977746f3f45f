package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFresh proves that the page in the tree is what its sources give.
func TestFresh(t *testing.T) {
	files, err := build(filepath.Join("..", "app"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for path, want := range files {
		total += len(want)
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the sources give; run \"go run ./web/bundle\" (%v)", filepath.Base(path), err)
		}
	}
	in, err := os.ReadDir(filepath.Join("..", "app", "dist"))
	if err != nil {
		t.Fatal(err)
	}
	if len(in) != len(files) {
		t.Errorf("dist has %d files, the sources give %d", len(in), len(files))
	}
	if total > 300_000 {
		t.Errorf("the page has %d bytes, at most 300000 are allowed", total)
	}
}
