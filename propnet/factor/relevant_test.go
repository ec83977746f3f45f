package factor_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/gdl"
	"ludens/internal/sharedtest"
	"ludens/propnet"
	"ludens/propnet/exec"
	"ludens/propnet/factor"
)

func network(t testing.TB, text string) *propnet.Network {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Skip(err)
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	n, err := exec.Network(ctx, p, exec.Options{Bytes: 1 << 30})
	if err != nil {
		t.Skip(err)
	}
	return n
}

func TestCorpusList(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedtest.Path(t, "corpus", "gdl"), "*.kif"))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		name := strings.TrimSuffix(filepath.Base(f), ".kif")
		t.Run(name, func(t *testing.T) {
			n := network(t, string(text))
			begin := time.Now()
			r, err := factor.Relevant(context.Background(), n, factor.Options{})
			if err != nil {
				t.Logf("%-30s %d gates %v %v", name, n.Gates(), time.Since(begin), err)
				return
			}
			if d, err := factor.Divide(context.Background(), n, factor.Options{}); d != nil && err == nil {
				sizes, moves := []int{}, make([]int, len(d.Parts)+1)
				for i, p := range d.Parts {
					if i < 20 {
						sizes = append(sizes, len(p))
					}
				}
				for _, ps := range d.Part {
					for _, p := range ps {
						moves[p+1]++
					}
				}
				if len(moves) > 20 {
					moves = moves[:20]
				}
				t.Logf("DIVIDE %-30s roles %d clock %d parts %d sizes %v moves %v", name, len(n.Roles), len(d.Clock), len(d.Parts), sizes, moves)
			}
			if true || r.Idle+r.Same > 0 {
				t.Logf("%-30s gates %d bases %d idle %d moves %d same %d %v", name, n.Gates(), len(n.Bases), r.Idle, n.DoesCount(), r.Same, time.Since(begin).Round(time.Millisecond))
			}
		})
	}
}
