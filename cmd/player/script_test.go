package main

import (
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/cmd/internal/scripts"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"player": main})
}

// TestScripts runs the command as its users do.
func TestScripts(t *testing.T) { scripts.Run(t, map[string]scripts.Command{"net": makeNet}) }

// makeNet is the script command "net FILE GAME STEPS": it writes a net's file.
func makeNet(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: net FILE GAME STEPS")
	}
	steps, err := strconv.ParseInt(args[2], 10, 64)
	ts.Check(err)
	s := arch.Spec{
		Kind: arch.Residual, In: arch.Shape{Channels: 2, Height: 3, Width: 3}, Width: 4, Blocks: 1, Convs: 2, Kernel: 3, Pooled: 1,
		Head: arch.Planes, Policy: 1, Values: 2, Hidden: 4,
	}
	file, err := nets.Encode(&nets.Net{
		Spec: s, Weights: s.Layers().NewWeights(game.Stream(uint64(steps), "script", 0)), Game: "hash-of-" + args[1], Name: args[1],
		Encoding: "test", Steps: steps, Samples: 10 * steps, Games: steps / 10, Rating: 123.4, Interval: 20, Created: 1_700_000_000,
	})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o644))
}
