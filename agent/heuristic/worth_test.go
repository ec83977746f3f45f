package heuristic

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
)

// TestWorth is no test: with LUDENS_WORTH=game,game… it plays greedy players by the
// function against random ones and against Material, and prints the figures.
func TestWorth(t *testing.T) {
	names := os.Getenv("LUDENS_WORTH")
	if names == "" {
		t.Skip("LUDENS_WORTH names no games")
	}
	learn := 3 * time.Second
	if s := os.Getenv("LUDENS_WORTH_TIME"); s != "" {
		learn, _ = time.ParseDuration(s)
	}
	count := 40
	if s := os.Getenv("LUDENS_WORTH_GAMES"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	for _, name := range strings.Split(names, ",") {
		g, err := catalog.Open(context.Background(), name, catalog.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		opt := Options{Time: learn, Seed: 1}
		if s := os.Getenv("LUDENS_WORTH_LEARN"); s != "" {
			opt.Time = 0
			opt.Games, _ = strconv.Atoi(s)
		}
		cpu := used()
		f, r, err := Learn(context.Background(), g, opt)
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		fmt.Printf("%s: %v in %v\n", name, r, used()-cpu)
		if os.Getenv("LUDENS_WORTH_EXPLAIN") != "" {
			for i, l := range f.Explain() {
				if i < 25 {
					fmt.Println("   ", l)
				}
			}
		}
		w, err := explore(g)
		if err != nil {
			t.Fatal(err)
		}
		k := newWorker(w, 300, func() bool { return false })
		if w.players != 2 {
			continue
		}
		for _, other := range []struct {
			name string
			f    Function
		}{{"random", nil}, {"material", Material(g)}} {
			end := time.Now().Add(12 * time.Second)
			points, n := 0.0, 0
			for i := range count {
				if p, ok := k.duel(f, other.f, 77, i); ok {
					points += p
					n++
				}
				if time.Now().After(end) {
					break
				}
			}
			fmt.Printf("    against %s: %.1f of %d\n", other.name, points, n)
		}
		m := g.NewMachine()
		s := f.NewScorer()
		dst := make([]float64, w.players)
		rng := game.Stream(3, "x", 0)
		game.Playout(m, rng, 8)
		for m.Terminal() {
			m.Reset()
			game.Playout(m, rng, 3)
		}
		cpu = used()
		for range 20000 {
			s.Score(m, dst)
		}
		fmt.Printf("    score %v\n", (used()-cpu)/20000)
	}
}

func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
