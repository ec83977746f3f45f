package catalog

import (
	"io/fs"
	"path/filepath"
	"strings"

	"ludens/games"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// Matches name games that are described elsewhere: in files beside their own, or,
// in a text that stands on its own, behind the match:
//
//	(match "Three" … (games {(subgame "A" …) (subgame "B" …)}) …)
//	(metadata (graphics {…}))
//	(game "A" …)
//	(metadata (graphics {…}))
//	(game "B" …)
//
// Hints on drawing stand behind what they are about.

// subgame finds the description of a game of a match.
type subgame = func(name string) (file, text string, ok bool)

// apart takes the games behind a match off a text; with no match in it the text
// stays as it is.
func apart(text string) (rest string, games map[string]string) {
	if !strings.Contains(text, "match") {
		return text, nil // most texts need not be read twice
	}
	nodes, findings := parse.Parse("", text, parse.Limits{})
	if findings.Errors() > 0 {
		return text, nil
	}
	match := false
	for _, n := range nodes {
		match = match || n.Head() == "match"
	}
	if !match {
		return text, nil
	}
	var b strings.Builder
	at := 0
	games = map[string]string{}
	for i, n := range nodes {
		if n.Head() != "game" || len(n.Children) < 2 || n.Children[1].Kind != parse.String {
			continue
		}
		name := n.Children[1].Text
		if _, twice := games[name]; twice {
			continue
		}
		end := n.End
		if i+1 < len(nodes) && nodes[i+1].Head() == "metadata" {
			end = nodes[i+1].End
		}
		games[name] = text[n.Pos.Offset:end]
		b.WriteString(text[at:n.Pos.Offset])
		at = end
	}
	b.WriteString(text[at:])
	return b.String(), games
}

// subgames gives how the games of a match are found: in the text itself, near its
// file, or in our library.
func subgames(apart map[string]string, s *Source) subgame {
	return func(name string) (file, text string, ok bool) {
		if text, ok := apart[name]; ok {
			return "", text, true
		}
		if s != nil && s.Path != "" {
			for _, path := range s.near(name) {
				if text, err := readText(path); err == nil {
					return path, text, true
				}
			}
		}
		own, ok := games.FindLudeme(name)
		return own.Name + ".lud", own.Text, ok
	}
}

// maxNear bounds the files that are looked at for one.
const maxNear = 50_000

// near lists the files that may describe a game of a name: the one beside the
// source, that of an import, and those below the directory lud that the source is
// in, as in a checkout of Ludii.
func (s *Source) near(name string) []string {
	dir := filepath.Dir(s.Path)
	file := filepath.Base(name + ".lud")
	found := []string{filepath.Join(dir, file), filepath.Join(dir, safeName(name)+".lud")}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return found
	}
	for ; filepath.Dir(abs) != abs; abs = filepath.Dir(abs) {
		if filepath.Base(abs) != "lud" {
			continue
		}
		seen := 0
		_ = filepath.WalkDir(abs, func(path string, e fs.DirEntry, err error) error { // what cannot be read is not there
			if seen++; seen > maxNear {
				return filepath.SkipAll
			}
			if err == nil && e.Type().IsRegular() && e.Name() == file {
				found = append(found, path)
			}
			return nil
		})
		break
	}
	return found
}

// alone writes an expanded description so that it needs nothing else: of a match
// with its games. Hinting, if not nil, gives what is to stand behind each of them.
func alone(d *expand.Description, find subgame, o expand.Options, hinting func(*expand.Description) string) (string, error) {
	if hinting == nil {
		hinting = func(*expand.Description) string { return "" }
	}
	if d.Root.Head() != "match" {
		return d.Root.String() + hinting(d), nil
	}
	var games strings.Builder
	done := map[string]bool{}
	var failed error
	var rewrite func(n *parse.Node) *parse.Node
	rewrite = func(n *parse.Node) *parse.Node {
		if n.Head() != "subgame" || len(n.Children) < 2 || n.Children[1].Kind != parse.String {
			if len(n.Children) == 0 {
				return n
			}
			c := *n
			c.Children = make([]*parse.Node, len(n.Children))
			for i, child := range n.Children {
				c.Children[i] = rewrite(child)
			}
			return &c
		}
		c := *n
		c.Children = nil
		name, options := n.Children[1].Text, ""
		for _, child := range n.Children[2:] {
			if child.Kind == parse.String && options == "" {
				options = child.Text
			}
		}
		key := name
		if options != "" {
			key += " (" + options + ")"
		}
		for i, child := range n.Children {
			switch {
			case i == 1:
				first := *child
				first.Text = key
				child = &first
			case i > 1 && child.Kind == parse.String && child.Text == options:
				continue // chosen already
			}
			c.Children = append(c.Children, child)
		}
		if done[key] {
			return &c
		}
		done[key] = true
		file, text, ok := find(name)
		if !ok {
			return &c // the match says so when it comes to it
		}
		inner := o
		inner.Select, inner.Ruleset = nil, ""
		if options != "" {
			inner.Select = []string{options}
		}
		g, findings := expand.Expand(file, text, inner)
		if err := findings.Err(); err != nil && failed == nil {
			failed = err
		}
		if g.Root != nil && len(g.Root.Children) > 1 {
			root := *g.Root
			root.Children = append([]*parse.Node(nil), root.Children...)
			title := *root.Children[1]
			title.Text = key
			root.Children[1] = &title
			games.WriteString("\n" + root.String() + hinting(g))
		}
		return &c
	}
	text := rewrite(d.Root).String()
	return text + hinting(d) + games.String(), failed
}

// subgamesIn finds the games of matches in a directory of descriptions, by the
// names of their files.
func subgamesIn(root fs.FS) func(name string) (path string, ok bool) {
	var paths map[string]string
	return func(name string) (string, bool) {
		if paths == nil {
			paths = map[string]string{}
			_ = fs.WalkDir(root, ".", func(path string, e fs.DirEntry, err error) error {
				if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".lud") && len(paths) < maxNear {
					if _, twice := paths[strings.TrimSuffix(e.Name(), ".lud")]; !twice {
						paths[strings.TrimSuffix(e.Name(), ".lud")] = path
					}
				}
				return nil
			})
		}
		path, ok := paths[name]
		return path, ok
	}
}
