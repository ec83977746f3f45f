// Package match is one match as a pure state machine: what happened goes in as
// events, what is to be done comes out as effects.
//
//	Begin, Answered, Failed, Expired, Abort ──▶ Match.Step ──▶ Send, Reached, Noted, Finished, Over, Stale
//
// A Match knows the rules of a match, not how messages travel or what time it
// is: it has no clock, goroutine, disk or socket, and the same events always
// give the same effects and the same record, byte for byte. Times in the record
// are the ones handed in with the events. Its neighbour run gives it clocks and
// players, store keeps its records.
//
// The promises:
//
//   - Every player is asked at every turn, all at once; the turn ends when each
//     has answered or failed.
//   - A move that is late, illegal or garbage, or was lost with its connection,
//     is replaced by a random legal move drawn before the request went out; the
//     record keeps what happened, each kind apart. Nobody is disqualified (this
//     is what GGP-Base's server does), unless Config.Forfeit says when.
//   - A match may begin with an opening that is given, see Config.Opening.
//   - A match in which somebody answers START with busy is aborted, and the
//     record says who; Config.DespiteBusy plays on.
//   - A player that seems not to understand the messages at all is told apart
//     from one that makes illegal moves; who never answered anything is sent ABORT
//     at the end, whatever the end; a description that is worth several goal
//     values at once is named. These are the record's notes.
//   - Nature's moves are drawn here, by their odds.
//   - In a game that hides something a player is told its own move and what it
//     saw, nothing else.
//   - A fault of the description ends the match with a status that says so.
//   - All randomness comes from the seed; Record.Replay plays a record again and
//     reports the first difference.
//
// The package never reads a game language: it sees a game.Game.
package match
