package layers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Module is what the source of a module says about its packages.
type Module struct {
	Path     string // module path of go.mod
	Packages []*Package
}

// Package is one package directory, without its test files.
type Package struct {
	Path    string   // directory relative to the module, with slashes; "." at the root
	Imports []string // sorted, each once
	Effects []Effect // what a core must not have
}

// Effect is a goroutine, a clock, a file or a socket in the source.
type Effect struct{ Where, What string }

// Packages that reach outside the process, and those of their names that cores
// may not use. An empty list forbids the whole package.
var outside = map[string][]string{
	"os": nil, "os/exec": nil, "os/signal": nil, "io/ioutil": nil, "path/filepath": {"Walk", "WalkDir", "Glob", "Abs", "EvalSymlinks"},
	"net": nil, "net/http": nil, "net/rpc": nil, "net/smtp": nil, "syscall": nil, "log": nil, "log/slog": nil,
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
}

// Load reads the packages of the module at root.
func Load(root string) (*Module, error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("load module: %w", err)
	}
	m := &Module{}
	for line := range strings.Lines(string(mod)) {
		if rest, ok := strings.CutPrefix(line, "module "); ok {
			m.Path = strings.TrimSpace(rest)
		}
	}
	if m.Path == "" {
		return nil, fmt.Errorf("load module: no module line in %s", filepath.Join(root, "go.mod"))
	}
	byDir := map[string]*Package{}
	fset := token.NewFileSet()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, filepath.ToSlash(rel), text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(rel))
		if byDir[dir] == nil {
			byDir[dir] = &Package{Path: dir}
		}
		byDir[dir].read(fset, file)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("load module: %w", err)
	}
	for _, p := range byDir {
		sort.Strings(p.Imports)
		p.Imports = slices.Compact(p.Imports)
		m.Packages = append(m.Packages, p)
	}
	sort.Slice(m.Packages, func(i, j int) bool { return m.Packages[i].Path < m.Packages[j].Path })
	return m, nil
}

// Own gives the directory of an import path of this module.
func (m *Module) Own(imp string) (string, bool) {
	if imp == m.Path {
		return ".", true
	}
	return strings.CutPrefix(imp, m.Path+"/")
}

func (m *Module) imports(path string) []string {
	for _, p := range m.Packages {
		if p.Path == path {
			return p.Imports
		}
	}
	return nil
}

// read adds what one file imports and does.
func (p *Package) read(fset *token.FileSet, file *ast.File) {
	watched := map[string][]string{} // local name → forbidden names
	for _, spec := range file.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has checked it
		}
		p.Imports = append(p.Imports, imp)
		names, is := outside[imp]
		if !is {
			continue
		}
		if names == nil {
			p.effect(fset, spec.Pos(), "imports "+imp)
			continue
		}
		local := imp[strings.LastIndex(imp, "/")+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." {
			p.effect(fset, spec.Pos(), "imports the names of "+imp+" unqualified")
		}
		watched[local] = names
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			p.effect(fset, n.Pos(), "starts a goroutine")
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && slices.Contains(watched[x.Name], n.Sel.Name) {
				p.effect(fset, n.Pos(), "uses "+x.Name+"."+n.Sel.Name)
			}
		}
		return true
	})
}

func (p *Package) effect(fset *token.FileSet, pos token.Pos, what string) {
	at := fset.Position(pos)
	p.Effects = append(p.Effects, Effect{Where: fmt.Sprintf("%s:%d", at.Filename, at.Line), What: what})
}
