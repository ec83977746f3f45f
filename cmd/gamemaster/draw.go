package main

import (
	"fmt"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/aside"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/draw"
	"ludens/internal/draw/svg"
)

// drawCommand draws a position of a game.
type drawCommand struct {
	config.Engine
	config.Choices
	Moves  string `placeholder:"MOVES" help:"Moves to make first: joint moves after each other with ; between, or @FILE to read them from a file, one joint move a line."`
	Random int    `placeholder:"N" help:"Random joint moves to make after those."`
	Seed   uint64 `default:"1" help:"Seed of the random moves."`
	SVG    bool   `name:"svg" help:"Draw as SVG instead of text."`
	For    string `placeholder:"ROLE" help:"Draw what this role sees, in a game that hides something."`
	Theme  string `enum:",light,dark" default:"" help:"Colours of the SVG: light or dark; without it, what the reader prefers."`
	Out    string `short:"o" placeholder:"FILE" help:"Write to this file instead of the standard output."`
	Sheet  bool   `help:"Draw the initial position of each of the games and one in the midst of a random match on one contact sheet, as SVG."`

	Game []string `arg:"" help:"Library names or files; one, but for --sheet."`
}

// Help is shown by --help.
func (*drawCommand) Help() string {
	return "Draws the initial position of a game, or that after some moves. A joint move is one move per role, in the order of the " +
		"description, with | between; where only one role has a choice its move alone will do, and a role of chance is drawn " +
		"at random unless it is named. Where the engine knows the sites of a game they are drawn as they lie; elsewhere boards are " +
		"guessed from the facts. \"--sheet library:gdl\" and \"--sheet library:ludii\" draw all embedded games of a language."
}

// Run draws.
func (c *drawCommand) Run(env *cli.Env) error {
	if c.Random < 0 {
		return cli.Usagef("--random must not be negative")
	}
	if c.Sheet {
		return c.sheet(env)
	}
	if len(c.Game) != 1 {
		return cli.Usagef("one game is drawn at a time, unless with --sheet")
	}
	g, err := catalog.Open(env.Context, c.Game[0], wire.Choose(wire.Catalog(c.Engine), c.Choices))
	if err != nil {
		return err
	}
	seat := -1
	if c.For != "" {
		if seat = g.Facts().SeatByName(c.For); seat < 0 || seat >= g.Facts().Players {
			return cli.Usagef("no role %q; there are %s", c.For, strings.Join(g.Facts().Seats[:g.Facts().Players], ", "))
		}
	}
	m := g.NewMachine()
	a := svg.New(g)
	last, err := c.play(m, a)
	if err != nil {
		return err
	}
	if !c.SVG {
		if seat >= 0 && g.Facts().Hidden {
			return cli.Usagef("what one role sees can be drawn with --svg only")
		}
		return c.write(env, []byte(picture(draw.New(draw.Options{}), m)))
	}
	opt := svg.Options{For: 1 + seat, Theme: svg.Theme(c.Theme)}
	if seat < 0 || !g.Facts().Hidden {
		opt.Last = last
	}
	text, err := a.Draw(m, opt)
	if err != nil {
		return err
	}
	return c.write(env, text)
}

func (c *drawCommand) write(env *cli.Env, text []byte) error {
	if c.Out != "" {
		if err := aside.Bytes(c.Out, 0o644, text); err != nil {
			return fmt.Errorf("write the picture: %w", err)
		}
		return nil
	}
	_, err := env.Stdout.Write(text)
	return err
}

// play makes the moves and gives the sites that the last of them touched.
func (c *drawCommand) play(m game.Machine, a *svg.Artist) ([]string, error) {
	text, lines := c.Moves, ";"
	if file, ok := strings.CutPrefix(text, "@"); ok {
		b, err := bounded.ReadFile(file, catalog.MaxTextBytes)
		if err != nil {
			return nil, fmt.Errorf("read the moves: %w", err)
		}
		text, lines = string(b), "\n"
	}
	rng := game.Stream(c.Seed, "draw", 0)
	var w game.Walker
	var before game.State
	var made []game.Move
	step := func(joint []game.Move) {
		before, made = m.Save(before), append(made[:0], joint...)
		m.Step(joint)
	}
	for i, part := range strings.Split(text, lines) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if m.Terminal() {
			return nil, fmt.Errorf("move %d: the match is over", i+1)
		}
		joint := w.Draw(m, rng)
		if joint == nil {
			return nil, m.Err()
		}
		if err := c.named(m, part, joint); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		step(joint)
	}
	for range c.Random {
		if m.Terminal() {
			break
		}
		joint := w.Draw(m, rng)
		if joint == nil {
			break
		}
		step(joint)
	}
	if err := m.Err(); err != nil || made == nil {
		return nil, err
	}
	was := m.Game().NewMachine()
	was.Load(before)
	return touched(was, a, made), nil
}

