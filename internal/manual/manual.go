// Package manual describes a command line to others than its parser: as a man page, and
// as completion for bash, zsh and fish. Everything comes out of the declarations of the
// commands, which are also what parses and what --help shows.
//
// It promises the same bytes for the same declarations, whoever's machine it is: defaults
// below a user's directories are written with ~. It reads no command line, and its
// neighbours are config, which declares, and internal/cli, which has the commands that
// print all this.
package manual

import (
	"strings"

	"github.com/alecthomas/kong"

	"ludens/config"
)

// command is a command that can be run, or has commands below it.
type command struct {
	path []string // without the program
	node *kong.Node
}

// at is where the command is: its names, each after a space.
func (c command) at() string {
	if len(c.path) == 0 {
		return ""
	}
	return " " + strings.Join(c.path, " ")
}

// commands lists those that are not hidden, the program first.
func commands(app *kong.Application) (list []command) {
	var visit func(n *kong.Node, path []string)
	visit = func(n *kong.Node, path []string) {
		if n.Hidden {
			return
		}
		list = append(list, command{path, n})
		for _, c := range n.Children {
			visit(c, append(path[:len(path):len(path)], c.Name))
		}
	}
	visit(app.Node, nil)
	return list
}

// flags are those of the command itself, not of those above it.
func (c command) flags() (list []*kong.Flag) {
	for _, f := range c.node.Flags {
		if !f.Hidden {
			list = append(list, f)
		}
	}
	return list
}

// all are its flags and those of all commands above it.
func (c command) all() (list []*kong.Flag) {
	for n := c.node; n != nil; n = n.Parent {
		list = append(list, command{nil, n}.flags()...)
	}
	return list
}

// children are the commands below it.
func (c command) children() (list []*kong.Node) {
	for _, n := range c.node.Children {
		if !n.Hidden {
			list = append(list, n)
		}
	}
	return list
}

// takesValue reports whether a flag is followed by a value.
func takesValue(f *kong.Flag) bool { return !f.IsBool() && !f.IsCounter() }

// spellings are the ways to write a flag, the long one first.
func spellings(f *kong.Flag) []string {
	out := []string{"--" + f.Name}
	if f.Tag.Negatable != "" {
		out = append(out, "--no-"+f.Name)
	}
	if f.Short != 0 {
		out = append(out, "-"+string(f.Short))
	}
	return out
}

// values are the words that a flag may have; none where it may have any.
func values(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return f.EnumSlice()
}

// isPath reports whether a value is the name of a file or directory.
func isPath(v *kong.Value) bool {
	_, ok := v.Target.Interface().(config.Path)
	return ok || strings.HasSuffix(strings.ToLower(v.Name), "file") || strings.HasSuffix(strings.ToLower(v.Name), "files")
}

// home writes a default below one of the user's directories as everybody's.
func home(text string) string {
	for name, place := range map[string]string{"data_dir": "~/.local/share/ludens", "cache_dir": "~/.cache/ludens", "config_dir": "~/.config/ludens"} {
		text = strings.ReplaceAll(text, config.Directories()[name], place)
	}
	return text
}
