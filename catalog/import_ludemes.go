package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"

	"ludens/diag"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// importedDefs are definition files that were taken over.
type importedDefs struct {
	name    string // of their directory in the library of imported games
	library *expand.Library
}

// Limits of the definitions of an import.
const (
	maxDefs     = 10_000
	maxDefBytes = 64 << 20
)

// ludemes tells whether a description in ludemes can be played, and completes
// what is known about it.
func (im *importer) ludemes(source, text string, about *Entry) (findings diag.List, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	defs, err := im.defsFor(path.Dir(source))
	if err != nil {
		return nil, err
	}
	o := load.Options{Expand: expand.Options{Limits: expand.Limits{Nodes: maxNodes}}}
	if defs != nil {
		o.Expand.Library, about.Defs = defs.library, defs.name
	}
	if im.subgames == nil {
		im.subgames = subgamesIn(im.root)
	}
	rest, games := apart(text)
	o.Subgame = func(name string) (file, text string, ok bool) {
		if text, ok := games[name]; ok {
			return "", text, true
		}
		path, ok := im.subgames(name)
		if !ok {
			return "", "", false
		}
		text, err := im.read(path, MaxTextBytes)
		return path, text, err == nil
	}
	g, findings, err := load.TextContext(im.ctx, "", rest, o) // the report names the file
	if err != nil {
		return nil, err
	}
	if err := findings.Err(); err != nil {
		return nil, err
	}
	if g.Program == nil {
		return nil, errors.New("it holds no game")
	}
	if about.Title == "" {
		about.Title = g.Description.Name
	}
	if info := g.Description.Info(im.agentsFor(path.Dir(source))); !reflect.DeepEqual(info, Info{}) {
		about.Info = &info
	}
	whole, err := alone(g.Description, o.Subgame, o.Expand, nil)
	if err != nil {
		return nil, err
	}
	about.Hash, about.Facts = hashOfLudemes(whole), ludemeFacts(g.Program)
	f := exec.NewGame(g.Program, about.Hash).Facts()
	about.Roles = f.ByRole(f.Seats)
	return findings, nil
}

// defsFor gives the definitions for the descriptions in a directory; nil if there
// are none.
func (im *importer) defsFor(dir string) (*importedDefs, error) {
	for {
		d, err := im.defsIn(path.Join(dir, defsName))
		if d != nil || err != nil || dir == "." {
			return d, err
		}
		dir = path.Dir(dir)
	}
}

// defsIn takes over the definition files below a directory.
func (im *importer) defsIn(dir string) (*importedDefs, error) {
	if d, known := im.defs[dir]; known {
		return d, nil
	}
	if im.defs == nil {
		im.defs = map[string]*importedDefs{}
	}
	im.defs[dir] = nil
	texts, err := im.defTexts(dir)
	switch {
	case err != nil:
		im.refuse(dir, err)
		return nil, nil
	case len(texts) == 0:
		return nil, nil
	}
	sum := sha256.Sum256([]byte(filepath.Join(im.from, filepath.FromSlash(dir))))
	d := &importedDefs{name: defsName + "-" + hex.EncodeToString(sum[:6])}
	d.library, _ = expand.NewLibrary(texts, parse.Limits{})
	for p, text := range texts {
		file := filepath.Join(im.into, d.name, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		if err := writeFile(file, []byte(text)); err != nil {
			return nil, err
		}
	}
	im.defs[dir] = d
	return d, nil
}

// defTexts reads the definition files below a directory, by their paths there; none if there
// is no such directory.
func (im *importer) defTexts(dir string) (map[string]string, error) {
	texts := map[string]string{}
	size := 0
	err := fs.WalkDir(im.root, dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || path.Ext(p) != ".def" {
			return err
		}
		text, err := im.read(p, maxDefBytes)
		if err != nil {
			return err
		}
		texts[p[len(dir)+1:]] = text
		if size += len(text); size > maxDefBytes || len(texts) > maxDefs {
			return fmt.Errorf("more than %d files or %d bytes of definitions", maxDefs, maxDefBytes)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return texts, err
}

// agentsName is the name of a directory of definitions of what Ludii's agents know.
const agentsName = "def_ai"

// agentsFor gives the definitions of what Ludii's agents know of the games in a directory, from
// the directory for them beside it or further up; nil if there are none.
func (im *importer) agentsFor(dir string) *expand.Library {
	for {
		at := path.Join(dir, agentsName)
		l, known := im.agents[at]
		if !known {
			if texts, err := im.defTexts(at); err != nil {
				im.refuse(at, err)
			} else if len(texts) > 0 {
				l, _ = expand.NewLibrary(texts, parse.Limits{})
			}
			if im.agents == nil {
				im.agents = map[string]*expand.Library{}
			}
			im.agents[at] = l
		}
		if l != nil || dir == "." {
			return l
		}
		dir = path.Dir(dir)
	}
}
