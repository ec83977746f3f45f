package relative

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/ggp"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/shipped"
)

func open(t *testing.T, name string) (game.Game, *encode.Encoder) {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enc, err := design.Encode(g, encode.Options{}, design.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g, enc
}

// candidates are the nets that come with the program, but those of some games.
func candidates(t *testing.T, but ...string) (list []Candidate) {
	t.Helper()
	entries, err := shipped.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(but, e.Game) {
			list = append(list, Candidate{Net: e.Net, Load: func() (*nets.Net, error) { return shipped.Net(e.Net.Game, e.Net.Encoding) }})
		}
	}
	return list
}

// TestFind: other sizes, other words and the other language are found again.
func TestFind(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		game string
		but  []string // of the nets are not there
		want []string // names of games, one of which is the relative
	}{
		{"gdl:breakthrough8", []string{"gdl:breakthrough8"}, []string{"breakthrough6", "Breakthrough"}},
		{"gdl:breakthrough8", []string{"gdl:breakthrough8", "gdl:breakthrough6"}, []string{"Breakthrough"}},
		{"ludii:Breakthrough", []string{"ludii:Breakthrough"}, []string{"breakthrough6", "breakthrough8"}},
		{"gdl:reversi8", []string{"gdl:reversi8"}, []string{"reversi6", "Reversi"}},
		{"ludii:Hex", []string{"ludii:Hex"}, []string{"hex5", "hex7"}},
		{"gdl:knightThrough8", []string{"gdl:breakthrough8"}, []string{"knightThrough8"}},
		{"gdl:hex7", []string{"gdl:hex7"}, []string{"hex5", "Hex"}},
		{"ludii:Gomoku", []string{"ludii:Gomoku"}, []string{"gomoku9", "RenjuLite"}}, // not Gonnect, as if matches of worse ones told, too; which of the two depends on the rounding of a processor
	} {
		g, enc := open(t, c.game)
		found, err := Find(t.Context(), g, enc, Options{Candidates: candidates(t, c.but...), Positions: 500, Time: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if found == nil || !slices.Contains(c.want, found.Of.Name) {
			t.Errorf("%s: %+v, want that of one of %v", c.game, found, c.want)
			continue
		}
		n := found.Net
		if n.Game != g.Facts().Hash || n.Encoding != enc.Fingerprint() || n.Origin == "" || n.Meaning == nil || found.Moves < 0.9 || found.Random < 0.5 {
			t.Errorf("%s: %+v, moves %g, against random moves %g", c.game, n.Origin, found.Moves, found.Random)
		}
		if err := n.Validate(); err != nil {
			t.Errorf("%s: %v", c.game, err)
		}
	}
}

// TestSeen: pieces that are everybody's are seen, as those of players are.
func TestSeen(t *testing.T) {
	m := &arch.Meaning{In: []arch.InPlane{{Sort: arch.Board}, {Sort: arch.Shared}, {Sort: arch.Piece}, {Sort: arch.Other}}}
	for _, c := range []struct {
		in   []int
		want float64
	}{{[]int{0, 3}, 0}, {[]int{1}, 0.5}, {[]int{2}, 0.5}, {[]int{-1, 2, 1}, 1}} {
		if share := seen(m, &arch.Fit{In: c.in}); share != c.want {
			t.Errorf("of planes %v %g are seen, want %g", c.in, share, c.want)
		}
	}
}

// TestFindScrambled: names do not matter.
func TestFindScrambled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, want := range map[string]string{"breakthrough8": "breakthrough", "reversi8": "reversi", "hex7": "hex", "connectFour": "connectfour"} {
		source, err := catalog.Find("gdl:"+name, catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text := source.Text
		g, err := catalog.OpenText(t.Context(), "scrambled", ggp.NewScrambler(text, game.Stream(3, name, 0)).Scramble(text), catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		enc, err := design.Encode(g, encode.Options{}, design.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := Find(t.Context(), g, enc, Options{Candidates: candidates(t), Positions: 500, Time: time.Minute})
		if err != nil || found == nil || !strings.HasPrefix(strings.ToLower(found.Of.Name), want) || found.Moves < 0.9 {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
}

// TestFindNone: what has no planes, no candidates, or only such as say nothing of their planes, has no relatives.
func TestFindNone(t *testing.T) {
	g, enc := open(t, "gdl:breakthrough6")
	mute := candidates(t)
	for i := range mute {
		mute[i].Net.Meaning = nil
	}
	list, listEnc := open(t, "gdl:nim")
	for _, c := range []struct {
		name string
		g    game.Game
		enc  *encode.Encoder
		list []Candidate
	}{
		{"no candidates", g, enc, nil}, {"mute ones", g, enc, mute}, {"a list", list, listEnc, candidates(t)},
	} {
		if found, err := Find(t.Context(), c.g, c.enc, Options{Candidates: c.list, Positions: 100, Time: time.Second}); found != nil || err != nil {
			t.Errorf("%s: %+v, %v", c.name, found, err)
		}
	}
	broken := candidates(t)
	for i := range broken {
		broken[i].Load = func() (*nets.Net, error) { return nil, nets.ErrNone }
	}
	if _, err := Find(t.Context(), g, enc, Options{Candidates: broken, Positions: 100, Time: time.Minute}); !errors.Is(err, nets.ErrNone) {
		t.Errorf("a net that is gone: %v", err)
	}
	// One that is of no use keeps nobody from the others.
	some := candidates(t)
	for i := range some {
		if some[i].Net.Name == "breakthrough6" {
			some[i].Load = broken[i].Load
		}
	}
	lying := candidates(t)[:1]
	lying[0].Net.Meaning = &arch.Meaning{In: slices.Clone(lying[0].Net.Meaning.In), Out: lying[0].Net.Meaning.Out}
	lying[0].Net.Meaning.In[1] = arch.InPlane{Sort: arch.Piece, Seat: 7}
	some = append(some, lying...)
	if found, err := Find(t.Context(), g, enc, Options{Candidates: some, Positions: 100, Time: time.Minute}); found == nil || found.Of.Name == "breakthrough6" || err != nil {
		t.Errorf("with one that is gone: %+v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := Find(ctx, g, enc, Options{Candidates: candidates(t), Positions: 100, Time: time.Minute}); found != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", found, err)
	}
}
