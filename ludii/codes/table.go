package codes

import (
	"strings"

	"ludens/diag"
)

// within puts a part of a description where it belongs: equipment, moves and end
// rule of a small game.
func within(equipment, play, end string) string {
	if equipment == "" {
		equipment = `(board (square 3)) (piece "Disc" Each)`
	}
	if play == "" {
		play = `(move Add (to (sites Empty)))`
	}
	if end == "" {
		end = `(if (is Line 3) (result Mover Win))`
	}
	return `(game "Example" (players 2) (equipment {` + equipment + `}) (rules (play ` + play + `) (end ` + end + `)))`
}

// board is a small game on a board.
func board(text string) string { return within(`(board `+text+`) (piece "Disc" Each)`, "", "") }

var table = []Rule{
	{
		Code: "LUD001", Title: "every opening bracket has its closing one", Severity: diag.Error,
		Why: "Without it nobody can tell what belongs together; the finding names the bracket that stays open.", Mend: "Add the closing bracket where the form ends.",
		Example: `(piece "Disc" Each`, Mended: `(piece "Disc" Each)`, trigger: within("", "", "") + `(define "X" 1`,
	},
	{
		Code: "LUD002", Title: "every closing bracket has its opening one", Severity: diag.Error,
		Why: "It closes more than was opened: what stands behind it is outside of everything.", Mend: "Remove it, or add the opening bracket.",
		Example: `(piece "Disc" Each))`, Mended: `(piece "Disc" Each)`, trigger: within("", "", "") + ")",
	},
	{
		Code: "LUD003", Title: "a bracket is closed by one of its own kind", Severity: diag.Error,
		Why: "Parentheses hold a ludeme with its arguments, braces a list.", Mend: "Close what was opened last, with its own sign.",
		Example: `{(piece "Disc" Each})`, Mended: `{(piece "Disc" Each)}`, trigger: within(`(board (square 3}) (piece "Disc" Each)`, "", ""),
	},
	{
		Code: "LUD004", Title: "a string ends with a quotation mark", Severity: diag.Error,
		Why: "All that follows would belong to the string.", Mend: "Add the quotation mark where the name or the text ends.",
		Example: `(piece "Disc Each)`, Mended: `(piece "Disc" Each)`, trigger: within("", "", "") + ` "Disc`,
	},
	{
		Code: "LUD005", Title: "a label stands before a value", Severity: diag.Error,
		Why: "A label, a name with a colon, tells which argument it is that follows.", Mend: "Write the value behind the label, or remove the label.",
		Example: `(to (sites Empty) if:)`, Mended: `(to (sites Empty) if:(is Empty (to)))`, trigger: within("", `(move Add (to (sites Empty) if:))`, ""),
	},
	{
		Code: "LUD006", Title: "an option reference names an option", Severity: diag.Error,
		Why: "<Tag:argument> stands for what the chosen item of an option has in that place.", Mend: "Write the tag of an option between the signs; a comparison has white space behind its sign.",
		Example: `(square <>)`, Mended: `(square <Board:size>)`, trigger: board(`(square <>)`),
	},
	{
		Code: "LUD007", Title: "a description has a size that can be read", Severity: diag.Error,
		Why: "Length, nesting and number of parts are limited, so that no text can take memory or time without end.", Mend: "Look for a part that was written again and again by a program.",
		Example: `((((((… over a thousand brackets within each other`, Mended: ``, trigger: strings.Repeat("(", 20_000),
	},
	{
		Code: "LUD008", Title: "the brackets in an option's argument pair", Severity: diag.Warning,
		Why: "An argument that opens a bracket and leaves it to another to close it is put together as text. It is allowed, and easily a slip.", Mend: "Put the whole form into the argument.",
		Example: `(item "Three" <(square> "…")`, Mended: `(item "Three" <(square 3)> "…")`,
		trigger: within("", "", "") + `(option "Size" <Size> args:{<a>} {(item "Three" <(square> "")})`,
	},
	{
		Code: "LUD019", Title: "the definition files can be read", Severity: diag.Error,
		Why: "A description may use definitions that are in files of their own, .def, below one directory.", Mend: "Name the directory by --defs, or keep it beside the descriptions under the name def.",
	},
	{
		Code: "LUD020", Title: "what stands at the top belongs there", Severity: diag.Error,
		Why: "At the top of a description stand (game …) or (match …), (define …), (option …), (rulesets …) and (metadata …); a definition file holds only (define …).", Mend: "Look for a bracket that closes too early.",
		Example: `(game "Example" …) (piece "Disc" Each)`, Mended: `(game "Example" … (piece "Disc" Each) …)`, trigger: within("", "", "") + `(piece "Disc" Each)`,
	},
	{
		Code: "LUD021", Title: "a description holds one game", Severity: diag.Error,
		Why: "There must be something to play, and it must be clear what.", Mend: "Write one (game …), or one (match …) that names its games.",
		Example: `(define "Size" 3)`, Mended: `(define "Size" 3) (game "Example" …)`, trigger: `(define "Size" 3)`,
	},
	{
		Code: "LUD022", Title: "definitions, options, items and rulesets have their parts", Severity: diag.Error,
		Why: "They are read before anything else and have one form each.", Mend: "The finding shows the form.",
		Example: `(define (square 3))`, Mended: `(define "Board" (square 3))`, trigger: within("", "", "") + `(define (square 3))`,
	},
	{
		Code: "LUD023", Title: "a name is defined once", Severity: diag.Warning,
		Why: "Only the first definition of a name counts.", Mend: "Remove one, or give it another name.",
		Example: `(define "Size" 3) (define "Size" 4)`, Mended: `(define "Size" 3)`, trigger: within("", "", "") + `(define "Size" 3) (define "Size" 4)`,
	},
	{
		Code: "LUD024", Title: "an item has one argument per name of its option", Severity: diag.Warning,
		Why: "What is missing stands for nothing where it is used.", Mend: "Write <> for an argument that is empty.",
		Example: `(option "Size" <Size> args:{<a> <b>} {(item "Three" <3> "…")})`, Mended: `(option "Size" <Size> args:{<a> <b>} {(item "Three" <3> <> "…")})`,
		trigger: within("", "", "") + `(option "Size" <Size> args:{<a> <b>} {(item "Three" <3> "")})`,
	},
	{
		Code: "LUD025", Title: "what is chosen is offered", Severity: diag.Error,
		Why: "--option and --ruleset, and the choices of a ruleset, name items as the description writes them, \"Category/Item\".", Mend: "The finding gives the nearest name.",
		Example: `(rulesets {(ruleset "Ruleset/Small" {"Board Size/3"})})`, Mended: `(rulesets {(ruleset "Ruleset/Small" {"Board Size/3x3"})})`,
		trigger: within("", "", "") + `(rulesets {(ruleset "Ruleset/Small" {"Board Size/3"})})`, ruleset: "Small",
	},
	{
		Code: "LUD026", Title: "a reference leads to an option and one of its arguments", Severity: diag.Error,
		Why: "<Tag:argument> is replaced by the argument of that name of the item chosen.", Mend: "The finding gives the nearest tag or argument.",
		Example: `(square <Bord:size>)`, Mended: `(square <Board:size>)`, trigger: board(`(square <Bord:size>)`),
	},
	{
		Code: "LUD027", Title: "a definition that is used exists", Severity: diag.Error,
		Why: "A bracket that begins with a string is replaced by the definition of that name.", Mend: "The finding gives the nearest name. Definitions from files need --defs, or the directory def.",
		Example: `("TwoPlayerNobleGame")`, Mended: `("TwoPlayersNobleGame")`, trigger: within("", `("NoSuchMove")`, ""),
	},
	{
		Code: "LUD028", Title: "no definition leads back to itself", Severity: diag.Error,
		Why: "It could never be replaced to the end.", Mend: "Follow the definitions that the finding names.",
		Example: `(define "A" ("B")) (define "B" ("A"))`, Mended: `(define "A" ("B")) (define "B" (sites Empty))`,
		trigger: `(define "A" ("B")) (define "B" ("A"))` + within("", `("A")`, ""),
	},
	{
		Code: "LUD029", Title: "the definitions can be put in within bounds", Severity: diag.Error,
		Why: "Definitions that use each other twice grow a text without end; number of parts and nesting are limited.", Mend: "Look for a definition that uses another more than once.",
		Example: `(define "A" {"B" "B"}) (define "B" {"C" "C"}) …`, Mended: ``, trigger: endless(),
	},
	{
		Code: "LUD030", Title: "a placeholder inside of a word stands for a word", Severity: diag.Error,
		Why: "What is put together must be a word again.", Mend: "Give a name or a number as the argument.",
		Example: `(define "Piece" "Disc#1") … ("Piece" (mover))`, Mended: `(define "Piece" "Disc#1") … ("Piece" 1)`,
		trigger: `(define "Both" (or #1x))` + within("", `("Both" (mover))`, ""),
	},
	{
		Code: "LUD031", Title: "a value has one label", Severity: diag.Error,
		Why: "A label before an option or a definition is that of what it stands for.", Mend: "Remove one of the two labels.",
		Example: `(define "Last" if:(is Empty (to))) … if:("Last")`, Mended: `(define "Last" (is Empty (to))) … if:("Last")`,
		trigger: `(define "Last" if:(is Empty (to)))` + within("", `(move Add (to (sites Empty) if:("Last")))`, ""),
	},
	{
		Code: "LUD032", Title: "a range has ends that can be counted", Severity: diag.Error,
		Why: "3..8 stands for 3 4 5 6 7 8, \"A1\"..\"A3\" for three sites; the ends share letters or number.", Mend: "Write whole numbers, or sites of one row or column.",
		Example: `{1..99999999999}`, Mended: `{1..99}`, trigger: within(`(board (square 3)) (piece "Disc" Each) (map "M" {(pair 1..99999999999 1)})`, "", ""),
	},
	{
		Code: "LUD040", Title: "a board is made by a board function", Severity: diag.Error,
		Why: "The shape of the board is built from functions such as (square 8), (hex 5) or (merge …).", Mend: "See Ludii's language reference for the functions and their forms.",
		Example: `(board (hex Square Limping 5))`, Mended: `(board (hex Limping 5))`,
	},
	{
		Code: "LUD041", Title: "a board function can take its arguments", Severity: diag.Error,
		Why: "Sides are not negative, removed cells exist, polygons have corners.", Mend: "The finding names what the function takes.",
		Example: `(board (square -3))`, Mended: `(board (square 3))`, trigger: board(`(square -3)`),
	},
	{
		Code: "LUD042", Title: "a board has at most 100,000 sites", Severity: diag.Error,
		Why: "Cells, edges and vertices are counted together. A board takes memory and time that grow with its sites, several times over.", Mend: "Take a smaller board.",
		Example: `(board (square 1000))`, Mended: `(board (square 19))`, trigger: board(`(square 1000)`),
	},
	{
		Code: "LUD043", Title: "board functions are not nested too deep", Severity: diag.Error,
		Why: "Depth is limited, so that no text can take memory without end.", Mend: "Write the board in fewer steps.",
		Example: `(board (shift 1 0 (shift 1 0 (shift 1 0 …))))`, Mended: `(board (shift 3 0 (square 3)))`,
	},
	{
		Code: "LUD050", Title: "a ludeme exists and can stand where it stands", Severity: diag.Error,
		Why: "Every ludeme yields something: moves, a number, a condition, a region. It must be what is expected in its place.", Mend: "The finding gives the nearest name, or what belongs there.",
		Example: `(bord (square 3))`, Mended: `(board (square 3))`, trigger: within(`(bord (square 3)) (piece "Disc" Each)`, "", ""),
	},
	{
		Code: "LUD051", Title: "the arguments of a ludeme fit one of its forms", Severity: diag.Error,
		Why: "A ludeme takes its arguments in a fixed order; those with labels may stand anywhere in it.", Mend: "The finding shows the form that comes nearest.",
		Example: `(board (square 3) 4)`, Mended: `(board (square 3))`, trigger: within(`(board (square 3) 4) (piece "Disc" Each)`, "", ""),
	},
	{
		Code: "LUD052", Title: "a ludeme has all the arguments that it needs", Severity: diag.Error,
		Why: "Without it the ludeme says nothing definite.", Mend: "The finding shows the form and what is missing.",
		Example: `(if (is Line 3))`, Mended: `(if (is Line 3) (result Mover Win))`, trigger: `(game "Example" (players 2) (equipment {(board (square 3))}) (rules (play (move Add (to (sites Empty))))))`,
	},
	{
		Code: "LUD053", Title: "a label is one that the ludeme has", Severity: diag.Error,
		Why: "A label tells which argument it is that follows.", Mend: "The finding gives the nearest label.",
		Example: `(to (sites Empty) iff:(is Empty (to)))`, Mended: `(to (sites Empty) if:(is Empty (to)))`, trigger: within("", `(move Add (to (sites Empty) iff:(is Empty (to))))`, ""),
	},
	{
		Code: "LUD054", Title: "a name is a constant that fits", Severity: diag.Error,
		Why: "Words without brackets and quotation marks are constants such as Mover, Win or Orthogonal.", Mend: "The finding gives the nearest constant.",
		Example: `(result Movr Win)`, Mended: `(result Mover Win)`, trigger: within("", "", `(if (is Line 3) (result Movr Win))`),
	},
	{
		Code: "LUD055", Title: "a description has a size that can be checked", Severity: diag.Error,
		Why: "Number of parts and nesting are limited once the definitions are put in.", Mend: "Look for definitions that use each other often.",
	},
	{
		Code: "LUD060", Title: "the ludeme is supported", Severity: diag.Error,
		Why: "It belongs to the language, but this build cannot play it. A game is refused rather than played wrongly.", Mend: "docs/ludemes.md lists what is supported. Another ludeme may say the same.",
	},
	{
		Code: "LUD061", Title: "the argument is supported", Severity: diag.Error,
		Why: "The ludeme can be played, but not with this argument. A game is refused rather than played wrongly.", Mend: "The finding says what is supported in this place.",
	},
	{
		Code: "LUD062", Title: "names, numbers and sites exist in the game", Severity: diag.Error,
		Why: "Pieces, containers, phases and sites are named by what the equipment and the board give them.", Mend: "Compare with the equipment; sites are named as the board labels them, such as \"A1\".",
		Example: `(place "Disk" "A1")`, Mended: `(place "Disc" "A1")`, trigger: within(`(piece "Disc" Each)`, "", ""),
	},
	{
		Code: "LUD063", Title: "the game is not larger than the machine takes", Severity: diag.Error,
		Why: "Players, pieces, dice, values and the size of hands are limited.", Mend: "The finding names the limit.",
		Example: `(players 40)`, Mended: `(players 4)`, trigger: `(game "Example" (players 40) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`,
	},
	{
		Code: "LUD069", Title: "the description can be made into a program", Severity: diag.Error,
		Why: "This is a defect of Ludens, not of the description, caught so that it costs only this game.", Mend: "Please report the description.",
	},
}

// endless is a description whose definitions grow without end.
func endless() string {
	text := ""
	for i := range 30 {
		a, b := string(rune('A'+i%26))+strings.Repeat("x", i/26), string(rune('A'+(i+1)%26))+strings.Repeat("x", (i+1)/26)
		text += `(define "` + a + `" (or ("` + b + `") ("` + b + `")))`
	}
	return text + within("", `("A")`, "")
}
