package recorded_test

import (
	"path/filepath"
	"testing"

	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// TestRead reads every recorded board and looks for what is on none or all.
func TestRead(t *testing.T) {
	dir, err := recorded.Dir()
	if err != nil {
		t.Skip(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.json.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s (%v)", dir, err)
	}
	if testing.Short() {
		paths = paths[:10]
	}
	for _, path := range paths {
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
	t.Logf("%d boards", len(paths))
}
