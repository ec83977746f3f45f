// Package thought is what a player tells about its thinking, as data: the form of
// what "player serve --status" answers and of what the page shows beside a board.
//
// It holds no logic, reads no game and never decides anything. Its neighbours are
// the commands, which fill it in, and web, which shows it.
package thought

// State is what a player thinks at one moment. Numbers that are not known are 0,
// texts empty.
type State struct {
	Player string `json:"player"`          // who thinks
	Phase  string `json:"phase"`           // "idle", "preparing", "thinking" or "waiting"
	Match  string `json:"match,omitempty"` // identifier
	Role   string `json:"role,omitempty"`
	Turn   int    `json:"turn"` // joint moves made

	Way string `json:"way,omitempty"` // how it thinks, such as "mcts" or the net that it uses

	Iterations int64   `json:"iterations"` // simulations of this decision
	PerSecond  float64 `json:"per_second"` // the same per second
	Nodes      int64   `json:"nodes"`      // of the tree
	Bytes      int64   `json:"bytes"`      // of the tree
	Elapsed    int64   `json:"elapsed_ms"` // time spent on this decision
	Value      float64 `json:"value"`      // what the best move is expected to be worth to the player, 0…1

	Moves []Move   `json:"moves"`          // at the root, the best first; at most MaxMoves
	Line  []string `json:"line,omitempty"` // what is expected to be played, the player's own move first
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
