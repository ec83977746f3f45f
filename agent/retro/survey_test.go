package retro

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/catalog"
	"ludens/internal/sharedtest"
)

// TestSurvey tells which games of the corpus are solved in a start clock of ten seconds. It takes half an hour, so it is only there with LUDENS_ALL.
func TestSurvey(t *testing.T) {
	if os.Getenv("LUDENS_ALL") == "" {
		t.Skip("takes half an hour: LUDENS_ALL is not set")
	}
	const clock = 10 * time.Second
	suited, solved := 0, 0
	err := filepath.WalkDir(sharedtest.Path(t, "corpus"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".lud", ".kif"}, filepath.Ext(path)) {
			return err
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		g, err := catalog.Open(ctx, path, catalog.Options{})
		if err != nil || !Suits(g.Facts()) {
			return nil
		}
		suited++
		ctx, cancel = context.WithTimeout(context.Background(), clock)
		defer cancel()
		p := NewPlayer(PlayerOptions{Inner: newInside()})
		begin := time.Now()
		if err := p.Begin(ctx, g, 0, agent.Clocks{Start: clock}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		took := time.Since(begin).Round(10 * time.Millisecond)
		if took > clock/2+time.Second {
			t.Errorf("%s: %v of the clock", path, took)
		}
		if table := p.Table(); table != nil {
			solved++
			t.Logf("%s: %d positions, worth %.2f, %v", filepath.Base(path), table.Positions(), table.value(0, 0), took)
		} else if took > time.Second {
			t.Logf("%s: not in %v", filepath.Base(path), took)
		}
		p.End()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d games for two by turns are solved in a start clock of %v", solved, suited, clock)
}
