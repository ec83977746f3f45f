package alphabeta

import "math"

// A score is what a position is worth to the seat that searches, as a whole number
// of millionths from -unit to unit. Scores beyond won are certain wins and losses
// (proofs permitting), less the plies from the root that they take; all others
// stay clear of them.
const (
	unit     = 1_000_000
	won      = unit - 10_000 // wins lie above, losses below -won
	judged   = 960_000       // heuristic scores lie between -judged and judged
	infinite = unit + 1

	// othersWeight is how much another's utility counts against the own. Any weight
	// orders positions alike where utilities sum to one; where they do not, winning
	// is more than keeping others from it.
	othersWeight = 0.5
)

// proof says what is known about a score beyond any heuristic. The true value here
// is that of perfect play to the end of the match (with more than two players:
// against all others together).
type proof uint8

const (
	atLeast proof = 1 << iota // the true value is not below the score
	atMost                    // the true value is not above it

	exactly = atLeast | atMost
)

// negated is the proof for the negated score.
func (p proof) negated() proof { return p>>1&1 | p<<1&2 }

// scalar maps utilities to one number from -1 to 1 for a seat. Where two players'
// utilities sum to one it is the difference between them. With any other number of
// players only the seat's own counts.
func scalar(u []float64, seat int) float64 {
	if len(u) != 2 {
		return 2*u[seat] - 1
	}
	const w = othersWeight
	return (2*(u[seat]-w*u[1-seat]) - (1 - w)) / (1 + w)
}

// judgedScore is the score of a heuristic judgement.
func judgedScore(u []float64, seat int) int32 {
	s := scalar(u, seat)
	if math.IsNaN(s) {
		return 0
	}
	return int32(math.Round(min(max(s, -1), 1) * judged))
}

// finalScore is the score of an end of the match so many plies from the root.
func finalScore(u []float64, seat, ply int) int32 {
	v := int32(math.Round(scalar(u, seat) * unit))
	switch {
	case v > won:
		return max(v-int32(ply), won+1)
	case v < -won:
		return min(v+int32(ply), -won-1)
	}
	return v
}

// fromRoot turns a score that counts plies from the node into one that counts them
// from the root; toNode is the inverse.
func fromRoot(v int32, ply int) int32 {
	switch {
	case v > won:
		return max(v-int32(ply), won+1)
	case v < -won:
		return min(v+int32(ply), -won-1)
	}
	return v
}

func toNode(v int32, ply int) int32 {
	switch {
	case v > won:
		return min(v+int32(ply), unit)
	case v < -won:
		return max(v-int32(ply), -unit)
	}
	return v
}

// utility is the expected utility that a score stands for, where utilities sum to
// one.
func utility(v int32) float64 {
	switch {
	case v > won:
		return 1
	case v < -won:
		return 0
	}
	return (float64(v)/unit + 1) / 2
}

// settled reports whether a score with this proof can not change any more but for
// the plies it takes.
func settled(v int32, p proof) bool {
	return p == exactly || v > won && p&atLeast != 0 || v < -won && p&atMost != 0
}
