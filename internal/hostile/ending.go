package hostile

import "context"

// Ending is a context that is done after so many looks at it, for tests of how often those
// look who work for long. One goroutine may look.
type Ending struct {
	context.Context
	Last  int // the look after which it is done
	Looks int // so far
}

// Err implements context.Context.
func (e *Ending) Err() error {
	if e.Looks++; e.Looks > e.Last {
		return context.Canceled
	}
	return nil
}
