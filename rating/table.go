package rating

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Played is one match as a table sees it.
type Played struct {
	Game    string   // what was played; the same text is the same game
	Players []string // by seat; one name may sit on several
	Outcome Outcome
	// Moves stands for all moves that were made, such as a digest of them; empty: unknown.
	Moves string
}

// TableOptions say how a table is made. The zero value works.
type TableOptions struct {
	// Pins are players whose ratings are known, by name. Without any, or if none of them
	// has played, the mean of all is 0.
	Pins map[string]float64
	// Prior is as in Options.
	Prior float64
	// NoForfeits leaves out what was won or lost since somebody did not play.
	NoForfeits bool
}

// Table is what matches say about their players.
type Table struct {
	Players []Standing `json:"players"` // the best first
	// Cross is what player i made of the games with player k.
	Cross [][]Result `json:"cross"`
	// Better is the likelihood that player i is better than k by their own games.
	Better [][]float64 `json:"better"`
	// DrawShare is the share of draws between equal players.
	DrawShare float64 `json:"draw_share"`

	Matches   int `json:"matches"`   // counted
	Identical int `json:"identical"` // left out, being the same as another one, move for move
	Forfeits  int `json:"forfeits"`  // counted or not, see TableOptions.NoForfeits
	Void      int `json:"void"`      // without a result, not counted
}

// Standing is a player's line.
type Standing struct {
	Name string `json:"name"`
	// Elo counts a draw as half of a win and half of a loss; BradleyTerry has draws as
	// results of their own. Half the widths of their 95 % intervals are beside them.
	Elo              float64 `json:"elo"`
	Interval         float64 `json:"interval"`
	BradleyTerry     float64 `json:"bradley_terry"`
	BradleyTerryHalf float64 `json:"bradley_terry_interval"`
	Matches          float64 `json:"matches"`
	Share            float64 `json:"share"` // of the points
	Pinned           bool    `json:"pinned,omitempty"`
}

// Tabulate makes a table. A match of more than two counts as one game for every seat,
// in equal parts against each of the others. Matches that are identical move for move, by
// the same players in the same seats of the same game, say nothing new and count once; those
// that were forfeited, which are alike for another reason, count each.
func Tabulate(matches []Played, o TableOptions) (*Table, error) {
	t := &Table{}
	var kept []Played
	seen := map[string]bool{}
	for _, m := range matches {
		forfeit := slices.Contains(m.Outcome.Forfeit, true)
		if forfeit {
			t.Forfeits++
		}
		key := fmt.Sprintf("%q %q %q", m.Game, m.Players, m.Moves)
		switch {
		case m.Outcome.Void:
			t.Void++
		case forfeit && o.NoForfeits:
		case !forfeit && m.Moves != "" && seen[key]:
			t.Identical++
		default:
			seen[key] = true
			kept = append(kept, m)
		}
	}
	t.Matches = len(kept)
	names := map[string]int{}
	for _, m := range kept {
		for _, p := range m.Players {
			names[p] = 0
		}
	}
	order := slices.Sorted(maps.Keys(names))
	for i, name := range order {
		names[name] = i
	}
	return t, t.rate(order, names, kept, o)
}

// rate fills in all but the counters.
func (t *Table) rate(order []string, names map[string]int, kept []Played, o TableOptions) error {
	n := len(order)
	if n == 0 {
		return nil
	}
	if n > mostTable {
		return fmt.Errorf("ratings: %d players, more than %d", n, mostTable)
	}
	cross := make([][]Result, n)
	for i := range cross {
		cross[i] = make([]Result, n)
		for k := range cross[i] {
			cross[i][k] = Result{A: i, B: k}
		}
	}
	for _, m := range kept {
		m.enter(cross, names)
	}
	var results []Result
	for i := range n {
		results = append(results, cross[i][i+1:]...)
	}
	opt := Options{Prior: o.Prior, Pins: map[int]float64{}}
	for i, name := range order {
		if at, ok := o.Pins[name]; ok {
			opt.Pins[i] = at
		}
	}
	bt, err := BradleyTerry(n, results, opt)
	if err != nil {
		return err
	}
	elo, err := centred(n, results, opt)
	if err != nil {
		return err
	}
	t.DrawShare = bt.DrawShare()
	t.fill(order, cross, elo, bt.Ratings, opt.Pins)
	return nil
}

const mostTable = 1024

// enter adds a match to the table of results.
func (m *Played) enter(cross [][]Result, names map[string]int) {
	others := float64(len(m.Players) - 1)
	for a, nameA := range m.Players {
		for b, nameB := range m.Players {
			i, k := names[nameA], names[nameB]
			points, counts := m.Outcome.Against(a, b)
			if a == b || i == k || !counts {
				continue
			}
			r := &cross[i][k]
			switch points {
			case 1:
				r.Wins += 1 / others
			case 0:
				r.Losses += 1 / others
			default:
				r.Draws += 1 / others
			}
		}
	}
}

// centred is Rate with the mean of all at 0 where nobody is pinned, and the intervals of the
// distance from it.
func centred(n int, results []Result, o Options) ([]Rating, error) {
	out, err := Rate(n, results, o)
	if err != nil || len(o.Pins) > 0 {
		return out, err
	}
	mean := 0.0
	for _, r := range out {
		mean += r.Elo / float64(n)
	}
	b := &bradley{log: make([]float64, n), fixed: make([]bool, n), theta: 1}
	// A draw is half of a win and half of a loss here.
	halves := make([]Result, len(results))
	for i, r := range results {
		halves[i] = Result{A: r.A, B: r.B, Wins: r.Wins + r.Draws/2, Losses: r.Losses + r.Draws/2}
	}
	if err := b.collect(n, halves, o); err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Elo -= mean
		b.log[i] = scale * out[i].Elo
	}
	for i, width := range b.intervals() {
		out[i].Interval = width
	}
	return out, nil
}

func (t *Table) fill(order []string, cross [][]Result, elo, bt []Rating, pins map[int]float64) {
	n := len(order)
	by := make([]int, n)
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(elo[b].Elo, elo[a].Elo) })
	for line, i := range by {
		_, pinned := pins[i]
		s := Standing{
			Name: order[i], Elo: elo[i].Elo, Interval: elo[i].Interval, BradleyTerry: bt[i].Elo, BradleyTerryHalf: bt[i].Interval, Pinned: pinned,
		}
		points := 0.0
		t.Cross = append(t.Cross, make([]Result, n))
		t.Better = append(t.Better, make([]float64, n))
		for column, k := range by {
			r := cross[i][k]
			r.A, r.B = line, column
			s.Matches += r.Games()
			points += r.Wins + r.Draws/2
			t.Cross[line][column] = r
			t.Better[line][column] = r.Superiority()
		}
		if s.Matches > 0 {
			s.Share = points / s.Matches
		}
		s.Matches = math.Round(s.Matches*1e6) / 1e6 // thirds that add up to one
		t.Players = append(t.Players, s)
	}
}
