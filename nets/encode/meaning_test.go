package encode_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/nets/arch"
	"ludens/nets/encode"
)

// TestMeaning: whose pieces are on a plane, whose turn one shows and which cells are empty, as everybody can
// see who reads the rules.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		game string
		in   []string // sort, seat, part of the name; in any order
		out  []string // seat, way, spot; some of them
	}{
		{
			"gdl:breakthrough8",
			[]string{"board 0 ", "piece 0 white", "piece 1 black", "mover 0 white", "mover 1 black"},
			[]string{"0 [[0 1]] ", "0 [[1 1]] ", "1 [[0 -1]] ", "1 [] none"},
		},
		{
			"gdl:reversi8",
			[]string{"board 0 ", "piece 0 black", "piece 1 white", "empty 0 empty", "mover 0 black", "mover 1 white"},
			[]string{"0 [] ", "1 [] ", "0 [] none"},
		},
		{ // cells are emptied by both
			"gdl:konane6",
			[]string{"board 0 ", "mover 0 ", "mover 1 ", "piece 0 black", "piece 1 white", "empty 0 none"},
			[]string{"0 [[2 0]] ", "1 [[-2 0]] "},
		},
		{
			"gdl:connectFour",
			[]string{"board 0 ", "piece 0 red", "piece 1 yellow", "empty 0 empty", "mover 0 red", "mover 1 yellow"},
			[]string{"0 [] column", "1 [] column", "0 [] none"}, // of a dense head
		},
		{
			"ludii:Breakthrough",
			[]string{"board 0 ", "piece 0 Pawn1", "piece 1 Pawn2", "mover 1 ", " 0 from-position", " 0 to-position"},
			[]string{"-1 [[0 1]] ", "-1 [[-1 -1]] ", "-1 [[7 7]] "},
		},
		{
			"ludii:Reversi",
			[]string{"board 0 ", "piece 0 Dark1", "piece 1 Light2", "mover 1 "},
			[]string{"-1 [] "},
		},
		{ // arrows are nobody's
			"ludii:Amazons",
			[]string{"board 0 ", "piece 0 Amazon1", "piece 1 Amazon2", "shared 0 Arrow0", "mover 1 "},
			[]string{"-1 [[0 1]] ", "-1 [[7 7]] "},
		},
		{
			"ludii:Kalah",
			[]string{"board 0 ", "shared 0 Seed", "mover 1 "},
			[]string{"-1 [] "},
		},
	} {
		g, err := catalog.Open(context.Background(), c.game, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := e.Meaning(g, 500)
		if m == nil || len(m.In) != e.Input().Channels || len(m.Out) != e.Policy() {
			t.Fatalf("%s: %+v", c.game, m)
		}
		for _, want := range c.in {
			part := strings.SplitN(want, " ", 3)
			if !slices.ContainsFunc(m.In, func(p arch.InPlane) bool {
				return string(p.Sort) == part[0] && fmt.Sprint(p.Seat) == part[1] && strings.Contains(p.Name, part[2])
			}) {
				t.Errorf("%s: no plane %q in %+v", c.game, want, m.In)
			}
		}
		for _, want := range c.out {
			if !slices.ContainsFunc(m.Out, func(p arch.OutPlane) bool { return fmt.Sprintf("%d %v %s", p.Seat, p.Way, p.Spot) == want }) {
				t.Errorf("%s: no moves %q in %+v", c.game, want, m.Out)
			}
		}
		sum := 0.0
		for _, p := range m.Out {
			sum += p.Share
		}
		if sum < 0.99 || sum > 1.01 {
			t.Errorf("%s: shares of moves sum to %g", c.game, sum)
		}
	}
}

// TestMeaningRanks: what is more common comes first, whatever it is called.
func TestMeaningRanks(t *testing.T) {
	g, err := catalog.Open(context.Background(), "gdl:checkers6", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range e.Meaning(g, 500).In {
		if man := strings.Contains(p.Name, " man"); p.Sort == arch.Piece && man != (p.Rank == 0) {
			t.Errorf("%+v", p)
		}
	}
}

// TestSides: the sides of discs are players' pieces; states that both players' pieces come into are nobody's.
func TestSides(t *testing.T) {
	for name, want := range map[string][]string{"../../games/testdata/discs.lud": {"piece 0 Local state == 1", "piece 1 Local state == 2"}, "ludii:Chess": nil} {
		g, err := catalog.Open(t.Context(), name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.New(g, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		states := 0
		for _, p := range e.Meaning(g, 500).In {
			if strings.HasPrefix(p.Name, "Local state") {
				if states++; p.Sort != arch.Other {
					got = append(got, fmt.Sprintf("%s %d %s", p.Sort, p.Seat, p.Name))
				}
			}
		}
		if states == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: of %d planes of states %q are pieces, want %q", name, states, got, want)
		}
	}
}
