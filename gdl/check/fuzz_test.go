package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/gdl"
)

// Whatever the text, Check does not panic, places its findings inside the text,
// says the same twice, uses codes of the table only, and what it finds valid
// compiles.
func FuzzCheck(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.kif")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, r := range Rules() {
		f.Add(r.Example)
		f.Add(r.Mended)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			t.Skip("long texts are tested elsewhere")
		}
		examine(t, text)
	})
}

func examine(t *testing.T, text string) {
	t.Helper()
	got := Check(text)
	lines := strings.Split(text, "\n")
	for _, f := range got {
		row, known := byCode[f.Code]
		if !known || row.Severity != f.Severity {
			t.Fatalf("%v: not as in the table", f)
		}
		if f.Message == "" || f.Note == "" || f.Hint == "" {
			t.Fatalf("%#v: incomplete", f)
		}
		if !f.Pos.Known() {
			continue
		}
		if f.Pos.Offset >= len(text) || f.Pos.Line > len(lines) || f.Pos.Column > len(lines[f.Pos.Line-1]) {
			t.Fatalf("%v: outside of %q", f, text)
		}
		if line := lines[f.Pos.Line-1]; text[f.Pos.Offset] != line[f.Pos.Column-1] {
			t.Fatalf("%v: line and offset %d differ in %q", f, f.Pos.Offset, text)
		}
	}
	if again := Check(text); !slices.Equal(got, again) {
		t.Fatalf("%q: first\n%v\nthen\n%v", text, got, again)
	}
	if got.Errors() > 0 || codes(got)["GDL063"] {
		return
	}
	d, findings := gdl.Read(text)
	if findings.Errors() > 0 {
		t.Fatalf("%q: valid, but the reader finds %v", text, findings)
	}
	if _, err := gdl.Compile(d); err != nil {
		t.Fatalf("%q: valid, but %v", text, err)
	}
}
