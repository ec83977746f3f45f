// Package puzzle plays games of one player in which nothing is hidden and nothing is drawn by lot: what is found once
// can be played to its end.
//
// A Player keeps the best line of moves to an end that anything has found, and plays it. Five searches look for
// better ones from the position of the moment, on shares of the time:
//
//   - width.go goes through positions, never twice through the same one: first those that show something that no position has
//     shown (best-first width search; Lipovetzky and Geffner, "Best-first width search", 2017), and every third time
//     the one that waits longest, so that in the end all come up. A counter of steps makes of one position many; what is a function
//     of the number of moves alone is found in random games and left out of comparing (clock.go).
//   - local.go changes a line in one place and keeps what is no worse (late acceptance hill climbing; Burke and Bykov 2017).
//   - fill.go gives variables values, first where few are left, in puzzles of which moves do that: numbers in squares, queens on a board.
//   - scout.go plays the match through by quick tree searches.
//   - agent/mcts searches the tree of the position itself, as it does games of several players, and proves.
//
// Of ends that are worth the same the one counts for more that is nearer to the most that the rules give, where they tell (game.Gauger).
// A line that brings everything (utility 1) ends all searches. Where the tree's move promises more than the line brings,
// it is made.
//
// Neighbours: agent/mcts, whose options it takes; agent/portfolio, which gives it such games.
package puzzle
