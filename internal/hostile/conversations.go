package hostile

import (
	"fmt"
	"strings"
)

// A conversation is a line for each step: "> " sends a message and waits for the answer, "& "
// sends one and goes on without waiting, and "< " behind either is a regular expression for
// its answer. What was not waited for is at the end. Each message has a connection of its own.
// CLOCK stands for as many seconds as whoever has the conversation likes.

// bomb are rules whose positions grow without an end.
const bomb = `((role a)(role b)(init (n z))(<= (legal ?r noop)(role ?r))(<= (goal ?r 50)(role ?r))(<= terminal (true (n done)))(<= (next (n (f ?x ?y)))(true (n ?x))(true (n ?y)))(<= (next (n ?x))(true (n ?x))))`

// long is a match of ten turns for one.
const long = `((role a)(init (n 0))(s 0 1)(s 1 2)(s 2 3)(s 3 4)(s 4 5)(s 5 6)(s 6 7)(s 7 8)(s 8 9)(<= (legal a go)(true (n ?x)))(<= (legal a stay)(true (n ?x)))(<= (next (n ?y))(does a ?m)(true (n ?x))(s ?x ?y))(goal a 50)(<= terminal (true (n 9))))`

func started1(id, rules, clocks string) string {
	return "(START " + id + " a " + rules + " " + clocks + ")"
}

