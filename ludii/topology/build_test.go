package topology_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// containerOf finds the board of a description, the first in reading order.
func containerOf(n *parse.Node) *parse.Node {
	switch n.Head() {
	case "board", "mancalaBoard", "boardless", "surakartaBoard":
		return n
	}
	for _, c := range n.Children {
		if found := containerOf(c); found != nil {
			return found
		}
	}
	return nil
}

// boardText reads the container of a text.
func boardText(t testing.TB, text string) *parse.Node {
	t.Helper()
	nodes, findings := parse.Parse("test.lud", text, parse.Limits{})
	if findings.Errors() > 0 || len(nodes) != 1 {
		t.Fatalf("%s: %v", text, findings)
	}
	return containerOf(nodes[0])
}

func table(t testing.TB, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	lines.Scan()
	head := strings.Split(lines.Text(), "\t")
	var rows []map[string]string
	for lines.Scan() {
		row := map[string]string{}
		for i, field := range strings.Split(lines.Text(), "\t") {
			row[head[i]] = field
		}
		rows = append(rows, row)
	}
	return rows
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

// graphDifference says where a graph differs first from a recorded one; empty if
// it does not.
func graphDifference(got, want *topology.Graph, gotKind, wantKind topology.Kind) string {
	if gotKind != wantKind {
		return fmt.Sprintf("played on the %v, recorded %v", gotKind, wantKind)
	}
	if a, b := len(got.Vertices), len(want.Vertices); a != b {
		return fmt.Sprintf("%d vertices, recorded %d", a, b)
	}
	near := func(p, q topology.Point) bool {
		return math.Abs(p.X-q.X) < 2e-5 && math.Abs(p.Y-q.Y) < 2e-5 && math.Abs(p.Z-q.Z) < 2e-5
	}
	for i, p := range got.Vertices {
		if !near(p, want.Vertices[i]) {
			return fmt.Sprintf("vertex %d at %v, recorded %v", i, p, want.Vertices[i])
		}
	}
	if a, b := len(got.Edges), len(want.Edges); a != b {
		return fmt.Sprintf("%d edges, recorded %d", a, b)
	}
	for i, e := range got.Edges {
		if e != want.Edges[i] {
			return fmt.Sprintf("edge %d is %v, recorded %v", i, e, want.Edges[i])
		}
	}
	if a, b := len(got.Faces), len(want.Faces); a != b {
		return fmt.Sprintf("%d cells, recorded %d", a, b)
	}
	for i, f := range got.Faces {
		if !slices.Equal(f, want.Faces[i]) {
			return fmt.Sprintf("cell %d is %v, recorded %v", i, f, want.Faces[i])
		}
	}
	if got.Basis != want.Basis || got.Shape != want.Shape {
		return fmt.Sprintf("basis and shape %q %q, recorded %q %q", got.Basis, got.Shape, want.Basis, want.Shape)
	}
	return ""
}

// TestBuildRecorded builds the boards of the recorded games and compares points,
// lines and faces, their order and their places. By default a sample, with
// LUDENS_ALL set all, and then it says for each other board where it differs
// first.
func TestBuildRecorded(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	base := filepath.Dir(dir)
	stem := map[string]string{}
	for _, row := range table(t, filepath.Join(base, "games.tsv")) {
		stem[row["path"]] = row["file"]
	}
	all := os.Getenv("LUDENS_ALL") != ""
	seen := map[string]string{} // how each board compared
	met, games, equalGames, boards, equal := 0, 0, 0, 0, 0
	for _, row := range table(t, filepath.Join(dir, "index.tsv")) {
		id := row["topology"]
		path := filepath.Join(dir, id+".json.gz")
		if _, err := os.Stat(path); err != nil {
			continue // a game without one board
		}
		games++
		difference, known := seen[id]
		if !known {
			if met++; !all && met%8 != 1 {
				games--
				seen[id] = "-"
				continue
			}
			boards++
			want, err := recorded.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			difference = buildDifference(t, base, stem[row["path"]], want)
			seen[id] = difference
			if difference == "" {
				equal++
			} else {
				t.Logf("%s (%s): %.300s", id, row["path"], difference)
			}
		}
		switch difference {
		case "-":
			games--
		case "":
			equalGames++
		}
	}
	t.Logf("%d of %d boards equal, in %d of %d games", equal, boards, equalGames, games)
	if equal != boards {
		t.Fail()
	}
}

func buildDifference(t *testing.T, base, stem string, want *topology.Topology) string {
	text := unzip(t, filepath.Join(base, "expanded", stem+".lud.gz"))
	nodes, findings := parse.Parse(stem, text, parse.Limits{})
	if findings.Errors() > 0 || len(nodes) != 1 {
		t.Fatalf("%s: %v", stem, findings)
	}
	container := containerOf(nodes[0])
	if container == nil {
		return "no board in the description"
	}
	got, kind, findings := topology.Build(container)
	if findings.Errors() > 0 {
		return findings.Error()
	}
	return graphDifference(got, want.Graph, kind, want.Default)
}

// TestBuildFindings holds descriptions of bad boards against what is said of
// them.
func TestBuildFindings(t *testing.T) {
	for text, code := range map[string]string{
		"(board (rectangle 0 5) use:Vertex)":                                        topology.CodeArgument,
		"(board (square x))":                                                        topology.CodeArgument,
		"(board (rectangle 1000 1000))":                                             topology.CodeSize,
		"(board (rectangle 1000000 1000000))":                                       topology.CodeSize,
		"(board (square 99999999))":                                                 topology.CodeArgument,
		"(board (hex 100000))":                                                      topology.CodeSize,
		"(board (hex Star 1000))":                                                   topology.CodeSize,
		"(board (concentric {100 100000}))":                                         topology.CodeSize,
		"(board (complete (regular 1000)))":                                         topology.CodeSize,
		"(board (layers 1000 (square 20)))":                                         topology.CodeSize,
		"(board (layers 1000 (layers 1000 (square 1))))":                            topology.CodeSize,
		"(board (repeat 1000 1000 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1}})))":  topology.CodeSize,
		"(board (splitCrossings (complete (regular 100))))":                         topology.CodeSize,
		"(board (complete (regular 400)))":                                          topology.CodeSize,
		"(board (intersect (scale .0001 (square 100)) (scale .0001 (square 100))))": topology.CodeSize,
		"(board (concentric rings:3))":                                              topology.CodeArgument,
		"(board (square (/ 1 0)))":                                                  topology.CodeArgument,
		"(board (square 3 4 5))":                                                    topology.CodeArgument,
		"(board (square 3 sides:4))":                                                topology.CodeArgument,
		"(board (square 3) use:Corner)":                                             topology.CodeArgument,
		"(board (sqare 3))":                                                         topology.CodeFunction,
		"(board)":                                                                   topology.CodeArgument,
		"(board {})":                                                                topology.CodeArgument,
		"(mancalaBoard 9 6)":                                                        topology.CodeArgument,
		"(boardless Round)":                                                         topology.CodeArgument,
		"(board (add vertices:{{0 0} {1 0}} edges:{{0 7}}))":                        topology.CodeArgument,
		"(board (shift 1 (square 3)))":                                              topology.CodeArgument,
		"(board (keep (square 3)))":                                                 topology.CodeArgument,
		"(board (rotate (/ 1 0) (square 3)))":                                       topology.CodeArgument,
	} {
		g, _, findings := topology.Build(boardText(t, text))
		switch {
		case g != nil || len(findings) == 0:
			t.Errorf("%s gives a board", text)
		case findings[0].Code != code || !findings[0].Pos.Known():
			t.Errorf("%s: %v, want %s with a place", text, findings, code)
		}
	}
}

// TestEveryChoice builds the boards of the corpus' descriptions with every option
// and ruleset that they offer: none may be refused. By default a sample is
// tried, with LUDENS_ALL all.
func TestEveryChoice(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	base := filepath.Dir(dir)
	corpus := filepath.Join(base, "..", "..", "corpus", "ludii")
	library, findings, err := expand.ReadLibrary(os.DirFS(filepath.Join(corpus, "def")), parse.Limits{})
	if err != nil || findings.Errors() > 0 {
		t.Fatal(err, findings)
	}
	step := 40
	if os.Getenv("LUDENS_ALL") != "" {
		step = 1
	}
	tried := 0
	built := map[string]bool{}
	for i, row := range table(t, filepath.Join(base, "games.tsv")) {
		if i%step != 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(corpus, "lud", row["path"]))
		if err != nil {
			t.Fatal(err)
		}
		try := func(opt expand.Options) *expand.Description {
			opt.Library = library
			d, _ := expand.Expand(row["path"], string(text), opt)
			if d.Root == nil {
				return d
			}
			container := containerOf(d.Root)
			if container == nil || built[container.String()] {
				return d
			}
			built[container.String()] = true
			tried++
			if _, _, findings := topology.Build(container); findings.Errors() > 0 {
				t.Errorf("%s %q %q: %v", row["path"], opt.Select, opt.Ruleset, findings)
			}
			return d
		}
		d := try(expand.Options{})
		for _, o := range d.Options {
			for k := range o.Items {
				try(expand.Options{Select: []string{o.Heading(k)}})
			}
		}
		for _, r := range d.Rulesets {
			try(expand.Options{Ruleset: r.Name})
		}
	}
	t.Logf("%d boards", tried)
}

