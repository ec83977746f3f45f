package ggp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/game"
)

// The expected texts are those recorded from the running servers.
func TestEncode(t *testing.T) {
	rules := "; a comment\n(role white) (role black)\n(init (step 0))(<= (legal ?r noop)\n  (role ?r)) open"
	start := Start{"Test.match.1234567", "white", rules, 30, 15}
	first := Play{"M", Turn{Number: 0}}
	later := Play{"M", Turn{Number: 1, Moves: []string{"(play a)", "noop"}, Own: "(play a)"}}
	seen := Play{"M2", Turn{Number: 1, Own: "noop", Percepts: []string{"(parity 1)", "first"}}}
	blind := Stop{"M2", Turn{Number: 3, Own: "noop", Percepts: nil}}
	roles := []string{"white", "black"}

	tests := []struct {
		name string
		enc  Encoder
		m    Message
		want string
	}{
		{"base", Encoder{}, start, "( START Test.match.1234567 white (( role white ) ( role black ) ( init ( step 0 ) ) ( <= ( legal ?r noop ) ( role ?r ) ) open ) 30 15)"},
		{"base", Encoder{}, first, "( PLAY M NIL )"},
		{"base", Encoder{}, Play{"Test.match.1234567", later.Turn}, "( PLAY Test.match.1234567 (( play a ) noop ) )"},
		{"base", Encoder{}, Stop{"M", later.Turn}, "( STOP M (( play a ) noop ) )"},
		{"base", Encoder{}, Stop{"M", first.Turn}, "( STOP M NIL )"},
		{"base", Encoder{}, Abort{"M"}, "( ABORT M )"},
		{"base", Encoder{}, Info{}, "( INFO )"},
		{"base", Encoder{}, Preview{"(role r)", 5}, "( PREVIEW (( role r ) ) 5 )"},
		{"2011", Encoder{Dialect: Dresden2011}, start, "(START Test.match.1234567 WHITE ((ROLE WHITE) (ROLE BLACK) (INIT (STEP 0)) (<= (LEGAL ?R NOOP) (ROLE ?R)) OPEN ) 30 15)"},
		{"2011", Encoder{Dialect: Dresden2011}, Play{"M_atch1", Turn{}}, "(PLAY M_atch1 NIL)"},
		{"2011", Encoder{Dialect: Dresden2011}, Play{"M_atch1", Turn{Moves: []string{"(play a)", "(play a)"}}}, "(PLAY M_atch1 ((PLAY A) (PLAY A)))"},
		{"2011", Encoder{Dialect: Dresden2011}, Stop{"M_atch1", Turn{Moves: []string{"noop", "noop"}}}, "(STOP M_atch1 (NOOP NOOP))"},
		{"2011 percepts, GDL-I game", Encoder{Dialect: Dresden2011Percepts, Roles: roles}, Play{"M_atch1", Turn{}}, "(PLAY M_atch1 NIL)"},
		{
			"2011 percepts, GDL-I game",
			Encoder{Dialect: Dresden2011Percepts, Roles: roles},
			Play{"M_atch1", Turn{Number: 1, Moves: []string{"(play a)", "(play a)"}}},
			"(PLAY M_atch1 ((DID WHITE (PLAY A)) (DID BLACK (PLAY A)) ))",
		},
		{
			"2011 percepts, GDL-I game",
			Encoder{Dialect: Dresden2011Percepts, Roles: roles},
			Start{"m", "white", "(role white)", 5, 3},
			"(START m WHITE ((ROLE WHITE) (<= (SEES ?P (DID ?P2 ?M)) (ROLE ?P) (DOES ?P2 ?M) )\n) 5 3)",
		},
		{"2011 percepts", Encoder{Dialect: Dresden2011Percepts, Hidden: true}, seen, "(PLAY M2 ((PARITY 1) FIRST ))"},
		{"2011 percepts", Encoder{Dialect: Dresden2011Percepts, Hidden: true}, Start{"m", "white", "(role white)", 5, 3}, "(START m WHITE ((ROLE WHITE) ) 5 3)"},
		{"2013", Encoder{Dialect: Dresden2013, Hidden: true}, Play{"id", Turn{}}, "(PLAY id 0 NIL NIL)"},
		{"2013", Encoder{Dialect: Dresden2013, Hidden: true}, seen, "(PLAY M2 1 NOOP ((PARITY 1) FIRST ))"},
		{"2013", Encoder{Dialect: Dresden2013, Hidden: true}, blind, "(STOP M2 3 NOOP ())"},
		{"2013, GDL-I game", Encoder{Dialect: Dresden2013, Roles: roles}, later, "(PLAY M 1 (PLAY A) ((DID WHITE (PLAY A)) (DID BLACK NOOP) ))"},
		{"base never tells hidden moves", Encoder{Hidden: true}, Play{"M", Turn{Number: 1, Moves: []string{"secret"}, Own: "a", Percepts: []string{"b"}}}, "( PLAY M (b ) )"},
		{"a ludeme goes out as it is", Encoder{}, Start{"m", "P1", ` (game "A  B" (x)) `, 1, 2}, `( START m P1 (game "A  B" (x)) 1 2)`},
		{"in upper case or not", Encoder{Dialect: Dresden2013, Hidden: true}, Start{"m", "p1", `(game "A; (b" {(x)})`, 1, 2}, `(START m P1 (game "A; (b" {(x)}) 1 2)`},
		{"nothing in it is renamed", Encoder{Scrambler: NewScrambler(`(game "A" (x y))`, rand.New(rand.NewPCG(1, 2)))}, Start{"m", "p1", `(game "A" (x y))`, 1, 2}, `( START m p1 (game "A" (x y)) 1 2)`},
		{"a comment at its end", Encoder{}, Start{"m", "p1", "(define \"a\" b) // (\n(game \"A\" (x)) // )", 1, 2}, "( START m p1 ((define \"a\" b) // (\n(game \"A\" (x)) // )\n) 1 2)"},
		{"with its definitions", Encoder{Dialect: Dresden2011}, Preview{`(define "d"  (y)) (game "A  B" (x))`, 1}, `(PREVIEW ((define "d"  (y)) (game "A  B" (x))) 1)`},
	}
	for _, tt := range tests {
		got, err := tt.enc.Encode(tt.m)
		if err != nil || got != tt.want {
			t.Errorf("%s: %#v\n got %q, %v\nwant %q", tt.name, tt.m, got, err, tt.want)
		}
	}

	var e Encoder
	for _, m := range []Message{
		Abort{"two words"},
		Abort{""},
		Play{"a(b", Turn{}},
		Start{"m", "r", "(unclosed", 1, 2},
		Start{"m", "a b", "(x)", 1, 2},
		Play{"m", Turn{Moves: []string{"a) (b"}}},
		Preview{"x)", 1},
	} {
		if got, err := e.Encode(m); err == nil {
			t.Errorf("%#v was written as %q", m, got)
		}
	}
}

