package main

import "testing"

func TestParseNetSearch(t *testing.T) {
	for text, want := range map[string]netSearch{
		"":                 {-1, defaultLeaves},
		"mix=0.5":          {0.5, defaultLeaves},
		"leaves=0":         {-1, 0},
		"mix=0,leaves=16":  {0, 16},
		"leaves=3,mix=1.0": {1, 3},
	} {
		if got, err := parseNetSearch(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"mix", "mix=2", "mix=-1", "mix=NaN", "leaves=-1", "leaves=x", "depth=3", ","} {
		if got, err := parseNetSearch(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
