package load_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/ludii/check"
	"ludens/ludii/load"
	"ludens/ludii/lower"
)

// A little game with places for what is tried.
const littleGame = `(game "G" <PLAYERS> <MODE> (equipment {<BOARD>
	(piece "Disc" Each (move Step (to if:(is Empty (to))))) (piece "Rock" Neutral) (hand Each size:2) <EXTRA> (dice d:6 num:2)
	(regions "Reg" P1 (sites {0 1})) (regions P2 (sites {7 8})) (map "M" {(pair 0 1) (pair P1 3)})})
	(rules <META> (start {<START>}) <RULES>))`

// hosts are where a call of a form of each sort is tried, with % for the call.
var hosts = map[check.Sort][]string{
	check.Bool:      {"PLAY (or (move Pass) (move Add (to (sites Empty) if:%) (then (if % (moveAgain)))))"},
	check.Int:       {"PLAY (or (move Pass) (move Add (to (sites Empty)) (then (set Counter %))))"},
	check.Dim:       {"BOARD (board (square %))"},
	check.Float:     {"PLAY (random {% 1.0} {(move Pass) (move Add (to (sites Empty)))})"},
	check.Sites:     {"PLAY (or (move Pass) (move Add (to % if:(is Empty (to)))))"},
	check.Ints:      {"PLAY (or (move Pass) (forEach Value % (move Add (to (sites Empty) if:(= (to) (value))))))"},
	check.Direction: {"PLAY (or (move Pass) (forEach Piece (move Step % (to if:(is Empty (to))))))"},
	check.Range:     {"PLAY (or (move Pass) (move Bet P1 %))"},
	check.Moves:     {"PLAY (or (move Pass) %)", "PLAY (or (move Pass) (move Add (to (sites Empty)) (then %)))"},
	check.Then:      {"PLAY (or (move Pass) (move Add (to (sites Empty)) %))"},
	check.From:      {"PLAY (or (move Pass) (move % (to (sites Empty))))", "PLAY (or (move Pass) (move Step % (to if:(is Empty (to)))))", "PLAY (or (move Pass) (move Select %))"},
	check.To: {
		"PLAY (or (move Pass) (forEach Piece (move Slide %)))", "PLAY (or (move Pass) (forEach Piece (move (from) %)))", "PLAY (or (move Pass) (forEach Piece (move Step %)))",
		"PLAY (or (move Pass) (move Select (from (sites Occupied by:Mover)) %))", "PLAY (or (move Pass) (forEach Piece (move Hop (between if:True) %)))",
		"PLAY (or (move Pass) (forEach Piece (move Leap {{F F R F}} %)))", `PLAY (or (move Pass) (move Add (piece "Rock0") %))`,
		"PLAY (or (move Pass) (move Add (to (sites Empty)) (then (custodial (from (last To)) %))))", "PLAY (or (move Pass) (move Set Rotation %))",
	},
	check.Between: {
		"PLAY (or (move Pass) (forEach Piece (move Slide % (to if:(is Empty (to))))))", "PLAY (or (move Pass) (forEach Piece (move Hop % (to if:(is Empty (to))))))",
		"PLAY (or (move Pass) (move Add (to (sites Empty)) (then (custodial (from (last To)) % (to if:True)))))", "PLAY (or (move Pass) (move Add (to (sites Empty)) (then (enclose (from (last To)) %))))",
	},
	check.Piece:     {"PLAY (or (move Pass) (move Add % (to (sites Empty))))", "PLAY (or (move Pass) (move Promote (last To) %))", "PLAY (or (move Pass) (move Add (to (sites Start %) if:(is Empty (to)))))"},
	check.Player:    {"PLAY (or (move Pass) (move Add (to (sites Empty)) (then (addScore % 1))))"},
	check.Flips:     {`EXTRA (piece "Coin" Each %)`},
	check.Graph:     {"BOARD (board %)"},
	check.Item:      {"EXTRA %"},
	check.Track:     {"BOARD (board (square 3) %)"},
	check.Values:    {"BOARD (board (square 3) %)"},
	check.Path:      {`EXTRA (tile "Tile" {F} numSides:4 slots:{1 1} {%})`},
	check.Hint:      {"EXTRA (hints {%})"},
	check.Pair:      {`EXTRA (map "MM" {%})`},
	check.ItemCount: {"START (place Random {%} 4)"},
	check.StartRule: {"START %"},
	check.MetaRule:  {"META (meta %)"},
	check.Meta:      {"META %"},
	check.Mode:      {"MODE %"},
	check.Players:   {"PLAYERS %"},
	check.Seat:      {"PLAYERS (players {% %})"},
	check.Phase:     {`RULES phases:{% (phase "Two" (play (move Pass)))} (end (if (is Full) (result Mover Draw)))`},
	check.NextPhase: {`RULES phases:{(phase "One" (play (move Pass)) %) (phase "Two" (play (move Pass)))} (end (if (is Full) (result Mover Draw)))`},
	check.End:       {"RULES (play (move Add (to (sites Empty)))) %"},
	check.EndRule:   {"RULES (play (move Add (to (sites Empty)))) (end %)"},
	check.Result:    {"RULES (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 3) %))"},
	check.EndScore:  {"RULES (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 3) (byScore {%})))"},
	check.Payoff:    {"RULES (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 3) (payoffs {%})))"},
}

