package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"ludens/diag"
	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/check"
	"ludens/internal/bounded"
	"ludens/internal/sexpr"
)

// MaxTextBytes bounds the text of a description.
const MaxTextBytes = 16 << 20

// Options say how games are opened. The zero value works.
type Options struct {
	// Engine is what runs the rules: "reasoner", "network", or "auto" (also ""):
	// the network where it can be built within the limits, else the reasoner; or
	// "batched", the network with machines in lanes, which is for measuring and verifying.
	Engine string
	// BuildTime bounds the time to build a network. Default 60 s.
	BuildTime time.Duration
	// BuildBytes bounds the memory for building a network. Default 4 GiB.
	BuildBytes int64
	// MachineBytes bounds the memory of one machine of the reasoner. Default 1 GiB.
	MachineBytes int64
	// CacheDir is where built networks are kept, by content hash; empty for
	// nowhere.
	CacheDir string
	// LibraryDirs are directories of imported games, the first one first.
	LibraryDirs []string

	// Of games in ludemes only. Select are choices by heading, such as "Board
	// Size/9x9", or the name of a ruleset; Ruleset is a ruleset by its name.
	Select  []string
	Ruleset string
	// DefsDir is a directory of definition files; where it is empty a file uses
	// those found near it (see Source), a text none.
	DefsDir string

	// Known, if not nil, is asked under which description a game is known already: the game
	// is opened as that one then, and speaks under the names of the text given. Facts.Hash
	// is that of the known description.
	Known Known

	reader *Reader // reads the text, if not nil
	source *Source // of the text, if not nil
}

// The engines of Options.Engine.
const (
	Auto     = "auto"
	Reasoner = "reasoner"
	Network  = "network"
	Batched  = "batched"
)

func (o *Options) complete() error {
	switch o.Engine {
	case "":
		o.Engine = Auto
	case Auto, Reasoner, Network, Batched:
	default:
		return fmt.Errorf("unknown engine %q: want %s, %s, %s or %s", o.Engine, Auto, Reasoner, Network, Batched)
	}
	if o.BuildTime <= 0 {
		o.BuildTime = time.Minute
	}
	if o.BuildBytes <= 0 {
		o.BuildBytes = 4 << 30
	}
	return nil
}

// ErrUnknown is wrapped when a name is neither a game nor a file.
var ErrUnknown = errors.New("no such game")

// A language of rules. The first whose is says yes opens a text.
type language struct {
	family string
	is     func(text string) bool
	open   func(ctx context.Context, name, text string, opt Options) (game.Game, error)
	hash   func(text string) (string, error)
	// identity is that of a description that stands on its own.
	identity func(text string) (string, error)
	check    func(ctx context.Context, text string, opt Options) diag.List
}

var languages = []language{
	{
		family: "ludii",
		is:     isLudemes,
		open:   openLudemes,
		hash:   hashLudemes,

		identity: identityLudemes,
		check:    checkLudemes,
	},
	{
		family: "gdl",
		is:     func(string) bool { return true },
		open:   openGDL,
		hash:   hashGDL,

		identity: identityGDL,
		check:    func(_ context.Context, text string, _ Options) diag.List { return check.Check(text) },
	},
}

func languageOf(text string) *language {
	for i := range languages {
		if languages[i].is(text) {
			return &languages[i]
		}
	}
	return nil // not reached: the last row takes every text
}

// isLudemes recognises a ludeme description: (game "Name" …) or (match "Name" …),
// maybe behind comments and forms such as (define …).
func isLudemes(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n\f\v\ufeff")
		switch {
		case strings.HasPrefix(text, "//"):
			_, text, _ = strings.Cut(text, "\n")
			continue
		case !strings.HasPrefix(text, "("):
			return false
		}
		head := strings.TrimLeft(text[1:], " \t\r\n")
		for word, next := range ludemeHeads {
			rest, ok := strings.CutPrefix(head, word)
			if rest = strings.TrimLeft(rest, " \t\r\n"); ok && rest != "" && strings.Contains(next, rest[:1]) {
				return true
			}
		}
		return false
	}
}

// ludemeHeads are the words that a ludeme description can begin with, and what
// may come behind them, which GDL has not.
var ludemeHeads = map[string]string{"game": `"`, "match": `"`, "define": `"`, "option": `"`, "metadata": `"(`, "rulesets": `{`}

// Open opens a game by the name of an embedded or imported game or by the path
// of a file; what is a description itself is opened as OpenText does.
func Open(ctx context.Context, nameOrPath string, opt Options) (game.Game, error) {
	s, err := Find(nameOrPath, opt)
	if err != nil {
		return nil, err
	}
	return s.Open(ctx, opt)
}

// OpenText opens a game from its description. Name is for people, it may be
// empty. The error holds a diag.List if the text cannot be read.
func OpenText(ctx context.Context, name, text string, opt Options) (g game.Game, err error) {
	if err := opt.complete(); err != nil {
		return nil, fmt.Errorf("open %s: %w", title(name), err)
	}
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("open %s: internal error: %v\n%s", title(name), p, debug.Stack())
		}
	}()
	if len(text) > MaxTextBytes {
		return nil, fmt.Errorf("open %s: the description is longer than %d bytes", title(name), MaxTextBytes)
	}
	g, err = languageOf(text).open(ctx, name, text, opt)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", title(name), err)
	}
	return g, nil
}

func title(name string) string {
	if name == "" {
		return "the description"
	}
	return name
}

// Text gives the name and the description of a game, as Open finds it.
func Text(nameOrPath string, opt Options) (name, text string, err error) {
	s, err := Find(nameOrPath, opt)
	if err != nil {
		return "", "", err
	}
	return s.Name, s.Text, nil
}

// Hash is the content hash of a description: SHA-256, in hexadecimal, of its
// normal form, in which comments and white space are gone, and of GDL the letter
// case of keywords. Of ludemes it is the expanded description's, as it is without
// options being chosen and definitions from elsewhere.
func Hash(text string) (string, error) { return languageOf(text).hash(text) }

// Identity is a hash under which a description may be known in spite of other names and
// another order; see Known. An error that wraps canon.ErrBudget says that it has none.
func Identity(text string) (string, error) { return languageOf(text).identity(text) }

func hashGDL(text string) (string, error) {
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		return "", err
	}
	return hashOf(d), nil
}

func hashOf(d *gdl.Description) string {
	h := sha256.New()
	io.WriteString(h, "gdl\n")
	for _, r := range d.Rules {
		io.WriteString(h, r.String())
		io.WriteString(h, "\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// readText reads a description from a file.
func readText(path string) (string, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readAll(f, MaxTextBytes)
}

func readAll(r io.Reader, limit int64) (string, error) {
	b, err := bounded.ReadAll(r, limit)
	if err != nil {
		return "", err
	}
	return sexpr.ToUTF8(string(b)), nil
}

// nameOfFile gives a file's name without directory and known ending.
func nameOfFile(path string) string {
	base := filepath.Base(path)
	if known(path) {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	return base
}

// known tells whether a file's ending is that of a description.
func known(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".kif", ".gdl", ".lud":
		return true
	}
	return false
}
