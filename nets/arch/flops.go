package arch

// neighbours is how many a node of a graph is taken to have, its dummy included:
// the links are no part of a Spec.
const neighbours = 7

// FLOPs estimates the floating point operations of one evaluation, a multiplication
// and an addition being two. A step of training costs about three times as many per
// sample. Additions, norms and activations beside the products are left out.
func (s *Spec) FLOPs() float64 {
	n := s.Layers()
	sum := 0.0
	for i := range n.Layers {
		l := &n.Layers[i]
		if len(l.In) == 0 {
			continue
		}
		in := n.Layers[l.In[0]].Out
		switch l.Op {
		case OpTower:
			t := l.Tower
			for c := range t.Depth() {
				sum += product(t.Inputs(c)*t.Kernel*t.Kernel, t.Width, in.Cells())
			}
		case OpConv:
			sum += product(in.Channels*l.Kernel*l.Kernel, l.Out.Channels, in.Cells())
		case OpDense:
			sum += product(in.Size(), l.Out.Channels, 1)
		case OpNodes:
			sum += product(in.Channels, l.Out.Channels, in.Cells())
		case OpAggregate:
			sum += float64(neighbours * in.Size())
		}
	}
	return sum
}

// product is the cost of multiplying an out×in matrix with so many columns.
func product(in, out, columns int) float64 {
	return 2 * float64(in) * float64(out) * float64(columns)
}
