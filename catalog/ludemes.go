package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"ludens/diag"
	"ludens/game"
	"ludens/internal/bounded"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// defsName is the name of a directory of definition files.
const defsName = "def"

// maxNodes bounds the parts of a description while its definitions are put in,
// five times what the largest of Ludii's games needs.
const maxNodes = 1_000_000

// library reads the definitions that a text may use; nil for none.
func library(opt Options) (*expand.Library, error) {
	if opt.DefsDir != "" {
		return readLibrary(opt.DefsDir)
	}
	if opt.source == nil {
		return nil, nil
	}
	for _, dir := range opt.source.defs {
		l, err := readLibrary(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(l.Names()) > 0 {
			return l, nil
		}
	}
	return nil, nil
}

// readLibrary reads the definition files below a directory, and nothing outside
// of it. What is wrong in them shows where they are used.
func readLibrary(dir string) (*expand.Library, error) {
	root, err := bounded.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	l, _, err := expand.ReadLibrary(root.FS(), parse.Limits{})
	return l, err
}

// loadOptions says how to load a text, and gives it without the games of a match,
// which are loaded when the match names them.
func loadOptions(text string, opt Options) (rest string, o load.Options, err error) {
	l, err := library(opt)
	rest, games := apart(text)
	return rest, load.Options{Expand: expand.Options{
		Library: l, Select: opt.Select, Ruleset: opt.Ruleset, Limits: expand.Limits{Nodes: maxNodes},
	}, Subgame: subgames(games, opt.source)}, err
}

// fileOf is what findings call the text.
func fileOf(opt Options) string {
	if opt.source == nil {
		return ""
	}
	if opt.source.Path != "" {
		return opt.source.Path
	}
	return opt.source.Name
}

// expanded chooses the options and puts the definitions in. What it gives besides
// the description stands on its own.
func expanded(text string, opt Options, hinting func(*expand.Description) string) (d *expand.Description, whole string, findings diag.List, err error) {
	text, o, err := loadOptions(text, opt)
	if err != nil {
		return nil, "", nil, err
	}
	d, findings = expand.Expand(fileOf(opt), text, o.Expand)
	if d.Root == nil {
		if err = findings.Err(); err == nil {
			err = errors.New("the description holds no game")
		}
		return d, "", findings, err
	}
	whole, err = alone(d, o.Subgame, o.Expand, hinting)
	return d, whole, findings, err
}

// openLudemes opens a description in ludemes.
func openLudemes(ctx context.Context, name, text string, opt Options) (game.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, opt.BuildTime)
	defer cancel()
	g, err := loadLudemes(ctx, name, text, opt)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("loading it took longer than %s: %w", opt.BuildTime, err)
	}
	return g, err
}

func loadLudemes(ctx context.Context, name, text string, opt Options) (game.Game, error) {
	text, o, err := loadOptions(text, opt)
	if err != nil {
		return nil, err
	}
	g, findings, err := load.TextContext(ctx, fileOf(opt), text, o)
	if err != nil {
		return nil, err
	}
	if err := findings.Err(); err != nil {
		return nil, err
	}
	if g.Program == nil {
		return nil, errors.New("the description holds no game")
	}
	whole, err := alone(g.Description, o.Subgame, o.Expand, nil)
	if err != nil {
		return nil, err
	}
	out := exec.NewGame(g.Program, hashOfLudemes(whole))
	playTogether(out, g.Term)
	if hash, kind := ludemesKnownAs(g.Description.Root, whole, opt.Known); kind != nil {
		out = out.Called(hash, kind)
	}
	if name != "" {
		out = out.Named(name)
	}
	return out, nil
}

func hashLudemes(text string) (string, error) {
	_, whole, findings, err := expanded(text, Options{}, nil)
	if err == nil {
		err = findings.Err()
	}
	if err != nil {
		return "", err
	}
	return hashOfLudemes(whole), nil
}

// hashOfLudemes is the content hash of a description: of what is left when
// options are chosen and definitions put in.
func hashOfLudemes(whole string) string {
	h := sha256.New()
	io.WriteString(h, "ludii\n")
	io.WriteString(h, whole)
	return hex.EncodeToString(h.Sum(nil))
}

func checkLudemes(ctx context.Context, text string, opt Options) diag.List {
	text, o, err := loadOptions(text, opt)
	if err != nil {
		return diag.List{{Code: "LUD019", Severity: diag.Error, File: fileOf(opt), Message: "the definitions cannot be read: " + err.Error()}}
	}
	_, findings, _ := load.TextContext(ctx, fileOf(opt), text, o)
	return findings
}
