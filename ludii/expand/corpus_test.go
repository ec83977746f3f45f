package expand

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/parse"
)

// library reads the corpus' definition files, without a finding.
func library(t testing.TB) *Library {
	t.Helper()
	l, findings, err := ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if findings.Errors() > 0 {
		t.Fatal(findings)
	}
	return l
}

// games lists the paths of the recorded games and the stems of their files.
func games(t testing.TB) (paths, stems []string) {
	t.Helper()
	f, err := os.Open(sharedtest.Path(t, "conformance", "ludii", "games.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan()
	stem := -1
	for i, name := range strings.Split(lines.Text(), "\t") {
		if name == "file" {
			stem = i
		}
	}
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		paths, stems = append(paths, fields[0]), append(stems, fields[stem])
	}
	return paths, stems
}

func unzip(t testing.TB, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// difference describes where two trees differ first; empty if they do not.
func difference(got, want *parse.Node) string {
	if got.Kind == want.Kind && got.Label == want.Label && got.Text == want.Text && len(got.Children) == len(want.Children) {
		for i := range got.Children {
			if d := difference(got.Children[i], want.Children[i]); d != "" {
				return d
			}
		}
		return ""
	}
	for i := 0; i < min(len(got.Children), len(want.Children)); i++ {
		if d := difference(got.Children[i], want.Children[i]); d != "" && got.Kind == want.Kind && i+1 < min(len(got.Children), len(want.Children)) {
			return d
		}
	}
	return fmt.Sprintf("%s: got  %s\n   want %s", place(got), firstPart(got.String()), firstPart(want.String()))
}

func firstPart(s string) string {
	if len(s) > 300 {
		return s[:300] + "…"
	}
	return s
}

// TestRecorded compares the expansion of the corpus' descriptions with what
// Ludii made of them. By default every twentieth is compared, with
// LUDENS_ALL set all of them.
func TestRecorded(t *testing.T) {
	lib := library(t)
	paths, stems := games(t)
	step := 20
	if os.Getenv("LUDENS_ALL") != "" {
		step = 1
	}
	equal, all := 0, 0
	for i := 0; i < len(paths); i += step {
		all++
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), paths[i]))
		if err != nil {
			t.Fatal(err)
		}
		d, findings := Expand(paths[i], string(text), Options{Library: lib})
		if findings.Errors() > 0 || d.Root == nil {
			t.Errorf("%s: %v", paths[i], findings)
			continue
		}
		want, found := parse.Parse(stems[i], unzip(t, filepath.Join(sharedtest.Path(t, "conformance", "ludii", "expanded"), stems[i]+".lud.gz")), parse.Limits{})
		if len(found) > 0 || len(want) != 1 {
			t.Fatalf("%s: %v", stems[i], found)
		}
		if s := difference(d.Root, want[0]); s != "" {
			t.Errorf("%s: %s", paths[i], s)
			continue
		}
		equal++
	}
	t.Logf("%d of %d expansions equal", equal, all)
}

// TestEveryChoice expands with every item and every ruleset that the corpus'
// descriptions offer: none may be refused. By default a sample is tried.
func TestEveryChoice(t *testing.T) {
	lib := library(t)
	paths, _ := games(t)
	step := 40
	if os.Getenv("LUDENS_ALL") != "" {
		step = 1
	}
	tried := 0
	for i := 0; i < len(paths); i += step {
		raw, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), paths[i]))
		if err != nil {
			t.Fatal(err)
		}
		try := func(opt Options) *Description {
			opt.Library = lib
			d, findings := Expand(paths[i], string(raw), opt)
			tried++
			if findings.Errors() > 0 || d.Root == nil {
				t.Errorf("%s %q %q: %v", paths[i], opt.Select, opt.Ruleset, findings)
			}
			return d
		}
		d := try(Options{})
		for _, o := range d.Options {
			for k := range o.Items {
				try(Options{Select: []string{o.Heading(k)}})
			}
		}
		for _, r := range d.Rulesets {
			try(Options{Ruleset: r.Name})
		}
	}
	t.Logf("%d choices", tried)
}

func BenchmarkExpand(b *testing.B) {
	lib := library(b)
	path := sharedtest.Path(b, "corpus", "ludii", "lud", "board", "war", "replacement", "checkmate", "chess", "Chess.lud")
	text, err := os.ReadFile(path)
	if err != nil {
		b.Skip(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Expand(path, string(text), Options{Library: lib})
	}
}
