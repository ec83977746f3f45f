package main

import (
	"context"
	"testing"
	"time"
)

func TestWitness(t *testing.T) {
	var w witness
	begin := time.Unix(1000, 0)
	at := func(ms int) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
	w.woke(at(100), 50*time.Millisecond)
	w.woke(at(300), 2*time.Millisecond) // not worth noting
	w.woke(at(400), 200*time.Millisecond)
	for _, tt := range []struct{ from, to, want int }{
		{0, 1000, 250}, {0, 120, 20}, {120, 450, 80}, {200, 390, 0}, {700, 900, 0},
	} {
		if got := w.between(at(tt.from), at(tt.to)).Milliseconds(); got != int64(tt.want) {
			t.Errorf("from %d to %d: %d ms, want %d", tt.from, tt.to, got, tt.want)
		}
	}
	if w.worst != 200*time.Millisecond {
		t.Errorf("worst %v", w.worst)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	w.watch(ctx) // must end with ctx
}
