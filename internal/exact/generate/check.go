package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/exact"
	"ludens/internal/exact/prove"
)

// checker joins files of tactics: it proves every position again, by itself and not
// on the way through smaller depths, and drops what turns out otherwise, what takes
// too long, and what is there already.
type checker struct {
	in, shared string
	nodes      int64
}

func (c *checker) write(ctx context.Context, w io.Writer) error {
	var all, list []exact.Position
	for name := range strings.SplitSeq(c.in, ",") {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		more, err := exact.Read(f)
		f.Close()
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	games, seen := map[string]game.Game{}, map[string]bool{}
	for i := range all {
		p := &all[i]
		key := fmt.Sprint(p.Game, p.Seat, p.Steps)
		if seen[key] {
			continue
		}
		seen[key] = true
		if games[p.Game] == nil {
			g, err := catalog.Open(ctx, exact.Path(p.Game, filepath.Join(c.shared, "corpus")), catalog.Options{BuildTime: buildTime})
			if err != nil {
				return err
			}
			games[p.Game] = g
		}
		same, err := c.same(games[p.Game], p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !same {
			fmt.Fprintf(os.Stderr, "%s after %d moves, %s in %d: dropped (%v)\n", p.Game, len(p.Steps), p.Kind, p.Depth, err)
			continue
		}
		list = append(list, *p)
	}
	fmt.Fprintf(os.Stderr, "%d of %d positions kept\n", len(list), len(all))
	return exact.Write(w, list)
}

// same reports whether a position is what it says.
func (c *checker) same(g game.Game, p *exact.Position) (bool, error) {
	m := g.NewMachine()
	legal, right, err := p.Play(m)
	if err != nil {
		return false, err
	}
	prover, err := prove.NewProver(g, c.nodes)
	if err != nil {
		return false, err
	}
	state, reached := m.Save(nil), false
	for _, move := range legal {
		var good, at, before bool
		if p.Kind == exact.Win {
			if good, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth+margin); err == nil && good {
				if at, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth); err == nil && at {
					before, err = prover.AtLeast(state, p.Seat, move, 1, p.Depth-1)
				}
			}
		} else {
			lost, e := prover.Below(state, p.Seat, move, 0.5, p.Depth+margin)
			if good, err = !lost, e; err == nil && lost {
				at, err = prover.Below(state, p.Seat, move, 0.5, p.Depth)
				if err == nil && !at {
					return false, nil
				}
			}
		}
		if err != nil {
			return false, err
		}
		reached = reached || at
		if before || good != slices.Contains(right, move) {
			return false, nil
		}
	}
	return reached, nil
}
