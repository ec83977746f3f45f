package recording_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/gdl/recording"
	"ludens/internal/sharedtest"
)

const rules = `
	(role random) (role Red) (role blue)
	(init (Heap 3)) (init (turn Red))
	(less 1 0) (less 2 1) (less 3 2) (other Red blue) (other blue Red)
	(<= (legal ?p (Take ?n)) (true (turn ?p)) (true (Heap ?h)) (less ?h ?n))
	(<= (legal ?p noop) (other ?p ?q) (true (turn ?q)))
	(legal random yes) (legal random no)
	(<= (next (Heap ?n)) (does ?p (Take ?n)))
	(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
	(<= terminal (true (Heap 0)))
	(<= (goal ?p 100) (true (Heap 0)) (other ?p ?q) (true (turn ?q)))
	(<= (goal ?p 0) (true (Heap 0)) (true (turn ?p)))
	(goal blue many)`

// recorded is a match of these rules, by hand.
const recorded = `{"type":"header","game":"heap","seed":1,"engine":"by hand","case":"lower","caseCollisions":[],"maxPly":60,"roles":["random","red","blue"]}
{"type":"ply","ply":0,"state":["(heap 3)","(turn red)"],"terminal":false,"goals":[[],[],["many"]],"legal":[["no","yes"],["(take 2)"],["noop"]],"moves":["no","(take 2)","noop"]}
{"type":"ply","ply":1,"state":["(heap 2)","(turn blue)"],"terminal":false,"goals":[[],[],["many"]],"legal":[["no","yes"],["noop"],["(take 1)"]],"moves":["yes","noop","(take 1)"]}
{"type":"ply","ply":2,"state":["(heap 1)","(turn red)"],"terminal":false,"goals":[[],[],["many"]],"legal":[["no","yes"],["(take 0)"],["noop"]],"moves":["yes","(take 0)","noop"]}
{"type":"ply","ply":3,"state":["(heap 0)","(turn blue)"],"terminal":true,"goals":[[],["100"],["0","many"]],"legal":[["no","yes"],["noop"],[]]}
{"type":"end","reason":"terminal","plies":3}
`

