package catalog

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ludens/games"
)

// Openings at the same time get the same description, and nothing is kept.
func TestReader(t *testing.T) {
	r := NewReader()
	e := games.List()[0]
	first, release, err := r.read(t.Context(), e.Text)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, release, err := r.read(t.Context(), e.Text)
			if err != nil || &got.program.Clauses[0] != &first.program.Clauses[0] || got.program.Terms == first.program.Terms {
				t.Errorf("%v, not the rules read before with terms of their own", err)
				return
			}
			release()
		})
	}
	wg.Wait()
	release()
	for _, engine := range []string{Reasoner, Network} {
		wg.Go(func() {
			if _, err := r.OpenText(t.Context(), e.Name, e.Text, Options{Engine: engine}); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			if _, err := r.OpenText(t.Context(), "", "(", Options{Engine: engine}); err == nil {
				t.Error("half a list is a game")
			}
		})
	}
	wg.Wait()
	if len(r.texts) != 0 || len(r.one) != 0 {
		t.Errorf("%d texts kept, %d being read", len(r.texts), len(r.one))
	}
}

// One long text is opened at a time, by all who want to.
func TestReaderOneAtATime(t *testing.T) {
	r := NewReader()
	blanks := strings.Repeat(" ", longText)
	_, a, err := r.read(t.Context(), "(role a)"+blanks)
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := r.read(t.Context(), "(role a)"+blanks)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	a()
	if _, _, err := r.read(soon, "(role b)"+blanks); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another long text: %v", err)
	}
	if _, c, err := r.read(t.Context(), "(role b)"); err != nil {
		t.Errorf("a short text: %v", err)
	} else {
		c()
	}
	b()
	if _, _, err := r.read(t.Context(), "(role b"+blanks); err == nil || len(r.one) != 0 || len(r.texts) != 0 {
		t.Errorf("a text with an error, after the others: %v; %d texts kept", err, len(r.texts))
	}
}

// A short text may be long in normal form.
func TestReaderLongProgram(t *testing.T) {
	r := NewReader()
	text := "(role a)(<= p" + strings.Repeat(" (or (a 1 2 3 4 5) (b 1 2 3 4 5))", 12) + ")"
	_, release, err := r.read(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := r.read(soon, text+"(role b)"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another one: %v", err)
	}
	release()
	if len(r.one) != 0 || len(r.texts) != 0 {
		t.Errorf("%d texts kept", len(r.texts))
	}
}

// Who gives up does so at once, and takes nobody along.
func TestReaderGivesUp(t *testing.T) { synctest.Test(t, testReaderGivesUp) }

func testReaderGivesUp(t *testing.T) {
	r := NewReader()
	r.one <- struct{}{} // another text is being opened
	text := "(role a)" + strings.Repeat(" ", longText)
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, _, err := r.read(soon, text); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("given up: %v", err)
		}
	})
	for range 4 {
		wg.Go(func() {
			got, release, err := r.read(t.Context(), text)
			if err != nil || len(got.program.Roles) != 1 {
				t.Errorf("%v", err)
				return
			}
			release()
		})
	}
	<-soon.Done()
	synctest.Wait() // one has given up, and the others wait
	<-r.one
	wg.Wait()
	if len(r.texts) != 0 || len(r.one) != 0 {
		t.Errorf("%d texts kept, %d being read", len(r.texts), len(r.one))
	}
	if _, _, err := r.read(t.Context(), strings.Repeat("(", 10)); err == nil {
		t.Error("lists without an end can be read")
	}
}
