package graph

import (
	"testing"

	"pgregory.net/rapid"
)

func drawGraph(t *rapid.T) [][]int {
	n := rapid.IntRange(1, 12).Draw(t, "nodes")
	out := make([][]int, n)
	for range rapid.IntRange(0, 30).Draw(t, "edges") {
		v := rapid.IntRange(0, n-1).Draw(t, "from")
		out[v] = append(out[v], rapid.IntRange(0, n-1).Draw(t, "to"))
	}
	return out
}

// closure is reachability by repeated joining, obviously right.
func closure(out [][]int) [][]bool {
	n := len(out)
	r := make([][]bool, n)
	for v := range n {
		r[v] = make([]bool, n)
		r[v][v] = true
		for _, w := range out[v] {
			r[v][w] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	return r
}

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := drawGraph(t)
		comp, r := Components(out), closure(out)
		for v := range out {
			for w := range out {
				if (comp[v] == comp[w]) != (r[v][w] && r[w][v]) {
					t.Fatalf("%d and %d: components %d and %d", v, w, comp[v], comp[w])
				}
				if r[v][w] && comp[w] > comp[v] {
					t.Fatalf("%d reaches %d, but its component %d comes before %d", v, w, comp[v], comp[w])
				}
			}
		}
	})
}

func TestReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := drawGraph(t)
		a := rapid.IntRange(0, len(out)-1).Draw(t, "a")
		b := rapid.IntRange(0, len(out)-1).Draw(t, "b")
		reach, r := Reach(out, a, b), closure(out)
		for v := range out {
			if reach[v] != (r[v][a] || r[v][b]) {
				t.Fatalf("%d: %v", v, reach[v])
			}
		}
	})
}

// A long chain costs no deep recursion.
func TestLongChain(t *testing.T) {
	out := make([][]int, 1_000_000)
	for v := range len(out) - 1 {
		out[v] = []int{v + 1}
	}
	if comp := Components(out); comp[0] != len(out)-1 || comp[len(out)-1] != 0 {
		t.Errorf("components run from %d to %d", comp[0], comp[len(out)-1])
	}
	if !Reach(out, len(out)-1)[0] {
		t.Error("the beginning does not reach the end")
	}
}
