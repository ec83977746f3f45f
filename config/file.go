package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"ludens/internal/bounded"
	"ludens/internal/near"
)

// mostBytes is the size at which a file is no configuration any more.
const mostBytes = 1 << 20

// source is the configuration file as kong's resolver: it is read when the first
// option asks for a value, because --config says which file it is.
type source struct {
	program string
	path    string
	loaded  bool
	err     error
	values  map[string]any // scalars as text; sections as map[string]any
}

// Validate is part of kong.Resolver; checking happens in Resolve, where the
// chosen file is known.
func (s *source) Validate(*kong.Application) error { return nil }

// Resolve gives the file's value for an option. The environment goes before the
// file, so an option that has a variable set is left alone.
func (s *source) Resolve(ctx *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
	if !s.loaded {
		s.loaded = true
		s.err = s.load(ctx)
	}
	if s.err != nil || flag.Name == "help" || flag.Name == "config" {
		return nil, nil // Parse reports s.err once, not once per option
	}
	if _, set := environment(flag); set {
		return nil, nil
	}
	if text, ok := s.lookup(commandPath(parent.Node()), flag.Name); ok {
		return text, nil
	}
	return nil, nil
}

// environment is the value of the option's variable.
func environment(flag *kong.Flag) (string, bool) {
	for _, name := range flag.Envs {
		if v, ok := os.LookupEnv(name); ok {
			return v, true
		}
	}
	return "", false
}

// lookup finds an option in the section of its command or, failing that, in
// those around it.
func (s *source) lookup(path []string, name string) (string, bool) {
	for depth := len(path); depth >= 0; depth-- {
		section := s.values
		for _, p := range path[:depth] {
			section, _ = section[p].(map[string]any)
		}
		if text, ok := section[name].(string); ok {
			return text, true
		}
	}
	return "", false
}

func (s *source) load(ctx *kong.Context) error {
	path, chosen := "", false
	for _, f := range ctx.Model.Flags {
		if f.Name == "config" {
			p, _ := ctx.FlagValue(f).(Path)
			path, chosen = string(p), p != ""
		}
	}
	if !chosen {
		dir := Directories()["config_dir"]
		if strings.HasPrefix(dir, nowhere) {
			return nil
		}
		path = filepath.Join(dir, s.program+".toml")
	}
	text, err := bounded.ReadFile(path, mostBytes)
	if !chosen && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read configuration: %w", err)
	}
	values, err := decode(path, text)
	if err != nil {
		return fmt.Errorf("read configuration %s: %s", path, cut(err.Error(), mostError))
	}
	s.path, s.values = path, values
	if unknown := s.unknown(ctx.Model.Node); len(unknown) > 0 {
		return fmt.Errorf("read configuration %s: %s", path, strings.Join(unknown, "; "))
	}
	return nil
}

const (
	mostError   = 1000 // bytes of what is said about a file
	mostName    = 60   // bytes of a name in it
	mostDeep    = 100  // tables within each other
	mostUnknown = 10   // names that no option has, of which more is said than how many
)

// cut shortens what comes from a file.
func cut(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// decode reads TOML, or JSON where the name ends in .json, into text values in sections.
func decode(path string, text []byte) (map[string]any, error) {
	var raw map[string]any
	var err error
	if strings.EqualFold(filepath.Ext(path), ".json") {
		err = json.Unmarshal(text, &raw)
	} else {
		if err = bounded.Shallow(text, mostDeep); err == nil {
			err = toml.Unmarshal(text, &raw)
		}
	}
	if err != nil {
		return nil, err
	}
	return flatten(raw, "")
}

func flatten(raw map[string]any, section string) (map[string]any, error) {
	out := make(map[string]any, len(raw))
	for key, v := range raw {
		name := normal(key)
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("%s is given twice", section+name)
		}
		if sub, ok := v.(map[string]any); ok {
			inner, err := flatten(sub, section+name+".")
			if err != nil {
				return nil, err
			}
			out[name] = inner
			continue
		}
		text, err := scalar(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", section+name, err)
		}
		out[name] = text
	}
	return out, nil
}

// scalar writes a value the way a flag would have it; lists become comma separated.
func scalar(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool, int64:
		return fmt.Sprint(v), nil
	case float64:
		if v == float64(int64(v)) {
			return fmt.Sprint(int64(v)), nil
		}
		return fmt.Sprint(v), nil
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			text, err := scalar(e)
			if err != nil {
				return "", err
			}
			parts[i] = strings.ReplaceAll(text, ",", `\,`)
		}
		return strings.Join(parts, ","), nil
	}
	return "", fmt.Errorf("want a text, a number, true, false or a list of these, found %T", v)
}

// unknown reports the keys of the file that no option has, each with the nearest
// name that one has; of many the first.
func (s *source) unknown(root *kong.Node) []string {
	known := map[string]bool{} // "section.key"; an option may stand in any section around it
	flagsOf(root, func(path []string, f *kong.Flag) {
		for depth := range len(path) + 1 {
			known[strings.Join(append(append([]string{}, path[:depth]...), f.Name), ".")] = true
		}
	})
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	sort.Strings(names)
	var found []string
	var walk func(prefix string, section map[string]any)
	walk = func(prefix string, section map[string]any) {
		for key, v := range section {
			if sub, ok := v.(map[string]any); ok {
				walk(prefix+key+".", sub)
				continue
			}
			if full := prefix + key; !known[full] {
				found = append(found, cut(full, mostName))
			}
		}
	}
	walk("", s.values)
	sort.Strings(found)
	rest := len(found) - mostUnknown
	found = found[:min(len(found), mostUnknown)]
	for i, name := range found {
		found[i] = fmt.Sprintf("no option is called %q (the nearest is %q)", name, Nearest(name, names))
	}
	if rest > 0 {
		found = append(found, fmt.Sprintf("and %d more", rest))
	}
	return found
}

// Nearest gives the name with the smallest edit distance to text, the first of
// equals; empty when there are no names.
func Nearest(text string, names []string) string {
	best, distance := "", math.MaxInt
	for _, name := range names {
		if d := near.Distance(text, name, distance); best == "" || d < distance {
			best, distance = name, d
		}
	}
	return best
}
