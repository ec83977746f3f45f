package aside

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFailureLeavesTheOld(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "record.json")
	full := errors.New("no space left on device")
	half := func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full }
	if err := Write(path, 0o644, half); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
	if err := Bytes(path, 0o640, []byte("whole")); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, 0o644, half); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if got := read(t, path); got != "whole" {
		t.Errorf("the old file is now %q", got)
	}
	if err := Bytes(path, 0o666, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 || read(t, path) != "new" {
		t.Errorf("%v, %v", info, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	if err := Bytes(path, 0o644, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("there", link); err != nil {
		t.Skip(err)
	}
	if err := Bytes(link, 0o644, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || read(t, path) != "new" {
		t.Errorf("the link is %v, %v, the file %q", info, err, read(t, path))
	}
	if err := Bytes(os.DevNull, 0o644, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is now a file", os.DevNull)
	}
	if err := Bytes(filepath.Join(dir, "no", "such"), 0o644, nil); err == nil {
		t.Error("no directory, no error")
	}
}
