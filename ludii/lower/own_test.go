package lower_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/ludii/check"
	"ludens/ludii/load"
	"ludens/ludii/lower"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// A whole is a little game with an end of its own.
type whole struct {
	name     string
	text     string // without "(game …)"
	moves    string // made one after the other
	times    int    // how often; 0 for once
	legal    string // after them, sorted; not looked at if the game is over then
	position string // empty: not looked at
	over     bool
	ranking  []float64
}

func (s whole) run(t *testing.T) {
	t.Helper()
	g, findings := load.Text("little.lud", `(game "Little" `+s.text+`)`, load.Options{})
	if g.Program == nil {
		t.Fatalf("%v\n%s", findings, s.text)
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
		return slices.Clone(l)
	}
	for range max(s.times, 1) {
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
	}
	if e.Over() != s.over {
		t.Fatalf("over is %v in %s", e.Over(), e.AppendDigest(nil))
	}
	if s.over {
		if s.ranking != nil && !slices.Equal(e.Ranking(), s.ranking) {
			t.Errorf("ranking %v, want %v", e.Ranking(), s.ranking)
		}
		return
	}
	l := legal()
	slices.Sort(l)
	if got := strings.Join(l, " "); got != s.legal {
		t.Errorf("legal\n%s, want\n%s", got, s.legal)
	}
	if got := string(e.AppendDigest(nil)); s.position != "" && got != s.position {
		t.Errorf("position\n%s, want\n%s", got, s.position)
	}
}

