package portfolio

import (
	"context"
	"slices"
	"time"

	"ludens/agent"
	"ludens/game"
)

// Who has won may not see how to end it: to a function that counts pieces all moves are worth the same when there
// is nothing left to take, and to playouts when most of them win. Then another way decides for some turns, and
// what it does is seen by the first one in the turns after that. Where a match goes on well, moves are seldom made twice: who
// fills a board that is won is left alone.

// settling is the time of a turn that a way gets to begin with.
const settling = 20 * time.Millisecond

const (
	sameTurns  = 10   // decisions that say the same before another way has so many
	sameWithin = 0.03 // by how much their values differ at most
	wellAhead  = 0.1  // by how much all of them are better than an even share
	fewMoves   = 7    // how many different moves they make at most
	ableWorth  = 0.3  // what a way is worth at least against the others that lends a hand: who gives pieces away is none
)

// changer plays a way, and others by turns while that gets nowhere.
type changer struct {
	agent.Delegate
	ways    []*Way // the chosen one first
	at      int    // who plays
	other   int    // who of the others was last
	make    func(*Way) agent.Player
	g       game.Game
	seat    int
	clocks  agent.Clocks
	asked   bool        // the player has decided something since values was written
	moves   []game.Move // its last decisions
	values  []float64   // what they were worth
	last    game.Move
	decided int // by it
}

var (
	_ agent.Player   = (*changer)(nil)
	_ agent.Reporter = (*changer)(nil)
	_ agent.Ponderer = (*changer)(nil)
	_ agent.Warner   = (*changer)(nil)
)

// NewPlayer makes a player of the way, to whom others lend a hand.
func (c *Choice) NewPlayer(threads int, bytes int64, seed uint64) agent.Player {
	p := &changer{ways: []*Way{c.Way}, make: func(w *Way) agent.Player { return w.New(threads, bytes, seed) }}
	if c.seen != nil {
		byName := map[string]*Way{}
		for _, w := range c.seen.ways() {
			byName[w.Name] = w
		}
		for _, s := range c.Standings {
			if w := byName[s.Name]; w != nil && w.Name != c.Name && s.worth >= ableWorth {
				p.ways = append(p.ways, w)
			}
		}
	}
	p.Inner = p.make(c.Way)
	if len(p.ways) == 1 {
		return p.Inner
	}
	return p
}

// Name is the way's.
func (p *changer) Name() string { return p.ways[p.at].Name }

// Begin takes the game.
func (p *changer) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.g, p.seat, p.clocks = g, seat, clocks
	return p.Inner.Begin(ctx, g, seat, clocks)
}

// End gives everything back.
func (p *changer) End() {
	p.Inner.End()
	p.g = nil
}

// Stats tells about the last decision, and which way has made it.
func (p *changer) Stats() agent.Stats {
	s := p.Delegate.Stats()
	s.Way = p.Name()
	return s
}

// Choose has the way decide whose turn it is.
func (p *changer) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if p.asked {
		p.note()
	}
	if p.stuck() {
		p.change(ctx)
	}
	p.asked = len(turn.Legal) > 1
	move, err := p.Inner.Choose(ctx, turn)
	p.last = move
	return move, err
}

// note takes down what the last decision was worth.
func (p *changer) note() {
	s := p.Delegate.Stats()
	p.decided++
	if s.Proven {
		p.forget()
		return
	}
	if len(p.values) == sameTurns {
		p.values, p.moves = slices.Delete(p.values, 0, 1), slices.Delete(p.moves, 0, 1)
	}
	p.values, p.moves = append(p.values, s.Value), append(p.moves, p.last)
}

// forget begins anew.
func (p *changer) forget() { p.values, p.moves = p.values[:0], p.moves[:0] }

// stuck reports whether somebody else is to decide next.
func (p *changer) stuck() bool {
	if p.decided < sameTurns || len(p.ways) < 2 {
		return false
	}
	if p.at > 0 {
		return true
	}
	if len(p.values) < sameTurns {
		return false
	}
	different := map[game.Move]bool{}
	for _, m := range p.moves {
		different[m] = true
	}
	least, most := slices.Min(p.values), slices.Max(p.values)
	return len(different) <= fewMoves && most-least <= sameWithin && least >= 1/float64(p.g.Facts().Players)+wellAhead
}

// change has another way decide: after the first one by turns all others, after them the first one.
func (p *changer) change(ctx context.Context) {
	if p.at > 0 {
		p.at = 0
	} else {
		p.other = p.other%(len(p.ways)-1) + 1
		p.at = p.other
	}
	p.forget()
	p.decided = 0
	p.Inner.End()
	p.Inner = p.make(p.ways[p.at])
	ctx, cancel := context.WithTimeout(ctx, settling) // without any time a tree search would not look for circles
	defer cancel()
	if err := p.Inner.Begin(ctx, p.g, p.seat, p.clocks); err != nil {
		p.Inner.End()
		p.ways = p.ways[:1]
		p.at = 0
		p.Inner = p.make(p.ways[0])
		_ = p.Inner.Begin(ctx, p.g, p.seat, p.clocks)
	}
}
