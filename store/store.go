// Package store keeps match records, and what comes out of tuning, in SQLite files.
//
// The promises: what a method has acknowledged by returning nil survives the
// death of the process at any instant (write-ahead log, synchronous commits,
// writes that wait at the same time share a transaction); a file written by an older version is brought up
// to date on opening, all or nothing, and one written by a newer version is
// left alone; a full disk, a locked, read-only or damaged file gives an error
// that says so (ErrFull, ErrLocked, ErrReadOnly, ErrCorrupt), never half a
// record; a match is written by one process at a time (ErrPlayed), and one whose process
// has ended in its midst is listed as broken off.
//
// It implements match.Recorder, tourney/run's Store and tune.Store (without seeing tune, which trains). It
// knows records, samples and nets, not how they come about: no clock, no network, no
// game.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
)

// What can be wrong with the file. Errors of this package wrap one of these, or
// the database's own.
var (
	ErrFull     = errors.New("the disk or the database is full")
	ErrLocked   = errors.New("another process holds the database")
	ErrReadOnly = errors.New("the database cannot be written")
	ErrCorrupt  = errors.New("the file is damaged or not a database")
	ErrNewer    = errors.New("the database was written by a newer version of this program")
	ErrNotFound = errors.New("no such match")
	ErrExists   = errors.New("a match of this identifier exists already")
)

//go:embed migrations/*.sql
var migrations embed.FS

// Options are how a store is opened; the zero value works.
type Options struct {
	// BusyTimeout is how long to wait for another process's write; default 5 s.
	BusyTimeout time.Duration
	// ReadOnly opens an existing file for reading only, whatever its schema's
	// age, without migrating it: what is younger than the file is not in it.
	ReadOnly bool
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	db   *sql.DB // writes: one connection, whose transactions lock at once
	read *sql.DB // reads, which never wait for a write
	path string

	mu      sync.Mutex // of queue; taken while writing is held, never the other way round
	queue   []*task    // writes that wait for their turn
	writing sync.Mutex // held by whoever writes

	keeping sync.Mutex           // of the two below; taken with none of the others held
	kept    map[string]io.Closer // the locks of the matches that are written here
	locks   *os.File             // what they are locks of; nil before the first
}

// Open opens or creates a database file. Missing directories are made.
func Open(path string, o Options) (*Store, error) {
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if !o.ReadOnly {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, fmt.Errorf("open store: %w", err)
		}
	} else if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe would be waited for
		return nil, fmt.Errorf("open store %s: %w", path, ErrCorrupt)
	}
	s := &Store{path: path}
	var err error
	if s.db, err = connect(path, o, true); err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, explain(err))
	}
	if s.read, err = connect(path, o, false); err != nil {
		s.db.Close()
		return nil, fmt.Errorf("open store %s: %w", path, explain(err))
	}
	if err := patiently(o.BusyTimeout, func() error { return s.prepare(o) }); err != nil {
		s.db.Close()
		s.read.Close()
		return nil, fmt.Errorf("open store %s: %w", path, explain(err))
	}
	return s, nil
}

func connect(path string, o Options, write bool) (*sql.DB, error) {
	q := url.Values{}
	q.Set("_busy_timeout", strconv.FormatInt(o.BusyTimeout.Milliseconds(), 10))
	q.Set("_foreign_keys", "on")
	q.Set("_synchronous", "full")
	connections := 1
	switch {
	case o.ReadOnly:
		q.Set("mode", "ro")
	case write:
		q.Set("_journal_mode", "wal")
		q.Set("_txlock", "immediate")
	default:
		q.Set("_query_only", "on")
		connections = 4
	}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
	db, err := sql.Open("sqlite3", dsn)
	if err == nil {
		db.SetMaxOpenConns(connections)
	}
	return db, err
}

// Close closes the file. What was acknowledged is in it.
func (s *Store) Close() error {
	defer s.releaseAll()
	// The writer goes last: the last connection folds the log into the file.
	if err := errors.Join(s.read.Close(), s.db.Close()); err != nil {
		return fmt.Errorf("close store %s: %w", s.path, explain(err))
	}
	return nil
}

// patiently does again what fails because another process holds the file, until timeout. SQLite
// itself does not wait where waiting may be a deadlock: two processes that open a new file at once
// both turn its journal into a log, and one of them is told at once that the file is busy.
func patiently(timeout time.Duration, do func() error) error {
	until := time.Now().Add(timeout)
	for {
		err := do()
		if err == nil || !errors.Is(explain(err), ErrLocked) || time.Now().After(until) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// prepare brings the schema up to date.
func (s *Store) prepare(o Options) error {
	all, err := schema()
	if err != nil {
		return err
	}
	var version int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	// A view in the place of a table may have no end, and a trigger may do anything.
	var foreign int
	if err := s.db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')").Scan(&foreign); err != nil {
		return err
	}
	switch {
	case foreign > 0:
		return fmt.Errorf("%w: it has views or triggers, which no store has", ErrCorrupt)
	case version > len(all):
		return fmt.Errorf("%w (schema %d, this program knows %d)", ErrNewer, version, len(all))
	case version == len(all):
		return nil
	case o.ReadOnly && version > 0:
		return nil // migrations add tables; those that are there can be read
	case o.ReadOnly:
		return fmt.Errorf("%w: it is another program's database", ErrCorrupt)
	}
	return s.migrate(all)
}

// migrate runs the missing migrations in one transaction. The version is read
// again inside it, since another process may have been faster.
func (s *Store) migrate(all []string) (err error) {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	var version int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version == 0 {
		var tables int
		if err := tx.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
			return err
		}
		if tables > 0 {
			return fmt.Errorf("%w: it is another program's database", ErrCorrupt)
		}
	}
	for ; version < len(all); version++ {
		if _, err := tx.Exec(all[version]); err != nil {
			return fmt.Errorf("migrate to schema %d: %w", version+1, err)
		}
	}
	if _, err := tx.Exec("PRAGMA user_version = " + strconv.Itoa(len(all))); err != nil {
		return err
	}
	return tx.Commit()
}

// schema gives the migrations in order; their files are numbered from 0001.
func schema() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	all := make([]string, 0, len(names))
	for i, name := range names {
		if want := fmt.Sprintf("%04d_", i+1); !strings.HasPrefix(filepath.Base(name), want) {
			return nil, fmt.Errorf("migration %s: expected a name beginning with %s", name, want)
		}
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, string(text))
	}
	return all, nil
}

// explain adds what a database error means for the user.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	var what error
	switch e.Code {
	case sqlite3.ErrFull:
		what = ErrFull
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		what = ErrLocked
	case sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrPerm, sqlite3.ErrAuth:
		what = ErrReadOnly
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		what = ErrCorrupt
	case sqlite3.ErrConstraint:
		if e.ExtendedCode == sqlite3.ErrConstraintUnique {
			what = ErrExists
		}
	}
	if what == nil {
		return err
	}
	return fmt.Errorf("%w: %w", what, err)
}
