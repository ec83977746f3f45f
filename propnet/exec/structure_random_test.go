package exec

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/interp"
)

// What is found in random descriptions is so.
func TestStructureOfRandomRules(t *testing.T) {
	count := 300
	if s := os.Getenv("LUDENS_RANDOM_GAMES"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	idle, same, parts, pairs, compared := 0, 0, 0, 0, 0
	for i := range count {
		text := randomRules(game.Stream(9, "random structure", uint64(i)))
		if i%2 == 1 {
			text = doubled(text)
		}
		d, findings := gdl.Read(text)
		if findings.Err() != nil {
			t.Fatal(findings.Err())
		}
		p, err := gdl.Compile(d)
		if err != nil {
			continue
		}
		slow, err := interp.New(p, interp.Options{Hash: "test"})
		if err != nil {
			t.Fatal(err)
		}
		fast, err := New(context.Background(), p, Options{Hash: "test"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := fast.Reduce(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r != nil {
			n, err := checkReduction(fast, slow, r, 4, 12)
			if err != nil {
				t.Fatalf("game %d: %v: %v\n%s", i, r, err, text)
			}
			pairs += n
			if x := r.(*reduction); strings.HasPrefix(x.what, "0 of") {
				same++
			} else {
				idle++
			}
		}
		v, err := fast.Divide(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if v != nil {
			parts++
			n, err := checkDivision(fast, slow, v, r, 4, 12)
			if err != nil {
				t.Fatalf("game %d: %v: %v\n%s", i, v, err, text)
			}
			compared += n
		}
	}
	t.Logf("%d games with fluents that cannot matter, %d others with equal moves, %d with parts; %d and %d positions compared", idle, same, parts, pairs, compared)
	if count >= 100 && (idle == 0 || same == 0 || parts == 0 || pairs == 0 || compared == 0) {
		t.Error("something is never found, or never tried")
	}
}

// doubled puts a second board beside that of a random description, with moves of its own.
func doubled(text string) string {
	other := regexp.MustCompile(`\b(lamp|at|on|box|near|lit|reach|put|swap)\b`).ReplaceAllString(text, "${1}b")
	var b strings.Builder
	b.WriteString(text)
	for line := range strings.Lines(other) {
		if !strings.Contains(line, "(goal ") && !strings.Contains(line, "(role ") && !strings.Contains(line, "(sees ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// A lamp, a counter and ways to wait beside a game make no difference.
func TestDecoy(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "decoy.kif"))
	if err != nil {
		t.Fatal(err)
	}
	g, slow := both(t, string(text))
	r, err := g.Reduce(context.Background())
	if err != nil || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	if pairs, err := checkReduction(g, slow, r, 40, 30); err != nil || pairs == 0 {
		t.Errorf("%d pairs: %v", pairs, err)
	}
	m := g.NewMachine()
	var kept []string
	for _, mv := range r.Representatives(0, m.Legal(0, nil), nil) {
		kept = append(kept, m.Label(0, mv))
	}
	if want := []string{"(put 1)", "(put 2)", "(put 3)", "(put 4)", "(wait 1)"}; !slices.Equal(kept, want) && !slices.Equal(kept, append(want[:4:4], "switch")) {
		t.Errorf("kept %v", kept)
	}
	step := func(text string) game.State {
		m.Reset()
		mv, err := m.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		m.Step([]game.Move{mv, m.Legal(1, nil)[0]})
		return m.Save(nil)
	}
	waited, switched, put := step("(wait 2)"), step("switch"), step("(put 2)")
	if waited.Equal(switched) || !r.Essence(waited, nil).Equal(r.Essence(switched, nil)) {
		t.Error("a switched lamp makes a difference")
	}
	if r.Essence(waited, nil).Equal(r.Essence(put, nil)) {
		t.Error("a mark makes no difference")
	}
	// where the rules of the end look at the lamp, it is another matter
	other, _ := both(t, strings.Replace(string(text), "(<= terminal (not open))", "(<= terminal (not open) (true lamp))", 1))
	r, err = other.Reduce(context.Background())
	if err != nil || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	m = other.NewMachine()
	waited, switched = step("(wait 2)"), step("switch")
	if r.Essence(waited, nil).Equal(r.Essence(switched, nil)) {
		t.Error("a lamp that ends the game makes no difference")
	}
}