// conversations are attacks that take more than one message.
var conversations = []Row{
	// Out of turn.
	{Name: "PLAY before START", Text: text("> (PLAY m NIL)\n< ^busy$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "STOP before START", Text: text("> (STOP m NIL)\n< ^busy$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "START twice at once", Text: text("& " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "START after START", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "START of the same match by other rules", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> " + started1("m", small, "CLOCK CLOCK") + "\n< ^busy$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "START of the same match for another role", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (START m b " + long + " CLOCK CLOCK)\n< ^busy$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "START of another match in the middle", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> " + started1("other", long, "CLOCK CLOCK") + "\n< ^busy$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "START after PLAY", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^(ready|busy)$\n> (PLAY m (go))\n< ^(go|stay)$")},
	{Name: "STOP in the middle of START", Text: text("& " + started1("m", bomb, "5 5") + "\n< ^(ready|busy|nil)$\n> (STOP m NIL)\n< ^(done|busy)$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "ABORT in the middle of START", Text: text("& " + started1("m", bomb, "5 5") + "\n< ^(ready|busy|nil)$\n> (ABORT m)\n< ^(aborted|busy)$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "PLAY in the middle of START", Text: text("& " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "STOP in the middle of PLAY", Text: text("> " + started1("m", bomb, "1 CLOCK") + "\n< ^ready$\n& (PLAY m NIL)\n< ^(noop|nil)$\n> (STOP m (noop noop))\n< ^done$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "ABORT in the middle of PLAY", Text: text("> " + started1("m", bomb, "1 CLOCK") + "\n< ^ready$\n& (PLAY m NIL)\n< ^(noop|nil)$\n> (ABORT m)\n< ^aborted$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "PLAY in the middle of PLAY", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n& (PLAY m NIL)\n< ^(go|stay)$\n& (PLAY m (go))\n< ^(go|stay)$\n> (PLAY m (go))\n< ^(go|stay)$")},
	{Name: "PLAY after STOP", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (STOP m NIL)\n< ^done$\n> (PLAY m NIL)\n< ^busy$")},
	{Name: "STOP after STOP", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (STOP m (go))\n< ^done$\n> (STOP m (go))\n< ^(done|busy)$\n> (ABORT m)\n< ^(aborted|busy)$")},
	{Name: "STOP of a match that has hardly begun", Text: text("> " + started1("m", small, "CLOCK CLOCK") + "\n< ^ready$\n> (STOP m (go go go go))\n< ^done$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "PLAY after the end", Text: text("> " + started1("m", small, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^go$\n> (PLAY m (go))\n< ^.*$\n> (PLAY m (go))\n< ^.*$\n> (STOP m (go))\n< ^done$")},
	{Name: "matches whose names differ in letter case", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY M NIL)\n< .\n> (ABORT M)\n< .\n> (PLAY m NIL)\n< .")},

	// Moves.
	{Name: "moves that nobody could make", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m (fly))\n< ^(go|stay)$\n> (PLAY m ((go go)))\n< ^(go|stay)$\n> (PLAY m (()))\n< ^(go|stay|nil)$")},
	{Name: "more moves than roles", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m (go go go go go))\n< ^(go|stay)$\n> (PLAY m (go))\n< ^(go|stay)$")},
	{Name: "ten thousand moves", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m (" + strings.Repeat("go ", 10_000) + "))\n< ^(go|stay|nil)$\n> (PLAY m (go))\n< ^(go|stay)$"
	}},
	{Name: "a move of a megabyte", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m ((f " + strings.Repeat("go ", 350_000) + ")))\n< ^(go|stay|nil)$"
	}},
	{Name: "a move that is 900 deep", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m (" + nested(900, "(f ", "x", ")") + "))\n< ^(go|stay|nil)$"
	}},
	{Name: "a move that is a million deep", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m (" + nested(1_000_000, "(", "", ")") + "))\n< ^nil$\n> (PLAY m NIL)\n< ^(go|stay)$"
	}},
	{Name: "a turn twice, a turn left out, a turn before", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m 0 NIL NIL)\n< .\n> (PLAY m 0 NIL NIL)\n< .\n> (PLAY m 5 go ())\n< .\n> (PLAY m 1 go ())\n< .\n> (PLAY m 1000000 go ())\n< .\n> (PLAY m 2 stay (a b c))\n< .")},
	{Name: "moves in words of the language", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m (NIL))\n< .\n> (PLAY m (?x))\n< .\n> (PLAY m (legal))\n< .\n> (PLAY m (<=))\n< .")},
	{Name: "the first moves again and again", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n" + strings.Repeat("> (PLAY m NIL)\n< ^(go|stay)$\n", 5)
	}},
	{Name: "three kinds of messages about turns in one match", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$\n> (PLAY m 1 go ())\n< .\n> (PLAY m (go))\n< .\n> (PLAY m ())\n< .")},

	// Crowds.
	{Name: "a hundred matches at once", Text: func() string {
		var b strings.Builder
		for i := range 100 {
			b.WriteString("& " + started1(fmt.Sprintf("m%d", i), long, "CLOCK CLOCK") + "\n< ^(ready|busy)$\n")
		}
		return b.String() + "> (INFO)\n< status"
	}},
	{Name: "a bomb and its ABORT, forty times", Text: func() string {
		var b strings.Builder
		for i := range 40 {
			fmt.Fprintf(&b, "& %s\n< ^(ready|busy|nil)$\n> (ABORT m%d)\n< ^(aborted|busy)$\n", started1(fmt.Sprintf("m%d", i), bomb, "60 60"), i)
		}
		return b.String() + "> " + started1("last", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY last NIL)\n< ^(go|stay)$"
	}},
	{Name: "a match that nobody ends, and another behind it", Text: text("> " + started1("m", bomb, "3 CLOCK") + "\n< ^(ready|busy)$\n> (INFO)\n< status\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^busy$\n> (ABORT m)\n< ^aborted$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
	{Name: "two hundred questions while a match begins", Text: func() string {
		return "& " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n" + strings.Repeat("& (INFO)\n< status\n", 200) + "> (PLAY m NIL)\n< ^(go|stay)$"
	}},
	{Name: "strangers' matches aborted two hundred times", Text: func() string {
		return "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n" + strings.Repeat("& (ABORT stranger)\n< ^busy$\n", 200) + "> (PLAY m NIL)\n< ^(go|stay)$"
	}},
	{Name: "garbage between all messages", Text: text("> ((((\n< ^nil$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> \x00\x00\n< ^nil$\n> (PLAY m NIL)\n< ^(go|stay)$\n> )PLAY(\n< ^nil$\n> (PLAY m (go))\n< ^(go|stay)$\n> (PLAY)\n< ^nil$\n> (STOP m (go))\n< ^done$")},

	// PREVIEW.
	{Name: "PREVIEW of a bomb, and START of it", Text: text("> (PREVIEW " + bomb + " 1)\n< ^ready$\n> " + started1("m", bomb, "1 CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^noop$")},
	{Name: "PREVIEW of a bomb, and START of something else", Text: text("> (PREVIEW " + bomb + " 1)\n< ^ready$\n> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "PREVIEW in the middle of a match", Text: text("> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$\n> (PREVIEW " + bomb + " 1)\n< ^(ready|busy)$\n> (PLAY m NIL)\n< ^(go|stay)$")},
	{Name: "PREVIEW fifty times", Text: func() string {
		return strings.Repeat("& (PREVIEW "+bomb+" 1)\n< ^(ready|busy)$\n", 50) + "> " + started1("m", long, "CLOCK CLOCK") + "\n< ^ready$"
	}},

	// Clocks.
	{Name: "a match with no time at all", Text: text("> " + started1("m", long, "0 0") + "\n< ^ready$\n> (PLAY m NIL)\n< ^(go|stay|nil)$\n> (PLAY m (go))\n< ^(go|stay|nil)$")},
	{Name: "a start clock of years that is aborted", Text: text("& " + started1("m", bomb, "1000000000 1") + "\n< ^(ready|busy|nil)$\n> (ABORT m)\n< ^aborted$\n> " + started1("next", long, "CLOCK CLOCK") + "\n< ^ready$")},
}
