package factored

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/sharedtest"
)

func TestTry(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "gdl")
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		g, err := catalog.Open(context.Background(), map[bool]string{true: filepath.Join(dir, name+".kif"), false: name}[strings.Contains(name, ".")], catalog.Options{})
		if err != nil {
			t.Log(name, err)
			continue
		}
		dv, ok := g.(game.Divisible)
		if !ok {
			t.Log(name, "not divisible")
			continue
		}
		begin := time.Now()
		d, err := dv.Divide(context.Background())
		if d == nil || err != nil {
			t.Log(name, "no parts", err)
			continue
		}
		took := time.Since(begin)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		if g.Facts().Players == 2 {
			s := NewSum(ctx, g, d, 1_000_000)
			cancel()
			t.Log(name, d, s != nil, time.Since(begin))
			continue
		}
		p := Find(ctx, g, d, 2_000_000)
		cancel()
		if p == nil {
			t.Log(name, d, "no plan", took, time.Since(begin))
			continue
		}
		t.Log(name, d, took, len(p.Moves), p.Worth, p.Positions, time.Since(begin))
	}
}
