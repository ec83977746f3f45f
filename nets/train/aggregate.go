package train

import "ludens/nets/arch"

// aggregate is arch.OpAggregate: y = (1+ε)·x + A·x on every channel of every sample, A
// being the links in compressed rows. Inputs: x (n, channels, nodes), ε (1).
type aggregate[T float] struct {
	workers           int
	n, channels       int
	links, transposed *arch.Links
	sums              []T // per sample: the gradient of ε
}

func newAggregate[T float](workers, n, channels int, l *arch.Links) *aggregate[T] {
	return &aggregate[T]{workers: workers, n: n, channels: channels, links: l, transposed: transpose(l), sums: make([]T, n)}
}

// transpose turns every link around.
func transpose(l *arch.Links) *arch.Links {
	n := l.Nodes()
	t := &arch.Links{From: make([]int32, n+1), To: make([]int32, len(l.To))}
	for _, j := range l.To {
		t.From[j+1]++
	}
	for i := range n {
		t.From[i+1] += t.From[i]
	}
	next := append([]int32(nil), t.From...)
	for i := range n {
		for _, j := range l.To[l.From[i]:l.From[i+1]] {
			t.To[next[j]] = int32(i)
			next[j]++
		}
	}
	return t
}

// gather adds up along links, per row of nodes, and self times the node itself, for
// rows from…to.
func gather[T float](l *arch.Links, self T, x, y []T, from, to int) {
	nodes := l.Nodes()
	row := func(x []T, r int) []T { return x[r*nodes:][:nodes] }
	r := from
	for ; r+4 <= to; r += 4 { // the links are read once for four rows
		x0, x1, x2, x3 := row(x, r), row(x, r+1), row(x, r+2), row(x, r+3)
		y0, y1, y2, y3 := row(y, r), row(y, r+1), row(y, r+2), row(y, r+3)
		at := l.From[0]
		for i := range y0 {
			end := l.From[i+1]
			s0, s1, s2, s3 := self*x0[i], self*x1[i], self*x2[i], self*x3[i]
			for _, j := range l.To[at:end] {
				s0 += x0[j]
				s1 += x1[j]
				s2 += x2[j]
				s3 += x3[j]
			}
			y0[i], y1[i], y2[i], y3[i], at = s0, s1, s2, s3, end
		}
	}
	for ; r < to; r++ {
		x0, y0 := row(x, r), row(y, r)
		at := l.From[0]
		for i := range y0 {
			end := l.From[i+1]
			s := self * x0[i]
			for _, j := range l.To[at:end] {
				s += x0[j]
			}
			y0[i], at = s, end
		}
	}
}

func (a *aggregate[T]) forward(in [][]T, out []T) {
	x, self := in[0], 1+in[1][0]
	split(a.workers, a.n*a.channels, func(_, from, to int) { gather(a.links, self, x, out, from, to) })
}

func (a *aggregate[T]) backward(in [][]T, _, dOut []T, dIn [][]T) {
	x, self, nodes := in[0], 1+in[1][0], a.links.Nodes()
	if dx := dIn[0]; dx != nil {
		split(a.workers, a.n*a.channels, func(_, from, to int) { gather(a.transposed, self, dOut, dx, from, to) })
	}
	if dIn[1] == nil {
		return
	}
	size := a.channels * nodes
	split(a.workers, a.n, func(_, from, to int) {
		for n := from; n < to; n++ {
			s := T(0)
			g := dOut[n*size : (n+1)*size]
			for i, v := range x[n*size : (n+1)*size] {
				s += v * g[i]
			}
			a.sums[n] = s
		}
	})
	dIn[1][0] = 0
	for _, s := range a.sums {
		dIn[1][0] += s
	}
}