// TestOwnRules plays little games of rules that hardly any game has: for the game as a
// whole, phases that may turn into one of several, and ends of all kinds.
func TestOwnRules(t *testing.T) {
	const two = `(players 2) (equipment {(board (square 3)) (piece "Ball" Each)}) `
	const step = `(players 2) (equipment {(board (square 3)) (piece "Ball" Each (move Step Orthogonal (to if:(is Empty (to))) (then (moveAgain))))}) `
	const track = `(players 2) (equipment {(board (square 3) {(track "T" {0 1 2} P1 directed:True) (track "T" {8 7 6} P2 directed:True)}) (piece "Ball" Each)}) `
	ends := func(result string) string {
		return two + `(rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {4})) ` + result + `)))`
	}
	for _, s := range []whole{
		{
			name: "nobody may lose by his move", text: two + `(rules (meta (no Suicide)) (play (or (move Add (to (sites {0 1 4}))) (move Pass))) (end (if (is In (last To) (sites {4})) (result Mover Loss))))`,
			legal: "!A0=1 !A1=1 !pass",
		},
		{
			name: "no position twice in a turn", text: step + `(rules (meta (no Repeat PositionalInTurn)) (start {(place "Ball1" 0) (place "Ball2" 8)}) (play (or (forEach Piece) (move Pass))) (end (if (no Pieces Next) (result Mover Win))))`,
			moves: "!M0-1 !M1-4", legal: "!M4-3 !M4-5 !M4-7 !pass", // where the turn began is not looked at
		},
		{
			name: "in another turn it may be", text: step + `(rules (meta (no Repeat PositionalInTurn)) (start {(place "Ball1" 0) (place "Ball2" 8)}) (play (or (forEach Piece) (move Pass))) (end (if (no Pieces Next) (result Mover Win))))`,
			moves: "!M0-1 !M1-4 !pass !pass", legal: "!M4-1 !M4-3 !M4-5 !M4-7 !pass",
		},
		{
			name: "no position twice with the same mover", text: two + `(rules (meta (no Repeat Situational)) (start {(place "Ball1" 0) (place "Ball2" 8)}) (play (or (move Add (to (sites {1}) if:(is Empty (to)))) (move Remove (sites {1})))) (end (if (no Pieces Next) (result Mover Win))))`,
			moves: "!A1=1", legal: "!R1", // the other one is to move then
		},
		{name: "if all that were made are passes it is a draw", text: two + `(rules (play (move Pass)) (end (if (is Full) (result Mover Win))))`, moves: "!pass", over: true, ranking: []float64{1.5, 1.5}},
		{name: "if all pass it goes on", text: two + `(rules (meta (passEnd NoEnd)) (play (move Pass)) (end (if (is Full) (result Mover Win))))`, moves: "!pass !pass", legal: "!pass"},
		{name: "turns have a limit", text: two + `(rules (meta (passEnd NoEnd)) (play (move Pass)) (end (if (is Full) (result Mover Win))))`, moves: "!pass !pass", times: 1250, over: true, ranking: []float64{1.5, 1.5}},
		{name: "won by the other", text: ends(`(result Next Win)`), moves: "!A4=1", over: true, ranking: []float64{2, 1}},
		{name: "lost", text: ends(`(result Mover Loss)`), moves: "!A4=1", over: true, ranking: []float64{2, 1}},
		{name: "a tie", text: ends(`(result Mover Tie)`), moves: "!A4=1", over: true},
		{name: "abandoned", text: ends(`(result Mover Abandon)`), moves: "!A4=1", over: true},
		{name: "won by all", text: ends(`(result All Win)`), moves: "!A4=1", over: true, ranking: []float64{1, 1}},
		{name: "lost by all", text: ends(`(result All Loss)`), moves: "!A4=1", over: true},
		{name: "by score", text: ends(`(byScore {(score P1 3) (score P2 4)})`), moves: "!A4=1", over: true, ranking: []float64{2, 1}},
		{name: "by the lowest score", text: ends(`(byScore {(score P1 3) (score P2 4)} misere:True)`), moves: "!A4=1", over: true, ranking: []float64{1, 2}},
		{name: "by payoffs", text: ends(`(payoffs {(payoff P1 1.5) (payoff P2 0.5)})`), moves: "!A4=1", over: true, ranking: []float64{1, 2}},
		{
			name: "by tracks", text: track + `(rules (play (move Add (to (sites Empty)))) (end (forEach Track if:(is In (last To) (sites Track P1 "T")) (result P1 Win))))`, moves: "!A1=1", over: true, ranking: []float64{1, 2},
		},
		{
			name: "which of several phases comes", text: two + `(rules phases:{
				(phase "One" (play (move Add (to (sites Empty)))) {(nextPhase Mover (= 4 (last To)) "Three") (nextPhase Mover True "Two")}) (phase "Two" (play (move Remove (sites {0})))) (phase "Three" (play (move Pass)))}
				(end (if (is Full) (result Mover Win))))`,
			moves: "!A0=1 !A4=2", legal: "!R0",
		},
		{
			name: "which of several phases comes, the first", text: two + `(rules phases:{
				(phase "One" (play (move Add (to (sites Empty)))) {(nextPhase Mover (= 4 (last To)) "Three") (nextPhase Mover True "Two")}) (phase "Two" (play (move Remove (sites {0})))) (phase "Three" (play (move Pass)))}
				(end (if (is Full) (result Mover Win))))`,
			moves: "!A4=1 !A1=2", legal: "!pass",
		},
		{
			name: "proposals", text: two + `(rules (play (or {(move Propose "End") (move Vote "End") (if (is Proposed "End") (move Add (to (sites {0}))))})) (end (if (is Decided "End") (result Mover Win))))`,
			moves: "!propose:End", legal: "!A0=2 !propose:End !vote:End",
		},
		{
			name: "queens", text: `(players 1) (equipment {(board (square 3) (values Cell (range 0 1))) (regions {AllDirections})}) (rules (play (satisfy {(is Count (sites Board) of:1 2) (all Different except:0)})) (end (if (is Solved) (result P1 Win))))`,
			moves: "!=0:1", legal: "!=0:0 !=0:1 !=1:0 !=2:0 !=3:0 !=4:0 !=5:0 !=5:1 !=6:0 !=7:0 !=7:1 !=8:0 !tog0:0 !tog1:0 !tog1:1 !tog2:0 !tog2:1 !tog3:0 !tog3:1 !tog4:0 !tog4:1 !tog5:0 !tog5:1 !tog6:0 !tog6:1 !tog7:0 !tog7:1 !tog8:0 !tog8:1",
		},
		{
			name: "rows that differ", text: `(players 1) (equipment {(board (square 2) (values Cell (range 0 1))) (regions {Rows})}) (rules (play (satisfy (is Unique))) (end (if (is Solved) (result P1 Win))))`,
			moves: "!=0:0 !=1:0 !=2:0", legal: "!=0:0 !=0:1 !=1:0 !=1:1 !=2:0 !=2:1 !=3:1 !tog0:1 !tog1:1 !tog2:1 !tog3:0 !tog3:1",
		},
		{
			name: "sums of what is given", text: `(players 1) (equipment {(board (square 2) (values Cell (range 0 2))) (hints {(hint {0 1} 3) (hint {2 3} 1)}) (regions {HintRegions})}) (rules (play (satisfy {(is Sum (hint)) (all Different)})) (end (if (is Solved) (result P1 Win))))`,
			moves: "!=0:1", legal: "!=0:1 !=0:2 !=1:2 !=2:1 !=3:1 !tog0:0 !tog0:2 !tog1:0 !tog1:1 !tog1:2 !tog2:0 !tog2:1 !tog2:2 !tog3:0 !tog3:1 !tog3:2",
		},
	} {
		t.Run(s.name, s.run)
	}
}

