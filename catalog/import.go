package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"ludens/diag"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/check"
	"ludens/gdl/interp"
	"ludens/internal/bounded"
	"ludens/ludii/expand"
)

// ImportReport says what Import did with every description it found.
type ImportReport struct {
	From    string          `json:"from"`
	Into    string          `json:"into"`
	Games   []ImportedGame  `json:"games"`
	Refused []RefusedImport `json:"refused"`
}

// ImportedGame is a description that can be opened by name from now on.
type ImportedGame struct {
	Name     string   `json:"name"`
	Title    string   `json:"title,omitempty"`
	Source   string   `json:"source"` // file, relative to ImportReport.From
	Roles    []string `json:"roles"`
	Status   string   `json:"status"`   // "new", "changed" or "unchanged"
	Errors   int      `json:"errors"`   // findings of gamemaster check that did not keep it from being playable
	Warnings int      `json:"warnings"` //
}

// RefusedImport is a description that was not taken over.
type RefusedImport struct {
	Source string `json:"source"`
	Reason string `json:"reason"`
}

// Limits of an import.
const (
	maxImports      = 20_000
	maxImportDepth  = 32
	maxNameBytes    = 100
	maxMetadata     = 1 << 20
	maxReportReason = 500
)

// Import takes over the descriptions below a directory: every .kif, .gdl and .lud
// file, and every game of a GGP repository (a directory with a METADATA file),
// in all its versions. With ludemes come the definitions from the directory def
// beside them or beside a directory above them, as in a checkout of Ludii. They are copied into the directory into, which is made if
// need be, under names made from their paths or repository keys; what was known
// about them is written beside. A file that cannot be played by any engine is
// refused, with the reason, and does not stop the rest. Importing again brings
// changed descriptions up to date.
//
// When the context ends the import does, after a whole game; it can be done again.
//
// Nothing outside of dir is read, also not through symbolic links, and nothing
// outside of into is written.
func Import(ctx context.Context, dir, into string) (ImportReport, error) {
	report := ImportReport{From: dir, Into: into, Games: []ImportedGame{}, Refused: []RefusedImport{}}
	root, err := bounded.OpenRoot(dir)
	if err != nil {
		return report, fmt.Errorf("import games: %w", err)
	}
	defer root.Close()
	if err := os.MkdirAll(into, 0o755); err != nil {
		return report, fmt.Errorf("import games: %w", err)
	}
	im := importer{ctx: ctx, root: root.FS(), into: into, report: &report, from: dir}
	if abs, err := filepath.Abs(dir); err == nil {
		im.from = abs
	}
	if abs, err := filepath.Abs(into); err == nil {
		if rel, err := filepath.Rel(im.from, abs); err == nil && filepath.IsLocal(rel) {
			im.skip = filepath.ToSlash(rel) // the library inside of the directory to import
		}
	}
	if err := im.walk("."); err != nil {
		return report, fmt.Errorf("import games from %s: %w", dir, err)
	}
	return report, nil
}

type importer struct {
	ctx    context.Context
	root   fs.FS
	from   string
	into   string
	skip   string
	report *ImportReport
	seen   int
	defs   map[string]*importedDefs   // by directory in root
	agents map[string]*expand.Library // of what agents know; so too

	subgames func(name string) (path string, ok bool)
}

// walk takes over everything below a directory. Only failures to write stop it.
func (im *importer) walk(dir string) error {
	if dir == im.skip {
		return nil
	}
	if dir != "." && strings.Count(dir, "/") >= maxImportDepth {
		im.refuse(dir, errors.New("directories are nested too deep"))
		return nil
	}
	entries, err := fs.ReadDir(im.root, dir)
	if err != nil {
		im.refuse(dir, err)
		return nil
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == metadataFile && !e.IsDir() }) {
		return im.repositoryGame(dir)
	}
	for _, e := range entries {
		p := path.Join(dir, e.Name())
		if err := im.ctx.Err(); err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(e.Name(), "."):
			continue
		case e.IsDir():
			if err := im.walk(p); err != nil {
				return err
			}
		case known(p):
			name := strings.ReplaceAll(strings.TrimSuffix(p, path.Ext(p)), "/", ".")
			if strings.EqualFold(path.Ext(p), ".lud") {
				name = nameOfFile(p) // checkouts of Ludii sort games by their kind
			}
			if err := im.file(p, name, Entry{}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (im *importer) refuse(source string, err error) {
	s := err.Error()
	if len(s) > maxReportReason {
		s = s[:maxReportReason] + "…"
	}
	im.report.Refused = append(im.report.Refused, RefusedImport{source, s})
}

func (im *importer) read(p string, limit int64) (string, error) {
	if info, err := fs.Stat(im.root, p); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", errors.New("it is not a plain file") // opening a pipe would wait for its writer
	}
	f, err := im.root.Open(p)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f, limit)
}

