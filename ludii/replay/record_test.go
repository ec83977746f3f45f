package replay_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// actions are games of our own, whose moves do one after the other all that can be
// written of an action.
var actions = map[string]string{
	"marks": `(game "Marks" (players 2) (equipment {(board (square 3)) (piece "Ball" Each) (piece "Cup" Each maxState:3) (tile "Tile" Shared) (dice d:6 num:2) (hand Each)})
		(rules (start {(place "Ball1" 0 count:3 state:1 rotation:1 value:2) (place "Tile" 3) (set Score Each 1) (set Amount 10) (set Cost 2 at:4) (place "Cup" "Hand" count:2)})
		(play (or {(move Add (piece "Cup" state:1) (to (sites Empty)) (then (and {(set State at:(last To) 2) (set Count at:0 2) (set Value at:(last To) 3) (set Counter 4) (set Pending) (addScore Mover 2)})))
			(move Pass (then (and {(roll) (remember Value "M" 3) (remember State) (trigger "Ready" P1) (set Var "X" 5) (set Pot 3)})))
			(move Promote 0 (piece "Cup") P2 (then (and {(set Value P1 4) (set Var 2) (forget Value "M" 3) (forget Value "M" All) (set Pending 4)})))
			(move Propose "Draw") (move Vote "Yes") (move Bet P1 (range 1 2)) (move Remove (sites Occupied by:Mover on:Cell) count:1)
			(move (from (sites {0})) (to (sites {8})) count:2) (move (from (sites {0})) (to (sites {7})) copy:True)
			(move (from (handSite Mover)) (to (sites {6}) (apply (remove 0 at:EndOfTurn)))) (move Select (from (sites Occupied by:All)) (then (set NextPlayer (player (mover)))))
			(move Add (to 5) (then (and {(note "well") (set Hidden What at:5 to:P2) (set Hidden at:5 False to:P2) (moveAgain)})))
			(move Set NextPlayer (player 2)) (move Set Rotation (to 3)) (move Swap Pieces 0 1) (move Swap Players P1 P2)}))
		(end (if (> (count Moves) 60) (result Mover Win)))))`,
	"towers": `(game "Towers" (players 2) (equipment {(board (square 3)) (piece "Ball" Each (move Step (to if:True) stack:True)) (piece "Coin" Shared (flips 1 2))})
		(rules (start {(place Stack items:{"Ball1" "Ball2" "Ball1"} 0 state:1) (place Stack "Coin" 4 count:2 state:1) (place Stack "Ball2" 8)})
		(play (or {(forEach Piece top:True) (move Add (to (sites Occupied by:Mover)) stack:True) (move (from (sites Occupied by:All)) (to (sites Empty)) stack:True)
			(move (from (sites Occupied by:All) level:0) (to (sites Empty))) (move (from (sites Occupied by:All)) (to (sites Empty)) count:2 stack:True)
			(move Select (from 4) (then (flip 4))) (move Remove (sites Occupied by:Mover) level:0) (move Select (from (sites Occupied by:Mover)) (then (set Value at:(last To) level:0 3)))}))
		(end (if (> (count Moves) 40) (result Next Loss)))))`,
	"together": `(game "Together" (players 2) (mode Simultaneous) (equipment {(board (square 4)) (piece "Ball" Each) (hand Each)})
		(rules (start {(place "Ball" "Hand" count:4) (set Score Each 0)}) (play (or (move (from (handSite P1)) (to (sites Empty)) P1 (then (addScore P1 1))) (move (from (handSite P2)) (to (sites Empty)) P2 (then (addScore P2 1) applyAfterAllMoves:True))))
		(end (if (> (count Moves) 3) (byScore)))))`,
	"edges": `(game "Edges" (players 3) (equipment {(board (square 2) use:Vertex) (piece "Line" Each) (piece "Dot" Each)})
		(rules (play (or (move Add (piece (id "Line" Mover)) (to Edge (sites Empty Edge)) (then (if (is Even (count Moves)) (moveAgain)))) (move Claim (to Cell (sites Empty Cell)))))
		(end {(if (is Full) (result Mover Win)) (if (> (count Moves) 30) (result P1 Draw))})))`,
	"random start": `(game "Strewn" (players 2) (equipment {(board (square 4)) (piece "Ball" Each)})
		(rules (start {(place Random {"Ball1" "Ball2"} count:2) (place Random (sites Top) {"Ball1"})}) (play (or (move Add (to (sites Empty)) (then (add (piece "Ball2") (to (sites Random (sites Empty) num:1))))) (random {1.0 2.0} {(move Pass) (move Remove (sites Occupied by:Mover))})))
		(end (if (is Full) (result Mover Win)))))`,
	"puzzle": `(game "Values" (players 1) (equipment {(board (square 2) (values Cell (range 1 2))) (regions {Rows Columns})}) (rules (start (set {{0 1}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`,
}

func program(t *testing.T, name, text string) *exec.Program {
	t.Helper()
	g, findings := load.Text(name, text, load.Options{})
	if g.Program == nil {
		t.Fatalf("%s: %v", name, findings)
	}
	return g.Program
}

