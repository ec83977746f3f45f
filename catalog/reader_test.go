package catalog

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
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
			d, release, err := r.read(t.Context(), e.Text)
			if err != nil || d != first {
				t.Errorf("%v, not the description read before", err)
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

// Who gives up does so at once, and takes nobody along.
func TestReaderGivesUp(t *testing.T) {
	r := NewReader()
	r.one <- struct{}{} // another text is being read
	text := "(role a)"
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
			d, release, err := r.read(t.Context(), text)
			if err != nil || len(d.Rules) != 1 {
				t.Errorf("%v", err)
				return
			}
			release()
		})
	}
	<-soon.Done()
	time.Sleep(20 * time.Millisecond)
	<-r.one
	wg.Wait()
	if len(r.texts) != 0 || len(r.one) != 0 {
		t.Errorf("%d texts kept, %d being read", len(r.texts), len(r.one))
	}
	if _, _, err := r.read(t.Context(), strings.Repeat("(", 10)); err == nil {
		t.Error("lists without an end can be read")
	}
}
