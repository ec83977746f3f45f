package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"ludens/internal/plain"
)

// Table lines up rows of text. Columns named in Right are aligned at the right. On a
// terminal that is too narrow cells are shortened, but not those in Right, which are
// numbers, nor those in Whole, such as names that people copy; where that is not
// enough each row is some lines of its own.
type Table struct {
	Head  []string
	Right []int
	Whole []int
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
		var fits bool
		if all, fits = t.fit(all, most); !fits {
			t.wrapped(w, most)
			return
		}
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

func (t *Table) right(column int) bool { return slices.Contains(t.Right, column) }

// narrowest is how far a column is shortened.
const narrowest = 8

// fit shortens the cells of the widest columns until the rows fit on lines of so many
// letters. Where they cannot, it gives back what it was given.
func (t *Table) fit(rows [][]string, most int) (out [][]string, fits bool) {
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
			sum += n + 2
			if !t.right(i) && !slices.Contains(t.Whole, i) && (widest < 0 || n > width[widest]) {
				widest = i
			}
		}
		if sum <= most {
			break
		}
		if widest < 0 || width[widest] <= narrowest {
			return rows, false
		}
		width[widest]--
	}
	for r, row := range rows {
		out = append(out, nil)
		for i, c := range row {
			out[r] = append(out[r], cut(c, width[i]))
		}
	}
	return out, true
}

// wrapped writes each row as a line with its first cell, and behind it the others with
// their heads, on as many lines as they need.
func (t *Table) wrapped(w io.Writer, most int) {
	for _, row := range t.rows {
		line, first := "", true
		add := func(item string) {
			switch {
			case line == "":
			case utf8.RuneCountInString(line+"  "+item) <= most:
				line += "  " + item
				return
			default:
				fmt.Fprintln(w, line)
			}
			if line = "  " + item; first {
				line = item
			}
		}
		for i, c := range row {
			switch {
			case c == "":
			case first:
				add(c)
				fmt.Fprintln(w, line)
				line, first = "", false
			case i < len(t.Head) && t.Head[i] != "":
				add(strings.ToLower(t.Head[i]) + " " + c)
			default:
				add(c)
			}
		}
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
}
