// Package gdltest opens descriptions for tests. It is for tests only.
package gdltest

import (
	"fmt"
	"strings"
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

// Closure is a game whose network is one large cycle: who reaches whom among so many places while
// a player cuts edges between them. It has about as many gates as the cube of the places.
func Closure(places int) string {
	var text strings.Builder
	text.WriteString("(role a) (<= (legal a (cut ?x ?y)) (true (e ?x ?y))) (goal a 50) (<= terminal (not (r 0 1)))" +
		"(<= (init (e ?x ?y)) (k ?x) (k ?y)) (<= (r ?x ?y) (true (e ?x ?y))) (<= (r ?x ?y) (r ?x ?z) (r ?z ?y))" +
		"(<= (cut ?x ?y) (does a (cut ?x ?y))) (<= (next (e ?x ?y)) (r ?x ?y) (not (cut ?x ?y)))")
	for i := range places {
		fmt.Fprintf(&text, "(k %d)", i)
	}
	return text.String()
}
