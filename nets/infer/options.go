package infer

import (
	"errors"
	"runtime"
)

// Options of an evaluator. The zero value works.
type Options struct {
	// Threads is the number of batches that are computed at the same time; 0 means
	// as many as the process has processors.
	Threads int
	// MaxBatch is the number of positions in the largest batch; default
	// DefaultBatch. A batch larger than its part of what is being asked is never made.
	MaxBatch int
	// Width overrides what Evaluator.Width answers; 0 leaves it to the net and the
	// kernels.
	Width int
	// CacheBytes bounds the memory of the cache of results; default DefaultCache,
	// less than 0 for no cache. It must be off where the same State may look
	// different to the encoder, which the contract of game forbids.
	CacheBytes int64
}

// Defaults of Options.
const (
	DefaultBatch = 32
	DefaultCache = 32 << 20

	mostThreads = 1024
	mostBatch   = 4096
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Threads < 0 || o.Threads > mostThreads:
		return errors.New("infer: threads must be from 0 to 1024")
	case o.MaxBatch < 0 || o.MaxBatch > mostBatch:
		return errors.New("infer: the largest batch must be from 0 to 4096")
	case o.Width < 0:
		return errors.New("infer: the width must not be negative")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Threads < 1 {
		o.Threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	if o.MaxBatch < 1 {
		o.MaxBatch = DefaultBatch
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCache
	}
	return o
}
