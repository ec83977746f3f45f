package expand

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"ludens/ludii/parse"
)

func TestExpand(t *testing.T) {
	lib, findings := NewLibrary(map[string]string{
		"lib/a.def": `(define "Step" (move Step #1 (to if:(is Empty (to))) #2)) // a library's`,
		"lib/b.def": `(define "Own" library) (define "Size" <S:n>)`,
	}, parse.Limits{})
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	for name, c := range map[string]struct{ text, want string }{
		"plain":               {`(game "G" (a 1 -2 0.50 True) {"s" x})`, `(game "G" (a 1 -2 0.50 True) {"s" x})`},
		"arguments":           {`(game "G" ("Step" All (then (b))))`, `(game "G" (move Step All (to if:(is Empty (to))) (then (b))))`},
		"arguments missing":   {`(game "G" "Step" ("Step") ("Step" ~ x))`, `(game "G" (move Step (to if:(is Empty (to)))) (move Step (to if:(is Empty (to)))) (move Step (to if:(is Empty (to))) x))`},
		"label of a hole":     {`(define "A" (b if:#1 to:#2 c)) (game "G" ("A" ~ (d)) "A")`, `(game "G" (b to:(d) c) (b c))`},
		"label of a define":   {`(define "A" (b) (c)) (game "G" if:"A" to:("A"))`, `(game "G" if:(b) (c) to:(b) (c))`},
		"labelled argument":   {`(define "A" (b #1)) (game "G" ("A" if:(c)))`, `(game "G" (b if:(c)))`},
		"nested, shadowed":    {`(define "Own" mine) (define "A" ("B" #2 "Own")) (define "B" (#1 #2)) (game "G" ("A" x y))`, `(game "G" (y mine))`},
		"library":             {`(game "G" "Own")`, `(game "G" library)`},
		"called by argument":  {`(define "A" (#1 x)) (define "B" (b #1)) (game "G" ("A" "B") ("A" c))`, `(game "G" (b x) (c x))`},
		"inside words":        {`(define "A" (P#1 "#2Hand#1" "#3" #)) (game "G" ("A" 1 "Left"))`, `(game "G" (P1 "LeftHand1" "" #))`},
		"ten arguments":       {`(define "A" (#10 #1)) (game "G" ("A" a b c d e f g h i j))`, `(game "G" (j a))`},
		"ranges":              {`(game "G" {1..3 5..4 -1..1 7..7 "Y1".."AB1" "B9".."B11"})`, `(game "G" {1 2 3 5 4 -1 0 1 7 "Y1" "Z1" "AA1" "AB1" "B9" "B10" "B11"})`},
		"ranges to defines":   {`(define "Entry" 2) (define "End" "Last") (define "Last" 4) (define "Corner" "C1") (game "G" {"Entry".."End" "A1".."Corner" "Entry".."Last"})`, `(game "G" {2 3 4 "A1" "B1" "C1" 2 3 4})`},
		"ranges to arguments": {`(define "A" {#1..#2 0..#2}) (game "G" ("A" 3 1))`, `(game "G" {3 2 1 0 1})`},
		"ranges to options":   {`(game "G" {0..<S:n> <S:n>..3 7 <S:n>..<S:m> x .. y}) (option "S" <S> args:{<n> <m>} {(item "a" <1> <2> "")*})`, `(game "G" {0 1 1 2 3 7 1 2 x .. y})`},
		"brackets too many":   {`(define "A" (x (#1))) (game "G" ("A" (last To)) if:((a) (b)))`, `(game "G" (x (last To)) if:(a) (b))`},
		"the game's name":     {`(define "G" (x)) (game "G" "G")`, `(game "G" (x))`},
		"nothing":             {`(define "A") (game "G" a "A" if:"A" b)`, `(game "G" a b)`},
		"match":               {`(match "M" (games (subgame "G" result:1))) (metadata (info "Step" <b>))`, `(match "M" (games (subgame "G" result:1)))`},
		"options": {
			`(game "G" (b <S:n> if:<S:c> "<S:n>x<i>") "Size" ("A" y)) (define "A" (<T> #1))
			(option "Size" <S> args:{<n> <c>} {(item "Small" <3> <(x)> "") (item "Large" <8 9> <> "")* (item "Huge" <1> <2> "")*})
			(option "Turn" <T> args:{<t>} {(item "A" <a> "") (item "B" <<S:n> q> "")**})`,
			`(game "G" (b 8 9 "8 9x<i>") 8 9 (8 9 q y))`,
		},
		"no stars, one tag twice": {`(game "G" <S:n> <S:m>) (option "A" <S> args:{<n>} {(item "a" <1> "") (item "b" <2> "")}) (option "B" <S> args:{<m> <n>} {(item "a" <3> <4> "")})`, `(game "G" 1 3)`},
		"odd brackets":            {`(game "G" (board <D:a> (hex <D:n>) <D:b>)) (option "D" <D> args:{<a> <n> <b>} {(item "No" <> <2> <> "") (item "Yes" <(dual> <3> <)> "")*})`, `(game "G" (board (dual (hex 3))))`},
		"odd, outside":            {`(game "G" {(a) <D:a> (b)} c) (option "D" <D> args:{<a>} {(item "Yes" <} {> "")})`, `(game "G" {(a)} {(b)} c)`},
		"defines by option":       {`<D:d> (game "G" "X") (option "D" <D> args:{<d>} {(item "Yes" <(define "X" (y))> "")})`, `(game "G" (y))`},
		"defines in the game":     {`(game "G" (a <D:d>)) (option "D" <D> args:{<d>} {(item "Yes" <(define "X" (y "Z")) (define "Z" z) (b "X")> "")})`, `(game "G" (a (b (y z))))`},
		"rulesets do not decide":  {`(game "G" <A:x>) (option "A" <A> args:{<x>} {(item "a" <1> "") (item "b" <2> "")*}) (rulesets {(ruleset "Ruleset/R" {"A/a"})**})`, `(game "G" 2)`},
	} {
		d, findings := Expand("g.lud", c.text, Options{Library: lib})
		if findings.Errors() > 0 || d.Root == nil {
			t.Errorf("%s: %v", name, findings)
			continue
		}
		if got := d.Root.String(); got != c.want {
			t.Errorf("%s:\n got  %s\n want %s", name, got, c.want)
		}
	}
}

