package topology_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/ludii/parse"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// tally counts in what boards differ from the recorded ones.
type tally struct {
	boards, equal int
	matters       map[string]int
	example       map[string]string
}

func (c *tally) add(t *testing.T, id string, got, want *topology.Topology) {
	if c.matters == nil {
		c.matters, c.example = map[string]int{}, map[string]string{}
	}
	c.boards++
	diff := recorded.Differences(got, want)
	if len(diff) == 0 {
		c.equal++
		return
	}
	if os.Getenv("LUDENS_ALL") != "" {
		t.Logf("%s differs in %v", id, slices.Sorted(maps.Keys(diff)))
	}
	for matter, what := range diff {
		c.matters[matter]++
		if c.example[matter] == "" {
			c.example[matter] = id + ": " + what
		}
	}
}

func (c *tally) report(t *testing.T) {
	for _, matter := range slices.Sorted(maps.Keys(c.matters)) {
		t.Logf("%3d boards differ in %s: %.250s", c.matters[matter], matter, c.example[matter])
	}
	t.Logf("%d of %d boards are equal in all matters", c.equal, c.boards)
}

// chosen says whether a test looks at a board: $LUDENS_BOARDS names some,
// $LUDENS_ALL asks for all, or else it is every eighth.
func chosen(n int, id string) bool {
	if only := os.Getenv("LUDENS_BOARDS"); only != "" {
		return slices.Contains(strings.Fields(only), id)
	}
	return os.Getenv("LUDENS_ALL") != "" || n%8 == 0
}

// TestMeasureRecorded measures the points, lines and faces of the recorded
// boards and compares with all else that was recorded. Recordings have six
// decimals, and their edges are not in the order in which they were made:
// where that decides ties, boards differ that TestBoardsRecorded finds equal.
func TestMeasureRecorded(t *testing.T) {
	dir, err := recorded.Dir()
	if err != nil {
		t.Skip(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s (%v)", dir, err)
	}
	var c tally
	for n, path := range paths {
		id := strings.TrimSuffix(filepath.Base(path), ".json.gz")
		if !chosen(n, id) {
			continue
		}
		want, err := recorded.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := topology.Measure(want.Graph, want.Default)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		c.add(t, id, got, want)
	}
	c.report(t)
}

// calls reports whether a tree has a call of a ludeme.
func calls(n *parse.Node, head string) bool {
	return n.Head() == head || slices.ContainsFunc(n.Children, func(c *parse.Node) bool { return calls(c, head) })
}

// TestBoardsRecorded goes the whole way from the descriptions of the recorded
// games to measured boards and compares all that was recorded.
func TestBoardsRecorded(t *testing.T) {
	dir, err := recorded.Dir()
	if err != nil {
		t.Skip(err)
	}
	base := filepath.Dir(dir)
	stem := map[string]string{}
	for _, row := range table(t, filepath.Join(base, "games.tsv")) {
		stem[row["path"]] = row["file"]
	}
	seen := map[string]bool{}
	var c tally
	for _, row := range table(t, filepath.Join(dir, "index.tsv")) {
		id := row["topology"]
		path := filepath.Join(dir, id+".json.gz")
		if seen[id] {
			continue
		}
		seen[id] = true
		if _, err := os.Stat(path); err != nil || !chosen(len(seen), id) {
			continue // no file: a game without one board
		}
		nodes, findings := parse.Parse(id, unzip(t, filepath.Join(base, "expanded", stem[row["path"]]+".lud.gz")), parse.Limits{})
		if findings.Errors() > 0 || len(nodes) != 1 {
			t.Fatalf("%s: %v", id, findings)
		}
		want, err := recorded.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		container := containerOf(nodes[0])
		if container == nil {
			t.Logf("%s: no board in %s", id, row["path"])
			continue
		}
		graph, kind, findings := topology.Build(container)
		if findings.Errors() > 0 {
			t.Logf("%s: %v", id, findings)
			continue
		}
		got, err := topology.Measure(graph, kind)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if calls(nodes[0], "layer") {
			got.RowsOnGround()
		}
		if d := graphDifference(got.Graph, want.Graph, kind, want.Default); d != "" {
			t.Logf("%s is another graph (%s)", id, d)
			continue
		}
		c.add(t, id, got, want)
	}
	c.report(t)
}
