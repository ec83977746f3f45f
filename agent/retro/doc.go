// Package retro solves what can still come about, where that is little: every position that
// can be reached is made once, and results are carried backwards from the ends (retrograde analysis).
//
// A search cannot prove what goes round in circles: who runs away in a small hunt, or shuttles in an ending, comes
// back to the same positions for ever. Here a position is one node however it was come to, so that a
// circle is an edge. What nobody can force is worth one half, for limits on the length of a match end such matches
// (Thompson, "Retrograde analysis of certain endgames", 1986; for the order of the work, Ströhlein 1970).
//
// It is for two players who decide by turns, whose utilities sum to one, without chance and hidden things. Positions are
// told apart by game.Keyer, where there is one, which may be wrong about a position; so a table is for who
// plays, not for who has to be right.
//
// Neighbours: game; agent, whose players it wraps (Player).
package retro
