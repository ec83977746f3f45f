// Package xla is one more reader of nets/arch: it turns a net into a GoMLX graph, for
// graphics cards through PJRT plugins (OpenXLA's way of loading a compiler and a driver
// at run time), and for GoMLX's back end in pure Go, which tests and the check list run it on.
//
// The same layers, losses and optimiser as nets/train, written once more in operations
// that are differentiated and compiled for a device; weights and learners' states go
// from one to the other as they are. Everything stays on the device between steps.
//
// The promise: nothing is ever downloaded, a plugin is loaded by its path alone. What it
// never does is to be safe: a plugin is foreign code that may crash, hang or print. So
// programs run this package in a helper process, which nets/device starts, watches and
// kills; they never call it themselves. It draws nothing at random and reads no clock.
//
// Neighbours: nets/arch says what a net is, nets/train what a learner does, nets/device
// is who uses it.
package xla
