package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/game"
)

// trace checks that what a traced playout tells is what it played: the moves told, made again
// by steps, lead to the same position. Where Nature has a part nobody tells her moves, so
// that only the tellers' moves are looked at.
func (v *verifier) trace(rng *rand.Rand) error {
	t, ok := v.m.(game.Tracer)
	if !ok {
		return nil
	}
	for _, weigh := range []func(int, game.Move) float64{nil, func(seat int, mv game.Move) float64 {
		return 0.25 + 0.75*float64((uint64(mv)+uint64(seat))%4)/3
	}} {
		v.m.Reset()
		before := []game.Made{{Seat: -1}}
		steps, made := t.Trace(rng, v.opt.Steps, weigh, before)
		if v.m.Err() != nil && v.opt.AllowFault {
			return nil
		}
		if len(made) == 0 || made[0].Seat != -1 {
			return fmt.Errorf("a traced playout does not append")
		}
		// A move that was the only one may be told or not, but always in the same way.
		if v.told(steps, made[1:], false) == nil {
			continue
		}
		if err := v.told(steps, made[1:], true); err != nil {
			return fmt.Errorf("a traced playout: %w", err)
		}
	}
	return nil
}

// told makes the moves told again on v.other and compares where they lead. only says whether
// moves are told that were the only ones.
func (v *verifier) told(steps int, made []game.Made, only bool) error {
	for _, x := range made {
		if x.Seat < 0 || x.Seat >= v.f.Players {
			return fmt.Errorf("a move of seat %d is told", x.Seat)
		}
	}
	if v.f.Nature {
		return nil
	}
	m := v.other
	m.Reset()
	joint := make([]game.Move, len(v.f.Seats))
	for step := range steps {
		for seat := range v.f.Players {
			legal := m.Legal(seat, nil)
			mine := len(made) > 0 && made[0].Seat == seat && slices.Contains(legal, made[0].Move)
			switch {
			case len(legal) > 1 && !mine:
				return fmt.Errorf("step %d: the choice of seat %d is not told", step, seat)
			case mine && (len(legal) > 1 || only && v.alone(m, seat)):
				joint[seat], made = made[0].Move, made[1:]
			case len(legal) == 0:
				return fmt.Errorf("step %d: seat %d has no move", step, seat)
			default:
				joint[seat] = legal[0]
			}
		}
		m.Step(joint)
	}
	if len(made) > 0 {
		return fmt.Errorf("%d moves are told that were not made", len(made))
	}
	if !m.Save(nil).Equal(v.m.Save(nil)) {
		return fmt.Errorf("the moves told lead elsewhere")
	}
	return nil
}

// alone reports whether no other seat has a choice.
func (v *verifier) alone(m game.Machine, seat int) bool {
	for s := range v.f.Players {
		if s != seat && len(m.Legal(s, nil)) > 1 {
			return false
		}
	}
	return true
}
