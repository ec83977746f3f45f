// Package kernel holds the arithmetic of nets: matrix products, convolutions, the
// residual tower forwards (folded, for inference; and with batch statistics, for
// training) and backwards, in C through cgo, for the levels of processors
// that a program may meet. Everything else of nets is Go.
//
// A level is chosen once at start (Best), or by the environment's LUDENS_KERNEL
// (portable, avx2, avx512, amx), and may be named per call, so that tests
// hold every level against portable C.
//
// The promise: no allocation that outlives a call but in the types here, no
// goroutine, no global state but the level; calls from any number of goroutines at
// once; the same input gives the same output on the same level, whatever the batch
// it is in. Neighbours: nets/train (gorgonia's operations), nets/infer (the engine).
package kernel
