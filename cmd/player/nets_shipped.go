package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/nets"
	"ludens/nets/shipped"
	"ludens/rating"
	"ludens/store"
)

// Nets come from two places: the database, and the program itself.

// listed is a net of a list, and where it came from.
type listed struct {
	store.NetInfo
	From    string         `json:"from"` // tuned, match or shipped
	Shipped *shipped.Entry `json:"shipped,omitempty"`
}

// origin says in a word where a net of the database came from.
func origin(n *nets.Net) string {
	if n.Origin == "" {
		return "tuned"
	}
	return "match"
}

// making says how a net that came with the program was made.
func making(e *shipped.Entry) string {
	from, which := "", "best"
	if e.From != "" {
		from = ", on from " + e.From
	}
	if e.Last {
		which = "last"
	}
	return fmt.Sprintf("%s%s; its %s net", e.Made(), from, which)
}

// worth says what such a net was measured to be worth.
func worth(e *shipped.Entry) string {
	m, chose := e.Match, ""
	if m.Chose != "" {
		chose = ", which chose " + m.Chose
	}
	return fmt.Sprintf("%s against the player without nets%s; %g s a move, one thread, --start %d", points(m), chose, m.Seconds, m.Start)
}

// points are those of a match, with their share and its interval.
func points(m shipped.Match) string {
	share := m.Points / float64(m.Games)
	low, high := rating.Wilson(share, float64(m.Games))
	drawn := ""
	if m.Drawn > 0 {
		drawn = fmt.Sprintf(", %d drawn", m.Drawn)
	}
	return fmt.Sprintf("%g of %d%s, %.0f %% (%.0f to %.0f)", m.Points, m.Games, drawn, 100*share, 100*low, 100*high)
}

// allNets gives the nets of the database (nil: there is none), the latest first, then those that
// came with the program. One of these is what its game is played with if the database has none.
func allNets(db *store.Store, q store.NetQuery) ([]listed, error) {
	var out []listed
	played := map[[2]string]bool{}
	if db != nil {
		list, err := db.Nets(q)
		if err != nil {
			return nil, err
		}
		best, err := db.Nets(store.NetQuery{Best: true})
		if err != nil {
			return nil, err
		}
		for _, n := range best {
			played[[2]string{n.Game, n.Encoding}] = true
		}
		for _, n := range list {
			out = append(out, listed{NetInfo: n, From: origin(&n.Net)})
		}
	}
	came, err := shipped.List()
	if err != nil {
		return nil, err
	}
	for i := range came {
		e := &came[i]
		n := listed{store.NetInfo{ID: e.ID, Bytes: e.Bytes, Net: e.Net, Best: !played[[2]string{e.Net.Game, e.Net.Encoding}]}, "shipped", e}
		_, name, _ := strings.Cut(e.Game, ":")
		fits := q.Game == "" || slices.Contains([]string{e.Net.Game, e.Net.Name, e.Game, name}, q.Game)
		if fits && (n.Best || !q.Best) && (q.Limit == 0 || len(out) < q.Limit) {
			out = append(out, n)
		}
	}
	return out, nil
}

// findNet gives a net of the database (nil: there is none) or of the program by the beginning of its
// identifier; "" stands for the latest of the database.
func findNet(db *store.Store, prefix string) (*nets.Net, string, error) {
	err := error(nets.ErrNone)
	if db != nil {
		id := ""
		if id, err = db.FindNet(prefix); err == nil {
			n, err := db.Net(id)
			return n, id, err
		}
	}
	if !errors.Is(err, nets.ErrNone) || prefix == "" {
		return nil, "", fmt.Errorf("find a net: %w", err)
	}
	came, fault := shipped.List()
	if fault != nil {
		return nil, "", fault
	}
	for _, e := range came {
		if strings.HasPrefix(e.ID, strings.ToLower(prefix)) {
			n, err := shipped.Net(e.Net.Game, e.Net.Encoding)
			return n, e.ID, err
		}
	}
	return nil, "", fmt.Errorf("find a net: %s: %w", prefix, err)
}
