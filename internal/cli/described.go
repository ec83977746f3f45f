package cli

import (
	"io"
	"slices"

	"ludens/internal/manual"
)

// CompletionCommand is the subcommand "completion" of both programs.
type CompletionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
	// Words are what arguments may be, by the name of the argument.
	Words func() map[string][]string `kong:"-"`
}

// Help is shown by --help.
func (*CompletionCommand) Help() string {
	return "Prints a script that has the shell complete commands, options, their values and the names of games. For this shell: " +
		"source <(PROGRAM completion bash), the same with zsh, or PROGRAM completion fish | source; make install puts it where shells look."
}

// Run prints the script.
func (c *CompletionCommand) Run(env *Env) error {
	var words map[string][]string
	if c.Words != nil {
		words = c.Words()
		for _, list := range words {
			slices.Sort(list)
		}
	}
	text, err := manual.Completion(env.Invocation.Context.Model, c.Shell, words)
	if err != nil {
		return UsageError{err}
	}
	_, err = io.WriteString(env.Stdout, text)
	return err
}

// ManualCommand is the subcommand "manual" of both programs.
type ManualCommand struct {
	// About is the line of the section NAME, Ending the sections at the end, as pairs of
	// heading and text.
	About  string      `kong:"-"`
	Ending [][2]string `kong:"-"`
}

// Help is shown by --help.
func (*ManualCommand) Help() string {
	return "Prints the man page, which is made from the help of all commands: PROGRAM manual | man -l -."
}

// Run prints the page.
func (c *ManualCommand) Run(env *Env) error {
	_, err := io.WriteString(env.Stdout, manual.Man(env.Invocation.Context.Model, c.About, c.Ending...))
	return err
}