const choices = `(game "G" <S:n> <T:t>)
(option "Size" <S> args:{<n>} {(item "Small" <1> "few") (item "Large" <2> "many")*})
(option "Turn" <T> args:{<t>} {(item "A/B" <3> "") (item "C" <4> "")})
(rulesets {(ruleset "Ruleset/Old (Described)" {"Size/Small" "Turn/C"} variations:{"Turn/A/B"})*})`

func TestChoices(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{}, `(game "G" 2 3)`},
		{Options{Select: []string{"Size/Small"}}, `(game "G" 1 3)`},
		{Options{Select: []string{"Turn/A/B", "Size/Small"}}, `(game "G" 1 3)`},
		{Options{Ruleset: "Old (Described)"}, `(game "G" 1 4)`},
		{Options{Ruleset: "Ruleset/Old (Described)", Select: []string{"Size/Large"}}, `(game "G" 2 4)`},
		{Options{Select: []string{"Ruleset/Old (Described)", "Turn/A/B"}}, `(game "G" 1 3)`},
	} {
		d, findings := Expand("g.lud", choices, c.opt)
		if len(findings) > 0 {
			t.Errorf("%+v: %v", c.opt, findings)
		} else if got := d.Root.String(); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.opt, got, c.want)
		}
	}
	d, _ := Expand("g.lud", choices, Options{Ruleset: "Old (Described)"})
	if d.Name != "G" || d.Nodes != 5 || d.Ruleset != 0 || len(d.Rulesets) != 1 || d.Rulesets[0].Variations[0] != "Turn/A/B" ||
		len(d.Options) != 2 || d.Options[0].Heading(d.Options[0].Chosen) != "Size/Small" || d.Options[0].Items[1].Description != "many" {
		t.Errorf("%+v, %+v", d, d.Options[0])
	}
}

