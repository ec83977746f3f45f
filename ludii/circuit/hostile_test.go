package circuit_test

import (
	"errors"
	"runtime"
	"testing"

	"ludens/internal/hostile"
	"ludens/ludii/circuit"
	"ludens/ludii/load"
)

// TestHostileMoves: rules with millions of moves are refused while what they take is little. Moves of which no gate was made count as well.
func TestHostileMoves(t *testing.T) {
	names := map[string]bool{"from everywhere to everywhere": true, "all combinations of ten": true}
	for _, row := range hostile.Rows(hostile.RulesLudeme) {
		if !names[row.Name] {
			continue
		}
		delete(names, row.Name)
		g, findings := load.Text(row.Name, row.Text(), load.Options{})
		if g.Program == nil {
			t.Fatalf("%s: %v", row.Name, findings)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := circuit.Compile(g.Program, g.Term, circuit.Limits{Edges: 1_000_000, Look: func() {
			if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 512<<20 {
				panic("more than 512 MiB")
			}
		}})
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; !errors.Is(err, circuit.ErrSize) || took > 256 {
			t.Errorf("%s: %v, after %d MiB", row.Name, err, took)
		}
	}
	if len(names) > 0 {
		t.Errorf("rows that are gone: %v", names)
	}
}
