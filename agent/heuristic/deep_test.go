package heuristic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
)

// deep is a plain alpha-beta of fixed depth for two players who take turns.
type deep struct {
	m      game.Machine
	legal  [40][]game.Move
	state  [40]game.State
	value  []float64
	second []game.Move
}

func (d *deep) search(j Scorer, me, depth, ply int, alpha, beta float64, rng *rand.Rand) (float64, game.Move, int) {
	m := d.m
	if m.Terminal() {
		m.Utility(d.value)
		return 10*d.value[me] - 5 + (d.value[me]-0.5)*float64(depth), 0, -1
	}
	if depth == 0 {
		j.Score(m, d.value)
		return d.value[me], 0, -1
	}
	seat := 0
	d.legal[ply] = m.Legal(0, d.legal[ply])
	d.second = m.Legal(1, d.second)
	other := d.second[0]
	if len(d.second) > 1 {
		seat, other = 1, d.legal[ply][0]
		d.legal[ply] = append(d.legal[ply][:0], d.second...)
	}
	d.state[ply] = m.Save(d.state[ply])
	if ply == 0 {
		rng.Shuffle(len(d.legal[0]), func(i, k int) { d.legal[0][i], d.legal[0][k] = d.legal[0][k], d.legal[0][i] })
	}
	best, move := -100.0, d.legal[ply][0]
	if seat != me {
		best = 100
	}
	joint := make([]game.Move, 2)
	for _, mv := range d.legal[ply] {
		m.Load(d.state[ply])
		joint[seat], joint[1-seat] = mv, other
		m.Step(joint)
		v, _, _ := d.search(j, me, depth-1, ply+1, alpha, beta, rng)
		if seat == me {
			if v > best {
				best, move = v, mv
			}
			alpha = max(alpha, best)
		} else {
			if v < best {
				best, move = v, mv
			}
			beta = min(beta, best)
		}
		if alpha >= beta {
			break
		}
	}
	m.Load(d.state[ply])
	return best, move, seat
}

func deepDuel(g game.Game, a, b Function, depth, number int, limit int) (float64, bool) {
	rng := game.Stream(5, "deep", uint64(number/2))
	d := &deep{m: g.NewMachine(), value: make([]float64, 2)}
	js := []Scorer{a.NewScorer(), b.NewScorer()}
	side := number % 2
	js[side], js[1-side] = a.NewScorer(), b.NewScorer()
	w := game.Walker{}
	m := d.m
	open := 2 + rng.IntN(3)
	for n := 0; n < limit && !m.Terminal(); n++ {
		if n < open {
			w.Step(m, rng)
			continue
		}
		l0, l1 := m.Legal(0, nil), m.Legal(1, nil)
		seat := 0
		if len(l1) > len(l0) {
			seat = 1
		}
		if len(l1) <= 1 && len(l0) <= 1 {
			w.Step(m, rng)
			continue
		}
		_, mv, _ := d.search(js[seat], seat, depth, 0, -100, 100, rng)
		joint := []game.Move{l0[0], l1[0]}
		joint[seat] = mv
		if seat == 0 {
			joint[1] = l1[0]
		}
		m.Step(joint)
	}
	if !m.Terminal() {
		return 0.5, true
	}
	m.Utility(d.value)
	switch {
	case d.value[side] > d.value[1-side]:
		return 1, true
	case d.value[side] < d.value[1-side]:
		return 0, true
	}
	return 0.5, true
}

// TestDeep is no test: it compares functions below a plain alpha-beta.
func TestDeep(t *testing.T) {
	names := os.Getenv("LUDENS_DEEP")
	if names == "" {
		t.Skip()
	}
	num := func(key string, def int) int {
		if v, err := strconv.Atoi(os.Getenv(key)); err == nil {
			return v
		}
		return def
	}
	for _, name := range strings.Split(names, ",") {
		g, err := catalog.Open(context.Background(), name, catalog.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		cpu := used()
		f, r, err := Learn(context.Background(), g, Options{Games: num("G", 3000), Time: time.Duration(num("T", 0)) * time.Millisecond, Seed: uint64(num("SEED", 1))})
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		fmt.Printf("%s: %v in %v\n", name, r, used()-cpu)
		if k := num("EXPLAIN", 0); k > 0 {
			for _, l := range f.Explain()[:min(k, len(f.Explain()))] {
				fmt.Println("   ", l)
			}
		}
		for depth := num("D0", 1); depth <= num("D", 3); depth++ {
			for _, o := range []struct {
				n string
				f Function
			}{{"material", Material(g)}} {
				if o.f == nil {
					continue
				}
				end := time.Now().Add(time.Duration(num("SEC", 15)) * time.Second)
				p, n := 0.0, 0
				for i := 0; i < num("N", 100) && (time.Now().Before(end) || i%2 == 1); i++ {
					x, _ := deepDuel(g, f, o.f, depth, i, 150)
					p += x
					n++
				}
				fmt.Printf("   depth %d against %s: %.1f of %d\n", depth, o.n, p, n)
			}
		}
	}
}
