package expand

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"

	"ludens/diag"
	"ludens/ludii/parse"
)

// define is a name and the body that stands for it.
type define struct {
	name string
	body []*parse.Node
	node *parse.Node // (define "Name" body…)
}

// Library is a set of definition files, which descriptions may use without
// naming them. It is immutable and may be shared.
type Library struct {
	defines map[string]*define
}

// Has reports whether the library defines a name.
func (l *Library) Has(name string) bool { return l != nil && l.defines[name] != nil }

// Names lists the defines of the library, sorted.
func (l *Library) Names() []string {
	if l == nil {
		return nil
	}
	return sortedKeys(l.defines)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// NewLibrary reads definition files, given by path and text. Of two defines of
// one name that of the path that sorts first counts, the other is a finding.
func NewLibrary(files map[string]string, lim parse.Limits) (*Library, diag.List) {
	l := &Library{defines: map[string]*define{}}
	var findings diag.List
	for _, file := range sortedKeys(files) {
		nodes, found := parse.Parse(file, files[file], lim)
		findings = append(findings, found...)
		for _, n := range nodes {
			if n.Head() != "define" {
				findings.Add(finding(diag.Error, CodeTop, n, "a definition file holds (define …) and nothing else", ""))
				continue
			}
			findings = append(findings, addDefine(l.defines, n)...)
		}
	}
	return l, findings
}

// Bounds on what ReadLibrary reads.
const (
	mostFiles        = 10_000
	mostLibraryBytes = 64 << 20
)

// ReadLibrary reads all files of fsys that end in ".def", folders included. The
// error says what could not be read; what is wrong in the files is a finding.
func ReadLibrary(fsys fs.FS, lim parse.Limits) (*Library, diag.List, error) {
	files := map[string]string{}
	size := 0
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".def" {
			return err
		}
		text, err := readPlain(fsys, name, mostLibraryBytes-int64(size))
		if err != nil {
			return err
		}
		if files[name] = string(text); len(files) > mostFiles {
			return fmt.Errorf("more than %d files of definitions", mostFiles)
		}
		size += len(text)
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read definition files: %w", err)
	}
	l, findings := NewLibrary(files, lim)
	return l, findings, nil
}

// readPlain reads a file that is one: such directories come along with a game, and a pipe in
// one of them would be waited for without an end.
func readPlain(fsys fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a plain file", name)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("more than %d bytes of definitions", mostLibraryBytes)
	}
	return text, err
}

// addDefine notes a (define "Name" body…); the first of a name counts.
func addDefine(to map[string]*define, n *parse.Node) diag.List {
	if len(n.Children) < 2 || n.Children[1].Kind != parse.String || n.Children[1].Text == "" {
		return diag.List{finding(diag.Error, CodeForm, n, "this define has no name", `write (define "Name" what it stands for)`)}
	}
	name := n.Children[1].Text
	if old := to[name]; old != nil {
		d := finding(diag.Warning, CodeTwice, n, fmt.Sprintf("%q is defined twice; the other one counts", name), "remove one, or give it another name")
		d.Note = "the other one is at " + place(old.node)
		return diag.List{d}
	}
	to[name] = &define{name: name, body: n.Children[2:], node: n}
	return nil
}

func place(n *parse.Node) string {
	if n.Origin == nil || n.Origin.File == "" {
		return n.Pos.String()
	}
	return n.Origin.File + ":" + n.Pos.String()
}
