package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Setting is the effective value of one option and where it came from.
type Setting struct {
	Key      string `json:"key"`      // key in the configuration file, with its section
	Value    string `json:"value"`    //
	Source   string `json:"source"`   // "flag", "environment", "file" or "default"
	Variable string `json:"variable"` // name of the environment variable
	Help     string `json:"help"`     // one sentence
}

// Settings lists every option of every command, in the order of their
// declaration. A value that its option would refuse is an error.
func (inv *Invocation) Settings() ([]Setting, error) {
	given := map[*kong.Flag]bool{}
	for _, p := range inv.Context.Path {
		if p.Flag != nil && !p.Resolved {
			given[p.Flag] = true
		}
	}
	var out []Setting
	var failed []string
	flagsOf(inv.Context.Model.Node, func(path []string, f *kong.Flag) {
		s := Setting{Key: strings.Join(append(path, f.Name), "."), Help: f.Help, Source: "default", Value: f.Default}
		if len(f.Envs) > 0 {
			s.Variable = f.Envs[0]
		}
		if given[f] {
			s.Source, s.Value = "flag", fmt.Sprint(f.Target.Interface())
		} else if text, ok := environment(f); ok {
			s.Source, s.Value = "environment", text
		} else if text, ok := inv.source.lookup(path, f.Name); ok {
			s.Source, s.Value = "file", text
		}
		if s.Value == "" && f.IsBool() {
			s.Value = "false"
		}
		if s.Source != "default" {
			if err := accept(f, s.Value); err != nil {
				failed = append(failed, fmt.Sprintf("%s (from the %s): %v", s.Key, s.Source, err))
			}
		}
		out = append(out, s)
	})
	if len(failed) > 0 {
		return out, fmt.Errorf("%s", strings.Join(failed, "; "))
	}
	return out, nil
}

// accept tries a value on an option without setting it.
func accept(f *kong.Flag, text string) error {
	if f.Enum != "" && !f.IsSlice() {
		if allowed := f.EnumSlice(); !slices.Contains(allowed, text) {
			return fmt.Errorf("must be one of %s, found %q", strings.Join(allowed, ", "), text)
		}
	}
	value := *f.Value // a copy: Parse notes on the value itself that it was set
	return value.Parse(kong.Scan().PushTyped(text, kong.FlagValueToken), reflect.New(f.Target.Type()).Elem())
}
