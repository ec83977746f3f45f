package english

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/check"
	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// Every form has a phrase, which tells every argument; and no phrase is of no form.
func TestEveryForm(t *testing.T) {
	known := map[string]bool{}
	for _, f := range check.Forms() {
		known[f.Name] = true
		parts, ok := phrases()[f.Name]
		if !ok {
			t.Errorf("(%s …) has no phrase", f.Name)
			continue
		}
		told := names(parts)
		for _, p := range f.Params {
			if p.Name == "type" || p.Name == "then" || slices.Contains(silent, p.Name) {
				continue
			}
			if !slices.Contains(told, p.Name) {
				t.Errorf("the phrase of (%s …) leaves out %s", f.Name, p.Name)
			}
		}
		for _, n := range told {
			if !slices.ContainsFunc(f.Params, func(p check.Param) bool { return p.Name == n }) {
				t.Errorf("the phrase of (%s …) has %s, which is no argument", f.Name, n)
			}
		}
		if Meaning(f.Name) == "" {
			t.Errorf("(%s …) has no meaning", f.Name)
		}
	}
	for name := range phrases() {
		if !known[strings.TrimPrefix(name, "not ")] {
			t.Errorf("there is no form %s", name)
		}
	}
}

func explained(t *testing.T, name, text string, lib *expand.Library) string {
	t.Helper()
	d, findings := expand.Expand(name, text, expand.Options{Library: lib})
	if d == nil || d.Root == nil {
		t.Fatalf("%s: %v", name, findings)
	}
	root, findings := check.Check(d.Root, check.Limits{})
	if root == nil {
		t.Fatalf("%s: %v", name, findings)
	}
	return Game(root)
}

func TestGame(t *testing.T) {
	got := explained(t, "x", `(game "Little" (players 2) (equipment {(board (square 3)) (piece "Ball" Each (move Step Orthogonal (to if:(is Empty (to))))) (hand P1)})
		(rules (meta (swap)) (start (place "Ball1" {0 1})) (play (or (forEach Piece) (move Pass))) (end (if (no Moves Next) (result Mover Win)))))`, nil)
	want := `Little is a game for 2 players.

Equipment:
  - A board: a square, 3 to a side.
  - A piece "Ball" of each player, which may step orthogonally to an empty site.
  - A hand of 1 place for player 1.

Over all:
  - After the first move the next player may take the first player's place.

At the start:
  - "Ball1" is put on sites 0, 1.

A player may:
  - With any piece, as it may move.
  - Pass.

The end:
  - If the next player cannot move, the game is won for the mover.
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// raw are traces of the notation that no text may have outside of quotes.
var raw = regexp.MustCompile(`[{}#]|\b[a-z]+[A-Z]|[a-z]:[A-Z0-9(]|  \S.*  \S`)

// empty are the traces of a phrase or a section with nothing in it.
var empty = regexp.MustCompile(`(?m)^\s*-?\s*[.,;:]|:\n\n|…|\(\)|,,| ,|\bto to\b|\bof of\b|\bin in\b`)

var quoted = regexp.MustCompile(`"[^"]*"`)

func clean(t *testing.T, name, text string) {
	t.Helper()
	if m := empty.FindString(text); m != "" {
		t.Errorf("%s: something is missing at %q", name, m)
	}
	for _, line := range strings.Split(text, "\n") {
		if m := raw.FindString(strings.TrimLeft(quoted.ReplaceAllString(line, `""`), " ")); m != "" {
			t.Errorf("%s: %q in %q", name, m, line)
		}
	}
}

// The games of the library are explained, without a symbol left.
func TestLibrary(t *testing.T) {
	files, err := filepath.Glob("../../games/ludii/*.lud")
	if err != nil || len(files) < 50 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		clean(t, filepath.Base(file), explained(t, file, string(b), nil))
	}
}

// Games of the corpus, all of them with LUDENS_ALL set, are explained without a symbol
// left.
func TestCorpus(t *testing.T) {
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	root, n := sharedtest.Path(t, "corpus", "ludii", "lud"), 0
	err = filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" {
			return err
		}
		if n++; n%20 != 0 && os.Getenv("LUDENS_ALL") == "" {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := explained(t, filepath.Base(path), string(b), lib)
		clean(t, filepath.Base(path), text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d descriptions", n)
}

// What is long has lines of its own, alternatives are told apart, and what is denied is
// said so.
func TestLines(t *testing.T) {
	const equipment = `(game "G" (players {(player N) (player S)}) (equipment {(board (square 8)) (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) (regions P1 (sites Bottom))})`
	for rules, want := range map[string]string{
		`(play (if (not (is Prev Mover)) (move Pass) (do (move Select (from (sites Occupied by:Mover)) (then (and (remove (last To)) (add (piece "Rook2") (to (last To)))))) ifAfterwards:(not (= 0 (count Pieces Next)))))) (end (if (or (is Full) (no Moves Next)) (result Mover Draw)))`: `G is a game for 2 players, who face to the north and to the south.

Equipment:
  - A board: a square, 8 to a side.
  - A piece "Rook" of each player, which may slide orthogonally over any number of empty sites, or up to a site with an enemy's piece (take away what is on the target).
  - A region of player 1: the bottom sites.

A player may:
  - If the mover did not move last: pass; otherwise:
      choose the sites that the mover occupies, and then take away what is on the site where the last move ended, and put "Rook2" on the site where the last move ended; allowed only if afterwards the number of pieces of the next player is not 0.

The end:
  - If the board is full or the next player cannot move, the game is a draw.
`,
		`(play (priority {(forEach Piece) (move Leap {{F F R F} {F F L F}} (to if:True)) (move Pass)})) (end (if (and {(not (is Empty 0)) (not (is In 5 (sites Occupied by:Mover))) (not (is Line 4 Orthogonal)) (< 3 (count Moves))}) (result Mover Win)))`: `G is a game for 2 players, who face to the north and to the south.

Equipment:
  - A board: a square, 8 to a side.
  - A piece "Rook" of each player, which may slide orthogonally over any number of empty sites, or up to a site with an enemy's piece (take away what is on the target).
  - A region of player 1: the bottom sites.

A player may:
  - Do the first of these that is possible:
      - with any piece, as it may move
      - leap by the steps forwards-forwards-right-forwards or forwards-forwards-left-forwards to any site
      - pass.

The end:
  - If all of these hold:
      - site 0 is not empty
      - site 5 is not among the sites that the mover occupies
      - there is no line of 4 orthogonally
      - the number of moves made is more than 3
    the game is won for the mover.
`,
	} {
		if got := explained(t, "g", equipment+` (rules `+rules+`))`, nil); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	got := explained(t, "m", `(match "M" (players 2) (games {(subgame "A" next:1) (subgame "B")}) (end (if (>= (matchScore P1) 3) (result P1 Win))))`, nil)
	want := "M is a match of several games for 2 players.\n\nIts games:\n  - \"A\", followed by game 1.\n  - \"B\".\n\nThe end:\n  - If the score of player 1 in the match is at least 3, the game is won for player 1.\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever a term holds, its phrase is bounded.
func TestBounded(t *testing.T) {
	deep := strings.Repeat("(not ", 450) + "(is Full)" + strings.Repeat(")", 450)
	text := explained(t, "deep", `(game "Deep" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
		(rules (play (move Pass)) (end (if `+deep+` (result Mover Win)))))`, nil)
	if !strings.Contains(text, more) || len(text) > 10_000 {
		t.Errorf("%d bytes: %.300s", len(text), text)
	}
}
