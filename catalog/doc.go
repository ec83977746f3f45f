// Package catalog opens games: by the name of an embedded or imported game, by
// the path of a file, or from text that a server sent. It is the one room that
// knows every language of rules and every engine.
//
//	source.go   finding a description by name or path
//	open.go     texts to games; which language a text is written in
//	engine.go   which engine runs a game in GDL, and why
//	ludemes.go  loading a game in ludemes, with its definitions
//	subgames.go … and the games of a match
//	facts.go    what people want to know of a game
//	library.go  embedded and imported games by name
//	import.go   taking over a directory of descriptions
//	import_ludemes.go  … and the definitions of ludemes
//	repository.go  … and the layout of the GGP repository
//
// Promises: what a file or a stranger's text holds can make opening fail, with
// a reason, but never the program; sizes, time and memory are bounded by
// Options. Names of files are made here, so that no imported name leads outside
// the directory of imported games; files appear whole or not at all.
//
// It never plays, and never changes the text of a description.
//
// Neighbours: games has the embedded texts; gdl, gdl/interp and propnet/exec run
// GDL; ludii/load and ludii/exec ludemes. A language is a row in open.go.
package catalog
