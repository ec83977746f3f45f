package match

import "ludens/ggp"

// Event is something that happened: Begin, Answered, Failed, Expired, Abort.
type Event interface{ event() }

type (
	// Begin starts the match. It counts once.
	Begin struct{}

	// Answered is a player's answer to a request.
	Answered struct {
		Seat    int
		Request int // Send.Request
		Text    string
	}

	// Failed is the news that there will be no answer to a request.
	Failed struct {
		Seat    int
		Request int
		Kind    Kind   // Timeout, Connection, Garbage or Fault
		Detail  string // for people
	}

	// Expired is Failed with Timeout for everybody still to answer a request.
	Expired struct{ Request int }

	// Abort ends the match wherever it is.
	Abort struct{ Reason string }
)

func (Begin) event()    {}
func (Answered) event() {}
func (Failed) event()   {}
func (Expired) event()  {}
func (Abort) event()    {}

// Effect is something to be done or known: Send, Reached, Noted, Finished, Over,
// Stale.
type Effect interface{ effect() }

type (
	// Send asks for a message to be sent to a player. Its answer or failure must
	// come back as an event with the same request number. Requests of one round
	// (everybody's PLAY of a turn) share a number.
	Send struct {
		Seat    int
		Request int
		Message ggp.Message
		Clock   int // seconds the player has
	}

	// Reached says that a position has been reached and recorded: step 0 is the
	// initial position, step n the one after n joint moves.
	Reached struct{ Step int }

	// Noted says that a remark was added to the record.
	Noted struct{ Note Note }

	// Finished says that the record is complete. Effects that follow only tell
	// the players.
	Finished struct{ Status Status }

	// Over says that nothing further will happen.
	Over struct{}

	// Stale says that an event came too late to count.
	Stale struct{ Event Event }
)

func (Send) effect()     {}
func (Reached) effect()  {}
func (Noted) effect()    {}
func (Finished) effect() {}
func (Over) effect()     {}
func (Stale) effect()    {}
