package recording

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// What is no move says where and why.
func TestRefusedMoves(t *testing.T) {
	long := strings.Repeat("9", 30)
	for text, want := range map[string]string{
		"":                                  "ends too early",
		"1":                                 "ends too early",
		"99999999999999999999999:R1":        "too large",
		"1;R1":                              `want ":"`,
		"R":                                 "ends too early",
		"Rx":                                "want a number",
		"R01":                               "not how numbers are written",
		"R" + long:                          "too large",
		"M1-":                               "ends too early",
		"M1-2s":                             "ends too early",
		"{R1":                               "ends too early",
		"R1@":                               "is left of an action",
		"R1@2>":                             "is left of an action",
		"R1^0.2":                            "is left of an action",
		"R1}":                               "is left of an action",
		"zz":                                "no action begins",
		"var:x":                             "a name without a value",
		"var:=3":                            "an empty name",
		"die9":                              "ends too early",
		"die9:3":                            `want "="`,
		"diceEq=maybe":                      "want =true or =false",
		"hidWhat1":                          "a field without a place",
		"remx":                              "want",
		"note:hello":                        "a text without an addressee",
		"note":                              "ends too early",
		"1/":                                "",
		strings.Repeat("R1;", maxTextBytes): "longer than",
	} {
		_, err := ParseMove(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", clip(text, 40), err, want)
		}
	}
}

// So does what is no position.
func TestRefusedDigests(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "ends too early",
		"1:2":                                   "ends too early",
		"1:2 3:4#m1n2":                          `want ","`,
		"1:x#m1n2":                              "want a number",
		"1:2x#m1n2":                             "want a number",
		"1:2x1#m1n2":                            "is not written",
		"#m1":                                   "ends too early",
		"#mxn2":                                 "want a number",
		"#gx":                                   "want a number",
		"#g1N":                                  `want "M"`,
		"#g1Mx":                                 "want a number",
		"#g1M1,2OVER:":                          "ends too early",
		"#g1M1,2OVER:1":                         "ends too early",
		"#g1M1,2":                               "ends too early",
		"#over:":                                "ends too early",
		"#over:1":                               "ends too early",
		"#over:1:x":                             "want a number",
		"#m1n2px":                               "want a number",
		"#m1n2tx":                               "want a number",
		"#m1n2 ":                                "more behind",
		strings.Repeat("|", maxTextBytes) + "#": "longer than",
	} {
		_, err := ParseDigest(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", clip(text, 40), err, want)
		}
	}
	if got := Compare("#m1n2", "nonsense"); got != "recorded #m1n2, here nonsense" {
		t.Error(got)
	}
}

// failing is a toy that fails at one of the calls, counted from 1.
type failing struct {
	toy
	at, calls int
}

var errToy = errors.New("the toy is broken")

func (e *failing) fails() error {
	if e.calls++; e.calls == e.at {
		return errToy
	}
	return nil
}

func (e *failing) Reset(s *Start, c Chance) error {
	if err := e.fails(); err != nil {
		return err
	}
	return e.toy.Reset(s, c)
}

func (e *failing) Legal(c Chance) ([]string, error) {
	texts, err := e.toy.Legal(c)
	return texts, errors.Join(err, e.fails())
}

func (e *failing) AppendSuccessor(b []byte, i int, c Chance) ([]byte, error) {
	b, err := e.toy.AppendSuccessor(b, i, c)
	return b, errors.Join(err, e.fails())
}

func (e *failing) Apply(moves []int, c Chance) error {
	return errors.Join(e.toy.Apply(moves, c), e.fails())
}

// Wherever an engine fails, or whoever waits has enough, a replay ends with that.
func TestReplayEndsWithAnyFailure(t *testing.T) {
	for _, kind := range []toy{{cells: 4}, {cells: 4, twice: true}, {cells: 4, dice: true, strew: true}, {cells: 3, draw: true}, {cells: 9, draw: true}, {cells: 4, together: true}} {
		played := kind
		text := record(t, &played, 2, kind.together)
		all := &failing{toy: kind}
		if r := replayText(t, text, all, Options{}); !r.Exact() {
			t.Fatalf("%+v: %v %v", kind, r.Difference, r.Err)
		}
		step := 1 + all.calls/150
		for at := 1; at <= all.calls; at += step {
			r := replayText(t, text, &failing{toy: kind, at: at}, Options{})
			if !errors.Is(r.Err, errToy) || !errors.Is(r.Err, ErrEngine) {
				t.Errorf("%+v, call %d: %+v", kind, at, r)
			}
		}
		asked := 0
		stop := func(at int) Options {
			n := 0
			return Options{Stop: func() error {
				asked++
				if n++; n == at {
					return errToy
				}
				return nil
			}}
		}
		replayText(t, text, &toy{cells: kind.cells, twice: kind.twice, dice: kind.dice, strew: kind.strew, draw: kind.draw, together: kind.together}, stop(0))
		step = 1 + asked/150
		for at, all := 1, asked; at <= all; at += step {
			here := kind
			if r := replayText(t, text, &here, stop(at)); !errors.Is(r.Err, errToy) {
				t.Errorf("%+v, stop %d: %+v", kind, at, r)
			}
		}
	}
}

