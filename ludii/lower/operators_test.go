package lower_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// dice is a board with one die of six faces per player's throw.
const dice = `(board (square 3)) (piece "Ball" Each) (dice d:6 num:2) `

func TestOperators(t *testing.T) {
	both := `(place "Ball1" {0}) (place "Ball2" {8})`
	for _, s := range []script{
		{
			name: "or is all of both", equipment: small, start: both,
			play: `(or (move Add (to (sites {1}))) (move Add (to (sites {2}))))`, legal: "!A1=1 !A2=1",
		},
		{
			name: "what follows is worked out after each", equipment: small, start: both,
			play:  `(or {(move Add (to (sites {1})) (then (addScore Mover 1))) (move Pass)} (then (addScore Mover 2)))`,
			moves: "!A1=1 !pass", legal: "!A1=1 !pass", position: "0:1,1:1,8:2#m1n2s3,2",
		},
		{
			name: "alternatives for certain squares", equipment: small, start: `(place "Ball1" {0 1 7}) (place "Ball2" {8})`,
			play: `(forEach Piece (or {
				(if (is In (from) (sites {0 7})) (move (from) (to (sites {2}))))
				(if (not (is In (from) (sites {0}))) (move (from) (to (sites {3}))))
				(if (is In (from) (sites {5})) (move (from) (to (sites {6}))))
				(if (is In (from) (sites {1})) (move (from) (to (sites {4}))) (move (from) (to (sites {5}))))}))`,
			legal: "!M0-2 !M0-5 !M1-3 !M1-4 !M7-2 !M7-3 !M7-5",
		},
		{
			name: "alternatives for certain squares where there is no piece", equipment: small, start: both,
			play: `(or {(if (is In (from) (sites {0})) (move Add (to (sites {2})))) (if (not (is In (from) (sites {0}))) (move Add (to (sites {3}))))})`, legal: "!A3=1",
		},
		{
			name: "priority is the first with moves", equipment: small, start: both,
			play: `(priority {(move Add (to (sites {0}) if:(is Empty (to)))) (move Add (to (sites {2}))) (move Pass)})`, legal: "!A2=1",
		},
		{
			name: "if without else", equipment: small, start: both,
			play: `(or (if (is Mover P2) (move Pass)) (move Add (to (sites {1}))))`, legal: "!A1=1",
		},
		{
			name: "each piece of another player is moved by them", equipment: balls(`(move Step N (to if:(is Empty (to))))`), start: both,
			play: `(or (forEach Piece) (forEach Piece (move Step S (to if:(is Empty (to)))) Next))`, legal: "!M0-3 !M8-5",
		},
		{
			name: "each named piece", equipment: small + `(piece "Cube" P1)`, start: both + ` (place "Cube1" {4})`,
			play: `(forEach Piece "Cube" (move Step Orthogonal (to if:(is Empty (to)))))`, legal: "!M4-1 !M4-3 !M4-5 !M4-7",
		},
		{
			name: "each site, and what if there is none", equipment: small, start: both,
			play:  `(forEach Site (sites {1 2}) (if (is In (site) (sites {7})) (move Add (to (site)))) noMoveYet:(move Add (to (sites {4}))))`,
			legal: "!A4=1",
		},
		{
			name: "each value of a range", equipment: small, start: both,
			play: `(forEach Value min:2 max:3 (move Add (to (value))))`, legal: "!A2=1 !A3=1",
		},
		{
			name: "each direction, with distance", equipment: small, start: both,
			play: `(forEach Piece (forEach Direction Orthogonal (between (exact 2)) (to (apply (fromTo (from) (to (to)))))))`, legal: "M0-2@0>2 M0-6@0>6",
		},
		{
			name: "each direction within each direction", equipment: `(board (square 5)) (piece "Ball" Each) `, start: `(place "Ball1" {2}) (place "Ball2" {24})`,
			play: `(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) (apply
				(forEach Direction (from (to)) (directions {FR FL}) (to (apply (fromTo (from) (to (to))))))))))`,
			legal: "M2-11@2>11 M2-13@2>13 M2-5@2>5 M2-9@2>9",
		},
		{
			name: "each group", equipment: small, start: `(place "Ball1" {0 1 7}) (place "Ball2" {8})`,
			play: `(forEach Group Orthogonal (move Add (to (count Sites in:(sites)))))`, legal: "!A1=1 !A2=1",
		},
		{
			name: "do, then what comes next", equipment: small, start: both,
			play: `(do (set Var "x" 4) next:(move Add (to (sites {4}) if:(= (var "x") (to)))))`, legal: "var:x=4;!A4=1",
		},
		{
			name: "do only what leads where it ought to", equipment: small, start: both,
			play: `(do (move Add (to (sites Empty))) ifAfterwards:(= 2 (count Pieces Mover in:(sites Top))))`, legal: "!pass*",
		},
		{
			name: "do, looking at the result", equipment: small, start: both,
			play: `(do (move Add (to (sites Empty))) ifAfterwards:(= 1 (count Pieces Mover in:(sites Right))))`, legal: "!A2=1 !A5=1",
		},
		{
			name: "while", equipment: small, start: both,
			play:  `(move Pass (then (while (< (score Mover) 3) (addScore Mover 1))))`,
			moves: "!pass", legal: "!pass", position: "0:1,8:2#m2n1s3,0",
		},
		{
			name: "max moves", equipment: `(board (square 5)) (piece "Ball" Each (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
				(then (if (can Move (hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))))`,
			start: `(place "Ball1" {0 20}) (place "Ball2" {1 7 21})`,
			play:  `(max Moves (forEach Piece))`,
			legal: "R1;!M0-2;next=1",
		},
		{
			name: "max captures", equipment: small, start: both + ` (place "Ball2" {1 2})`,
			play: `(max Captures (or (move Remove 1) (move Remove 1 (then (remove 2)))))`, legal: "!R1",
		},
		{
			name: "append", equipment: small, start: both,
			play: `(append (or (add (to 1)) (add (to 2))))`, legal: "{!A1=1};{A2=1}",
		},
		{
			name: "counters and pending", equipment: small, start: both,
			play:  `(if (is Pending) (move Add (to (sites Pending))) (move Pass (then (and (set Pending (sites {4 5})) (set Counter 7)))))`,
			moves: "!pass", legal: "!A4=2 !A5=2",
		},
		{
			name: "remembering and forgetting", equipment: small, start: both,
			play:  `(if (is In 4 (values Remembered "x")) (move Pass) (move Add (to (sites {4})) (then (and (remember Value "x" 4) (remember Value "x" 4 unique:True)))))`,
			moves: "!A4=1", legal: "!pass",
		},
	} {
		t.Run(s.name, s.run)
	}
}

