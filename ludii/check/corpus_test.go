package check

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// corpus expands every step-th description of the corpus.
func corpus(t testing.TB, step int, use func(path string, d *expand.Description)) {
	t.Helper()
	lib, findings, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil || findings.Errors() > 0 {
		t.Fatal(err, findings)
	}
	f, err := os.Open(sharedtest.Path(t, "conformance", "ludii", "games.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan()
	for i := 0; lines.Scan(); i++ {
		if i%step != 0 {
			continue
		}
		path, _, _ := strings.Cut(lines.Text(), "\t")
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), path))
		if err != nil {
			t.Fatal(err)
		}
		d, findings := expand.Expand(path, string(text), expand.Options{Library: lib})
		if findings.Errors() > 0 || d.Root == nil {
			t.Errorf("%s: %v", path, findings)
			continue
		}
		use(path, d)
	}
}

func step() int {
	if os.Getenv("LUDENS_ALL") != "" {
		return 1
	}
	return 20
}

// TestCorpus checks descriptions of the corpus: none may have a finding.
func TestCorpus(t *testing.T) {
	good, all := 0, 0
	corpus(t, step(), func(path string, d *expand.Description) {
		all++
		if term, findings := Check(d.Root, Limits{}); term == nil || len(findings) > 0 {
			t.Errorf("%s: %v", path, findings)
			return
		}
		good++
	})
	t.Logf("%d of %d descriptions check", good, all)
}

func BenchmarkCheck(b *testing.B) {
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(b, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range []string{"board/war/replacement/checkmate/chess/Chess.lud", "board/war/replacement/checkmate/shogi/Yonin Seireigi.lud", "board/war/replacement/eliminate/target/Mini Wars.lud"} {
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(b, "corpus", "ludii", "lud"), path))
		if err != nil {
			b.Log(err)
			continue
		}
		d, _ := expand.Expand(path, string(text), expand.Options{Library: lib})
		b.Run(d.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Check(d.Root, Limits{})
			}
			b.ReportMetric(float64(d.Nodes), "nodes")
		})
	}
}
