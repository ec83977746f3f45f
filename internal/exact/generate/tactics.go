package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/games"
	"ludens/internal/cputime"
	"ludens/internal/exact"
)

// tacticsMaker collects positions with proven answers: from recorded matches, and
// from matches that our own search plays against itself with few iterations.
type tacticsMaker struct {
	seed          *uint64
	shared, only  string
	most, matches int
	nodes, budget int64
	iterations    int64
	clock         time.Duration
}

// Bounds of what is played.
const (
	mostSteps  = 300 // of a match of our own
	perMatch   = 2   // positions
	lookBack   = 10  // joint moves before the end at which a position is looked for
	recordBack = 20  // the same in recorded matches
	buildTime  = 20 * time.Second
)

// A line is one match: the joint moves as Position.Steps has them.
type line struct {
	source string
	steps  [][]string
}

// A subject is a game whose positions are wanted.
type subject struct {
	name     string // Position.Game
	path     string // for the catalog
	recorded []line
}

func (c *tacticsMaker) write(ctx context.Context, w io.Writer) error {
	var subjects []subject
	if c.shared != "" {
		more, err := recorded(ctx, c.shared)
		if err != nil {
			return err
		}
		subjects = append(subjects, more...)
	}
	for _, e := range games.List() {
		subjects = append(subjects, subject{name: "gdl:" + e.Name, path: "gdl:" + e.Name})
	}
	for _, e := range games.Ludemes() {
		subjects = append(subjects, subject{name: "ludii:" + e.Name, path: "ludii:" + e.Name})
	}
	var list []exact.Position
	with := 0
	for _, s := range subjects {
		if ctx.Err() != nil {
			break // what was found is kept
		}
		if !slices.ContainsFunc(strings.Split(strings.ToLower(c.only), ","), func(part string) bool {
			return strings.Contains(strings.ToLower(s.name), part)
		}) {
			continue
		}
		begin := time.Now()
		found, err := c.collect(ctx, s)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", s.name, err)
			continue
		}
		full, wins := 0, 0
		for i := range found {
			if found[i].Full {
				full++
			}
			if found[i].Kind == exact.Win {
				wins++
			}
		}
		fmt.Fprintf(os.Stderr, "%s: %d positions, %d wins, %d of them full, %.1f s\n", s.name, len(found), wins, full, time.Since(begin).Seconds())
		if len(found) > 0 {
			with++
		}
		list = append(list, found...)
	}
	fmt.Fprintf(os.Stderr, "%d positions of %d games\n", len(list), with)
	return exact.Write(w, list)
}

// collect finds the positions of one game.
func (c *tacticsMaker) collect(ctx context.Context, s subject) ([]exact.Position, error) {
	g, err := catalog.Open(ctx, s.path, catalog.Options{BuildTime: buildTime})
	if err != nil {
		return nil, err
	}
	f := g.Facts()
	if f.Nature || f.Hidden || f.Players < 2 {
		return nil, nil
	}
	h, err := newHarvest(ctx, g, s.name, c)
	if err != nil {
		return nil, err
	}
	for _, l := range s.recorded {
		if err := h.match(l, recordBack, perMatch+1); err != nil {
			return h.found, err
		}
	}
	for n := 0; n < c.matches && !h.full(); n++ {
		l, err := c.play(ctx, g, uint64(n), h.end)
		if err != nil {
			return h.found, err
		}
		if l == nil {
			break
		}
		if err := h.match(*l, lookBack, perMatch); err != nil {
			return h.found, err
		}
	}
	return h.found, nil
}

// play plays a match; nil if it ends too late. Every sixth move is a random one,
// so that matches differ and mistakes happen that somebody can punish.
func (c *tacticsMaker) play(ctx context.Context, g game.Game, n uint64, end time.Duration) (*line, error) {
	f := g.Facts()
	m := g.NewMachine()
	rng := game.Stream(*c.seed, "exact.tactics", n)
	players := make([]*mcts.Player, f.Players)
	over, cancel := context.WithCancel(ctx)
	cancel()
	for seat := range players {
		players[seat] = mcts.New(mcts.Options{Threads: 1, Iterations: c.iterations, PlayoutSteps: mostSteps, Seed: *c.seed + n})
		if err := players[seat].Begin(over, g, seat, agent.Clocks{}); err != nil {
			return nil, err
		}
		defer players[seat].End()
	}
	l := &line{source: "own"}
	joint := make([]game.Move, len(f.Seats))
	for len(l.steps) < mostSteps && !m.Terminal() {
		if cputime.Process() > end {
			return nil, nil
		}
		state := m.Save(nil)
		for seat, p := range players {
			legal := m.Legal(seat, nil)
			if len(legal) == 0 {
				return nil, game.ErrNoMove
			}
			joint[seat] = legal[rng.IntN(len(legal))]
			if len(legal) == 1 || rng.IntN(6) == 0 {
				continue
			}
			move, err := p.Choose(context.Background(), agent.Turn{Number: len(l.steps), States: []game.State{state}, Legal: legal})
			if err != nil {
				return nil, err
			}
			joint[seat] = move
		}
		l.steps = append(l.steps, exact.Labels(m, joint))
		m.Step(joint)
	}
	return l, m.Err()
}
