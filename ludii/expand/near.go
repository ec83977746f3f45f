package expand

import "ludens/internal/near"

// didYouMean is a hint that names the nearest of the candidates; empty if none
// is near.
func didYouMean(name string, candidates []string) string {
	if best := near.Closest(name, max(2, len(name)/3), candidates); best != "" {
		return "did you mean \"" + best + "\"?"
	}
	return ""
}
