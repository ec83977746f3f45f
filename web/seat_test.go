package web

import (
	"sync"
	"testing"
	"time"
)

// TestMoveKept: a move of a person that was taken counts, whoever takes the seat at that
// moment; and who takes it over from another person is asked at once.
func TestMoveKept(t *testing.T) {
	for range 300 {
		s := &seat{tell: func() {}, key: "one", asked: -1, changed: make(chan struct{})}
		var got string
		var wg sync.WaitGroup
		wg.Go(func() { got, _ = s.ask(t.Context(), 4, s.changed) })
		for s.waits() != 4 {
			time.Sleep(time.Microsecond)
		}
		s.exchange("two", "", nil)
		if s.waits() != 4 {
			t.Fatal("the second person is not asked")
		}
		if s.give(3, "early") {
			t.Fatal("a move of another turn is taken")
		}
		s.exchange("", "agent", nil)
		taken := s.give(4, "move")
		wg.Wait()
		if taken != (got == "move") {
			t.Fatalf("taken: %t; the move is %q", taken, got)
		}
		if s.waits() != -1 {
			t.Fatal("somebody is still asked")
		}
	}
}
