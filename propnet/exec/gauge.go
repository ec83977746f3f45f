package exec

import (
	"strconv"

	"ludens/game"
	"ludens/propnet"
)

var _ game.Gauger = (*Game)(nil)

// Gauge reads the condition of a player's highest goal value as a formula over fluents, with negations at the
// fluents only: of a conjunction it takes the mean over all that must hold, of a disjunction the best. So more
// is told than that a goal is missed (fuzzy goals; Schiffel and Thielscher, "Fluxplayer: a successful general game
// player", 2007; conjunctions of many parts would be next to 0 with their product, and are told apart by the mean). Conditions that
// recursive rules decide have none.
func (g *Game) Gauge(player int) func(s game.State) float64 {
	if player < 0 || player >= g.facts.Players {
		return nil
	}
	best, most := propnet.False, -1
	for _, v := range g.l.net.Goals[g.l.seats[player].role] {
		if n, err := strconv.Atoi(v.Text); err == nil && n > most && v.Lit != propnet.False {
			best, most = v.Lit, n
		}
	}
	if best.Constant() {
		return nil
	}
	c := &gauge{net: g.l.net, at: map[propnet.Lit]int32{}}
	top := c.node(best)
	if c.none {
		return nil
	}
	value := make([]float64, len(c.nodes))
	return func(s game.State) float64 {
		if len(s) != g.l.baseWords {
			return 0
		}
		c.measure(s, value)
		return value[top]
	}
}

// gauge is such a formula: nodes come behind those that they read.
type gauge struct {
	net   *propnet.Network
	at    map[propnet.Lit]int32
	nodes []gaugeNode
	in    []int32
	depth int
	none  bool // it reads itself, through recursive rules, or is too large
}

// gaugeNode is a fluent, or a conjunction or disjunction of nodes.
type gaugeNode struct {
	fluent     int32 // -1: it has inputs
	not        bool  // the fluent must be false
	any        bool  // a disjunction
	from, to   int32
	weight     float64 // how many things must hold, conjunctions in conjunctions added up
	unweighted float64 // 1 / the weights of the inputs
}

const (
	underWay     = -1
	mostGauge    = 100_000 // depth of recursion
	mostReads    = 1 << 18 // inputs of all nodes; more would take a millisecond a position
	mostWeighing = 1e6
)

// node is the node of a literal.
func (c *gauge) node(l propnet.Lit) int32 {
	if i, ok := c.at[l]; ok {
		c.none = c.none || i == underWay
		return max(i, 0)
	}
	c.at[l] = underWay
	if c.depth++; c.depth > mostGauge {
		c.none = true
	}
	n := gaugeNode{fluent: -1, weight: 1}
	gate := l.Gate()
	switch kind := c.net.Kind(gate); {
	case c.none || kind == propnet.Does || kind == propnet.Const && !l.Negated():
		n.any = true // nothing
	case kind == propnet.Const: // true: a conjunction of nothing
	case kind == propnet.Base:
		n.fluent, n.not = int32(gate-c.net.BaseGate(0)), l.Negated()
	default:
		n.any = (kind == propnet.Or) != l.Negated()
		inputs := make([]int32, 0, len(c.net.In(gate)))
		for _, in := range c.net.In(gate) {
			if l.Negated() {
				in = in.Not()
			}
			inputs = append(inputs, c.node(in))
		}
		n.from = int32(len(c.in))
		c.in = append(c.in, inputs...)
		n.to = int32(len(c.in))
		c.none = c.none || len(c.in) > mostReads
		if !n.any {
			n.weight = 0
			for _, i := range inputs {
				n.weight += c.nodes[i].weight
			}
			n.unweighted = 1 / max(n.weight, 1)
			n.weight = min(max(n.weight, 1), mostWeighing)
		}
	}
	c.depth--
	c.nodes = append(c.nodes, n)
	c.at[l] = int32(len(c.nodes) - 1)
	return c.at[l]
}

// measure writes what every node comes to.
func (c *gauge) measure(s game.State, value []float64) {
	for i := range c.nodes {
		n := &c.nodes[i]
		v := float64(0)
		switch {
		case n.fluent >= 0:
			if (s[n.fluent>>6]>>(n.fluent&63)&1 != 0) != n.not {
				v = 1
			}
		case n.any:
			for _, j := range c.in[n.from:n.to] {
				v = max(v, value[j])
			}
		case n.from == n.to:
			v = 1
		default:
			for _, j := range c.in[n.from:n.to] {
				v += c.nodes[j].weight * value[j]
			}
			v = min(v*n.unweighted, 1)
		}
		value[i] = v
	}
}
