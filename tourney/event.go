package tourney

import "ludens/rating"

// Event is something that happened: Begin, Ended, Broken, Stop.
type Event interface{ event() }

type (
	// Begin starts the tournament, or goes on with it. It counts once.
	Begin struct{}

	// Ended is the outcome of a slot's match.
	Ended struct {
		Slot    int
		Outcome rating.Outcome
	}

	// Broken is the news that a slot's match came to no end for reasons that are not
	// the players', or because one was busy. It is played again.
	Broken struct {
		Slot int
		Busy bool
	}

	// Stop lets no further match begin. Those under way may end.
	Stop struct{}
)

func (Begin) event()  {}
func (Ended) event()  {}
func (Broken) event() {}
func (Stop) event()   {}

// Effect is something to be done or known: Planned, Play, Decided, Over.
type Effect interface{ effect() }

type (
	// Planned says that matches were added to the plan. They must be durable before
	// the effects that follow are carried out.
	Planned struct{ Slots []Slot }

	// Play asks for a match. That it was begun must be durable before it begins.
	Play struct {
		Slot    Slot
		Attempt int // from 1
		// Busy is how often a player of this match was found busy before: time to
		// wait a little.
		Busy int
		// Last says that a player who is busy again has lost.
		Last bool
	}

	// Decided says that the sequential test is over. Matches that have not begun
	// will not be played.
	Decided struct{ Verdict rating.Verdict }

	// Over says that nothing further will happen.
	Over struct{}
)

func (Planned) effect() {}
func (Play) effect()    {}
func (Decided) effect() {}
func (Over) effect()    {}
