package exec

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/gdl"
	"ludens/gdl/interp"
)

// TestRandomRules plays random descriptions with the reasoner and as networks
// in lock step, and those with many positions at once: rules with negation, disjunction, comparisons, recursion, moves
// as conditions, turn fluents, chance and percepts, in every mixture.
// LUDENS_RANDOM_GAMES sets how many.
func TestRandomRules(t *testing.T) {
	count := 400
	if s := os.Getenv("LUDENS_RANDOM_GAMES"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if testing.Short() {
		count /= 4
	}
	played := 0
	for i := range count {
		rng := game.Stream(7, "random rules", uint64(i))
		text := randomRules(rng)
		d, findings := gdl.Read(text)
		if err := findings.Err(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		p, err := gdl.Compile(d)
		if errors.Is(err, gdl.ErrUnstratified) {
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		slow, err := interp.New(p, interp.Options{Hash: "test"})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		fast, err := New(context.Background(), p, Options{Hash: "test"})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		opt := gametest.Options{Seed: uint64(i), Walks: 3, Steps: 12, AllowFault: true}
		if err := gametest.Same(slow, fast, opt); err != nil {
			t.Fatalf("game %d: %v\n%s", i, err, text)
		}
		if err := gametest.Batch(fast, opt); err != nil {
			t.Fatalf("game %d: %v\n%s", i, err, text)
		}
		played++
	}
	if played < count/2 {
		t.Errorf("only %d of %d descriptions could be played", played, count)
	}
}

// ruleMaker writes random rules over a small vocabulary.
type ruleMaker struct {
	rng   *rand.Rand
	b     strings.Builder
	roles []string
}

func (r *ruleMaker) pick(of ...string) string { return of[r.rng.IntN(len(of))] }

// fluent is a fluent over the given terms.
func (r *ruleMaker) fluent(x, y string) string {
	switch r.rng.IntN(5) {
	case 0:
		return "lamp"
	case 1:
		return "(at " + x + ")"
	case 2:
		return "(on " + x + " " + y + ")"
	case 3:
		return "(box (in " + y + "))"
	}
	return "(at " + y + ")"
}

// condition is a literal; moving allows moves.
func (r *ruleMaker) condition(moving bool, depth int) string {
	v := func() string { return r.pick("?x", "?y", "1", "2", "3") }
	switch k := r.rng.IntN(14); {
	case k < 4:
		return "(true " + r.fluent(v(), v()) + ")"
	case k < 6:
		return "(not (true " + r.fluent(v(), v()) + "))"
	case k == 6:
		return "(distinct ?x " + r.pick("?y", "1", "2") + ")"
	case k == 7:
		return "(not (distinct ?y " + r.pick("?x", "3") + "))"
	case k == 8:
		return "(succ ?x ?y)"
	case k == 9:
		return r.pick("(near ?x ?y)", "(not (near ?y ?x))", "(lit ?x)", "(not (lit ?y))", "(reach ?x ?y)", "(not (reach ?x ?y))")
	case k == 10 && depth > 0:
		return "(or " + r.condition(moving, depth-1) + " " + r.condition(moving, depth-1) + ")"
	case k <= 12 && moving:
		role := r.pick(append(r.roles, "?r")...)
		move := r.pick("(put ?x)", "(put ?y)", "(put 2)", "wait", "(swap ?x ?y)")
		s := "(does " + role + " " + move + ")"
		if r.rng.IntN(4) == 0 {
			return "(not " + strings.ReplaceAll(s, "?r", r.roles[0]) + ")"
		}
		return s
	}
	return "(true (turn " + r.pick(r.roles...) + "))"
}

// rule writes a rule whose variables are bound by dom.
func (r *ruleMaker) rule(head string, moving bool, extra ...string) {
	body := append([]string{"(dom ?x)", "(dom ?y)"}, extra...)
	for range 1 + r.rng.IntN(3) {
		body = append(body, r.condition(moving, 1))
	}
	fmt.Fprintf(&r.b, "(<= %s %s)\n", head, strings.Join(body, " "))
}

func randomRules(rng *rand.Rand) string {
	r := &ruleMaker{rng: rng, roles: []string{"a", "b", "c"}[:1+rng.IntN(3)]}
	if rng.IntN(4) == 0 {
		r.roles = append(r.roles, "random")
	}
	for i, role := range r.roles {
		fmt.Fprintf(&r.b, "(role %s)\n", role)
		fmt.Fprintf(&r.b, "(<= (next (turn %s)) (true (turn %s)))\n", r.roles[(i+1)%len(r.roles)], role)
	}
	r.b.WriteString("(init (turn a)) (dom 1) (dom 2) (dom 3) (succ 1 2) (succ 2 3) (init (at 1)) (init (on 2 3)) (init (step 1))\n")
	r.b.WriteString("(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= terminal (true (step 3)) (true lamp))\n")
	r.b.WriteString("(<= (reach ?x ?y) (true (on ?x ?y))) (<= (reach ?x ?z) (reach ?x ?y) (true (on ?y ?z)))\n")
	r.b.WriteString("(<= (lit ?x) (true (at ?x)) (not (true (box (in ?x)))))\n")
	r.rule("(near ?x ?y)", false)
	turns := rng.IntN(2) == 0
	for _, role := range r.roles {
		if turns {
			fmt.Fprintf(&r.b, "(<= (legal %s wait) (not (true (turn %s))))\n", role, role)
			fmt.Fprintf(&r.b, "(<= (legal %s (put ?x)) (dom ?x) (true (turn %s)))\n", role, role)
		} else {
			fmt.Fprintf(&r.b, "(legal %s wait)\n", role)
			r.rule("(legal "+role+" (put ?x))", false)
		}
		for range rng.IntN(2) {
			if turns {
				r.rule("(legal "+role+" (swap ?x ?y))", false, "(true (turn "+role+"))")
			} else {
				r.rule("(legal "+role+" (swap ?x ?y))", false)
			}
		}
		fmt.Fprintf(&r.b, "(<= (goal %s 100) (true lamp)) (<= (goal %s 0) (not (true lamp)))\n", role, role)
		if rng.IntN(5) == 0 {
			r.rule("(goal "+role+" 50)", false)
		}
		if len(r.roles) > 1 && rng.IntN(3) == 0 { // alone one sees all moves, which only the network notices
			r.rule("(sees "+role+" "+r.pick("(put ?x)", "?x", "hello")+")", true)
		}
	}
	for range 3 + rng.IntN(6) {
		r.rule("(next "+r.fluent(r.pick("?x", "?y", "1"), r.pick("?x", "?y", "2"))+")", true)
	}
	if rng.IntN(2) == 0 { // a frame axiom as many sheets write it
		r.b.WriteString("(<= (next (on ?x ?y)) (true (on ?x ?y)) (does ?r (put ?z)) (distinct ?z ?x))\n")
	}
	if rng.IntN(6) == 0 {
		r.rule("(reach ?x ?y)", false)
	}
	return r.b.String()
}
