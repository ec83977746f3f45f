package ground

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ludens/gdl/gdltest"
	"ludens/internal/hostile"
)

// Breaking rules up and planning them look at the context at every variable and every
// condition: long rules take long.
func TestContextWithinARule(t *testing.T) {
	rows := map[string]int{"a chain of 2,000 variables": 20, "a rule of 3,000 variables": 20, "a rule of 20,000 conditions": 20}
	for _, r := range hostile.Rows(hostile.RulesGDL) {
		last, ok := rows[r.Name]
		if !ok {
			continue
		}
		delete(rows, r.Name)
		ctx := &hostile.Ending{Context: t.Context(), Last: last}
		_, err := Ground(ctx, gdltest.Compile(t, r.Text()), Options{})
		if !errors.Is(err, context.Canceled) || ctx.Looks > last+10 {
			t.Errorf("%s: %v after %d looks", r.Name, err, ctx.Looks)
		}
	}
	if len(rows) > 0 {
		t.Errorf("no such rows: %v", rows)
	}

	// A chain short enough to be broken up to the end: looks for each variable of each part.
	var chain strings.Builder
	chain.WriteString("(role a)(e 0 1)(init (p 0))(<= (legal a x)(role a))(<= terminal (true (p 1)))(goal a 0)(<= (next (p ?v0))")
	for i := range 20 {
		chain.WriteString("(e ?v" + string(rune('a'+i)) + " ?v" + string(rune('b'+i)) + ")")
	}
	chain.WriteString("(e ?v0 ?va))")
	ctx := &hostile.Ending{Context: t.Context(), Last: 1 << 30}
	if _, err := condense(ctx, gdltest.Compile(t, chain.String())); err != nil {
		t.Fatal(err)
	}
	if ctx.Looks < 20 {
		t.Errorf("%d looks", ctx.Looks)
	}
}
