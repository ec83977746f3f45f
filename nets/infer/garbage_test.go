//go:build !race

// The race detector makes pools forget on purpose.

package infer

import (
	"testing"

	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestNoGarbage: an evaluation allocates nothing, computed or from the cache.
func TestNoGarbage(t *testing.T) {
	g := toy.Lines()
	for _, o := range []Options{{}, {CacheBytes: -1}} {
		v, err := New(silent{words{seats: 2}}, &waves{net: netFor(words{seats: 2}, 2)}, o)
		if err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		list := legal(m)
		var r eval.Result
		n := testing.AllocsPerRun(1000, func() {
			if err := v.Evaluate(m, list, &r); err != nil {
				t.Fatal(err)
			}
		})
		if n > 0.1 { // the pool may be emptied by a collection on the way
			t.Errorf("%g allocations in an evaluation, options %+v", n, o)
		}
		v.Close()
	}
}

// silent encodes without the allocation that words makes.
type silent struct{ words }

func (silent) Encode(_ game.Machine, dst []float32) { clear(dst) }
