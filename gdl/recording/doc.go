// Package recording reads matches that other systems recorded and replays them
// on an engine: every position, legal set, terminal flag and goal list is
// compared, and the first difference is an error with a place.
//
// The format (JSON, an object a line, plain or gzip):
//
//	{"type":"header","game","seed","engine","case","caseCollisions","maxPly","roles":[…]}
//	{"type":"ply","ply","state":[…],"terminal","goals":[[…] per role],"legal":[[…] per role],"moves":[one per role]}
//	{"type":"end","reason":terminal|maxPly|timeout,"plies"}
//
// With case "lower" all recorded text is in lower case and is compared so, with
// "preserved" letter for letter. Goals are all values that can be derived, none
// or several included. The last position has no moves, except after a timeout:
// then what its moves led to was not recorded. The end counts joint moves.
//
// It knows engines only as Position, so that any engine can be held against a
// recording. It promises to read no file beyond its limits into memory. It
// never interprets rules.
package recording
