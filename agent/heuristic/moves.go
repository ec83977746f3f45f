package heuristic

import (
	"cmp"
	"slices"

	"ludens/game"
)

// MoveTable is what each move was worth on average to the seat that made it, over
// games (the move-average sampling technique of Finnsson and Björnsson 2008, over whole
// games). It is immutable.
type MoveTable struct {
	seats []map[game.Move]MoveValue
}

// MoveValue is the mean of a move.
type MoveValue struct {
	Mean  float64 // 0…1
	Count float64 // games
}

// Lookup gives the mean of a move of a seat; false if it was never made.
func (t *MoveTable) Lookup(seat int, m game.Move) (MoveValue, bool) {
	if t == nil || seat < 0 || seat >= len(t.seats) {
		return MoveValue{}, false
	}
	v, ok := t.seats[seat][m]
	return v, ok
}

// Len is the number of moves known of a seat.
func (t *MoveTable) Len(seat int) int {
	if t == nil || seat < 0 || seat >= len(t.seats) {
		return 0
	}
	return len(t.seats[seat])
}

// Best gives the moves of a seat by falling mean, those made at least least times.
func (t *MoveTable) Best(seat int, least float64) []game.Move {
	var out []game.Move
	if t == nil || seat < 0 || seat >= len(t.seats) {
		return nil
	}
	for m, v := range t.seats[seat] {
		if v.Count >= least {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b game.Move) int {
		if c := cmp.Compare(t.seats[seat][b].Mean, t.seats[seat][a].Mean); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return out
}

// maxMoves bounds the moves kept per seat.
const maxMoves = 1 << 16

func newMoveTable(players int) *MoveTable {
	t := &MoveTable{}
	for range players {
		t.seats = append(t.seats, map[game.Move]MoveValue{})
	}
	return t
}

func (t *MoveTable) add(seat int, m game.Move, value float64) {
	v, ok := t.seats[seat][m]
	if !ok && len(t.seats[seat]) >= maxMoves {
		return
	}
	v.Count++
	v.Mean += (value - v.Mean) / v.Count
	t.seats[seat][m] = v
}
