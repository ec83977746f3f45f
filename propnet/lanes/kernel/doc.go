// Package kernel runs tapes over rows of lanes: the arithmetic of the batched network
// machine. A row is one bit of 512 games at once, a game in every bit.
//
// A tape is a list of numbers: runs of gates of one shape, loops around gates that read
// each other, and nothing else. Gates of one shape stand together, so that the
// interpreter decides once per run what to do, and the processor's branch predictor has
// next to nothing to guess. The functions here know rows and bits only: what they mean
// is known to package lanes.
//
// There is a plain Go text of every function, and C for AVX2 and AVX-512 where the
// program was built with cgo; the caller names the level, Best that of this machine.
//
// The promise: every level gives the same bits, random numbers included; no memory
// outlives a call but what the caller brings; no goroutine, no clock; nothing is read or
// written outside the rows that a tape names, provided that the tape was made by the
// functions here (Tape) and the file is as long as they say. Neighbour: propnet/lanes.
package kernel
