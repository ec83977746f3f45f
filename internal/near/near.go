// Package near finds the name that was meant, for messages about a name that is
// not there.
//
// Names are compared in bytes by Levenshtein's distance. The work is bounded: a
// name of over 200 bytes is near to nothing, and Closest looks at the first 2,000
// candidates only, since both may come from whoever wants to make this expensive.
// Its users are those who write findings for authors of games and options.
package near

import "strings"

const (
	mostBytes      = 200
	mostCandidates = 2000
)

// Closest gives the candidate with the smallest distance to a name, the first of
// equals, that is not over within; "" if there is none. Capitals do not matter.
func Closest(name string, within int, candidates []string) string {
	best, limit := "", within+1
	name = strings.ToLower(name)
	for _, c := range candidates[:min(len(candidates), mostCandidates)] {
		if d := Distance(name, strings.ToLower(c), limit); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// Distance is Levenshtein's between two names, but that two neighbours which have
// changed places count as one step (the optimal string alignment of Damerau's
// distance): "Emtpy" is one step from "Empty". It is most, if it is not below that or
// a name is too long.
func Distance(a, b string, most int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) >= most || len(b) > mostBytes {
		return most
	}
	row, last, before := make([]int, len(a)+1), make([]int, len(a)+1), make([]int, len(a)+1)
	for i := range row {
		row[i] = i
	}
	worst := 0 // the least of the row before
	for j := 1; j <= len(b); j++ {
		last, before = before, last
		copy(last, row)
		diagonal := row[0]
		row[0] = j
		least := j
		for i := 1; i <= len(a); i++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[i]
			row[i] = min(cost, row[i]+1, row[i-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[i] = min(row[i], before[i-2]+1)
			}
			least = min(least, row[i])
		}
		if least >= most && worst >= most {
			return most
		}
		worst = least
	}
	return min(row[len(a)], most)
}
