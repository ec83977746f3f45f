package catalog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
)

// rest is a game without an end, to which rules that grow something are added.
const rest = `(role a) (role b) (<= (legal ?r noop) (role ?r)) (<= (goal ?r 50) (role ?r))
	(init (n z)) (<= terminal (true (n done)))`

// doubling makes a term that shares its parts: n steps long, 2ⁿ names written out.
const doubling = rest + `(<= (next (n (f ?x ?x))) (true (n ?x)))`

// A term that doubles with each step meets a bound, and no step takes long.
func TestTermsThatDouble(t *testing.T) {
	if _, err := catalog.OpenText(context.Background(), "", doubling, catalog.Options{Engine: catalog.Network}); !errors.Is(err, game.ErrBudget) {
		t.Errorf("as a network: error %v, want a budget exceeded", err)
	}
	g, err := catalog.OpenText(context.Background(), "", doubling, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	joint := make([]game.Move, 2)
	steps := 0
	for ; steps < 100 && m.Err() == nil; steps++ {
		for seat := range joint {
			joint[seat] = m.Legal(seat, nil)[0]
		}
		m.Step(joint)
	}
	if !errors.Is(m.Err(), game.ErrBudget) {
		t.Errorf("after %d steps: error %v, want a budget exceeded", steps, m.Err())
	}
	s := m.Save(nil)
	if m.Load(s); m.Err() != nil {
		t.Errorf("the last position within the bound cannot be loaded: %v", m.Err())
	}
}

const digits = `(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (d 10)`

// Opening ends when its context does: without that, each of these goes on until
// it has filled gigabytes.
func TestOpeningEndsWithItsContext(t *testing.T) {
	pairs := rest + `(<= (next (n (f ?x ?y))) (true (n ?x)) (true (n ?y))) (<= (next (n ?x)) (true (n ?x)))`
	product := rest + digits + `(<= (init (m ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))`
	for _, c := range []struct{ engine, text string }{
		{catalog.Network, pairs},
		{catalog.Network, product},
		{catalog.Reasoner, product},
		{catalog.Auto, product},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(50*time.Millisecond, func() { at = time.Now(); cancel() })
		_, err := catalog.OpenText(ctx, "", c.text, catalog.Options{Engine: c.engine})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want that the context ended", c.engine, err)
			continue
		}
		t.Logf("%s: returned %v after the context had ended", c.engine, time.Since(at))
	}
}
