package propnet

import "context"

// Watched has the functions that read a network, and those that make others of it,
// end soon after a context is done: with a panic that Stopped catches. They are many,
// and none of them has another way to fail.
func (n *Network) Watched(ctx context.Context) *Network {
	n.watch = &watch{ctx}
	return n
}

// Unwatched ends that.
func (n *Network) Unwatched() *Network {
	n.watch = nil
	return n
}

// Stopped is to be deferred by whoever watches a context: it turns the panic into the
// context's error.
func Stopped(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.err
	default:
		panic(r)
	}
}

// stopped is what is panicked with.
type stopped struct{ err error }

// watch looks at a context.
type watch struct{ ctx context.Context }

func (w *watch) look() {
	if err := w.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// lookEvery is a mask: at every so many gates the context is looked at.
const lookEvery = 1<<12 - 1
