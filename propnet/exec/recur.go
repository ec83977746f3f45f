package exec

import (
	"slices"

	"ludens/game"
	"ludens/propnet"
)

// Most descriptions end a match after so many steps, and so have fluents that count them. They make every
// position of a match another one; without them it shows that players go in circles.

const (
	clockSteps  = 1024    // that the clock is looked at for
	clockWork   = 8 << 20 // gates computed at most
	clockPeriod = 16      // the longest that comes round soon enough to tell whose turn it is
)

var _ game.Recurrer = (*machine)(nil)

// Recurrence implements game.Recurrer.
func (m *machine) Recurrence() uint64 {
	m.g.clock.once.Do(func() { m.g.clock.rest = rest(m.l.net, m.l.baseWords) })
	m.timeless = m.timeless[:0]
	for w, x := range m.g.clock.rest {
		m.timeless = append(m.timeless, m.val[w]&x)
	}
	return m.timeless.Hash()
}

// rest is a mask of the fluents that do not count steps.
func rest(n *propnet.Network, words int) []uint64 {
	mask := make([]uint64, words)
	for w := range mask {
		mask[w] = ^uint64(0)
	}
	for _, b := range counting(n) {
		mask[b>>6] &^= 1 << (b & 63)
	}
	return mask
}

// counting are the bases that change whatever is played, and not to and fro as a turn does.
func counting(n *propnet.Network) []int {
	c := clockwork{n: n, in: autonomous(n)}
	all := 0
	for _, in := range c.in {
		if in {
			all++
		}
	}
	if all == 0 {
		return nil
	}
	shown := c.run()
	var out []int
	for b, in := range c.in {
		if in && !periodic(shown, b) {
			out = append(out, b)
		}
	}
	return out
}

// autonomous tells of every base whether no move has a part in what it will be, now or later.
func autonomous(n *propnet.Network) []bool {
	in := make([]bool, len(n.Bases))
	for b := range in {
		in[b] = true
	}
	moving := n.Moving()
	for again := true; again; {
		again = false
		for b, x := range n.Bases {
			if in[b] && moving[x.Next.Gate()] {
				in[b] = false
				moving[n.BaseGate(b)], again = true, true
			}
		}
		if again {
			spread(n, moving)
		}
	}
	return in
}

// spread marks all gates that read a marked one.
func spread(n *propnet.Network, marked []bool) {
	for again := true; again; { // more than once only because of cycles
		again = false
		for g := range marked {
			if marked[g] || !slices.ContainsFunc(n.In(g), func(l propnet.Lit) bool { return marked[l.Gate()] }) {
				continue
			}
			marked[g] = true
			again = again || slices.ContainsFunc(n.In(g), func(l propnet.Lit) bool { return l.Gate() > g })
		}
	}
}

// clockwork computes bases that no move influences from step to step.
type clockwork struct {
	n     *propnet.Network
	in    []bool
	gates []int // that they read, inputs first
}

// run gives the positions of the clock, until they come round or it has been looked at for long
// enough: a bit for every base.
func (c *clockwork) run() [][]uint64 {
	n := c.n
	state := make([]int8, n.Gates()) // 0 unknown, 1 under way, 2 listed
	for b, x := range n.Bases {
		if c.in[b] && !c.list(x.Next.Gate(), state) {
			c.in[b] = false
		}
	}
	// What reads a base that was left out is left out, too.
	for again := true; again; {
		again = false
		out := make([]bool, n.Gates())
		for b := range n.Bases {
			out[n.BaseGate(b)] = !c.in[b]
		}
		spread(n, out)
		for b, x := range n.Bases {
			if c.in[b] && out[x.Next.Gate()] {
				c.in[b], again = false, true
			}
		}
	}
	on := make([]bool, n.Gates())
	for b, x := range n.Bases {
		on[n.BaseGate(b)] = x.Init && c.in[b]
	}
	holds := func(l propnet.Lit) bool { return on[l.Gate()] != l.Negated() }
	next := make([]bool, len(n.Bases))
	var shown [][]uint64
	for range min(clockSteps, clockWork/(len(c.gates)+1)) {
		now := make([]uint64, (len(n.Bases)+63)/64)
		for b := range n.Bases {
			if on[n.BaseGate(b)] {
				now[b>>6] |= 1 << (b & 63)
			}
		}
		shown = append(shown, now)
		for _, g := range c.gates {
			switch n.Kind(g) {
			case propnet.And:
				on[g] = !slices.ContainsFunc(n.In(g), func(l propnet.Lit) bool { return !holds(l) })
			case propnet.Or:
				on[g] = slices.ContainsFunc(n.In(g), holds)
			}
		}
		for b, x := range n.Bases {
			next[b] = c.in[b] && holds(x.Next)
		}
		for b, x := range next {
			on[n.BaseGate(b)] = x
		}
	}
	return shown
}

// list puts a gate behind those that it reads; false where it reads itself.
func (c *clockwork) list(g int, state []int8) bool {
	type visit struct{ gate, input int }
	stack := []visit{{gate: g}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		in := c.n.In(v.gate)
		switch {
		case state[v.gate] == 2:
			stack = stack[:len(stack)-1]
		case v.input == len(in):
			if k := c.n.Kind(v.gate); k == propnet.And || k == propnet.Or {
				c.gates = append(c.gates, v.gate)
			}
			state[v.gate] = 2
			stack = stack[:len(stack)-1]
		default:
			state[v.gate] = 1
			to := in[v.input].Gate()
			v.input++
			switch state[to] {
			case 1:
				return false // what is under way stays so: nobody else who reads it is listed
			case 0:
				stack = append(stack, visit{gate: to})
			}
		}
	}
	return true
}

// periodic reports whether a bit comes round within clockPeriod steps.
func periodic(shown [][]uint64, b int) bool {
	on := func(t int) bool { return shown[t][b>>6]>>(b&63)&1 != 0 }
	for p := 1; p <= clockPeriod && 2*p < len(shown); p++ {
		same := true
		for t := p; t < len(shown) && same; t++ {
			same = on(t) == on(t-p)
		}
		if same {
			return true
		}
	}
	return false
}
