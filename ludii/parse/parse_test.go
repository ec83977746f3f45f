package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
)

// kinds writes a tree with its kinds, for the tables below.
func kinds(n *Node) string {
	letters := "?CABRSIFTNPGH"
	s := string(letters[n.Kind])
	if n.Label != "" {
		s = n.Label + ":" + s
	}
	if len(n.Children) == 0 {
		return s + strings.Repeat("*", int(n.Stars))
	}
	var parts []string
	for _, c := range n.Children {
		parts = append(parts, kinds(c))
	}
	return s + "(" + strings.Join(parts, " ") + ")" + strings.Repeat("*", int(n.Stars))
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want, written string }{
		{`(move Add (to (sites Empty)))`, "C(N N C(N C(N N)))", ""},
		{`{1 -2 0.5 -.5 True 3..8 9..-1 #1 a "b"}`, "A(I I F F T G G P N S)", ""},
		{`(sites {"A1".."A8" "B" ..})`, "C(N A(G S N))", ""},
		{"(to if:(is Empty (to)) // why\n count:3)", "C(N if:C(N N C(N)) count:I)", "(to if:(is Empty (to)) count:3)"},
		{`(a if: "X" at:"Y" to:#2 from:{1} n:<T:x>)`, "C(N if:S at:S to:P from:A(I) n:R)", `(a if:"X" at:"Y" to:#2 from:{1} n:<T:x>)`},
		{`("Hop" #1 ~ P#1 (#2 a) (<V:x> b))`, "C(S P N N C(P N) C(R N))", ""},
		{`(and (< 1 2) (>= 3 4) (<= a b) (> a b) (!= a b) (- 1) (* 2 3))`, "C(N C(N I I) C(N I I) C(N N N) C(N N N) C(N N N) C(N I) C(N I I))", ""},
		{
			`(option "Size" <Board> args:{<x> < y >} {(item "A/B" <8><> < (> 1 <O:p>) > "d")** (item "C" <1 2> <>) * })`,
			"C(N S B(N) args:A(B(N) B(N)) A(C(N S B(I) B B(C(N I R)) S)** C(N S B(I I) B)*))",
			`(option "Size" <Board> args:{<x> <y>} {(item "A/B" <8> <> <(> 1 <O:p>)> "d")** (item "C" <1 2> <>)*})`,
		},
		{`"say \"no\" // not a comment" "two
lines"`, "S S", ""},
		{"\ufeff(größe \"Ö\")", "C(N S)", "(größe \"Ö\")"},
		{`(* (a) b)`, "C(N C(N) N)", ""},
		{"", "", ""},
	} {
		nodes, findings := Parse("f", c.text, Limits{})
		if len(findings) > 0 {
			t.Errorf("%s: %v", c.text, findings)
			continue
		}
		var got, written []string
		for _, n := range nodes {
			got = append(got, kinds(n))
			written = append(written, n.String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s:\n got  %s\n want %s", c.text, s, c.want)
		}
		want := c.written
		if want == "" {
			want = c.text
		}
		if s := strings.Join(written, " "); s != want {
			t.Errorf("written %s\n want    %s", s, want)
		}
	}
}

