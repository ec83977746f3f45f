// Package web is the game master for people with a browser: one server with a page
// and an API, to watch, play, replay and look up matches of any game.
//
// The promises: everything that the page needs is in the binary, and no other host is
// ever asked on its behalf; a position is drawn from facts and geometry alone; in a
// game that hides something nobody who sits at it sees, while it is played, more than
// their seat may; what a stranger sends is bounded in size, number and time; a server
// that listens to more than its own machine changes nothing without its token; when
// Close returns, every match and every goroutine has ended.
//
// It knows matches, not rules or brains: games, agents, records and the network are
// reached through Host, which cmd/gamemaster implements. It never reads a game
// language and never decides on a move. The page is below app, made by bundle.
package web
