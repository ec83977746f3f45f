package retro

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"ludens/game"
)

// Table says what every position of a space is worth. It belongs to one goroutine.
type Table struct {
	space  *Space
	m      game.Machine
	key    func() uint64
	worth  []uint8  // per position: 0 for what nobody can force, else 1 + the index of a level
	far    []uint16 // how many moves away that end is at most, if it is forced
	before []uint32 // edges backwards, by where they lead to
	back   []uint32 // where those of a position begin

	others []game.Move
	hopes  [2][]float32 // per player, once asked for: what a position is worth against others that err
}

var errOpen = errors.New("not all positions have been explored")

// even is what is worth as much as a match that nobody ends.
const even = 0.5

// Solve carries results backwards. The space must be closed.
func Solve(ctx context.Context, s *Space) (*Table, error) {
	if s.err != nil || !s.Closed() {
		return nil, errors.Join(s.err, errOpen)
	}
	n := len(s.ends)
	t := &Table{space: s, m: s.workers[0].m, key: s.workers[0].key, worth: make([]uint8, n), far: make([]uint16, n)}
	s.first = append(s.first[:n], uint32(len(s.next))) // where the edges of the last one end
	if err := t.reverse(ctx); err != nil {
		return nil, err
	}
	for player := range 2 {
		if err := t.carry(ctx, player); err != nil {
			return nil, err
		}
	}
	t.before, t.back = nil, nil
	s.wait, s.workers = queue{}, nil
	return t, nil
}

// moves are the positions behind the moves of a position.
func (s *Space) moves(id uint32) []uint32 { return s.next[s.first[id]:s.first[id+1]] }

// often is how many positions are dealt with between two looks at a context.
const often = 1 << 14

// reverse makes the edges backwards.
func (t *Table) reverse(ctx context.Context) error {
	s := t.space
	t.back, t.before = make([]uint32, len(s.ends)+1), make([]uint32, len(s.next))
	for _, to := range s.next {
		t.back[to+1]++
	}
	for i := range len(s.ends) {
		t.back[i+1] += t.back[i]
	}
	at := slices.Clone(t.back)
	for id := range uint32(len(s.ends)) {
		if id%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, to := range s.moves(id) {
			t.before[at[to]] = id
			at[to]++
		}
	}
	return nil
}

