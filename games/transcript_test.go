package games

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the transcripts under testdata")

// A transcript is one match of random moves, written out so that a person can
// follow it: the first position in full, then at each step the legal moves, the
// moves made, what was seen, and what became true (+) and false (-). A change in
// rules, reasoner or random streams shows as a difference.
func TestTranscripts(t *testing.T) {
	for _, e := range List() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "transcripts", e.Name+".txt")
			got, err := transcript(e, openGame(t, e.Name))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, path, got)
		})
	}
}

// golden holds a transcript against the one of a file, or writes that.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("the game has no transcript (%v); run the test with -update", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the match went otherwise than recorded (-want +got):\n%s", diff)
	}
}

// A transcript without a game is left over.
func TestNoLeftOvers(t *testing.T) {
	for _, dir := range []string{"transcripts", "plays"} {
		files, err := os.ReadDir(filepath.Join("testdata", dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if _, ok := Find(strings.TrimSuffix(f.Name(), ".txt")); !ok {
				t.Errorf("testdata/%s/%s belongs to no game", dir, f.Name())
			}
		}
	}
}

// transcriptSteps bounds a transcript; every game of the library ends before.
const transcriptSteps = 200

func transcript(e Entry, g game.Game) (string, error) {
	var b strings.Builder
	f := g.Facts()
	rng := game.Stream(1, "transcript", 0)
	fmt.Fprintf(&b, "%s: %s\nseats: %s", e.Name, e.Title, strings.Join(f.Seats, " "))
	if f.Nature {
		fmt.Fprintf(&b, " (Nature is %s)", f.Seats[f.Players])
	}
	if f.Hidden {
		b.WriteString(", not everything is seen")
	}
	b.WriteString("\n\nstep 0\n")
	m := g.NewMachine()
	before := m.(game.Lister).Fluents(nil)
	writeFolded(&b, "  ", before)
	for step := 1; !m.Terminal(); step++ {
		if step > transcriptSteps {
			return "", fmt.Errorf("no end after %d steps", transcriptSteps)
		}
		joint, err := drawMoves(&b, m, rng)
		if err != nil {
			return "", fmt.Errorf("step %d: %w", step, err)
		}
		m.Step(joint)
		if err := m.Err(); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nstep %d\n", step)
		for seat, name := range f.Seats {
			if p := m.(game.Perceiver).Percepts(seat, nil); f.Hidden && len(p) > 0 {
				fmt.Fprintf(&b, "  %s sees %s\n", name, strings.Join(p, " "))
			}
		}
		after := m.(game.Lister).Fluents(nil)
		writeFolded(&b, "  + ", minus(after, before))
		writeFolded(&b, "  - ", minus(before, after))
		before = after
	}
	b.WriteString("\nend\n")
	for seat, values := range goals(m) {
		fmt.Fprintf(&b, "  %s %s\n", f.Seats[seat], strings.Join(values, " and "))
	}
	return b.String(), m.Err()
}

// drawMoves writes the legal moves of all seats and chooses one for each.
func drawMoves(b *strings.Builder, m game.Machine, rng *rand.Rand) ([]game.Move, error) {
	const most = 40
	var joint []game.Move
	for seat, name := range m.Game().Facts().Seats {
		texts, byText := moves(m, seat)
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s has no legal move", name)
		}
		chosen := texts[rng.IntN(len(texts))]
		joint = append(joint, byText[chosen])
		fmt.Fprintf(b, "  %s: %s", name, chosen)
		if len(texts) > 1 {
			fmt.Fprintf(b, ", of %d\n", len(texts))
			if len(texts) > most {
				h := fnv.New32a()
				h.Write([]byte(strings.Join(texts, " ")))
				texts = append(texts[:most/4:most/4], fmt.Sprintf("… (hash of all: %08x)", h.Sum32()))
			}
			writeFolded(b, "      ", texts)
			continue
		}
		b.WriteString("\n")
	}
	return joint, nil
}

func minus(a, b []string) []string {
	in := map[string]bool{}
	for _, x := range b {
		in[x] = true
	}
	var out []string
	for _, x := range a {
		if !in[x] {
			out = append(out, x)
		}
	}
	return out
}

// writeFolded writes texts in lines of about a hundred columns.
func writeFolded(b *strings.Builder, indent string, texts []string) {
	line := ""
	for _, t := range texts {
		if line != "" && len(line)+len(t) > 100 {
			b.WriteString(indent + line + "\n")
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += t
	}
	if line != "" {
		b.WriteString(indent + line + "\n")
	}
}
