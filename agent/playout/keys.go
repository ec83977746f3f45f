package playout

import (
	"ludens/game"
)

// Keys numbers moves densely, so that what is known about moves lies in slices.
// Where a game has a bounded number of moves per seat every move has a number of
// its own. Elsewhere moves are hashed into slots, and the few that share one blur
// what is known about each other. It is immutable.
type Keys struct {
	first []uint32 // per seat, where moves are counted; nil where they are hashed
	n     int
}

const (
	hashedBits = 15
	mostDense  = 1 << 16
)

// NewKeys numbers the moves of a game.
func NewKeys(g game.Game) *Keys {
	f := g.Facts()
	k := &Keys{first: make([]uint32, f.Players)}
	for seat := range f.Players {
		k.first[seat] = uint32(k.n)
		c := g.MoveCount(seat)
		if c <= 0 || k.n+c > mostDense {
			return &Keys{n: 1 << hashedBits}
		}
		k.n += c
	}
	return k
}

// Len is the number of keys.
func (k *Keys) Len() int { return k.n }

// Of is the key of a move of a player.
func (k *Keys) Of(seat int, mv game.Move) uint32 {
	if k.first != nil {
		if key := k.first[seat] + uint32(mv); int(key) < k.n {
			return key
		}
		return 0
	}
	return uint32((uint64(mv) + uint64(seat)*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd >> (64 - hashedBits))
}

// Act is a move of a player that had a choice, by its key.
type Act struct {
	Seat int32
	Key  uint32
}

// Table is what moves were worth to those who made them, whenever that was: the
// statistics of MAST (Finnsson and Björnsson, "Simulation-based approach to general
// game playing", 2008). It belongs to one goroutine.
type Table struct {
	sum []float32
	n   []float32
}

// NewTable makes a table without any knowledge.
func NewTable(keys int) *Table {
	return &Table{sum: make([]float32, keys), n: make([]float32, keys)}
}

// Add counts a move of somebody who got value in the end.
func (t *Table) Add(key uint32, value float64) {
	t.sum[key] += float32(value)
	t.n[key]++
}

// Mean is what a move was worth on average; unseen if it was not made.
func (t *Table) Mean(key uint32, unseen float32) float32 {
	if t.n[key] == 0 {
		return unseen
	}
	return t.sum[key] / t.n[key]
}

// Seen is how often a move was made, decayed.
func (t *Table) Seen(key uint32) float32 { return t.n[key] }

// Decay keeps a share of what is known: positions of the next turn are others.
func (t *Table) Decay(share float32) {
	for i := range t.n {
		t.sum[i] *= share
		t.n[i] *= share
	}
}
