package rating

import (
	"errors"
	"fmt"
	"math"
)

// Strengths is what BradleyTerry finds.
type Strengths struct {
	Ratings []Rating `json:"ratings"`
	// Draws says how likely draws are: with equal players a share of
	// (Draws-1)/(Draws+1) of the games. 1: there are none.
	Draws float64 `json:"draws"`
	// Rounds is the number of steps it took.
	Rounds int `json:"rounds"`
}

// DrawShare is the share of draws between equal players.
func (s *Strengths) DrawShare() float64 { return (s.Draws - 1) / (s.Draws + 1) }

const (
	mmRounds = 100_000
	mmEnough = 1e-9 // change of the logarithm of a strength, by which the steps end
)

// BradleyTerry gives the ratings of n players under the model of Bradley and Terry (1952)
// with draws as Rao and Kupper have them (1967): with strengths γ = 10^(Elo/400) and θ ≥ 1,
//
//	P(i beats j) = γi/(γi+θγj),   P(draw) = (θ²-1)γiγj/((γi+θγj)(θγi+γj)),
//
// so that, unlike with Rate, a draw is a result of its own. Strengths and θ are most
// likely ones, found by minorisation and maximisation (Hunter 2004, "MM algorithms for
// generalized Bradley-Terry models", sections 2 and 3). Intervals are 95 % by the
// curvature of the likelihood. Without pins the mean of all is 0, and intervals are those
// of the distance from it. Options.Prior are games for every pair that has met, half of each
// won by either.
func BradleyTerry(n int, results []Result, o Options) (*Strengths, error) {
	if n < 1 || n > most {
		return nil, fmt.Errorf("rate: %d players, not in 1…%d", n, most)
	}
	b := &bradley{log: make([]float64, n), fixed: make([]bool, n), theta: 1.5}
	if err := b.collect(n, results, o); err != nil {
		return nil, err
	}
	for i, at := range o.Pins {
		if i < 0 || i >= n {
			continue
		}
		if math.IsNaN(at) || math.Abs(at) > 1e6 {
			return nil, fmt.Errorf("rate: player %d is pinned to %g", i, at)
		}
		b.log[i], b.fixed[i], b.pinned = scale*at, true, true
	}
	rounds := 0
	for rounds < mmRounds && b.step() > mmEnough {
		rounds++
	}
	out := &Strengths{Ratings: make([]Rating, n), Draws: b.theta, Rounds: rounds}
	width := b.intervals()
	for i := range n {
		out.Ratings[i] = Rating{Elo: b.log[i] / scale, Interval: width[i], Games: b.games[i]}
	}
	return out, nil
}

// meeting is all games between two players.
type meeting struct {
	a, b             int
	wins, draws, own float64 // of a, both's, of b
}

type bradley struct {
	log    []float64 // logarithms of the strengths
	fixed  []bool
	pinned bool
	theta  float64
	meet   []meeting
	games  []float64
	draws  float64 // all real ones, and those of the prior if there are any
	none   bool    // there are no draws: θ is 1
}

func (b *bradley) collect(n int, results []Result, o Options) error {
	prior := o.Prior
	if prior == 0 {
		prior = 0.5
	}
	prior = max(prior, 0)
	b.games = make([]float64, n)
	at := map[[2]int]int{}
	for _, r := range results {
		if r.A < 0 || r.A >= n || r.B < 0 || r.B >= n || r.A == r.B {
			return fmt.Errorf("rate: a result between players %d and %d of %d", r.A, r.B, n)
		}
		for _, x := range []float64{r.Wins, r.Draws, r.Losses} {
			if !(x >= 0 && x <= 1e12) {
				return errors.New("rate: a result with a number of games that is none")
			}
		}
		if r.Games() == 0 {
			continue
		}
		if r.A > r.B {
			r = Result{A: r.B, B: r.A, Wins: r.Losses, Draws: r.Draws, Losses: r.Wins}
		}
		b.games[r.A] += r.Games()
		b.games[r.B] += r.Games()
		key := [2]int{r.A, r.B}
		k, ok := at[key]
		if !ok {
			k = len(b.meet)
			at[key] = k
			// Half a win each, and not a draw, so that no draws are made out of nothing.
			b.meet = append(b.meet, meeting{a: r.A, b: r.B, wins: prior / 2, own: prior / 2})
		}
		m := &b.meet[k]
		m.wins += r.Wins
		m.draws += r.Draws
		m.own += r.Losses
		b.draws += r.Draws
	}
	if b.draws == 0 {
		b.none, b.theta = true, 1
	}
	return nil
}