// host puts a call into a little game, at the place that a host begins with.
func host(f *check.Form, where, text string) string {
	parts := map[string]string{
		"PLAYERS": "(players 2)", "MODE": "", "EXTRA": "", "META": "",
		"BOARD": `(board (square 3) {(track "T" {0 1 2 5 8} loop:True) (track "TrackX" "0,E,N" P1 directed:True)})`,
		"START": `(place "Disc1" {0 1}) (place "Disc2" {7 8})`, "PLAY": "(or (move Pass) (move Add (to (sites Empty))))",
	}
	place, with, _ := strings.Cut(where, " ")
	switch {
	case f.Result == check.Item && (f.Head == "board" || f.Head == "boardless" || f.Head == "mancalaBoard" || f.Head == "surakartaBoard"):
		place = "BOARD"
	case f.Head == "satisfy":
		with = "%"
	}
	parts[place] = strings.ReplaceAll(with, "%", text)
	if place == "BOARD" || place == "PLAYERS" {
		parts["START"] = "(set Score Each 0)" // who and what is there depends on it
	}
	if parts["RULES"] == "" {
		parts["RULES"] = "(play " + parts["PLAY"] + ") (end (if (is Full) (result Mover Draw)))"
	}
	game := strings.Replace(littleGame, "<RULES>", parts["RULES"], 1)
	delete(parts, "RULES")
	for place, text := range parts {
		game = strings.Replace(game, "<"+place+">", text, 1)
	}
	return game
}

// reviewed are the findings and faults that calls may end in, and why.
var reviewed = map[string]string{
	`\[LUD04\d\]`: "the shape of a board: sizes and points that make none",

	`\[LUD062\]`: "what is named is not in the little game",
	`\[LUD063\]`: "larger than the machine takes",

	`a region is not supported here, only a site`:  "Ludii breaks down",
	`without moves to apply this is not supported`: "Ludii breaks down",
	`only a role is supported here`:                "Ludii breaks down without a role",
	`the piece is missing`:                         "Ludii breaks down",
	`only True or False is supported here`:         "Ludii's grammar means a constant, though it says <boolean>",
	`only a plain number is supported here`:        "Ludii's grammar means a constant, though it says <int>",
	`a stack without a place`:                      "nothing to be placed",
	`turning towards`:                              "tiles lie in a plane",

	`rules are applied too deeply|too many moves|a step does too much|budget`: "rules without end",
	`numbers are too large`: "bets without an upper bound",
}

