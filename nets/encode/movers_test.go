package encode

import (
	"slices"
	"testing"
)

// TestMovers: whose turn it is a plane shows that is set in all turns of one seat alone, or planes together that are set in
// nearly all of them, and hardly ever in another's.
func TestMovers(t *testing.T) {
	for _, c := range []struct {
		name   string
		filled [][]float64 // per seat and plane, of a hundred turns
		want   []int
	}{
		{"a plane each", [][]float64{{100, 0}, {0, 100}}, []int{0, 1}},
		{"one seat alone has one", [][]float64{{100}, {0}}, []int{0}},
		{"parts of turns", [][]float64{{49, 51, 0, 0}, {0, 0, 50, 50}}, []int{0, 0, 1, 1}},
		{"who moved last", [][]float64{{2, 98}, {97, 3}}, []int{1, 0}},
		{"as often as not", [][]float64{{50, 50}, {45, 55}}, []int{-1, -1}},
		{"a third of the turns", [][]float64{{33, 0}, {0, 33}}, []int{-1, -1}},
		{"always", [][]float64{{100}, {100}}, []int{-1}},
		{"something that only one seat has, beside its turns", [][]float64{{100, 30, 0}, {0, 0, 100}}, []int{0, -1, 1}},
		{"none has turns alone", [][]float64{{0}, {0}}, []int{-1}},
	} {
		s := seen{filled: c.filled, turns: []float64{100, 100}}
		if got := s.movers(slices.Repeat([]bool{true}, len(c.want))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	s := seen{filled: [][]float64{{100}, {0}}, turns: []float64{100, 100}}
	if got := s.movers([]bool{false}); got[0] != -1 {
		t.Error("a plane of pieces shows whose turn it is")
	}
	s.turns = []float64{0, 0}
	if got := s.movers([]bool{true}); got[0] != -1 {
		t.Error("a plane shows whose turn it is where seats always decide at once")
	}
}
