package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	moves := []string{"(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "noop", "7", "(Mark 2 (f a))"}
	for _, c := range []struct {
		typed string
		want  int
		err   error
		says  string
	}{
		{"2\n", 1, nil, ""},
		{"(mark 2 2)\n", 2, nil, ""},
		{"  MARK  2   2 \n", 2, nil, ""},
		{"noop\n", 3, nil, ""},
		{"( noop )\n", 3, nil, ""},
		{"7\n", 4, nil, ""}, // a move's text goes before its number
		{"mark 2 f a\n", 5, nil, ""},
		{"9\nquit\n", 0, ErrQuit, "9 is not a legal move"},
		{"mark 1\n1\n", 0, nil, "   1 (mark 1 1)     2 (mark 1 2)\nturn"},
		{"help\nboard\nmoves\n\n3\n", 2, nil, "Type the number"},
		{"", 0, ErrEnd, ""},
		{"0\n-1\n99999999999999999999\n()\n1\n", 0, nil, "0 is not"},
	} {
		var out bytes.Buffer
		p := New(strings.NewReader(c.typed), &out)
		got, err := p.Choose(t.Context(), Question{Role: "white", Board: "BOARD", Moves: moves})
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q: move %d, %v; want %d, %v", c.typed, got, err, c.want, c.err)
		}
		if !strings.Contains(out.String(), c.says) || !strings.HasPrefix(out.String(), "\nBOARD\n") {
			t.Errorf("%q: said %q, want %q in it", c.typed, out.String(), c.says)
		}
	}
}

func TestSameWords(t *testing.T) {
	var out bytes.Buffer
	p := New(strings.NewReader("f a b\n2\n"), &out)
	got, err := p.Choose(t.Context(), Question{Role: "r", Moves: []string{"(f a (b))", "(f (a b))"}})
	if got != 1 || err != nil {
		t.Errorf("move %d, %v", got, err)
	}
	if strings.Count(out.String(), "(f a (b))") != 2 {
		t.Errorf("the two moves of the same words were not offered again:\n%s", out.String())
	}
}

func TestOnlyMoveAndCancel(t *testing.T) {
	var out bytes.Buffer
	r, w := io.Pipe()
	defer w.Close()
	p := New(r, &out)
	if i, err := p.Choose(t.Context(), Question{Role: "r", Turn: 4, Moves: []string{"noop"}}); i != 0 || err != nil {
		t.Errorf("only move: %d, %v", i, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Choose(ctx, Question{Moves: []string{"a", "b"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestManyMoves: a long list is cut and a word narrows it down.
func TestManyMoves(t *testing.T) {
	var moves []string
	for i := range 1000 {
		moves = append(moves, fmt.Sprintf("(put %d)", i))
	}
	var out bytes.Buffer
	p := New(strings.NewReader("put 999\n"), &out)
	if i, err := p.Choose(t.Context(), Question{Moves: moves}); i != 999 || err != nil {
		t.Errorf("move %d, %v", i, err)
	}
	if !strings.Contains(out.String(), "and 600 more") {
		t.Error("the list was not cut")
	}
}

// FuzzChoose: whatever is typed, only offered moves are returned.
func FuzzChoose(f *testing.F) {
	f.Add("1\n", "(a b)", "c")
	f.Add("\x00(\n", "(", ")")
	f.Fuzz(func(t *testing.T, typed, a, b string) {
		i, err := New(strings.NewReader(typed), io.Discard).Choose(t.Context(), Question{Moves: []string{a, b}})
		if i < 0 || i > 1 || err != nil && i != 0 {
			t.Errorf("move %d, %v", i, err)
		}
	})
}