// A luck draws what it shows.
type luck struct{ rng *rand.Rand }

func (l luck) Die(_, n int) int         { return l.rng.IntN(n) }
func (l luck) Pick(n int) int           { return l.rng.IntN(n) }
func (l luck) PickSite(sites []int) int { return l.rng.IntN(len(sites)) }

// record plays a random game and writes a recording of it, with successors where they are
// not by chance.
func record(t *testing.T, p *exec.Program, seed uint64, successors bool) string {
	t.Helper()
	var b strings.Builder
	line := func(kind string, of map[string]any) {
		text, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, `{"t":%q,%s`+"\n", kind, text[1:])
	}
	c := luck{rand.New(rand.NewPCG(seed, 3))}
	e := replay.New(p)
	if err := e.Reset(&recording.Start{}, c); err != nil {
		t.Fatal(err)
	}
	digest := func() string { return string(e.AppendDigest(nil)) }
	line("meta", map[string]any{"fmt": 1, "game": p.Name, "players": p.Players})
	setup := []string{}
	if made := e.Applied(); made != "" {
		setup = strings.Split(made, ";")
	}
	line("start", map[string]any{"b": digest(), "setup": setup, "setupN": len(setup)})
	n := 0
	for ; !e.Over() && n < 80; n++ {
		legal, err := e.Legal(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) == 0 {
			t.Fatalf("no legal move in %s", digest())
		}
		order := make([]int, len(legal))
		hashes := make([]uint32, len(legal))
		for i := range legal {
			if order[i] = i; successors {
				after, err := e.AppendSuccessor(nil, i, c)
				if err != nil {
					t.Fatal(err)
				}
				hashes[i] = recording.Hash(after)
			}
		}
		slices.SortStableFunc(order, func(i, j int) int {
			if d := strings.Compare(legal[i], legal[j]); d != 0 {
				return d
			}
			return int(int64(hashes[i]) - int64(hashes[j]))
		})
		var texts, after []string
		for _, i := range order {
			texts = append(texts, legal[i])
			after = append(after, fmt.Sprintf("%08x", hashes[i]))
		}
		of := map[string]any{"i": n, "m": int(e.State().Mover), "n": len(legal), "legal": texts}
		if successors {
			of["succ"] = strings.Join(after, " ")
		}
		chosen := []int{c.rng.IntN(len(legal))}
		if p.Mode == exec.Simultaneous {
			chosen = chosen[:0]
			var said []string
			for player := 1; player <= p.Players; player++ {
				if i := slices.IndexFunc(legal, func(s string) bool { return strings.HasPrefix(s, fmt.Sprint(player, ":")) }); i >= 0 {
					chosen, said = append(chosen, i), append(said, legal[i])
				}
			}
			of["ch"] = said
		} else {
			of["ch"], of["ci"] = legal[chosen[0]], slices.Index(order, chosen[0])
		}
		if err := e.Apply(chosen, c); err != nil {
			t.Fatal(err)
		}
		of["app"], of["b"] = e.Applied(), digest()
		line("ply", of)
	}
	end := map[string]any{"over": e.Over(), "plies": n, "reason": "maxMoves"}
	if e.Over() {
		end["ranking"], end["reason"] = e.Ranking(), "terminal"
	}
	line("end", end)
	path := filepath.Join(t.TempDir(), "made.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Games are recorded as Ludii's were, and replayed from what was written: every text of a
// legal move, every successor, every position, the ranking.
func TestOwnRecordings(t *testing.T) {
	texts := map[string]string{}
	for name, text := range actions {
		texts[name] = text
	}
	for _, name := range []string{"Kalah", "EnglishDraughts", "Lasca", "DotsAndBoxes", "Reversi", "RockPaperScissors", "CrossRace"} {
		b, err := os.ReadFile(filepath.Join("../../games/ludii", name+".lud"))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(b)
	}
	chance := map[string]bool{"marks": true, "random start": true, "CrossRace": true, "RockPaperScissors": true, "together": true}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			p := program(t, name, text)
			for seed := range uint64(2) {
				path := record(t, p, seed, !chance[name])
				rec, err := recording.Read(path)
				if err != nil {
					t.Fatal(err)
				}
				res := recording.Replay(rec, replay.New(p), recording.Options{})
				rec.Close()
				if !res.Exact() || res.Plies == 0 || res.Texts != res.Plies {
					t.Errorf("seed %d: %d plies, %d with equal texts: %v %v", seed, res.Plies, res.Texts, res.Difference, res.Err)
				}
				positions := 0
				if err := replay.Positions(path, p, func(at *replay.Position) error {
					if at.Ply != positions || at.Digest == "" {
						t.Errorf("position %d is of ply %d: %q", positions, at.Ply, at.Digest)
					}
					positions++
					return nil
				}); err != nil || positions != res.Plies+1 {
					t.Errorf("seed %d: %d positions of %d plies: %v", seed, positions, res.Plies, err)
				}
			}
		})
	}
}
