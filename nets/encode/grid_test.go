package encode_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game"
	"ludens/internal/sharedtest"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
	"ludens/nets/encode"
)

// rows makes a geometry of a board of columns × rows sites and further containers.
func rows(columns, lines int, step float64, containers ...int) *game.Geometry {
	g := &game.Geometry{Containers: []string{"Board"}, Dice: []bool{false}, Kinds: []string{"Ball"}, Owners: []int{0}, Sorts: []string{"Cell"}, Phases: 1, FromTo: true, Froms: true}
	for y := range lines {
		for x := range columns {
			g.Sites = append(g.Sites, game.Site{X: float64(x) * step, Y: float64(y) * step})
		}
	}
	for c, n := range containers {
		g.Containers = append(g.Containers, fmt.Sprint("Hand", c+1))
		g.Dice = append(g.Dice, false)
		for i := range n {
			g.Sites = append(g.Sites, game.Site{X: float64(i), Container: int32(c + 1)})
		}
	}
	g.Adjacent = make([][]int32, len(g.Sites))
	for i := range columns * lines {
		for _, d := range []int{1, columns} {
			if j := i + d; j < columns*lines && (d != 1 || j%columns != 0) {
				g.Adjacent[i] = append(g.Adjacent[i], int32(j))
				g.Adjacent[j] = append(g.Adjacent[j], int32(i))
			}
		}
	}
	return g
}

// Section 4.1: coordinates nearer than the tolerance are one; further containers are
// columns or rows, whichever makes the tensor smaller, behind a free one.
func TestPaperGrid(t *testing.T) {
	for _, c := range []struct {
		name          string
		g             *game.Geometry
		width, height int
		last          [2]int // of the first site of the last container
	}{
		{"square", rows(3, 3, 1), 3, 3, [2]int{}},
		{"one hand beside", rows(3, 3, 1, 2), 5, 3, [2]int{4, 0}},
		{"one hand below", rows(2, 5, 1, 2), 2, 7, [2]int{0, 6}},
		{"a hand longer than the board", rows(3, 2, 1, 5), 5, 4, [2]int{0, 3}},
		{"two hands", rows(9, 9, 0.1, 7, 7), 12, 9, [2]int{0, 0}}, // as recorded, see paperGrid
	} {
		p, err := encode.NewPlanes(c.g, 2, encode.Options{Grid: encode.Paper})
		if err != nil {
			t.Fatal(err)
		}
		if s := p.Shape(); s.Width != c.width || s.Height != c.height {
			t.Errorf("%s: %d × %d cells", c.name, s.Width, s.Height)
		}
		if len(c.g.Containers) > 1 {
			first := len(c.g.Sites) - 1
			for c.g.Sites[first-1].Container == c.g.Sites[first].Container {
				first--
			}
			if x, y, _ := p.Cell(first); [2]int{x, y} != c.last {
				t.Errorf("%s: the last container begins at (%d, %d)", c.name, x, y)
			}
		}
	}
	for _, c := range []struct {
		off   float64
		width int
	}{{0.9e-5, 2}, {1.5e-5, 4}} {
		g := rows(2, 2, 1)
		g.Sites[2].X += c.off
		g.Sites[3].X += c.off
		g.Sites[3].X, g.Sites[1].X = 1, 1-c.off // the board is 1 wide
		p, err := encode.NewPlanes(g, 2, encode.Options{Grid: encode.Paper})
		if err != nil {
			t.Fatal(err)
		}
		if p.Shape().Width != c.width {
			t.Errorf("coordinates that differ by %g: %d columns", c.off, p.Shape().Width)
		}
	}
}

