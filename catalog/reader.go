package catalog

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"ludens/game"
	"ludens/gdl"
)

// Reader opens descriptions that come from strangers. While several openings of
// one text are under way (by a quick engine, and by a fast one), the text is read
// only once, and no two texts are read at the same time: what hostile messages can
// cost does not grow with their number. It keeps nothing after the openings.
type Reader struct {
	one chan struct{} // held while a text is read

	mu    sync.Mutex
	texts map[string]*reading // that are being opened
}

// reading is a text that is being read or has been.
type reading struct {
	users int           // openings of it; guarded by Reader.mu
	done  chan struct{} // d and err are final
	d     *gdl.Description
	err   error
}

// NewReader returns a Reader.
func NewReader() *Reader {
	return &Reader{one: make(chan struct{}, 1), texts: map[string]*reading{}}
}

// OpenText is the function OpenText.
func (r *Reader) OpenText(ctx context.Context, name, text string, opt Options) (game.Game, error) {
	opt.reader = r
	return OpenText(ctx, name, text, opt)
}

// bigText is the length from which on a text is worth a collection of what others
// have left behind. The largest real descriptions are about as long.
const bigText = 1 << 20

// read reads a description; release tells that it is needed no more.
func (r *Reader) read(ctx context.Context, text string) (d *gdl.Description, release func(), err error) {
	if r == nil {
		d, findings := gdl.Read(text)
		return d, func() {}, findings.Err()
	}
	for {
		r.mu.Lock()
		t := r.texts[text]
		first := t == nil
		if first {
			t = &reading{done: make(chan struct{})}
			r.texts[text] = t
		}
		t.users++
		r.mu.Unlock()
		release = func() { r.release(text, t) }
		if first {
			r.work(ctx, text, t)
		}
		select {
		case <-t.done:
			err = t.err
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err == nil {
			return t.d, release, nil
		}
		release()
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != errGivenUp:
			return nil, nil, err
		}
	}
}

// errGivenUp is for those who waited for somebody else's reading.
var errGivenUp = errors.New("reading the description was given up")

// work reads a text when it is its turn.
func (r *Reader) work(ctx context.Context, text string, t *reading) {
	t.err = errGivenUp // also if reading panics
	defer close(t.done)
	select {
	case r.one <- struct{}{}:
	case <-ctx.Done():
		r.forget(text, t)
		return
	}
	defer func() { <-r.one }()
	if len(text) >= bigText {
		runtime.GC()
	}
	defer func() {
		if t.err == errGivenUp {
			r.forget(text, t)
		}
	}()
	d, findings := gdl.Read(text)
	t.d, t.err = d, findings.Err()
}

// forget has the next who wants a text read it again.
func (r *Reader) forget(text string, t *reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.texts[text] == t {
		delete(r.texts, text)
	}
}

func (r *Reader) release(text string, t *reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.users--; t.users == 0 && r.texts[text] == t {
		delete(r.texts, text)
	}
}
