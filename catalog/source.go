package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ludens/diag"
	"ludens/game"
	"ludens/games"
	"ludens/internal/near"
	"ludens/ludii/expand"
)

// Source is a description that was found, and where it comes from: ludemes may
// name definitions that are in other files, and offer choices.
type Source struct {
	Name string // for people, and to find it again
	Text string // as it was written
	Path string // of the file; empty for an embedded game and for a text

	// defs are the directories of definitions that belong to it; the first that
	// holds any counts.
	defs []string
}

// The families by which a name can be told apart, "ludii:Hex".
const (
	prefixGDL     = "gdl:"
	prefixLudemes = "ludii:"
)

// Find finds a game: an embedded one, an imported one, or a file, in this order;
// what looks like a path is taken as one at once, and a text that begins as
// ludemes do is the description itself. Letter case is ignored where no name is
// the same letter for letter. "ludii:NAME" and "gdl:NAME" look only among games
// of that language.
func Find(nameOrPath string, opt Options) (*Source, error) {
	s, err := find(nameOrPath, opt)
	if err != nil {
		if p := (*fs.PathError)(nil); errors.As(err, &p) && p.Path == nameOrPath {
			err = p.Err // which file is said already
		}
		return nil, fmt.Errorf("open %s: %w", brief(nameOrPath), err)
	}
	return s, nil
}

// brief keeps messages readable when a whole text is meant.
func brief(s string) string {
	if line, _, more := strings.Cut(s, "\n"); more || len(s) > 200 {
		return line[:min(len(line), 60)] + "…"
	}
	return s
}

func find(word string, opt Options) (*Source, error) {
	if word == "" {
		return nil, fmt.Errorf("%w: the name is empty", ErrUnknown)
	}
	if isLudemes(word) {
		return &Source{Text: word}, nil
	}
	family, name := "", word
	if rest, ok := cutFold(word, prefixLudemes); ok {
		family, name = "ludii", rest
	} else if rest, ok := cutFold(word, prefixGDL); ok {
		family, name = "gdl", rest
	}
	if family == "" && (strings.ContainsRune(word, filepath.Separator) || known(word)) {
		return fromFile(word)
	}
	if family != "ludii" {
		if g, ok := games.Find(name); ok {
			return &Source{Name: g.Name, Text: g.Text}, nil
		}
	}
	if family != "gdl" {
		if l, ok := games.FindLudeme(name); ok {
			return &Source{Name: l.Name, Text: l.Text}, nil
		}
	}
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b }, strings.EqualFold,
		func(a, b string) bool { return games.Plain(a) == games.Plain(b) && games.Plain(b) != "" },
	} {
		for _, dir := range opt.LibraryDirs {
			s, err := findIn(dir, name, family, same)
			if s != nil || err != nil {
				return s, err
			}
		}
	}
	if s, err := aliased(name, family, opt); s != nil || err != nil {
		return s, err
	}
	if family != "" {
		return nil, fmt.Errorf("%w: there is no such name of that language", ErrUnknown)
	}
	s, err := fromFile(word)
	if errors.Is(err, fs.ErrNotExist) {
		if hint := nearGame(word, opt); hint != "" {
			return nil, fmt.Errorf("%w: it is neither the name of a game nor a file; did you mean %s?", ErrUnknown, hint)
		}
		return nil, fmt.Errorf("%w: it is neither the name of a game nor a file", ErrUnknown)
	}
	return s, err
}

func cutFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// fromFile reads a file, and looks where its definitions could be: in the
// directory def beside the file or beside a directory above it, as in a checkout
// of Ludii.
func fromFile(path string) (*Source, error) {
	text, err := readText(path)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: nameOfFile(path), Text: text, Path: path}
	const most = 12 // directories above
	if abs, err := filepath.Abs(path); err == nil {
		for dir, n := filepath.Dir(abs), 0; n < most; n++ {
			s.defs = append(s.defs, filepath.Join(dir, defsName))
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	return s, nil
}

// findIn finds the file of an imported game.
func findIn(dir, name, family string, same func(a, b string) bool) (*Source, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.IsDir() || !known(f.Name()) || !same(nameOfFile(f.Name()), name) {
			continue
		}
		path := filepath.Join(dir, f.Name())
		text, err := readText(path)
		if err != nil {
			return nil, err
		}
		if family != "" && languageOf(text).family != family {
			continue
		}
		s := &Source{Name: nameOfFile(path), Text: text, Path: path}
		if e, ok := readEntry(dir, s.Name); ok && e.Defs != "" && filepath.IsLocal(e.Defs) {
			s.defs = []string{filepath.Join(dir, e.Defs)}
		}
		return s, nil
	}
	return nil, nil
}

// taken reports whether a directory of imported games has a name.
func taken(dir, name string) (have string, ok bool, err error) {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", false, err
	}
	for _, f := range files {
		if have := nameOfFile(f.Name()); !f.IsDir() && known(f.Name()) && strings.EqualFold(have, name) {
			return have, true, nil
		}
	}
	return "", false, nil
}

// Open opens the game.
func (s *Source) Open(ctx context.Context, opt Options) (game.Game, error) {
	opt.source = s
	return OpenText(ctx, s.Name, s.Text, opt)
}

// Family is the language of the description: "gdl" or "ludii".
func (s *Source) Family() string { return languageOf(s.Text).family }

// Check gives everything that is wrong with the description.
func (s *Source) Check(ctx context.Context, opt Options) diag.List {
	opt.source = s
	return languageOf(s.Text).check(ctx, s.Text, opt)
}

// Alone gives the description so that it can be sent and stored: in ludemes with
// the options chosen and all definitions put in, and with its hints on drawing, which are
// not part of what Hash is of; in GDL as it is.
func (s *Source) Alone(opt Options) (string, error) {
	if s.Family() != "ludii" {
		return s.Text, nil
	}
	opt.source = s
	_, whole, findings, err := expanded(s.Text, opt, hints)
	if err == nil {
		err = findings.Err()
	}
	if err != nil {
		return "", fmt.Errorf("open %s: %w", title(s.Name), err)
	}
	return whole, nil
}

// maxHints bounds the hints on drawing that travel with a description, in bytes.
const maxHints = 16 << 10

// hints writes what a description hints at of how it wants to be drawn, as metadata.
func hints(d *expand.Description) string {
	if len(d.Graphics) == 0 {
		return ""
	}
	parts := make([]string, len(d.Graphics))
	for i, n := range d.Graphics {
		parts[i] = n.String()
	}
	text := "\n(metadata (graphics {" + strings.Join(parts, " ") + "}))"
	if len(text) > maxHints {
		return ""
	}
	return text
}

// Choices tells what may be chosen in a ludeme description, and what is.
func (s *Source) Choices(opt Options) (*expand.Description, error) {
	if s.Family() != "ludii" {
		return &expand.Description{Ruleset: -1}, nil
	}
	opt.source = s
	d, _, _, err := expanded(s.Text, opt, nil)
	return d, err
}

// nearGame is the name of a game that is near to a word; "" if there is none.
func nearGame(word string, opt Options) string {
	var names []string
	for _, g := range games.List() {
		names = append(names, g.Name)
	}
	for _, l := range games.Ludemes() {
		names = append(names, l.Name)
	}
	for _, dir := range opt.LibraryDirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if known(e.Name()) {
				names = append(names, strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
			}
		}
	}
	return near.Closest(word, max(1, len(word)/3), names)
}