// file takes over one description. About holds what is known of it.
func (im *importer) file(source, name string, about Entry) error {
	if im.seen++; im.seen > maxImports {
		return fmt.Errorf("there are more than %d descriptions", maxImports)
	}
	text, err := im.read(source, MaxTextBytes)
	if err != nil {
		im.refuse(source, err)
		return nil
	}
	about.Family = languageOf(text).family
	if about.Source == "" {
		about.Source = filepath.Join(im.from, filepath.FromSlash(source))
	}
	var findings diag.List
	if about.Family == "ludii" {
		findings, err = im.ludemes(source, text, &about)
	} else if about.Roles, about.Hash, err = playable(im.ctx, text); err == nil {
		_, about.Facts, _ = readGDL(text)
		findings = check.Check(text)
	}
	if stopped := im.ctx.Err(); stopped != nil {
		return stopped
	}
	if err != nil {
		im.refuse(source, err)
		return nil
	}
	g := ImportedGame{Title: about.Title, Source: source, Roles: about.Roles}
	g.Errors = findings.Errors()
	g.Warnings = len(findings) - g.Errors
	g.Name, g.Status = im.name(safeName(name), about)
	if g.Status != "unchanged" {
		if err := im.write(g.Name, text, about); err != nil {
			return err
		}
	}
	im.report.Games = append(im.report.Games, g)
	return nil
}

// playable tells whether the reasoner can begin a match of a description.
func playable(ctx context.Context, text string) (roles []string, hash string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return nil, "", err
	}
	p, err := gdl.CompileContext(ctx, d)
	if err != nil {
		return nil, "", err
	}
	g, err := interp.NewContext(ctx, p, interp.Options{MaxSteps: 50_000_000, MaxBytes: 512 << 20})
	if err != nil {
		return nil, "", err
	}
	return g.Facts().ByRole(g.Facts().Seats), hashOf(d), nil
}

// name finds the name for a game: the wanted one, or with a number behind it
// when another game has that. A game imported before, from the same source, keeps
// its name.
func (im *importer) name(wanted string, about Entry) (name, status string) {
	for n := 1; ; n++ {
		name = wanted
		if n > 1 {
			name = fmt.Sprintf("%s-%d", wanted, n)
		}
		if _, embedded := games.Find(name); embedded && about.Family == "gdl" {
			continue
		}
		if _, embedded := games.FindLudeme(name); embedded && about.Family == "ludii" {
			continue
		}
		have, taken, err := taken(im.into, name)
		if err != nil || !taken {
			return name, "new"
		}
		name = have
		old, ok := readEntry(im.into, name)
		if !ok || old.Source != about.Source {
			continue // another game, or put there by hand
		}
		about.Name = name
		if reflect.DeepEqual(old, about) {
			return name, "unchanged"
		}
		return name, "changed"
	}
}

// safeName makes a file name of any text.
func safeName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_', r == '-', r == '+':
			return r
		}
		return '_'
	}, s)
	s = strings.Trim(s, ".-")
	if len(s) > maxNameBytes {
		s = strings.TrimRight(s[:maxNameBytes], ".-")
	}
	if s == "" {
		return "game"
	}
	return s
}

// write puts a description and what is known about it into the library. The
// description comes last: a game is there when its file is.
func (im *importer) write(name, text string, about Entry) error {
	about.Name, about.Path = name, ""
	b, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(im.into, name+".json"), append(b, '\n')); err != nil {
		return err
	}
	ending := ".kif"
	if about.Family == "ludii" {
		ending = ".lud"
	}
	return writeFile(filepath.Join(im.into, name+ending), []byte(text))
}

// writeFile writes a file whole or not at all.
func writeFile(name string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".import-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
