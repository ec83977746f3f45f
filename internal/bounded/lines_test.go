package bounded

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	read := func(r io.Reader, most int) (list []string, err error) {
		s := Lines(r, most)
		for s.Scan() {
			list = append(list, s.Text())
		}
		return list, s.Err()
	}
	text := "a\n\nlonger than the rest\r\nno end"
	want := []string{"a", "", "longer than the rest", "no end"}
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		if got, err := read(r, 100); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := read(zeros{}, 1<<20); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("an endless line: %v", err)
	}
	broken := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrClosedPipe))
	if got, err := read(broken, 100); !errors.Is(err, io.ErrClosedPipe) || len(got) == 0 || got[0] != "a" {
		t.Errorf("a reader that fails: %q, %v", got, err)
	}
}

// Of a line that comes byte by byte, each byte is looked at a few times.
func TestLongLineIsNotQuadratic(t *testing.T) {
	const length = 1 << 20
	s, looked := Lines(iotest.OneByteReader(io.LimitReader(zeros{}, length)), 2*length), 0
	s.Split(func(data []byte, end bool) (int, []byte, error) {
		looked += len(data)
		return bufio.ScanLines(data, end)
	})
	for s.Scan() {
	}
	if err := s.Err(); err != nil || looked > 4*length {
		t.Errorf("%d bytes were looked at of %d; %v", looked, length, err)
	}
}
