package main

import (
	"context"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"ludens/catalog"
	"ludens/config"
	"ludens/nets/design"
	"ludens/nets/shipped"
)

// TestShipped: every net that comes with the program is found for its game of the library, and
// the index says how it was made; together they are small.
func TestShipped(t *testing.T) {
	list, err := shipped.List()
	if err != nil {
		t.Fatal(err)
	}
	const most = 12 << 20
	total := int64(0)
	guide := &guide{path: config.Nets{Nets: config.Path(t.TempDir() + "/none.db")}, log: zerolog.Nop()}
	seen := map[string]bool{}
	for _, e := range list {
		total += e.Bytes
		family, name, ok := strings.Cut(e.Game, ":")
		if !ok || family != "gdl" && family != "ludii" || seen[e.Game] {
			t.Errorf("the game of %s is %q", e.File, e.Game)
		}
		seen[e.Game] = true
		if !strings.Contains(e.Made, "player tune run "+name) && !strings.Contains(e.Made, "player tune run "+e.Game) || e.Where == "" || e.Result == "" {
			t.Errorf("%s: made by %q, on %q, measured %q", e.File, e.Made, e.Where, e.Result)
		}
		g, err := catalog.Open(context.Background(), e.Game, catalog.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := guide.stored(g)
		if err != nil || s == nil {
			t.Errorf("%s: no net is found for %s: %v", e.File, e.Game, err)
			continue
		}
		first, err := design.Encoders(g)
		if err != nil || s.Encoder.Fingerprint() != first[0].Fingerprint() || s.Net.Game != e.Net.Game {
			t.Errorf("%s: another net is found for %s: %v", e.File, e.Game, err)
		}
	}
	if total > most {
		t.Errorf("nets of %d bytes, more than %d", total, most)
	}
}
