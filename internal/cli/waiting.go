package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long a command may be silent before it says what it waits for.
const patience = 2 * time.Second

// Waiting has somebody at a terminal told what the command waits for, once that
// takes more than two seconds. The result ends the wait; nothing is told after it.
func (env *Env) Waiting(what string) (done func()) {
	if env.Quiet || !Terminal(env.Stderr) {
		return func() {}
	}
	return waiting(env.Stderr, env.Program+": "+what)
}

func waiting(w io.Writer, line string) (done func()) {
	var mu sync.Mutex
	over := false
	timer := time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			fmt.Fprintln(w, line)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		over = true
	}
}
