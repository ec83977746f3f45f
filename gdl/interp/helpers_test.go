package interp_test

import (
	"strings"
	"testing"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/interp"
)

func open(text string, opt interp.Options) (*interp.Game, error) {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return nil, err
	}
	p, err := gdl.Compile(d)
	if err != nil {
		return nil, err
	}
	return interp.New(p, opt)
}

func mustOpen(t testing.TB, text string) *interp.Game {
	t.Helper()
	g, err := open(text, interp.Options{Hash: "x"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// legal gives the texts of a seat's moves.
func legal(m *interp.Machine, seat int) string {
	var out []string
	for _, move := range m.Legal(seat, nil) {
		out = append(out, m.Label(seat, move))
	}
	return strings.Join(out, ", ")
}

func fluents(m *interp.Machine) string { return strings.Join(m.Fluents(nil), ", ") }

// step makes a joint move given as texts in seat order.
func step(t testing.TB, m *interp.Machine, texts ...string) {
	t.Helper()
	joint := make([]game.Move, len(texts))
	for seat, text := range texts {
		var err error
		if joint[seat], err = m.Parse(seat, text); err != nil {
			t.Fatal(err)
		}
	}
	m.Step(joint)
}
