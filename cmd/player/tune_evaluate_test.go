package main

import "testing"

func TestParseNetSearch(t *testing.T) {
	for text, want := range map[string]netSearch{
		"":                   {mix: -1, leaves: defaultLeaves},
		"mix=0.5":            {mix: 0.5, leaves: defaultLeaves},
		"leaves=0":           {mix: -1},
		"mix=0,leaves=16":    {leaves: 16},
		"leaves=3,mix=1.0":   {mix: 1, leaves: 3},
		"solve=0.2,leaves=8": {mix: -1, leaves: 8, solve: 0.2},
	} {
		if got, err := parseNetSearch(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"mix", "mix=2", "mix=-1", "mix=NaN", "leaves=-1", "leaves=x", "solve=", "solve=NaN", "depth=3", ","} {
		if got, err := parseNetSearch(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
