package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestWaiting(t *testing.T) {
	for took, want := range map[time.Duration]string{time.Second: "", 3 * time.Second: "prog: building\n"} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			done := waiting(&out, "prog: building")
			time.Sleep(took)
			done()
			done()
			time.Sleep(time.Minute)
			if out.String() != want {
				t.Errorf("after %v: %q, want %q", took, out.String(), want)
			}
		})
	}
	var out bytes.Buffer
	env := &Env{Stderr: &out}
	defer env.Waiting("somebody who does not watch")()
}
