package interp

import (
	"context"
	"errors"
	"testing"

	"ludens/game"
	"ludens/gdl"
	"ludens/internal/hostile"
)

// program compiles a row of the table of attacks.
func program(t *testing.T, name string) *gdl.Program {
	t.Helper()
	for _, r := range hostile.Rows(hostile.RulesGDL) {
		if r.Name != name {
			continue
		}
		d, findings := gdl.Read(r.Text())
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		p, err := gdl.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatalf("there is no attack %q", name)
	return nil
}

// The order of a long rule's conditions takes long to find, and ends with the context.
func TestContextWithinAPlan(t *testing.T) {
	ctx := &hostile.Ending{Context: t.Context(), Last: 100}
	_, err := NewContext(ctx, program(t, "a rule of 20,000 conditions"), Options{})
	if !errors.Is(err, context.Canceled) || ctx.Looks > 120 {
		t.Errorf("%v after %d looks", err, ctx.Looks)
	}
}

// A question ends when it is refused a large piece of memory, and the machine gives up what
// it has derived; later it answers again.
func TestWeigh(t *testing.T) {
	g, err := New(program(t, "a state that squares"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine().(*Machine)
	full := errors.New("full")
	largest := int64(0)
	g.Sign().Scale(func(bytes int64) error {
		if largest = max(largest, bytes); bytes > 0 {
			return full
		}
		return nil
	})
	for step := 0; m.Err() == nil; step++ {
		if step > 100 || m.Terminal() {
			t.Fatalf("nobody has asked for memory in %d steps; the largest piece had %d bytes", step, largest)
		}
		joint := make([]game.Move, len(g.Facts().Seats))
		for seat := range joint {
			joint[seat] = m.Legal(seat, nil)[0]
		}
		m.Step(joint)
	}
	if !errors.Is(m.Err(), full) || largest < largePiece {
		t.Errorf("%v; the largest piece had %d bytes", m.Err(), largest)
	}
	if got, most := m.terms.bytes(), 2*g.base.bytes()+1<<20; got > most {
		t.Errorf("%d bytes of terms are still held", got)
	}
	g.Sign().Scale(func(int64) error { return nil })
	if m.Reset(); m.Err() != nil || len(m.Legal(0, nil)) == 0 {
		t.Errorf("it does not answer again: %v", m.Err())
	}
}
