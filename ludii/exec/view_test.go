package exec_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// A view names sites by their index in the geometry: the board's, then the hands'.
func TestView(t *testing.T) {
	g, findings := load.Text("view.lud", `(game "View" (players 2)
		(equipment { (board (square 3) use:Vertex) (hand Each) (piece "Disc" Each) })
		(rules (start { (place "Disc1" "Hand1" count:2) (place "Disc2" "Hand2" count:2) })
			(play (move (from (handSite Mover)) (to (sites Empty))))
			(end (if (no Pieces Mover) (result Mover Win)))))`, load.Options{})
	if g.Program == nil {
		t.Fatal(findings.Err())
	}
	gg := exec.NewGame(g.Program, "")
	geometry := gg.Geometry()
	board := len(geometry.Sites) - 2
	if len(geometry.Containers) != 3 || geometry.Sites[board].Container != 1 || geometry.Sites[board+1].Container != 2 || !geometry.FromTo || !geometry.Counts {
		t.Fatalf("%+v", geometry)
	}
	for i, list := range geometry.Adjacent {
		for _, j := range list {
			if int(j) == i || geometry.Sites[i].Container != geometry.Sites[j].Container {
				t.Errorf("site %d is beside site %d", i, j)
			}
		}
	}
	m := gg.NewMachine()
	var v game.View
	m.(game.Viewer).View(&v)
	if len(v.Pieces) != 2 || v.Pieces[0] != (game.Piece{Site: int32(board), Kind: 1, Count: 2}) || v.Mover != 0 || v.Last[0].To != -1 {
		t.Fatalf("%+v", v)
	}
	mv := m.Legal(0, nil)[0]
	at := m.(game.Viewer).Place(0, mv)
	if at.From != int32(board) || at.To < 0 || int(at.To) >= board {
		t.Errorf("%s happens at %+v", m.Label(0, mv), at)
	}
	if at := m.(game.Viewer).Place(1, exec.Noop); at.To != -1 {
		t.Errorf("no move happens at %+v", at)
	}
	m.Step([]game.Move{mv, exec.Noop})
	m.(game.Viewer).View(&v)
	if v.Mover != 1 || v.Last[0].From != at.From || v.Last[0].To != at.To || len(v.Pieces) != 3 {
		t.Errorf("after %+v: %+v", at, v)
	}
}

// TestResetTo: the second player begins, all else is as ever, and matches go on as
// the rules say; where the rules say that players decide at once, or chance begins, the
// position is the initial one.
func TestResetTo(t *testing.T) {
	for name, want := range map[string]bool{"line": true, "swap": true, "dice": true, "stacks": true, "random": false, "together": false} {
		g := open(t, variety[name])
		m := g.NewMachine()
		initial := m.Save(nil)
		if got := m.(game.Starter).ResetTo(1); got != want {
			t.Fatalf("%s: %v", name, got)
		}
		other := m.Save(nil)
		if !want {
			if !other.Equal(initial) {
				t.Errorf("%s: another position", name)
			}
			continue
		}
		var v, w game.View
		m.(game.Viewer).View(&v)
		n := g.NewMachine()
		n.(game.Viewer).View(&w)
		if v.Mover != 1 || w.Mover != 0 || !slices.Equal(v.Pieces, w.Pieces) || other.Equal(initial) {
			t.Errorf("%s: %+v for %+v", name, v, w)
		}
		n.Load(other)
		rng := game.Stream(1, "reset", 0)
		var walk game.Walker
		for steps := 0; steps < 40 && !m.Terminal(); steps++ {
			for seat := range g.Facts().Seats {
				if !slices.Equal(m.Legal(seat, nil), n.Legal(seat, nil)) {
					t.Fatalf("%s: loaded, other moves are legal", name)
				}
			}
			joint := slices.Clone(walk.Draw(m, rng))
			if name == "line" && (joint[1] == exec.Noop) != (steps%2 == 1) {
				t.Fatalf("after %d steps it is the wrong player's turn", steps)
			}
			m.Step(joint)
			n.Step(joint)
			if !m.Save(nil).Equal(n.Save(nil)) {
				t.Fatalf("%s: a match from there depends on how it was come to", name)
			}
		}
		if m.Err() != nil {
			t.Error(m.Err())
		}
		if m.Reset(); !m.Save(nil).Equal(initial) {
			t.Errorf("%s: Reset does not go back", name)
		}
		if m.(game.Starter).ResetTo(2) || m.(game.Starter).ResetTo(-1) {
			t.Errorf("%s: a seat of nobody begins", name)
		}
	}
}

// TestViewDice: the dice are seen as the legal moves follow them, not as the move before
// left them; what is used up is seen to be so. The position of the state itself, which
// recordings are held against, is the old one.
func TestViewDice(t *testing.T) {
	used := `(game "U" (players 2) (equipment {(board (rectangle 1 40)) (dice d:6 num:2) (piece "Man" Each)})
		(rules (start (place "Man1" 0)) (play (if (or (not (= (mover) (prev))) (all DiceUsed)) (do (roll) next:(forEach Die (move Add (piece "Man2") (to (sites Empty) if:(= (to) (pips))) (then (if (not (all DiceUsed)) (moveAgain)))))
			) (forEach Die if:(!= (pips) 0) (move Add (piece "Man2") (to (sites Empty) if:(>= (to) (pips))) (then (if (not (all DiceUsed)) (moveAgain)))))))
		(end (if (>= (count Pieces) 14) (result Mover Win)))))`
	for name, text := range map[string]string{"dice": variety["dice"], "used": used} {
		g := open(t, text)
		m, n := g.NewMachine(), g.NewMachine()
		rng := game.Stream(1, "view dice", 0)
		var walk game.Walker
		var v, w game.View
		faces := []int32{0, 0}
		thrown, changed, gone := 0, 0, 0
		nature := g.Facts().Players
		for steps := 0; steps < 60 && !m.Terminal(); steps++ {
			waits := m.Legal(nature, nil)
			asked := len(waits) > 1
			if !asked {
				m.(game.Viewer).View(&v)
				if len(v.Dice) != 2 || v.Dice[0].Site == v.Dice[1].Site {
					t.Fatalf("%s: %+v", name, v.Dice)
				}
				n.Load(m.Save(nil))
				if n.(game.Viewer).View(&w); !slices.Equal(v.Dice, w.Dice) {
					t.Fatalf("%s: %v, loaded %v", name, v.Dice, w.Dice)
				}
				for i, d := range v.Dice {
					if d.Face < 0 {
						gone++
					} else if thrown > 0 && thrown%2 == 0 && d.Face != faces[(thrown+i)%2] {
						t.Fatalf("%s: after %d throws die %d shows %d, thrown was %v", name, thrown, i, d.Face, faces)
					}
					if d.Face >= 0 && v.States[d.Site] != d.Face {
						changed++
					}
				}
			}
			joint := slices.Clone(walk.Draw(m, rng))
			if asked {
				faces[thrown%2] = int32(joint[nature]) - 1
				thrown++
			}
			m.Step(joint)
		}
		if m.Err() != nil || thrown < 4 || changed == 0 || (gone > 0) != (name == "used") {
			t.Errorf("%s: %d thrown, %d other than before, %d used up (%v)", name, thrown, changed, gone, m.Err())
		}
	}
}
