// Package relative finds, for a game without a net, a net of a related game: another size of the board, a
// variant of the rules, or the same rules in other words or in the other language.
//
// Nothing says which games are related. A net is tried on in every way in which its board may lie and
// its seats may be exchanged; it fits where what it looks at is shown and the moves that it knows
// are made (arch.Match). Those that fit play the game by their policies alone, first against random moves and
// then against each other, and the winner is taken; of two that are about as good the one that wins with a search (Duel). That is no
// proof that it is of use in a match: whoever takes a net has it race first.
//
// The package never looks at names of games. Neighbours: nets/arch (Transfer), nets/encode (Meaning),
// tune/startclock (which asks), cmd/player (which knows what nets there are).
package relative
