// Package recording reads games that Ludii 1.3.13 recorded and replays them
// against an engine: at every ply the number of legal moves, the position after
// each of them, the recorded move and what it leads to, at the end the ranking.
// The first difference is named by ply, kind, move and site.
//
// It knows engines only as [Engine]; it never interprets rules. It promises to
// hold no file beyond its limits in memory, and that a game which crashes, hangs
// or cannot be read is a result like any other. Its neighbours are ludii/exec,
// which implements Engine, and the gamemaster, which prints the results.
// [ReadIndex] finds the games of a folder, [Verify] replays them, [Summarise]
// groups what came out.
//
// # Exact
//
// A game is exact when in all its recordings, at every ply: the number of legal
// moves is the recorded one; the multiset of the hashes of all successors is (or,
// where hashes were left out, the sorted texts are); the recorded move is among
// them, found by its text or else by its successor, and leads to the recorded
// digest. At the end both must be over or neither, and the rankings be equal.
// Where Ludii stopped because there were no moves (reason "noMoves"), there must
// be none here. Whether texts are equal is counted, but is no condition where
// there are hashes.
//
// # The file
//
// JSON, an object a line, plain or gzip: "meta", "start", "ply"…, "end" (types
// [Meta], [Start], [Ply], [End]). What is not obvious:
//
//   - ply.legal is sorted by text (byte order). The same text may occur many times;
//     then hashes are in ascending order within it. Equal moves are not merged: all
//     of them count.
//   - ply.succ has the [Hash] of the digest after each, hex, separated by blanks. It
//     is left out in simultaneous games, where it took too long, and beyond 1,500
//     moves. The hash of the chosen one is always that of the digest that follows.
//   - beyond 1,500 moves legal holds the first 50 only and legalHash is the [Hash] of
//     all sorted texts, each followed by a line feed.
//   - ply.ci is the chosen one's index in the sorted list, ply.ch its text. In
//     simultaneous games ch is a list, a move per player, and ci is absent.
//   - start.setup holds at most 400 actions; setupN says how many there were.
//   - meta of a match of several games ("match":true) says nothing of boards.
//   - reason is "terminal", "maxMoves" (cut off after 120 plies), "timeout" or
//     "noMoves" (not over, but nothing to play: simulations). Ranking and winner are
//     there only when over.
//
// # Moves
//
//	move   = [mover ":"] action {";" action} ["@" from ">" to] ["^" min ".." max]
//	action = ["!"] plain | "{" move "}"
//
// "mover:" is written in simultaneous games, where a list holds the moves of all
// players, and elsewhere only where the move belongs to somebody else than the
// player to move (0 is nobody). "!" marks a decision, what the player chose, as
// against what follows from it; legal texts have one as a rule, sometimes inside
// braces; consequences that were decisions of moves of their own keep theirs in
// app. "@from>to" is written only where the move's own from and to are not those
// of its decision: in moves without decision, which have the first action's, and
// where they are unset (-1). "^min..max" are the levels the move is about, where
// they are not both 0: pieces in the middle of a stack, or a span of it.
//
// Braces are a move that is an action of another one. Generators that attach
// consequences at once (captures, effects before the move, jumps over several
// pieces) nest: "{R13};{{R39};{!M47-6}}". In app all of it is flat, in the order
// of application, without mover, from and to, and levels.
//
// In games with dice the roll is made when the legal moves are asked for; each of
// them then begins with the same "die26=0;die27=3;diceEq=false". The second and
// further moves of a turn have no such prefix. A die's number is its face's index.
// "die" behind the decision sets a die by rule (as doubles are played again) and
// is no chance.
//
// Plain actions, with loc = [type]index["/"level]; a type (C cell, E edge, V
// vertex) is written where it is not the board's default, a level only in games
// with stacks:
//
//	A loc=what           add                    M loc-loc   move
//	I loc=what           insert in a stack      K loc-loc   move a stack of xN
//	P loc=what           promote                C loc-loc   copy
//	R loc                remove; ~ marks it, to be done at the end of the turn
//	S loc  S loc-loc     select                 pass  pass* (nothing else was possible)
//
// each with, in this order, xCOUNT sSTATE rROTATION vVALUE and k, as far as given;
// k says of A that it puts on a stack, of M that all levels from min to max move
// together. And
//
//	st ct ro va LOC=N    set state, count (ctLOC=WHATxCOUNT), rotation, value
//	next=P scoreP=N scoreP+=N counter=N temp=N pend pend=N var:NAME=N
//	amtP=N betP=N pot=N pvalP=N       amounts, bets, pot, a player's value
//	dieSITE=FACE useI.J@SITE diceEq=BOOL   J-th die of the I-th set of dice
//	hid[FIELD]:LOC@P=0|1 FIELD What Who State Count Value Rotation, or all
//	rem[:NAME]=N forget[:NAME]=N      remembered values
//	=LOC:N togLOC:N                   deduction puzzles: resolve, toggle a candidate
//	swapP,Q teamP=N costLOC=N store trig:NAME@P note:TEXT@P
//	propose:TEXT vote:TEXT phase… forfeit… reset…
//
// [ParseMove] reads them, [Move.String] writes them.
//
// # Digests
//
//	digest    = container {"|" container} "#" control
//	container = [site ":" item {"," site ":" item}]           occupied sites only
//	item      = piece | "[" piece {"/" piece} "]"             bottom first
//	          | "=" value | "~" value {"." value}             deduction puzzles
//	piece     = what ["." owner] ["x" count] ["s" state] ["r" rotation] ["v" value]
//	control   = ["g" index "M" scores ["OVER:" winner ":" ranking] ";"]   matches of several games
//	            ("m" mover "n" next | "over:" winner ":" ranking)
//	            ["p" phases] ["o" order] ["a" active] ["s" scores] ["b" amounts] ["t" pot]
//
// Owner is written where it is not the component's, count where not 1, the others
// where not 0. Phases, order and active players are separated by points, scores,
// amounts and ranks by commas. A site that a large piece or a domino covers has
// the piece 0 with its count, which is written even when 1 (0 is what is left
// out there); dominoes have their own number as count ("840:6x6s1,841:0x6"). When over, phases are not written, scores are. "o" is there after
// players were swapped, "a" after one has left the game. Of matches "over:" is the
// end of the present game and "OVER:" that of the match. [ParseDigest] reads
// them, [Digest.String] writes them, [Hash] hashes their texts.
//
// # Chance
//
// Successors of moves whose consequences are random were all computed from the
// same state of the random generator, which is not recorded. So an engine asks a
// [Chance], and the replay answers: with what app shows for the chosen move; for
// other moves it tries outcomes, likely ones first, until one has a recorded
// hash. Random starts take the recorded setup.
//
// # Further state
//
// x is no condition of exactness, but tells where a difference comes from: prev
// (the last mover), counter, turn, same (moves in this turn, counted from 1), vars,
// temp, pending, dice (faces not used yet, as values; 0 is used), sumDice, diceEq,
// passes (in a row), rememberMap and remember, playerValues, teams, visited,
// toRemove (marked by "~"), hidden ("PLAYER:SITE FLAGS,…;"), stored (a position's
// hash), dominoes, playable, propositions, votes, decided. Absent is unset.
package recording
