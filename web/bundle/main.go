// Command bundle makes the page, web/app/dist, of its sources: modules and what they
// import from the vendored libraries become one script and one style sheet.
//
// The promise: the same sources give the same bytes, which a test holds the embedded
// files against. It needs no Node and asks no registry: the libraries are below
// web/app/vendor, in the versions that package-lock.json says. It never runs in the
// game master itself.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	files, err := build(filepath.Join("web", "app"))
	if errors.Is(err, os.ErrNotExist) {
		files, err = build("app") // go generate runs in web
	}
	if err == nil {
		err = write(files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// copied are the files that go into the page as they are.
var copied = []string{"index.html", "icon.svg"}

// build gives the files of the page by their paths.
func build(dir string) (map[string][]byte, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	src, dist := filepath.Join(dir, "src"), filepath.Join(dir, "dist")
	out := map[string][]byte{}
	for _, name := range copied {
		b, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			return nil, err
		}
		out[filepath.Join(dist, name)] = b
	}
	vendor := func(path ...string) string { return filepath.Join(append([]string{dir, "vendor"}, path...)...) }
	result := api.Build(api.BuildOptions{
		EntryPoints:   []string{filepath.Join(src, "main.jsx"), filepath.Join(src, "main.css")},
		AbsWorkingDir: dir, Outdir: dist, Bundle: true, Format: api.FormatESModule, Target: api.ES2020,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		JSXFactory: "h", JSXFragment: "Fragment", LegalComments: api.LegalCommentsEndOfFile,
		Alias: map[string]string{
			"preact": vendor("preact", "preact.module.js"), "preact/hooks": vendor("preact", "hooks.module.js"),
			"uplot": vendor("uplot", "uPlot.esm.js"),
		},
	})
	for _, m := range result.Errors {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		err = errors.Join(err, errors.New(where+m.Text))
	}
	if err != nil {
		return nil, err
	}
	for _, f := range result.OutputFiles {
		out[f.Path] = f.Contents
	}
	return out, nil
}

func write(files map[string][]byte) error {
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
