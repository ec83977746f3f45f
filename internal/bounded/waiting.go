package bounded

import (
	"io"
	"os"
	"sync/atomic"
	"syscall"
)

// waiting counts those who open or read something that may never answer.
var waiting atomic.Int64

// await counts somebody until what it gives is called.
func await() (done func()) {
	waiting.Add(1)
	return func() { waiting.Add(-1) }
}

// Waits tells whether somebody opens or reads something just now. A command that is
// to end, and finds that for some time, need not wait for it: nothing is lost by a
// reading that was broken off.
func Waits() bool { return waiting.Load() > 0 }

// File is a file whose opening and reading Waits tells of.
type File struct {
	*os.File
	in io.Reader
}

// Open opens a file for reading, as os.Open does.
func Open(path string) (*File, error) {
	defer await()()
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &File{File: f, in: Awaited(f)}, nil
}

// Read reads.
func (f *File) Read(p []byte) (int, error) { return f.in.Read(p) }

// awaited is a reader that Waits tells of.
type awaited struct{ io.Reader }

func (r awaited) Read(p []byte) (int, error) {
	defer await()()
	return r.Reader.Read(p)
}

// Awaited has Waits tell of a reader, such as standard input.
func Awaited(r io.Reader) io.Reader { return awaited{r} }

// OpenRoot opens a directory, as os.OpenRoot does, and nothing else: a pipe of that
// name would be waited for.
func OpenRoot(dir string) (*os.Root, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &os.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	return os.OpenRoot(dir)
}
