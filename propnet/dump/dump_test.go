package dump

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/gdl/gdltest"
	"ludens/propnet"
	"ludens/propnet/exec"
	"ludens/propnet/pass"
)

var update = flag.Bool("update", false, "write the golden files")

const rules = `
(role white) (role black)
(init (at 0)) (init (colour "red</script>"))
(succ 0 1) (succ 1 2)
(<= (legal ?r go) (role ?r))
(<= (legal white (stay \)) (true (at 1)))
(<= (next (at ?n)) (true (at ?m)) (succ ?m ?n) (does white go))
(<= (next (at ?m)) (true (at ?m)) (not (does white go)))
(<= (next (colour "red</script>")) (true (colour "red</script>")))
(<= terminal (true (at 2)))
(<= (goal white 100) (true (at 2)))
(<= (goal white 0) (not (true (at 2))))
(goal black 50)
(<= (sees black moved) (does white go))
`

// stages builds the network of the rules above and shows every stage.
func stages(t *testing.T, see func(name string, n *propnet.Network)) *propnet.Network {
	t.Helper()
	p := gdltest.Compile(t, rules)
	n, err := exec.Network(t.Context(), p, exec.Options{Observe: func(p pass.Pass, n *propnet.Network) error {
		see(p.Name, n)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDot dumps a network made by hand: what the builder and the passes do to
// one is their business.
func TestDot(t *testing.T) {
	bases := []propnet.BaseProp{{Text: `(at "0\")`, Init: true}, {Text: "(at 1)"}}
	build := propnet.NewBuilder(bases, [][]propnet.Move{{{Text: "go"}, {Text: "stay"}}}, propnet.Simplify{})
	at0, at1 := propnet.MakeLit(1, false), propnet.MakeLit(2, false)
	goes := propnet.MakeLit(3, false)
	moved := build.Gate(propnet.And, []propnet.Lit{at0, goes})
	arrived := build.Gate(propnet.Or, []propnet.Lit{moved, at1})
	n := build.Finish()
	n.Roles = []string{"white"}
	n.Bases[0].Next, n.Bases[1].Next = moved.Not(), arrived
	n.Moves[0][0].Legal, n.Moves[0][1].Legal = propnet.True, at1.Not()
	n.Goals = [][]propnet.Value{{{Text: "100", Lit: at1}, {Text: "0", Lit: propnet.False}}}
	n.Sees = [][]propnet.Value{{{Text: "moved", Lit: goes}}}
	n.Terminal = at1
	var b bytes.Buffer
	if err := Dot(&b, n, `a "title"`); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "small.dot")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("the dump is not the golden one (-want +got); -update writes it:\n%s", diff)
	}
}

// TestPage reads the data back out of the page and follows every literal.
func TestPage(t *testing.T) {
	var p Page
	last := stages(t, func(name string, n *propnet.Network) { p.Add(name, "why", n, name == "single") })
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(b.String(), `id="data">`)
	text, _, ok2 := strings.Cut(rest, "</script>")
	if !ok || !ok2 {
		t.Fatal("the page holds no data")
	}
	var got struct {
		Stages []struct {
			Stage
			Detail *detail
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("the data cannot be read, perhaps because a text of the game ended the script: %v", err)
	}
	if len(got.Stages) != len(pass.Table)+1 {
		t.Fatalf("%d stages, want %d", len(got.Stages), len(pass.Table)+1)
	}
	for _, s := range got.Stages {
		if (s.Detail == nil) != (s.Name == "single") {
			t.Errorf("stage %q: detail is there: %v", s.Name, s.Detail != nil)
		}
		if s.Detail == nil {
			continue
		}
		if len(s.Detail.Kinds) != s.Gates || len(s.Detail.Outputs) != s.Stage.Outputs {
			t.Errorf("stage %q: %d gates and %d outputs, want %d and %d", s.Name, len(s.Detail.Kinds), len(s.Detail.Outputs), s.Gates, s.Stage.Outputs)
		}
		edges := 0
		for _, in := range s.Detail.In {
			edges += len(in)
			for _, l := range in {
				if int(l>>1) >= s.Gates {
					t.Errorf("stage %q: literal %d of %d gates", s.Name, l, s.Gates)
				}
			}
		}
		if edges != s.Edges {
			t.Errorf("stage %q: %d edges, want %d", s.Name, edges, s.Edges)
		}
	}
	if end := got.Stages[len(got.Stages)-1]; end.Gates != last.Gates() {
		t.Errorf("the last stage has %d gates, the network %d", end.Gates, last.Gates())
	}
}

// broken fails after some bytes.
type broken struct{ left int }

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errors.New("no space")
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	var p Page
	n := stages(t, func(string, *propnet.Network) {})
	p.Add("x", "", n, false)
	if err := p.Write(&broken{left: 3000}); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Errorf("page: %v", err)
	}
	if err := Dot(&broken{}, n, ""); err == nil {
		t.Error("dot: no error")
	}
}
