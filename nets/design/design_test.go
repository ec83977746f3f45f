package design_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/games"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/encode"
)

func encoder(t *testing.T, name string) (*encode.Encoder, *game.Facts) {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: catalog.Network})
	if err != nil {
		t.Fatal(err)
	}
	e, err := design.Encode(g, encode.Options{}, design.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e, g.Facts()
}

// TestLibrary wants a valid net for every game that has an encoding, whatever is
// asked for, and no dearer one for less time.
func TestLibrary(t *testing.T) {
	for _, entry := range games.List() {
		g, err := catalog.Open(context.Background(), entry.Name, catalog.Options{Engine: catalog.Network})
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			continue
		}
		last := 0.0
		for _, o := range []design.Options{
			{Budget: 1},
			{Budget: 60},
			{Budget: 600},
			{Budget: 7200},
			{Budget: 1e6},
			{Kind: arch.MLP},
			{Kind: arch.Graph},
			{Kind: arch.Residual},
			{Width: 24},
			{Blocks: 7},
			{Kind: arch.MLP, Width: 100, Blocks: 1},
		} {
			s := design.Choose(e, g.Facts(), o)
			if err := s.Validate(); err != nil {
				t.Fatalf("%s %+v: %v", entry.Name, o, err)
			}
			if s.Logits() != e.Logits() || s.In.Size() != e.Input().Size() || s.Values != g.Facts().Players {
				t.Fatalf("%s %+v: the net does not fit the encoding: %+v", entry.Name, o, s)
			}
			if o.Width > 0 && s.Width != o.Width || o.Blocks > 0 && s.Blocks != o.Blocks {
				t.Errorf("%s %+v: %d × %d", entry.Name, o, s.Width, s.Blocks)
			}
			if o.Kind != "" && o.Kind != arch.Graph && s.Kind != o.Kind {
				t.Errorf("%s %+v: a %s", entry.Name, o, s.Kind)
			}
			if o.Budget > 0 {
				if f := s.FLOPs(); f < last {
					t.Errorf("%s: for %g s a net of %g operations, for less time one of %g", entry.Name, o.Budget, f, last)
				} else {
					last = f
				}
			}
		}
	}
}

// TestSizes pins what the defaults are for.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name          string
		budget        float64
		kind          arch.Kind
		width, blocks [2]int // least and most
	}{
		{"hex7", 0, arch.Residual, [2]int{48, 64}, [2]int{4, 5}},
		{"breakthrough6", 0, arch.Residual, [2]int{48, 64}, [2]int{4, 5}},
		{"connectFour", 0, arch.Residual, [2]int{48, 64}, [2]int{4, 5}},
		{"hex7", 110, arch.Residual, [2]int{16, 32}, [2]int{2, 3}},
		{"reversi8", 110, arch.Residual, [2]int{16, 32}, [2]int{2, 3}},
		{"ticTacToe", 0, arch.Residual, [2]int{16, 32}, [2]int{2, 3}},
		{"ludii:Plakoto", 110, arch.Residual, [2]int{16, 32}, [2]int{2, 3}}, // two rows
		{"pig", 0, arch.MLP, [2]int{128, 256}, [2]int{2, 3}},
	} {
		e, f := encoder(t, c.name)
		s := design.Choose(e, f, design.Options{Budget: c.budget})
		if s.Kind != c.kind || s.Width < c.width[0] || s.Width > c.width[1] || s.Blocks < c.blocks[0] || s.Blocks > c.blocks[1] {
			t.Errorf("%s for %g s: a %s of %d × %d", c.name, c.budget, s.Kind, s.Width, s.Blocks)
		}
	}
}

