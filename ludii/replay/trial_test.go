package replay_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
	"ludens/ludii/replay"
	"ludens/ludii/trial"
)

// played plays a random game, and writes it down.
func played(t *testing.T, p *exec.Program, seed uint64) *trial.Trial {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	c := p.NewCtx()
	c.Draw = func(q exec.Chance) int { return rng.IntN(q.N) }
	c.Reset()
	tr := &trial.Trial{Game: "/lud/" + p.Name + ".lud", Moves: replay.TrialStart(c), Version: "1.3.13"}
	tr.Start = len(tr.Moves)
	for n := 0; !c.Over && n < 300; n++ {
		if c.Generate(); c.Mode() == exec.Simultaneous {
			var joint []int
			for p := 1; p <= c.Prog.Players; p++ {
				for i := range c.Moves {
					if int(c.Moves[i].Mover) == p {
						joint = append(joint, i)
						break
					}
				}
			}
			c.StepAll(joint)
		} else {
			c.Step(rng.IntN(len(c.Moves)))
		}
		if c.Err != nil {
			t.Fatal(c.Err)
		}
		tr.Moves = append(tr.Moves, replay.TrialMove(c))
	}
	replay.TrialEnd(c, tr)
	return tr
}

// Games of ten kinds and more are played, written, read and followed to the same end:
// with dice, stacks, hands, sowing, hopping, edges, puzzles, and moves at the same time.
func TestFollow(t *testing.T) {
	for _, name := range []string{"Backgammon", "Kalah", "Chess", "EnglishDraughts", "Lasca", "DotsAndBoxes", "MiniShogi", "Amazons", "Go", "Havannah", "SudokuFour", "CrossRace", "FoxAndGeese", "Qubic", "RockPaperScissors", "marks", "towers", "together", "edges", "random start", "puzzle"} {
		t.Run(name, func(t *testing.T) {
			text := actions[name]
			if text == "" {
				b, err := os.ReadFile(filepath.Join("../../games/ludii", name+".lud"))
				if err != nil {
					t.Fatal(err)
				}
				text = string(b)
			}
			p := program(t, name, text)
			tr := played(t, p, 3)
			var b strings.Builder
			if err := tr.Write(&b); err != nil {
				t.Fatal(err)
			}
			tr, err := trial.Read(strings.NewReader(b.String()))
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			if err := replay.Follow(p, tr, func(made int, c *exec.Ctx) error {
				if made != shown {
					t.Fatalf("position %d comes after %d", made, shown)
				}
				shown++
				return nil
			}); err != nil {
				t.Error(err)
			}
			if shown != len(tr.Moves)-tr.Start+1 {
				t.Errorf("%d positions of %d moves", shown, len(tr.Moves)-tr.Start)
			}
		})
	}
}

// A move that is not legal is named, and so is an end that is another.
func TestFollowDiffers(t *testing.T) {
	g, findings := load.Text("", `(game "Little" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
		(rules (start (place "Ball1" 4)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	const head = "game=Little.lud\nRNG internal state=0\nMove=[Move:mover=0,from=4,to=4,actions=[Add:type=Cell,to=4,what=1]]\n"
	add := func(mover, site string) string {
		return "Move=[Move:mover=" + mover + ",from=" + site + ",to=" + site + ",actions=[Add:type=Cell,to=" + site + ",what=" + mover + ",decision=true]]\n"
	}
	for _, s := range []struct {
		text string
		move int // of the difference, 0: none
	}{
		{head + add("1", "0") + add("2", "1") + add("1", "8") + "winner=1\nrankings=0.0,1.0,2.0\n", 0},
		{head + add("1", "0") + add("2", "0"), 2},
		{head + add("1", "0") + add("1", "1"), 2},
		{head + add("1", "0") + add("2", "1") + add("1", "8") + add("2", "5"), 4},
		{head + add("1", "0") + "winner=1\n", 2},
		{head + add("1", "0") + add("2", "1") + add("1", "8") + "winner=2\nrankings=0.0,2.0,1.0\n", 4},
		// The decision tells which move is meant where the sites do not.
		{head + strings.Replace(add("1", "0"), "from=0,to=0,actions", "from=3,to=3,actions", 1), 0},
	} {
		tr, err := trial.Read(strings.NewReader(s.text))
		if err != nil {
			t.Fatal(err)
		}
		err = replay.Follow(g.Program, tr, func(int, *exec.Ctx) error { return nil })
		var d *replay.TrialDifference
		switch {
		case s.move == 0 && err != nil:
			t.Errorf("%v in\n%s", err, s.text)
		case s.move > 0 && (!errors.As(err, &d) || d.Move != s.move):
			t.Errorf("%v, want a difference at move %d, in\n%s", err, s.move, s.text)
		}
	}
}
