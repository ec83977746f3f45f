package catalog

import (
	"context"
	"errors"
	"fmt"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/interp"
	"ludens/propnet/exec"
)

// openGDL opens a GDL description with the engine that opt asks for.
func openGDL(ctx context.Context, name, text string, opt Options) (game.Game, error) {
	d, release, err := opt.reader.read(ctx, text)
	if err != nil {
		return nil, err
	}
	defer release()
	hash := hashOf(d)
	if opt.Engine == Reasoner {
		return openReasoner(d, interp.Options{Name: name, Hash: hash})
	}
	g, err := openNetwork(ctx, d, name, hash, opt)
	if err == nil {
		return g, nil
	}
	if opt.Engine == Network || ctx.Err() != nil {
		return nil, fmt.Errorf("build the network: %w", err)
	}
	return openReasoner(d, interp.Options{Name: name, Hash: hash, Note: "no network: " + reason(err)})
}

func openReasoner(d *gdl.Description, opt interp.Options) (game.Game, error) {
	p, err := gdl.Compile(d)
	if err != nil {
		return nil, err
	}
	return interp.New(p, opt)
}

// openNetwork is the one place that knows how networks are built and, where opt
// names a directory, kept.
func openNetwork(ctx context.Context, d *gdl.Description, name, hash string, opt Options) (g game.Game, err error) {
	defer func() {
		if p := recover(); p != nil { // costs the network, not the game
			g, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, opt.BuildTime)
	defer cancel()
	p, err := gdl.Compile(d)
	if err != nil {
		return nil, err
	}
	n, err := network(ctx, p, opt.CacheDir, exec.Options{Name: name, Hash: hash, Bytes: opt.BuildBytes})
	if err != nil {
		return nil, err // not n: an interface that holds a nil pointer is not nil
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
