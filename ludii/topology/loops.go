package topology

import (
	"fmt"
	"slices"
)

// A Loop is a closed track of a surakarta board. A site that stands there twice in
// a row is the end of a line, from which a piece swings around a corner of the
// board.
type Loop struct {
	Name  string // "Track1F", "Track1B", …: the line it begins with, forwards or backwards
	Sites []int  // vertices
}

// SurakartaLoops gives the tracks that a surakarta board has without naming them:
// along the given number of lines from each side, the first of which is so many
// lines from the edge. A negative number of loops stands for as many as Ludii
// makes. Boards that are neither square nor triangular have none.
func (t *Topology) SurakartaLoops(loops, from int) []Loop {
	sites := t.Of(Vertex)
	rows, columns := len(sites.Sets.Rows), len(sites.Sets.Columns)
	var sides func(line int) [][]int
	most := 0
	switch t.Graph.Basis {
	case "Square":
		most = (min(rows, columns) - 2) / 2
		sides = func(line int) [][]int { return squareLoop(rows, columns, line) }
	case "Triangular":
		most = (rows - 1) / 2
		sides = func(line int) [][]int { return triangleLoop(rows, line) }
	default:
		return nil
	}
	if loops < 0 {
		loops = most
	}
	var list []Loop
	for line := max(0, from); line < from+min(loops, rows); line++ {
		lines := sides(line)
		for _, l := range lines {
			for _, v := range l {
				if v < 0 || v >= len(sites.Sites) {
					return list // a line that the board has not
				}
			}
		}
		list = append(list, Loop{fmt.Sprintf("Track%dF", line), swinging(lines)})
		slices.Reverse(lines)
		for _, l := range lines {
			slices.Reverse(l)
		}
		list = append(list, Loop{fmt.Sprintf("Track%dB", line), swinging(lines)})
	}
	return list
}

// swinging joins lines to a track: the last site of each stands there twice.
func swinging(lines [][]int) []int {
	var track []int
	for _, l := range lines {
		if len(l) > 0 {
			track = append(append(track, l...), l[len(l)-1])
		}
	}
	return track
}

// squareLoop gives the lines around a grid, counter-clockwise from the lower one.
func squareLoop(rows, columns, line int) [][]int {
	lines := make([][]int, 4)
	for column := range columns {
		lines[0] = append(lines[0], line*columns+column)
		lines[2] = append(lines[2], rows*columns-1-line*columns-column)
	}
	for row := range rows {
		lines[1] = append(lines[1], columns-1-line+row*columns)
		lines[3] = append(lines[3], rows*columns-columns+line-row*columns)
	}
	return lines
}

// triangleLoop does so for a triangle whose rows get shorter by one upwards.
func triangleLoop(rows, line int) [][]int {
	lines := make([][]int, 3)
	v, step := 0, rows
	for range line {
		v += step
		step--
	}
	for i := range rows - line {
		lines[0] = append(lines[0], v+i)
	}
	v, step = rows-1-line, rows-1
	for range rows - line {
		lines[1] = append(lines[1], v)
		v += step
		step--
	}
	step += 3
	for range rows - line {
		lines[2] = append(lines[2], v)
		v -= step
		step++
	}
	return lines
}