func TestFindings(t *testing.T) {
	for name, c := range map[string]struct {
		text, want, hint string
		opt              Options
	}{
		"no game":            {text: `(define "A" b)`, want: CodeGame},
		"two games":          {text: `(game "A") (game "B")`, want: CodeGame},
		"stray":              {text: `(game "A") /--- (b)`, want: CodeTop},
		"define unnamed":     {text: `(game "A") (define b)`, want: CodeForm},
		"define twice":       {text: `(game "A") (define "B" 1) (define "B" 2)`, want: CodeTwice},
		"unknown define":     {text: `(define "Steps" b) (game "A" ("Stepz" 1))`, want: CodeDefine, hint: "Steps"},
		"unknown tag":        {text: `(game "A" <Size:n>) (option "Size" <Sizes> args:{<n>} {(item "1" <1> "")})`, want: CodeRef, hint: "Sizes"},
		"unknown argument":   {text: `(game "A" <S:num>) (option "Size" <S> args:{<nums>} {(item "1" <1> "")})`, want: CodeRef, hint: "nums"},
		"too few arguments":  {text: `(game "A" <S:m>) (option "Size" <S> args:{<n> <m>} {(item "1" <1> "")})`, want: CodeRef},
		"option without":     {text: `(game "A") (option "Size" <S> args:{<n>})`, want: CodeForm},
		"items of none":      {text: `(game "A") (option "Size" <S> args:{<n>} {})`, want: CodeForm},
		"odd item":           {text: `(game "A") (option "Size" <S> args:{<n>} {(item "1" 2 <1> "") 3})`, want: CodeForm},
		"unnamed ruleset":    {text: `(game "A") (rulesets {(ruleset {"a"})})`, want: CodeForm},
		"unknown choice":     {text: choices, want: CodeChoice, hint: "Size/Small", opt: Options{Select: []string{"Size/Smal"}}},
		"two choices":        {text: choices, want: CodeChoice, opt: Options{Select: []string{"Size/Small", "Size/Large"}}},
		"unknown ruleset":    {text: choices, want: CodeChoice, opt: Options{Ruleset: "New"}},
		"a ruleset's choice": {text: `(game "A") (rulesets {(ruleset "R" {"a/b"})})`, want: CodeChoice, opt: Options{Ruleset: "R"}},
		"itself":             {text: `(define "B" (c ("B"))) (game "A" "B")`, want: CodeEndless},
		"each other":         {text: `(define "B" "C") (define "C" "B") (game "A" "B")`, want: CodeEndless},
		"option itself":      {text: `(game "A" <S:n>) (option "Size" <S> args:{<n>} {(item "1" <(a <S:n>)> "")})`, want: CodeEndless},
		"a word of words":    {text: `(define "B" c#1) (game "A" ("B" (d)))`, want: CodeWord},
		"two labels":         {text: `(define "B" if:#1) (game "A" ("B" to:c))`, want: CodeLabel},
		"range":              {text: `(game "A" {1..99999999})`, want: CodeRange},
		"range of sites":     {text: `(game "A" {"A1".."B2"})`, want: CodeRange},
		"syntax":             {text: `(game "A"`, want: parse.CodeUnclosed},
		"odd for good":       {text: `(game "A" <S:n>) (option "Size" <S> args:{<n>} {(item "1" <(x > "")})`, want: parse.CodeFragment},
		"odd, in vain":       {text: `(game "A" <S:n>) (option "Size" <S> args:{<n>} {(item "1" <(x > "")})`, want: CodeRef},
	} {
		_, findings := Expand("g.lud", c.text, c.opt)
		found := false
		for _, d := range findings {
			found = found || d.Code == c.want && d.File == "g.lud" && strings.Contains(d.Hint, c.hint)
		}
		if !found {
			t.Errorf("%s: no %s in %v", name, c.want, findings)
		}
	}
}

// A finding in a define tells the way that led there, and nodes know it.
func TestOrigin(t *testing.T) {
	lib, _ := NewLibrary(map[string]string{"lib.def": "(define \"Inner\"\n  (x #1 (\"Missing\")))"}, parse.Limits{})
	d, findings := Expand("g.lud", `(define "Outer" (y ("Inner" #1))) (game "G" ("Outer" z))`, Options{Library: lib})
	if len(findings) != 1 || findings[0].File != "lib.def" || findings[0].Pos.Line != 2 ||
		findings[0].Note != `in the define "Inner", used at g.lud:1:20, in the define "Outer", used at g.lud:1:45` {
		t.Errorf("%+v", findings)
	}
	x := d.Root.Children[2].Children[1]
	if x.Head() != "x" || x.Origin.File != "lib.def" || x.Origin.Define != "Inner" || x.Pos.Line != 2 {
		t.Errorf("%+v, %+v", x, x.Origin)
	}
	if z := x.Children[1]; z.Origin.File != "g.lud" || z.Origin.Define != "" || Via(z) != "" {
		t.Errorf("%+v, %+v", z, z.Origin)
	}
}

