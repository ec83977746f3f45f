// Package aside writes files that are there whole or not at all: the text goes into a
// file beside, which takes the name when it is complete and on the disk. A full disk,
// an error or a kill leaves what was there before.
//
// What is no file (a terminal, a pipe, /dev/null) is written to directly. A link is
// followed. The mode of a file that was there stays.
package aside

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file by calling content with a buffered writer. A new file has the
// mode perm, less the umask.
func Write(path string, perm fs.FileMode, content func(io.Writer) error) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	old, err := os.Stat(path)
	switch {
	case err == nil && !old.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(fill(f, content), f.Close())
	case err == nil:
		perm = old.Mode().Perm()
	}
	f, err := beside(path, perm)
	if err != nil {
		return err
	}
	err = fill(f, content)
	if err == nil && old != nil {
		err = f.Chmod(perm) // what the umask took
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Bytes writes a file that is at hand.
func Bytes(path string, perm fs.FileMode, content []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

func fill(f *os.File, content func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	if err := content(b); err != nil {
		return err
	}
	return b.Flush()
}

// beside makes a file that nobody else has, in the directory of another.
func beside(path string, perm fs.FileMode) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%.8s.new", filepath.Base(path), rand.Text()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err == nil || !errors.Is(err, fs.ErrExist) || try > 100 {
			return f, err
		}
	}
}
