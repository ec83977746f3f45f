package check

import "strings"

// nearest gives the candidate that name is most likely a slip of: the one with
// the fewest letters wrong, missing, added or swapped, at most one in four (one
// in three of a name of three). The first of several; empty if there is none.
func nearest(name string, candidates []string) string {
	const longest, mostCandidates = 40, 1000 // a suggestion is not worth more time
	if len(name) < 3 || len(name) > longest {
		return ""
	}
	best, least := "", max(1, len(name)/4)+1
	for _, c := range candidates[:min(len(candidates), mostCandidates)] {
		if len(c) > longest || c == name {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(c), least); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance counts the single-letter changes and swaps of neighbours between two
// words (optimal string alignment), up to about most.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// perhaps is the hint that a name was a slip, or empty for the table's hint.
func perhaps(name string, candidates []string) string {
	if n := nearest(name, candidates); n != "" {
		return "perhaps " + n + " was meant"
	}
	return ""
}
