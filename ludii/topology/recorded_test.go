package topology

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sharedDir finds the folder of recorded truth, or skips the test.
func sharedDir(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("LUDENS_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			shared := filepath.Join(dir, "..", "shared")
			if _, err := os.Stat(filepath.Join(shared, "conformance", "ludii", "topology")); errors.Is(err, fs.ErrNotExist) {
				t.Skip("no recorded boards: shared/conformance/ludii/topology is absent")
			}
			return shared
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no module root above the test")
		}
		dir = up
	}
}

// recordedSite is a site as shared/conformance/README.md has it.
type recordedSite struct {
	I             int
	L             string
	R, C, Z       int
	X, Y, H       float64
	P             int
	O, D, A, F, V []int
}

type recordedKind struct {
	Sites   []recordedSite
	Dirs    map[Direction][]Direction
	Pre     map[string]json.RawMessage
	Radials []map[Direction][]Ray
}

type recorded struct {
	Default, Basis, Shape string
	Vertex, Edge, Cell    recordedKind
}

func (r *recorded) of(k Kind) *recordedKind {
	return [...]*recordedKind{&r.Vertex, &r.Edge, &r.Cell}[k]
}

func unzip(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = b.ReadFrom(z)
	return b.Bytes(), err
}

func readRecorded(t testing.TB, shared, id string) *recorded {
	t.Helper()
	data, err := unzip(filepath.Join(shared, "conformance", "ludii", "topology", id+".json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	r := new(recorded)
	if err := json.Unmarshal(data, r); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return r
}

// differences lists in what a topology differs from a recorded one, as the
// name of the matter and a sentence about the first place.
func differences(got *Topology, want *recorded) map[string]string {
	diff := map[string]string{}
	add := func(what, format string, args ...any) {
		if diff[what] == "" {
			diff[what] = fmt.Sprintf(format, args...)
		}
	}
	for k := Vertex; k <= Cell; k++ {
		g, w := got.Of(k), want.of(k)
		if len(g.Sites) != len(w.Sites) {
			add(k.String()+" number", "%d sites, recorded %d", len(g.Sites), len(w.Sites))
			continue
		}
		for i := range g.Sites {
			a, b := &g.Sites[i], &w.Sites[i]
			check := func(what string, x, y any) {
				if !reflect.DeepEqual(x, y) {
					add(k.String()+" "+what, "site %d: %v, recorded %v", i, x, y)
				}
			}
			if a.Centre.distance(Point{b.X, b.Y, b.H}) > 2e-5 || math.IsNaN(a.Centre.X) {
				add(k.String()+" place", "site %d: %v, recorded %v", i, a.Centre, Point{b.X, b.Y, b.H})
			}
			check("row", a.Row, b.R)
			check("column", a.Column, b.C)
			check("layer", a.Layer, b.Z)
			check("label", a.Label, b.L)
			check("phase", a.Phase, b.P)
			list := func(what string, x, y []int) {
				if !slices.Equal(x, y) {
					add(k.String()+" "+what, "site %d: %v, recorded %v", i, x, y)
				}
			}
			list("orthogonal", a.Orthogonal, b.O)
			list("diagonal", a.Diagonal, b.D)
			list("adjacent", a.Adjacent, b.A)
			list("off", a.OffDiagonal, b.F)
			list("corners of", a.Vertices, b.V)
			names := maps.Keys(g.Rays[i])
			for d := range w.Radials[i] {
				if !reflect.DeepEqual(g.Rays[i][d], w.Radials[i][d]) {
					add(k.String()+" rays "+string(d), "site %d: %v, recorded %v", i, g.Rays[i][d], w.Radials[i][d])
				}
			}
			for d := range names {
				if w.Radials[i][d] == nil {
					add(k.String()+" rays "+string(d), "site %d: %v, recorded none", i, g.Rays[i][d])
				}
			}
		}
		if !reflect.DeepEqual(g.Directions, w.Dirs) {
			add(k.String()+" directions", "%v, recorded %v", g.Directions, w.Dirs)
		}
		for name, set := range setsOf(&g.Sets) {
			x, err := json.Marshal(set)
			if err != nil {
				panic(err)
			}
			y := string(w.Pre[name])
			if y == "" {
				y = "null"
			}
			if s := strings.ReplaceAll(string(x), "null", "[]"); s != y && !(s == "[]" && y == "null") {
				add(k.String()+" set "+name, "%s, recorded %s", s, y)
			}
		}
	}
	return diff
}

func setsOf(s *Sets) map[string]any {
	return map[string]any{
		"corners": s.Corners, "cornersConvex": s.Convex, "cornersConcave": s.Concave,
		"major": s.Major, "minor": s.Minor, "outer": s.Outer, "perimeter": s.Perimeter, "inner": s.Inner,
		"top": s.Top, "bottom": s.Bottom, "left": s.Left, "right": s.Right, "centre": s.Centre,
		"axial": s.Axial, "horizontal": s.Horizontal, "vertical": s.Vertical,
		"angled": s.Angled, "slash": s.Slash, "slosh": s.Slosh,
		"rows": s.Rows, "columns": s.Columns, "layers": s.Layers, "phases": s.Phases, "sides": s.Sides,
	}
}
