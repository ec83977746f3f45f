package exec_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/internal/sharedtest"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// open makes a game of a description.
func open(t testing.TB, text string) *exec.Game {
	t.Helper()
	g, findings := load.Text("", text, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	return exec.NewGame(g.Program, "00")
}

// variety are small games, each with something that machines must get right.
var variety = map[string]string{
	"line": `(game "L" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`,
	"swap": `(game "S" (players 2) (equipment {(board (hex Diamond 3)) (piece "Stone" Each)})
		(rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	"dice": `(game "D" (players 2) (equipment {(board (rectangle 1 8)) (dice d:4 num:2) (piece "Man" Each (move (from) (to (sites Empty))))})
		(rules (start (place "Man1" 0)) (play (do (roll) next:(or (move Add (piece "Man2") (to (sites Empty) if:(< (to) (count Pips)))) (move Pass))))
		(end (if (>= (count Pieces) 5) (result Mover Win)))))`,
	"random": `(game "R" (players 2) (equipment {(board (square 3)) (piece "Disc" Each) (piece "Rock" Neutral)})
		(rules (start (place Random {"Rock0"} count:1)) (play (move Add (to (sites Empty)) (then (add (piece "Rock0") (to (sites Random (sites Empty)))))))
		(end (if (is Full) (result Mover Win)))))`,
	"together": `(game "T" (players 2) (mode Simultaneous) (equipment {(board (rectangle 1 6)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))`,
	"stacks": `(game "K" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:True)))})
		(rules (start {(place "Disc1" {"A1" "B1"}) (place "Disc2" {"A3" "B3"})}) (play (forEach Piece))
		(end (if (> (size Stack at:(last To)) 3) (result Mover Win)))))`,
	"edges": `(game "E" (players 2) (equipment {(board (square 2) use:Edge) (piece "Line" Each)})
		(rules (play (move Add (to (sites Empty Edge)))) (end (if (is Full) (result Mover Win)))))`,
	"vertices": `(game "V" (players 3) (equipment {(board (square 3) use:Vertex) (piece "Stone" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`,
	"hidden": `(game "H" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
		(rules (start {(place "Disc1" {"A1" "B1"}) (place "Disc2" {"A3" "B3"}) (set Hidden What at:0 to:P2) (set Hidden at:6 to:P1)})
		(play (forEach Piece)) (end (if (> (count Moves) 20) (result Mover Win)))))`,
	"alone": `(game "A" (players 1) (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
		(rules (play (or (move Add (to (sites Empty))) (move Pass))) (end (if (is Full) (result Mover Win)))))`,
}

func TestVariety(t *testing.T) {
	for name, text := range variety {
		t.Run(name, func(t *testing.T) {
			g := open(t, text)
			if err := gametest.Verify(g, gametest.Options{Seed: 1, Steps: 60}); err != nil {
				t.Error(err)
			}
			if err := perceives(g); err != nil {
				t.Error(err)
			}
		})
	}
}

// perceives checks facts and percepts over a walk.
func perceives(g *exec.Game) error {
	m := g.NewMachine()
	w, rng := game.Walker{}, game.Stream(1, "percepts", 0)
	p, told := m.(game.Perceiver)
	if told != g.Facts().Hidden {
		return fmt.Errorf("hidden is %v, percepts are told: %v", g.Facts().Hidden, told)
	}
	for range 60 {
		if m.Terminal() {
			break
		}
		w.Step(m, rng)
		all := m.(game.Lister).Fluents(nil)
		if told {
			for seat := range g.Facts().Players {
				if seen := p.Percepts(seat, nil); len(seen) > len(all) {
					return fmt.Errorf("p%d sees %v of %v", seat+1, seen, all)
				}
			}
		}
	}
	return m.Err()
}

// Games of the corpus keep the promises of the contract.
func TestVerifyCorpus(t *testing.T) {
	corpus(t, 60, func(name string, game *exec.Game) {
		start := time.Now()
		opt := gametest.Options{Seed: 1, Walks: 1, Steps: 20, Dense: 3, Labels: 8}
		if err := gametest.Verify(game, opt); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if err := perceives(game); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Logf("%s took %s", name, took)
		}
	})
}

// corpus opens games of the corpus: one of each so many, or with LUDENS_ALL=1 all, or
// those whose path matches LUDENS_GAMES.
func corpus(t *testing.T, each int, test func(name string, g *exec.Game)) {
	dir := sharedtest.Path(t, "corpus", "ludii")
	lib, _, err := expand.ReadLibrary(os.DirFS(filepath.Join(dir, "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	all, only := os.Getenv("LUDENS_ALL") != "", os.Getenv("LUDENS_GAMES")
	wanted := regexp.MustCompile(only)
	seen, held, refused := 0, 0, 0
	err = filepath.WalkDir(filepath.Join(dir, "lud"), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" {
			return err
		}
		seen++
		if only != "" && !wanted.MatchString(path) || only == "" && !all && seen%each != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		o := load.Options{Expand: expand.Options{Library: lib}}
		g, _ := load.Text(filepath.Base(path), string(text), o)
		if g.Program == nil {
			refused++
			return nil
		}
		held++
		test(d.Name(), exec.NewGame(g.Program, "00"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d descriptions opened, %d refused", held, held+refused, refused)
}
