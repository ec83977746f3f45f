package bounded

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

func TestReadAll(t *testing.T) {
	if b, err := ReadAll(strings.NewReader("abc"), 3); err != nil || string(b) != "abc" {
		t.Errorf("exactly as long as the bound: %q, %v", b, err)
	}
	if b, err := ReadAll(strings.NewReader("abcd"), 3); err == nil || b != nil {
		t.Errorf("longer by one: %q, %v", b, err)
	}
	if _, err := ReadAll(iotest.ErrReader(io.ErrClosedPipe), 3); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails: %v", err)
	}
	endless := iotest.OneByteReader(zeros{})
	if _, err := ReadAll(endless, 1000); err == nil {
		t.Error("an endless reader was read")
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := ReadFile(path, 3); err != nil || string(b) != "abc" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := ReadFile(path, 2); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("too long: %v", err)
	}
	if _, err := ReadFile(path+"x", 2); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("not there: %v", err)
	}
}

func TestShallow(t *testing.T) {
	for text, want := range map[string]bool{
		"a.b = [1, 2]\n[c.d]\nx = {y = [{}]}\n": true,
		"[a.b.c.d.e.f]\n":                       false,
		"x = [[[[[1]]]]]\n":                     false,
		"x = [\n[\n{a = [\n[1]]}]]\n":           false,
		"x = []\ny = []\nz = []\nw = []\nv=[]":  true,
		"]]]]]][[[[\n":                          true,
	} {
		if err := Shallow([]byte(text), 4); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A pipe is no directory, and is not waited for.
func TestOpenRoot(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRoot(pipe); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("a pipe: %v", err)
	}
	if r, err := OpenRoot(dir); err != nil {
		t.Errorf("a directory: %v", err)
	} else {
		r.Close()
	}
}