func TestDialectNames(t *testing.T) {
	for d := GGPBase; d <= Dresden2013; d++ {
		if got, err := ParseDialect(strings.ToUpper(d.String())); err != nil || got != d {
			t.Errorf("ParseDialect(%q) = %v, %v", d, got, err)
		}
		if !d.ForHidden().Percepts() {
			t.Errorf("%v.ForHidden() = %v", d, d.ForHidden())
		}
	}
	if _, err := ParseDialect("klingon"); err == nil || !strings.Contains(err.Error(), "ggp-base") {
		t.Errorf("unknown dialect: %v", err)
	}
}

func TestScrambler(t *testing.T) {
	rules := `(role white) (role random) (base (cell 1 ?cell))
(<= (legal ?R noop) (ROLE ?r) (not (true (cell 10 cell))) (distinct ?r white) (or (a) (b)))
(<= (sees ?r (said x)) (does ?q m)) (init _)`
	s := NewScrambler(rules, game.Stream(7, "test", 0))
	out := s.Scramble(rules)

	keep := map[string]bool{}
	for _, w := range strings.Fields("role random base legal ROLE not true distinct or sees does init _ <= 1 10 ( )") {
		keep[w] = true
	}
	oldTokens, newTokens := tokens(rules), tokens(out)
	if len(oldTokens) != len(newTokens) {
		t.Fatalf("%d tokens became %d", len(oldTokens), len(newTokens))
	}
	to, from := map[string]string{}, map[string]string{}
	for i, old := range oldTokens {
		got := newTokens[i]
		if keep[old] != (old == got) {
			t.Errorf("%q became %q", old, got)
		}
		if strings.HasPrefix(old, "?") != strings.HasPrefix(got, "?") {
			t.Errorf("%q became %q", old, got)
		}
		if prev, ok := to[old]; ok && prev != got {
			t.Errorf("%q became %q and %q", old, prev, got)
		}
		if prev, ok := from[got]; ok && prev != old {
			t.Errorf("%q and %q both became %q", old, prev, got)
		}
		to[old], from[got] = got, old
	}
	if "?"+to["cell"] == to["?cell"] {
		t.Errorf("a constant and a variable share the word %q", to["cell"])
	}
	if back := s.Unscramble(strings.ToUpper(s.Scramble("(cell 1 x)"))); back != "(cell 1 x)" {
		t.Errorf("an upper-cased answer came back as %q", back)
	}
	if back := s.Unscramble("(cell 1 UNKNOWN)"); back != "(cell 1 UNKNOWN)" {
		t.Errorf("an answer in original names came back as %q", back)
	}
	if again := NewScrambler(rules, game.Stream(7, "test", 0)).Scramble(rules); again != out {
		t.Error("the same seed gave other words")
	}
	if other := NewScrambler(rules, game.Stream(8, "test", 0)).Scramble(rules); other == out {
		t.Error("another seed gave the same words")
	}
	e := Encoder{Dialect: Dresden2011Percepts, Scrambler: s, Roles: []string{"white"}}
	text, err := e.Encode(Start{"white", "white", rules, 1, 2})
	if err != nil || !strings.HasPrefix(text, "(START white ") || strings.Contains(text, "CELL") {
		t.Errorf("scrambled START: %q, %v", text, err)
	}
}

// Even when all words are taken everybody gets one of his own.
func TestScramblerManyNames(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(" n" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26))
	}
	s := NewScrambler(b.String(), game.Stream(1, "test", 0))
	if len(s.from) != len(s.to) {
		t.Errorf("%d names have %d words", len(s.to), len(s.from))
	}
}

func tokens(text string) []string {
	var out []string
	x := lexer{text: text}
	for {
		t, start, end := x.next()
		if t == tokEnd {
			return out
		}
		out = append(out, text[start:end])
	}
}