func machine(t testing.TB, text string) recording.Position {
	t.Helper()
	m, err := reasoner("heap", text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func replay(t testing.TB, text string, m recording.Position) error {
	t.Helper()
	r, err := recording.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return recording.Replay(r, m)
}

func TestReplayExact(t *testing.T) {
	m := machine(t, rules)
	for range 2 {
		if err := replay(t, recorded, m); err != nil {
			t.Error(err)
		}
	}
	cut := recorded[:strings.Index(recorded, `{"type":"ply","ply":3`)] + `{"type":"end","reason":"timeout","plies":3}`
	if err := replay(t, cut, m); err != nil {
		t.Errorf("cut off by a timeout: %v", err)
	}
}

func TestReplayDifferences(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"roles":["random","red","blue"]`, `"roles":["red","random","blue"]`, "roles: recorded red, random, blue, here random, Red, blue"},
		{`"state":["(heap 2)","(turn blue)"]`, `"state":["(heap 2)","(turn red)"]`, "ply 1, state: recorded 2 with (turn red), here 2 with (turn blue)"},
		{`"state":["(heap 1)",`, `"state":["(more)","(heap 1)",`, "ply 2, state: recorded 3 with (more), here 2"},
		{`"ply":2,"state":["(heap 1)","(turn red)"],"terminal":false`, `"ply":2,"state":["(heap 1)","(turn red)"],"terminal":true`, "ply 2, terminal: recorded true, here false"},
		{`["100"]`, `["100","0"]`, "ply 3, goals of red: recorded 2 with 0, here 1"},
		{`["0","many"]`, `["many"]`, "ply 3, goals of blue: recorded 1, here 2 with 0"},
		{`[["no","yes"],["noop"],[]]`, `[["no","yes"],["noop"],["noop"]]`, "ply 3, legal moves of blue: recorded 1 with noop, here 0"},
		{`[["no","yes"],["(take 2)"],["noop"]]`, `[["no"],["(take 2)"],["noop"]]`, "ply 0, legal moves of random: recorded 1, here 2 with yes"},
		{`"moves":["no","(take 2)","noop"]`, `"moves":["no","(take 1)","noop"]`, "ply 0, move of red: recorded (take 1), here not legal"},
		{`"case":"lower"`, `"case":"preserved"`, "roles: recorded random, red, blue, here random, Red, blue"},
	} {
		text := strings.Replace(recorded, c.old, c.new, 1)
		if text == recorded {
			t.Fatalf("%s is not in the recording", c.old)
		}
		err := replay(t, text, machine(t, rules))
		if d := (*recording.Difference)(nil); !errors.As(err, &d) || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.new, err, c.want)
		}
	}
}

func TestReplayCasePreserved(t *testing.T) {
	text := strings.NewReplacer(`"lower"`, `"preserved"`, "heap", "Heap", "take", "Take", "red", "Red").Replace(recorded)
	if err := replay(t, text, machine(t, rules)); err != nil {
		t.Error(err)
	}
	other := strings.ReplaceAll(text, "(Take 2)", "(take 2)")
	if err := replay(t, other, machine(t, rules)); err == nil {
		t.Error("the letter case of a move is ignored")
	}
}

// An engine that gives up is no difference in the rules.
func TestReplayBudget(t *testing.T) {
	m := machine(t, rules+"(<= (num ?x) (num (s ?x))) (<= terminal (num z))")
	err := replay(t, recorded, m)
	if d := (*recording.Difference)(nil); !errors.Is(err, game.ErrBudget) || errors.As(err, &d) {
		t.Errorf("got %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{recorded, "", "no header"},
		{recorded, "nonsense", "line 1"},
		{recorded, "\x1f\x8b\x08nonsense", "not a recording"},
		{`"type":"header"`, `"type":"ply"`, "want the header first"},
		{`"lower"`, `"upper"`, `case is "upper"`},
		{`"ply":1,`, `"ply":2,`, "ply 2 where 1 must be"},
		{`"plies":3`, `"plies":4`, "counts 4 joint moves, the recording has 3"},
		{`"type":"ply","ply":2`, `"type":"what","ply":2`, `unknown type "what"`},
		{`,"moves":["yes","noop","(take 1)"]`, "", "behind one without moves"},
		{`,"moves":["yes","noop","(take 1)"]`, `,"moves":["yes"]`, "1 moves for 3 roles"},
		{`"goals":[[],[],["many"]]`, `"goals":[[],["many"]]`, "goals of 2"},
		{`{"type":"end","reason":"terminal","plies":3}`, `{"type":"end","reason":"terminal","plies":3}{}`, "line 6"},
		{"\n" + `{"type":"end"`, "\n" + `{"type":"header","case":"lower"}` + "\n" + `{"type":"end"`, "second header"},
	} {
		text := strings.Replace(recorded, c.old, c.new, 1)
		_, err := recording.Parse(strings.NewReader(text))
		if !errors.Is(err, recording.ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: got %v, want %s", c.new, err, c.want)
		}
	}
	if _, err := recording.Parse(strings.NewReader(recorded + `{"type":"ply"}`)); err == nil {
		t.Error("a position behind the end is accepted")
	}
	if _, err := recording.Parse(strings.NewReader(recorded[:strings.Index(recorded, "\n")])); err == nil {
		t.Error("a header alone is accepted")
	}
}

func packed(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A small file may unpack to a large one.
func TestParseBomb(t *testing.T) {
	line := strings.Repeat(" ", 1<<20) + "\n"
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range recording.MaxFileBytes/len(line) + 2 {
		if _, err := z.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	if _, err := recording.Parse(&b); !errors.Is(err, recording.ErrFormat) || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
	if _, err := recording.Parse(strings.NewReader(strings.Repeat("x", recording.MaxLineBytes+1))); !errors.Is(err, recording.ErrFormat) {
		t.Errorf("a long line: %v", err)
	}
}

func TestVerifyDir(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"good.kif", "bad.gdl", "torn.kif", "panics.kif"} {
		write(name, []byte(rules))
	}
	write("good-1.jsonl.gz", packed(t, recorded))
	write("good-2.jsonl", []byte(recorded))
	write("bad-1.jsonl.gz", packed(t, strings.Replace(recorded, `"100"`, `"99"`, 1)))
	write("torn-1.jsonl.gz", packed(t, recorded)[:100])
	write("panics-1.jsonl", []byte(recorded))
	write("missing-1.jsonl", []byte(recorded))
	write("notes.txt", nil)
	open := func(name, text string) (recording.Position, error) {
		if name == "panics" {
			panic("broken invariant")
		}
		return reasoner(name, text)
	}
	var got []string
	s, err := recording.VerifyDir(context.Background(), dir, dir, open, 3, func(r recording.GameResult) {
		got = append(got, fmt.Sprintf("%s %s %d %d", r.Game, r.Result, r.Recordings, r.Plies))
		if (r.Err == nil) != (r.Result == "exact") {
			t.Errorf("%s: %s with error %v", r.Game, r.Result, r.Err)
		}
	})
	want := []string{"bad different 0 0", "good exact 2 8", "missing refused 0 0", "panics refused 0 0", "torn refused 0 0"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	if want := (recording.Summary{Games: 5, Exact: 1, Different: 1, Refused: 3, Recordings: 2, Plies: 8}); s != want {
		t.Errorf("summary %+v, want %+v", s, want)
	}

	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err = recording.VerifyDir(ctx, dir, dir, open, 1, func(recording.GameResult) { n++; cancel() })
	if !errors.Is(err, context.Canceled) || n == 0 {
		t.Errorf("cancelled after %d games: %v", n, err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	stopped := func(string, string) (recording.Position, error) { cancel(); return nil, ctx.Err() }
	s, err = recording.VerifyDir(ctx, dir, dir, stopped, 1, func(r recording.GameResult) {
		t.Errorf("a game that was interrupted is reported as %s: %v", r.Result, r.Err)
	})
	if !errors.Is(err, context.Canceled) || s.Games != 0 {
		t.Errorf("cancelled while opening: %+v, %v", s, err)
	}
	if _, err := recording.VerifyDir(context.Background(), dir, filepath.Join(dir, "nowhere"), open, 1, nil); err == nil {
		t.Error("a missing directory is accepted")
	}
}

// TestSample replays a fixed sample of the recorded truth.
func TestSample(t *testing.T) {
	games, traces := sharedtest.Path(t, "corpus", "gdl"), sharedtest.Path(t, "conformance", "gdl", "traces")
	for _, name := range []string{
		"dresden.2player_normal_form_2010", "dresden.chinesecheckers3", "ggp.alexChess", "ggp.breakthrough",
		"ggp.checkers", "ggp.connectFour", "ggp.eightPuzzle", "ggp.laikLee_hex", "ggp.lightsOnParallel",
		"ggp.pacman3p", "ggp.reversi", "ggp.switches", "ggp.ticTacToe",
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(games, name+".kif"))
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(traces, name+"-*.jsonl.gz"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no recording of %s (%v)", name, err)
			}
			m := machine(t, string(text))
			r, err := recording.Read(files[0])
			if err == nil {
				err = recording.Replay(r, m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// FuzzParse reads anything without a panic; what it takes can be written and read
// again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(recorded))
	f.Add(packed(f, recorded))
	for _, line := range strings.SplitAfter(recorded, "\n") {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := recording.Parse(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		line := func(kind string, v any) {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(`{"type":"` + kind + `",` + string(text[1:]) + "\n")
		}
		line("header", r)
		for i := range r.Plies {
			line("ply", &r.Plies[i])
		}
		again, err := recording.Parse(&b)
		if err != nil || len(again.Plies) != len(r.Plies) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
