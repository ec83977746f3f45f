package expand

import "strings"

// didYouMean is a hint that names the nearest of the candidates; empty if none
// is near.
func didYouMean(name string, candidates []string) string {
	const most = 2000 // candidates looked at, so that hostile text cannot make this expensive
	best, bestDistance := "", 1+max(2, len(name)/3)
	for _, c := range candidates[:min(len(candidates), most)] {
		if d := distance(strings.ToLower(name), strings.ToLower(c), bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean \"" + best + "\"?"
}

// distance is Levenshtein's, in bytes; at least most if it is not below it.
func distance(a, b string, most int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) >= most || len(b) > 200 {
		return most
	}
	row := make([]int, len(a)+1)
	for i := range row {
		row[i] = i
	}
	for j := 1; j <= len(b); j++ {
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
			least = min(least, row[i])
		}
		if least >= most {
			return most
		}
	}
	return row[len(a)]
}
