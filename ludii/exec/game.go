package exec

import (
	"fmt"
	"slices"

	"ludens/game"
)

// What a game and its machines can do.
var (
	_ game.Sizer     = (*Game)(nil)
	_ game.Signed    = (*Game)(nil)
	_ game.Batcher   = (*Game)(nil)
	_ game.Chancer   = (*Machine)(nil)
	_ game.Perceiver = (*seeingMachine)(nil)
	_ game.Lister    = (*Machine)(nil)
	_ game.Renderer  = (*Machine)(nil)
	_ game.Playouter = (*Machine)(nil)
)

// A Game is a program as package game knows games: players are seats in the
// order of their numbers, Nature is the last seat where there is chance. A game
// without players has one seat, which lets it go on.
type Game struct {
	p     *Program
	facts game.Facts
	where *spaceOf // shared by games that differ in their names
	sign  *game.Sign
	batch *together
	keys  *irrelevant
	aims  *goals
}

// together is what makes a game's batches.
type together struct {
	batch func(g *Game, o game.BatchOptions) (game.Batch, error) // nil: nothing does
	bytes func() int64
}

// NewGame makes a game of a program. Hash is the content hash of its description.
func NewGame(p *Program, hash string) *Game {
	p.FindLabels()
	if p.Match != nil {
		for _, g := range p.Match.Games {
			if g.Program != nil {
				g.Program.FindLabels()
			}
		}
	}
	g := &Game{p: p, where: &spaceOf{}, sign: &game.Sign{}, batch: &together{}, keys: &irrelevant{}, aims: &goals{}}
	g.facts = game.Facts{
		Name: p.Name, Family: "ludii", Hash: hash, Players: max(p.Players, 1), Nature: p.Flags.Stochastic,
		Hidden: p.Flags.Hidden, Engine: "board program",
	}
	for i := range g.facts.Players {
		g.facts.Seats = append(g.facts.Seats, fmt.Sprintf("p%d", i+1))
		g.facts.RoleSeat = append(g.facts.RoleSeat, i)
	}
	if g.facts.Nature {
		g.facts.RoleSeat = append(g.facts.RoleSeat, len(g.facts.Seats))
		g.facts.Seats = append(g.facts.Seats, "random")
	}
	return g
}

// Named gives the game another name.
func (g *Game) Named(name string) *Game {
	named := &Game{p: g.p, facts: g.facts, where: g.where, sign: g.sign, batch: g.batch, keys: g.keys, aims: g.aims}
	named.facts.Name = name
	named.facts.Seats = slices.Clone(g.facts.Seats)
	return named
}

// Called gives the game with other names for the kinds of its pieces where nets look at
// it, in its Geometry, and with another content hash: those of a description that is the
// same but for names. Everything else keeps its names.
func (g *Game) Called(hash string, kind func(name string) string) *Game {
	c := g.Named(g.facts.Name)
	c.facts.Hash, c.where = hash, &spaceOf{kind: kind}
	return c
}

// Facts describes the game.
func (g *Game) Facts() *game.Facts { return &g.facts }

// Program is what the game runs.
func (g *Game) Program() *Program { return g.p }

// Sign implements game.Signed.
func (g *Game) Sign() *game.Sign { return g.sign }

// PlayTogether says what makes the game's batches, for this package plays one position at a time, and how
// many bytes they share. It is to be called before the game is played.
func (g *Game) PlayTogether(batch func(g *Game, o game.BatchOptions) (game.Batch, error), bytes func() int64) {
	*g.batch = together{batch, bytes}
}

// NewBatch implements game.Batcher.
func (g *Game) NewBatch(o game.BatchOptions) (game.Batch, error) {
	if g.batch.batch == nil {
		return nil, game.ErrNoBatch
	}
	return g.batch.batch(g, o)
}

// MoveCount is 0: the moves of a board program are not numbered beforehand.
func (g *Game) MoveCount(int) int { return 0 }

// NewMachine makes a machine at the initial position.
func (g *Game) NewMachine() game.Machine {
	m := newMachine(g)
	if g.facts.Hidden {
		return &seeingMachine{m}
	}
	return m
}

func newMachine(g *Game) *Machine {
	m := &Machine{g: g, c: g.p.NewCtx(), base: g.p.NewState()}
	m.c.Initial, m.c.Sign = g.p.NewState(), g.sign
	m.quiet = g.p.Quiet()
	m.Reset()
	return m
}

// A seeingMachine is a machine of a game that hides something. In other games
// players are told the moves.
type seeingMachine struct{ *Machine }

// Percepts appends what the last step has shown to a seat.
func (m *seeingMachine) Percepts(seat int, dst []string) []string { return m.percepts(seat, dst) }

// Bytes estimates the memory of what machines of the game share: the board with
// its rays, which is nearly all of it, and what batches share.
func (g *Game) Bytes() int64 {
	const site, slice, word = 250, 24, 8
	var n int64
	if g.batch.bytes != nil {
		n = g.batch.bytes()
	}
	t := g.p.Topo
	if t == nil {
		return n
	}
	for k := range t.Kinds {
		n += int64(len(t.Kinds[k].Sites)) * site
		for _, perSite := range t.Kinds[k].Rays {
			for _, rays := range perSite {
				n += int64(len(rays)) * slice
				for _, r := range rays {
					n += int64(len(r)) * word
				}
			}
		}
	}
	return n
}
