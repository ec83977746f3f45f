package exec

import (
	"fmt"

	"ludens/game"
)

// A Game is a program as package game knows games: players are seats in the
// order of their numbers, Nature is the last seat where there is chance.
type Game struct {
	p     *Program
	facts game.Facts
}

// NewGame makes a game of a program. Hash is the content hash of its description.
func NewGame(p *Program, hash string) *Game {
	g := &Game{p: p}
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

// Facts describes the game.
func (g *Game) Facts() *game.Facts { return &g.facts }

// Program is what the game runs.
func (g *Game) Program() *Program { return g.p }

// MoveCount is 0: the moves of a board program are not numbered beforehand.
func (g *Game) MoveCount(int) int { return 0 }

// NewMachine makes a machine at the initial position.
func (g *Game) NewMachine() game.Machine {
	m := &Machine{g: g, c: g.p.NewCtx(), base: g.p.NewState()}
	m.Reset()
	return m
}
