package main

import (
	"testing"

	"ludens/agent/mcts"
)

func TestParseNetSearch(t *testing.T) {
	for text, want := range map[string]netSearch{
		"":                   {mix: -1, leaves: defaultLeaves},
		"mix=0.5":            {mix: 0.5, leaves: defaultLeaves},
		"leaves=0":           {mix: -1},
		"mix=0,leaves=16":    {leaves: 16},
		"leaves=3,mix=1.0":   {mix: 1, leaves: 3},
		"solve=0.2,leaves=8": {mix: -1, leaves: 8, search: mcts.Options{Solve: 0.2}},
		"cpuct=0.5,fpu=-1":   {mix: -1, leaves: defaultLeaves, search: mcts.Options{CPuct: 0.5, FPU: -1}},
	} {
		if got, err := parseNetSearch(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"mix", "mix=2", "mix=-1", "mix=NaN", "leaves=-1", "leaves=x", "solve=", "solve=2", "cpuct=-1", "cpuct=NaN", "base=-1", "fpu=x", "look=NaN", "depth=3", ","} {
		if got, err := parseNetSearch(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
