package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
)

// deviations are the descriptions of which our verdict differs from the
// reference validator's, with the reason.
var deviations = map[string]string{}

// The verdict on every description of the corpus is the reference validator's,
// but for the deviations.
func TestCorpusVerdicts(t *testing.T) {
	want := referenceVerdicts(t, sharedtest.Path(t, "conformance", "gdl", "games.tsv"))
	files, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "corpus", "gdl"), "*.kif"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no descriptions: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".kif")
		rejected, known := want[name]
		if !known {
			t.Errorf("%s has no row in games.tsv", name)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := Check(string(text))
		reason, listed := deviations[name]
		switch agree := (got.Errors() > 0) == rejected; {
		case !agree && !listed:
			t.Errorf("%s: the reference rejects it: %v; we find:\n%v", name, rejected, got.Error())
		case agree && listed:
			t.Errorf("%s no longer deviates (%s)", name, reason)
		}
	}
	for name := range deviations {
		if _, known := want[name]; !known {
			t.Errorf("the deviation %s is no description of the corpus", name)
		}
	}
}

// referenceVerdicts reads which descriptions the reference validator rejects.
// Its messages hold line ends, so that a row may take several lines: a line is
// the beginning of a row exactly when it has the verdict in its place.
func referenceVerdicts(t *testing.T, file string) map[string]bool {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	columns := strings.Split(lines[0], "\t")
	verdict := -1
	for i, c := range columns {
		if c == "validator" {
			verdict = i
		}
	}
	if verdict < 0 {
		t.Fatalf("%s has no column validator: %q", file, columns)
	}
	out := map[string]bool{}
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) > verdict && (fields[verdict] == "ok" || fields[verdict] == "rejected") {
			out[fields[0]] = fields[verdict] == "rejected"
		}
	}
	return out
}
