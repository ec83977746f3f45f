package puzzle

import (
	"context"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
)

// scout plays the match to its end by quick tree searches, move by move, again and again with more time for a move: what tree search
// would come to is known before it is played.
type scout struct {
	g     game.Game
	found *found
	gauge func(game.State) float64
	tree  *mcts.Player
	m     game.Machine
	root  game.State
	path  line // from the root to where the machine is
	pace  time.Duration
	goal  [1]float64
	steps int
	err   error
}

// firstPace is the time for a move the first time.
const firstPace = 4 * time.Millisecond

func newScout(g game.Game, f *found, o mcts.Options, steps int) *scout {
	o.Threads = 1
	o.Bytes = min(o.Bytes/16, 64<<20)
	s := &scout{g: g, found: f, gauge: gauge(g), tree: mcts.New(o), m: g.NewMachine(), pace: firstPace, steps: steps}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	s.err = s.tree.Begin(over, g, seat, agent.Clocks{})
	return s
}

// move goes on from a position that was reached in the match.
func (s *scout) move(root game.State) {
	s.root = append(s.root[:0], root...)
	if l := s.path.from(root); l != nil {
		s.path = *l
		return
	}
	s.again()
}

// again begins at the root.
func (s *scout) again() {
	s.path = line{}
	s.m.Load(s.root)
}

// step makes a move. False when it cannot go on.
func (s *scout) step(ctx context.Context) bool {
	if s.err != nil {
		return false
	}
	legal := s.m.Legal(seat, nil)
	if len(legal) == 0 || len(s.path.moves) >= s.steps {
		s.again()
		return false
	}
	at := s.m.Save(nil)
	mv := legal[0]
	if len(legal) > 1 {
		inner, cancel := context.WithTimeout(ctx, s.pace)
		var err error
		mv, err = s.tree.Choose(inner, agent.Turn{Number: len(s.path.moves), States: []game.State{at}, Legal: legal})
		cancel()
		if err != nil {
			s.err = err
			return false
		}
		if ctx.Err() != nil {
			return true // this search was cut short
		}
	}
	s.path.states, s.path.moves = append(s.path.states, at), append(s.path.moves, mv)
	if s.m.Step([]game.Move{mv}); !s.m.Terminal() {
		return true
	}
	if s.m.Err() == nil {
		s.m.Utility(s.goal[:])
		s.found.offer(s.m, s.root, s.path.moves, s.goal[0], nearness(s.gauge, s.m.Save(nil), len(s.path.moves)))
	}
	s.pace *= 2
	s.again()
	return true
}
