package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ludens/internal/plain"
)

// Table lines up rows of text. Columns named in Right are aligned at the right.
type Table struct {
	Head  []string
	Right []int
	rows  [][]string
}

// Row adds a row; cells are formatted with fmt.Sprint.
func (t *Table) Row(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = plain.Line(fmt.Sprint(c))
	}
	t.rows = append(t.rows, row)
}

// Rows counts the rows added.
func (t *Table) Rows() int { return len(t.rows) }

// Write writes the head and the rows, two blanks between columns and none at the
// end of a line.
func (t *Table) Write(w io.Writer) {
	all := append([][]string{t.Head}, t.rows...)
	if len(t.Head) == 0 {
		all = t.rows
	}
	var width []int
	for _, row := range all {
		for i, c := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	for _, row := range all {
		var b strings.Builder
		for i, c := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if t.right(i) {
				b.WriteString(pad + c)
			} else {
				b.WriteString(c + pad)
			}
			b.WriteString("  ")
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

func (t *Table) right(column int) bool {
	for _, r := range t.Right {
		if r == column {
			return true
		}
	}
	return false
}
