// Package train teaches nets: a Learner turns an arch.Net into a gorgonia graph,
// runs it forwards and backwards on mini-batches, and steps the weights.
//
// gorgonia (v0.9.18) gives the graph, the symbolic differentiation, the tape machine
// and the shape of a solver; every operation with arithmetic in it is ours and plugged
// in through gorgonia's public interfaces (Op and SDOp: op.go), because its own are
// slow, waste memory, or are wrong in ways that nobody sees: ml-stack.md section 1
// lists them, and trap_test.go holds a test for each. An operation here is a layer:
// plain arithmetic on flat slices, forwards and backwards, that knows nothing of
// gorgonia and is held against finite differences without it.
//
// The promise: the same weights, options and batches give the same weights again, bit
// by bit, on the same kernel level and with the same number of workers; State and the
// weights are all that it takes to go on; a step whose gradient is not finite changes
// nothing and is an error. It never reads a clock or a disk, never logs, and never
// draws at random: who fills the batches decides the order of samples.
//
// Neighbours: nets/arch says what a net is, nets/kernel does the heavy arithmetic,
// nets/infer plays with the weights, tune fills the batches.
package train
