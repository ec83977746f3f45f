package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPath(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"shared/corpus", "elsewhere/corpus", "module/a/b"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "module", "a", "b"))
	t.Setenv("LUDENS_SHARED", "")
	if got, want := Path(t, "corpus"), filepath.Join(root, "shared", "corpus"); got != want {
		t.Errorf("above the directory: %s, want %s", got, want)
	}
	skips(t, "neither here", "nor", "there")
	t.Setenv("LUDENS_SHARED", filepath.Join(root, "elsewhere"))
	if got, want := Path(t, "corpus"), filepath.Join(root, "elsewhere", "corpus"); got != want {
		t.Errorf("by the variable: %s, want %s", got, want)
	}
	skips(t, "not there")
}

// skips checks that what is missing skips a test.
func skips(t *testing.T, parts ...string) {
	t.Helper()
	skipped := false
	t.Run("missing", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Path(t, parts...)
	})
	if !skipped {
		t.Errorf("%q: the test goes on", parts)
	}
}
