package infer

import "ludens/nets/arch"

// gain is the batch at which a net has most of what batches give it in a search, by
// kind. A convolution, and a node of a graph, read their weights once per
// board: with the vector levels, one position costs what it costs in a batch
// ("player bench nets"); so do tiles, which go over one board after the other. A fully
// connected layer reads all its weights for one position, and hardly more for eight;
// but it is so quick that in a search few ever wait for it at the same time.
func gain(s *arch.Spec) int {
	if s.Kind == arch.MLP {
		return 2
	}
	return 1
}

// defaultWidth is how many calls keep the lanes busy. With batches of one, every
// caller computes for itself. Else, while every lane computes a batch, the next is
// filled for it.
func defaultWidth(run Runner, o Options) int {
	g := min(gain(&run.Net().Spec), o.MaxBatch)
	if g == 1 {
		return o.Threads
	}
	return 2 * g * o.Threads
}
