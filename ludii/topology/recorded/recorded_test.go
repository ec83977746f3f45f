package recorded_test

import (
	"os"
	"path/filepath"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// TestRead reads recorded boards, every eighth or with LUDENS_ALL all, and looks
// whether they are whole.
func TestRead(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	paths, err := filepath.Glob(filepath.Join(dir, "*.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s (%v)", dir, err)
	}
	boards := 0
	for n, path := range paths {
		if n%8 != 0 && os.Getenv("LUDENS_ALL") == "" {
			continue
		}
		boards++
		b, err := recorded.Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if b.NumSites(b.Default) == 0 {
			t.Errorf("%s: no sites to play on", path)
		}
		for k := topology.Vertex; k <= topology.Cell; k++ {
			s := b.Of(k)
			if s.Rays[topology.All] != nil && len(s.Rays[topology.All]) != len(s.Sites) {
				t.Errorf("%s: rays of %d of %d sites", path, len(s.Rays[topology.All]), len(s.Sites))
			}
		}
	}
	t.Logf("%d boards", boards)
}
