package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread is the processor time of the calling thread; the caller must hold it
// with runtime.LockOSThread between two readings.
func Thread() time.Duration { return usage(unix.RUSAGE_THREAD) }
