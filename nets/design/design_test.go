package design_test

import (
	"context"
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
				if f := design.FLOPs(s); f < last {
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
	if got := design.FLOPs(s); got != want {
		t.Errorf("FLOPs are %g, by hand %g", got, want)
	}
	if got := design.FLOPs(s); math.Abs(got-60.5e6) > 2e6 {
		t.Errorf("FLOPs are %g, measured elsewhere 60.5e6", got)
	}
	list := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 100, Height: 1, Width: 1}, Width: 50, Blocks: 2, Head: arch.Dense, Policy: 10, Values: 2, Hidden: 20}
	if got, want := design.FLOPs(list), 2.0*(100*50+50*50+50*10+50*20+20*2); got != want {
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
