package main

import (
	"bytes"
	"fmt"
	"io"

	"ludens/config"
	"ludens/internal/aside"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/ludii/coverage"
)

// docsLudemesCommand makes docs/ludemes.md.
type docsLudemesCommand struct {
	Frequency config.Path `required:"" placeholder:"FILE" help:"Table of ludemes and of how many games use them, with tabs."`
	Verified  config.Path `required:"" placeholder:"FILE" help:"What \"gamemaster verify ludii --json\" has printed."`
	Output    config.Path `short:"o" placeholder:"FILE" help:"File to write; default: standard output."`
}

// Help is shown by --help.
func (*docsLudemesCommand) Help() string {
	return "Lists every ludeme form as supported or not, and every recorded game as exact, different or refused."
}

// Run writes.
func (c *docsLudemesCommand) Run(env *cli.Env) error {
	rows, err := read(c.Frequency, coverage.ReadFrequency)
	if err != nil {
		return err
	}
	games, err := read(c.Verified, coverage.ReadVerification)
	if err != nil {
		return err
	}
	coverage.Fill(rows, games)
	var b bytes.Buffer
	if err := coverage.Markdown(&b, rows, games); err != nil {
		return err
	}
	if c.Output == "" {
		_, err = env.Stdout.Write(b.Bytes())
		return err
	}
	if err := aside.Bytes(string(c.Output), 0o644, b.Bytes()); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// read reads a file.
func read[T any](path config.Path, parse func(io.Reader) (T, error)) (none T, err error) {
	f, err := bounded.Open(string(path))
	if err != nil {
		return none, err
	}
	defer f.Close()
	out, err := parse(f)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}
