package arena

import (
	"math/rand/v2"

	"ludens/game"
)

// dice draws Nature's moves.
type dice struct {
	rng  *rand.Rand
	odds []float64
}

func newDice(seed uint64) dice { return dice{rng: game.Stream(seed, "agent.arena.nature", 0)} }

func (d *dice) draw(m game.Machine, legal []game.Move) game.Move {
	if c, ok := m.(game.Chancer); ok {
		if d.odds = c.Odds(d.odds); len(d.odds) == len(legal) {
			return legal[game.DrawOdds(d.odds, d.rng)]
		}
	}
	return legal[d.rng.IntN(len(legal))]
}

const openings = 200 // random lines tried for one that decides nothing

// Opening draws a line of random joint moves, 0 to most long, that neither ends the
// match nor leaves a win in one move to somebody who alone has a choice. If no such
// line is found, one that leaves a win; if there is none that goes on, no moves at all.
func Opening(g game.Game, seed, index uint64, most int) [][]game.Move {
	rng := game.Stream(seed, "agent.arena.opening", index)
	m := g.NewMachine()
	var spare [][]game.Move
	for range openings {
		n := rng.IntN(most + 1)
		line, ok := draw(m, rng, n)
		if !ok {
			continue
		}
		if !wins(m) {
			return line
		}
		if spare == nil {
			spare = line
		}
	}
	return spare
}

// Middle draws a line of random joint moves into the middle of a match: so many, or
// half of those of a random match that ends before.
func Middle(g game.Game, seed, index uint64, plies int) [][]game.Move {
	rng := game.Stream(seed, "agent.arena.middle", index)
	m := g.NewMachine()
	line, ok := draw(m, rng, plies)
	if ok {
		return line
	}
	return line[:len(line)/2]
}

// draw makes n random steps; false if they end the match, with what led there.
func draw(m game.Machine, rng *rand.Rand, n int) ([][]game.Move, bool) {
	m.Reset()
	var w game.Walker
	var line [][]game.Move
	for range n {
		if m.Terminal() {
			return line, false
		}
		joint := w.Draw(m, rng)
		if joint == nil {
			return line, false
		}
		line = append(line, append([]game.Move(nil), joint...))
		m.Step(joint)
	}
	return line, !m.Terminal()
}

// wins reports whether the only seat that has a choice can end the match with more
// than everybody else. It leaves the machine where it was.
func wins(m game.Machine) bool {
	f := m.Game().Facts()
	mover := -1
	joint := make([]game.Move, len(f.Seats))
	var choice []game.Move
	for seat := range f.Seats {
		legal := m.Legal(seat, nil)
		switch {
		case len(legal) == 0:
			return false
		case len(legal) == 1:
			joint[seat] = legal[0]
		case mover >= 0 || f.NatureSeat(seat):
			return false // not one player's doing alone
		default:
			mover, choice = seat, legal
		}
	}
	if mover < 0 {
		return false
	}
	at := m.Save(nil)
	defer m.Load(at)
	worth := make([]float64, f.Players)
	for _, move := range choice {
		joint[mover] = move
		m.Load(at)
		m.Step(joint)
		if !m.Terminal() || m.Err() != nil {
			continue
		}
		m.Utility(worth)
		best := true
		for seat, u := range worth {
			best = best && (seat == mover || u < worth[mover])
		}
		if best {
			return true
		}
	}
	return false
}