// carry finds the positions from which a player can force more than one half, and how much: the best ends first, and
// from each the positions in the order of their distance.
func (t *Table) carry(ctx context.Context, player int) error {
	s := t.space
	of := func(level int) float64 {
		if player == 0 {
			return s.levels[level]
		}
		return 1 - s.levels[level]
	}
	var order []int
	for i := range s.levels {
		if of(i) > even {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return nil
	}
	slices.SortFunc(order, func(a, b int) int {
		if of(a) > of(b) {
			return -1
		}
		return 1
	})
	open := make([]uint32, len(s.ends)) // moves of the other player that do not lose yet
	for id := range uint32(len(s.ends)) {
		open[id] = uint32(len(s.moves(id)))
	}
	var line []uint32
	for _, level := range order {
		line = line[:0]
		mark := uint8(level + 1)
		for id, e := range s.ends {
			if e == mark {
				t.worth[id] = mark
				line = append(line, uint32(id))
			}
		}
		for k := 0; k < len(line); k++ {
			if k%often == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			id := line[k]
			for _, from := range t.before[t.back[id]:t.back[id+1]] {
				if t.worth[from] != 0 {
					continue
				}
				if int(s.owner[from]) != player {
					if open[from]--; open[from] > 0 {
						continue
					}
				}
				t.worth[from] = mark
				t.far[from] = uint16(min(int(t.far[id])+1, math.MaxUint16))
				line = append(line, from)
			}
		}
	}
	return nil
}

// value is what a position is worth to a player.
func (t *Table) value(id uint32, player int) float64 {
	w := t.worth[id]
	if w == 0 {
		if w = t.space.ends[id]; w == 0 {
			return even
		}
	}
	if x := t.space.levels[w-1]; player == 0 {
		return x
	} else {
		return 1 - x
	}
}

// Positions is how many there are.
func (t *Table) Positions() int { return len(t.worth) }

// Value is what a position is worth to a player; false if it is none of the table's.
func (t *Table) Value(s game.State, player int) (float64, bool) {
	id, ok := t.find(s)
	if !ok {
		return 0, false
	}
	return t.value(id, player), true
}

func (t *Table) find(s game.State) (uint32, bool) {
	t.m.Load(s)
	return t.space.ids.find(t.key())
}

// Ranked is a move as a table sees it.
type Ranked struct {
	Move  game.Move
	Worth float64 // what it leads to is worth to who makes it
	Far   int     // how many moves the end is away that can be forced; 0 where none can
	Hope  float64 // what it leads to is worth against others that err at times
}

// better reports whether a move is to be made rather than another: of what is worth as much, and is more than one half, the one with
// the nearest end, else the one with which others that err lose most.
func (r Ranked) better(than Ranked) int {
	switch d := r.Worth - than.Worth; {
	case math.Abs(d) > tiny:
		return cmp.Compare(d, 0)
	case r.Worth > even:
		return cmp.Compare(than.Far, r.Far)
	}
	return cmp.Compare(r.Hope, than.Hope)
}

// Rank is the legal moves of a player, the best first, of equal ones the one that is legal first. It is empty if the position is none of the table's.
func (t *Table) Rank(ctx context.Context, s game.State, player int, legal []game.Move) []Ranked {
	id, ok := t.find(s)
	if !ok || t.space.ends[id] != 0 {
		return nil
	}
	hopes := t.hope(ctx, player)
	out := make([]Ranked, 0, len(legal))
	var joint [2]game.Move
	for _, mv := range legal {
		t.m.Load(s)
		joint[player] = mv
		if t.others = t.m.Legal(1-player, t.others); len(t.others) > 0 {
			joint[1-player] = t.others[0]
		}
		t.m.Step(joint[:])
		if t.m.Err() != nil { // interrupted
			return nil
		}
		if to, known := t.space.ids.find(t.key()); known {
			out = append(out, Ranked{mv, t.value(to, player), int(t.far[to]), float64(hopes[to])})
		}
	}
	slices.SortStableFunc(out, func(a, b Ranked) int { return b.better(a) })
	return out
}

// tiny is below all differences of utilities.
const tiny = 1e-9

const (
	// errs is how often another player's move is thought to be any, instead of the one that is best for him.
	errs = 0.25
	// fades is what is left, for each move, of what a position is worth beyond one half: sooner is better.
	fades = 0.99
	// hopeSweeps bounds the work, with hopeMoves, the moves looked at in all: so far does an error carry back that is not on the way of the sweeps.
	hopeSweeps, hopeMoves = 60, 200_000_000
	// hopeSettled is the greatest change in a sweep with which it ends.
	hopeSettled = 1e-4
)

// hope is what positions are worth to a player who keeps what he has against one who errs: the value of a game in which the other makes any move
// at times. Positions that are won keep their value.
func (t *Table) hope(ctx context.Context, player int) []float32 {
	if t.hopes[player] != nil {
		return t.hopes[player]
	}
	s := t.space
	h := make([]float32, len(t.worth))
	for id := range h {
		h[id] = float32(t.value(uint32(id), player))
	}
	for range min(hopeSweeps, 1+hopeMoves/(len(s.next)+1)) {
		change := float32(0)
		for id := len(h) - 1; id >= 0; id-- {
			if id%often == 0 && ctx.Err() != nil {
				return h // what was found out is better than nothing
			}
			moves := s.moves(uint32(id))
			if len(moves) == 0 {
				continue
			}
			worth := t.value(uint32(id), player)
			if worth > even {
				continue
			}
			best, sum, kept := float32(0), float32(0), false
			mine := int(s.owner[id]) == player
			for _, c := range moves {
				sum += h[c]
				if math.Abs(t.value(c, player)-worth) > tiny {
					continue // nobody gives away what he has on purpose
				}
				if !kept || h[c] > best == mine {
					best, kept = h[c], true
				}
			}
			if !mine {
				best += errs * (sum/float32(len(moves)) - best)
			}
			best = even + fades*(best-even)
			change = max(change, best-h[id], h[id]-best)
			h[id] = best
		}
		if change < hopeSettled {
			break
		}
	}
	t.hopes[player] = h
	return h
}
