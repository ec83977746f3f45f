package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludens/games"
	"ludens/gdl"
)

// Entry is a game that Open knows by name.
type Entry struct {
	Name        string   `json:"name"`
	Title       string   `json:"title,omitempty"`
	Family      string   `json:"family"`
	Path        string   `json:"path,omitempty"` // of an imported game's file; empty for an embedded one
	Roles       []string `json:"roles"`
	Description string   `json:"description,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Source      string   `json:"source,omitempty"`  // where it was imported from
	Key         string   `json:"key,omitempty"`     // in the GGP repository it came from
	Version     int      `json:"version,omitempty"` // there
	Hash        string   `json:"hash,omitempty"`    // of the content, see Hash
	Error       string   `json:"error,omitempty"`   // why it cannot be read, if so
}

// List gives the embedded games and those of opt.LibraryDirs, each group by
// name. A game hidden by one of the same name before it is left out; one that
// cannot be read is listed with its Error.
func List(opt Options) ([]Entry, error) {
	var out []Entry
	taken := map[string]bool{}
	for _, g := range games.List() {
		e := Entry{Name: g.Name, Title: g.Title, Description: g.Rules, Tags: g.Tags, Family: "gdl"}
		e.Roles, _ = rolesOf(g.Text) // a test of package games reads every one
		out = append(out, e)
		taken[strings.ToLower(g.Name)] = true
	}
	for _, dir := range opt.LibraryDirs {
		entries, err := listDir(dir)
		if err != nil {
			return nil, fmt.Errorf("list imported games: %w", err)
		}
		for _, e := range entries {
			if low := strings.ToLower(e.Name); !taken[low] {
				taken[low] = true
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// listDir lists a directory of imported games. One that does not exist is empty.
func listDir(dir string) ([]Entry, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, f := range files {
		if f.IsDir() || !known(f.Name()) || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		e, ok := readEntry(dir, nameOfFile(f.Name()))
		e.Name, e.Path = nameOfFile(f.Name()), filepath.Join(dir, f.Name())
		if !ok { // put there by hand
			e.Family = "gdl"
			text, err := readText(e.Path)
			if err == nil {
				e.Family = languageOf(text).family
				e.Roles, err = rolesOf(text)
			}
			if err != nil {
				e.Error = err.Error()
			}
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// maxEntryBytes bounds the file that Import writes beside a description.
const maxEntryBytes = 1 << 20

// readEntry reads what Import noted about a game.
func readEntry(dir, name string) (e Entry, ok bool) {
	f, err := os.Open(filepath.Join(dir, name+".json"))
	if err != nil {
		return Entry{}, false
	}
	defer f.Close()
	text, err := readAll(f, maxEntryBytes)
	if err != nil || json.Unmarshal([]byte(text), &e) != nil {
		return Entry{}, false
	}
	return e, true
}

// rolesOf reads the names of the roles off a description.
func rolesOf(text string) ([]string, error) {
	d, findings := gdl.Read(text)
	var out []string
	for i := range d.Rules {
		r := &d.Rules[i]
		if r.Head.Name == "role" && len(r.Head.Args) == 1 && len(r.Body) == 0 {
			if name := r.Head.Args[0].String(); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out, findings.Err()
}

// find gives the name and text of a game: an embedded one, an imported one, or a
// file, in this order; what looks like a path is taken as one at once. Letter
// case is ignored where no name is the same letter for letter.
func find(nameOrPath string, opt Options) (name, text string, err error) {
	if nameOrPath == "" {
		return "", "", fmt.Errorf("%w: the name is empty", ErrUnknown)
	}
	if strings.ContainsRune(nameOrPath, filepath.Separator) || known(nameOrPath) {
		text, err = readText(nameOrPath)
		return nameOfFile(nameOrPath), text, err
	}
	if g, ok := games.Find(nameOrPath); ok {
		return g.Name, g.Text, nil
	}
	for _, exact := range []bool{true, false} {
		for _, dir := range opt.LibraryDirs {
			path, ok, err := findIn(dir, nameOrPath, exact)
			if err != nil {
				return "", "", err
			}
			if ok {
				text, err = readText(path)
				return nameOfFile(path), text, err
			}
		}
	}
	text, err = readText(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", fmt.Errorf("%w: it is neither the name of a game nor a file", ErrUnknown)
	}
	return nameOfFile(nameOrPath), text, err
}

// findIn finds the file of an imported game.
func findIn(dir, name string, exact bool) (path string, ok bool, err error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	for _, f := range files {
		have := nameOfFile(f.Name())
		if !f.IsDir() && known(f.Name()) && (have == name || !exact && strings.EqualFold(have, name)) {
			return filepath.Join(dir, f.Name()), true, nil
		}
	}
	return "", false, nil
}
