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
// only once. Long texts are opened one after the other, so that what hostile
// messages can cost does not grow with their number. It keeps nothing after the
// openings.
type Reader struct {
	one chan struct{} // held while a long text is being opened

	mu    sync.Mutex
	texts map[string]*reading // that are being opened
}

// longText is the length from which on one text is opened at a time. The largest
// real descriptions are about as long.
const longText = 1 << 20

// reading is a text that is being read or has been.
type reading struct {
	users int           // openings of it; guarded by Reader.mu
	holds bool          // Reader.one, until nobody uses it; final with the rest
	done  chan struct{} // the rest is final
	rules rules
	err   error
}

// rules are a description as engines want it.
type rules struct {
	program *gdl.Program
	hash    string
}

// own gives rules with a table of terms that may grow.
func (r rules) own() rules {
	p := *r.program
	p.Terms = p.Terms.Clone()
	return rules{&p, r.hash}
}

func readRules(text string) (rules, error) {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return rules{}, err
	}
	hash := hashOf(d)
	p, err := gdl.Compile(d)
	return rules{p, hash}, err
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

// read reads a description and brings it into normal form; release tells that the
// opening has ended. The reader may be nil.
func (r *Reader) read(ctx context.Context, text string) (got rules, release func(), err error) {
	if r == nil {
		got, err := readRules(text)
		return got, func() {}, err
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
			return t.rules.own(), release, nil
		}
		release()
		switch {
		case ctx.Err() != nil:
			return rules{}, nil, ctx.Err()
		case err != errGivenUp:
			return rules{}, nil, err
		}
	}
}

// errGivenUp is for those who waited for somebody else's reading.
var errGivenUp = errors.New("reading the description was given up")

// work reads a text when it is its turn.
func (r *Reader) work(ctx context.Context, text string, t *reading) {
	t.err = errGivenUp // also if reading panics
	defer func() {
		defer close(t.done)
		if t.err == errGivenUp {
			r.forget(text, t)
			if t.holds {
				t.holds = false
				<-r.one
			}
		}
	}()
	if len(text) >= longText {
		select {
		case r.one <- struct{}{}:
			t.holds = true
		case <-ctx.Done():
			return
		}
		runtime.GC() // what the text before has left behind
	}
	t.rules, t.err = readRules(text)
}

// forget has the next who wants a text read it again.
func (r *Reader) forget(text string, t *reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.texts[text] == t {
		delete(r.texts, text)
	}
}

// release ends one use of a text.
func (r *Reader) release(text string, t *reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.users--; t.users > 0 {
		return
	}
	if r.texts[text] == t {
		delete(r.texts, text)
	}
	select {
	case <-t.done:
		if t.holds {
			t.holds = false
			<-r.one
		}
	default:
	}
}
