// Package gdltest opens descriptions for tests. It is for tests only.
package gdltest

import (
	"testing"

	"ludens/gdl"
)

// Compile gives the normal form of a description that has to be sound.
func Compile(t testing.TB, text string) *gdl.Program {
	t.Helper()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