// little loads a little game and resets it.
func little(t *testing.T, s script) *exec.Ctx {
	t.Helper()
	g, findings := load.Text("little.lud", s.text(), load.Options{})
	if g.Program == nil {
		t.Fatalf("%v", findings)
	}
	c := g.Program.NewCtx()
	c.Reset()
	return c
}

// TestDice throws a three and a five and looks at the moves that use them.
func TestDice(t *testing.T) {
	c := little(t, script{
		equipment: dice, start: `(place "Ball1" {0}) (place "Ball2" {8})`,
		play: `(do (roll) next:(forEach Die combined:True if:(!= (pips) 0) (move Add (to (pips) if:(is Empty (to))) (then (if (not (all DiceUsed)) (moveAgain))))))`,
	})
	c.Draw = func(q exec.Chance) int {
		if q.Die == exec.Off || q.N != 6 {
			t.Errorf("asked for %+v", q)
		}
		return 2 * (q.Die - 8)
	}
	c.Generate()
	var to []int32
	for _, m := range c.Moves {
		to = append(to, m.To)
	}
	// The dice are sites 9 and 10: faces 2 and 4, three and five; eight is taken.
	if len(to) != 2 || to[0] != 3 || to[1] != 5 {
		t.Fatalf("moves to %v, want 3 and 5", to)
	}
	c.Step(0)
	if c.Mover != 1 || c.Dice[0][0] != 0 || c.Dice[0][1] != 5 {
		t.Errorf("mover %d, dice %v; want 1 and [0 5]", c.Mover, c.Dice[0])
	}
}

// TestEndless looks for loops without end: they must end in a fault.
func TestEndless(t *testing.T) {
	for _, play := range []string{
		`(move Pass (then (while (= 1 1) (addScore Mover 1))))`,
		`(forEach Value min:0 max:1000000000 (move Pass))`,
	} {
		c := little(t, script{equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {8})`, play: play})
		c.Generate()
		if c.Err == nil && len(c.Moves) > 0 {
			c.Step(0)
		}
		if c.Err == nil {
			t.Errorf("%s: no fault", strings.TrimSpace(play))
		}
	}
}

// TestGenerateAllocates holds generators to making no garbage once buffers have grown.
func TestGenerateAllocates(t *testing.T) {
	for _, play := range []string{
		`(or {(forEach Piece) (if (is Mover P1) (move Pass)) (priority {(move Add (to (sites {0}) if:(is Empty (to)))) (forEach Site (sites Empty) (move Add (to (site))))})})`,
		`(do (forEach Piece) ifAfterwards:(is Mover P1))`,
	} {
		c := little(t, script{
			equipment: balls(`(move Step Orthogonal (to if:(is Empty (to))))`), start: `(place "Ball1" {0 4}) (place "Ball2" {8})`, play: play,
		})
		c.Generate()
		if n := testing.AllocsPerRun(100, c.Generate); n > 0 || c.Err != nil {
			t.Errorf("%s: %v allocations, fault %v", play, n, c.Err)
		}
	}
}

// TestTrackByDice moves along a track as far as the dice, or a map of them, say: from every step,
// for every throw, where steps end on the track, behind it and off it.
func TestTrackByDice(t *testing.T) {
	c := little(t, script{
		equipment: `(board (square 3) {(track "Way" "0,E,N1,W,N1,E" P1 directed:True) (track "Other" "8,W,End" P2 directed:True)}) (piece "Ball" Each)
			(dice d:6 num:2) (map {(pair 2 9) (pair 4 0) (pair 12 40)})`,
		start: `(place "Ball1" {0}) (place "Ball2" {8})`,
		play: `(do (roll) next:(forEach Piece (or (move (from) (to (trackSite Move steps:(count Pips))))
			(move (from) (to (trackSite Move steps:(mapEntry (count Pips))))))))`,
	})
	way := []int32{0, 1, 2, 5, 4, 3, 6, 7, 8}
	land := func(n int) []int32 {
		if n < len(way) {
			return []int32{way[n]}
		}
		return nil // off the track there is no site to move to
	}
	for first := range 6 {
		for second := range 6 {
			c.Reset()
			c.Draw = func(q exec.Chance) int { return []int{first, second}[q.Die-9] }
			c.Generate()
			n := first + second + 2
			mapped := n
			switch n {
			case 2:
				mapped = 9
			case 4:
				mapped = 0
			case 12:
				mapped = 40
			}
			want := append(land(n), land(mapped)...)
			var got []int32
			for i := range c.Moves {
				if !c.IsPass(&c.Moves[i]) {
					got = append(got, c.Moves[i].To)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("dice %d and %d: moves to %v, want %v", first+1, second+1, got, want)
			}
		}
	}
}
