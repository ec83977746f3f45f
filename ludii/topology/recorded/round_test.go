package recorded_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/ludii/parse"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// built is a board of a text, measured.
func built(t *testing.T, text string) *topology.Topology {
	t.Helper()
	nodes, findings := parse.Parse("t.lud", text, parse.Limits{})
	if len(nodes) != 1 {
		t.Fatalf("%s: %v", text, findings)
	}
	g, played, findings := topology.Build(nodes[0])
	if g == nil {
		t.Fatalf("%s: %v", text, findings)
	}
	b, err := topology.Measure(g, played)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type object = map[string]any

// write records a board as shared/conformance/README.md says.
func write(t *testing.T, b *topology.Topology, change func(board object)) string {
	t.Helper()
	basis, shape := string(b.Graph.Basis), string(b.Graph.Shape)
	if basis == "" {
		basis = "null"
	}
	board := object{"default": b.Default.String(), "basis": basis, "shape": shape}
	for k, name := range map[topology.Kind]string{topology.Vertex: "vertex", topology.Edge: "edge", topology.Cell: "cell"} {
		of := b.Of(k)
		var sites []object
		for i, s := range of.Sites {
			sites = append(sites, object{
				"i": i, "l": s.Label, "r": s.Row, "c": s.Column, "z": s.Layer, "x": s.Centre.X, "y": s.Centre.Y, "h": s.Centre.Z, "p": s.Phase,
				"o": s.Orthogonal, "d": s.Diagonal, "a": s.Adjacent, "f": s.OffDiagonal, "v": s.Vertices,
			})
		}
		dirs := object{}
		for d, list := range of.Directions {
			var names []string
			for _, to := range list {
				names = append(names, to.String())
			}
			dirs[d.String()] = names
		}
		radials := make([]object, len(of.Sites))
		for i := range radials {
			radials[i] = object{}
			for d := range topology.Direction(topology.NumDirections) {
				if of.Rays[d] != nil && len(of.Rays[d][i]) > 0 {
					radials[i][d.String()] = of.Rays[d][i]
				}
			}
		}
		sides := object{}
		for d, list := range of.Sets.Sides {
			sides[d.String()] = list
		}
		s := &of.Sets
		board[name] = object{"sites": sites, "dirs": dirs, "radials": radials, "pre": object{
			"corners": s.Corners, "cornersConvex": s.Convex, "cornersConcave": s.Concave, "major": s.Major, "minor": s.Minor,
			"outer": s.Outer, "perimeter": s.Perimeter, "inner": s.Inner, "top": s.Top, "bottom": s.Bottom, "left": s.Left, "right": s.Right,
			"centre": s.Centre, "axial": s.Axial, "horizontal": s.Horizontal, "vertical": s.Vertical, "angled": s.Angled, "slash": s.Slash, "slosh": s.Slosh,
			"rows": s.Rows, "columns": s.Columns, "layers": s.Layers, "phases": s.Phases, "sides": sides,
		}}
	}
	if change != nil {
		change(board)
	}
	path := filepath.Join(t.TempDir(), "board.json.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if err := json.NewEncoder(z).Encode(board); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRound writes boards as recordings are, and reads them: they are the same.
func TestRound(t *testing.T) {
	for _, text := range []string{
		`(board (square 3))`, `(board (hex 3))`, `(board (concentric {1 6}) use:Vertex)`, `(board (concentric {8}) use:Vertex)`,
		`(board (concentric {4 8}))`, `(board (square 2 pyramidal:True) use:Vertex)`, `(board (tri 3) use:Edge)`,
	} {
		b := built(t, text)
		got, err := recorded.Read(write(t, b, nil))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for matter, d := range recorded.Differences(got, b) {
			t.Errorf("%s: %s: %s", text, matter, d)
		}
	}
}

// TestDifferences changes a recording in one matter after the other: each is told.
func TestDifferences(t *testing.T) {
	b := built(t, `(board (square 3))`)
	site := func(name string, value any) func(object) {
		return func(board object) { board["cell"].(object)["sites"].([]object)[4][name] = value }
	}
	set := func(name string, value any) func(object) {
		return func(board object) { board["cell"].(object)["pre"].(object)[name] = value }
	}
	for matter, change := range map[string]func(object){
		"default": func(board object) { board["default"] = "Edge" }, "Cell place": site("x", 9), "Cell row": site("r", 9), "Cell column": site("c", 9),
		"Cell layer": site("z", 9), "Cell phase": site("p", 9), "Cell label": site("l", "Q9"), "Cell orthogonal": site("o", []int{1}), "Cell diagonal": site("d", []int{1}),
		"Cell adjacent": site("a", []int{1}), "Cell off": site("f", []int{1}), "Cell set corners": set("corners", []int{4}), "Cell set rows": set("rows", [][]int{{4}}),
		"Cell set sides":  set("sides", object{"N": []int{4}}),
		"Cell rays N":     func(board object) { board["cell"].(object)["radials"].([]object)[4]["N"] = [][]int{{8}} },
		"Cell directions": func(board object) { board["cell"].(object)["dirs"].(object)["Orthogonal"] = []string{"N"} },
		"Edge number": func(board object) {
			e := board["edge"].(object)
			e["sites"] = e["sites"].([]object)[:11]
			e["radials"] = e["radials"].([]object)[:11]
		},
	} {
		got, err := recorded.Read(write(t, b, change))
		if err != nil {
			if matter != "Edge number" { // it cannot be measured
				t.Errorf("%s: %v", matter, err)
			}
			continue
		}
		if d := recorded.Differences(b, got); d[matter] == "" {
			t.Errorf("no difference in %s: %v", matter, d)
		}
	}
}

// TestReadFaults reads what is no recording of a board.
func TestReadFaults(t *testing.T) {
	b := built(t, `(board (square 2))`)
	for want, change := range map[string]func(object){
		"has 1 ends":      func(board object) { board["edge"].(object)["sites"].([]object)[0]["v"] = []int{0} },
		"has vertex 99":   func(board object) { board["cell"].(object)["sites"].([]object)[0]["v"] = []int{0, 99, 3, 4} },
		"is numbered 7":   func(board object) { board["cell"].(object)["sites"].([]object)[0]["i"] = 7 },
		`"Up" is no`:      func(board object) { board["cell"].(object)["radials"].([]object)[0]["Up"] = [][]int{{1}} },
		`"Down" is no`:    func(board object) { board["cell"].(object)["dirs"].(object)["Down"] = []string{"N"} },
		`"Across" is no`:  func(board object) { board["cell"].(object)["dirs"].(object)["Orthogonal"] = []string{"Across"} },
		`"Beside" is no`:  func(board object) { board["cell"].(object)["pre"].(object)["sides"] = object{"Beside": []int{1}} },
		"cannot unmarsha": func(board object) { board["cell"].(object)["pre"] = object{"corners": "all"} },
	} {
		if _, err := recorded.Read(write(t, b, change)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := recorded.Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}
