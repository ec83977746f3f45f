package catalog

import (
	"context"
	"errors"
	"fmt"

	"ludens/game"
	"ludens/gdl/interp"
	"ludens/internal/memory"
	"ludens/propnet/exec"
)

// openGDL opens a GDL description with the engine that opt asks for.
func openGDL(ctx context.Context, name, text string, opt Options) (game.Game, error) {
	r, release, err := opt.reader.read(ctx, text)
	if err != nil {
		return nil, err
	}
	defer release()
	if opt.Engine == Reasoner {
		return interp.NewContext(ctx, r.program, interp.Options{Name: name, Hash: r.hash, MaxBytes: opt.MachineBytes})
	}
	k := knownAs(ctx, r, text, &opt)
	g, err := openNetwork(ctx, k, name, opt)
	if err == nil {
		return g, nil
	}
	if opt.Engine == Network || opt.Engine == Batched || ctx.Err() != nil {
		return nil, fmt.Errorf("build the network: %w", err)
	}
	return interp.NewContext(ctx, r.program, interp.Options{Name: name, Hash: k.rules.hash, MaxBytes: opt.MachineBytes, Note: "no network: " + reason(err)})
}

// openNetwork is the one place that knows how networks are built and, where opt
// names a directory, kept.
func openNetwork(ctx context.Context, k other, name string, opt Options) (g game.Game, err error) {
	defer func() {
		if p := recover(); p != nil { // costs the network, not the game
			g, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, opt.BuildTime)
	defer cancel()
	ctx, end := memory.Bound(ctx, opt.BuildBytes)
	defer end()
	n, err := network(ctx, k.rules.program, opt.CacheDir, exec.Options{Name: name, Hash: k.rules.hash, Bytes: opt.BuildBytes, Tell: k.tell})
	if full := context.Cause(ctx); err != nil && errors.Is(full, memory.ErrFull) {
		return nil, fmt.Errorf("%w: %w", game.ErrBudget, full)
	}
	if err != nil {
		return nil, err // not n: an interface that holds a nil pointer is not nil
	}
	if opt.Engine == Batched {
		l, err := n.InLanes(opt.BuildBytes)
		if err != nil {
			return nil, err
		}
		return l, nil
	}
	return n, nil
}

// reason writes in few words why there is no network.
func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "building it took too long"
	}
	s := err.Error()
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}
