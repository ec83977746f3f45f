package catalog

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"

	"ludens/game"
	"ludens/gdl"
)

// Reader opens descriptions that come from strangers. While several openings of
// one text are under way (by a quick engine, and by a fast one), the text is read
// only once. Long texts, and those with long normal forms, are opened one after the
// other, so that what hostile messages can cost does not grow with their number.
// It keeps nothing after the openings.
type Reader struct {
	one     chan struct{} // held while a long description is being opened
	garbage int           // GOGC before it was; belongs to who holds one

	mu    sync.Mutex
	texts map[string]*reading // that are being opened
}

// From this length on, or from so many names and variables of rules in normal
// form, one text is opened at a time. The largest real descriptions are about as
// long.
const (
	longText    = 1 << 20
	longProgram = 200_000
)

// thriftyGC is the percentage of garbage (GOGC) allowed while a long description is
// being opened: a text that is nothing but large costs little more than it must.
const thriftyGC = 30

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

// readRules reads a description; it asks before it makes a program of so many
// names and variables.
func readRules(ctx context.Context, text string, long func(symbols int) error) (rules, error) {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return rules{}, err
	}
	if err := ctx.Err(); err != nil {
		return rules{}, err
	}
	hash, symbols := hashOf(d), 0
	for i := range d.Rules {
		_, n := gdl.Multiplied(&d.Rules[i])
		symbols = min(symbols+n, gdl.MaxSymbols)
	}
	if err := long(symbols); err != nil {
		return rules{}, err
	}
	p, err := gdl.CompileContext(ctx, d)
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
		got, err := readRules(ctx, text, func(int) error { return nil })
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
			r.pass(t)
		}
	}()
	turn := func() error {
		if t.holds {
			return nil
		}
		select {
		case r.one <- struct{}{}:
		case <-ctx.Done():
			return errGivenUp
		}
		t.holds = true
		r.garbage = debug.SetGCPercent(thriftyGC)
		runtime.GC() // what the text before has left behind
		return nil
	}
	if len(text) >= longText && turn() != nil {
		return
	}
	t.rules, t.err = readRules(ctx, text, func(symbols int) error {
		if symbols < longProgram {
			return nil
		}
		return turn()
	})
	if t.err != nil && ctx.Err() != nil {
		t.err = errGivenUp // by this one; whoever else waits for it begins anew
	}
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
		r.pass(t)
	default:
	}
}

// pass lets the next long description be opened.
func (r *Reader) pass(t *reading) {
	if t.holds {
		t.holds = false
		debug.SetGCPercent(r.garbage)
		<-r.one
	}
}
