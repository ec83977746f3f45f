package lower

import (
	_ "embed" // the index
	"strings"
	"sync"
)

//go:embed index.go
var indexText string

// An Entry says of a form of the grammar where its meaning is, and what uses it.
type Entry struct {
	Form  string
	Where string   // "file.go function", of this package or, for boards, of topology
	Tests []string // "package.Test", those that write it out; all forms are called by load.TestBreadth besides
	Games []string // of our library
}

// Index is the index in the package comment, by form.
var Index = sync.OnceValue(func() map[string]Entry {
	all := map[string]Entry{}
	for line := range strings.Lines(indexText) {
		line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "//\t")
		cells := strings.Split(line, " │ ")
		if !ok || len(cells) != 4 {
			continue
		}
		list := func(s string) []string {
			if s = strings.TrimSpace(s); s == "" || s == "-" {
				return nil
			}
			return strings.Split(s, ", ")
		}
		e := Entry{Form: strings.TrimSpace(cells[0]), Where: strings.TrimSpace(cells[1]), Tests: list(cells[2]), Games: list(cells[3])}
		all[e.Form] = e
	}
	return all
})
