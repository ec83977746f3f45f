// Package bounded reads what others have written without trusting its length:
// whatever a file, a pipe or a device says about itself, no more than the bound is
// kept in memory, and what is longer is an error.
//
// It also knows whether somebody waits for such a thing, which nothing can interrupt:
// for a pipe to which nobody writes, for one.
//
// It has no opinion about what it reads. Its users are the rooms that read
// descriptions, configurations, keys and records.
package bounded

import (
	"fmt"
	"io"
)

// ReadAll reads to the end, at most so many bytes.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	defer await()()
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("it is longer than %d bytes", most)
	}
	return b, nil
}

// ReadFile reads a file of at most so many bytes; of one that is longer, nothing is
// read. Errors name the file.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := readFile(f, most)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return b, nil
}

func readFile(f *File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 { // files of the system say 0
		return ReadAll(f, most)
	}
	if info.Size() > most {
		return nil, fmt.Errorf("it is longer than %d bytes: it has %d", most, info.Size())
	}
	b := make([]byte, info.Size())
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, err
	}
	rest, err := ReadAll(f, most-info.Size()) // what was written to it meanwhile
	return append(b, rest...), err
}
