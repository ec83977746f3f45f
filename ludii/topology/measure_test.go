package topology_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/parse"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// chosen says whether a test looks at a board: $LUDENS_BOARDS names some,
// $LUDENS_ALL asks for all, or else it is every eighth.
func chosen(n int, id string) bool {
	if only := os.Getenv("LUDENS_BOARDS"); only != "" {
		return slices.Contains(strings.Fields(only), id)
	}
	return os.Getenv("LUDENS_ALL") != "" || n%8 == 0
}

// calls reports whether a tree has a call of a ludeme.
func calls(n *parse.Node, head string) bool {
	return n.Head() == head || slices.ContainsFunc(n.Children, func(c *parse.Node) bool { return calls(c, head) })
}

// TestBoardsRecorded goes the whole way from the descriptions of the recorded
// games to measured boards, which must be equal to the recorded ones in all
// that was recorded.
func TestBoardsRecorded(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	base := filepath.Dir(dir)
	stem := map[string]string{}
	for _, row := range table(t, filepath.Join(base, "games.tsv")) {
		stem[row["path"]] = row["file"]
	}
	seen := map[string]bool{}
	boards := 0
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
			t.Errorf("%s: no board in %s", id, row["path"])
			continue
		}
		graph, kind, findings := topology.Build(container)
		if findings.Errors() > 0 {
			t.Errorf("%s: %v", id, findings)
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
			t.Errorf("%s (%s) is another graph: %s", id, row["path"], d)
			continue
		}
		boards++
		differences := recorded.Differences(got, want)
		for _, matter := range slices.Sorted(maps.Keys(differences)) {
			t.Errorf("%s (%s) differs in %s: %.250s", id, row["path"], matter, differences[matter])
		}
	}
	t.Logf("%d boards looked at", boards)
}
