package gdl

import (
	"strings"
	"testing"

	"ludens/diag"
	"ludens/internal/sexpr"
)

func mustRead(t *testing.T, text string) *Description {
	t.Helper()
	d, findings := Read(text)
	if err := findings.Err(); err != nil {
		t.Fatalf("read %q: %v", text, err)
	}
	return d
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"facts and rules":          {"(role white) (<= terminal (true (step 9)))", "(role white)\n(<= terminal (true (step 9)))\n"},
		"keywords in any case":     {"(ROLE White) (<= Terminal (TRUE Open))", "(role White)\n(<= terminal (true Open))\n"},
		"connectives in any case":  {"(<= p (NOT q) (OR r s) (DISTINCT a b))", "(<= p (not q) (or r s) (distinct a b))\n"},
		"random in any case":       {"(role RANDOM) (legal Random (a random))", "(role random)\n(legal random (a random))\n"},
		"keywords inside a term":   {"(init (TRUE Role))", "(init (TRUE Role))\n"},
		"atoms as facts":           {"terminal OPEN", "terminal\nOPEN\n"},
		"no arguments":             {"(<= (terminal) (p))", "(<= (terminal) (p))\n"},
		"empty body":               {"(<= (legal p m))", "(<= (legal p m))\n"},
		"empty or":                 {"(<= p (or))", "(<= p (or))\n"},
		"comments and white space": {"(a ; x ) (\r\n\tb)\f(c);d", "(a b)\n(c)\n"},
		"tight":                    {"(role p)(<=(next(a 1))(true(a 1)))", "(role p)\n(<= (next (a 1)) (true (a 1)))\n"},
		"the arrow glued to a name": {
			"(<=terminal (p))", "(<=terminal (p))\n",
		},
		"the list of a START message": {"((role p) (init (a 1)))", "(role p)\n(init (a 1))\n"},
		"odd names":                   {`(a b+c "x" |y| ?v'é)`, "(a b+c \"x\" |y| ?v'é)\n"},
		"Latin-1":                     {"(a caf\xe9) ; \xe9", "(a café)\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := mustRead(t, c.text).String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Every form that cannot be read is reported at its place, and the others are
// kept.
func TestReadFindings(t *testing.T) {
	for name, c := range map[string]struct{ text, want, kept string }{
		"empty list":       {"() (a) (b ())", "GDL001@1:1 GDL001@1:11", "(a)"},
		"list as a name":   {"((a) b) (c ((d)))", "GDL002@1:2 GDL002@1:13", ""},
		"variable as name": {"(?x a) ?y (<= ?z p) (<= p ?q) (a (?f 1))", "GDL002@1:2 GDL002@1:8 GDL002@1:15 GDL002@1:27 GDL002@1:35", ""},
		"no head":          {"(<=) (a)", "GDL003@1:1", "(a)"},
		"not":              {"(<= p (not)) (<= p (not a b))", "GDL004@1:7 GDL004@1:20", ""},
		"distinct":         {"(<= p (distinct a)) (<= p (distinct a b c))", "GDL004@1:7 GDL004@1:27", ""},
		"deep inside":      {"(<= p\n (or a (not (or b (not)))))", "GDL004@2:19", ""},
		"nothing":          {" ; nothing", "GDL005@-", ""},
		"one form, twice":  {"(<= p () ())", "GDL001@1:7 GDL001@1:10", ""},
		"places in bytes":  {"; \xe9\xe9\n(a \xe9 ())", "GDL001@2:6", ""},
		"unclosed":         {"(a) (b", "SEX001@1:5", "(a) (b)"},
		"unopened":         {"(a)) (b)", "SEX002@1:4", "(a) (b)"},
	} {
		t.Run(name, func(t *testing.T) {
			d, findings := Read(c.text)
			var got []string
			for _, f := range findings {
				got = append(got, f.Code+"@"+f.Pos.String())
				if f.Severity != diag.Error {
					t.Errorf("%v is no error", f)
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %s, want %s", s, c.want)
			}
			if kept := strings.ReplaceAll(strings.TrimSpace(d.String()), "\n", " "); kept != c.kept {
				t.Errorf("kept %q, want %q", kept, c.kept)
			}
		})
	}
}

// The rule shown with a finding is clipped, however long the form and however
// many findings it has.
func TestReadClipsRules(t *testing.T) {
	_, findings := Read("(<= p" + strings.Repeat(" (é ())", 50_000) + ")")
	if len(findings) != mostFindings {
		t.Fatalf("%d findings", len(findings))
	}
	for _, f := range findings {
		if len(f.Rule) > 410 || !strings.HasSuffix(f.Rule, "…") {
			t.Fatalf("rule %q", f.Rule)
		}
	}
}

func TestReadTerm(t *testing.T) {
	for text, want := range map[string]string{
		"noop":                     "noop",
		" ( mark 1 2 ) ":           "(mark 1 2)",
		"(f (g ?x) RANDOM)":        "(f (g ?x) random)",
		"(noop)":                   "(noop)",
		"; first\n(a)":             "(a)",
		"(a":                       "",
		"a b":                      "",
		"":                         "",
		"()":                       "",
		"((a))":                    "",
		"(?f x)":                   "",
		strings.Repeat("(a ", 201): "",
	} {
		got, err := ReadTerm(text)
		switch {
		case want == "" && err == nil:
			t.Errorf("%q: got %s, want an error", text, got)
		case want != "" && (err != nil || got.String() != want):
			t.Errorf("%q: got %s, %v, want %s", text, got, err, want)
		}
	}
}

// What is read and written reads back as the same, places lie inside the text,
// and normal forms do not panic.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"(role white) (<= (next (cell ?x b)) (does ?p (mark ?x)) (not (true (cell ?x b))) (or (distinct ?x 1) p))",
		"((ROLE random) (<= Terminal (NOT (OR (TRUE a) (not b)))))",
		"(<= (p ?x) (q ?x) (not (r ?x ?y)) (distinct ?y ?x)) (<= (q a) (not (p b)))",
		"(<= p (not (distinct ?x a)) (q ?x)) (base (a ?x)) caf\xe9 (a) () (<=)",
		"(a (b (c ; d\n e)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			t.Skip("long texts are tested elsewhere")
		}
		d, findings := Read(text)
		for _, f := range findings {
			if f.Pos.Known() && f.Pos.Offset >= len(text) {
				t.Fatalf("%v is outside of %q", f, text)
			}
		}
		for _, r := range d.Rules {
			if !r.Pos.Known() || r.Pos.Offset >= len(text) {
				t.Fatalf("%s at %v is outside of %q", r, r.Pos, text)
			}
		}
		p, err := Compile(d)
		if err == nil {
			for i := range p.Clauses {
				_ = p.String(&p.Clauses[i])
			}
		}
		if len(findings) > 0 {
			return
		}
		again, findings := Read(d.String())
		if err := findings.Err(); err != nil {
			t.Fatalf("%q does not read back: %v", d.String(), err)
		}
		if again.String() != d.String() || !sameRules(d.Rules, again.Rules) {
			t.Fatalf("%q reads back as %q", d.String(), again.String())
		}
		if _, errAgain := Compile(again); (err == nil) != (errAgain == nil) {
			t.Fatalf("%q compiles with %v, then with %v", d.String(), err, errAgain)
		}
	})
}

// sameRules compares trees without the places.
func sameRules(a, b []Rule) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Arrow != b[i].Arrow || !sameTree(a[i].Head, b[i].Head) || !sameLiterals(a[i].Body, b[i].Body) {
			return false
		}
	}
	return true
}

func sameLiterals(a, b []Literal) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Kind != b[i].Kind || !sameTree(a[i].Sentence, b[i].Sentence) || !sameLiterals(a[i].Subs, b[i].Subs) {
			return false
		}
	}
	return true
}

func sameTree(a, b Term) bool {
	if a.Kind != b.Kind || a.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !sameTree(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

func TestReadBoundsFindings(t *testing.T) {
	d, findings := Read("(role x)" + strings.Repeat("() ", 5000) + "(role y)")
	if len(findings) != mostFindings || len(d.Rules) != 2 {
		t.Errorf("%d findings and %d rules, want %d and 2", len(findings), len(d.Rules), mostFindings)
	}
}

func TestReadLimits(t *testing.T) {
	_, findings := Read(strings.Repeat("(a ", 1001))
	if findings.Errors() == 0 || findings[0].Code != sexpr.CodeLimit {
		t.Errorf("got %v", findings)
	}
}
