package recording

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/game"
)

// Position is a machine whose positions can be compared with recorded ones.
type Position interface {
	game.Machine
	game.Lister
	// GoalValues appends every goal value that can be derived for a seat here, as
	// text, sorted, to dst[:0].
	GoalValues(seat int, dst []string) []string
}

// Difference is the first place at which an engine and a recording disagree.
type Difference struct {
	Ply  int    // of the position; -1 for the match as a whole
	What string // "roles", "state", "terminal", "goals of ROLE", "legal moves of ROLE", "move of ROLE"
	Want string // recorded
	Got  string // by the engine
}

// Error implements error.
func (d *Difference) Error() string {
	if d.Ply < 0 {
		return fmt.Sprintf("%s: recorded %s, here %s", d.What, d.Want, d.Got)
	}
	return fmt.Sprintf("ply %d, %s: recorded %s, here %s", d.Ply, d.What, d.Want, d.Got)
}

// Replay plays a recorded match from the initial position and compares every
// position. It returns nil if all agree, a *Difference if one does not, and
// another error if the engine reports a fault that the recording does not show.
func Replay(r *Match, m Position) error {
	p := replay{r: r, m: m, facts: m.Game().Facts(), lower: r.Case != "preserved"}
	if got := p.facts.ByRole(p.facts.Seats); !slices.Equal(p.folded(r.Roles), p.folded(got)) {
		return &Difference{-1, "roles", list(r.Roles), list(got)}
	}
	m.Reset()
	for i := range r.Plies {
		ply := &r.Plies[i]
		if err := p.compare(ply); err != nil {
			return err
		}
		if ply.Moves == nil {
			break
		}
		if err := p.step(ply); err != nil {
			return err
		}
	}
	return nil
}

type replay struct {
	r     *Match
	m     Position
	facts *game.Facts
	lower bool
	texts []string
	moves []game.Move
}

// folded gives texts as the recording writes them, sorted, each once.
func (p *replay) folded(texts []string) []string {
	out := slices.Clone(texts)
	if p.lower {
		for i, s := range out {
			out[i] = strings.ToLower(s)
		}
	}
	return out
}

func (p *replay) set(texts []string) []string {
	out := p.folded(texts)
	slices.Sort(out)
	return slices.Compact(out)
}

func (p *replay) compare(ply *Ply) error {
	// The questions come in this order because a fault that one of them meets (no
	// legal move, no goal) makes the position count as terminal.
	if err := p.m.Err(); err != nil {
		return fmt.Errorf("ply %d: %w", ply.Ply, err)
	}
	terminal := p.m.Terminal()
	p.texts = p.m.Fluents(p.texts)
	if d := p.differ(ply, "state", ply.State, p.texts); d != nil {
		return d
	}
	if err := p.budget(ply); err != nil {
		return err
	}
	if terminal != ply.Terminal {
		return &Difference{ply.Ply, "terminal", fmt.Sprint(ply.Terminal), fmt.Sprint(terminal)}
	}
	for role, seat := range p.facts.RoleSeat {
		p.texts = p.m.GoalValues(seat, p.texts)
		if d := p.differ(ply, "goals of "+p.r.Roles[role], ply.Goals[role], p.texts); d != nil {
			return errors.Join(d, p.budget(ply))
		}
	}
	for role, seat := range p.facts.RoleSeat {
		p.moves = p.m.Legal(seat, p.moves)
		p.texts = p.texts[:0]
		for _, move := range p.moves {
			p.texts = append(p.texts, p.m.Label(seat, move))
		}
		if d := p.differ(ply, "legal moves of "+p.r.Roles[role], ply.Legal[role], p.texts); d != nil {
			return errors.Join(d, p.budget(ply))
		}
	}
	return p.budget(ply)
}

// budget reports that the engine gave up, which is no difference in the rules.
func (p *replay) budget(ply *Ply) error {
	if err := p.m.Err(); errors.Is(err, game.ErrBudget) {
		return fmt.Errorf("ply %d: %w", ply.Ply, err)
	}
	return nil
}

func (p *replay) differ(ply *Ply, what string, want, got []string) error {
	w, g := p.set(want), p.set(got)
	if slices.Equal(w, g) {
		return nil
	}
	missing, extra := minus(w, g), minus(g, w)
	d := &Difference{Ply: ply.Ply, What: what}
	d.Want, d.Got = fmt.Sprint(len(w)), fmt.Sprint(len(g))
	if len(missing) > 0 {
		d.Want += " with " + list(missing)
	}
	if len(extra) > 0 {
		d.Got += " with " + list(extra)
	}
	return d
}

// step makes the recorded joint move.
func (p *replay) step(ply *Ply) error {
	joint := make([]game.Move, len(p.facts.Seats))
	for role, seat := range p.facts.RoleSeat {
		want := p.folded(ply.Moves[role : role+1])[0]
		found := false
		p.moves = p.m.Legal(seat, p.moves)
		for _, move := range p.moves {
			if label := p.m.Label(seat, move); label == want || p.lower && strings.ToLower(label) == want {
				joint[seat], found = move, true
				break
			}
		}
		if !found {
			return &Difference{ply.Ply, "move of " + p.r.Roles[role], ply.Moves[role], "not legal"}
		}
	}
	p.m.Step(joint)
	if err := p.m.Err(); err != nil {
		return fmt.Errorf("ply %d: %w", ply.Ply+1, err)
	}
	return nil
}

// minus gives what is in a and not in b; both are sorted.
func minus(a, b []string) []string {
	var out []string
	for _, s := range a {
		if _, found := slices.BinarySearch(b, s); !found {
			out = append(out, s)
		}
	}
	return out
}

// list writes the first few of some texts.
func list(texts []string) string {
	const most = 4
	if len(texts) > most {
		return strings.Join(texts[:most], ", ") + fmt.Sprintf(", … (%d)", len(texts))
	}
	return strings.Join(texts, ", ")
}
