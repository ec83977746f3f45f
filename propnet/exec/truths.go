package exec

import (
	"slices"

	"ludens/game"
)

var (
	_ game.Propositional = (*Game)(nil)
	_ game.Truther       = (*machine)(nil)
)

// Propositions are the texts of the fluents that can change, sorted: those for
// which some sequence of legal moves may, as far as the sweep for constants sees,
// make a difference. Fluents that never hold or always do are left out, because
// they tell one position from another of no match. The list is the same for every
// build of one description: the sweep finds a fixed point that does not depend on
// the order in which it looks, and no other pass drops fluents.
func (g *Game) Propositions() []string {
	out := make([]string, len(g.l.net.Bases))
	for i := range out {
		out[i] = g.l.net.Bases[i].Text
	}
	return out
}

// MoveTexts are the texts of all moves of a seat, by Move; sorted.
func (g *Game) MoveTexts(seat int) []string {
	moves := g.l.net.Moves[g.l.seats[seat].role]
	out := make([]string, len(moves))
	for i := range moves {
		out[i] = moves[i].Text
	}
	return out
}

// RoleTexts are the names that the rules have for the seats.
func (g *Game) RoleTexts() []string { return slices.Clone(g.roles) }

// Orders are constants in the order of the static relations that form one chain, or a
// circle, cut open; the longest first.
func (g *Game) Orders() [][]string {
	out := make([][]string, len(g.l.net.Orders))
	for i, o := range g.l.net.Orders {
		out[i] = slices.Clone(o)
	}
	return out
}

// Truths appends the fluents true here as bits in the order of Propositions. It
// copies words: the machine's state is that set.
func (m *machine) Truths(dst []uint64) []uint64 {
	return append(dst[:0], m.val[:m.l.baseWords]...)
}
