package layers

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed policy.txt
var policyText string

// TestHouse holds the module itself against the policy.
func TestHouse(t *testing.T) {
	policy, err := ParsePolicy(policyText)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Load(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Packages) < 5 {
		t.Fatalf("found only %d packages; is the module root right?", len(m.Packages))
	}
	for _, v := range policy.Check(m) {
		t.Error(v)
	}
}

// house writes a small module and checks it against the house's own policy.
func house(t *testing.T, files map[string]string) []string {
	t.Helper()
	root := t.TempDir()
	files["go.mod"] = "module ludens\n"
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ParsePolicy(policyText)
	if err != nil {
		t.Fatal(err)
	}
	return policy.Check(m)
}

// TestForbidden makes sure that the test above can fail: each broken house must
// be reported, and the sound ones must not.
func TestForbidden(t *testing.T) {
	const propnet, game = "package propnet\n", "package game\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // a part of the one report; empty for none
	}{
		{"sound", map[string]string{
			"game/g.go": game, "agent/a.go": "package agent\nimport _ \"ludens/game\"\n",
		}, ""},
		{"a player sees the network", map[string]string{
			"propnet/p.go": propnet, "agent/mcts/a.go": "package mcts\nimport _ \"ludens/propnet\"\n",
		}, "agent/mcts imports propnet"},
		{"through another room", map[string]string{
			"propnet/p.go": propnet,
			"game/g.go":    "package game\nimport _ \"ludens/propnet\"\n",
			"agent/a.go":   "package agent\nimport _ \"ludens/game\"\n",
		}, "agent must never reach propnet: agent → game → propnet"},
		{"the two languages meet", map[string]string{
			"gdl/g.go": "package gdl\n", "ludii/l.go": "package ludii\nimport _ \"ludens/gdl\"\n",
		}, "ludii imports gdl"},
		{"search and nets meet", map[string]string{
			"nets/n.go": "package nets\n", "agent/mcts/a.go": "package mcts\nimport _ \"ludens/nets\"\n",
		}, "agent/mcts must never reach nets"},
		{"other people's module", map[string]string{
			"game/g.go": "package game\nimport _ \"github.com/rs/zerolog\"\n",
		}, "game imports github.com/rs/zerolog"},
		{"a room nobody planned", map[string]string{"attic/a.go": "package attic\n"}, "attic: the policy has no line"},
		{"goroutine in a core", map[string]string{
			"propnet/p.go": "package propnet\nfunc f() { go f() }\n",
		}, "propnet/p.go:2: propnet is a core, but starts a goroutine"},
		{"clock in a core", map[string]string{
			"match/m.go": "package match\nimport clock \"time\"\nvar t = clock.Now()\n",
		}, "match/m.go:3: match is a core, but uses clock.Now"},
		{"a length of time is no clock", map[string]string{
			"match/m.go": "package match\nimport \"time\"\nconst c = time.Second\n",
		}, ""},
		{"disk in a core", map[string]string{
			"gdl/g.go": "package gdl\nimport _ \"os\"\n",
		}, "gdl is a core, but imports os"},
		{"match/run is no core", map[string]string{
			"match/run/r.go": "package run\nimport \"time\"\nfunc f() { go f(); time.Sleep(1) }\n",
		}, ""},
		{"support of tests reads files", map[string]string{
			"ludii/topology/recorded/r.go": "package recorded\nimport _ \"os\"\n",
		}, ""},
		{"tests are free", map[string]string{
			"propnet/p.go": propnet, "agent/a_test.go": "package agent\nimport _ \"ludens/propnet\"\n",
		}, ""},
		{"a player knows solved positions", map[string]string{
			"internal/exact/connectfour/c.go": "package connectfour\n",
			"agent/mcts/a.go":                 "package mcts\nimport _ \"ludens/internal/exact/connectfour\"\n",
		}, "agent/mcts must never reach internal/exact/connectfour"},
		{"no road to the commands", map[string]string{
			"cmd/x/m.go": "package x\n", "config/c.go": "package config\nimport _ \"ludens/cmd/x\"\n",
		}, "config imports cmd/x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(house(t, c.files), "\n")
			if c.want == "" && got != "" {
				t.Errorf("reported %s", got)
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("reported %q, want %q in it", got, c.want)
			}
		})
	}
}

func TestParsePolicy(t *testing.T) {
	for _, bad := range []string{"game", "game:", "a b: c", "a: b\na: c"} {
		if _, err := ParsePolicy(bad); err == nil {
			t.Errorf("the policy %q was accepted", bad)
		}
	}
}

// TestLines makes sure the most special line wins.
func TestLines(t *testing.T) {
	p, err := ParsePolicy("a/...: x\na/b: y\na/b/c/...: z\n")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a": "x", "a/b": "y", "a/d": "x", "a/b/c": "z", "a/b/c/d": "z", "a/b/e": "x"} {
		r, ok := p.roomOf(path)
		if !ok || r.may[0] != want {
			t.Errorf("%s: line %q, want the one that allows %s", path, r.pattern, want)
		}
	}
}
