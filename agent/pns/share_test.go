package pns

import "testing"

// A share begins small, grows with what is proven up to the most, and shrinks where nothing is.
func TestShare(t *testing.T) {
	s := NewShare(0.2)
	first := s.Now()
	if first <= 0 || first >= 0.2 {
		t.Errorf("it begins with %g", first)
	}
	s.Turn() // nothing was done before
	if s.Now() != first {
		t.Error("it has become less without work")
	}
	s.Worked(true)
	s.Worked(false)
	if s.Turn(); s.Now() <= first {
		t.Errorf("%g after a proof", s.Now())
	}
	s.Worked(true)
	s.Worked(true)
	if s.Now() != 0.2 {
		t.Errorf("%g after many proofs", s.Now())
	}
	for range 100 {
		s.Turn()
		s.Worked(false)
	}
	if now := s.Now(); now <= 0 || now > 0.021 {
		t.Errorf("%g after a hundred turns for nothing", now)
	}
}

func TestInReach(t *testing.T) {
	for _, c := range []struct {
		plies, moves int
		want         bool
	}{
		{0, 5, false}, {1, 1000, true}, {7, 7, true}, {20, 2, true}, {22, 49, false}, {9, 35, true}, {30, 80, false}, {400, 1, false},
	} {
		if got := InReach(c.plies, c.moves); got != c.want {
			t.Errorf("%d plies, %d moves: %v", c.plies, c.moves, got)
		}
	}
}

// A small table keeps what took most work, and what is new rather than what is old.
func TestTable(t *testing.T) {
	tb := newTable(1) // one bucket
	for key := range uint64(4) {
		tb.put(key, numbers{uint32(key), 9}, 1<<key)
	}
	tb.put(9, numbers{7, 7}, 3)
	if _, ok := tb.get(0); ok {
		t.Error("what took least work is still there")
	}
	if n, ok := tb.get(3); !ok || n != (numbers{3, 9}) {
		t.Errorf("%v, %v", n, ok)
	}
	tb.put(3, numbers{0, most}, 1)
	if n, _ := tb.get(3); n != (numbers{0, most}) || !n.solved() {
		t.Errorf("%v", n)
	}
	for range 300 { // the age comes round
		tb.turn()
	}
	tb.put(10, numbers{1, 1}, 0)
	if n, ok := tb.get(10); !ok || n != (numbers{1, 1}) {
		t.Errorf("%v, %v", n, ok)
	}
}
