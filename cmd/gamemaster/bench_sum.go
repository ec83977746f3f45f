package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/internal/cli"
	"ludens/rating"
)

// benchSumCommand adds up what several runs of "bench agents" have recorded.
type benchSumCommand struct {
	Files []string `arg:"" name:"file" help:"Files of --record."`
}

// Help is shown by --help.
func (*benchSumCommand) Help() string {
	return "Adds up matches that runs of \"bench agents\" have recorded: a table of every two agents, as \"bench agents\" prints it. Several files are several runs, " +
		"on several machines or with several seeds. WAYS are those by which the first side decided most often in a match, with the number of matches. " +
		"The interval over all is by pairs of matches from the same opening, as far as both are there."
}

// recordedSum is what the first of two agents has scored against the second.
type recordedSum struct {
	First  string           `json:"first"`
	Second string           `json:"second"`
	Clocks []recordedClocks `json:"clocks"`
	Games  []*recordedGame  `json:"games"`
	All    agentFigures     `json:"all"`
	Pairs  rating.Pairs     `json:"pairs"` // by points 0, ½, 1, 1½, 2
	Low    float64          `json:"pairs_low"`
	High   float64          `json:"pairs_high"`

	halves map[recordedPair]float64
}

// recordedClocks is how many matches had some clocks.
type recordedClocks struct {
	Start   float64 `json:"start_s"`
	Play    float64 `json:"play_s"`
	Matches int     `json:"matches"`
}

// recordedGame is what was scored in a game.
type recordedGame struct {
	agentFigures
	Ways map[string]int `json:"ways,omitempty"` // matches by the first side's most frequent way
}

// recordedPair is what two matches of a pair have in common.
type recordedPair struct {
	file, game  string
	seed        uint64
	start, play float64
	number      int
}

// Run reads and prints.
func (c *benchSumCommand) Run(env *cli.Env) error {
	var sums []*recordedSum
	for i, file := range c.Files {
		if slices.Contains(c.Files[:i], file) {
			return cli.Usagef("%s is named twice", file)
		}
		err := eachRecord(file, func(rec *agentRecord, _ []byte) error {
			i := slices.IndexFunc(sums, func(s *recordedSum) bool { return s.First == rec.First && s.Second == rec.Second })
			if i < 0 {
				i = len(sums)
				sums = append(sums, &recordedSum{First: rec.First, Second: rec.Second, All: agentFigures{Game: "all"}, halves: map[recordedPair]float64{}})
			}
			sums[i].add(file, rec)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, s := range sums {
		s.rate()
	}
	if env.JSON {
		return env.Print(sums)
	}
	for i, s := range sums {
		if i > 0 {
			fmt.Fprintln(env.Stdout)
		}
		s.show(env)
	}
	return nil
}

// add counts a match.
func (s *recordedSum) add(file string, r *agentRecord) {
	at := slices.IndexFunc(s.Clocks, func(k recordedClocks) bool { return k.Start == r.Start && k.Play == r.Play })
	if at < 0 {
		at = len(s.Clocks)
		s.Clocks = append(s.Clocks, recordedClocks{Start: r.Start, Play: r.Play})
	}
	s.Clocks[at].Matches++
	at = slices.IndexFunc(s.Games, func(g *recordedGame) bool { return g.Game == r.Game })
	if at < 0 {
		at = len(s.Games)
		s.Games = append(s.Games, &recordedGame{agentFigures: agentFigures{Game: r.Game}, Ways: map[string]int{}})
	}
	g := s.Games[at]
	g.count(r.Points, r.Cut, len(r.Opening)+len(r.Turns))
	ways := map[string]int{}
	for _, t := range r.Turns {
		for _, d := range t.Thought {
			if d.Seat < 0 || d.Seat >= len(r.Sides) {
				continue
			}
			side := r.Sides[d.Seat] & 1
			g.Sides[side].decided(d.Iterations, d.Depth, d.Took, d.Over, d.Fault)
			if side == 0 && d.Way != "" {
				ways[d.Way]++
			}
		}
	}
	if len(ways) > 0 {
		g.Ways[byNumber(ways)[0]]++
	}
	pair := recordedPair{file: file, game: r.Game, seed: r.Seed, start: r.Start, play: r.Play, number: (r.Match - 1) / 2}
	if other, ok := s.halves[pair]; ok {
		delete(s.halves, pair)
		s.Pairs.Add(r.Points, other)
	} else {
		s.halves[pair] = r.Points
	}
}

// byNumber gives names, the most frequent first.
func byNumber(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// rate makes means of sums.
func (s *recordedSum) rate() {
	for _, g := range s.Games {
		s.All.join(g.agentFigures)
		g.agentFigures = g.rated()
	}
	s.All = s.All.rated()
	low, high := s.Pairs.Interval()
	s.Low, s.High = 100*low, 100*high
}

// show prints the table.
func (s *recordedSum) show(env *cli.Env) {
	out := env.Stdout
	var clocks []string
	for _, k := range s.Clocks {
		clocks = append(clocks, fmt.Sprintf("%gs to start, %gs per move: %s", k.Start, k.Play, plural(k.Matches, "match", "matches")))
	}
	fmt.Fprintf(out, "%s against %s (%s)\n", s.First, s.Second, strings.Join(clocks, "; "))
	t := cli.Table{
		Head:  []string{"GAME", "MATCHES", "WON", "DRAWN", "LOST", "CUT", "%", "95 %", "ITERATIONS", "OTHER'S", "WAYS"},
		Right: []int{1, 2, 3, 4, 5, 6, 8, 9},
	}
	row := func(f agentFigures, ways string) {
		t.Row(f.Game, f.Matches, f.Wins, f.Draws, f.Losses, f.Cut, fmt.Sprintf("%.0f", f.Percent), fmt.Sprintf("%.0f…%.0f", f.Low, f.High),
			fmt.Sprintf("%.0f", f.Sides[0].Iterations), fmt.Sprintf("%.0f", f.Sides[1].Iterations), ways)
	}
	for _, g := range s.Games {
		var ways []string
		for _, w := range byNumber(g.Ways) {
			ways = append(ways, fmt.Sprintf("%s %d", w, g.Ways[w]))
		}
		row(g.agentFigures, strings.Join(ways, ", "))
	}
	row(s.All, "")
	t.Write(out)
	fmt.Fprintf(out, "by %.0f pairs (%v of 0, ½, 1, 1½, 2 points): %.1f %%, 95 %% %.1f…%.1f\n", s.Pairs.Count(), s.Pairs, 100*s.Pairs.Share(), s.Low, s.High)
}
