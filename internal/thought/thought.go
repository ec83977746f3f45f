// Package thought is what a player tells about its thinking, as data: the form of
// what "player serve --status" answers and of what the page shows beside a board.
//
// It holds no logic, reads no game and never decides anything. Its neighbours are
// the commands, which fill it in, internal/status, which tells it, and web, which shows
// it.
package thought

// Version is that of the form; a change that programs which read it cannot live with
// gets the next number.
const Version = 1

// State is what a player thinks at one moment. Numbers that are not known are 0,
// texts empty.
type State struct {
	Version int    `json:"version"`
	Player  string `json:"player"`          // who thinks
	Phase   string `json:"phase"`           // "idle", "preparing", "thinking", "pondering" (the others are to move) or "waiting"
	Spent   int64  `json:"phase_ms"`        // since the phase began
	Match   string `json:"match,omitempty"` // identifier
	Game    string `json:"game,omitempty"`
	Engine  string `json:"engine,omitempty"` // what runs the rules
	Role    string `json:"role,omitempty"`
	Start   int64  `json:"start_clock_ms"`
	Play    int64  `json:"play_clock_ms"`
	Turn    int    `json:"turn"` // joint moves made before the decision that the rest is about

	Way string `json:"way,omitempty"` // how it thinks, such as "mcts"
	Net string `json:"net,omitempty"` // the net that guides it, if any

	Preparation *Preparation `json:"preparation,omitempty"`

	Iterations  int64   `json:"iterations"`       // simulations of this decision
	PerSecond   float64 `json:"per_second"`       // the same per second
	Evaluations int64   `json:"evaluations"`      // positions that a net has judged for this decision
	Nodes       int64   `json:"nodes"`            // of the tree
	Bytes       int64   `json:"bytes"`            // of the tree
	Depth       int     `json:"depth"`            // deepest line, in joint moves
	Elapsed     int64   `json:"elapsed_ms"`       // time spent on this decision
	Value       float64 `json:"value"`            // what the best move is expected to be worth to the player, 0…1
	Proven      bool    `json:"proven,omitempty"` // the value is exact

	Values []SeatValue `json:"values"` // what the position is worth to whom, on average over what was tried; empty if unknown

	Moves []Move   `json:"moves"`          // at the root, the best first; at most MaxMoves
	Line  []string `json:"line,omitempty"` // what is expected to be played, the player's own move first
}

// SeatValue is a position's value to somebody.
type SeatValue struct {
	Role  string  `json:"role"`
	Value float64 `json:"value"` // 0…1
}

// MaxMoves bounds State.Moves.
const MaxMoves = 20

// Move is a move at the root of the search.
type Move struct {
	Text   string  `json:"text"`
	Visits int64   `json:"visits"`
	Value  float64 `json:"value"` // average for the player, 0…1
	Prior  float64 `json:"prior"` // of a net or the like, 0…1; 0 where there is none
	Proven bool    `json:"proven,omitempty"`
}

// Preparation is what a player has done in the start clock.
type Preparation struct {
	Stage    string    `json:"stage"`          // what is being done, in a few words, or was done last
	Note     string    `json:"note,omitempty"` // what was decided, in a sentence
	Training *Training `json:"training,omitempty"`
	Races    []Race    `json:"races"` // in the order in which they began
}

// Training is how far a net has learned.
type Training struct {
	Elapsed int64   `json:"elapsed_ms"`
	Planned int64   `json:"planned_ms"`
	Games   int64   `json:"games"`
	Samples int64   `json:"samples"`
	Steps   int64   `json:"steps"`
	Policy  float64 `json:"policy_loss"`
	Value   float64 `json:"value_loss"`
}

// Race is a number of short matches that decide how to think.
type Race struct {
	Name      string   `json:"name"`
	Move      float64  `json:"move_ms"` // time for each of its moves
	Need      float64  `json:"need"`    // share of points, 0…1, that the first must score; 0: the best is taken
	Over      bool     `json:"over"`
	Standings []Scored `json:"standings"`
}

// Scored is what somebody has scored in a race.
type Scored struct {
	Name   string  `json:"name"`
	Points float64 `json:"points"`
	Played int     `json:"played"`
}
