package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/game"
	"ludens/internal/cputime"
	"ludens/internal/exact"
	"ludens/internal/exact/prove"
)

// Depths of proofs, in joint moves.
const (
	leastWin  = 3  // quicker wins are no puzzle
	leastSave = 4  // quicker losses are few among the positions
	mostDepth = 11 // looked at
	margin    = 2  // by which the other moves are looked at more deeply
	fullDepth = 40 // at which the wrong moves are to be proven worse for good
)

// harvest collects the positions of one game.
type harvest struct {
	c       *tacticsMaker
	g       game.Game
	m       game.Machine
	name    string
	prover  *prove.Prover
	spent   int64
	end     time.Duration // of processor time
	shallow int           // positions of Save that are quickly lost
	found   []exact.Position
	kinds   map[string]int
	seen    map[string]bool
}

func newHarvest(ctx context.Context, g game.Game, name string, c *tacticsMaker) (*harvest, error) {
	p, err := prove.NewProver(g, c.nodes)
	if err != nil {
		return nil, err
	}
	h := &harvest{c: c, g: g, m: g.NewMachine(), name: name, prover: p, end: cputime.Process() + c.clock/3, kinds: map[string]int{}, seen: map[string]bool{}}
	p.Stop = func() bool { return ctx.Err() != nil || cputime.Process() > h.end }
	return h, nil
}

func (h *harvest) full() bool {
	return len(h.found) >= h.c.most || h.spent > h.c.budget || cputime.Process() > h.end
}

// wants reports whether there are not too many of a kind yet, so that both come in.
func (h *harvest) wants(kind string) bool { return h.kinds[kind] < (h.c.most*3+4)/5 }

// match looks at the positions before the end of a match, the last first, because
// little has to be searched there; it takes so many at most, and none beside another.
func (h *harvest) match(l line, back, most int) error {
	for at := len(l.steps) - 2; at >= max(0, len(l.steps)-back) && most > 0 && !h.full(); at-- {
		p := exact.Position{Game: h.name, Steps: l.steps[:at], Source: l.source}
		if err := h.goTo(l.steps[:at]); err != nil {
			return err
		}
		state := h.m.Save(nil)
		choosers := []int{}
		for seat := range h.g.Facts().Players {
			if len(h.m.Legal(seat, nil)) > 1 {
				choosers = append(choosers, seat)
			}
		}
		for _, seat := range choosers {
			p.Seat = seat
			ok, err := h.judge(&p, state, len(choosers) > 1)
			if err != nil {
				return err
			}
			key := fmt.Sprint(seat, state)
			if !ok || !h.wants(p.Kind) || h.seen[key] {
				continue
			}
			h.seen[key] = true
			if _, _, err := p.Play(h.m); err != nil {
				return err // labels that cannot be read again
			}
			if len(h.found) == 0 { // the game is worth the whole time
				h.end += h.c.clock * 2 / 3
			}
			h.found = append(h.found, p)
			h.kinds[p.Kind]++
			if p.Depth < leastSave && p.Kind == exact.Save {
				h.shallow++
			}
			most--
			at -= 2
			break
		}
	}
	return nil
}

func (h *harvest) goTo(steps [][]string) error {
	m := h.m
	m.Reset()
	joint := make([]game.Move, len(h.g.Facts().Seats))
	for _, step := range steps {
		for seat, text := range step {
			var err error
			if text == "" {
				joint[seat] = m.Legal(seat, nil)[0]
			} else if joint[seat], err = m.Parse(seat, text); err != nil {
				return err
			}
		}
		m.Step(joint)
	}
	return m.Err()
}

// judge fills in what is at stake for the position's seat; false if nothing was
// proven that makes a puzzle.
func (h *harvest) judge(p *exact.Position, state game.State, atOnce bool) (bool, error) {
	h.prover.Forget()
	defer func() { h.spent += h.prover.Nodes() }()
	h.m.Load(state)
	legal := h.m.Legal(p.Seat, nil)
	p.Legal, p.Right, p.Full = len(legal), nil, false
	wins, losses := make([]int, len(legal)), make([]int, len(legal)) // depth of the proof, 0 for none
	first, last, reached := 0, 0, 0
	for depth := 1; depth <= mostDepth && (first == 0 || depth <= first+margin); depth++ {
		ok := h.each(legal, wins, depth, func(move game.Move) (bool, error) {
			return h.prover.AtLeast(state, p.Seat, move, 1, depth)
		})
		if !ok {
			break
		}
		if reached = depth; first == 0 && slices.Contains(wins, depth) {
			if first = depth; first < leastWin {
				return false, nil
			}
		}
	}
	if first == 0 && !atOnce && h.g.Facts().Players == 2 {
		h.spent += h.prover.Nodes()
		h.prover.Forget()
		reached = 0
		for depth := 1; depth <= mostDepth; depth++ {
			ok := h.each(legal, losses, depth, func(move game.Move) (bool, error) {
				return h.prover.Below(state, p.Seat, move, 0.5, depth)
			})
			if !ok {
				break
			}
			if reached = depth; slices.Contains(losses, depth) {
				last = depth
			}
		}
	}
	return h.decide(p, state, legal, wins, losses, first, last, reached)
}

// each asks about every move that has no proof yet and notes the depth of those
// that get one; false if the budget is used up, or if the description fails
// somewhere below, which proves nothing.
func (h *harvest) each(legal []game.Move, proofs []int, depth int, ask func(game.Move) (bool, error)) bool {
	for i, move := range legal {
		if proofs[i] > 0 {
			continue
		}
		yes, err := ask(move)
		if err != nil {
			for j := range proofs { // what was found of this depth is found for some moves only
				if proofs[j] == depth {
					proofs[j] = 0
				}
			}
			return false
		}
		if yes {
			proofs[i] = depth
		}
	}
	return true
}

// decide makes a puzzle of what was proven, if it is one: some moves are right,
// at most three of five, and the others have been looked at more deeply than the
// proof needs.
func (h *harvest) decide(p *exact.Position, state game.State, legal []game.Move, wins, losses []int, first, last, reached int) (bool, error) {
	var right, wrong []game.Move
	switch {
	case first > 0:
		p.Kind, p.Depth = exact.Win, first
	case last > 0:
		p.Kind, p.Depth = exact.Save, last
	default:
		return false, nil
	}
	if reached < p.Depth+margin {
		return false, nil
	}
	for i, move := range legal {
		if p.Kind == exact.Win && wins[i] > 0 || p.Kind == exact.Save && losses[i] == 0 {
			right = append(right, move)
		} else {
			wrong = append(wrong, move)
		}
	}
	if len(right) == 0 || len(right) > len(legal)*3/5 {
		return false, nil
	}
	if p.Kind == exact.Save && p.Depth < leastSave && h.shallow >= max(1, h.c.most/4) {
		return false, nil
	}
	h.spent += h.prover.Nodes()
	h.prover.Forget()
	p.Full = true
	if p.Kind == exact.Win {
		for _, move := range wrong {
			yes, err := h.prover.Below(state, p.Seat, move, 1, fullDepth)
			p.Full = p.Full && yes && err == nil
		}
	} else {
		for _, move := range right {
			yes, err := h.prover.AtLeast(state, p.Seat, move, 0.5, fullDepth)
			p.Full = p.Full && yes && err == nil
		}
	}
	h.m.Load(state)
	for _, move := range right {
		p.Right = append(p.Right, h.m.Label(p.Seat, move))
	}
	return true, nil
}
