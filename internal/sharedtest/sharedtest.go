// Package sharedtest finds the recorded truth for tests: descriptions, recordings
// and specifications that are not part of the project and lie in a folder "shared"
// beside the checkout, or where $LUDENS_SHARED says.
//
// A test that needs them is skipped, with the reason, where they are not. The
// package only finds; it never reads what it finds. It is for tests of any room.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Path gives the path of a file or folder of the shared ones, by its parts, and
// skips the test if there is none.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	want := filepath.Join(parts...)
	if dir := os.Getenv("LUDENS_SHARED"); dir != "" {
		path := filepath.Join(dir, want)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("the recorded truth is not where LUDENS_SHARED says: %v", err)
		}
		return path
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", want)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skipf("no shared/%s above this directory, and LUDENS_SHARED is not set", filepath.ToSlash(want))
		}
		dir = up
	}
}