// TestBreadth calls every form with each of its arguments, and with every sort of
// argument, in little games: they load and play, or end in a finding that was
// reviewed. By default every fifteenth call is tried, with LUDENS_ALL set all.
func TestBreadth(t *testing.T) {
	step := 15
	if os.Getenv("LUDENS_ALL") != "" {
		step = 1
	}
	var allowed []*regexp.Regexp
	for _, re := range slices.Sorted(maps.Keys(reviewed)) {
		allowed = append(allowed, regexp.MustCompile(re))
	}
	may := func(message string) bool {
		return slices.ContainsFunc(allowed, func(re *regexp.Regexp) bool { return re.MatchString(message) })
	}
	w := newWriter(t)
	n, tried, loaded, refused := 0, 0, 0, 0
	for _, f := range check.Forms() {
		for _, text := range w.calls(f) {
			for _, where := range hosts[f.Result] {
				if f.Head == "move" && strings.Contains(where, "(then %)") {
					continue // no decision is a consequence
				}
				if n++; n%step != 0 {
					continue
				}
				tried++
				game := host(f, where, text)
				g, findings := load.Text("", game, load.Options{})
				if g.Program == nil {
					refused++
					if m := findings[0].String(); !may(m) {
						t.Errorf("%s: %s in %s: %s", f.Name, text, where, m)
					}
					continue
				}
				loaded++
				if err := playout(g.Program, 12, uint64(n)); err != nil && !may(err.Error()) {
					t.Errorf("%s: %s in %s: %v", f.Name, text, where, err)
				}
			}
		}
	}
	t.Logf("%d of %d calls tried: %d load and play, %d are refused for reasons that were reviewed", tried, n, loaded, refused)
}

// TestOutside calls every form with numbers that are no sites, players or levels of the game,
// in its arguments one by one and in all of them: rules may ask for what is not there, and
// get nothing.
func TestOutside(t *testing.T) {
	var allowed []*regexp.Regexp
	for _, re := range slices.Sorted(maps.Keys(reviewed)) {
		allowed = append(allowed, regexp.MustCompile(re))
	}
	w := newWriter(t)
	w.outside = true
	n, loaded := 0, 0
	for _, f := range check.Forms() {
		for _, text := range w.calls(f) {
			for _, where := range hosts[f.Result] {
				if !strings.Contains(text, below) && !strings.Contains(text, above) || f.Head == "move" && strings.Contains(where, "(then %)") {
					continue
				}
				n++
				g, _ := load.Text("", host(f, where, text), load.Options{})
				if g.Program == nil {
					continue // what must be known beforehand is refused
				}
				loaded++
				if err := playout(g.Program, 12, uint64(n)); err != nil && !slices.ContainsFunc(allowed, func(re *regexp.Regexp) bool { return re.MatchString(err.Error()) }) {
					t.Errorf("%s: %s in %s: %v", f.Name, text, where, err)
				}
			}
		}
	}
	t.Logf("%d calls, %d load", n, loaded)
	if loaded < n/2 {
		t.Error("most are refused")
	}
}

// What is said to be refused is there in the grammar, and is refused as a whole
// where no kinds of it are named.
func TestRefusals(t *testing.T) {
	w := newWriter(t)
	for _, r := range lower.Refusals() {
		i := slices.IndexFunc(check.Forms(), func(f *check.Form) bool { return f.Name == r.Form })
		if i < 0 {
			t.Errorf("there is no form %s", r.Form)
			continue
		}
		f := check.Forms()[i]
		if r.Argument != "" && !slices.ContainsFunc(f.Params, func(p check.Param) bool { return p.Name == r.Argument }) {
			t.Errorf("(%s …) has no argument %s", r.Form, r.Argument)
		}
		if r.Of != "" {
			continue
		}
		for _, text := range w.calls(f) {
			if r.Argument != "" && !strings.Contains(text, r.Argument+":") {
				continue
			}
			for _, where := range hosts[f.Result] {
				if g, _ := load.Text("", host(f, where, text), load.Options{}); g.Program != nil {
					t.Errorf("%s in %s is not refused", text, where)
				}
			}
		}
	}
}