// TestOwnMoves makes moves that hardly any game has: of large pieces, along tracks, ahead
// only, over nothing, into what a number says.
func TestOwnMoves(t *testing.T) {
	const bar = `(board (square 2)) (piece "Ball" Each) (tile "Bar" P1 {F}) (hand P2) `
	const ring = `(board (square 3) {(track "Ring" {0 1 2 5 8 7 6 3} loop:True)}) (piece "Ball" Each %) `
	along := func(between string) string {
		return strings.Replace(ring, "%", `(move Slide "Ring" `+between+` (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`, 1)
	}
	scripts := []script{
		{
			name: "a large piece is laid", equipment: bar, start: `(place "Ball2" 4)`, play: `(move Add (piece "Bar1") (to (sites Empty)))`,
			legal: "!A0=3s0 !A0=3s1 !A1=3s0 !A1=3s3 !A2=3s1 !A2=3s2 !A3=3s2 !A3=3s3",
		},
		{
			name: "and covers its cells", equipment: bar, start: `(place "Ball2" 4)`, play: `(or (move Add (piece "Bar1") (to (sites Empty))) (move Pass))`, moves: "!A0=3s1", legal: "!A2=3s1 !A3=3s3 !pass",
		},
		{
			name: "in the way that is said", equipment: bar, start: `(place "Ball2" 4)`, play: `(move Add (piece "Bar1" state:3) (to (sites Empty)))`, legal: "!A1=3s3 !A3=3s3",
		},
		{
			name: "to one site", equipment: bar, start: `(place "Ball2" 4)`, play: `(move Add (piece "Bar1") (to 0))`, legal: "!A0=3s0 !A0=3s1",
		},
		{
			name: "a large piece moves", equipment: bar, start: `(place "Ball2" 4) (place "Bar1" 0 state:1)`, play: `(or (forEach Piece (move (from) (to (sites Empty)))) (move Pass))`,
			legal: "!M0-1s0 !M0-1s3 !M0-2s1 !M0-2s2 !M0-3s2 !M0-3s3 !pass", moves: "",
		},
		{
			name: "and leaves its cells", equipment: bar, start: `(place "Ball2" 4) (place "Bar1" 0 state:1)`, play: `(if (is Mover P1) (forEach Piece (move (from) (to (sites Empty)))) (move Select (from (sites Empty))))`,
			moves: "!M0-2s1", legal: "!S0 !S1",
		},
		{name: "along a track", equipment: along(``), start: `(place "Ball1" {0}) (place "Ball2" {5})`, play: `(forEach Piece)`, legal: "!M0-1 !M0-2 {R5};{!M0-5}"},
		{name: "far enough along a track", equipment: along(`(between (range 2 3))`), start: `(place "Ball1" {0}) (place "Ball2" {5})`, play: `(forEach Piece)`, legal: "!M0-2 {R5};{!M0-5}"},
		{name: "not so far along a track", equipment: along(`(between (range 1 2))`), start: `(place "Ball1" {0}) (place "Ball2" {5})`, play: `(forEach Piece)`, legal: "!M0-1 !M0-2"},
		{
			name: "hop over nothing too", equipment: balls(`(move Hop Orthogonal (between (range 0 1) if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))`), start: `(place "Ball1" {0}) (place "Ball2" {1})`,
			play: `(forEach Piece)`, legal: "!M0-2 !M0-3",
		},
		{
			name: "hop over a friend", equipment: balls(`(move Hop Orthogonal (between if:(is Friend (who at:(between)))) (to if:(is Empty (to))))`), start: `(place "Ball1" {0 1}) (place "Ball2" {3})`, play: `(forEach Piece)`, legal: "!M0-2",
		},
		{
			name: "hop over one's own kind", equipment: balls(`(move Hop Orthogonal (between if:(= 1 (what at:(between)))) (to if:(is Empty (to))))`), start: `(place "Ball1" {0 1}) (place "Ball2" {3})`, play: `(forEach Piece)`, legal: "!M0-2",
		},
		{
			name: "into pieces by number", equipment: small + `(piece "Cup" Each) (piece "Tin" Each) `, start: `(place "Ball1" {0}) (place "Ball2" {8})`, play: `(move Promote 0 (piece {3 6}))`, legal: "!P0=3 !P0=6",
		},
		{
			name: "into the same owner's piece of a number", equipment: small + `(piece "Cup" Each) (piece "Tin" Each) `, start: `(place "Ball1" {0}) (place "Ball2" {8})`, play: `(move Promote 0 (piece 3) P1)`, legal: "!P0=3",
		},
		{
			name: "turn either way, or as said", equipment: small, start: `(place "Ball1" 0 rotation:1) (place "Ball2" {8})`, play: `(or (move Set Rotation (to 0) {3} previous:False) (move Set Rotation (to 8) next:False))`, legal: "!ro0=2 !ro0=3 !ro8=7",
		},
		{
			name: "what a line meets on both sides", equipment: `(board (rectangle 1 5)) (piece "Ball" Each) (hand P2) `, start: `(place "Ball2" {0 1 3 4 5})`,
			play:  `(move Add (to (sites Empty)) (then (intervene (from (last To)) Orthogonal (between (range 1 2)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))`,
			moves: "!A2=1", legal: "!A0=2 !A1=2 !A3=2 !A4=2", position: "2:1|5:2#m2n1",
		},
		{
			name: "enclosed but for one", equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {0 8})`,
			play:  `(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) numException:1)))`,
			moves: "!A4=1", legal: "!A2=2 !A3=2 !A5=2 !A6=2 !A7=2", position: "0:2,1:1,4:1,8:2#m2n1",
		},
		{
			name: "what is surrounded", equipment: small, start: `(place "Ball1" {1 3 5}) (place "Ball2" {0 4})`,
			play:  `(move Add (to (sites {2 7}) if:(is Empty (to))) (then (surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))`,
			moves: "!A7=1", legal: "!A2=2", position: "0:2,1:1,3:1,5:1,7:1#m2n1",
		},
		{
			name: "any but what brings the position back", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {8})`,
			play:  `(if (= 0 (count Moves)) (move Add (to 1) (then (remember State))) (avoidStoredState (or (move Add (to (sites {2}))) (move Remove (sites {8})))))`,
			moves: "!A1=1", legal: "!A2=2 !R8",
		},
	}
	for facing, goals := range map[string]string{
		"N": "15 19 21 23", "S": "1 3 5 9", "E": "19 23 3 9", "W": "1 15 21 5", "NE": "19 23", "SE": "3 9", "SW": "1 5", "NW": "15 21",
	} {
		var legal []string
		for _, to := range strings.Fields(goals) {
			legal = append(legal, "!M12-"+to)
		}
		slices.Sort(legal)
		scripts = append(scripts, script{
			name: "leap ahead to the " + facing, equipment: `(board (square 5)) (piece "Ball" P1 ` + facing + ` (move Leap {{F F R F} {F F L F}} forward:True (to if:True))) (piece "Ball" P2)`,
			start: `(place "Ball1" {12}) (place "Ball2" {24})`, play: `(forEach Piece)`, legal: strings.Join(legal, " "),
		})
	}
	for _, s := range scripts {
		t.Run(s.name, s.run)
	}
}

