package match

import (
	"fmt"
	"slices"

	"ludens/game"
	"ludens/ggp"
)

// Difference is the first thing that a replay found not to be as recorded.
type Difference struct {
	Step int    // joint moves made before it shows
	What string // "state", "move of white", "terminal", "goals", "fault", …
	Want string // as recorded
	Got  string // as the game has it
}

// Error implements error.
func (d *Difference) Error() string {
	return fmt.Sprintf("replay: after %d steps: %s: recorded %s, got %s", d.Step, d.What, d.Want, d.Got)
}

// Replay plays the record on a game and checks everything that follows from it:
// the moves are legal, the states are the recorded ones, the match ends where it
// ended and is worth what it was worth; and, where a move was replaced or is
// Nature's, that it is the one the seed decides. It returns nil or a *Difference.
// A record read from another program's file has no seed; see Foreign.
func (r *Record) Replay(g game.Game) error {
	facts := g.Facts()
	if len(r.Roles) > 0 && !slices.Equal(r.Roles, facts.ByRole(facts.Seats)) {
		return &Difference{0, "roles", fmt.Sprint(r.Roles), fmt.Sprint(facts.ByRole(facts.Seats))}
	}
	p := replayer{rec: r, facts: facts, machine: g.NewMachine(), moves: make([]game.Move, len(facts.Seats))}
	for step := range r.Moves {
		if err := p.position(step); err != nil {
			return err
		}
		if err := p.step(step); err != nil {
			return err
		}
	}
	if err := p.position(len(r.Moves)); err != nil {
		return err
	}
	return p.end()
}

// Foreign reports that the record comes from another program, so that nothing
// is known about its seed.
func (r *Record) Foreign() bool { return r.Engine == "" }

type replayer struct {
	rec     *Record
	facts   *game.Facts
	machine game.Machine
	moves   []game.Move
}

// position compares the state.
func (p *replayer) position(step int) error {
	l, ok := p.machine.(game.Lister)
	if !ok || step >= len(p.rec.States) || p.rec.States[step] == nil {
		return nil
	}
	want, got := slices.Clone(p.rec.States[step]), l.Fluents(nil)
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(want, got) {
		return nil
	}
	for _, f := range want {
		if _, found := slices.BinarySearch(got, f); !found {
			return &Difference{step, "state", "with " + f, "without"}
		}
	}
	for _, f := range got {
		if _, found := slices.BinarySearch(want, f); !found {
			return &Difference{step, "state", "without " + f, "with"}
		}
	}
	return &Difference{step, "state", fmt.Sprint(want), fmt.Sprint(got)}
}

// step makes the recorded joint move.
func (p *replayer) step(step int) error {
	row := p.rec.Moves[step]
	if len(row) != len(p.facts.RoleSeat) {
		return &Difference{step, "number of moves", fmt.Sprint(len(row)), fmt.Sprint(len(p.facts.RoleSeat))}
	}
	if err := p.machine.Err(); err != nil {
		return &Difference{step, "fault", "none", err.Error()}
	}
	if p.machine.Terminal() {
		return &Difference{step, "terminal", "no", "yes"}
	}
	drawn := make([]game.Move, len(p.facts.Seats))
	if !p.rec.Foreign() {
		if err := drawMoves(p.machine, p.rec.Seed, step, drawn); err != nil {
			return &Difference{step, "fault", "none", err.Error()}
		}
	}
	for role, text := range row {
		seat := p.facts.RoleSeat[role]
		move, err := p.machine.Parse(seat, text)
		if err != nil {
			return &Difference{step, "move of " + p.facts.Seats[seat], text, err.Error()}
		}
		if p.decided(step, role, seat) && move != drawn[seat] {
			return &Difference{step, "move drawn for " + p.facts.Seats[seat], text, p.machine.Label(seat, drawn[seat])}
		}
		p.moves[seat] = move
	}
	p.machine.Step(p.moves)
	return nil
}

// decided reports whether the seed decided a move.
func (p *replayer) decided(step, role, seat int) bool {
	if p.rec.Foreign() || step < p.rec.Opening {
		return false
	}
	if p.facts.NatureSeat(seat) {
		return true
	}
	replies := p.rec.Replies
	return step+1 < len(replies) && role < len(replies[step+1]) && replies[step+1][role].Kind != OK
}

// end compares how the match ended.
func (p *replayer) end() error {
	n := len(p.rec.Moves)
	fault := p.machine.Err()
	if fault == nil && p.rec.Status == Faulted && !p.machine.Terminal() {
		// A seat without a move shows only when somebody asks.
		fault = drawMoves(p.machine, p.rec.Seed, n, p.moves)
	}
	switch p.rec.Status {
	case Faulted:
		if fault == nil {
			return &Difference{n, "fault", p.rec.Reason, "none"}
		}
		return nil
	case Completed:
		if fault != nil {
			return &Difference{n, "fault", "none", fault.Error()}
		}
		if !p.machine.Terminal() {
			return &Difference{n, "terminal", "yes", "no"}
		}
		if got := goals(p.machine); !p.sameGoals(got) {
			return &Difference{n, "goals", fmt.Sprint(p.rec.Goals), fmt.Sprint(got)}
		}
	}
	return nil
}

// sameGoals leaves Nature's goal out, which other programs do record.
func (p *replayer) sameGoals(got []int) bool {
	if len(got) != len(p.rec.Goals) {
		return false
	}
	for role, seat := range p.facts.RoleSeat {
		if !p.facts.NatureSeat(seat) && got[role] != p.rec.Goals[role] {
			return false
		}
	}
	return true
}

// spell gives facts or moves in GGP-Base's spelling.
func spell(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = ggp.Spaced(t)
	}
	return out
}