// The moves of several players have to be legal each.
func TestTogetherDiffers(t *testing.T) {
	text := record(t, &toy{cells: 4, together: true}, 1, true)
	at := strings.Index(text, `"ch":["`) + len(`"ch":["`)
	text = text[:at] + "3:!A0=3" + text[at+len("1:!A0=1"):]
	r := replayText(t, text, &toy{cells: 4, together: true}, Options{})
	if d := r.Difference; d == nil || d.Kind != "chosen move" || d.Move != "3:!A0=3" {
		t.Errorf("%+v", r)
	}
}

// Recordings that are broken further on say so where they are.
func TestBrokenRecordings(t *testing.T) {
	whole := record(t, &toy{cells: 3}, 1, false)
	cut := func(old, with string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("no %s in %s", old, whole)
		}
		return strings.Replace(whole, old, with, 1)
	}
	for name, text := range map[string]string{
		"a hash too short":         cut(`"succ":"`, `"succ":"0 `),
		"a hash that is none":      cut(`"succ":"`, `"succ":"xxxxxxxx `),
		"one hash too many":        cut(`"succ":"`, `"succ":"01234567 `),
		"a move beyond the list":   cut(`"ci":`, `"ci":7`),
		"plies out of order":       cut(`"i":1`, `"i":2`),
		"a number that is none":    cut(`"i":1`, `"i":"one"`),
		"a wrong count":            cut(`"plies":3`, `"plies":4`),
		"an end that is none":      cut(`"plies":3`, `"plies":"three"`),
		"something behind the end": whole + "{\"t\":\"ply\"}\n",
		"nonsense behind the end":  whole + "nonsense\n",
		"another kind of line":     cut(`{"t":"end"`, `{"t":"else"`),
		"a line that is no object": cut(`{"t":"end"`, `nonsense`),
		"no end":                   whole[:strings.Index(whole, `{"t":"end"`)],
	} {
		g, err := Parse(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r := Replay(g, &toy{cells: 3}, Options{}); !errors.Is(r.Err, ErrFormat) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := replayText(t, cut(`{"t":"end",`, `{"kind":1,`), &toy{cells: 3}, Options{}); !r.Exact() {
		t.Errorf("a kind that does not come first: %+v", r)
	}
	for name, text := range map[string]string{
		"half a packed file": "\x1f\x8b\x08", "a packed line that breaks off": "\x1f\x8bnonsense", "a head of another kind": `{"t":"ply"}`,
		"a head that is none": `{"t":"meta","players":"two"}`, "nothing": "", "an endless line": `{"t":"meta","x":"` + strings.Repeat("x", MaxLineBytes),
	} {
		if _, err := Parse(strings.NewReader(text)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A game that ended since nobody could move has no legal moves then.
func TestEndWithoutMoves(t *testing.T) {
	text := record(t, &toy{cells: 3}, 1, false)
	end := strings.Index(text, `{"t":"end"`)
	noMoves := text[:end] + `{"t":"end","over":true,"plies":3,"reason":"noMoves"}` + "\n"
	if r := replayText(t, noMoves, &toy{cells: 3}, Options{}); !r.Exact() {
		t.Errorf("%+v", r)
	}
	e := &late{toy: toy{cells: 3}}
	if r := replayText(t, noMoves, e, Options{}); r.Difference == nil || r.Difference.Kind != "legal count" || fmt.Sprint(r.Difference.Extra) != "[one more]" {
		t.Errorf("%+v", r)
	}
}

// late has a move when all is over.
type late struct{ toy }

func (e *late) Legal(c Chance) ([]string, error) {
	if e.Over() {
		return []string{"one more"}, nil
	}
	return e.toy.Legal(c)
}
