package rating

import (
	"errors"
	"math"
)

// Pairs counts pairs of games, the two of a pair from the same opening with the seats
// exchanged, by the points that one side made of both: 0, ½, 1, 1½ and 2. Pairs are
// independent of each other where their games are not, so that what they say about a
// difference can be worked out honestly ("pentanomial").
type Pairs [5]float64

// Add counts a pair by the results of its games, each 0, ½ or 1.
func (p *Pairs) Add(a, b float64) {
	p[min(max(int(math.Round(2*(a+b))), 0), 4)]++
}

// Count is the number of pairs.
func (p *Pairs) Count() float64 { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Share is the side's share of the points, 0…1; 0.5 without pairs.
func (p *Pairs) Share() float64 {
	n := p.Count()
	if n == 0 {
		return 0.5
	}
	sum := 0.0
	for i, c := range p {
		sum += c * float64(i) / 4
	}
	return sum / n
}

// around is the mean square distance of a pair's share of points from a share.
func (p *Pairs) around(share float64) float64 {
	sum := 0.0
	for i, c := range p {
		d := float64(i)/4 - share
		sum += c * d * d
	}
	return sum / p.Count()
}

// Interval is the 95 % interval of Share: Wilson's, for as many independent games as
// would have the variance that the pairs show. One pair of independent games is added
// to that variance, since a few equal pairs do not mean that there is none.
func (p *Pairs) Interval() (low, high float64) {
	n := p.Count()
	if n == 0 {
		return 0, 1
	}
	share := p.Share()
	single := share * (1 - share)
	variance := (n*p.around(share) + single/2) / (n + 1)
	games := 2 * n
	if variance > 0 {
		games = single / variance * n
	}
	return Wilson(share, games)
}

// Verdict is what a test has decided.
type Verdict int

// The verdicts of a test.
const (
	Open    Verdict = iota // go on
	Refused                // the difference is Low rather than High
	Passed                 // the difference is High rather than Low
)

// String is a word for the verdict.
func (v Verdict) String() string { return [...]string{"open", "refused", "passed"}[v] }

// SPRT is a sequential test of whether a side is better by High Elo rather than by Low:
// Wald's (1945), generalised to results whose distribution nobody knows (Van den Bergh,
// "A practical introduction to the GSPRT"; with pairs as the testing farms of chess
// programs do it). It asks as few pairs as a decision needs.
type SPRT struct {
	// Low and High are the differences to tell apart, in Elo.
	Low, High float64
	// Alpha and Beta are the probabilities of passing what is only Low, and of
	// refusing what is High; default 0.05 each.
	Alpha, Beta float64
}

// Validate reports values that make no sense.
func (t SPRT) Validate() error {
	switch {
	case !(t.Low < t.High) || math.Abs(t.Low) > 2000 || math.Abs(t.High) > 2000:
		return errors.New("sequential test: the lower difference must be below the higher one, both within 2000 Elo")
	case !(t.Alpha >= 0 && t.Alpha < 0.5 && t.Beta >= 0 && t.Beta < 0.5):
		return errors.New("sequential test: the probabilities of errors must be from 0 to 0.5")
	}
	return nil
}

// Bounds are the logarithms of likelihood ratios at which the test is over.
func (t SPRT) Bounds() (refuse, pass float64) {
	alpha, beta := t.Alpha, t.Beta
	if alpha <= 0 {
		alpha = 0.05
	}
	if beta <= 0 {
		beta = 0.05
	}
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// LLR is the logarithm of the likelihood of the pairs under High to that under Low. A
// pair's points are taken as normal, with the variance that is most likely under either:
// n/2·log(σ²(Low)/σ²(High)). That needs no pair of every kind, and a clean sheet of a few
// pairs does not decide.
func (t SPRT) LLR(p *Pairs) float64 {
	n := p.Count()
	if n == 0 {
		return 0
	}
	low, high := p.around(Share(t.Low)), p.around(Share(t.High))
	if low <= 0 || high <= 0 {
		return 0
	}
	return n / 2 * math.Log(low/high)
}

// Decide gives the verdict on the pairs so far.
func (t SPRT) Decide(p *Pairs) Verdict {
	refuse, pass := t.Bounds()
	switch l := t.LLR(p); {
	case l >= pass:
		return Passed
	case l <= refuse:
		return Refused
	}
	return Open
}
