// Package interp is the reasoner: it plays a gdl.Program by asking the rules
// themselves, question by question.
//
// It is slow and meant to be obviously right. Every other engine for GDL is
// measured against it, and it plays the games whose network would be too large.
//
// How it works. A question is a call: a relation with each argument either
// known (a slot) or asked for (a variable). The known and unknown places
// make a shape; the rules of the relation are specialised for each shape once
// (plan.go), with their conditions put into an order in which negation and
// comparisons come after what binds them (order.go). Asking a call fills a table
// of all its answers (solve.go); a call met again reads its table. Calls that
// depend on each other in a circle are repeated until none of them has a new
// answer. This is goal-directed evaluation with tabling: nothing is derived that
// no question needs, so that programs whose full closure is huge (lists, deep
// terms) still work.
//
// Promises. Answers are complete or Err says why not. Budgets bound steps,
// memory, depth and size of terms, and call depth. All results are deterministic and sorted.
// States and moves are shared by all machines of a game, not between processes.
//
// It never uses a clock, the disk or a goroutine, and knows no game.
//
// Neighbours: package gdl gives the Program; package recording replays matches
// on a machine of this package; package propnet is the fast engine.
//
// Sources: H. Tamaki and T. Sato, "OLD Resolution with Tabulation" (ICLP 1986);
// W. Chen and D. S. Warren, "Tabled Evaluation with Delaying for General Logic
// Programs" (JACM 43, 1996); R. Tarjan, "Depth-First Search and Linear Graph
// Algorithms" (SIAM J. Computing 1, 1972) for finding the circles while asking.
package interp
