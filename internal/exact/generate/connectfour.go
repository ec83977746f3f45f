package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"ludens/game"
	"ludens/internal/exact"
	"ludens/internal/exact/connectfour"
)

// solvedMaker draws positions of connect four and solves them.
type solvedMaker struct {
	seed  *uint64
	count int
	nodes int64
}

// classes are the depths wanted, in plies, and how many of 20 positions have one.
var classes = []struct{ from, to, of20 int }{{8, 11, 1}, {12, 19, 9}, {20, 34, 10}}

// wanted is the depth, the board and the way to play of the i-th position, such
// that all of them are mixed.
func wanted(i int) (plies, board int, careful bool) {
	round, at := i/20, i%20
	for _, c := range classes {
		if at < c.of20 {
			n := round*c.of20 + at
			return c.from + n/4%(c.to-c.from+1), n % 2, n/2%2 == 1
		}
		at -= c.of20
	}
	return 0, 0, false
}

// balanced is the number of plies from which three of five positions at most are
// wins; before, a position costs too much to be thrown away.
const balanced = 20

// winsNow reports whether the player to move wins with this move, which needs no
// search to be seen.
func winsNow(b *connectfour.Board, p connectfour.Position) bool {
	for x := range b.Width {
		if b.Legal(p, x) && b.Won(b.Drop(p, x)) {
			return true
		}
	}
	return false
}

func (c *solvedMaker) write(ctx context.Context, w io.Writer) error {
	var solvers []*connectfour.Solver
	var boards []*connectfour.Board
	for _, width := range []int{7, 8} {
		b, err := connectfour.NewBoard(width, 6)
		if err != nil {
			return err
		}
		boards, solvers = append(boards, b), append(solvers, connectfour.NewSolver(b, connectfour.Options{Nodes: c.nodes}))
	}
	var list []exact.Solved
	type drawn struct {
		p     connectfour.Position
		width int
	}
	seen := map[drawn]bool{}
	hard, equal, wins := map[int]int{}, 0, 0
	deeper := 0 // by how many plies, because what was wanted takes too long
	for n := uint64(0); len(list) < c.count; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		plies, which, careful := wanted(len(list))
		plies += deeper
		b := boards[which]
		p, moves, ok := drawPosition(b, plies, careful, game.Stream(*c.seed, "exact.connectfour", n))
		if at := (drawn{p, b.Width}); !ok || seen[at] || winsNow(b, p) {
			continue
		} else {
			seen[at] = true
		}
		values, legal, err := solvers[which].Moves(p)
		if errors.Is(err, connectfour.ErrBudget) {
			hard[plies]++
			deeper++
			continue
		} else if err != nil {
			return err
		}
		s := exact.Solved{Width: b.Width, Height: b.Height, Moves: moves, Source: "random"}
		if careful {
			s.Source = "careful"
		}
		different := map[int]bool{}
		for x, v := range values {
			if !legal[x] {
				s.Values += "."
				continue
			}
			different[v] = true
			s.Values += string(exact.Letter(v))
		}
		if len(different) < 2 {
			equal++
			continue
		}
		if s.Best() == '+' {
			if plies >= balanced && wins*5 > len(list)*3 {
				continue // most positions of random play are wins; draws are as instructive
			}
			wins++
		}
		list, deeper = append(list, s), 0
		if len(list)%50 == 0 {
			fmt.Fprintf(os.Stderr, "%d positions; left out: by plies, for their nodes, %v; %d without a choice\n", len(list), hard, equal)
		}
	}
	return exact.WriteSolved(w, list)
}

// drawPosition drops so many discs; false if the game ends before. Careful players
// win and hinder a win where they can, nine times of ten, and otherwise play at
// random.
func drawPosition(b *connectfour.Board, plies int, careful bool, rng *rand.Rand) (connectfour.Position, string, bool) {
	p, moves := connectfour.Position{}, ""
	for range plies {
		var open []int
		for x := range b.Width {
			if b.Legal(p, x) {
				open = append(open, x)
			}
		}
		x := open[rng.IntN(len(open))]
		if careful && rng.IntN(10) > 0 {
			x = wise(b, p, open, x)
		}
		p, moves = b.Drop(p, x), moves+fmt.Sprint(x+1)
		if b.Over(p) {
			return p, moves, false
		}
	}
	return p, moves, true
}

// wise is a column that wins, else one in which the other would win, else the one
// given.
func wise(b *connectfour.Board, p connectfour.Position, open []int, x int) int {
	for _, o := range open {
		if b.Won(b.Drop(p, o)) {
			return o
		}
	}
	for _, pass := range open { // somewhere else first, then see whether the other wins at o
		after := b.Drop(p, pass)
		for _, o := range open {
			if o != pass && b.Won(b.Drop(after, o)) {
				return o
			}
		}
	}
	return x
}
