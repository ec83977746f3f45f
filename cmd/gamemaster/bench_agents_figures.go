package main

import (
	"fmt"
	"time"

	"ludens/agent/arena"
	"ludens/internal/cli"
	"ludens/rating"
)

// agentFigures is what the first side has scored in a game, or over all of them.
type agentFigures struct {
	Game    string        `json:"game"`
	Matches int           `json:"matches"`
	Wins    int           `json:"wins"`
	Draws   int           `json:"draws"`
	Losses  int           `json:"losses"`
	Cut     int           `json:"cut"` // draws by --max-plies
	Percent float64       `json:"percent"`
	Low     float64       `json:"low"`
	High    float64       `json:"high"`
	Plies   int           `json:"plies"`
	Sides   [2]sideFigure `json:"sides"` // first, second
}

// sideFigure is how a side has decided.
type sideFigure struct {
	Decisions  int     `json:"decisions"`
	Reported   int     `json:"reported"` // of them with iterations told
	Iterations float64 `json:"iterations"`
	Depth      float64 `json:"depth"`
	Took       float64 `json:"took_ms"`
	Over       float64 `json:"over_ms"`
	Worst      float64 `json:"worst_over_ms"`
	Faults     int     `json:"faults"`
	Fault      string  `json:"fault,omitempty"` // the first
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// add counts a match. Means are sums until rated.
func (f *agentFigures) add(r *arena.Result, sides []int, points float64) {
	f.count(points, r.Cut, r.Plies())
	for _, d := range r.Begun {
		f.Sides[sides[d.Seat]].fault(d.Fault)
	}
	for _, t := range r.Turns {
		for _, d := range t.Decisions {
			f.Sides[sides[d.Seat]].decided(d.Stats.Iterations, d.Stats.Depth, millis(d.Took), millis(d.Over), d.Fault)
		}
	}
}

// count counts a match's result.
func (f *agentFigures) count(points float64, cut bool, plies int) {
	f.Matches++
	f.Plies += plies
	switch points {
	case 1:
		f.Wins++
	case 0:
		f.Losses++
	default:
		f.Draws++
	}
	if cut {
		f.Cut++
	}
}

// decided counts a decision.
func (s *sideFigure) decided(iterations int64, depth int, took, over float64, fault string) {
	s.Decisions++
	if iterations > 0 {
		s.Reported++
		s.Iterations += float64(iterations)
		s.Depth += float64(depth)
	}
	s.Took += took
	s.Over += over
	s.Worst = max(s.Worst, over)
	s.fault(fault)
}

func (s *sideFigure) fault(text string) {
	if text == "" {
		return
	}
	if s.Faults++; s.Fault == "" {
		s.Fault = text
	}
}

// join adds another game's sums.
func (f *agentFigures) join(g agentFigures) {
	f.Matches, f.Wins, f.Draws, f.Losses = f.Matches+g.Matches, f.Wins+g.Wins, f.Draws+g.Draws, f.Losses+g.Losses
	f.Cut, f.Plies = f.Cut+g.Cut, f.Plies+g.Plies
	for i := range f.Sides {
		s, t := &f.Sides[i], g.Sides[i]
		s.Decisions, s.Reported, s.Faults = s.Decisions+t.Decisions, s.Reported+t.Reported, s.Faults+t.Faults
		s.Iterations, s.Depth, s.Took, s.Over = s.Iterations+t.Iterations, s.Depth+t.Depth, s.Took+t.Took, s.Over+t.Over
		s.Worst = max(s.Worst, t.Worst)
		if s.Fault == "" {
			s.Fault = t.Fault
		}
	}
}

// rated makes means of sums, and adds percentages.
func (f agentFigures) rated() agentFigures {
	if f.Matches == 0 {
		f.High = 100
		return f
	}
	share := (float64(f.Wins) + float64(f.Draws)/2) / float64(f.Matches)
	low, high := rating.Wilson(share, float64(f.Matches))
	f.Percent, f.Low, f.High = 100*share, 100*low, 100*high
	for i := range f.Sides {
		s := &f.Sides[i]
		s.Iterations /= float64(max(s.Reported, 1))
		s.Depth /= float64(max(s.Reported, 1))
		s.Took /= float64(max(s.Decisions, 1))
		s.Over /= float64(max(s.Decisions, 1))
	}
	return f
}

// agentsResult is the whole as JSON.
type agentsResult struct {
	First   string         `json:"first"`
	Second  string         `json:"second"`
	Start   float64        `json:"start_s"`
	Play    float64        `json:"play_s"`
	Games   []agentFigures `json:"games"`
	All     agentFigures   `json:"all"`
	Pairs   rating.Pairs   `json:"pairs"` // by points 0, ½, 1, 1½, 2
	Low     float64        `json:"pairs_low"`
	High    float64        `json:"pairs_high"`
	LLR     *float64       `json:"llr,omitempty"`
	Verdict string         `json:"verdict,omitempty"`
}

func (b *agentsBench) result() agentsResult {
	out := agentsResult{
		First: b.c.First, Second: b.c.Second, Start: time.Duration(b.c.Start).Seconds(), Play: time.Duration(b.c.Play).Seconds(),
		All: agentFigures{Game: "all"}, Pairs: b.all,
	}
	for i := range b.games {
		f := b.games[i].figures
		out.Games = append(out.Games, f.rated())
		out.All.join(f)
	}
	out.All = out.All.rated()
	low, high := b.all.Interval()
	out.Low, out.High = 100*low, 100*high
	if b.test != nil {
		llr := b.test.LLR(&b.all)
		out.LLR, out.Verdict = &llr, b.verdict.String()
	}
	return out
}

// show prints the table.
func (b *agentsBench) show() error {
	r := b.result()
	if b.env.JSON {
		return b.env.Print(r)
	}
	out := b.env.Stdout
	fmt.Fprintf(out, "%s against %s, %s to start, %s per move\n", r.First, r.Second, b.c.Start, b.c.Play)
	t := cli.Table{
		Head:  []string{"GAME", "MATCHES", "WON", "DRAWN", "LOST", "CUT", "%", "95 %", "ITERATIONS", "OTHER'S", "DEPTH", "OTHER'S", "OVER MS", "OTHER'S"},
		Right: []int{1, 2, 3, 4, 5, 6, 8, 9, 10, 11},
	}
	for _, f := range append(r.Games, r.All) {
		a, o := f.Sides[0], f.Sides[1]
		t.Row(f.Game, f.Matches, f.Wins, f.Draws, f.Losses, f.Cut, fmt.Sprintf("%.0f", f.Percent), fmt.Sprintf("%.0f…%.0f", f.Low, f.High),
			fmt.Sprintf("%.0f", a.Iterations), fmt.Sprintf("%.0f", o.Iterations), fmt.Sprintf("%.1f", a.Depth), fmt.Sprintf("%.1f", o.Depth),
			fmt.Sprintf("%.1f, %.0f", a.Over, a.Worst), fmt.Sprintf("%.1f, %.0f", o.Over, o.Worst))
	}
	t.Write(out)
	fmt.Fprintf(out, "by %.0f pairs (%v of 0, ½, 1, 1½, 2 points): %.1f %%, 95 %% %.1f…%.1f\n",
		r.Pairs.Count(), r.Pairs, 100*r.Pairs.Share(), r.Low, r.High)
	if r.LLR != nil {
		refuse, pass := b.test.Bounds()
		fmt.Fprintf(out, "sequential test of %g against %g Elo: %s, %.2f within %.2f…%.2f\n", b.test.Low, b.test.High, r.Verdict, *r.LLR, refuse, pass)
	}
	for i, name := range []string{"first", "second"} {
		if s := r.All.Sides[i]; s.Faults > 0 {
			fmt.Fprintf(out, "the %s side failed %s, first: %s\n", name, plural(s.Faults, "time", "times"), s.Fault)
		}
	}
	return nil
}
