package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/agent/portfolio/memory"
)

// Descriptions are kept whole, bounded, and not outside of their directory.
func TestDescriptions(t *testing.T) {
	d := &memory.Descriptions{Path: filepath.Join(t.TempDir(), "memos"), Most: 32}
	if got := d.Like("abc"); len(got) != 0 {
		t.Errorf("before anything is kept: %q", got)
	}
	d.Keep("abc", "(role a)")
	if got := d.Like("abc"); len(got) != 1 || got[0] != "(role a)" {
		t.Errorf("%q", got)
	}
	d.Keep("../abc", "(role b)")
	d.Keep("long", strings.Repeat(" ", 2<<20))
	if got := append(d.Like("../abc"), d.Like("long")...); len(got) != 0 {
		t.Errorf("what must not be kept is: %.80q", got)
	}
	for i := range 100 {
		d.Keep(fmt.Sprint("game", i), "(role a)")
	}
	files, err := os.ReadDir(d.Path)
	if err != nil || len(files) > 32 {
		t.Errorf("%d files, %v", len(files), err)
	}
	if got := d.Like("game99"); len(got) != 1 {
		t.Error("the latest is gone")
	}
}