// TestFLOPs compares the estimate with a count by hand and with figures published
// for a net of the same shape: 64 channels × 5 blocks on 9×9 take about 60 MFLOP
// (shared/design/ml-stack.md; its net has no pooled planes).
func TestFLOPs(t *testing.T) {
	s := arch.Spec{
		Kind: arch.Residual, In: arch.Shape{Channels: 8, Height: 9, Width: 9}, Width: 64, Blocks: 5, Convs: 2, Kernel: 3,
		Head: arch.Planes, Policy: 1, Values: 2, Hidden: 64,
	}
	conv := func(in, out int) float64 { return 2 * float64(in*out) * 9 * 81 }
	want := conv(8, 64) + 10*conv(64, 64) + conv(64, 1) + 2*128*64 + 2*64*2
	if got := s.FLOPs(); got != want {
		t.Errorf("FLOPs are %g, by hand %g", got, want)
	}
	if got := s.FLOPs(); math.Abs(got-60.5e6) > 2e6 {
		t.Errorf("FLOPs are %g, measured elsewhere 60.5e6", got)
	}
	list := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 100, Height: 1, Width: 1}, Width: 50, Blocks: 2, Head: arch.Dense, Policy: 10, Values: 2, Hidden: 20}
	if got, want := list.FLOPs(), 2.0*(100*50+50*50+50*10+50*20+20*2); got != want {
		t.Errorf("FLOPs of a list are %g, by hand %g", got, want)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []design.Options{{Budget: -1}, {Budget: math.NaN()}, {Budget: math.Inf(1)}, {Kind: "x"}, {Width: -1}, {Width: 1 << 20}, {Blocks: 1000}} {
		if o.Validate() == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if err := (&design.Options{}).Validate(); err != nil {
		t.Error(err)
	}
}

// spacious is a game that says that it takes place elsewhere.
type spacious struct {
	game.Game
	geometry *game.Geometry
}

func (s *spacious) Geometry() *game.Geometry { return s.geometry }

// sparseBoard is a row of sites no two of which share a coordinate: almost all of the
// square of cells is empty.
func sparseBoard(t *testing.T, n int) game.Game {
	t.Helper()
	g, err := catalog.OpenText(context.Background(), "x.lud", `(game "X" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	geometry := *g.(game.Spatial).Geometry()
	geometry.Sites, geometry.Adjacent = nil, nil
	for i := range n {
		x := float64(i)
		geometry.Sites = append(geometry.Sites, game.Site{X: x + x*x/float64(7*n), Y: x + x*x*x/float64(11*n*n)})
		geometry.Adjacent = append(geometry.Adjacent, nil)
		if i > 0 {
			geometry.Adjacent[i] = append(geometry.Adjacent[i], int32(i-1))
			geometry.Adjacent[i-1] = append(geometry.Adjacent[i-1], int32(i))
		}
	}
	return &spacious{g, &geometry}
}

// TestEncode: a board with many empty cells, or too many, is a graph unless planes are
// asked for; every form is among those that nets are looked for in, the default first.
func TestEncode(t *testing.T) {
	none := encode.Options{}
	for _, c := range []struct {
		what   string
		game   game.Game
		graph  bool // by default
		planes error
	}{
		{"sparse", sparseBoard(t, 40), true, nil},
		{"too large", sparseBoard(t, 600), true, encode.ErrSize},
	} {
		t.Run(c.what, func(t *testing.T) {
			e, err := design.Encode(c.game, none, design.Options{})
			if err != nil || (e.Links() != nil) != c.graph {
				t.Fatalf("%v, graph %v", err, e != nil && e.Links() != nil)
			}
			planes, err := design.Encode(c.game, none, design.Options{Kind: arch.Residual})
			if !errors.Is(err, c.planes) || err == nil && planes.Links() != nil {
				t.Errorf("as planes: %v", err)
			}
			all, err := design.Encoders(c.game)
			want := 2
			if c.planes != nil {
				want = 1
			}
			if err != nil || len(all) != want || all[0].Fingerprint() != e.Fingerprint() || want == 2 && all[1].Fingerprint() != planes.Fingerprint() {
				t.Errorf("%d forms: %v", len(all), err)
			}
		})
	}
	e, _ := encoder(t, "../../games/ludii/TicTacToe.lud")
	g, err := catalog.Open(context.Background(), "../../games/ludii/TicTacToe.lud", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := design.Encoders(g)
	if err != nil || e.Links() != nil || len(all) != 2 || all[0].Fingerprint() != e.Fingerprint() || all[1].Links() == nil {
		t.Errorf("a dense board: %d forms, %v", len(all), err)
	}
	g, err = catalog.Open(context.Background(), "ticTacToe", catalog.Options{Engine: catalog.Network})
	if err != nil {
		t.Fatal(err)
	}
	if all, err = design.Encoders(g); err != nil || len(all) != 1 {
		t.Errorf("propositions: %d forms, %v", len(all), err)
	}
}
