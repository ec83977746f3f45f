package topology

import "fmt"

// rectangle is (square n) and (rectangle rows [columns]), with diagonals that
// alternate where asked.
func (e *evaluator) rectangle(a arguments, _ int) (*Graph, error) {
	if err := a.only("diagonals"); err != nil {
		return nil, err
	}
	most := 2
	if a.call == "square" {
		most = 1
	}
	for _, n := range a.positional {
		if n.Name() == "{" || n.Name() == "poly" {
			return nil, &Unsupported{Form: "(" + a.call + " " + describe(n) + ")"}
		}
		if n.Name() == "" && n.Word() != "" && n.Word()[0] >= 'A' && n.Word()[0] <= 'Z' {
			return nil, &Unsupported{Form: "(" + a.call + " " + n.Word() + " …)"}
		}
	}
	if len(a.positional) == 0 || len(a.positional) > most {
		return nil, &Unsupported{Form: fmt.Sprintf("(%s …) with %d arguments", a.call, len(a.positional))}
	}
	rows, err := size(a.positional[0])
	if err != nil {
		return nil, err
	}
	columns := rows
	if len(a.positional) == 2 {
		if columns, err = size(a.positional[1]); err != nil {
			return nil, err
		}
	}
	if !e.vertices {
		rows++
		columns++
	}
	if rows*columns > MaxSites {
		return nil, fmt.Errorf("%w: %d by %d", ErrTooLarge, rows, columns)
	}
	diagonals := ""
	if d := a.named["diagonals"]; d != nil {
		if diagonals = d.Word(); diagonals != "Alternating" {
			return nil, &Unsupported{Form: "(" + a.call + " diagonals:" + diagonals + ")"}
		}
	}
	g := grid(rows, columns, func(r, c int) (rising, falling bool) {
		return diagonals != "" && (r+c)%2 == 0, diagonals != "" && (r+c)%2 != 0
	})
	g.Basis, g.Shape = "Square", "Rectangle"
	g.reorder()
	return g, nil
}

// grid joins rows of points one apart; split says by which diagonal a square
// is cut in two.
func grid(rows, columns int, split func(r, c int) (rising, falling bool)) *Graph {
	g := &Graph{}
	at := func(r, c int) int { return r*columns + c }
	for r := range rows {
		for c := range columns {
			g.Vertices = append(g.Vertices, Point{X: float64(c), Y: float64(r)})
		}
	}
	for r := range rows {
		for c := range columns - 1 {
			g.Edges = append(g.Edges, [2]int{at(r, c), at(r, c+1)})
		}
	}
	for r := range rows - 1 {
		for c := range columns {
			g.Edges = append(g.Edges, [2]int{at(r, c), at(r+1, c)})
		}
	}
	for r := range rows - 1 {
		for c := range columns - 1 {
			// Corners clockwise from the lower left.
			ll, ul, ur, lr := at(r, c), at(r+1, c), at(r+1, c+1), at(r, c+1)
			switch rising, falling := split(r, c); {
			case rising:
				g.Edges = append(g.Edges, [2]int{ll, ur})
				g.Faces = append(g.Faces, []int{ll, ur, lr}, []int{ll, ul, ur})
			case falling:
				g.Edges = append(g.Edges, [2]int{ul, lr})
				g.Faces = append(g.Faces, []int{ll, ul, lr}, []int{lr, ul, ur})
			default:
				g.Faces = append(g.Faces, []int{ll, ul, ur, lr})
			}
		}
	}
	return g
}

// mancala is (mancalaBoard rows columns store:None): a grid of vertices that
// keeps its order. Stores are not built.
func mancala(n Node) (*Graph, error) {
	a := read(n)
	if err := a.only("store", "largeStack"); err != nil {
		return nil, err
	}
	if s := a.named["store"]; s == nil || s.Word() != "None" {
		return nil, &Unsupported{Form: "(mancalaBoard …) with stores"}
	}
	if len(a.positional) < 2 {
		return nil, fmt.Errorf("(mancalaBoard …) needs rows and columns")
	}
	rows, err := size(a.positional[0])
	if err != nil {
		return nil, err
	}
	columns, err := size(a.positional[1])
	if err != nil {
		return nil, err
	}
	if rows*columns > MaxSites {
		return nil, fmt.Errorf("%w: %d by %d", ErrTooLarge, rows, columns)
	}
	g := grid(rows, columns, func(int, int) (bool, bool) { return false, false })
	g.Basis, g.Shape = "NoBasis", "NoShape"
	return g, g.check()
}
