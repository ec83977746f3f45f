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
	if most := columns(w); most > 0 {
		all = fit(all, most)
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

// narrowest is how far a column is shortened.
const narrowest = 8

// fit shortens the cells of the widest columns until the rows fit on lines of so many
// letters; below that, lines are as long as they must be.
func fit(rows [][]string, most int) [][]string {
	var width []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	for {
		sum, widest := -2, -1
		for i, n := range width {
			if sum += n + 2; widest < 0 || n > width[widest] {
				widest = i
			}
		}
		if sum <= most || widest < 0 || width[widest] <= narrowest {
			break
		}
		width[widest]--
	}
	out := make([][]string, len(rows))
	for r, row := range rows {
		for i, c := range row {
			out[r] = append(out[r], cut(c, width[i]))
		}
	}
	return out
}
