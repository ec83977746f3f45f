package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/gdl"
	"ludens/internal/aside"
	"ludens/internal/cli"
	"ludens/internal/plain"
	"ludens/propnet"
	"ludens/propnet/dump"
	"ludens/propnet/exec"
	"ludens/propnet/pass"
)

// networkCommand shows how the network of a game is built.
type networkCommand struct {
	config.Library
	BuildTime   time.Duration `default:"60s" help:"Longest time to build the network."`
	BuildMemory config.Bytes  `default:"4GiB" help:"Most memory for building the network."`
	Pass        string        `placeholder:"NAME" help:"Show the network after this pass (\"built\": before the first); default: after the last for --dot, all for --html."`
	Dot         config.Path   `placeholder:"FILE" help:"Write the network for Graphviz; - for standard output."`
	HTML        config.Path   `name:"html" placeholder:"FILE" help:"Write a page that explores the network in a browser; - for standard output."`
	Game        string        `arg:"" help:"Library name or file."`
}

// built is the name of the stage before the first pass.
const built = "built"

// Help is shown by --help.
func (*networkCommand) Help() string {
	names := []string{built}
	for _, p := range pass.Table {
		names = append(names, p.Name)
	}
	return "Prints the size of the network after every pass. Passes: " + strings.Join(names, ", ") + "."
}

// Run builds and shows.
func (c *networkCommand) Run(env *cli.Env) error {
	known := c.Pass == "" || c.Pass == built
	for _, p := range pass.Table {
		known = known || p.Name == c.Pass
	}
	if !known {
		return cli.Usagef("there is no pass %q; see --help", c.Pass)
	}
	name, text, err := catalog.Text(c.Game, wire.Library(c.Library))
	if err != nil {
		return err
	}
	if (&catalog.Source{Text: text}).Family() != "gdl" {
		return fmt.Errorf("show the network of %s: it is a game in ludemes, which needs none", c.Game)
	}
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return fmt.Errorf("read %s: %w", c.Game, err)
	}
	program, err := gdl.Compile(d)
	if err != nil {
		return fmt.Errorf("read %s: %w", c.Game, err)
	}
	ctx, cancel := context.WithTimeout(env.Context, c.BuildTime)
	defer cancel()

	page := dump.Page{Title: name + ": the network after every pass"}
	var stages []dump.Stage
	drawn := false
	observe := func(p pass.Pass, n *propnet.Network) error {
		stage, what := p.Name, p.What
		if stage == "" {
			stage, what = built, "the ground rules as a network"
		}
		stages = append(stages, dump.Count(stage, what, n))
		if c.HTML != "" {
			page.Add(stage, what, n, c.Pass != "" && c.Pass != stage)
		}
		if c.Dot != "" && c.Pass == stage {
			drawn = true
			return write(env, c.Dot, func(w io.Writer) error { return dump.Dot(w, n, name+" after "+stage) })
		}
		return nil
	}
	n, err := exec.Network(ctx, program, exec.Options{Name: name, Bytes: int64(c.BuildMemory), Observe: observe})
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it took longer than %v", c.BuildTime)
	}
	if err != nil {
		return fmt.Errorf("build the network of %s: %w", name, err)
	}
	if c.Dot != "" && !drawn {
		err = write(env, c.Dot, func(w io.Writer) error { return dump.Dot(w, n, name) })
	}
	if c.HTML != "" && err == nil {
		err = write(env, c.HTML, page.Write)
	}
	if err != nil || c.Dot == "-" || c.HTML == "-" {
		return err // stdout is taken
	}
	t := cli.Table{Head: []string{"PASS", "GATES", "EDGES", "FLUENTS", "MOVES", "OUTPUTS"}, Right: []int{1, 2, 3, 4, 5}}
	for _, s := range stages {
		if env.JSON {
			if err := env.Print(s); err != nil {
				return err
			}
			continue
		}
		t.Row(s.Name, s.Gates, s.Edges, s.Bases, s.Moves, s.Outputs)
	}
	if !env.JSON {
		t.Write(env.Stdout)
	}
	return nil
}

// write writes a file, or standard output for the name -.
func write(env *cli.Env, path config.Path, content func(io.Writer) error) error {
	if path == "-" {
		return content(env.Stdout)
	}
	return aside.Write(string(path), 0o644, func(w io.Writer) error { return content(plain.Writer{To: w}) })
}
