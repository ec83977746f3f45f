package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"ludens/config"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/store"
	"ludens/tourney"
)

// archiveLine is a line of an archive: one of the two.
type archiveLine struct {
	Match      *match.Record      `json:"match,omitempty"`
	Tournament *archiveTournament `json:"tournament,omitempty"`
}

// archiveTournament is what is kept of a tournament, without its matches.
type archiveTournament struct {
	Created  int64             `json:"created"` // milliseconds since 1970
	Config   tourney.Config    `json:"config"`
	Slots    []tourney.Slot    `json:"slots"`
	Attempts []tourney.Attempt `json:"attempts"`
}

const (
	mostLine     = 256 << 20 // bytes of a line
	mostUnpack   = 64 << 20  // bytes of zstd's window
	suffixPacked = ".zst"
)

// archiveExportCommand writes everything.
type archiveExportCommand struct {
	config.Store
	Output config.Path `short:"o" placeholder:"FILE" help:"File to write, packed if its name ends with .zst; default: standard output."`
}

// Help is shown by --help.
func (*archiveExportCommand) Help() string {
	return "A line of JSON per tournament and per match, the oldest first, with the rules of each; \"gamemaster archive import\" reads it. " +
		"The file appears when it is complete."
}

// Run writes.
func (c *archiveExportCommand) Run(env *cli.Env) (err error) {
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if c.Output == "" {
		return writeArchive(env, db, env.Stdout)
	}
	f, err := os.CreateTemp(filepath.Dir(string(c.Output)), ".archive-*")
	if err != nil {
		return fmt.Errorf("export the archive: %w", err)
	}
	defer os.Remove(f.Name()) // gone already if all went well
	err = packed(string(c.Output), f, func(w io.Writer) error { return writeArchive(env, db, w) })
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), string(c.Output))
	}
	if err != nil {
		return fmt.Errorf("export the archive: %w", err)
	}
	return nil
}

// packed packs what f writes if the name asks for it.
func packed(name string, out io.Writer, f func(io.Writer) error) error {
	if !strings.HasSuffix(name, suffixPacked) {
		buffer := bufio.NewWriter(out)
		return errors.Join(f(buffer), buffer.Flush())
	}
	z, err := zstd.NewWriter(out)
	if err != nil {
		return err
	}
	return errors.Join(f(z), z.Close())
}

func writeArchive(env *cli.Env, db *store.Store, w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	cups, err := db.Tournaments()
	if err != nil {
		return err
	}
	list, err := db.List(store.Query{})
	if err != nil {
		return err
	}
	bar := env.Progress(len(list), "export")
	defer bar.Done()
	for i := len(cups) - 1; i >= 0; i-- {
		cfg, past, err := db.Tournament(cups[i].Name)
		if err != nil {
			return err
		}
		if err := enc.Encode(archiveLine{Tournament: &archiveTournament{cups[i].Created, cfg, past.Slots, past.Attempts}}); err != nil {
			return err
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		if err := env.Context.Err(); err != nil {
			return err
		}
		r, err := db.Load(list[i].ID)
		if errors.Is(err, store.ErrNotFound) {
			continue // deleted meanwhile
		}
		if err != nil {
			return err
		}
		if err := enc.Encode(archiveLine{Match: r}); err != nil {
			return err
		}
		bar.Add(1)
	}
	return nil
}

// archiveImportCommand reads an archive.
type archiveImportCommand struct {
	config.Store
	File config.Path `arg:"" help:"What \"gamemaster archive export\" has written; - for standard input."`
}

// Help is shown by --help.
func (*archiveImportCommand) Help() string {
	return "Matches and tournaments that are stored already stay as they are, so that the same archive may be imported again, after an interruption for one."
}

// Run reads.
func (c *archiveImportCommand) Run(env *cli.Env) (err error) {
	in := bounded.Awaited(env.Stdin)
	if c.File != "-" {
		f, err := bounded.Open(string(c.File))
		if err != nil {
			return fmt.Errorf("import the archive: %w", err)
		}
		defer f.Close()
		in = f
	}
	if strings.HasSuffix(string(c.File), suffixPacked) {
		z, err := zstd.NewReader(in, zstd.WithDecoderMaxWindow(mostUnpack), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fmt.Errorf("import the archive: %w", err)
		}
		defer z.Close()
		in = z
	}
	db, err := store.Open(string(c.Store.Store), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	n, err := readArchive(env, db, in)
	if err != nil {
		return fmt.Errorf("import the archive: %w", err)
	}
	if env.JSON {
		return env.Print(n)
	}
	env.Say("%s and %s imported, %d stored already", plural(n.Matches, "match", "matches"), count(n.Tournaments, "tournament"), n.Known)
	return nil
}

// imported counts.
type imported struct {
	Matches     int `json:"matches"`
	Tournaments int `json:"tournaments"`
	Known       int `json:"known"`
}

func readArchive(env *cli.Env, db *store.Store, in io.Reader) (n imported, err error) {
	lines := bounded.Lines(in, mostLine)
	for number := 1; lines.Scan(); number++ {
		if err := env.Context.Err(); err != nil {
			return n, err
		}
		var l archiveLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return n, fmt.Errorf("line %d: %w", number, err)
		}
		switch {
		case l.Match != nil:
			if err = l.Match.Sound(); err == nil {
				err = db.Save(l.Match)
			}
			if err == nil {
				n.Matches++
			}
		case l.Tournament != nil:
			if err = saveTournament(db, l.Tournament); err == nil {
				n.Tournaments++
			}
		default:
			err = errors.New("neither a match nor a tournament")
		}
		if errors.Is(err, store.ErrExists) {
			n.Known++
		} else if err != nil {
			return n, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return n, lines.Err()
}

func saveTournament(db *store.Store, a *archiveTournament) error {
	if _, err := tourney.New(a.Config, &tourney.Past{Slots: a.Slots, Attempts: a.Attempts}); err != nil {
		return err
	}
	if _, _, err := db.Tournament(a.Config.Name); !errors.Is(err, store.ErrNoTournament) {
		if err == nil {
			err = store.ErrExists
		}
		return err
	}
	return db.SaveTournament(a.Config, &tourney.Past{Slots: a.Slots, Attempts: a.Attempts}, a.Created)
}
