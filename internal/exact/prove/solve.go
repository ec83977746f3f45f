package prove

import (
	"errors"
	"fmt"

	"ludens/game"
)

// Solver finds what positions of a whole small game are worth to one seat, when it
// plays for itself and all others play against it: minimax with a table,
// which stops looking for something better than 1, and nothing else. For two players whose utilities always sum to the same that is the
// value of the game, for one player the best that can be reached. A position that
// comes back to itself is refused, and so is a choice of several seats at once.
type Solver struct {
	m     game.Machine
	seat  int
	limit int
	table map[string]float64
	open  map[string]bool
}

// ErrCycle says that a match may come back to a position it has been in.
var ErrCycle = errors.New("prove: positions of the game come back")

// ErrAtOnce says that several seats choose at the same time.
var ErrAtOnce = errors.New("prove: several seats choose at once")

// NewSolver makes a solver for a seat that remembers so many positions at most.
func NewSolver(g game.Game, seat, positions int) (*Solver, error) {
	f := g.Facts()
	if f.Nature || f.Hidden || f.Players > 2 {
		return nil, fmt.Errorf("prove: %s has chance, hides something or has more than two players", f.Name)
	}
	return &Solver{m: g.NewMachine(), seat: seat, limit: positions, table: map[string]float64{}, open: map[string]bool{}}, nil
}

// Positions solved so far.
func (s *Solver) Positions() int { return len(s.table) }

// Value is what a position is worth to the seat.
func (s *Solver) Value(state game.State) (float64, error) {
	clear(s.open)
	s.m.Load(state)
	return s.value()
}

func (s *Solver) value() (float64, error) {
	if s.m.Terminal() {
		worth := make([]float64, s.m.Game().Facts().Players)
		s.m.Utility(worth)
		return worth[s.seat], s.m.Err()
	}
	state := s.m.Save(nil)
	key := string(appendKey(nil, state))
	if v, ok := s.table[key]; ok {
		return v, nil
	}
	if s.open[key] {
		return 0, ErrCycle
	}
	if len(s.table)+len(s.open) >= s.limit {
		return 0, ErrBudget
	}
	s.open[key] = true
	seats := len(s.m.Game().Facts().Seats)
	joint, chooser, moves := make([]game.Move, seats), s.seat, []game.Move(nil)
	for seat := range seats {
		legal := s.m.Legal(seat, nil)
		if len(legal) == 0 {
			return 0, fmt.Errorf("prove: %w (%v)", game.ErrNoMove, s.m.Err())
		}
		joint[seat] = legal[0]
		if len(legal) > 1 || moves == nil && seat == s.seat {
			if len(moves) > 1 {
				return 0, ErrAtOnce
			}
			chooser, moves = seat, legal
		}
	}
	best := 0.0
	for i, move := range moves {
		joint[chooser] = move
		s.m.Load(state)
		s.m.Step(joint)
		v, err := s.value()
		if err != nil {
			return 0, err
		}
		if i == 0 || chooser == s.seat && v > best || chooser != s.seat && v < best {
			best = v
		}
		if chooser == s.seat && best == 1 || chooser != s.seat && best == 0 {
			break // nothing is better than that
		}
	}
	delete(s.open, key)
	s.table[key] = best
	return best, nil
}
