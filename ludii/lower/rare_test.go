package lower_test

import "testing"

// TestRare asks what few descriptions do: of tiles, large pieces, areas, and the
// largest groups and lines.
func TestRare(t *testing.T) {
	const tiles = `(board (square 3)) (piece "Ball" Each)
		(tile "Cross" numSides:4 {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)})
		(tile "Curve" numSides:4 {(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)}) `
	const turned = `(if (<= 0 (rotation at:0)) (move Add (to (sites Empty))))`
	for _, s := range []values{
		{
			name: "sides of tiles", equipment: tiles, play: turned,
			start: `(place "Cross" 3) (place "Cross" 4) (place "Cross" 5) (place "Cross" 7 rotation:2)`,
			yes:   []string{`(is SidesMatch 3)`, `(is SidesMatch 5)`, `(= (pathExtent 2 3) 2)`, `(= (pathExtent 2 4) 1)`},
			no:    []string{`(is SidesMatch 4)`, `(is SidesMatch 7)`, `(is SidesMatch 0)`, `(is Loop 1 4 path:True)`},
		},
		{
			name: "loops of paths", equipment: tiles, play: turned,
			start: `(place "Curve" 0) (place "Curve" 1 rotation:6) (place "Curve" 4 rotation:4) (place "Curve" 3 rotation:2)`,
			yes:   []string{`(is Loop 1 0 path:True)`, `(is Loop 1 4 path:True)`},
			no:    []string{`(is Loop 2 0 path:True)`, `(is Loop 1 8 path:True)`},
		},
		{
			name: "the largest", equipment: `(board (square 3)) (piece "Ball" Each) `,
			start: `(place "Ball1" {0 1 2 8}) (place "Ball2" {6})`,
			yes: []string{
				`(= (count SizeBiggestGroup Orthogonal) 3)`, `(= (countSizeBiggestGroup Orthogonal if:(= 2 (who at:(to)))) 1)`, `(= (count SizeBiggestGroup Orthogonal min:3) 3)`, `(= (count SizeBiggestGroup Orthogonal min:4) 0)`,
				`(= (count Pieces P1 if:(is In (to) (sites Bottom))) 3)`, `(= (count Pieces if:(!= 0 (site))) 4)`, `(= (count SizeBiggestLine Orthogonal) 3)`,
				`(is Right at:0 (= (site) 1) (= (site) 2))`, `(is Obtuse at:0 (= (site) 1) (= (site) 4))`,
			},
			no: []string{`(is Reflex at:0 True True)`, `(is Acute at:0 (= (site) 1) (= (site) 2))`},
		},
		{
			name: "territory", equipment: `(board (square 3)) (piece "Ball" Each) `, start: `(place "Ball1" {1 3}) (place "Ball2" {8})`,
			yes: []string{`(= (size Territory P1) 1)`, `(= (size Territory P2) 0)`},
		},
		{
			name: "large pieces", equipment: `(board (square 3)) (piece "Ball" Each) (tile "Bar" P1 {F}) `, start: `(place "Bar1" 0 state:0)`,
			yes: []string{`(= 2 (count Sites in:(sites LargePiece at:0)))`, `(= 2 (size LargePiece at:0))`},
			no:  []string{`(is In 8 (sites LargePiece at:0))`},
		},
	} {
		t.Run(s.name, s.run)
	}
}
