package selfplay

import "math"

// Returns are the values to learn for the positions searched in a game: (1-mix)·outcome
// + mix·G, where G is the λ-return (Sutton and Barto 2018, section 12.1) of the values
// that the searches from this position on came to and of the outcome at the end, with
// λ = exp(-1/horizon). A proven value is the truth for its position, and a better end
// for those before it than how the game was played out from there.
func Returns(thoughts []thought, outcome []float64, mix, horizon float64) [][]float64 {
	lambda := math.Exp(-1 / max(horizon, 1e-3))
	out := make([][]float64, len(thoughts))
	end := outcome
	g := append([]float64(nil), outcome...)
	for t := len(thoughts) - 1; t >= 0; t-- {
		th := &thoughts[t]
		if th.proven {
			end = th.value
			copy(g, th.value)
		} else {
			for i := range g {
				g[i] = (1-lambda)*th.value[i] + lambda*g[i]
			}
		}
		out[t] = make([]float64, len(g))
		for i := range g {
			out[t][i] = (1-mix)*end[i] + mix*g[i]
		}
	}
	return out
}
