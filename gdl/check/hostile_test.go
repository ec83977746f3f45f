package check

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/diag"
	"ludens/internal/hostile"
)

// Descriptions made to be expensive. None may take more than moments: the test
// has no clock of its own, but go test's deadline would be met by anything worse
// than a little more than linear.
func TestHostile(t *testing.T) {
	unsound := 0
	for _, row := range hostile.Rows(hostile.RulesGDL) {
		name, text := row.Name, row.Text()
		t.Run(name, func(t *testing.T) {
			got := Check(text)
			if row.Want != "" {
				unsound++
				want := regexp.MustCompile(row.Want)
				if !slices.ContainsFunc(got, func(f diag.Diagnostic) bool { return want.MatchString(f.Code) }) {
					t.Errorf("no %s among %d findings", row.Want, len(got))
				}
			}
			if most := 60 * mostPerCode; len(got) > most {
				t.Errorf("%d findings, more than %d", len(got), most)
			}
			size := 0
			for _, f := range got {
				size += len(f.Rule) + len(f.Message) + len(f.Hint)
			}
			if size > 16<<20 {
				t.Errorf("%d bytes of findings", size)
			}
		})
	}
	if unsound == 0 {
		t.Error("the table has no row of which it is known what must be found")
	}
}

// Beyond mostPerCode findings of a code are counted, and errors stay errors.
func TestFindingsAreCounted(t *testing.T) {
	got := Check(strings.Repeat("(legal ?p noop)\n", mostPerCode+7))
	n, more := 0, ""
	for _, f := range got {
		if f.Code == "GDL028" {
			n++
			if !f.Pos.Known() {
				more = f.Message
			}
		}
	}
	if n != mostPerCode+1 || !strings.HasPrefix(more, "7 more") {
		t.Fatalf("%d findings, then %q", n, more)
	}
}

// Places count the bytes of the text as it was sent, also in Latin-1.
func TestLatin1(t *testing.T) {
	text := "; caf\xe9 \xe9\xe9\xe9\n(role caf\xe9) (legal ?x y)"
	examine(t, text)
	for _, f := range Check(text) {
		switch f.Code {
		case "GDL040":
			if f.Pos != (diag.Pos{Offset: 17, Line: 2, Column: 7}) || !strings.Contains(f.Message, "café") {
				t.Errorf("odd character: %v", f)
			}
		case "GDL028":
			if f.Pos.Column != 20 {
				t.Errorf("variable: %v", f)
			}
		}
	}
}