// step makes one round of minorisation and maximisation and gives the largest change of
// a logarithm.
func (b *bradley) step() float64 {
	n := len(b.log)
	above, below := make([]float64, n), make([]float64, n)
	for _, m := range b.meet {
		wins, own := m.wins+m.draws, m.own+m.draws
		above[m.a] += wins
		above[m.b] += own
		// All in the strength of the one in question, so that nothing overflows.
		d := b.log[m.b] - b.log[m.a]
		below[m.a] += wins/(1+b.theta*math.Exp(d)) + own*b.theta/(b.theta+math.Exp(d))
		below[m.b] += own/(1+b.theta*math.Exp(-d)) + wins*b.theta/(b.theta+math.Exp(-d))
	}
	change := 0.0
	for i := range n {
		if b.fixed[i] || above[i] == 0 {
			continue
		}
		// γ' = above / (below/γ); bounded, for those who have only won.
		next := min(max(b.log[i]+math.Log(above[i]/below[i]), -40), 40)
		change = max(change, math.Abs(next-b.log[i]))
		b.log[i] = next
	}
	if !b.pinned {
		b.centre()
	}
	if !b.none {
		change = max(change, b.stepDraws())
	}
	return change
}

// stepDraws makes θ most likely under the minorising function.
func (b *bradley) stepDraws() float64 {
	c := 0.0
	for _, m := range b.meet {
		d := b.log[m.b] - b.log[m.a]
		c += (m.wins + m.draws) / (math.Exp(-d) + b.theta)
		c += (m.own + m.draws) / (math.Exp(d) + b.theta)
	}
	t := b.draws / c
	next := t + math.Sqrt(1+t*t)
	change := math.Abs(math.Log(next / b.theta))
	b.theta = next
	return change
}

func (b *bradley) centre() {
	sum := 0.0
	for _, x := range b.log {
		sum += x
	}
	for i := range b.log {
		b.log[i] -= sum / float64(len(b.log))
	}
}

// intervals are half the widths in Elo. The curvature of log P in the difference d of two
// logarithms is, for a term log(1/(1+θe^-d)), -θe^-d/(1+θe^-d)².
func (b *bradley) intervals() []float64 {
	n := len(b.log)
	index, free := make([]int, n), 0
	for i := range n {
		index[i] = -1
		if !b.fixed[i] {
			index[i] = free
			free++
		}
	}
	out := make([]float64, n)
	if free == 0 {
		return out
	}
	info := make([][]float64, free)
	for i := range info {
		info[i] = make([]float64, free)
		info[i][i] = 1 / (scale * scale * spread * spread)
	}
	for _, m := range b.meet {
		d := b.log[m.a] - b.log[m.b]
		p, q := 1/(1+b.theta*math.Exp(-d)), 1/(1+b.theta*math.Exp(d))
		h := (m.wins+m.draws)*p*(1-p) + (m.own+m.draws)*q*(1-q)
		i, j := index[m.a], index[m.b]
		if i >= 0 {
			info[i][i] += h
		}
		if j >= 0 {
			info[j][j] += h
		}
		if i >= 0 && j >= 0 {
			info[i][j] -= h
			info[j][i] -= h
		}
	}
	factor(info)
	for i := range n {
		if index[i] < 0 {
			continue
		}
		out[i] = normal / scale * math.Sqrt(max(b.variance(info, index[i]), 0))
	}
	return out
}

// variance is that of a free player's logarithm, or of its distance from the mean.
func (b *bradley) variance(info [][]float64, k int) float64 {
	if b.pinned {
		return inverseAt(info, k)
	}
	n := len(info)
	x := make([]float64, n)
	for i := range x {
		x[i] = -1 / float64(n)
	}
	x[k]++
	y := append([]float64(nil), x...)
	solve(info, y)
	sum := 0.0
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// Superiority is the probability that A is the better of the two, given their games: that
// A's share of decided games is more than half, when all shares were equally likely before.
func (r Result) Superiority() float64 {
	wins, losses := math.Round(r.Wins), math.Round(r.Losses)
	n := wins + losses
	if n > 2000 {
		return 0.5 * math.Erfc((losses-wins)/math.Sqrt(2*n))
	}
	// P(Beta(wins+1, losses+1) > ½) is the chance of at most wins heads in n+1 throws.
	sum := 0.0
	all, _ := math.Lgamma(n + 2)
	for k := 0.0; k <= wins; k++ {
		a, _ := math.Lgamma(k + 1)
		b, _ := math.Lgamma(n + 2 - k)
		sum += math.Exp(all - a - b - (n+1)*math.Ln2)
	}
	return min(sum, 1)
}
