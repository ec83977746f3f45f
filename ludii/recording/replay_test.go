package recording

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/diag"
	"ludens/internal/sharedtest"
)

func replayText(t testing.TB, text string, e Engine, o Options) Result {
	t.Helper()
	g, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return Replay(g, e, o)
}

func TestReplayExact(t *testing.T) {
	for _, c := range []struct {
		name string
		toy  toy
	}{
		{"plain", toy{}},
		{"moves that occur twice", toy{twice: true}},
		{"dice", toy{dice: true}},
		{"chance in effects and at the start", toy{strew: true, cells: 9}},
		{"chance in legal moves", toy{draw: true, cells: 3}},
		{"much chance in legal moves", toy{draw: true, cells: 20}},
		{"all chance", toy{dice: true, strew: true, draw: true, cells: 5}},
		{"simultaneous", toy{together: true, cells: 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(5) {
				played, here := c.toy, c.toy
				text := record(t, &played, seed, c.toy.together)
				plies := strings.Count(text, `{"t":"ply"`)
				for _, every := range []int{0, 3} {
					r := replayText(t, text, &here, Options{Every: every})
					if !r.Exact() {
						t.Fatalf("seed %d: %v %v", seed, r.Difference, r.Err)
					}
					if r.Plies != plies || r.Texts != plies || r.Applied != plies {
						t.Errorf("seed %d: %d plies, %d texts, %d applied, want %d", seed, r.Plies, r.Texts, r.Applied, plies)
					}
				}
			}
		})
	}
}

// renamed writes other texts than were recorded, for the same moves.
type renamed struct{ toy }

func (e *renamed) Legal(c Chance) ([]string, error) {
	texts, err := e.toy.Legal(c)
	out := slices.Clone(texts)
	for i := range out {
		out[i] += "^0..1"
	}
	return out, err
}

// Texts do not matter where there are hashes, and do where there are none.
func TestReplayTexts(t *testing.T) {
	text := record(t, &toy{twice: true}, 1, false)
	r := replayText(t, text, &renamed{toy{twice: true}}, Options{})
	if !r.Exact() || r.Texts != 0 || r.Plies != 5 {
		t.Errorf("%+v", r)
	}
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if i := strings.Index(l, `,"succ":`); i > 0 {
			l = l[:i] + l[i+strings.Index(l[i+1:], `,"`)+1:]
		}
		lines = append(lines, l)
	}
	text = strings.Join(lines, "\n")
	if r := replayText(t, text, &toy{twice: true}, Options{}); !r.Exact() {
		t.Errorf("%+v", r)
	}
	r = replayText(t, text, &renamed{toy{twice: true}}, Options{})
	if r.Difference == nil || r.Difference.Kind != "legal texts" || len(r.Difference.Missing) == 0 || len(r.Difference.Extra) == 0 {
		t.Errorf("%+v", r)
	}
}

// tampered lets a toy be wrong in one respect.
type tampered struct {
	toy
	legal  func([]string) []string
	after  func(i int, digest string) string
	digest func(string) string
	rank   []float64
	apply  error
}

func (e *tampered) Legal(c Chance) ([]string, error) {
	texts, err := e.toy.Legal(c)
	if e.legal != nil {
		texts = e.legal(slices.Clone(texts))
	}
	return texts, err
}

func (e *tampered) AppendSuccessor(b []byte, i int, c Chance) ([]byte, error) {
	b, err := e.toy.AppendSuccessor(b, i, c)
	if e.after != nil {
		b = []byte(e.after(i, string(b)))
	}
	return b, err
}

func (e *tampered) AppendDigest(b []byte) []byte {
	b = e.toy.AppendDigest(b)
	if e.digest != nil {
		b = []byte(e.digest(string(b)))
	}
	return b
}

func (e *tampered) Ranking() []float64 {
	if e.rank != nil {
		return e.rank
	}
	return e.toy.Ranking()
}

func (e *tampered) Apply(moves []int, c Chance) error {
	if e.apply != nil {
		return e.apply
	}
	return e.toy.Apply(moves, c)
}

