package heuristic

import (
	"math"

	"ludens/game"
)

// steep is the logit of having gone the whole way to what wins where nobody else has gone any of it. A piece's step on a
// large board is a hundredth of it or less, and yet to be told from none.
const steep = 12.0

// nearness judges by how much of the way to what wins the players have gone, where the rules tell (game.Measurer). It is for
// games of running that random games never end, of which nothing is learned from these.
type nearness struct{ players int }

var _ Function = nearness{}

// NewScorer returns a judge for one goroutine.
func (f nearness) NewScorer() Scorer { return f }

// Explain says what it looks at.
func (f nearness) Explain() []string {
	return []string{"how much of the way to what wins each player has gone"}
}

// Score judges the machine's position.
func (f nearness) Score(m game.Machine, dst []float64) {
	if !f.near(m, dst) {
		for i := range dst[:f.players] {
			dst[i] = 1 / float64(f.players)
		}
	}
}

// near writes what the machine's position is worth; false, with nothing written, where the rules do not tell.
func (f nearness) near(m game.Machine, dst []float64) bool {
	n, ok := m.(game.Measurer)
	if !ok || f.players < 2 || m.Err() != nil || m.Terminal() || !n.Near(dst[:f.players]) {
		return false
	}
	sum := 0.0
	for _, v := range dst[:f.players] {
		sum += v
	}
	for i, v := range dst[:f.players] {
		others := (sum - v) / float64(f.players-1)
		dst[i] = squash(steep*(v-others) - odds(f.players))
	}
	return true
}

// odds are the logit against who has as good a chance as so many others.
func odds(players int) float64 { return math.Log(float64(players - 1)) }
