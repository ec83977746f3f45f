package games

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	ludii "ludens/ludii/load"
)

// longestLudeme bounds the matches of the library's games in ludemes, in steps.
const longestLudeme = 2500

// openLudeme gives a game of the library to the board machine. Select names
// items of options, as "Board Size/9x9".
func openLudeme(t *testing.T, name string, choose ...string) (*exec.Game, *ludii.Game) {
	t.Helper()
	l, ok := FindLudeme(name)
	if !ok {
		t.Fatalf("the library has no game %s", name)
	}
	g, findings := ludii.Text(name, l.Text, ludii.Options{Expand: expand.Options{Select: choose}})
	for _, d := range findings {
		t.Errorf("%s %v: %s", name, choose, d)
	}
	if g.Program == nil {
		t.Fatalf("%s %v has no program", name, choose)
	}
	return exec.NewGame(g.Program, "00"), g
}

// The texts are whole and ours: a header, a title that is the game's name, and no
// definition or metadata from elsewhere.
func TestLudemeTexts(t *testing.T) {
	list := Ludemes()
	if len(list) < 60 {
		t.Errorf("the library holds %d games in ludemes, want at least 60", len(list))
	}
	titles, tagged := map[string]string{}, map[string]int{}
	for _, l := range list {
		if other := titles[l.Title]; other != "" {
			t.Errorf("%s and %s have one title", l.Name, other)
		}
		titles[l.Title] = l.Name
		for _, want := range []string{"// author: Ludens\n", "// licence: Apache-2.0\n", `(game "` + l.Title + `"`} {
			if !strings.Contains(l.Text, want) {
				t.Errorf("%s: no line %q", l.Name, want)
			}
		}
		if strings.Contains(l.Text, "(metadata") {
			t.Errorf("%s has metadata", l.Name)
		}
		for _, tag := range l.Tags {
			tagged[tag]++
		}
	}
	for tag, least := range map[string]int{
		"line": 10, "connection": 5, "capture": 20, "checkmate": 5, "stacking": 4, "hands": 8, "sowing": 3,
		"chance": 6, "puzzle": 8, "edges": 2, "territory": 3, "hidden": 1, "simultaneous": 1, "teams": 1,
	} {
		if tagged[tag] < least {
			t.Errorf("%d games are %q, want at least %d", tagged[tag], tag, least)
		}
	}
}

// Every game keeps the promises of the contract, and random matches end.
func TestLudemeMatches(t *testing.T) {
	for _, l := range Ludemes() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			g, _ := openLudeme(t, l.Name)
			opt := gametest.Options{Seed: 7, Walks: 2, Steps: 40, Dense: 3, Labels: 8}
			matches := 4
			if testing.Short() {
				opt.Walks, opt.Steps, matches = 1, 12, 1
			}
			if err := gametest.Verify(g, opt); err != nil {
				t.Error(err)
			}
			m := g.NewMachine()
			for i := range matches {
				m.Reset()
				n := game.Playout(m, game.Stream(7, "random matches", uint64(i)), longestLudeme)
				if err := m.Err(); err != nil {
					t.Fatalf("match %d: %v", i, err)
				}
				if !m.Terminal() {
					t.Fatalf("match %d is not over after %d steps", i, n)
				}
			}
		})
	}
}

// Every choice of every option gives a game that can be played to its end.
func TestLudemeOptions(t *testing.T) {
	for _, l := range Ludemes() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			_, d := openLudeme(t, l.Name)
			for _, o := range d.Description.Options {
				for i, item := range o.Items {
					if i == o.Chosen {
						continue
					}
					choice := o.Category + "/" + item.Name
					g, _ := openLudeme(t, l.Name, choice)
					if testing.Short() {
						continue
					}
					m := g.NewMachine()
					n := game.Playout(m, game.Stream(7, "options", uint64(i)), longestLudeme)
					if err := m.Err(); err != nil {
						t.Fatalf("%s: %v", choice, err)
					}
					if !m.Terminal() {
						t.Fatalf("%s: a match is not over after %d steps", choice, n)
					}
				}
			}
		})
	}
}

// A transcript of a game in ludemes is one match of random moves: what the seats
// are, the first legal moves, every move made with the number of moves there were
// and a hash of their texts, and what the players have in the end.
func TestLudemeTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("whole matches with all labels take a while")
	}
	for _, l := range Ludemes() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "ludemes", l.Name+".txt")
			g, _ := openLudeme(t, l.Name)
			got, err := ludemeTranscript(l, g)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, path, got)
		})
	}
}

// Every game has a transcript, and every transcript a game.
func TestLudemeTranscriptsComplete(t *testing.T) {
	files, err := os.ReadDir(filepath.Join("testdata", "ludemes"))
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".txt")
		if has[name] = true; !slices.ContainsFunc(Ludemes(), func(l Ludeme) bool { return l.Name == name }) {
			t.Errorf("testdata/ludemes/%s belongs to no game", f.Name())
		}
	}
	for _, l := range Ludemes() {
		if !has[l.Name] {
			t.Errorf("%s has no transcript; run the tests with -update", l.Name)
		}
	}
}

func ludemeTranscript(l Ludeme, g game.Game) (string, error) {
	var b strings.Builder
	f := g.Facts()
	rng := game.Stream(1, "transcript", 0)
	fmt.Fprintf(&b, "%s: %s\nseats: %s", l.Name, l.Title, strings.Join(f.Seats, " "))
	if f.Nature {
		fmt.Fprintf(&b, " (Nature is %s)", f.Seats[f.Players])
	}
	if f.Hidden {
		b.WriteString(", not everything is seen")
	}
	b.WriteString("\n")
	m := g.NewMachine()
	for seat, name := range f.Seats {
		const most = 24
		if texts, _ := moves(m, seat); len(texts) > 1 || texts[0] != "noop" {
			fmt.Fprintf(&b, "%s begins with %d moves\n", name, len(texts))
			if len(texts) > most {
				texts = append(texts[:most:most], "…")
			}
			writeFolded(&b, "    ", texts)
		}
	}
	b.WriteString("\n")
	for step := 1; !m.Terminal(); step++ {
		if step > longestLudeme {
			return "", fmt.Errorf("no end after %d steps", longestLudeme)
		}
		var joint []game.Move
		for seat, name := range f.Seats {
			texts, byText := moves(m, seat)
			if len(texts) == 0 {
				return "", fmt.Errorf("step %d: %s has no legal move", step, name)
			}
			chosen := texts[rng.IntN(len(texts))]
			joint = append(joint, byText[chosen])
			switch {
			case len(texts) > 1:
				h := fnv.New32a()
				h.Write([]byte(strings.Join(texts, " ")))
				fmt.Fprintf(&b, "%d %s: %s, of %d (%08x)\n", step, name, chosen, len(texts), h.Sum32())
			case chosen != "noop":
				fmt.Fprintf(&b, "%d %s: %s\n", step, name, chosen)
			}
		}
		m.Step(joint)
		if err := m.Err(); err != nil {
			return "", fmt.Errorf("step %d: %w", step, err)
		}
	}
	b.WriteString("\nend\n")
	u := make([]float64, f.Players)
	m.Utility(u)
	for seat, v := range u {
		fmt.Fprintf(&b, "  %s %.4g\n", f.Seats[seat], v)
	}
	return b.String(), nil
}
