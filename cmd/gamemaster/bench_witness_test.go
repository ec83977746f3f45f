package main

import (
	"context"
	"testing"
	"time"

	"ludens/match"
)

func TestWitness(t *testing.T) {
	var w witness
	begin := time.Unix(1000, 0)
	at := func(ms int) time.Time { return begin.Add(time.Duration(ms) * time.Millisecond) }
	w.woke(at(100), 50*time.Millisecond)
	w.woke(at(300), 2*time.Millisecond) // not worth noting
	w.woke(at(400), 200*time.Millisecond)
	for _, tt := range []struct{ from, to, sum, longest int64 }{
		{0, 1000, 250, 200}, {0, 120, 20, 20}, {120, 450, 80, 50}, {200, 390, 0, 0}, {700, 900, 0, 0},
	} {
		if sum, longest := w.between(at(int(tt.from)), at(int(tt.to))); sum.Milliseconds() != tt.sum || longest.Milliseconds() != tt.longest {
			t.Errorf("from %d to %d: %v, longest %v, want %d and %d ms", tt.from, tt.to, sum, longest, tt.sum, tt.longest)
		}
	}
	if w.worst != 200*time.Millisecond {
		t.Errorf("worst %v", w.worst)
	}
	var f playFigures
	rec := &match.Record{Game: "g"}
	for i, r := range []match.Reply{{Kind: match.Timeout, Millis: 1200}, {Kind: match.OK, Millis: 1001}, {Kind: match.OK, Millis: 999}, {Kind: match.Illegal, Millis: 5}} {
		f.judge(i, r, 1000, rec, 300*time.Millisecond, 250*time.Millisecond) // the machine slept
		f.judge(i, r, 1000, rec, 300*time.Millisecond, 150*time.Millisecond)
	}
	if f.StartLate != 2 || f.Late != 2 || f.Excused != 2 || f.Illegal != 2 || f.wrong() != 4 {
		t.Errorf("%+v, %d wrong", f, f.wrong())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	w.watch(ctx) // must end with ctx
}
