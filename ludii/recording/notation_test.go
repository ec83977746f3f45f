package recording

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

var moveTexts = []string{
	"!M1-3", "{R13};{{R39};{!M47-6}}", "die26=0;die27=3;diceEq=false;!M17-22;use0.1@27^2..2", "!pass*", "pass",
	"{M30-36};{!M24-36k}^0..1", "1:!S0", "0:R24;score1=0;!M20-24;score1+=-1@-1>-1", "A15=1;R64@15>15", "R27~",
	"!A0=1x4s1r2v3k", "!MC20-C11", "!M81-E10", "AE22/0=3", "!S12/2-10/0", "!KN", "!K2-0x1", "I36/0=1", "!P23=13", "!C49/0-7",
	"ct1=1x4", "st8/1=0", "va0=-1", "ro3=2", "next=2", "counter=-1", "temp=-1^3..3", "pend", "pend=9", "var:From=4", "!bet1=0", "pot=27", "pval1=0",
	"hid:0/0@2=1", "hidWhat:E103/0@1=0", "cost0=1", "team1=1", "rem=5", "rem:1=48", "forget:Owned=P1=8", "store", "trig:Win@1",
	"note:Player 1 is now Black. Player 2 is now White.@1", "!propose:Decline and Swap", "!vote:End", "!=10:2", "!tog10:1", "!swap2,1;next=2",
	"phase2=1", "forfeit1", "reset", "amt1+=5",
	"", ";", "{", "{}", "{R1", "R1}", "A", "R01", "R-0", "M1", "!!R1", "x", "die1", "^1..2", "R1^1..", "note:a^1..2@1", "note:a@1@2>3", "vote:a}b", "{vote:a}b}",
}

func TestParseMove(t *testing.T) {
	m, err := ParseMove("2:die9=3;{va0/1=2};{!ME0-5x2k}@1>-1^0..4")
	if err != nil {
		t.Fatal(err)
	}
	if m.Mover != 2 || m.From != 1 || m.To != -1 || m.Min != 0 || m.Max != 4 || len(m.Actions) != 3 {
		t.Errorf("%+v", m)
	}
	flat := m.Flat()
	if a := flat[2]; a.Kind != "M" || !a.Decision || a.From != (Place{'E', 0, None}) || a.To != (Place{0, 5, None}) || a.Count != 2 || !a.OnStack || a.What != None {
		t.Errorf("%+v", a)
	}
	if a := flat[1]; a.Kind != "va" || a.From != (Place{0, 0, 1}) || a.N != 2 {
		t.Errorf("%+v", a)
	}
	bad := 0
	for _, text := range moveTexts {
		m, err := ParseMove(text)
		if err != nil {
			bad++
		} else if got := m.String(); got != text {
			t.Errorf("%s is written %s", text, got)
		}
	}
	if bad != 16 {
		t.Errorf("%d texts are no moves", bad)
	}
	if _, err := ParseMove(strings.Repeat("{", 100_000) + "R1" + strings.Repeat("}", 100_000)); err == nil {
		t.Error("any depth is accepted")
	}
}

var digestTexts = []string{
	"#m1n2", "6:1,9:3#m2n1", "|2:1,3:3|5:2#over:2:2,1", "5:1#g2M0,5OVER:2:2,1;over:1:1,2s9,0", "#g0M23,2;over:1:1,2", "8:[3],12:[3/3.2/3x4s1r2v-3]|26:[1s2]#g0M0,0.5;m1n2s0,0",
	"#over:1:1.5,1.5s54,34", "19:~0.2.3,20:=4,21:~#m1n1", "840:6x6s1,841:0x6,842:0x1#m1n2p0.0", "E0:1,V3:2,C4:1#m0n0", "#m1n2p1.1o2.1a1.3s1,2b96,12t12",
	"", "#", "1#m1n2", "1:1", "1:1x1#m1n2", "1:0x0#m1n2", "1:1s0#m1n2", "1:[]#m1n2", "1:[1#m1n2", "#m1", "#m1n2q", "#over:1:", "#over:1:01", "1:1,#m1n2",
}

func TestParseDigest(t *testing.T) {
	d, err := ParseDigest("8:[3/4.1x2]|E26:1s2v-1#over:2:2,1s5,6")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Containers) != 2 || d.Containers[0][0].Pieces[1] != (Piece{4, 1, 2, 0, 0, 0}) || d.Containers[1][0].Type != 'E' ||
		d.Containers[1][0].Pieces[0] != (Piece{1, None, 1, 2, 0, -1}) || !d.Control.Over || d.Control.Winner != 2 || d.Control.Scores[1] != 6 {
		t.Errorf("%+v", d)
	}
	bad := 0
	for _, text := range digestTexts {
		d, err := ParseDigest(text)
		if err != nil {
			bad++
		} else if got := d.String(); got != text {
			t.Errorf("%s is written %s", text, got)
		}
	}
	if bad != 14 {
		t.Errorf("%d texts are no digests", bad)
	}
	if got := Hash("a"); got != 0x8601ec8c { // FNV-1a-64 of "a" is af63dc4c8601ec8c
		t.Errorf("hash %08x", got)
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ recorded, here, want string }{
		{"1:1#m1n2", "1:1#m1n2", ""},
		{"1:1,2:2#m1n2", "1:3,4:4#m2n1", "site 1: recorded 1, here 3; site 2: recorded 2, here empty; site 4: recorded empty, here 4; control: recorded m1n2, here m2n1"},
		{"1:1|#m1n2", "1:1#m1n2", "recorded 2 containers, here 1"},
		{"1:1,2:1#m1n2", "2:1,1:1#m1n2", "the order of entries"},
		{"1:1#m1n2", "what", "recorded 1:1#m1n2, here what"},
	} {
		if got := Compare(c.recorded, c.here); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range moveTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if got := m.String(); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
		again, err := ParseMove(m.String())
		if err != nil || !reflect.DeepEqual(m, again) {
			t.Fatalf("%q is read again as %+v, %v", text, again, err)
		}
	})
}

func FuzzParseDigest(f *testing.F) {
	for _, text := range digestTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDigest(text)
		if err != nil {
			return
		}
		if got := d.String(); got != text {
			t.Fatalf("%q is written %q", text, got)
		}
		Compare(text, "1:1#m1n2")
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(record(f, &toy{dice: true}, 1, false)))
	f.Add([]byte(record(f, &toy{together: true, cells: 4}, 1, true)))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Parse(bytes.NewReader(data))
		for err == nil {
			_, err = g.Next()
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
		if g, err = Parse(bytes.NewReader(data)); err == nil {
			Replay(g, &toy{dice: true}, Options{})
		}
	})
}
