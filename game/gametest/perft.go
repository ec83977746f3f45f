package gametest

import (
	"context"
	"fmt"

	"ludens/game"
)

// Perft counts from the machine's position: nodes is the number of sequences of
// exactly depth joint moves (Nature's moves counted like any other), terminals
// the number of sequences of at most depth joint moves that end in a terminal
// position. Depth 0 gives one node. The machine is back in its position
// afterwards. Perft stops with ctx's error when ctx is done and with the fault
// when the description has one.
func Perft(ctx context.Context, m game.Machine, depth int) (nodes, terminals uint64, err error) {
	if depth < 0 {
		return 0, 0, fmt.Errorf("count positions: depth %d is negative", depth)
	}
	p := perft{ctx: ctx, m: m, seats: len(m.Game().Facts().Seats), levels: make([]perftLevel, depth+1)}
	start := m.Save(nil)
	err = p.count(depth)
	m.Load(start)
	if err != nil {
		return 0, 0, fmt.Errorf("count positions: %w", err)
	}
	return p.nodes, p.terminals, nil
}

type perft struct {
	ctx              context.Context
	m                game.Machine
	seats            int
	levels           []perftLevel
	nodes, terminals uint64
	visited          uint64
}

// perftLevel holds the buffers of one depth.
type perftLevel struct {
	state game.State
	legal [][]game.Move
	joint []game.Move
	index []int
}

func (p *perft) count(depth int) error {
	if p.visited++; p.visited&0xff == 0 {
		if err := p.ctx.Err(); err != nil {
			return err
		}
	}
	terminal := p.m.Terminal()
	if err := p.m.Err(); err != nil {
		return err
	}
	if terminal {
		p.terminals++
	}
	if depth == 0 {
		p.nodes++
		return nil
	}
	if terminal {
		return nil
	}
	l := &p.levels[depth]
	if l.legal == nil {
		l.legal, l.joint, l.index = make([][]game.Move, p.seats), make([]game.Move, p.seats), make([]int, p.seats)
	}
	l.state = p.m.Save(l.state)
	total := uint64(1)
	for seat := range l.legal {
		l.legal[seat] = p.m.Legal(seat, l.legal[seat])
		if len(l.legal[seat]) == 0 {
			if err := p.m.Err(); err != nil {
				return err
			}
			return fmt.Errorf("seat %d: %w", seat, game.ErrNoMove)
		}
		total *= uint64(len(l.legal[seat]))
		l.index[seat] = 0
		l.joint[seat] = l.legal[seat][0]
	}
	for i := range total {
		if i > 0 {
			l.advance()
			p.m.Load(l.state)
		}
		p.m.Step(l.joint)
		if err := p.count(depth - 1); err != nil {
			return err
		}
	}
	return nil
}

// advance goes to the next joint move, the last seat fastest.
func (l *perftLevel) advance() {
	for seat := len(l.index) - 1; seat >= 0; seat-- {
		l.index[seat]++
		if l.index[seat] < len(l.legal[seat]) {
			l.joint[seat] = l.legal[seat][l.index[seat]]
			return
		}
		l.index[seat] = 0
		l.joint[seat] = l.legal[seat][0]
	}
}
