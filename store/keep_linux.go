package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// All matches of a database share one file of locks, which stays empty: each match has a
// byte of it that is not there. These locks belong to the open file and not to the process
// as POSIX' do, so that two stores in one process keep each other out, and closing one of
// them leaves the other's alone (fcntl(2), "Open file description locks").

func (s *Store) locksPath() string { return s.path + ".matches.lock" }

// lockMatch takes a match's lock, or fails with ErrPlayed. The caller holds keeping.
func (s *Store) lockMatch(name string) (io.Closer, error) {
	if s.locks == nil {
		f, err := os.OpenFile(s.locksPath(), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, fmt.Errorf("lock the match: %w", err)
		}
		s.locks = f
	}
	l := byteLock{s.locks, place(name)}
	err := l.set(unix.F_WRLCK)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return nil, ErrPlayed
	}
	if err != nil {
		return nil, fmt.Errorf("lock the match: %w", err)
	}
	return l, nil
}

// byteLock is the lock of one byte of a file.
type byteLock struct {
	file *os.File
	at   int64
}

func (l byteLock) set(kind int16) error {
	return unix.FcntlFlock(l.file.Fd(), unix.F_OFD_SETLK, &unix.Flock_t{Type: kind, Whence: io.SeekStart, Start: l.at, Len: 1})
}

func (l byteLock) Close() error { return l.set(unix.F_UNLCK) }

// playing tells which of some matches a process still plays. It takes no lock, so that
// looking never keeps anybody from playing.
func (s *Store) playing(names []string) (map[string]bool, error) {
	out := map[string]bool{}
	s.keeping.Lock()
	for name := range s.kept {
		out[name] = true
	}
	s.keeping.Unlock()
	f, err := os.Open(s.locksPath())
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for _, name := range names {
		l := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: place(name), Len: 1}
		if err := unix.FcntlFlock(f.Fd(), unix.F_OFD_GETLK, &l); err != nil {
			return nil, fmt.Errorf("look at the locks of matches: %w", err)
		}
		if l.Type != unix.F_UNLCK {
			out[name] = true
		}
	}
	return out, nil
}