// TestOwnValues asks for what hardly any game asks.
func TestOwnValues(t *testing.T) {
	const steps = `(move Step (to if:(is Empty (to))))`
	const teams = `(set Team 1 {P1}) (set Team 2 {P2}) `
	hides := func(to string) string {
		return `(move Add (to (sites {3})) (then (set Hidden What at:0 True to:` + to + `)))`
	}
	for _, s := range []values{
		{
			name: "where the last move led on to", equipment: balls(steps), start: `(place "Ball1" {0}) (place "Ball2" {8})`, play: `(forEach Piece)`, moves: "!M0-1",
			yes: []string{
				`(= (ahead 1 SameDirection) 2)`, `(= (ahead 1 OppositeDirection) 0)`, `(= (ahead 4 steps:1 SameDirection) 5)`, `(= (ahead 2 SameDirection) 2)`, `(= (sites LastFrom) (sites {0}))`, `(= (sites LastTo) (sites {1}))`,
				`(= (prev MoverLastTurn) 1)`, `(is LastFrom Cell)`, `(is LastTo Cell)`,
			},
			no: []string{`(is LastTo Vertex)`},
		},
		{
			name: "arithmetic that is not known before", equipment: small, start: `(place "Ball1" {4})`,
			yes: []string{
				`(= (+ {(mover) 2 3}) 6)`, `(= (max {(mover) 5}) 5)`, `(= (min {(mover) 5}) 1)`, `(= (* {(mover) 4}) 4)`, `(= (abs (- (mover) 3)) 2)`, `(= (toInt 2.7) 2)`, `(= (^ 10 20) 2147483647)`, `(= (^ -10 21) -2147483648)`,
				`(= (toInt (* -1000000.0 1000000.0)) -2147483648)`, `(= (toInt (+ {1.5 2.5})) 4)`, `(= (toInt (toFloat (is Even (next)))) 1)`, `(= (toInt (toFloat (is Even (mover)))) 0)`, `(= (toInt (- 1.5 (toFloat (mover)))) 0)`,
				`(toBool (mover))`, `(xor (is Odd (mover)) (is Odd (next)))`, `(= (prev MoverLastTurn) -1)`, `(= (value Pending) 0)`, `(= (topLevel at:0) 0)`, `(= (count Trials) 0)`, `(= (count Liberties at:5) 0)`, `(= (phase of:4) (phase of:0))`,
				`(if (is Odd (mover)) (is Odd (mover)) False)`, `(or {(is Even (mover)) (is Odd (mover)) (is Even (next))})`, `(= (handSite (mover) (mover)) -1)`, `(= (var) -1)`,
			},
			no: []string{`(toBool (- (mover) 1))`, `(xor (is Odd (mover)) (is Even (next)))`, `(and {(is Even (mover))})`, `(or {(is Even (mover)) (is Odd (next)) (is Even (mover))})`, `(is Decided "End")`, `(is Proposed "End")`, `(is AnyDie (mover))`},
		},
		{name: "pending", equipment: small, start: `(place "Ball2" {8})`, play: `(move Add (to (sites Empty)) (then (set Pending 4)))`, moves: "!A0=1", yes: []string{`(= (value Pending) 4)`, `(is Pending)`, `(= (sites Pending) (sites {4}))`}},
		{
			name: "parts of the board", equipment: small, start: `(place "Ball1" {3 4 5}) (place "Ball2" {8})`,
			yes: []string{
				`(is Connected 1 at:4 AllSites)`, `(is Connected 9 at:4 AllDirections)`, `(is Connected 2 at:4 Touching)`, `(is Connected 2 at:4 Sides)`, `(is Connected 1 at:4 Rows)`, `(is Connected 3 at:4 Columns)`, `(is Connected 1 at:8 Corners)`,
			},
			no: []string{`(is Connected 4 at:4 Columns)`, `(is Connected 2 at:8 Rows)`, `(is Connected 2 at:8 Corners)`},
		},
		{
			name: "landmarks and names in tables", equipment: small + `(map "L" {(pair P1 LeftSite)}) (map "R" {(pair P1 RightSite)}) (map "T" {(pair P1 Topsite)}) (map "B" {(pair P1 BottomSite)}) (map "C" {(pair P1 CentreSite)})
				(map "F" {(pair P1 FirstSite)}) (map "E" {(pair P1 LastSite)}) (map "S" {(pair "A1" "C3")}) (map "P" {(pair 1 "Ball2")}) (map "Q" {(pair "Ball1" P2)}) (map "X" {(pair P1 P2)}) `,
			yes: []string{
				`(= (mapEntry "L" P1) 0)`, `(= (mapEntry "R" P1) 2)`, `(= (mapEntry "T" P1) 6)`, `(= (mapEntry "B" P1) 0)`, `(= (mapEntry "C" P1) 4)`, `(= (mapEntry "F" P1) 0)`, `(= (mapEntry "E" P1) 8)`, `(= (mapEntry "S" 0) 8)`, `(= (mapEntry "P" 1) 2)`,
				`(= (mapEntry "Q" 1) 2)`, `(= (mapEntry "X" (mover)) 2)`,
			},
		},
		{
			name: "what belongs to whom from the start", equipment: `(board (square 3)) (piece "Ball" P1) (piece "Cup" P2) (piece "Rock" Neutral) `, start: `(set P1 {"A1" "B1"}) (set P2 coord:"C3") (set Neutral 4) (set Cost 5 at:2) (set RememberValue "M" 3 unique:True) (set RememberValue "M" 3 unique:True)`,
			yes: []string{`(= (who at:0) 1)`, `(= (who at:1) 1)`, `(= (what at:8) 2)`, `(= (what at:4) 3)`, `(= (cost at:2) 5)`, `(= (size Array (values Remembered "M")) 1)`},
		},
		{name: "hidden from the enemies", equipment: small, start: teams + `(place "Ball1" {0}) (place "Ball2" {8})`, play: hides("Enemy"), moves: "!A3=1", yes: []string{`(is Hidden What at:0 to:P2)`}, no: []string{`(is Hidden What at:0 to:P1)`}},
		{name: "hidden from a team", equipment: small, start: teams + `(place "Ball1" {0}) (place "Ball2" {8})`, play: hides("Team2"), moves: "!A3=1", yes: []string{`(is Hidden What at:0 to:P2)`}, no: []string{`(is Hidden What at:0 to:P1)`}},
		{name: "hidden from allies, who are none", equipment: small, start: teams + `(place "Ball1" {0}) (place "Ball2" {8})`, play: hides("Ally"), moves: "!A3=1", no: []string{`(is Hidden What at:0 to:P1)`, `(is Hidden What at:0 to:P2)`}},
		{name: "hidden from those who do not move", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {8})`, play: hides("NonMover"), moves: "!A3=1", yes: []string{`(is Hidden What at:0 to:P2)`}, no: []string{`(is Hidden What at:0 to:P1)`}},
		{name: "hidden from the mover's side", equipment: small, start: teams + `(place "Ball1" {0}) (place "Ball2" {8})`, play: hides("Friend"), moves: "!A3=1", yes: []string{`(is Hidden What at:0 to:P1)`}, no: []string{`(is Hidden What at:0 to:P2)`}},
		{
			name: "teams", equipment: small, start: teams + `(place "Ball1" {0 1}) (place "Ball2" {8})`,
			yes: []string{
				`(= (count Sites in:(forEach Team (sites {0 1}))) 2)`, `(= (count Sites in:(sites Occupied by:Team1)) 2)`, `(= (count Sites in:(sites Occupied by:TeamMover)) 2)`,
				`(= (count Sites in:(sites Occupied by:Ally)) 0)`, `(= (count Sites in:(sites Occupied by:Friend)) 2)`, `(= (count Sites in:(sites Occupied by:Enemy)) 1)`,
			},
		},
		{name: "states", equipment: `(board (square 3)) (piece "Ball" Each maxState:3) `, start: `(place "Ball1" 0 state:1) (place "Ball2" 1 state:2)`, yes: []string{`(= (sites State 1) (sites {0}))`, `(= (sites State 2) (sites {1}))`}},
		{
			name: "a ring", equipment: small, start: `(place "Ball1" {1 3 5}) (place "Ball2" {4})`, moves: "!A7=1",
			yes: []string{`(is Loop 1)`, `(= (sites Loop inside:True 1) (sites {4}))`, `(= (sites Loop 1) (sites {1 3 5 7}))`}, no: []string{`(is Loop)`}, // the mover's
		},
		{
			name: "a ring with more to it", equipment: small, start: `(place "Ball1" {0 1 3 5 6}) (place "Ball2" {4})`, moves: "!A7=1",
			yes: []string{`(is Loop 1)`, `(= (sites Loop inside:True 1) (sites {4}))`, `(= (sites Loop 1) (sites {1 3 5 7}))`},
		},
		{
			name: "cells of two kinds", equipment: `(board (tiling T488 2)) (piece "Ball" Each) `, start: `(place "Ball1" {0})`,
			yes: []string{`(< 0 (count Sites in:(sites Major)))`, `(< 0 (count Sites in:(sites Minor)))`, `(= 0 (count Sites in:(intersection (sites Major) (sites Minor))))`},
		},
	} {
		t.Run(s.name, s.run)
	}
}

// What is listed as supported is what there are functions for.
func TestSupported(t *testing.T) {
	for _, f := range check.Forms() {
		if !lower.Supported(f) {
			t.Errorf("%s is not", f)
		}
	}
}

// Dominoes are laid until nobody can; none is lost, and those that touch match.
func TestOwnDominoes(t *testing.T) {
	const text = `(game "Lay" (players 2) (equipment {(boardless Square) (hand Each size:6) (dominoes upTo:2)})
		(rules (start (deal Dominoes 2)) (play (priority {
			(do (move (from (forEach (sites Hand Mover) if:(is Occupied (site)))) (to (sites LineOfPlay))) ifAfterwards:(is PipsMatch))
			(move Pass (then (if (!= 0 (count Pieces "Bag")) (and (take Domino) (moveAgain)))))}))
		(end {(if (all Sites (sites Hand Mover) if:(= 0 (count Cell at:(site)))) (result Mover Win)) (if (all Passed) (result Mover Draw))})))`
	g, findings := load.Text("lay.lud", text, load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	e := replay.New(g.Program)
	laid := 0
	for seed := range 6 {
		c := &pickChance{seed}
		if err := e.Reset(&recording.Start{}, c); err != nil {
			t.Fatal(err)
		}
		for n := 0; !e.Over(); n++ {
			l, err := e.Legal(c)
			if err != nil || n > 60 {
				t.Fatal(n, err)
			}
			if strings.Contains(l[0], "M") {
				laid++
			}
			if err := e.Apply([]int{(seed + n) % len(l)}, c); err != nil {
				t.Fatal(err)
			}
			held := e.State().Dominoes.Count()
			for _, what := range e.State().Sites[2].What {
				if what != 0 {
					held++
				}
			}
			if held != 6 {
				t.Fatalf("%d dominoes after %d moves: %s", held, n+1, e.AppendDigest(nil))
			}
		}
	}
	if laid == 0 {
		t.Error("none was laid")
	}
}

// A pickChance draws what a number says.
type pickChance struct{ n int }

func (p *pickChance) Die(_, n int) int         { p.n++; return p.n % n }
func (p *pickChance) Pick(n int) int           { p.n++; return p.n % n }
func (p *pickChance) PickSite(sites []int) int { p.n++; return p.n % len(sites) }
