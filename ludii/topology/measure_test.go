package topology_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// TestMeasureRecorded measures the points, lines and faces of the recorded
// boards and compares with all else that was recorded. LUDENS_BOARDS=NAMES
// looks at some boards only and says all differences.
func TestMeasureRecorded(t *testing.T) {
	dir, err := recorded.Dir()
	if err != nil {
		t.Skip(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s (%v)", dir, err)
	}
	only := strings.Fields(os.Getenv("LUDENS_BOARDS"))
	matters := map[string]int{}
	example := map[string]string{}
	boards, equal := 0, 0
	for _, path := range paths {
		id := strings.TrimSuffix(filepath.Base(path), ".json.gz")
		if len(only) > 0 && !slices.Contains(only, id) {
			continue
		}
		want, err := recorded.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		boards++
		got, err := topology.Measure(want.Graph, want.Default)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		diff := recorded.Differences(got, want)
		if len(diff) == 0 {
			equal++
		}
		for matter, what := range diff {
			matters[matter]++
			if example[matter] == "" || len(only) > 0 {
				example[matter] = id + ": " + what
			}
		}
	}
	for _, matter := range slices.Sorted(maps.Keys(matters)) {
		t.Logf("%3d boards differ in %s: %.300s", matters[matter], matter, example[matter])
	}
	t.Logf("%d of %d boards are equal in all matters", equal, boards)
}
