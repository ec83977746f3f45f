// Package layers keeps the house's walls where docs/architecture.md draws them:
// it reads the import policy (policy.txt, in the style of the Go tree's
// go/build/deps_test.go), reads the imports of every package of the module, and
// reports each import the policy does not allow, each forbidden road through
// other packages, and each goroutine, clock, file or socket in a core.
//
// It promises to be right about what the source says, without building it; it
// never looks at test files, which may put any two rooms side by side. Only its
// own test uses it.
package layers

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Policy is the parsed policy text.
type Policy struct {
	rooms  []room
	never  []ban
	cores  []string
	exempt []string // from cores: support of tests, which reads files
}

// room is a line "ROOM: IMPORTS".
type room struct {
	pattern string
	may     []string
}

// ban is a line "never A B: C D".
type ban struct{ from, to []string }

// ParsePolicy reads a policy text.
func ParsePolicy(text string) (*Policy, error) {
	p := &Policy{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "core "); ok {
			for _, pattern := range strings.Fields(rest) {
				if no, ok := strings.CutPrefix(pattern, "-"); ok {
					p.exempt = append(p.exempt, no)
				} else {
					p.cores = append(p.cores, pattern)
				}
			}
			continue
		}
		left, right, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("policy line %d: want ROOM: IMPORTS, found %q", i+1, line)
		}
		if rest, ok := strings.CutPrefix(left, "never "); ok {
			p.never = append(p.never, ban{strings.Fields(rest), strings.Fields(right)})
			continue
		}
		may := strings.Fields(right)
		if len(strings.Fields(left)) != 1 || len(may) == 0 {
			return nil, fmt.Errorf("policy line %d: want one room and at least one import or -, found %q", i+1, line)
		}
		left = strings.TrimSpace(left)
		if slices.ContainsFunc(p.rooms, func(r room) bool { return r.pattern == left }) {
			return nil, fmt.Errorf("policy line %d: the room %s has a line already", i+1, left)
		}
		p.rooms = append(p.rooms, room{left, may})
	}
	return p, nil
}

// matches reports whether a package path is meant by a pattern: the path itself,
// or with /... the path and everything below it.
func matches(pattern, path string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	return pattern == path
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return p == "everything" || matches(p, path) })
}

// roomOf finds the line for a package: the longest pattern that means it.
func (p *Policy) roomOf(path string) (room, bool) {
	var best room
	for _, r := range p.rooms {
		if r.pattern == path {
			return r, true
		}
		if matches(r.pattern, path) && len(r.pattern) > len(best.pattern) {
			best = r
		}
	}
	return best, best.pattern != ""
}

// Core reports whether a package is a core.
func (p *Policy) Core(path string) bool {
	return matchesAny(p.cores, path) && !matchesAny(p.exempt, path)
}

// Check reports, sorted, everything in a module that the policy does not allow.
func (p *Policy) Check(m *Module) []string {
	var found []string
	for _, pkg := range m.Packages {
		found = append(found, p.direct(m, pkg)...)
		found = append(found, p.indirect(m, pkg)...)
		if p.Core(pkg.Path) {
			for _, e := range pkg.Effects {
				found = append(found, fmt.Sprintf("%s: %s is a core, but %s", e.Where, pkg.Path, e.What))
			}
		}
	}
	sort.Strings(found)
	return found
}

func (p *Policy) direct(m *Module, pkg *Package) []string {
	r, ok := p.roomOf(pkg.Path)
	if !ok {
		return []string{fmt.Sprintf("%s: the policy has no line for this package", pkg.Path)}
	}
	var found []string
	for _, imp := range pkg.Imports {
		own, house := m.Own(imp)
		switch {
		case !house && standard(imp):
		case house && matchesAny(r.may, own), !house && matchesAny(r.may, imp):
		default:
			name := imp
			if house {
				name = own
			}
			found = append(found, fmt.Sprintf("%s imports %s, which the line %q does not allow", pkg.Path, name, r.pattern+": "+strings.Join(r.may, " ")))
		}
	}
	return found
}

// indirect walks everything a package reaches and names the road to each
// package it must not reach.
func (p *Policy) indirect(m *Module, pkg *Package) []string {
	var found []string
	for _, b := range p.never {
		if !matchesAny(b.from, pkg.Path) {
			continue
		}
		road := map[string]string{pkg.Path: ""}
		for queue := []string{pkg.Path}; len(queue) > 0; queue = queue[1:] {
			for _, imp := range m.imports(queue[0]) {
				own, house := m.Own(imp)
				if _, seen := road[own]; !house || seen {
					continue
				}
				road[own] = queue[0]
				queue = append(queue, own)
				if matchesAny(b.to, own) && !matchesAny(b.from, own) {
					steps := own
					for at := road[own]; at != ""; at = road[at] {
						steps = at + " → " + steps
					}
					found = append(found, fmt.Sprintf("%s must never reach %s: %s", pkg.Path, own, steps))
				}
			}
		}
	}
	return found
}

// standard reports whether an import path is the standard library's: its first
// element has no dot (the module's own paths are sorted out before).
func standard(imp string) bool {
	first, _, _ := strings.Cut(imp, "/")
	return !strings.Contains(first, ".")
}
