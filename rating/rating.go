// Package rating puts players on one scale, Elo's, from the results of games
// between pairs of them.
//
// The job: the most likely ratings under the logistic model (Rate), or under Bradley and
// Terry's with draws (BradleyTerry), with an interval that says how much the games are
// worth; tables of many matches, those of many seats taken apart into pairs (Tabulate). The promise: finite ratings for any
// results, also for players who have won everything, have met nobody, or only one
// another; the same results give the same ratings. It has no clock, no state and
// knows no game. Neighbours: tune's ladder and tournaments ask it.
package rating

import (
	"errors"
	"fmt"
	"math"
)

// Result is the games between two players, from the view of A. A draw may stand for any
// result that is half a point.
type Result struct {
	// A and B are players, 0…n-1.
	A int `json:"a"`
	B int `json:"b"`
	// Wins, Draws and Losses are games; fractions are allowed.
	Wins   float64 `json:"wins"`
	Draws  float64 `json:"draws"`
	Losses float64 `json:"losses"`
}

// Score is A's share of the points, 0…1; 0.5 without games.
func (r Result) Score() float64 {
	n := r.Games()
	if n == 0 {
		return 0.5
	}
	return (r.Wins + r.Draws/2) / n
}

// Games is the number of games.
func (r Result) Games() float64 { return r.Wins + r.Draws + r.Losses }

// Rating is a player's place on the scale.
type Rating struct {
	Elo float64 // 400 are odds of ten to one
	// Interval is half the width of the 95 % interval around Elo, by the curvature of
	// the likelihood; 0 for pinned players.
	Interval float64
	Games    float64 // that the player has played
}

// Options say what is known beforehand. The zero value works.
type Options struct {
	// Pins are players whose ratings are known, by player. Without any the
	// first player is pinned to 0.
	Pins map[int]float64
	// Prior is the number of drawn games added to every pair that has met, so that a
	// clean sheet does not mean infinity; default 0.5. Negative means none.
	Prior float64
}

// spread is the standard deviation of a normal prior that all ratings have, in Elo. It is
// so wide that it matters only where results say nothing.
const spread = 4000

const (
	scale  = math.Ln10 / 400 // Elo to the logistic function's argument
	normal = 1.959963984540054
	most   = 4096 // players; the work grows with their cube
)

// Rate gives the ratings of n players, most likely under the model
// P(A beats B) = 1/(1 + 10^((B-A)/400)), a draw being half of a win and half of a loss
// (Hunter 2004, "MM algorithms for generalized Bradley-Terry models"; solved by
// Newton's method, which the small number of players allows).
func Rate(n int, results []Result, o Options) ([]Rating, error) {
	if n < 1 || n > most {
		return nil, fmt.Errorf("rate: %d players, not in 1…%d", n, most)
	}
	prior := o.Prior
	if prior == 0 {
		prior = 0.5
	}
	pairs, games, err := collect(n, results, max(prior, 0))
	if err != nil {
		return nil, err
	}
	pins := o.Pins
	if len(pins) == 0 {
		pins = map[int]float64{0: 0}
	}
	elo := make([]float64, n)
	index := make([]int, n) // of the free players, -1 for pinned ones
	free := 0
	for i := range n {
		if at, ok := pins[i]; ok {
			if math.IsNaN(at) || math.Abs(at) > 1e6 {
				return nil, fmt.Errorf("rate: player %d is pinned to %g", i, at)
			}
			elo[i], index[i] = at, -1
			continue
		}
		index[i] = free
		free++
	}
	info := maximise(elo, index, free, pairs)
	out := make([]Rating, n)
	for i := range n {
		out[i] = Rating{Elo: elo[i], Games: games[i]}
		if k := index[i]; k >= 0 {
			out[i].Interval = normal * math.Sqrt(inverseAt(info, k))
		}
	}
	return out, nil
}

// Share is the expected share of points of a player who is better by this much Elo.
func Share(elo float64) float64 { return 1 / (1 + math.Exp(-scale*elo)) }

// Wilson is the 95 % interval of a share of points seen in n games (Wilson 1927); with
// draws it is a little too wide.
func Wilson(share, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z := normal * normal / n
	middle := (share + z/2) / (1 + z)
	half := normal / (1 + z) * math.Sqrt(max(share*(1-share), 0)/n+z/(4*n))
	return max(middle-half, 0), min(middle+half, 1)
}

// pair is what the likelihood needs: games and points of a.
type pair struct {
	a, b   int
	games  float64
	points float64
}