// TestSurakartaLoops compares the loops of surakarta boards with the recorded
// tracks.
func TestSurakartaLoops(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	stem := map[string]string{}
	for _, row := range table(t, filepath.Join(filepath.Dir(dir), "games.tsv")) {
		stem[row["path"]] = row["file"]
	}
	boards := 0
	for _, row := range table(t, filepath.Join(dir, "index.tsv")) {
		if !strings.Contains(row["tracks"], `"Track1F"`) {
			continue
		}
		nodes, _ := parse.Parse("", unzip(t, filepath.Join(filepath.Dir(dir), "expanded", stem[row["path"]]+".lud.gz")), parse.Limits{})
		container := containerOf(nodes[0])
		if container.Head() != "surakartaBoard" {
			continue
		}
		boards++
		g, kind, findings := topology.Build(container)
		if findings.Errors() > 0 {
			t.Fatal(findings)
		}
		board, err := topology.Measure(g, kind)
		if err != nil {
			t.Fatal(err)
		}
		var want []struct {
			Name  string
			Elems [][]int // site, …, how often it is repeated
		}
		if err := json.Unmarshal([]byte(row["tracks"]), &want); err != nil {
			t.Fatal(err)
		}
		got := board.SurakartaLoops(-1, 1)
		if len(got) != len(want) {
			t.Fatalf("%s: %d loops, recorded %d", row["path"], len(got), len(want))
		}
		for i, w := range want {
			var sites []int
			for _, e := range w.Elems {
				for range 1 + e[5] {
					sites = append(sites, e[0])
				}
			}
			if got[i].Name != w.Name || !slices.Equal(got[i].Sites, sites) {
				t.Errorf("%s: %v, recorded %s %v", row["path"], got[i], w.Name, sites)
			}
		}
	}
	if boards == 0 {
		t.Error("no surakarta board was recorded")
	}
}
