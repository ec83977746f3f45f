package arch_test

import (
	"errors"
	"slices"
	"testing"

	"ludens/game"
	"ludens/nets/arch"
)

// TestGrow: a larger net says what the smaller one said, and has something new to learn with.
func TestGrow(t *testing.T) {
	planes, dense := spec(6, 9), denseSpec(side, side, 12, 3)
	for name, change := range map[string]func(s *arch.Spec){
		"nothing":  func(*arch.Spec) {},
		"wider":    func(s *arch.Spec) { s.Width = 11 },
		"deeper":   func(s *arch.Spec) { s.Blocks = 4 },
		"pooled":   func(s *arch.Spec) { s.Pooled = 5 },
		"hidden":   func(s *arch.Spec) { s.Hidden = 9 },
		"squeezed": func(s *arch.Spec) { s.Squeeze += 2 },
		"all":      func(s *arch.Spec) { s.Width, s.Blocks, s.Pooled, s.Hidden, s.Squeeze = 16, 3, 4, 8, s.Squeeze+1 },
	} {
		for _, old := range []*arch.Spec{planes, dense} {
			if name == "squeezed" && old == planes {
				continue
			}
			w := weights(old)
			larger := *old
			change(&larger)
			if old == planes {
				larger.Squeeze = 0
			}
			got, err := arch.Grow(old, w, &larger, game.Stream(1, "grow", 0))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for n := range uint64(3) {
				in := position(n)
				policy, values := run(old, w, in)
				policy2, values2 := run(&larger, got, in)
				if !slices.EqualFunc(policy, policy2, near) || !slices.EqualFunc(values, values2, near) {
					t.Errorf("%s, %s head: it says something else", name, old.Head)
				}
			}
			params := larger.Params()
			for i := range params {
				if params[i].Init == arch.Kaiming && slices.Max(got[i]) == 0 {
					t.Errorf("%s: %s cannot learn", name, params[i].Name)
				}
			}
		}
	}
	for name, change := range map[string]func(s *arch.Spec){
		"narrower":     func(s *arch.Spec) { s.Width = 7 },
		"fewer blocks": func(s *arch.Spec) { s.Blocks = 1 },
		"less pooled":  func(s *arch.Spec) { s.Pooled = 1 },
		"less hidden":  func(s *arch.Spec) { s.Hidden = 1 },
		"other planes": func(s *arch.Spec) { s.In.Channels = 7 },
		"other moves":  func(s *arch.Spec) { s.Policy = 7 },
		"kernels":      func(s *arch.Spec) { s.Kernel = 5 },
		"another kind": func(s *arch.Spec) { s.Kind = arch.MLP },
	} {
		other := *planes
		if change(&other); !errors.Is(growError(planes, &other), arch.ErrTransfer) {
			t.Errorf("%s: %v", name, growError(planes, &other))
		}
	}
}

func growError(old, s *arch.Spec) error {
	_, err := arch.Grow(old, weights(old), s, game.Stream(1, "grow", 0))
	return err
}
