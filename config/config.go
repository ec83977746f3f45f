// Package config gives every option one declaration and every value one origin.
//
// An option is one field of a command's struct, with kong's tags; from that one
// declaration come the flag (--play-clock), the environment variable
// (LUDENS_PLAY_CLOCK) and the key of the configuration file (play-clock, at the
// top or in the section of its command). The first of these that is given wins,
// in that order; the default comes last. Groups of options that several commands
// share are declared here (options.go), those of a single command in that
// command's file.
//
// The package promises that a configuration file with a key that means nothing
// is refused, with the nearest name that does, and that Settings can tell for
// every option where its value came from. It never acts on a value: commands do.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
)

// Prefix begins the name of every environment variable.
const Prefix = "LUDENS"

// A Program is a command line program: its grammar and what people read about it.
type Program struct {
	Name        string // as in "player"; also the base name of the default configuration file
	Description string // shown by --help
	Grammar     any    // pointer to the struct that declares commands and options
	Vars        kong.Vars
	Stdout      io.Writer
	Stderr      io.Writer
	Exit        func(int) // called after --help; os.Exit when nil
}

// Invocation is one parsed command line.
type Invocation struct {
	Context *kong.Context
	File    string // the configuration file read; empty if there was none
	source  *source
}

// Parse reads a command line, the environment and the configuration file. Its
// errors are mistakes of the user, to be answered with the exit code for usage.
func Parse(p Program, args []string) (*Invocation, error) {
	src := &source{program: p.Name}
	opts := []kong.Option{
		kong.Name(p.Name), kong.Description(p.Description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.DefaultEnvars(Prefix), kong.Resolvers(src), Directories(), p.Vars,
	}
	if p.Stdout != nil && p.Stderr != nil {
		opts = append(opts, kong.Writers(p.Stdout, p.Stderr))
	}
	if p.Exit != nil {
		opts = append(opts, kong.Exit(p.Exit))
	}
	k, err := kong.New(p.Grammar, opts...)
	if err != nil {
		return nil, fmt.Errorf("read the option declarations: %w", err)
	}
	ctx, err := k.Parse(args)
	if err != nil {
		return nil, err
	}
	if src.err != nil {
		return nil, src.err
	}
	if err := homeless(ctx); err != nil {
		return nil, err
	}
	return &Invocation{Context: ctx, File: src.path, source: src}, nil
}

// Directories are the defaults that depend on the user's directories (XDG Base
// Directory Specification), for use in tags as ${data_dir} and ${cache_dir}.
func Directories() kong.Vars {
	return kong.Vars{
		"data_dir":   directory("XDG_DATA_HOME", ".local/share"),
		"cache_dir":  directory("XDG_CACHE_HOME", ".cache"),
		"config_dir": directory("XDG_CONFIG_HOME", ".config"),
	}
}

// directory is the house's directory below the one an XDG variable names. The
// specification ignores values that are not absolute. Where nothing says whose
// directory it is there is none: a place that anybody can write first, such as /tmp,
// would let others choose what we read.
func directory(variable, fallback string) string {
	if base := os.Getenv(variable); filepath.IsAbs(base) {
		return filepath.Join(base, "ludens")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, fallback, "ludens")
	}
	return nowhere + variable + ")"
}

// nowhere begins the place of a directory for which there is none.
const nowhere = "(set HOME or "

// homeless reports the options of the command to run whose default needs a directory
// of the user's, where there is none.
func homeless(ctx *kong.Context) error {
	var errs []error
	for _, f := range ctx.Flags() {
		p, ok := ctx.FlagValue(f).(Path)
		if !ok || f.Name == "config" || !strings.HasPrefix(string(p), nowhere) {
			continue
		}
		variable, _, _ := strings.Cut(strings.TrimPrefix(string(p), nowhere), ")")
		errs = append(errs, fmt.Errorf("--%s has no default, since neither HOME nor %s is an absolute path: set one of them, or give --%s", f.Name, variable, f.Name))
	}
	return errors.Join(errs...)
}

// commandPath lists the names of the commands down to a node, without the program.
func commandPath(n *kong.Node) []string {
	var path []string
	for ; n != nil && n.Type != kong.ApplicationNode; n = n.Parent {
		path = append([]string{n.Name}, path...)
	}
	return path
}

// flagsOf calls visit for every option of the program with the path of its command.
func flagsOf(n *kong.Node, visit func(path []string, f *kong.Flag)) {
	for _, f := range n.Flags {
		if f.Name != "help" && f.Name != "config" && !f.Hidden {
			visit(commandPath(n), f)
		}
	}
	for _, c := range n.Children {
		flagsOf(c, visit)
	}
}

// normal is the one spelling of an option's name: lower case with hyphens.
func normal(key string) string { return strings.ReplaceAll(strings.ToLower(key), "_", "-") }
