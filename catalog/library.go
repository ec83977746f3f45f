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
	"ludens/internal/bounded"
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
	Defs        string   `json:"defs,omitempty"`    // the directory beside it of definitions that it uses
	Info        *Info    `json:"info,omitempty"`    // what the description says about itself
	Facts       *Facts   `json:"facts,omitempty"`   // where they are known without loading; see FactsOf
	Hash        string   `json:"hash,omitempty"`    // of the content, see Hash
	Error       string   `json:"error,omitempty"`   // why it cannot be read, if so
}

// List gives the embedded games and those of opt.LibraryDirs, each group by
// name. A game hidden by one of the same name and language before it is left out;
// one that cannot be read is listed with its Error.
func List(opt Options) ([]Entry, error) {
	var out []Entry
	taken := map[string]bool{}
	for _, g := range games.List() {
		e := Entry{Name: g.Name, Title: g.Title, Description: g.Rules, Tags: g.Tags, Family: "gdl"}
		e.Roles, e.Facts, _ = readGDL(g.Text) // a test of package games reads every one
		out = append(out, e)
		taken["gdl:"+strings.ToLower(g.Name)] = true
	}
	for _, l := range games.Ludemes() {
		out = append(out, Entry{Name: l.Name, Title: l.Title, Description: l.Rules, Tags: l.Tags, Family: "ludii"})
		taken["ludii:"+strings.ToLower(l.Name)] = true
	}
	for _, dir := range opt.LibraryDirs {
		entries, err := listDir(dir)
		if err != nil {
			return nil, fmt.Errorf("list imported games: %w", err)
		}
		for _, e := range entries {
			if low := e.Family + ":" + strings.ToLower(e.Name); !taken[low] {
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
				if e.Family = languageOf(text).family; e.Family == "gdl" {
					e.Roles, e.Facts, err = readGDL(text)
				}
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
	f, err := bounded.Open(filepath.Join(dir, name+".json"))
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
