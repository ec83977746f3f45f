package hostile

import "strings"

// small is the text of a game that can be played, as it stands in a START.
const small = `((role a)(init (n 1))(<= (legal a go)(true (n ?x)))(<= (next (n 2))(does a go))(goal a 50)(<= terminal (true (n 2))))`

// start is a START with a match's name and clocks of its own.
func start(id, role, clocks string) func() string {
	return text("(START " + id + " " + role + " " + small + " " + clocks + ")")
}

// messages are messages of a manager, and what may look like one. What is wanted is
// the answer of a player that is playing nothing.
var messages = []Row{
	// Form.
	{Name: "white space", Want: "^nil$", Text: text(" \t\r\n")},
	{Name: "a comment", Want: "^nil$", Text: text("; (INFO)")},
	{Name: "a comment without end", Want: "^nil$", Text: text("(INFO ;")},
	{Name: "an opening parenthesis", Want: "^nil$", Text: text("(")},
	{Name: "a closing parenthesis", Want: "^nil$", Text: text(")")},
	{Name: "a message inside out", Want: "^nil$", Text: text(")INFO(")},
	{Name: "nothing in parentheses", Want: "^nil$", Text: text("()")},
	{Name: "a message in parentheses", Want: "^nil$", Text: text("((INFO))")},
	{Name: "only opening parentheses", Want: "^nil$", Text: func() string { return strings.Repeat("(", 4<<20) }},
	{Name: "only closing parentheses", Want: "^nil$", Text: func() string { return strings.Repeat(")", 4<<20) }},
	{Name: "a thousand and one deep", Want: "^nil$", Text: func() string { return "(PLAY m " + nested(1001, "(", "a", ")") + ")" }},
	{Name: "a million deep", Want: "^nil$", Text: func() string { return nested(1_000_000, "(", "", ")") }},
	{Name: "a symbol of 8 MiB", Want: "^nil$", Text: func() string { return strings.Repeat("x", 8<<20) }},
	{Name: "a command of 8 MiB", Want: "^nil$", Text: func() string { return "(" + strings.Repeat("x", 8<<20) + " m)" }},
	{Name: "zero bytes for blanks", Want: "available|busy", Text: text("(\x00INFO\x00)")},
	{Name: "a zero byte in the command", Want: "^nil$", Text: text("(IN\x00FO)")},
	{Name: "broken UTF-8", Want: "^busy$", Text: text("(ABORT \xff\xfe\xc0\x80)")},
	{Name: "characters that turn the text around", Want: "^busy$", Text: text("(ABORT \u202em\u202c)")},
	{Name: "a command with a letter of another alphabet", Want: "^nil$", Text: text("(\u0406NFO)")},
	{Name: "a long s", Want: "^(nil|busy)$", Text: text("(\u017fTOP m NIL)")}, // whose upper case is S
	{Name: "a command to a terminal", Want: "^nil$", Text: text("(\x1b[2J\x1b]0;x\x07 m)")},
	{Name: "quotation marks", Want: "^nil$", Text: text(`("INFO")`)},
	{Name: "two messages", Want: "available|busy|nil", Text: text("(INFO)(ABORT m)")},

	// Elements.
	{Name: "INFO with something", Want: "^nil$", Text: text("(INFO please)")},
	{Name: "a match that is a list", Want: "^nil$", Text: text("(ABORT (m))")},
	{Name: "a match of 4 MiB", Want: "^busy$", Text: func() string { return "(ABORT " + strings.Repeat("m", 4<<20) + ")" }},
	{Name: "ABORT of two", Want: "^nil$", Text: text("(ABORT m n)")},
	{Name: "ABORT of none", Want: "^nil$", Text: text("(ABORT)")},
	{Name: "START of nothing", Want: "^nil$", Text: text("(START)")},
	{Name: "START with a symbol for rules", Want: "^nil$", Text: text("(START m a rules 1 1)")},
	{Name: "START with no rules", Want: "^busy$", Text: text("(START m a () 60 60)")},
	{Name: "START with a role that is a list", Want: "^ready$", Text: start("role-list", "(a (b) c)", "1 1")},
	{Name: "START with a role that is not there", Want: "^ready$", Text: start("role-none", "nobody", "1 1")},
	{Name: "START with clocks of nothing", Want: "^ready$", Text: start("no-clocks", "a", "0 0")},
	{Name: "START with a negative clock", Want: "^nil$", Text: start("negative", "a", "-1 1")},
	{Name: "START with a clock of 2^63", Want: "^nil$", Text: start("two-63", "a", "9223372036854775808 1")},
	{Name: "START with a clock in seconds of years", Want: "^nil$", Text: start("years", "a", "1 1000000001")},
	{Name: "START with a fraction", Want: "^nil$", Text: start("half", "a", "0.5 1")},
	{Name: "START with a clock that is a list", Want: "^nil$", Text: start("list", "a", "(1) 1")},
	{Name: "START with a hundred elements more", Want: "^nil$", Text: func() string { return "(START m a () 1 1" + strings.Repeat(" x", 100) + ")" }},
	{Name: "START with a million rules of nothing", Want: "^(busy|nil|ready)$", Text: func() string { return "(START empties a (" + strings.Repeat("()", 1_000_000) + ") 1 1)" }},
	{Name: "START in ludemes without an end", Want: "^nil$", Text: text(`(START m p1 (game "x (players 2)) 1 1)`)},
	{Name: "START in ludemes with parentheses in a string", Want: "^busy$", Text: text(`(START m p1 (game ")))(((" (players 2)) 60 60)`)},
	{Name: "START in ludemes that is only braces", Want: "^(busy|nil)$", Text: func() string { return `(START m p1 (game "x" ` + nested(5000, "{", "", "}") + `) 60 60)` }},
	{Name: "PLAY of nothing", Want: "^nil$", Text: text("(PLAY)")},
	{Name: "PLAY without a list", Want: "^nil$", Text: text("(PLAY m)")},
	{Name: "PLAY of nobody's match", Want: "^busy$", Text: text("(PLAY nobodys NIL)")},
	{Name: "PLAY with ten thousand and one moves", Want: "^nil$", Text: func() string { return "(PLAY m (" + strings.Repeat("a ", 10_001) + "))" }},
	{Name: "PLAY with a move of 4 MiB", Want: "^busy$", Text: func() string { return "(PLAY m ((f " + strings.Repeat("x ", 2<<20) + ")))" }},
	{Name: "PLAY with a turn of 2^64", Want: "^nil$", Text: text("(PLAY m 18446744073709551616 a (b))")},
	{Name: "PLAY with a negative turn", Want: "^nil$", Text: text("(PLAY m -1 a (b))")},
	{Name: "PLAY with a turn that is a list", Want: "^nil$", Text: text("(PLAY m (1) a (b))")},
	{Name: "STOP with four elements", Want: "^nil$", Text: text("(STOP m 1 a)")},
	{Name: "STOP of nobody's match", Want: "^busy$", Text: text("(STOP nobodys (a b))")},
	{Name: "PREVIEW of a symbol", Want: "^nil$", Text: text("(PREVIEW rules 1)")},
	{Name: "PREVIEW without time", Want: "^ready$", Text: text("(PREVIEW " + small + " 0)")},
	{Name: "PREVIEW of garbage", Want: "^ready$", Text: text("(PREVIEW ((((a)))) 1)")},
	{Name: "PREVIEW with a clock of years", Want: "^ready$", Text: text("(PREVIEW " + small + " 1000000000)")},

	// Names of matches, roles and moves.
	{Name: "START of a match whose name is a megabyte long", Want: "^(ready|nil)$", Text: start(strings.Repeat("m", 1<<20), "a", "1 1")},
	{Name: "START of a match named by commands to a terminal", Want: "^(ready|nil)$", Text: start("\x1b]0;owned\x07\x1b[2J", "a", "1 1")},
	{Name: "START of a match named by a path", Want: "^(ready|nil)$", Text: start("../../../../etc/passwd", "a", "1 1")},
	{Name: "START of a match named by marks over a letter", Want: "^(ready|nil)$", Text: start("m"+strings.Repeat("\u0301", 100_000), "a", "1 1")},
	{Name: "START of a match named by nothing that is seen", Want: "^(ready|nil)$", Text: start("\u200b\u200d\ufeff\u2066", "a", "1 1")},
	{Name: "START of a match named by broken UTF-8", Want: "^(ready|nil)$", Text: start("\xff\xc0\x80\xed\xa0\x80", "a", "1 1")},
	{Name: "START of a match named like a page", Want: "^(ready|nil)$", Text: start("<script>alert(1)</script>", "a", "1 1")},
	{Name: "START of a match named by formats", Want: "^(ready|nil)$", Text: start("%s%n%d{{.}}${x}`id`", "a", "1 1")},
	{Name: "START of a match named by a number of a thousand digits", Want: "^(ready|nil)$", Text: start(strings.Repeat("9", 1000), "a", "1 1")},
	{Name: "START for a role of a megabyte", Want: "^(ready|nil)$", Text: start("role-long", strings.Repeat("r", 1<<20), "1 1")},
	{Name: "START for a role of zero bytes", Want: "^(ready|nil)$", Text: start("role-zero", "\x00\x00a", "1 1")},
	{Name: "START for chance", Want: "^(ready|nil|busy)$", Text: start("role-random", "random", "1 1")},
	{Name: "START with clocks in hexadecimal", Want: "^nil$", Text: start("hex", "a", "0x10 0x10")},
	{Name: "START with clocks in Arabic digits", Want: "^nil$", Text: start("arabic", "a", "\u0661 \u0661")},
	{Name: "START with clocks with an exponent", Want: "^nil$", Text: start("exponent", "a", "1e1 1e1")},
	{Name: "START with clocks of a million digits", Want: "^nil$", Text: start("digits", "a", strings.Repeat("1", 1_000_000)+" 1")},
	{Name: "START with clocks of zeros", Want: "^(ready|nil)$", Text: start("zeros", "a", strings.Repeat("0", 100_000)+"1 1")},
	{Name: "START with clocks with signs", Want: "^(ready|nil)$", Text: start("plus", "a", "+1 +1")},
	{Name: "START with rules that are a string", Want: "^nil$", Text: text(`(START m a "((role a))" 1 1)`)},
	{Name: "START with rules in variables", Want: "^(busy|nil)$", Text: text(`(START m a (?x ?y ?z) 60 60)`)},
	{Name: "START with rules upside down", Want: "^(busy|nil)$", Text: text(`(START m a ((a role)(?x <=)(() ())) 60 60)`)},
	{Name: "START with a comment in its middle", Want: "^(ready|nil)$", Text: start("comment", "a", "1 ; 1\n1")},
	{Name: "START within START", Want: "^(busy|nil|ready)$", Text: func() string { return "(START m a (" + start("inner", "a", "1 1")() + ") 1 1)" }},
	{Name: "PLAY with percepts of a deep term", Want: "^(busy|nil)$", Text: func() string { return "(PLAY m 1 noop (" + nested(900, "(f ", "x", ")") + "))" }},
	{Name: "PLAY with ten thousand lists of nothing", Want: "^(busy|nil)$", Text: func() string { return "(PLAY m (" + strings.Repeat("() ", 9_999) + "))" }},
	{Name: "PLAY of the last turn that there is", Want: "^(busy|nil)$", Text: text("(PLAY m 2147483647 a (b))")},
	{Name: "PLAY of turn zero with percepts", Want: "^(busy|nil)$", Text: text("(PLAY m 0 a (b))")},
	{Name: "ABORT of a name of control bytes", Want: "^(busy|nil)$", Text: text("(ABORT \x01\x02\x03\x7f\x85)")},
	{Name: "a command with a mark over it", Want: "^nil$", Text: text("(I\u0301NFO)")},
	{Name: "a command in wide letters", Want: "^nil$", Text: text("(\uff29\uff2e\uff26\uff2f)")},
	{Name: "parentheses of another alphabet", Want: "^nil$", Text: text("\uff08INFO\uff09")},
	{Name: "a line of its own kind between words", Want: ".", Text: text("(ABORT\u2028m\u0085)")},

	// Answers of players, which managers read.
	{Name: "a move of 900,000 bytes", Want: "^nil$", Text: func() string { return "(mark " + strings.Repeat("1 ", 450_000) + ")" }},
	{Name: "two moves", Want: "^nil$", Text: text("(mark 1 1) (mark 2 2)")},
	{Name: "a move with a line of our own", Want: "^nil$", Text: text("noop\n 99. red wins")},
	{Name: "a state of names", Want: "^nil$", Text: text("((name " + strings.Repeat("(name ", 50) + strings.Repeat(")", 50) + ") (status))")},
	{Name: "a thousand keys", Want: "^nil$", Text: func() string { return "(" + strings.Repeat("(name x) ", 1000) + ")" }},
}
