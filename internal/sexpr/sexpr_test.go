package sexpr

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	nodes, ds := Parse("(a (b\t1)\r\n; c ( )\n d)e", Limits{})
	if len(ds) != 0 {
		t.Fatal(ds)
	}
	var got []string
	for _, n := range nodes {
		got = append(got, n.String())
	}
	if s := strings.Join(got, "|"); s != "(a (b 1) d)|e" {
		t.Fatalf("got %q", s)
	}
	if d := nodes[0].List[2]; d.Pos.Line != 3 || d.Pos.Column != 2 {
		t.Fatalf("d at %v, want 3:2", d.Pos)
	}
}

func TestParseReportsEveryParenthesis(t *testing.T) {
	_, ds := Parse("a) (b (c", Limits{})
	var codes []string
	for _, d := range ds {
		codes = append(codes, d.Code+"@"+d.Pos.String())
	}
	if s := strings.Join(codes, " "); s != "SEX002@1:2 SEX001@1:4 SEX001@1:7" {
		t.Fatalf("got %s", s)
	}
}

func TestParseLimits(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		lim  Limits
	}{
		"bytes": {"aaaa", Limits{Bytes: 3}},
		"depth": {"((((", Limits{Depth: 3}},
		"nodes": {"a b c d", Limits{Nodes: 3}},
	} {
		_, ds := Parse(c.text, c.lim)
		if ds.Errors() == 0 || ds[0].Code != CodeLimit {
			t.Errorf("%s: got %v, want a %s", name, ds, CodeLimit)
		}
	}
}

func TestParseByteOrderMark(t *testing.T) {
	nodes, ds := Parse("\ufeff(a)\n\ufeff", Limits{})
	if len(ds) != 0 || len(nodes) != 2 || nodes[0].String() != "(a)" || nodes[0].Pos.Offset != 3 || nodes[1].Atom != "\ufeff" {
		t.Fatalf("got %v, %v", nodes, ds)
	}
}

func TestHead(t *testing.T) {
	nodes, _ := Parse("(cell (a b) (\u00fcber ()) c)", Limits{})
	all := nodes[0].String()
	for bytes := range len(all) + 5 {
		got := nodes[0].Head(bytes)
		if !strings.HasPrefix(all, got) || len(got) < min(bytes, len(all)) || len(got) > bytes+1 || !utf8.ValidString(got) {
			t.Errorf("%d bytes: %q", bytes, got)
		}
	}
}

// What is made of a text has the size that the text asks for, without the waste of
// growing, and what passes a limit is not made at all.
func TestParseMemory(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		most uint64
	}{
		"one list":         {"(" + strings.Repeat("a ", 100_000) + ")", 10 << 20},
		"lists":            {strings.Repeat("(a)", 50_000), 10 << 20},
		"too many symbols": {strings.Repeat("a ", 1_000_001), 1 << 20},
		"too many lists":   {strings.Repeat("(", 900) + strings.Repeat("()", 1_000_000), 24 << 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Parse(c.text, Limits{})
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > c.most {
			t.Errorf("%s: %d bytes, want at most %d", name, got, c.most)
		}
	}
}

func TestToUTF8(t *testing.T) {
	if got := ToUTF8("caf\xe9"); got != "café" {
		t.Fatalf("got %q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("(a (b c) ; d\n e)")
	f.Add("((((")
	f.Add("a)b(")
	f.Fuzz(func(t *testing.T, text string) {
		nodes, ds := Parse(text, Limits{Bytes: 1 << 16, Depth: 50, Nodes: 1 << 12})
		if len(ds) > 0 {
			return
		}
		for _, n := range nodes { // what is printed reads back as the same tree
			again, ds := Parse(n.String(), Limits{})
			if len(ds) > 0 || len(again) != 1 || again[0].String() != n.String() {
				t.Fatalf("%q does not read back", n.String())
			}
		}
	})
}