func collect(n int, results []Result, prior float64) (list []pair, games []float64, err error) {
	at := make(map[[2]int]int)
	games = make([]float64, n)
	for _, r := range results {
		if r.A < 0 || r.A >= n || r.B < 0 || r.B >= n || r.A == r.B {
			return nil, nil, fmt.Errorf("rate: a result between players %d and %d of %d", r.A, r.B, n)
		}
		for _, x := range []float64{r.Wins, r.Draws, r.Losses} {
			if !(x >= 0 && x <= 1e12) {
				return nil, nil, errors.New("rate: a result with a number of games that is none")
			}
		}
		if r.Games() == 0 {
			continue
		}
		if r.A > r.B {
			r = Result{A: r.B, B: r.A, Wins: r.Losses, Draws: r.Draws, Losses: r.Wins}
		}
		games[r.A] += r.Games()
		games[r.B] += r.Games()
		key := [2]int{r.A, r.B}
		k, ok := at[key]
		if !ok {
			k = len(list)
			at[key] = k
			list = append(list, pair{a: r.A, b: r.B, games: prior, points: prior / 2})
		}
		list[k].games += r.Games()
		list[k].points += r.Wins + r.Draws/2
	}
	return list, games, nil
}

// posterior is the logarithm of the likelihood and the prior, without constants.
func posterior(elo []float64, index []int, pairs []pair) float64 {
	sum := 0.0
	for _, p := range pairs {
		d := scale * (elo[p.a] - elo[p.b])
		sum += p.points*logistic(d) + (p.games-p.points)*logistic(-d)
	}
	for i, k := range index {
		if k >= 0 {
			sum -= elo[i] * elo[i] / (2 * spread * spread)
		}
	}
	return sum
}

// logistic is log(1/(1+exp(-x))) without overflow.
func logistic(x float64) float64 {
	if x < 0 {
		return x - math.Log1p(math.Exp(x))
	}
	return -math.Log1p(math.Exp(-x))
}

// maximise moves elo to the maximum and returns the factor of its information matrix
// there (Cholesky's, of the free players).
func maximise(elo []float64, index []int, free int, pairs []pair) [][]float64 {
	if free == 0 {
		return nil
	}
	gradient, step := make([]float64, free), make([]float64, len(elo))
	info := make([][]float64, free)
	for i := range info {
		info[i] = make([]float64, free)
	}
	now := posterior(elo, index, pairs)
	for range 200 {
		derive(elo, index, pairs, gradient, info)
		factor(info)
		solve(info, gradient)
		size := 0.0
		for i, k := range index {
			step[i] = 0
			if k >= 0 {
				step[i] = gradient[k]
				size = max(size, math.Abs(step[i]))
			}
		}
		if size < 1e-7 {
			return info
		}
		// The function is strictly concave: some part of Newton's step rises.
		for part := min(1, 800/size); part > 1e-9; part /= 2 {
			next := make([]float64, len(elo))
			for i := range next {
				next[i] = elo[i] + part*step[i]
			}
			if p := posterior(next, index, pairs); p >= now {
				copy(elo, next)
				now = p
				break
			}
		}
	}
	derive(elo, index, pairs, gradient, info)
	factor(info)
	return info
}

func derive(elo []float64, index []int, pairs []pair, gradient []float64, info [][]float64) {
	for i := range info {
		gradient[i] = 0
		clear(info[i])
	}
	for i, k := range index {
		if k >= 0 {
			gradient[k] = -elo[i] / (spread * spread)
			info[k][k] = 1 / float64(spread*spread)
		}
	}
	for _, p := range pairs {
		share := Share(elo[p.a] - elo[p.b])
		g := scale * (p.points - p.games*share)
		h := scale * scale * p.games * share * (1 - share)
		a, b := index[p.a], index[p.b]
		if a >= 0 {
			gradient[a] += g
			info[a][a] += h
		}
		if b >= 0 {
			gradient[b] -= g
			info[b][b] += h
		}
		if a >= 0 && b >= 0 {
			info[a][b] -= h
			info[b][a] -= h
		}
	}
}

// factor makes m the lower triangle of its Cholesky factor. It is positive definite: it
// is a sum of squares and a positive diagonal.
func factor(m [][]float64) {
	for i := range m {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i == j {
				m[i][i] = math.Sqrt(max(sum, 1e-18))
			} else {
				m[i][j] = sum / m[j][j]
			}
		}
	}
}

// solve replaces x by the solution of L·Lᵀ·y = x.
func solve(l [][]float64, x []float64) {
	for i := range x {
		for k := range i {
			x[i] -= l[i][k] * x[k]
		}
		x[i] /= l[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
}

// inverseAt is the element (k, k) of the inverse of L·Lᵀ.
func inverseAt(l [][]float64, k int) float64 {
	x := make([]float64, len(l))
	x[k] = 1
	solve(l, x)
	return x[k]
}
