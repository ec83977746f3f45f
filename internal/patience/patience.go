// Package patience is for tests of what needs some time to be good: on a busy machine the
// same takes longer, and a test that did not know would fail now and then. It is for tests
// only.
package patience

import (
	"testing"
	"time"
)

// Grace is how late anything may return that has a clock: less is no fault on a machine that
// others keep busy too, and what hangs takes longer.
const Grace = 10 * time.Second

// attempts are how often something is tried, each time with four times the clock.
const attempts = 4

// Try calls f with a clock, and with longer ones while f finds fault. The test fails with the
// last fault.
func Try(t *testing.T, clock time.Duration, f func(clock time.Duration) error) {
	t.Helper()
	for n := 1; ; n++ {
		err := f(clock)
		switch {
		case err == nil:
			return
		case n == attempts:
			t.Errorf("in %s: %v", clock, err)
			return
		}
		t.Logf("in %s: %v", clock, err)
		clock *= 4
	}
}

// OneThread skips a test under the race detector (go test -race -short), which makes fifteen times as much of its seconds and
// has nothing to find there: nothing runs at the same time as something else that does not in other tests of the package.
func OneThread(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds on one thread, which the race detector has nothing to say of")
	}
}
