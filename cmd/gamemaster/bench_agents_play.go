package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ludens/agent"
	"ludens/agent/arena"
	"ludens/game"
	"ludens/rating"
)

// lane plays one match after the other.
func (b *agentsBench) lane(ctx context.Context, cancel context.CancelCauseFunc) error {
	for ctx.Err() == nil {
		b.mu.Lock()
		number := b.next
		b.next++
		b.mu.Unlock()
		if number >= 2*b.pairs*len(b.games) {
			return nil
		}
		if err := b.match(ctx, number); err != nil {
			return err
		}
		b.mu.Lock()
		over := b.verdict != rating.Open
		b.mu.Unlock()
		if over {
			cancel(errDecided)
		}
	}
	return nil
}

// match plays a match and counts it. The games take turns pair by pair, so that what
// is played first is no other mixture than the whole.
func (b *agentsBench) match(ctx context.Context, number int) error {
	c := b.c
	pair, half := number/2, number%2
	g := &b.games[pair%len(b.games)]
	round := pair / len(b.games)
	f := g.game.Facts()
	m := arena.Match{
		Game: g.game, Clocks: agent.Clocks{Start: time.Duration(c.Start), Play: time.Duration(c.Play)}, MaxPlies: g.game.Facts().Bound(c.MaxPlies),
		Opening: arena.Opening(g.game, c.Seed, uint64(round), c.Openings), Seed: c.Seed + uint64(round),
	}
	sides := sidesOf(f.Players, round, half)
	for seat := range f.Players {
		m.Players = append(m.Players, b.sides[sides[seat]].New(c.Seed+uint64(number)<<8+uint64(seat)))
	}
	r, err := arena.Play(ctx, m)
	if err != nil {
		if ctx.Err() != nil {
			return nil // an interrupted match counts for nothing
		}
		return fmt.Errorf("bench agents, %s: %w", g.name, err)
	}
	points := pointsOf(r.Utilities, sides)
	b.mu.Lock()
	defer b.mu.Unlock()
	g.figures.add(r, sides, points)
	if other, ok := b.halves[pair]; ok {
		delete(b.halves, pair)
		b.all.Add(points, other)
		if b.test != nil && b.verdict == rating.Open {
			b.verdict = b.test.Decide(&b.all)
		}
	} else {
		b.halves[pair] = points
	}
	b.bar.Add(1)
	if b.bar == nil && !b.env.Quiet {
		fmt.Fprintf(b.env.Stderr, "%s, match %d, first side on %s: %s after %d plies\n", g.name, 2*round+half+1,
			strings.Join(seatsOf(f, sides, 0), ", "), word(points, r.Cut), r.Plies())
	}
	if b.record != nil {
		return b.write(g, round, half, sides, points, r)
	}
	return nil
}

// sidesOf says which side each seat belongs to: every other one, from another seat in
// every pair, and exchanged in its second half.
func sidesOf(players, round, half int) []int {
	sides := make([]int, players)
	for seat := range sides {
		sides[seat] = ((seat+round)%players + half) % 2
	}
	return sides
}

// pointsOf is the first side's result: 1, ½ or 0.
func pointsOf(utilities []float64, sides []int) float64 {
	var sum, seats [2]float64
	for seat, u := range utilities {
		sum[sides[seat]] += u
		seats[sides[seat]]++
	}
	switch d := sum[0]/seats[0] - sum[1]/seats[1]; {
	case d > 1e-9:
		return 1
	case d < -1e-9:
		return 0
	}
	return 0.5
}

func seatsOf(f *game.Facts, sides []int, side int) []string {
	var out []string
	for seat, s := range sides {
		if s == side {
			out = append(out, f.Seats[seat])
		}
	}
	return out
}

func word(points float64, cut bool) string {
	switch {
	case cut:
		return "cut"
	case points == 1:
		return "won"
	case points == 0:
		return "lost"
	}
	return "drawn"
}
