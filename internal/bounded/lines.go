package bounded

import (
	"bufio"
	"errors"
	"io"
)

// Lines reads lines of at most so many bytes. A scanner looks for the end of a line in all that it
// has of it after each read, and who unpacks gives little at a time: of one long line that would be
// quadratic. So each read fills the scanner's buffer, which doubles.
func Lines(r io.Reader, most int) *bufio.Scanner {
	s := bufio.NewScanner(full{r})
	s.Buffer(make([]byte, 0, min(64<<10, most)), most)
	return s
}

// full is a reader that fills what it is given while there is anything to read.
type full struct{ r io.Reader }

func (f full) Read(p []byte) (int, error) {
	n, err := io.ReadFull(f.r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
