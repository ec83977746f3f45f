package catalog

import (
	"context"
	"errors"
	"fmt"

	"ludens/gdl/canon"
	"ludens/ludii/expand"
	"ludens/ludii/names"
	"ludens/ludii/parse"
)

// Known keeps the descriptions under which games are known: what was learned and
// remembered of a game is kept by the hash of one description, and is found by it when
// the same game comes under other names. Implementations are asked from any number of
// goroutines, and bound what they keep.
type Known interface {
	// Like gives the descriptions kept under an identity, the best first.
	Like(identity string) []string
	// Keep keeps a description that is like none of those. What fails costs only that
	// the game is not known the next time.
	Keep(identity, text string)
}

func identityGDL(text string) (string, error) {
	r, err := readRules(context.Background(), text, func(int) error { return nil })
	if err != nil {
		return "", err
	}
	f, err := canon.Of(r.program, canon.Options{})
	if err != nil {
		return "", err
	}
	return f.Identity(), nil
}

// other is a description that is known, of the game at hand.
type other struct {
	rules rules
	// tell takes a term of the known description to the names at hand; nil where they are
	// the same.
	tell func(text string) string
}

// knownAs looks for the description that a game is known by. What is found is certain:
// the rules at hand, under the map of names, are the known ones (canon.Between). It is
// the rules themselves where nothing is found, which then are kept.
func knownAs(ctx context.Context, r rules, text string, opt *Options) other {
	own := other{rules: r}
	if opt.Known == nil {
		return own
	}
	f, err := canon.Of(r.program, canon.Options{})
	if errors.Is(err, canon.ErrBudget) {
		return own // the game goes by its text
	}
	id := f.Identity()
	list := opt.Known.Like(id)
	if len(list) == 0 {
		opt.Known.Keep(id, text)
		return own
	}
	var found *other
	for _, have := range list {
		if ctx.Err() != nil {
			break
		}
		k, err := readRules(ctx, have, func(int) error { return nil })
		if err != nil {
			continue
		}
		if k.hash == r.hash {
			return own
		}
		if found != nil {
			continue
		}
		g, err := canon.Of(k.program, canon.Options{})
		if err != nil {
			continue
		}
		if m := canon.Between(g, f); m != nil {
			found = &other{rules: k}
			if !m.Identical() {
				found.tell = m.Term
			}
		}
	}
	if found == nil {
		return own // an accident of hashes, or something damaged
	}
	return *found
}

func identityLudemes(text string) (string, error) {
	d, _, findings, err := expanded(text, Options{}, nil)
	if err == nil {
		err = findings.Err()
	}
	if err != nil {
		return "", err
	}
	f := names.Of(d.Root)
	if f == nil {
		return "", fmt.Errorf("a match of several games: %w", canon.ErrBudget)
	}
	return f.Identity(), nil
}

// ludemesKnownAs looks for the description that a game in ludemes is known by, as knownAs
// does: its hash, and what it calls the kinds of pieces; nil if nothing else is found.
func ludemesKnownAs(root *parse.Node, whole string, known Known) (hash string, kind func(name string) string) {
	if known == nil {
		return "", nil
	}
	f := names.Of(root)
	if f == nil {
		return "", nil
	}
	id := f.Identity()
	list := known.Like(id)
	if len(list) == 0 {
		known.Keep(id, whole)
		return "", nil
	}
	for _, have := range list {
		if have == whole {
			return "", nil
		}
		d, findings := expand.Expand("", have, expand.Options{Limits: expand.Limits{Nodes: maxNodes}})
		if findings.Err() != nil || d.Root == nil || kind != nil {
			continue
		}
		if g := names.Of(d.Root); g != nil {
			if m := names.Between(f, g); m != nil {
				hash, kind = hashOfLudemes(d.Root.String()), m.Name
			}
		}
	}
	return hash, kind
}