// named puts the moves that a text names into a joint move.
func (c *drawCommand) named(m game.Machine, text string, joint []game.Move) error {
	f := m.Game().Facts()
	parts := strings.Split(text, "|")
	seats := f.RoleSeat
	if len(parts) == 1 && len(seats) > 1 {
		seats = nil
		for seat := range f.Seats {
			if len(m.Legal(seat, nil)) > 1 {
				seats = append(seats, seat)
			}
		}
		if len(seats) == 0 {
			seats = []int{0}
		}
	}
	if len(parts) != len(seats) {
		return fmt.Errorf("%d roles have a choice or are named, and there are %d moves in %q", len(seats), len(parts), text)
	}
	for i, seat := range seats {
		mv, err := m.Parse(seat, strings.TrimSpace(parts[i]))
		if err != nil {
			return err
		}
		joint[seat] = mv
	}
	return nil
}

// touched are the sites that a joint move touches; nil where the machine knows its last
// move itself.
func touched(m game.Machine, a *svg.Artist, joint []game.Move) []string {
	if d, ok := m.(game.Depicter); ok && d.Board() != nil {
		return nil
	}
	var out []string
	for seat := range m.Game().Facts().Players {
		for _, t := range a.Touches(m, seat) {
			if t.Move == joint[seat] {
				out = append(out, t.Sites...)
			}
		}
	}
	return out
}

// sheet draws many games.
func (c *drawCommand) sheet(env *cli.Env) error {
	names, err := c.games()
	if err != nil {
		return err
	}
	s := &svg.Sheet{Title: "Positions of " + count(len(names), "game")}
	progress := env.Progress(len(names), "draw")
	for _, name := range names {
		if err := env.Context.Err(); err != nil {
			return err
		}
		g, err := catalog.Open(env.Context, name, wire.Choose(wire.Catalog(c.Engine), c.Choices))
		if err != nil {
			return err
		}
		title := g.Facts().Name
		m := g.NewMachine()
		a := svg.New(g)
		s.Add(a, m, title)
		steps := midGame(g, c.Seed)
		rng := game.Stream(c.Seed, "draw", 0)
		var w game.Walker
		for range steps {
			if m.Terminal() || !w.Step(m, rng) {
				break
			}
		}
		s.Add(a, m, fmt.Sprintf("… after %s", count(steps, "step")))
		progress.Add(1)
	}
	progress.Done()
	return c.write(env, s.Bytes())
}

// midGame is half the length of a random match, thirty steps at most.
func midGame(g game.Game, seed uint64) int {
	m := g.NewMachine()
	rng := game.Stream(seed, "draw", 0)
	var w game.Walker
	n := 0
	for ; n < 60 && !m.Terminal(); n++ {
		if !w.Step(m, rng) {
			break
		}
	}
	return n / 2
}

// games are the names of those to draw.
func (c *drawCommand) games() ([]string, error) {
	var out []string
	for _, name := range c.Game {
		family, ok := strings.CutPrefix(name, "library:")
		if !ok {
			out = append(out, name)
			continue
		}
		all, err := catalog.List(catalog.Options{})
		if err != nil {
			return nil, fmt.Errorf("list the library: %w", err)
		}
		n := len(out)
		for _, e := range all {
			if e.Family == family && e.Path == "" {
				out = append(out, e.Family+":"+e.Name)
			}
		}
		if len(out) == n {
			return nil, cli.Usagef("the library has library:gdl and library:ludii, not %q", name)
		}
	}
	return out, nil
}
