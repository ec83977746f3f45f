package recorded_test

import (
	"errors"
	"strings"
	"testing"

	"ludens/game"
	"ludens/nets/encode"
	"ludens/nets/encode/recorded"
)

const file = `{"t":"tensorMeta","game":"Same","path":"Same.lud","stateShape":[6,2,1],"moveShape":[3,2,1],"channels":["Piece Type 1 (Disc)","Does position exist in container 0 (Board)?","Last move's from-position","Last move's to-position","Second-to-last move's from-position","Second-to-last move's to-position"],"x":[0,1],"y":[0,0]}
{"t":"pos","ply":0,"b":"#m1n1","player":0,"nz":[[1,0,0],[1,1,0]],"legal":[["!A0=1",[0,0,0],0],["!A1=1",[0,1,0],1]]}
{"t":"pos","ply":1,"b":"1:1#m1n1","player":0,"nz":[[0,1,0],[1,0,0],[1,1,0,1],[2,1,0],[3,1,0]],"legal":[["!A0=1",null,null]]}
`

func geometry() *game.Geometry {
	return &game.Geometry{
		Sites: []game.Site{{}, {X: 1}}, Adjacent: [][]int32{{1}, {0}}, Containers: []string{"Board"}, Dice: []bool{false},
		Kinds: []string{"Disc"}, Owners: []int{0}, Sorts: []string{"Cell"}, Phases: 1,
	}
}

// walk gives the positions of the file.
func walk(each func(*recorded.At) error) error {
	none := game.Place{From: -1, To: -1}
	v := game.View{Last: [2]game.Place{none, none}}
	err := each(&recorded.At{Digest: "#m1n1", View: &v, Moves: []recorded.Text{
		{Text: "!A1=1", Place: game.Place{From: 1, To: 1}}, {Text: "!A0=1", Place: game.Place{}},
	}})
	if err != nil {
		return err
	}
	v.Pieces = []game.Piece{{Site: 1, Kind: 1, Count: 1}}
	v.Last[0] = game.Place{From: 1, To: 1}
	return each(&recorded.At{Ply: 1, Digest: "1:1#m1n1", View: &v, Moves: []recorded.Text{{Text: "!A0=1"}}})
}

// Whatever differs is found, and named.
func TestCompare(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"stateShape":[6,2,1]`, `"stateShape":[6,1,2]`, "shape of positions [6 2 1], recorded [6 1 2]"},
		{`"moveShape":[3,2,1]`, `"moveShape":[51,2,1]`, "shape of moves [3 2 1], recorded [51 2 1]"},
		{`(Disc)`, `(Ball)`, `channel 0 is "Piece Type 1 (Disc)", recorded "Piece Type 1 (Ball)"`},
		{`"x":[0,1]`, `"x":[1,0]`, "site 0 is at (0, 0), recorded (1, 0)"},
		{`"x":[0,1],"y":[0,0]`, `"x":[0,1,2],"y":[0,0,0]`, "site 2 is nowhere"},
		{`[1,1,0,1]`, `[1,1,0,2]`, `ply 1: "Does position exist in container 0 (Board)?" at (1, 0) is 1, recorded 2`},
		{`[2,1,0],`, ``, `ply 1: "Last move's from-position" at (1, 0) is 1, recorded 0`},
		{`[1,1,0,1]`, `[1,2,0]`, "ply 1: not recorded tensors: an entry at {1 2 0 1}"},
		{`"player":0`, `"player":1`, "ply 0: player 0, recorded 1"},
		{`[0,1,0],1]`, `[0,0,0],0]`, "ply 0: move !A1=1 is at [0 1 0] (channel, x, y), recorded [0 0 0]"},
		{`[0,1,0],1]`, `[0,1,0],0]`, "ply 0: flat index of !A1=1 is 1, recorded 0"},
		{`"!A1=1"`, `"!A2=1"`, ""}, // texts are no condition
		{`["!A0=1",[0,0,0],0],`, ``, "ply 0: 2 legal moves, recorded 1"},
		{`"ply":1`, `"ply":7`, "ply 7 is not in the recorded game"},
		{`"b":"1:1#m1n1"`, `"b":"1:2#m1n1"`, "ply 1: the position is 1:1#m1n1, recorded 1:2#m1n1"},
	} {
		f, err := recorded.Parse(strings.NewReader(strings.Replace(file, c.old, c.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := encode.NewPlanes(geometry(), 1, encode.Options{Grid: encode.Paper})
		if err != nil {
			t.Fatal(err)
		}
		counts, err := f.Compare(p, walk)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s for %s: %q, want %q", c.new, c.old, got, c.want)
		}
		if c.want == "" && counts != (recorded.Counts{Positions: 2, Numbers: 7, Moves: 2, Missing: 1}) {
			t.Errorf("%s for %s: %+v", c.new, c.old, counts)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{
		"{", `{"t":"pos"}`, `{"t":"other"}`, strings.Replace(file, `"y":[0,0]`, `"y":[0]`, 1),
		strings.Replace(file, `[1,1,0,1]`, `[1,1]`, 1), strings.Replace(file, `["!A0=1",null,null]`, `["!A0=1",null,3]`, 1),
		strings.Replace(file, `["!A0=1",null,null]`, `["!A0=1"]`, 1), file + file,
	} {
		if _, err := recorded.Parse(strings.NewReader(text)); !errors.Is(err, recorded.ErrFormat) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	if _, err := recorded.Parse(strings.NewReader("")); !errors.Is(err, recorded.ErrEmpty) {
		t.Errorf("nothing: %v", err)
	}
}

// Whatever a file holds, reading and comparing it ends in a result or an error.
func FuzzParse(f *testing.F) {
	f.Add(file)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := recorded.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		p, err := encode.NewPlanes(geometry(), 1, encode.Options{Grid: encode.Paper})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = got.Compare(p, walk)
	})
}