func TestPositions(t *testing.T) {
	nodes, _ := Parse("game.lud", "(a\n  if:(b\n\t\"c\"))", Limits{})
	b := nodes[0].Children[1]
	c := b.Children[1]
	if b.Pos.String() != "2:3" || b.End != 16 || c.Pos.String() != "3:2" || c.Pos.Offset != 12 || c.Origin.File != "game.lud" {
		t.Fatalf("b at %v to %d, c at %v (%d) in %q", b.Pos, b.End, c.Pos, c.Pos.Offset, c.Origin.File)
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct{ text, codes, tree string }{
		{"a) b} >", "LUD002@1:2 LUD002@1:5 LUD002@1:7", "a b"},
		{"(a {b (c", "LUD001@1:1 LUD001@1:4 LUD001@1:7", "(a {b (c)})"},
		{"(a {b (c)) d", "LUD003@1:4", "(a {b (c)}) d"},
		{`(a "b c)`, "LUD004@1:4 LUD001@1:1", `(a "b c)")`},
		{"(a if:) x:", "LUD005@1:4 LUD005@1:9", "(a)"},
		{"(a if:to:b)", "LUD005@1:4", "(a to:b)"},
		{"(item <(b> <)> <} )\n> <} {> (c))", "LUD008@1:10 LUD008@1:13 LUD008@1:17 LUD008@2:4", "(item <(b> <)> <} )> <} {> (c))"},
		{"(option args:{<a>>} <b)>", "LUD002@1:18 LUD008@1:23 LUD001@1:1", "(option args:{<a>} <b)>)"},
		{"(item <b c) d", "LUD003@1:7", "(item <b c>) d"},
		{"(a <b (c) <> d)", "LUD006@1:4 LUD006@1:11", "(a b (c) d)"},
	} {
		nodes, findings := Parse("", c.text, Limits{})
		codes := map[string]bool{}
		for _, d := range findings {
			codes[d.Code+"@"+d.Pos.String()] = true
		}
		for _, want := range strings.Fields(c.codes) {
			if !codes[want] {
				t.Errorf("%s: no %s in %v", c.text, want, findings)
			}
		}
		if len(codes) != len(strings.Fields(c.codes)) {
			t.Errorf("%s: got %v, want %s", c.text, findings, c.codes)
		}
		var got []string
		for _, n := range nodes {
			got = append(got, n.String())
		}
		if s := strings.Join(got, " "); s != c.tree {
			t.Errorf("%s: tree %s, want %s", c.text, s, c.tree)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		lim  Limits
	}{
		"bytes": {"aaaa", Limits{Bytes: 3}},
		"depth": {strings.Repeat("({", 1000), Limits{Depth: 30}},
		"nodes": {strings.Repeat("a ", 1000), Limits{Nodes: 30}},
		"":      {strings.Repeat("(", 1<<20), Limits{}},
	} {
		if _, findings := Parse("", c.text, c.lim); len(findings) != 1 || findings[0].Code != CodeLimit {
			t.Errorf("%s: %v, want one %s", name, findings, CodeLimit)
		}
	}
	if _, findings := Parse("", strings.Repeat(")", 1<<20), Limits{}); len(findings) != mostFindings {
		t.Errorf("%d findings", len(findings))
	}
}

// Every description and every definition file is read without a finding, and
// what is written reads back as the same tree.
func TestCorpus(t *testing.T) {
	read := map[string]int{}
	err := fs.WalkDir(os.DirFS(sharedtest.Path(t, "corpus", "ludii")), ".", func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || d.IsDir() || ext != ".lud" && ext != ".def" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii"), path))
		if err != nil {
			return err
		}
		nodes, findings := Parse(path, string(text), Limits{})
		if findings.Errors() > 0 {
			t.Errorf("%v", findings)
			return nil
		}
		for _, d := range findings {
			t.Log(d)
		}
		read[ext]++
		if read[ext]%10 != 0 {
			return nil
		}
		for _, n := range nodes {
			again, findings := Parse(path, n.String(), Limits{})
			if findings.Errors() > 0 || len(again) != 1 || !again[0].Equal(n) {
				t.Errorf("%s: line %d does not read back", path, n.Pos.Line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d descriptions and %d definition files", read[".lud"], read[".def"])
	if read[".lud"] == 0 || read[".def"] == 0 {
		t.Error("nothing was read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`(option "Size" <Board> args:{<x>} {(item "A" <8> <(> 1 2)> "d")**})`)
	f.Add(`(game "X" (a if:(b) {1..3 "x"}) <A:b> ~ #1) // end`)
	f.Add("((({{{<<<\"")
	f.Add(")}>a:b:* *")
	f.Fuzz(func(t *testing.T, text string) {
		nodes, findings := Parse("", text, Limits{Bytes: 1 << 16, Depth: 50, Nodes: 1 << 12})
		if len(findings) > 0 {
			return
		}
		for _, n := range nodes {
			again, findings := Parse("", n.String(), Limits{})
			if len(findings) > 0 || len(again) != 1 || !again[0].Equal(n) {
				t.Fatalf("%q does not read back", n.String())
			}
		}
	})
}
