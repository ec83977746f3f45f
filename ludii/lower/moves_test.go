package lower_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/ludii/load"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// sureChance is never asked: these games have no chance.
type sureChance struct{}

func (sureChance) Die(int, int) int   { return 0 }
func (sureChance) Pick(int) int       { return 0 }
func (sureChance) PickSite([]int) int { return 0 }

// A script is a little game, moves to be made, and what is legal then.
type script struct {
	name      string
	equipment string
	start     string
	meta      string
	play      string
	moves     string // made one after the other, separated by blanks
	legal     string // the texts of the legal moves after them, sorted
	position  string // the digest after them; empty: not looked at
}

// text is the description.
func (s script) text() string {
	start := ""
	if s.start != "" {
		start = "(start {" + s.start + "})"
	}
	meta := ""
	if s.meta != "" {
		meta = "(meta " + s.meta + ") "
	}
	return `(game "Little" (players 2) (equipment {` + s.equipment + `}) (rules ` + meta + start + ` (play ` + s.play + `) (end (if (no Pieces Next) (result Mover Win)))))`
}

func (s script) run(t *testing.T) {
	t.Helper()
	g, findings := load.Text("little.lud", s.text(), load.Options{})
	if g.Program == nil {
		t.Fatalf("%v\n%s", findings, s.text())
	}
	e := replay.New(g.Program)
	var c sureChance
	if err := e.Reset(&recording.Start{}, c); err != nil {
		t.Fatal(err)
	}
	legal := func() []string {
		l, err := e.Legal(c)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for _, m := range strings.Fields(s.moves) {
		l := legal()
		i := slices.Index(l, m)
		if i < 0 {
			t.Fatalf("no move %s among %v", m, l)
		}
		if err := e.Apply([]int{i}, c); err != nil {
			t.Fatal(err)
		}
	}
	l := slices.Clone(legal())
	slices.Sort(l)
	if got := strings.Join(l, " "); got != s.legal {
		t.Errorf("legal\n%s, want\n%s", got, s.legal)
	}
	if got := string(e.AppendDigest(nil)); s.position != "" && got != s.position {
		t.Errorf("position\n%s, want\n%s", got, s.position)
	}
}

const small = `(board (square 3)) (piece "Ball" Each) `

// balls is a board with balls that move in a way.
func balls(way string) string { return `(board (square 3)) (piece "Ball" Each ` + way + `) ` }

func TestMoves(t *testing.T) {
	for _, s := range []script{
		{
			name: "add to empty", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2})`,
			play: `(move Add (to (sites Empty)))`, moves: "!A0=1",
			legal: "!A3=2 !A4=2 !A5=2 !A6=2 !A7=2 !A8=2", position: "0:1,1:1,2:2#m2n1",
		},
		{
			name: "add with an effect is listed twice", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2})`,
			play:  `(move Add (to (union (sites {0}) (sites {4})) (apply (remove 2))))`,
			legal: "{R2};{!A0=1} {R2};{!A0=1} {R2};{!A4=1} {R2};{!A4=1}",
		},
		{
			name: "what follows a list comes twice to what is listed twice", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2}) (set Score Each 0)`,
			play:  `(or (move Add (to (union (sites {0}) (sites {4})) (apply (set Var "x" 1))) (then (addScore Mover 10))) (move Add (to (sites {8}))) (then (addScore Mover 1)))`,
			moves: "{var:x=1};{!A0=1} !A8=2", position: "0:1,1:1,2:2,8:2#m1n2s12,1",
			legal: "!A8=1 {var:x=1};{!A0=1} {var:x=1};{!A0=1} {var:x=1};{!A4=1} {var:x=1};{!A4=1}",
		},
		{
			// The man is listed yet, and moves as what stands in its place.
			name:      "who was promoted in a stack is listed still",
			equipment: `(board (square 3)) (piece "Man" Each (move Step E (to if:(is Empty (to))))) (piece "King" Each (move Step N (to if:(is Empty (to)))))`,
			start:     `(place Stack "Man1" {0}) (place Stack "Man2" {6}) (place Stack "King2" {5})`,
			play:      `(forEach Piece top:True (then (promote (last To) (piece "King") Mover)))`,
			moves:     "!M0/0-1 !M6/0-7", legal: "!M1/0-2 !M1/0-4",
			position: "1:[3],5:[4],7:[4]#m1n2",
		},
		{
			name: "notes and what is hidden, as they are written", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2})`,
			play:  `(or {(move Add (to 0 (apply (note player:Mover "attacks" to:Next)))) (move Add (to 3 (apply (note 18 to:P1)))) (move Add (to 4 (apply (set Hidden What at:2 True to:P2)))) (move Add (to 5 (apply (set Hidden at:1 to:P2))))})`,
			legal: "{hid:1/0@2=1};{!A5=1} {hidWhat:2/0@2=1};{!A4=1} {note:18@1};{!A3=1} {note:P1 attacks@2};{!A0=1}",
		},
		{
			name: "add where a condition holds", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2})`,
			play:  `(move Add (piece {"Ball1" "Ball2"}) (to (sites Empty) if:(= (to) 4)))`,
			legal: "!A4=1 !A4=2",
		},
		{
			name: "step", equipment: balls(`(move Step Orthogonal (to if:(is Empty (to))))`),
			start: `(place "Ball1" {0}) (place "Ball2" {1 8})`, play: `(forEach Piece)`,
			legal: "!M0-3",
		},
		{
			name: "step in a direction that is worked out from the site before", equipment: small,
			start: `(place "Ball1" {3}) (place "Ball2" {0})`,
			play:  `(forEach Piece (move Step (from 0) (directions Cell from:(from) to:4) (to if:(is Empty (to)))))`,
			legal: "!M0-1",
		},
		{
			name: "step ahead, capturing", equipment: `(board (square 3)) (piece "Ball" P1 N (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) (piece "Ball" P2)`,
			start: `(place "Ball1" {1}) (place "Ball2" {3 4 5})`, play: `(forEach Piece)`,
			legal: "{R3};{!M1-3} {R5};{!M1-5}",
		},
		{
			name: "slide", equipment: balls(`(move Slide Orthogonal)`),
			start: `(place "Ball1" {0}) (place "Ball2" {6 8})`, play: `(forEach Piece)`,
			legal: "!M0-1 !M0-2 !M0-3",
		},
		{
			name: "slide up to a capture", equipment: balls(`(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`),
			start: `(place "Ball1" {0}) (place "Ball2" {6 8})`, play: `(forEach Piece)`,
			legal: "!M0-1 !M0-2 !M0-3 {R6};{!M0-6}",
		},
		{
			name: "slide at least two, leaving a trail", equipment: balls(`(move Slide E (between (range 2 3) trail:2))`),
			start: `(place "Ball1" {0}) (place "Ball2" {6 8})`, play: `(forEach Piece)`,
			legal: "!M0-2;A0=2;A1=2",
		},
		{
			name: "hop over an enemy", equipment: balls(`(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))`),
			start: `(place "Ball1" {0}) (place "Ball2" {1 3 8})`, play: `(forEach Piece)`,
			legal: "{R1};{!M0-2} {R3};{!M0-6}",
		},
		{
			name: "hop far", equipment: `(board (rectangle 1 6)) (piece "Ball" Each (move Hop Orthogonal (between before:1 (range 1 2) after:1 if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))`,
			start: `(place "Ball1" {0}) (place "Ball2" {2})`, play: `(forEach Piece)`,
			legal: "!M0-3 !M0-4",
		},
		{
			name: "leap like a knight", equipment: balls(`(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to))))))`),
			start: `(place "Ball1" {0}) (place "Ball2" {6 8})`, play: `(forEach Piece)`,
			legal: "!M0-5 !M0-7",
		},
		{
			name: "from and to anywhere", equipment: small + `(hand Each)`, start: `(place "Ball1" "Hand1") (place "Ball2" {8})`,
			play:  `(move (from (handSite Mover)) (to (sites {0 8}) if:(is Empty (to))))`,
			legal: "!M9-0",
		},
		{
			name: "promotion to either", equipment: small + `(piece "Cup" Each) (piece "Tin" Each)`, start: `(place "Ball1" {0}) (place "Ball2" {8})`,
			play:  `(move Promote 0 (piece {"Cup" "Tin"}) Mover)`,
			legal: "!P0=3 !P0=5",
		},
		{
			name: "select", equipment: small, start: `(place "Ball1" {0 1}) (place "Ball2" {8})`,
			play:  `(move Select (from (sites Occupied by:Mover)) (to (sites Occupied by:Next)) (then (remove (last To))))`,
			legal: "!S0-8/0 !S1-8/0",
		},
		{
			name: "remove, pass and swap", equipment: small, start: `(place "Ball1" {0 1}) (place "Ball2" {8})`,
			play:  `(or {(move Remove (sites Occupied by:Mover)) (move Pass) (move Swap Players P1 P2)})`,
			legal: "!R0 !R1 !pass !swap1,2;next=1",
		},
		{
			name: "custodial", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1 3 8})`,
			play:  `(move Add (to (sites Empty)) (then (custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))`,
			moves: "!A2=1", legal: "!A1=2 !A4=2 !A5=2 !A6=2 !A7=2", position: "0:1,2:1,3:2,8:2#m2n1",
		},
		{
			name: "enclose", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {0 8})`,
			play:  `(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))`,
			moves: "!A3=1", legal: "!A0=2 !A2=2 !A4=2 !A5=2 !A6=2 !A7=2", position: "1:1,3:1,8:2#m2n1",
		},
		{
			name: "surround", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {0 8})`,
			play:  `(move Add (to (sites Empty)) (then (surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))`,
			moves: "!A3=1", legal: "!A0=2 !A2=2 !A4=2 !A5=2 !A6=2 !A7=2", position: "1:1,3:1,8:2#m2n1",
		},
		{
			name: "intervene", equipment: small, start: `(place "Ball1" {8}) (place "Ball2" {3 5 6})`,
			play:  `(move Add (to (sites Empty)) (then (intervene (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))`,
			moves: "!A4=1", legal: "!A0=2 !A1=2 !A2=2 !A3=2 !A5=2 !A7=2", position: "4:1,6:2,8:1#m2n1",
		},
		{
			name: "attract", equipment: small, start: `(place "Ball1" {8}) (place "Ball2" {6})`,
			play:  `(move Add (to (sites Empty)) (then (attract)))`,
			moves: "!A0=1", legal: "!A1=2 !A2=2 !A5=2 !A6=2 !A7=2 !A8=2", position: "0:1,3:2,4:1#m2n1",
		},
		{
			name: "push", equipment: small, start: `(place "Ball1" {3}) (place "Ball2" {4})`,
			play:  `(move Select (from (sites Occupied by:Mover)) (then (push (from (last To)) E)))`,
			moves: "!S3", legal: "!S5", position: "4:1,5:2#m2n1",
		},
		{
			name: "shoot", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {2})`,
			play:  `(move Shoot (piece "Ball1") (from 0) Orthogonal)`,
			legal: "!A1=1 !A3=1 !A6=1",
		},
		{
			name: "sow", equipment: `(mancalaBoard 2 3 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)`,
			start: `(set Count 2 to:(sites Track))`,
			play:  `(move Select (from (sites Board) if:(= (from) 0)) (then (sow if:(= 3 (count at:(to))) apply:(remove (to) count:(count at:(to))))))`,
			moves: "!S0", legal: "", position: "1:1x3,3:1x2,4:1x2,5:1x2#over:1:1,2", // the seeds are nobody's
		},
	} {
		t.Run(s.name, s.run)
	}
}
