// Package draw draws a position as text for a terminal from its fluents alone,
// such as "(cell 1 1 b)" and "(control white)".
//
// It looks for relations that speak about places: two arguments that run over
// numbers, letters or square names (a1, e4), and the rest of the arguments as
// what stands there. Each such relation becomes a board, or several (one per
// layer, or per leading argument); relations that are thinly used and share the
// places of another are laid over it. Relations over one coordinate become
// tracks. Everything else is listed, so that nothing of the position is lost.
//
// Which way a board is turned: a coordinate of letters runs from left to right.
// Of two coordinates of numbers the first runs from left to right (x) and the
// second from bottom to top (y); with Options.RowsFirst the first runs from top
// to bottom and the second from left to right, as in a matrix. Two coordinates of
// letters are read like two of numbers in the first way. A letter coordinate needs
// three letters: two are taken for a choice, such as h and v.
//
// The promises: the same fluents give the same text, whatever their order; the
// text is bounded in width and lines; no fluent, however odd, makes it fail.
// The package knows no game: it never looks at a name, except at a short list of
// words for "nothing here" (blank, empty, free, …) that are drawn as a dot. It
// imports the s-expression reader and what makes text plain, and never writes to a
// terminal itself.
package draw

import (
	"slices"
	"strings"

	clean "ludens/internal/plain"
)

// Options say how to draw. The zero value works.
type Options struct {
	Width  int  // columns of text; default 80, at least 20
	Lines  int  // most lines of text; default 60, at least 5
	Colour bool // colour the pieces with ANSI escapes
	// Escape is what the colours have in place of the escape character, for whoever
	// lets no escape character of others through; default that character itself.
	Escape    string
	RowsFirst bool // of two coordinates of numbers the first is the row, counted downwards
}

func (o Options) withDefaults() Options {
	if o.Width == 0 {
		o.Width = 80
	}
	if o.Lines == 0 {
		o.Lines = 60
	}
	o.Width = max(o.Width, 20)
	o.Lines = max(o.Lines, 5)
	return o
}

// Drawer draws the positions of a match one after the other. It remembers the
// coordinates and pieces it has seen, so that boards keep their size and pieces
// their symbols. It is not safe for concurrent use.
type Drawer struct {
	opt       Options
	relations map[string]*relation // by shape
	symbols   symbols
	dropped   int // fluents of the present position that were not looked at
}

// New returns a drawer that has seen nothing yet.
func New(opt Options) *Drawer {
	return &Drawer{opt: opt.withDefaults(), relations: map[string]*relation{}}
}

// maxFluents bounds the fluents that are looked at; further ones are counted.
const maxFluents = 20_000

// look reads a position: its boards, and the relations that are on none.
func (d *Drawer) look(fluents []string) ([]*board, []*relation) {
	fluents = slices.Clone(fluents)
	for i, f := range fluents {
		fluents[i] = clean.Line(f)
	}
	slices.Sort(fluents)
	fluents = slices.Compact(fluents)
	d.dropped = max(0, len(fluents)-maxFluents)
	d.read(fluents[:len(fluents)-d.dropped])

	boards, rest := d.boards()
	tracks, rest := d.tracks(rest)
	boards = append(boards, tracks...)
	d.symbols.learn(boards)
	return boards, rest
}

// Draw draws a position, each line ending in a newline.
func (d *Drawer) Draw(fluents []string) string {
	boards, rest := d.look(fluents)
	dropped := d.dropped
	out := d.layOut(boards)
	if legend := d.symbols.legend(boards); len(legend) > 0 {
		out = append(out, fold(legend, "  ", d.opt.Width)...)
	}
	out = append(out, fold(list(rest), "   ", d.opt.Width)...)
	if dropped > 0 {
		out = append(out, plural(dropped, "more fluent"))
	}
	if n := len(out); n > d.opt.Lines {
		out = append(out[:d.opt.Lines-1], plural(n-d.opt.Lines+1, "more line"))
	}
	if len(out) == 0 {
		out = []string{"(nothing holds)"}
	}
	text := strings.Join(out, "\n") + "\n"
	if d.opt.Escape != "" {
		text = strings.ReplaceAll(text, "\x1b", d.opt.Escape)
	}
	return text
}