func TestReplayDifferences(t *testing.T) {
	text := record(t, &toy{}, 3, false)
	g, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Next()
	if err != nil {
		t.Fatal(err)
	}
	chosen := p.Chosen[0]
	third := func(texts []string) []string { return append(texts, "!A7=1") }
	for _, c := range []struct {
		name string
		e    tampered
		want string
	}{
		{"start", tampered{digest: func(s string) string { return strings.Replace(s, "m1n2", "m2n1", 1) }}, "ply 0, start: control: recorded m1n2, here m2n1"},
		{"more moves", tampered{legal: third}, "ply 0, legal count: recorded 5, here 6; extra !A7=1"},
		{"fewer moves", tampered{legal: func(s []string) []string { return s[1:] }}, "ply 0, legal count: recorded 5, here 4; missing !A4=1"},
		{"successor of another move", tampered{after: func(i int, s string) string {
			if i == 0 && chosen != "!A4=1" || i == 1 && chosen == "!A4=1" {
				return strings.Replace(s, ":1", ":2", 1)
			}
			return s
		}}, "here 2"},
		{"all successors", tampered{after: func(_ int, s string) string { return s + "x" }}, "ply 0, successors of " + chosen + " and 4 more: "},
		{"ranking", tampered{rank: []float64{1.5, 1.5}}, "ply 5, ranking: recorded [1 2], here [1.5 1.5]"},
	} {
		e := c.e
		r := replayText(t, text, &e, Options{})
		if r.Difference == nil || !strings.Contains(r.Difference.Error(), c.want) {
			t.Errorf("%s: got %v %v, want %s", c.name, r.Difference, r.Err, c.want)
		} else if r.Difference.Report() == "" || r.Difference.Before == "" && c.name != "start" {
			t.Errorf("%s: %s", c.name, r.Difference.Report())
		}
	}
	if r := replayText(t, text, &tampered{apply: errors.New("tired")}, Options{}); !errors.Is(r.Err, ErrEngine) {
		t.Errorf("%+v", r)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"ranking":[1,2]`, `"ranking":[2,1]`, "ply 5, ranking"},
		{`"over":true`, `"over":false`, "ply 5, over: recorded not over, here over"},
	} {
		if r := replayText(t, strings.Replace(text, c.old, c.new, 1), &toy{}, Options{}); r.Difference == nil || !strings.Contains(r.Difference.Error(), c.want) {
			t.Errorf("%s: %v", c.new, r.Difference)
		}
	}
	stop := errors.New("enough")
	if r := replayText(t, text, &toy{}, Options{Stop: func() error { return stop }}); !errors.Is(r.Err, stop) {
		t.Errorf("%+v", r)
	}
}

func TestReadErrors(t *testing.T) {
	text := record(t, &toy{cells: 2}, 1, false)
	for _, c := range []struct{ old, new, want string }{
		{text, "", "no meta"},
		{text, "nonsense", "line 1"},
		{text, "\x1f\x8b\x08nonsense", "not a recording"},
		{`{"t":"meta"`, `{"t":"ply"`, "want the meta"},
		{`"i":1,`, `"i":2,`, "ply 2 where 1 must be"},
		{`"plies":2`, `"plies":3`, "counts 3 plies"},
		{`{"t":"ply"`, `{"t":"what"`, `unknown type "what"`},
		{`"n":2`, `"n":3`, "n is 3 with 2"},
		{`"succ":"`, `"succ":"x`, "hash 0"},
		{`"ci":0`, `"ci":9`, "number 9 of"},
		{`"winner":1}`, `"winner":1}` + "\n{\"t\":\"ply\"}", "behind the end"},
		{`{"t":"end"`, "\n", "line "},
	} {
		bad := strings.Replace(text, c.old, c.new, 1)
		if bad == text {
			t.Fatalf("%s is not in the recording", c.old)
		}
		g, err := Parse(strings.NewReader(bad))
		for err == nil {
			_, err = g.Next()
		}
		if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, want %s", c.new, err, c.want)
		}
	}
}

// alike has a second move for every one, with the same text and the same position
// after it, which does something else besides.
type alike struct{ toy }

func (e *alike) Legal(c Chance) ([]string, error) {
	texts, err := e.toy.Legal(c)
	return append(slices.Clone(texts), texts...), err
}

func (e *alike) AppendSuccessor(b []byte, i int, c Chance) ([]byte, error) {
	kept := e.toy
	e.board = slices.Clone(e.board)
	err := e.Apply([]int{i}, c)
	b, done := e.AppendDigest(b), e.done
	e.toy, e.done = kept, done
	return b, err
}

func (e *alike) Apply(moves []int, c Chance) error {
	n := len(e.toy.texts)
	err := e.toy.Apply([]int{moves[0] % n}, c)
	e.done += fmt.Sprintf(";temp=%d", 1+btoi(moves[0] >= n))
	return err
}

// Of moves that look the same and lead to the same digest the one is followed
// that did what was recorded.
func TestReplayAlike(t *testing.T) {
	for want := range 2 {
		e := &alike{}
		text := record(t, e, 3, false)
		text = strings.ReplaceAll(strings.ReplaceAll(text, ";temp=1", ";temp=T"), ";temp=2", ";temp=T") // whichever it was
		text = strings.ReplaceAll(text, ";temp=T", fmt.Sprintf(";temp=%d", 1+want))
		r := replayText(t, text, &alike{}, Options{})
		if !r.Exact() || r.Applied != r.Plies || r.Plies == 0 {
			t.Errorf("other %d: %+v %v", want, r, r.Difference)
		}
	}
}

// Recordings of a game with other choices are of another game.
func TestReadIndexChoices(t *testing.T) {
	dir := t.TempDir()
	head := strings.SplitAfter(record(t, &toy{}, 1, false), "\n")
	for name, choice := range map[string]string{
		"a-1": "", "a-2": `"options":["Size/5","End/Misere"],`, "b-1": `"ruleset":"Ruleset/Old",`, "c-1": `"options":["Size/5","End/Misere"],`,
	} {
		text := strings.Replace(head[0], `"game":`, choice+`"game":`, 1) + strings.Join(head[1:], "")
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	games, err := ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range games {
		got = append(got, fmt.Sprint(g.Title(), len(g.Files)))
	}
	want := []string{"toys/Toy.lud1", "toys/Toy.lud (Ruleset/Old)1", "toys/Toy.lud (Size/5, End/Misere)2"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "traces"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name string, text string, pack bool) {
		t.Helper()
		data := []byte(text)
		if pack {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(data)
			z.Close()
			data = b.Bytes()
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	table := "path\tname\tplayers\tfile\trecordings\n"
	for _, name := range []string{"good", "bad", "crash", "crash2", "late", "refused", "fails", "torn", "other"} {
		files := ""
		for seed := range uint64(2) {
			file := fmt.Sprintf("%s-1-%d.jsonl.gz", name, seed)
			text := record(t, &toy{}, seed, false)
			if name == "torn" {
				text = text[:len(text)/2]
			}
			write("traces/"+file, strings.Replace(text, "toys/Toy", "toys/"+name, 1), true)
			files += " " + file + ":5:terminal"
		}
		table += fmt.Sprintf("toys/%s.lud\t%s\t2\t%s-1\t%s\n", name, name, name, files[1:])
	}
	write("games.tsv", table, false)
	open := func(ctx context.Context, game Recorded) (Engine, diag.List) {
		path := game.Path
		switch strings.TrimSuffix(filepath.Base(path), ".lud") {
		case "bad":
			return &tampered{rank: []float64{3, 3}}, nil
		case "crash":
			panic("no such piece")
		case "crash2":
			return &toy{onCall: func() { _ = path[len(path)] }}, nil
		case "late":
			return &toy{onCall: func() { <-ctx.Done() }}, nil
		case "refused":
			return nil, diag.List{
				{Code: "X1", Severity: diag.Error, Message: "(is Odd …) is not supported"},
				{Code: "X1", Severity: diag.Warning, Message: "whatever"},
			}
		case "fails":
			return &tampered{apply: errors.New("cannot do that")}, nil
		}
		return &toy{}, nil
	}
	var all []GameResult
	counts, err := Verify(context.Background(), dir, open, VerifyOptions{
		Jobs: 3, Limit: time.Hour,
		Select: func(g Recorded) bool { return g.Name != "other" && g.Name != "late" },
	}, func(r GameResult) { all = append(all, r) })
	if err != nil {
		t.Fatal(err)
	}
	late, err := Verify(context.Background(), dir, open, VerifyOptions{
		Limit: 10 * time.Millisecond, Select: func(g Recorded) bool { return g.Name == "late" },
	}, func(r GameResult) { all = slices.Insert(all, 5, r) })
	if err != nil || late.String() != "exact 0 of 1 games" {
		t.Fatal(late, err)
	}
	want := map[string]Verdict{
		"bad": Different, "crash": Crashed, "crash2": Crashed, "fails": Failed,
		"good": Exact, "late": Late, "refused": Refused, "torn": Broken,
	}
	if len(all) != len(want) || counts.Games != len(want)-1 || counts.String() != "exact 1 of 7 games" {
		t.Errorf("%d results, %+v", len(all), counts)
	}
	for i, r := range all {
		if r.Verdict != want[r.Name] {
			t.Errorf("%s, want %s", r, want[r.Name])
		}
		if i > 0 && all[i-1].Game > r.Game {
			t.Errorf("%s is not in order", r.Game)
		}
		if r.Name == "crash2" && (!strings.Contains(r.Message, "ply 0") || !strings.Contains(r.Message, "toy") || !strings.Contains(r.Message, "replay_test.go")) {
			t.Errorf("a crash says %s", r.Message)
		}
	}
	s := Summarise(all)
	text := s.String()
	for _, part := range []string{"is Odd", "ranking", "cannot do that", "exact 1 of 8 games", "no such piece"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}

	// Without a table the recordings themselves say what they are of.
	if err := os.Remove(filepath.Join(dir, "games.tsv")); err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{dir, filepath.Join(dir, "traces")} {
		games, err := ReadIndex(where)
		if err != nil || len(games) != 9 || len(games[0].Files) != 2 || games[0].Stem != "bad-1" {
			t.Errorf("%v, %v", games, err)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if c, err := Verify(ctx, dir, open, VerifyOptions{}, nil); !errors.Is(err, context.Canceled) || c.Games != 0 {
		t.Errorf("cancelled: %+v, %v", c, err)
	}
	if _, err := Verify(context.Background(), filepath.Join(dir, "nowhere"), open, VerifyOptions{}, nil); err == nil {
		t.Error("a missing folder is accepted")
	}
}

// TestIndex reads the table of the recorded games.
func TestIndex(t *testing.T) {
	games, err := ReadIndex(sharedtest.Path(t, "conformance", "ludii"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, g := range games {
		if g.Path == "" || g.Name == "" || g.Stem == "" || g.Facts["players"] == "" {
			t.Errorf("%+v", g)
		}
		for _, f := range g.Files {
			files++
			if _, err := os.Stat(f.Path); err != nil {
				t.Error(err)
			}
		}
	}
	t.Logf("%d games, %d recordings", len(games), files)
}
