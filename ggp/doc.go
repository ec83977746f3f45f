// Package ggp is the General Game Playing protocol as data: the messages a game
// manager sends, the answers a player gives, and the spelling of both in the
// dialects of the server families that exist.
//
//	text ──Parse──▶ Start, Play, Stop, Abort, Info, Preview
//	     ◀─Encoder── the same, in the spelling of one server family
//
// Parse reads what any of them sends: command words in any case, upper-cased
// rules, blank-separated or tight parentheses, both percept forms of GDL-II,
// extra elements at the end of a START. Encoder writes what each of them
// writes, byte for byte.
//
// The promise: whatever the text, Parse returns a message or an error, in time
// and memory linear in the length of the text and within Limits; it never
// panics. Moves, percepts and roles are terms as text in one spelling, "(play a)",
// whatever the spelling on the wire. Rules stay text: the package does not know
// the game languages, nor any game.
//
// It has no goroutine, clock or socket. Its neighbours below this directory do:
// server listens for a player, client speaks for a manager.
//
// Sources: the message forms of GGP-Base (RequestBuilder, RequestFactory), of the
// Dresden game server of 2011 and of its later game controller of 2013 that
// introduced the numbered GDL-II form; M. Genesereth, N. Love, B. Pell, "General
// Game Playing: Overview of the AAAI Competition" (2005), section on the
// communication protocol.
package ggp
