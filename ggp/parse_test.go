package ggp

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	none := Turn{Number: -1}
	tests := []struct {
		name, text string
		want       Message
	}{
		{
			"GGP-Base START", "( START Test.match.1 white (( role white ) ( <= ( legal ?r noop ) ( role ?r ) ) ) 30 15)",
			Start{"Test.match.1", "white", "( role white ) ( <= ( legal ?r noop ) ( role ?r ) ) ", 30, 15},
		},
		{
			"Dresden START", "(START M_atch1 WHITE ((ROLE WHITE) (INIT (STEP 0)) ) 5 3)",
			Start{"M_atch1", "WHITE", "(ROLE WHITE) (INIT (STEP 0)) ", 5, 3},
		},
		{
			"START with more behind", "(start m r ((role r)) 1 2 extra (and more))",
			Start{"m", "r", "(role r)", 1, 2},
		},
		{"START, empty description", "(start m r () 1 2)", Start{"m", "r", "", 1, 2}},
		{"START, compound role", "(start m ( player   1 ) (a) 1 2)", Start{"m", "(player 1)", "a", 1, 2}},
		{"START, 0-ary fact first", "(start m r (open (role r)) 1 2)", Start{"m", "r", "open (role r)", 1, 2}},
		{"START, ludeme", `(start m r (game "X" (players 2)) 1 2)`, Start{"m", "r", `(game "X" (players 2))`, 1, 2}},
		{
			"START, a ludeme with everything", "(START m p1 (game \"A ) ; (b\" // (\n {(x \"\\\"(\")}) 1 2)",
			Start{"m", "p1", "(game \"A ) ; (b\" // (\n {(x \"\\\"(\")})", 1, 2},
		},
		{
			"START, ludemes with definitions", "(START m p1 ( (define \"x)\" {a b}) // it's (\n (game \"A\" (\"x)\")) (metadata (info {(a \";\")})) ) 1 2)",
			Start{"m", "p1", " (define \"x)\" {a b}) // it's (\n (game \"A\" (\"x)\")) (metadata (info {(a \";\")})) ", 1, 2},
		},
		{"PREVIEW, a ludeme", "(PREVIEW (game \"(\" (x)) 2)", Preview{`(game "(" (x))`, 2}},
		{"START, a role that is called game", "(start m game ((role game) (init (game \"))) 1 2)", Start{"m", "game", "(role game) (init (game \"))", 1, 2}},
		{"START, comments and odd space", "(START\tm\r\nr ((a b) ; it's (\n) 1 2)", Start{"m", "r", "(a b) ; it's (\n", 1, 2}},
		{"first PLAY", "( PLAY Test.match.1 NIL )", Play{"Test.match.1", none}},
		{"first PLAY, any atom", "(play m nothing)", Play{"m", none}},
		{"PLAY", "( PLAY M (( play a ) noop ) )", Play{"M", Turn{Number: -1, Moves: []string{"(play a)", "noop"}}}},
		{"PLAY tight", "(PLAY M_atch1 ((PLAY A) (PLAY A)))", Play{"M_atch1", Turn{Number: -1, Moves: []string{"(PLAY A)", "(PLAY A)"}}}},
		{"PLAY, empty list", "(PLAY m ())", Play{"m", Turn{Number: -1, Moves: []string{}}}},
		{"PLAY, nested", "(PLAY m ((f (g  x ) ( )) a))", Play{"m", Turn{Number: -1, Moves: []string{"(f (g x) ())", "a"}}}},
		{
			"PLAY, Dresden 2011 percepts", "(PLAY M_atch1 ((DID WHITE (PLAY A)) (DID BLACK (PLAY A)) ))",
			Play{"M_atch1", Turn{Number: -1, Moves: []string{"(DID WHITE (PLAY A))", "(DID BLACK (PLAY A))"}}},
		},
		{"first PLAY, Dresden 2013", "(PLAY id 0 NIL NIL)", Play{"id", Turn{Numbered: true}}},
		{
			"PLAY, Dresden 2013", "(PLAY M2 1 NOOP ((PARITY 1) FIRST ))",
			Play{"M2", Turn{Number: 1, Own: "NOOP", Percepts: []string{"(PARITY 1)", "FIRST"}, Numbered: true}},
		},
		{
			"PLAY, Dresden 2013, nothing seen", "(PLAY M2 2 (MARK 1 1) ())",
			Play{"M2", Turn{Number: 2, Own: "(MARK 1 1)", Percepts: []string{}, Numbered: true}},
		},
		{"STOP", "( STOP m (( play a ) noop ) )", Stop{"m", Turn{Number: -1, Moves: []string{"(play a)", "noop"}}}},
		{"STOP before any move", "( STOP m NIL )", Stop{"m", none}},
		{
			"STOP, Dresden 2013", "(STOP M2 3 NOOP ((PARITY 2) ))",
			Stop{"M2", Turn{Number: 3, Own: "NOOP", Percepts: []string{"(PARITY 2)"}, Numbered: true}},
		},
		{"ABORT", "( ABORT m )", Abort{"m"}},
		{"INFO", "( INFO )", Info{}},
		{"INFO in lower case", "(info)", Info{}},
		{"text behind is ignored", "(INFO) ) x (", Info{}},
		{"PREVIEW", "( PREVIEW (( role r ) ) 5 )", Preview{"( role r ) ", 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.text, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	deep := strings.Repeat("(", 2000) + strings.Repeat(")", 2000)
	tests := []struct {
		text string
		want error
	}{
		{"", ErrSyntax},
		{"   ; only a comment", ErrSyntax},
		{"INFO", ErrSyntax},
		{")", ErrSyntax},
		{"(PLAY m NIL", ErrSyntax},
		{"(PLAY m (a b)", ErrSyntax},
		{"()", ErrCommand},
		{"((INFO))", ErrCommand},
		{"(HELLO world)", ErrCommand},
		{"(INFO now)", ErrForm},
		{"(ABORT)", ErrForm},
		{"(ABORT (m))", ErrForm},
		{"(ABORT m n)", ErrForm},
		{"(PLAY m)", ErrForm},
		{"(PLAY (m) NIL)", ErrForm},
		{"(PLAY m 1 NOOP)", ErrForm},
		{"(PLAY m x NOOP (a))", ErrForm},
		{"(PLAY m -1 NOOP (a))", ErrForm},
		{"(PLAY m (1) NOOP (a))", ErrForm},
		{"(STOP m a b c d)", ErrForm},
		{"(START m r (rules) 1)", ErrForm},
		{"(START m r rules 1 2)", ErrForm},
		{"(START m r (rules) one 2)", ErrForm},
		{"(START m r (rules) 1 -2)", ErrForm},
		{"(START m r (rules) 1 99999999999)", ErrForm},
		{"(START (m) r (rules) 1 2)", ErrForm},
		{"(PREVIEW (rules))", ErrForm},
		{"(PREVIEW rules 5)", ErrForm},
		{`(START m p1 (game "A (x)) 1 2)`, ErrSyntax},
		{`(START m p1 ((game "A") x) 1 2)`, ErrSyntax},
		{`(START m p1 (game "A" ` + deep + `) 1 2)`, ErrLimit},
		{"(PLAY m " + deep + ")", ErrLimit},
		{"(PLAY m (" + strings.Repeat("a ", 10_001) + "))", ErrLimit},
		{"(PLAY " + strings.Repeat("a ", 100) + ")", ErrLimit},
	}
	for _, tt := range tests {
		m, err := Parse(tt.text, Limits{})
		if !errors.Is(err, tt.want) {
			t.Errorf("Parse(%.60q) = %#v, %v; want error %v", tt.text, m, err, tt.want)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("Parse(%.60q): the error has %d bytes", tt.text, len(err.Error()))
		}
	}
	if _, err := Parse("(ABORT mmmmmmmm)", Limits{Bytes: 8}); !errors.Is(err, ErrLimit) {
		t.Errorf("a message longer than the limit: %v", err)
	}
}

func TestReadMove(t *testing.T) {
	good := map[string]string{
		"noop": "noop", " ( mark  1 1 )\n": "(mark 1 1)", "(noop)": "(noop)", "nil": "nil",
		"(a (b c) d)": "(a (b c) d)", "a ; why not": "a", "a?b": "a?b",
	}
	for text, want := range good {
		if got, err := ReadMove(text); err != nil || got != want {
			t.Errorf("ReadMove(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "play a", "(a", "a)", "?x", "(mark ?x 1)", "(mark 1 ?x)", "(?f 1)", "<html> (x)"} {
		if got, err := ReadMove(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("ReadMove(%q) = %q, %v; want an error", text, got, err)
		}
	}
}

func TestStatus(t *testing.T) {
	s := Status{Name: "Random", Status: StatusAvailable}
	if got, want := s.String(), "( ( name Random ) ( status available ) )"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s = Status{Name: " My (fine); player ", Species: "alloy", Status: "busy"}
	if got, want := s.String(), "( ( name My__fine___player ) ( status busy ) ( species alloy ) )"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	tests := []struct {
		text string
		want Status
	}{
		{"( ( name Random ) ( status available ) )", Status{Name: "Random", Status: "available"}},
		{"((STATUS busy)(Name My Fine Player)(species x)(age 5) lonely ())", Status{Name: "MyFinePlayer", Status: "busy", Species: "x"}},
		{"available", Status{Status: "available"}},
	}
	for _, tt := range tests {
		got, err := ParseStatus(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("ParseStatus(%q) = %+v, %v; want %+v", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{"", "((name x)", "available busy"} {
		if _, err := ParseStatus(text); err == nil {
			t.Errorf("ParseStatus(%q) finds nothing wrong", text)
		}
	}
}

// FuzzParse checks that nothing panics, and that a message that was read can be
// written in every dialect and be read again with the same meaning.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"( START Test.match.1 white (( role white ) ( <= ( legal ?r noop ) ( role ?r ) ) ) 30 15)",
		"(START M_atch1 WHITE ((ROLE WHITE) (INIT (STEP 0)) ) 5 3)",
		`(start m r (game "X" (players 2)) 1 2)`,
		"( PLAY Test.match.1 NIL )", "(PLAY M_atch1 ((DID WHITE (PLAY A)) (DID BLACK (PLAY A)) ))",
		"(PLAY M2 1 NOOP ((PARITY 1) FIRST ))", "(STOP M2 3 NOOP ((PARITY 2) ))",
		"( ABORT m )", "( INFO )", "( PREVIEW (( role r ) ) 5 )", "(PLAY m ;\n(a\x00b))", "((", "))",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = ParseStatus(text)
		_, _ = ReadMove(text)
		m, err := Parse(text, Limits{})
		if err != nil {
			if m != nil {
				t.Fatalf("a message and an error: %v, %v", m, err)
			}
			return
		}
		for d := GGPBase; d <= Dresden2013; d++ {
			e := Encoder{Dialect: d}
			if turn, ok := m.(Play); ok && turn.Numbered {
				e.Hidden = true
			}
			out, err := e.Encode(m)
			if s, ok := m.(Start); ok && err != nil && d.Percepts() && !e.Hidden {
				if _, parts, _ := ludemes(s.Rules, 1000); parts > 0 {
					continue // it needs a rule more, which cannot be written
				}
			}
			if err != nil {
				t.Fatalf("%v: written from %q: %v", d, text, err)
			}
			again, err := Parse(out, Limits{})
			if err != nil {
				t.Fatalf("%v: %q, written from %q: %v", d, out, text, err)
			}
			if again.Command() != m.Command() || again.Match() != m.Match() {
				t.Fatalf("%v: %q, written from %q, is a different message", d, out, text)
			}
			if d == GGPBase && !e.Hidden {
				twice, err := e.Encode(again)
				if err != nil || twice != out {
					t.Fatalf("written from %q: first %q, then %q, %v", text, out, twice, err)
				}
			}
		}
	})
}
