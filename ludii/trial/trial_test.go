package trial

import (
	"slices"
	"strings"
	"testing"
)

const little = `game=../Common/res/lud/board/space/line/Tic-Tac-Toe.lud
START GAME OPTIONS
Board Size/3x3
END GAME OPTIONS
RNG internal state=-26,-78,10
Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=1]]
Move=[Move:mover=1,from=4,to=4,levelMin=1,levelMax=2,actions=[Add:type=Cell,to=4,level=0,what=1,stack=true,decision=true],[SetNextPlayer:player=2]]
Move=[Move:mover=2,actions=[Move:mover=2,from=1,to=3,actions=[Note:message=a, b,player=1],[Remove:type=Cell,to=1]],[Pass:decision=true]]
numInitialPlacementMoves=1
winner=1
endtype=NaturalEnd
rankings=0.0,1.0,2.0
SANDBOX=false
LUDII_VERSION=1.3.13
`

func TestRead(t *testing.T) {
	tr, err := Read(strings.NewReader(little))
	if err != nil {
		t.Fatal(err)
	}
	if tr.Title() != "Tic-Tac-Toe" || !slices.Equal(tr.Options, []string{"Board Size/3x3"}) || tr.Start != 1 || len(tr.Moves) != 3 || !tr.Over || tr.Winner != 1 || !slices.Equal(tr.Ranking, []float64{1, 2}) {
		t.Errorf("%+v", tr)
	}
	m := tr.Moves[1]
	if m.Mover != 1 || m.From != 4 || m.LevelMin != 1 || m.LevelMax != 2 || len(m.Actions) != 2 || !m.Actions[0].Decision() || m.Actions[0].Int("what") != 1 || m.Actions[1].Int("what") != None {
		t.Errorf("%+v", m)
	}
	// The move within the move is taken apart; a text may have commas.
	m = tr.Moves[2]
	var kinds []string
	for _, a := range m.Actions {
		kinds = append(kinds, a.Kind)
	}
	if said, _ := m.Actions[0].Get("message"); !slices.Equal(kinds, []string{"Note", "Remove", "Pass"}) || said != "a, b" || m.From != None {
		t.Errorf("%+v", m)
	}
}

// What is written is read as the same.
func TestWrite(t *testing.T) {
	tr, err := Read(strings.NewReader(little))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := tr.Write(&b); err != nil {
		t.Fatal(err)
	}
	flat := strings.Replace(strings.Replace(little, "[Move:mover=2,from=1,to=3,actions=[Note", "[Note", 1), "to=1]],[Pass", "to=1],[Pass", 1)
	if b.String() != flat {
		t.Errorf("written is\n%s", b.String())
	}
}

func TestReadFails(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "empty",
		"RNG internal state=1\n":                "line 1",
		"game=x\nMove=nothing\n":                "line 2",
		"game=x\nMove=[Move:mover=x]\n":         "no number",
		"game=x\nMove=[Move:actions=[Add:to]\n": "line 2",
		"game=x\nMove=[Move:actions=Add]\n":     "not closed",
		"game=x\nnumInitialPlacementMoves=4\n":  "4 of 0",
		"game=x\nrankings=0.0,NaN\n":            "no rank",
		"game=x\nwinner=me\n":                   "line 2",
		"game=x\nMove=[Move:actions=" + strings.Repeat("[Move:actions=", 60) + "[Pass:]" + strings.Repeat("]", 61) + "\n": "too deeply",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(little)
	f.Add("game=x\nMove=[Move:mover=1,actions=[Move:actions=[[]]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := tr.Write(&b); err != nil {
			t.Fatal(err)
		}
	})
}
