package arch

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Weights are the parameters of a net, in the order of Net.Params.
type Weights [][]float32

// NewWeights draws the beginning of a net's training.
func (n *Net) NewWeights(rng *rand.Rand) Weights {
	w := make(Weights, len(n.Params))
	for i := range n.Params {
		p := &n.Params[i]
		w[i] = make([]float32, p.Size())
		for k := range w[i] {
			switch p.Init {
			case Ones:
				w[i][k] = 1
			case Kaiming:
				w[i][k] = float32(rng.NormFloat64() * math.Sqrt(2/float64(p.Fan)))
			case Small:
				w[i][k] = float32(rng.NormFloat64() * 0.01)
			}
		}
	}
	return w
}

// Clone copies everything.
func (w Weights) Clone() Weights {
	out := make(Weights, len(w))
	for i := range w {
		out[i] = append([]float32(nil), w[i]...)
	}
	return out
}

// Check reports weights that do not fit a net, are not numbers, or are variances
// below zero.
func (n *Net) Check(w Weights) error {
	if len(w) != len(n.Params) {
		return fmt.Errorf("net: %d parameters, want %d", len(w), len(n.Params))
	}
	for i := range w {
		if len(w[i]) != n.Params[i].Size() {
			return fmt.Errorf("net: parameter %s has %d values, want %d", n.Params[i].Name, len(w[i]), n.Params[i].Size())
		}
		for _, x := range w[i] {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("net: parameter %s is not finite", n.Params[i].Name)
			}
			if x < 0 && n.Params[i].variance() {
				return fmt.Errorf("net: parameter %s is below zero", n.Params[i].Name)
			}
		}
	}
	return nil
}

// Links are the directed links of a graph in compressed rows: node i hears from
// To[From[i]:From[i+1]]. Graph nets are bound to one when they are run; it is no part
// of the Spec, because the same weights play on any graph.
type Links struct {
	From []int32 // nodes + 1
	To   []int32
}

// Nodes is the number of nodes.
func (l *Links) Nodes() int { return len(l.From) - 1 }

// Check reports links that are not a graph of this many nodes.
func (l *Links) Check(nodes int) error {
	if l == nil || len(l.From) != nodes+1 {
		return fmt.Errorf("links: not of a graph with %d nodes", nodes)
	}
	if l.From[0] != 0 || int(l.From[nodes]) != len(l.To) {
		return errors.New("links: the rows do not cover the list")
	}
	for i := range nodes {
		if l.From[i+1] < l.From[i] {
			return fmt.Errorf("links: row %d ends before it begins", i)
		}
	}
	for _, j := range l.To {
		if j < 0 || int(j) >= nodes {
			return fmt.Errorf("links: no node %d", j)
		}
	}
	return nil
}

// NewLinks makes the graph of a board: one node per site, linked both ways with
// its neighbours, and a dummy node, the last, linked both ways with all (Ben-Assayag
// and El-Yaniv 2021, section 3.2).
func NewLinks(adjacent [][]int32) (*Links, error) {
	n := len(adjacent)
	l := &Links{From: make([]int32, 1, n+2)}
	for i, list := range adjacent {
		for _, j := range list {
			if j < 0 || int(j) >= n || int(j) == i {
				return nil, errors.New("links: a site is beside itself, or beside none of the board")
			}
			l.To = append(l.To, j)
		}
		l.To = append(l.To, int32(n))
		l.From = append(l.From, int32(len(l.To)))
	}
	for i := range n {
		l.To = append(l.To, int32(i))
	}
	l.From = append(l.From, int32(len(l.To)))
	return l, nil
}