// The grid follows from the geometry alone: neighbours on hexagons and triangles are
// neighbours in it, rings become rows, and squares stay what they are.
func TestOwnGrid(t *testing.T) {
	for _, c := range []struct {
		board       string
		paper, cell [2]int // columns, rows
	}{
		{"(hex Diamond 11)", [2]int{21, 21}, [2]int{11, 11}},
		{"(hex 5)", [2]int{17, 9}, [2]int{9, 9}},
		{"(hex Triangle 6)", [2]int{11, 6}, [2]int{6, 6}},
		{"(tri Hexagon 4) use:Vertex", [2]int{13, 7}, [2]int{7, 7}},
		{"(square 6)", [2]int{6, 6}, [2]int{6, 6}},
		{"(square 5 diagonals:Alternating) use:Vertex", [2]int{5, 5}, [2]int{5, 5}},
		{"(rectangle 4 7)", [2]int{7, 4}, [2]int{7, 4}},
		{"(rotate 45 (square 4))", [2]int{7, 7}, [2]int{4, 4}},
		{"(concentric {8 8 8})", [2]int{12, 12}, [2]int{8, 3}},
		{"(concentric Square rings:3) use:Vertex", [2]int{7, 7}, [2]int{7, 7}},
	} {
		g := text(t, strings.Replace(line, "%s", c.board, 1)).(game.Spatial).Geometry()
		for _, want := range []struct {
			grid string
			size [2]int
		}{{encode.Paper, c.paper}, {"", c.cell}} {
			p, err := encode.NewPlanes(g, 2, encode.Options{Grid: want.grid})
			if err != nil {
				t.Fatal(err)
			}
			if s := p.Shape(); [2]int{s.Width, s.Height} != want.size {
				t.Errorf("%s, grid %q: %d × %d for %d sites, want %v", c.board, want.grid, s.Width, s.Height, len(g.Sites), want.size)
			}
			if want.grid == "" && strings.HasPrefix(c.board, "(hex") {
				neighboursTouch(t, c.board, g, p)
			}
		}
	}
}

func neighboursTouch(t *testing.T, board string, g *game.Geometry, p *encode.Planes) {
	t.Helper()
	for i, list := range g.Adjacent {
		for _, j := range list {
			x, y, _ := p.Cell(i)
			u, v, _ := p.Cell(int(j))
			if max(x-u, u-x, y-v, v-y) != 1 {
				t.Fatalf("%s: neighbours at (%d, %d) and (%d, %d)", board, x, y, u, v)
			}
		}
	}
}

// On every board of the corpus that has a grid of our own each site has a cell for
// itself. Normally a sample is looked at; LUDENS_ALL=1 takes all and logs the sizes.
func TestGridsOfCorpus(t *testing.T) {
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Skip(err)
	}
	root := sharedtest.Path(t, "corpus", "ludii", "lud")
	all := os.Getenv("LUDENS_ALL") != ""
	n, seen, smaller, cells, paper, sites := 0, 0, 0, 0, 0, 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" {
			return err
		}
		if n++; !all && n%30 != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		loaded, _ := load.Text(path, string(text), load.Options{Expand: expand.Options{Library: lib}})
		if loaded.Program == nil {
			return nil
		}
		space := exec.NewSpace(loaded.Program)
		if space == nil {
			return nil
		}
		g := space.Geometry()
		own, err1 := encode.NewPlanes(g, loaded.Program.Players, encode.Options{})
		theirs, err2 := encode.NewPlanes(g, loaded.Program.Players, encode.Options{Grid: encode.Paper})
		if err1 != nil || err2 != nil {
			t.Logf("%s: %v, paper %v", d.Name(), err1, err2)
			return nil
		}
		taken := map[[2]int]bool{}
		for i := range g.Sites {
			x, y, ok := own.Cell(i)
			if !ok || taken[[2]int{x, y}] || x >= own.Shape().Width || y >= own.Shape().Height {
				t.Errorf("%s: site %d is at (%d, %d), as another one, or nowhere", d.Name(), i, x, y)
				break
			}
			taken[[2]int{x, y}] = true
		}
		a, b := own.Shape(), theirs.Shape()
		seen++
		cells, paper, sites = cells+a.Cells(), paper+b.Cells(), sites+len(g.Sites)
		if a.Cells()*10 < b.Cells()*9 {
			smaller++
		}
		if all {
			m, _, _ := own.MoveShape()
			k, _, _ := theirs.MoveShape()
			t.Logf("%s: %d sites, paper %d × %d × %d, %d planes of moves, own %d × %d × %d, %d", d.Name(), len(g.Sites), b.Channels, b.Width, b.Height, k, a.Channels, a.Width, a.Height, m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d boards, %d smaller by a tenth than on the paper's grid: %d cells for %d, %d sites", seen, smaller, cells, paper, sites)
}
