package cputime

import (
	"runtime"
	"testing"
)

// TestGrows: work is counted by both clocks, and no thread uses more than all do.
func TestGrows(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p, th := Process(), Thread()
	x := uint64(1)
	for Thread()-th < 2e6 { // 2 ms
		for range 10000 {
			x = x*6364136223846793005 + 1
		}
	}
	if d := Process() - p; d < 1e6 {
		t.Errorf("the thread worked 2 ms, the process only %v (%d)", d, x&1)
	}
}
