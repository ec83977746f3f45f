// Package svg draws a position of any game as a picture for people: a page, a file.
//
// Where an engine knows the sites of a game (game.Depicter) they are drawn as they lie,
// whatever their shape, with hands, dice, stacks, counts and regions. Elsewhere boards
// are guessed from the facts (package internal/draw), and what is on none is written
// below them. An Artist draws the positions of one game, so that boards and colours are
// the same in all of them, and says which sites a move touches.
//
// What a page needs to know of a picture: every site is an element <g> with the class
// lb-site and its id in data-site; pieces are within it. Touches gives such ids. Colours
// are classes, light and dark, and Style gives their rules for a page that allows no
// style of its own in its elements. There is no script and no link in a picture, and all
// text is escaped.
//
// The promises: the same game, position and options give the same bytes; the size is
// bounded, whatever the rules are; sites do not overlap, and all text lies within the
// view box, by a cautious guess of how wide letters are; nothing that the rules hide from
// the seat that looks on is drawn. The package knows no game. Names of pieces are looked
// up in a table of usual ones (glyphs.go) and get letters otherwise.
package svg

import (
	"errors"

	"ludens/game"
	"ludens/internal/draw"
)

// Theme is a choice of colours.
type Theme string

// The themes. The zero value goes by what the reader prefers.
const (
	Auto  Theme = ""
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Options say how to draw. The zero value works.
type Options struct {
	// For is 1 + the seat that looks on; 0, the default, shows everything.
	For int
	// Last are ids of sites to be marked as those of the last move, in order. Nil: what
	// the machine knows itself. Ids that are not drawn do no harm, here and below.
	Last []string
	// Chosen are ids of sites that have been chosen as part of a move.
	Chosen []string
	// Choices are ids of sites that may be chosen. They, and those chosen, are buttons
	// that the keyboard reaches.
	Choices []string
	// Facts, if not nil, are drawn instead of those of the position: what a seat has
	// been told, in a game that hides something and whose engine cannot draw for a seat.
	Facts []string
	Theme Theme
	Title string // default: the name of the game
	// Bare leaves out the facts that are on no board.
	Bare bool
	// NoStyle leaves out the rules of colours: the page has those of Style.
	NoStyle bool
	// Lean leaves out ids, titles of sites and all that is not seen.
	Lean bool
}

// Validate reports what is wrong with options.
func (o Options) Validate() error {
	if o.Theme != Auto && o.Theme != Light && o.Theme != Dark {
		return errors.New("draw: the theme is light, dark or nothing")
	}
	if o.For < 0 {
		return errors.New("draw: no such seat")
	}
	return nil
}

// Artist draws positions of a game. It may be shared by goroutines.
type Artist struct {
	game    game.Game
	colours []string     // class of every seat, Nature left out
	drawer  *draw.Drawer // has seen a few positions; nil where the engine knows the sites
}

// Bounds on the matches that an Artist looks at to learn what a board of facts is like.
const (
	learnMatches = 2
	learnSteps   = 40
)

// boardWidth is the width in columns that a board of facts may have as text.
const boardWidth = 240

// New makes an artist. Where boards have to be guessed from facts it looks at some
// positions of random matches, always the same.
func New(g game.Game) *Artist {
	a := &Artist{game: g}
	m := g.NewMachine()
	if d, ok := m.(game.Depicter); ok && d.Board() != nil {
		a.colours = seatColours(g.Facts(), d.Board())
		return a
	}
	a.colours = seatColours(g.Facts(), nil)
	a.drawer = draw.New(draw.Options{Width: boardWidth})
	l, ok := m.(game.Lister)
	if !ok {
		return a
	}
	var w game.Walker
	for i := range learnMatches {
		m.Reset()
		rng := game.Stream(1, "pictures", uint64(i))
		for range learnSteps {
			a.drawer.Grids(l.Fluents(nil))
			if m.Terminal() || !w.Step(m, rng) {
				break
			}
		}
	}
	return a
}

// Draw draws the position of a machine of the artist's game.
func (a *Artist) Draw(m game.Machine, opt Options) ([]byte, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	return a.scene(m, opt).write(opt), nil
}

// scene works out what is to be drawn.
func (a *Artist) scene(m game.Machine, opt Options) *scene {
	f := a.game.Facts()
	s := &scene{title: opt.Title}
	if s.title == "" {
		s.title = f.Name
	}
	seat := opt.For - 1
	if seat >= f.Players {
		seat = -1
	}
	d, ok := m.(game.Depicter)
	switch {
	case ok && d.Board() != nil && opt.Facts == nil:
		a.sites(s, d, seat, opt)
	default:
		a.facts(s, m, seat, opt)
	}
	if opt.Bare {
		s.lines = nil
	}
	s.layOut()
	return s
}
