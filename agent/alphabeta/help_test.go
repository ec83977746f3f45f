package alphabeta

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestHelpers: several workers on one table find the values that looking at everything finds,
// one turn after the other, and all of them work. One that has the time for itself proves them.
func TestHelpers(t *testing.T) {
	for _, g := range []game.Game{toy.Lines(), open(t, "ticTacToe"), open(t, "ludii:Nim")} {
		counts := &counted{Game: g}
		for k := range 4 {
			seat, atOnce := k%2, k < 2
			after := time.Duration(1)
			if !atOnce {
				after = time.Hour // a moment would do, but not on every machine
			}
			ref := newMinimax(g, seat, nil)
			p := New(Options{Threads: 3, Bytes: 1 << 22, helpAfter: after})
			if err := p.Begin(context.Background(), counts, seat, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			positions(t, g, 3, 1, func(m game.Machine, mover int) {
				if mover != seat {
					return
				}
				state := m.Save(nil)
				want := (ref.value(state, 500) + 1) / 2
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				m.Load(state)
				move, err := p.Choose(ctx, agent.Turn{States: []game.State{state}, Legal: m.Legal(seat, nil)})
				s := p.Stats()
				if err != nil || !s.Proven && !atOnce || math.Abs(s.Value-want) > 1e-5 {
					t.Errorf("%s: move %d of value %v, proven %v, %v; want %v", g.Facts().Name, move, s.Value, s.Proven, err, want)
				}
			})
			if n := len(p.s.others); n != 2 {
				t.Errorf("%d helpers", n)
			}
			if p.s.table.locks != nil || p.s.table.used == 0 {
				t.Errorf("after the turn the table holds %d entries, with locks: %v", p.s.table.used, p.s.table.locks != nil)
			}
			p.End()
		}
		if counts.machines.Load() < 6 {
			t.Errorf("%s: %d machines", g.Facts().Name, counts.machines.Load())
		}
	}
}

// counted counts its machines.
type counted struct {
	game.Game
	machines atomic.Int64
}

func (g *counted) NewMachine() game.Machine {
	g.machines.Add(1)
	return g.Game.NewMachine()
}

// TestHelperPanics: a worker that panics takes nobody along.
func TestHelperPanics(t *testing.T) {
	g := toy.Lines()
	p := New(Options{Threads: 2, Bytes: 1 << 20})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	p.s = newSearch(g, 0, p.opt, firstBytes)
	bad := p.s.helper()
	bad.m = &brokenMachine{bad.m, &broken{g, 20}}
	p.s.others = []*search{bad}
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		move, err := p.Choose(ctx, turn)
		cancel()
		if s := p.Stats(); err != nil || !slices.Contains(turn.Legal, move) || !s.Proven {
			t.Errorf("move %d, proven %v, %v", move, s.Proven, err)
		}
	}
}
