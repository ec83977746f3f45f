// Package kernel holds the arithmetic of nets: matrix products, convolutions, the
// residual tower forwards (folded, for inference; and with batch statistics, for
// training) and backwards, in C through cgo, for the levels of processors
// that a program may meet. Everything else of nets is Go.
//
// A level is chosen once at start (Best), or by the environment's LUDENS_KERNEL
// (portable, avx2, avx512, bf16, amx; Note says why it was not followed), and may be named
// per call, so that tests hold every level against portable C. The C of all levels is the
// same text (body.h), compiled for vectors of another length: tile.h is where the time
// goes, conv.h and tower.h are inference, train.h and gradient.h training, gemm.h products
// of matrices, elem.h the rest. Level AMX has convolutions of its own: amx_impl.h for
// inference, tiles.h for training.
//
// Activations are kept by blocks of sixteen channels on boards with a border of zeros
// (kernel.h), so that a tile of neighbouring cells reads at constant distances and
// nothing is gathered: one sample is as fast as many.
//
// The promise: no memory that outlives a call but in the types here, no goroutine that
// does (Trainer's workers end with the call), no global state but the level; calls from
// any number of goroutines at once, but for Trainer and Scratch; the same input gives
// the same output on the same level, to the bit, whatever the batch it is in. Slices
// are checked before C sees them: a wrong length is a panic, for it is the caller's
// mistake. Neighbours: nets/train (gorgonia's operations), nets/infer (the engine).
package kernel
