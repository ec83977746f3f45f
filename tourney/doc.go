// Package tourney is a tournament as a pure state machine, as match is a match: what
// happened goes in as events, what is to be done comes out as effects.
//
//	Begin, Ended, Broken, Stop ──▶ Tournament.Step ──▶ Planned, Play, Decided, Over
//
// It says who plays whom, on which seats, in which game, by which clocks and from which
// opening, and when; it has no clock, goroutine, disk or network and draws nothing by
// chance, so that the same events always give the same effects. Its neighbour run plays
// the matches and keeps what must survive, store is where, rating makes numbers of it.
//
// The promises:
//
//   - A match that is to be played has been planned before, and plans are never changed:
//     whoever makes every Planned durable before what follows it can be killed at any
//     moment, and New with what was kept goes on where it was. What has an outcome is
//     never played again, what has none is.
//   - No entrant plays more matches at once than it can, nor do all together.
//   - Openings are played by everybody who meets in all the ways to exchange seats.
//   - Somebody who is late, dead or answers nonsense loses the match by the rule of
//     match.Config.Forfeit, and the tournament goes on; somebody who is busy is asked
//     again later, busyTries times in all, and then has lost.
//   - A sequential test looks at pairs in the order of the plan, whatever the order in
//     which they end, for quick games may well be other games than slow ones.
package tourney
