package load_test

import (
	"context"
	"errors"
	"testing"

	"ludens/internal/hostile"
	"ludens/ludii/load"
)

// looked is a context that is done when it has been looked at so many times.
type looked struct {
	context.Context
	left int
	over int // looks after the end
}

func (l *looked) Err() error {
	if l.left--; l.left >= 0 {
		return nil
	}
	l.over++
	return context.Canceled
}

// Loading ends at the first look after the end of its context, wherever that is, and
// it looks often in all that takes long.
func TestContext(t *testing.T) {
	long := 0
	for _, row := range hostile.Rows(hostile.RulesLudeme) {
		text := row.Text()
		if testing.Short() && len(text) > 10_000 {
			continue
		}
		for _, left := range []int{0, 1, 2, 10, 100} {
			ctx := &looked{Context: context.Background(), left: left}
			g, findings, err := load.TextContext(ctx, "", text, load.Options{})
			switch {
			case ctx.left >= 0: // it needed no more looks
				if err != nil {
					t.Errorf("%s: %v", row.Name, err)
				}
			case !errors.Is(err, context.Canceled) || ctx.over != 1 || g != nil || findings != nil:
				t.Errorf("%s: after %d looks %v, then %d more", row.Name, left, err, ctx.over)
			case left == 100:
				long++
			}
			if ctx.left >= 0 {
				break
			}
		}
	}
	if long == 0 {
		t.Error("no description takes a hundred looks")
	}
}
