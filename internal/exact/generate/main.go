// Command generate makes the positions of package exact anew, from seeds:
//
//	go run ./internal/exact/generate connectfour -o internal/exact/testdata/connectfour.jsonl.gz
//	go run ./internal/exact/generate tactics -shared ../shared -o internal/exact/testdata/tactics.jsonl.gz
//	go run ./internal/exact/generate check -i FILE,… -o FILE    proves tactics again and joins files
//
// The same arguments and the same recorded matches give the same positions as long
// as the games stay the same; those of tactics also depend on the search that plays
// them and on the time that it is given, so a test proves them again instead. The
// command is a tool for those who build the house and is not installed.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "generate: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what: connectfour or tactics")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	out := flags.String("o", "", "file to write")
	seed := flags.Uint64("seed", 1, "seed of all draws")
	var write func(io.Writer) error
	switch args[0] {
	case "connectfour":
		c := solvedMaker{seed: seed}
		flags.IntVar(&c.count, "n", 1000, "positions")
		flags.Int64Var(&c.nodes, "nodes", 600_000, "nodes of the solver per position; what takes more is left out")
		write = func(w io.Writer) error { return c.write(ctx, w) }
	case "tactics":
		c := tacticsMaker{seed: seed}
		flags.StringVar(&c.shared, "shared", "../shared", "folder with the shared corpus and recorded matches; empty for none")
		flags.StringVar(&c.only, "only", "", "games whose name holds one of these only, separated by commas")
		flags.IntVar(&c.most, "most", 8, "positions per game")
		flags.IntVar(&c.matches, "matches", 12, "matches of our own per game")
		flags.Int64Var(&c.nodes, "nodes", 60_000, "steps of each proof")
		flags.Int64Var(&c.budget, "budget", 10_000_000, "steps of all proofs per game")
		flags.Int64Var(&c.iterations, "iterations", 60, "iterations of the search that plays our own matches")
		flags.DurationVar(&c.clock, "clock", 9*time.Second, "processor time per game; a third, where nothing is found by then")
		write = func(w io.Writer) error { return c.write(ctx, w) }
	case "check":
		c := checker{}
		flags.StringVar(&c.shared, "shared", "../shared", "folder with the shared corpus")
		flags.StringVar(&c.in, "i", "", "files of tactics to read, separated by commas")
		flags.Int64Var(&c.nodes, "nodes", 150_000, "steps of each proof")
		write = func(w io.Writer) error { return c.write(ctx, w) }
	default:
		return fmt.Errorf("%q is neither connectfour nor tactics nor check", args[0])
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("say with -o which file to write")
	}
	f, err := os.Create(*out + ".new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), *out)
}
