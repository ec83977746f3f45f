// Package memory keeps what races of ways to think have shown and what was learned to judge by (portfolio.Memo), one
// small file per game in a directory, and the descriptions that the games are known by.
//
// The promise: a file is written beside its place and renamed, so that a memo is the old
// one or the new one whenever the process dies and however many write at a time (of two
// that write the same one the later stays); what cannot be read is as good as nothing, and
// a line in the log; the directory stays bounded, the memos that have not been written for
// longest go first. It never decides what a memo is worth: that is portfolio's.
// Neighbours: agent/portfolio; the commands say where the directory is.
package memory

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/portfolio"
	"ludens/internal/bounded"
)

// Directory is a portfolio.Memory. It is safe for concurrent use, by processes too.
type Directory struct {
	// Path is made when something is kept.
	Path string
	// Most is how many games are remembered; default 4096.
	Most int
	// Log gets what has failed, at warning.
	Log zerolog.Logger

	told sync.Map // files of which it was said that they cannot be read
}

var _ portfolio.Memory = (*Directory)(nil)

const (
	defaultMost = 4096
	mostBytes   = 256 << 10 // of a file; a function of heuristic.MostKnown bytes takes half of that
	suffix      = ".memo.json"
	unfinished  = ".memo-*"
	// abandoned is the age at which an unfinished file is nobody's any more.
	abandoned = time.Hour
)

// plain are keys that may be names of files.
var plain = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z_-]{0,120}$`)

// file is the path of a key's memo.
func (d *Directory) file(key string) string {
	if !plain.MatchString(key) {
		sum := sha256.Sum256([]byte(key))
		key = "x" + hex.EncodeToString(sum[:])
	}
	return filepath.Join(d.Path, key+suffix)
}

// Recall reads a memo.
func (d *Directory) Recall(key string) (*portfolio.Memo, bool) {
	m, err := read(d.file(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if err != nil {
		if _, told := d.told.LoadOrStore(d.file(key), true); !told {
			d.Log.Warn().Err(err).Str("file", d.file(key)).Msg("what was remembered of the game cannot be read")
		}
		return nil, false
	}
	return m, true
}

func read(name string) (*portfolio.Memo, error) {
	f, err := bounded.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("more than %d bytes", mostBytes)
	}
	m := &portfolio.Memo{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	return m, m.Validate()
}

// Keep writes a memo.
func (d *Directory) Keep(key string, m *portfolio.Memo) error {
	err := d.keep(key, m)
	if err != nil {
		err = fmt.Errorf("remember a game: %w", err)
		d.Log.Warn().Err(err).Msg("what was found out is forgotten")
	}
	return err
}

func (d *Directory) keep(key string, m *portfolio.Memo) error {
	if err := m.Validate(); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(text) > mostBytes {
		return fmt.Errorf("a memo of %d bytes", len(text))
	}
	if err := write(d.Path, d.file(key), append(text, '\n')); err != nil {
		return err
	}
	return prune(d.Path, suffix, d.most())
}

// write writes a file of a directory whole or not at all.
func write(dir, name string, text []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync() // else the name might reach the disk before the text does
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// prune keeps the files of a suffix to a number, and forgets unfinished ones.
func prune(dir, suffix string, most int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	type memo struct {
		name string
		at   time.Time
	}
	var all []memo
	for _, e := range entries {
		begun, _ := filepath.Match(unfinished, e.Name())
		if !begun && !strings.HasSuffix(e.Name(), suffix) {
			continue
		}
		if !begun && len(entries) <= most {
			continue // nobody's age matters
		}
		info, err := e.Info()
		switch {
		case err != nil: // another process was faster
		case !begun:
			all = append(all, memo{e.Name(), info.ModTime()})
		case time.Since(info.ModTime()) > abandoned:
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	if len(all) <= most {
		return nil
	}
	slices.SortFunc(all, func(a, b memo) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.name, b.name)) })
	// Some more than must be, so that it is not every time.
	for _, m := range all[:len(all)-most+most/16] {
		if err := os.Remove(filepath.Join(dir, m.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (d *Directory) most() int {
	if d.Most < 1 {
		return defaultMost
	}
	return d.Most
}