func TestHostile(t *testing.T) {
	growing := func(body string) string {
		var b strings.Builder
		for i := range 60 {
			b.WriteString(`(define "` + string(rune('A'+i)) + `" ` + strings.ReplaceAll(body, "?", string(rune('B'+i))) + ")\n")
		}
		return b.String() + `(game "G" ("A" "xy"))`
	}
	var options strings.Builder
	for i := range 45 {
		this, next := string(rune('A'+i)), string(rune('B'+i))
		options.WriteString(`(option "` + this + `" <` + this + `> args:{<n>} {(item "1" <<` + next + `:n> <` + next + `:n>> "")})`)
	}
	for name, text := range map[string]string{
		"growing":      growing(`(a ("?") ("?"))`),
		"nothing":      growing(`"?" "?"`),
		"words":        growing(`("?" "#1#1")`),
		"arguments":    growing(`("?" (a #1 #1))`),
		"options":      `(game "G" <A:n>)` + options.String(),
		"strings":      `(option "A" <A> args:{<n>} {(item "1" <"` + strings.Repeat("long", 1<<12) + `"> "")}) (game "G" ` + strings.Repeat(`"<A:n>"`, 10000) + ")",
		"ranges":       `(define "R" {1..500000}) (game "G" ` + strings.Repeat(`"R"`, 1000) + ")",
		"deep defines": `(define "A" ("A" (a (a (a (a (a (a #1)))))))) (game "G" ("A" b))`,
	} {
		d, findings := Expand("", text, Options{Limits: Limits{Nodes: 300_000}})
		if d.Root != nil || findings.Errors() == 0 {
			t.Errorf("%s: %d nodes, %v", name, d.Nodes, findings)
		}
	}
	unknown := `(define "A" ` + strings.Repeat(`("B")`, 1000) + `) (game "G" ` + strings.Repeat(`"A"`, 1000) + ")"
	if _, findings := Expand("", unknown, Options{}); len(findings) != mostFindings {
		t.Errorf("%d findings", len(findings))
	}
}

func TestReadLibrary(t *testing.T) {
	lib, findings, err := ReadLibrary(fstest.MapFS{
		"a/b.def":  {Data: []byte(`(define "B" 1)`)},
		"c.def":    {Data: []byte(`(define "B" 2) (define "C" 3) (game "X")`)},
		"note.txt": {Data: []byte(`((((`)},
	}, parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if names := strings.Join(lib.Names(), " "); names != "B C" || !lib.Has("B") || lib.Has("D") {
		t.Errorf("names %q", names)
	}
	var codes []string
	for _, d := range findings {
		codes = append(codes, d.Code+"@"+d.File)
	}
	if s := strings.Join(codes, " "); s != "LUD023@c.def LUD020@c.def" {
		t.Errorf("findings %s", s)
	}
	if d, _ := Expand("", `(game "G" "B")`, Options{Library: lib}); d.Root.String() != `(game "G" 1)` {
		t.Errorf("got %s", d.Root)
	}
	if _, _, err := ReadLibrary(fstest.MapFS{"a.def": {Mode: fs.ModeNamedPipe}}, parse.Limits{}); err == nil {
		t.Error("a pipe was read")
	}
	if _, _, err := ReadLibrary(fstest.MapFS{"a.def": {Data: make([]byte, mostLibraryBytes+1)}}, parse.Limits{}); err == nil {
		t.Error("a file without an end was read")
	}
	if _, _, err := ReadLibrary(fstest.MapFS{}, parse.Limits{}); err != nil {
		t.Error(err)
	}
	if (*Library)(nil).Has("B") || (*Library)(nil).Names() != nil {
		t.Error("no library defines something")
	}
}

// Warnings, however many, leave room for the error.
func TestManyWarnings(t *testing.T) {
	if d, findings := Expand("", strings.Repeat(`"" `, 1000), Options{}); findings.Errors() == 0 || d.Root != nil {
		t.Errorf("%d findings, none of them an error", len(findings))
	}
}

func FuzzExpand(f *testing.F) {
	f.Add(choices)
	f.Add(`(define "A" (#1 P#2 if:#1 {1..3})) (game "G" ("A" "A" 1) "A" ~ <S:n>) (option "S" <S> args:{<n>} {(item "a" <(> "")})`)
	f.Add(`<D:d> (game "G" ((x))) (option "D" <D> args:{<d>} {(item "Yes" <(define "X" (y))> "")})`)
	lib, _ := NewLibrary(map[string]string{"l": `(define "L" (l #1 <S:n>))`}, parse.Limits{})
	f.Fuzz(func(t *testing.T, text string) {
		d, findings := Expand("", text, Options{Library: lib, Limits: Limits{Nodes: 20_000, Bytes: 1 << 16, Nested: 20, Parse: parse.Limits{Bytes: 1 << 14, Depth: 50}}})
		if findings.Errors() > 0 || d.Root == nil {
			return
		}
		var walk func(n *parse.Node)
		walk = func(n *parse.Node) {
			switch n.Kind {
			case parse.Param, parse.Ref, parse.Range:
				t.Fatalf("%s is left: %s", n.Kind, n)
			}
			if n.Origin == nil {
				t.Fatalf("%s has no origin", n)
			}
			for _, c := range n.Children {
				walk(c)
			}
		}
		walk(d.Root)
	})
}
