//go:build !linux

package cputime

import "time"

// Thread is the processor time of the whole process, where the system does not
// tell that of one thread.
func Thread() time.Duration { return Process() }
