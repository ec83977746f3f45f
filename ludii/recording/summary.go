package recording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/diag"
)

// A Group is games that came out alike.
type Group struct {
	Key     string   `json:"key"`
	Games   []string `json:"games"`
	Alone   int      `json:"alone"`   // games with nothing else against them
	Example string   `json:"example"` // the first one's finding or difference
}

// Summary is what came of many games, grouped for those who work on the engine.
type Summary struct {
	Counts Counts              `json:"counts"`
	Groups map[Verdict][]Group `json:"groups"` // all but exact; those first that are most often the only obstacle
	Near   []string            `json:"near"`   // different games by the plies they came, furthest first
}

// Summarise groups refused games by the ludemes named (a game is in the group of
// each), different ones by the kind of the first difference, and the others by
// what was said.
func Summarise(results []GameResult) Summary {
	s := Summary{Groups: map[Verdict][]Group{}}
	index := map[Verdict]map[string]*Group{}
	add := func(r GameResult, key, example string, alone bool) {
		of := index[r.Verdict]
		if of == nil {
			of = map[string]*Group{}
			index[r.Verdict] = of
		}
		g := of[key]
		if g == nil {
			g = &Group{Key: key, Example: r.Game + ": " + example}
			of[key] = g
		}
		g.Games = append(g.Games, r.Game)
		if alone {
			g.Alone++
		}
	}
	var near []GameResult
	for _, r := range results {
		s.Counts.Add(r)
		switch r.Verdict {
		case Exact:
		case Different:
			near = append(near, r)
			add(r, r.Difference.Kind, r.Difference.Error(), true)
		case Refused:
			keys, examples := obstacles(r.Findings)
			for i, key := range keys {
				add(r, key, examples[i], len(keys) == 1)
			}
		default:
			key, _, _ := strings.Cut(r.Message, "\n")
			if _, behind, ok := strings.Cut(key, "jsonl.gz: "); ok {
				key = behind
			}
			if _, behind, ok := strings.Cut(key, ": "); ok && strings.HasPrefix(key, "ply ") {
				key = behind
			}
			add(r, clip(key, 120), r.Message, true)
		}
	}
	for v, of := range index {
		for _, g := range of {
			s.Groups[v] = append(s.Groups[v], *g)
		}
		slices.SortFunc(s.Groups[v], func(a, b Group) int {
			return cmp.Or(b.Alone-a.Alone, len(b.Games)-len(a.Games), strings.Compare(a.Key, b.Key))
		})
	}
	slices.SortStableFunc(near, func(a, b GameResult) int {
		return cmp.Or(b.Recordings-a.Recordings, b.Plies-a.Plies)
	})
	for _, r := range near {
		s.Near = append(s.Near, r.String())
	}
	return s
}

// obstacles gives each thing that errors of a list name, once, with the first
// error that names it.
func obstacles(findings diag.List) (keys, examples []string) {
	for _, d := range findings {
		if d.Severity != diag.Error {
			continue
		}
		if key := obstacle(d); !slices.Contains(keys, key) {
			keys, examples = append(keys, key), append(examples, d.String())
		}
	}
	if len(keys) == 0 {
		return []string{"no finding"}, []string{"refused without a finding"}
	}
	return keys, examples
}

// obstacle is what a finding is about: the ludeme where a message is "(is Line …)
// is not supported", else the message itself.
func obstacle(d diag.Diagnostic) string {
	if rest, ok := strings.CutPrefix(d.Message, "("); ok {
		if name, behind, ok := strings.Cut(rest, " …)"); ok && strings.TrimSpace(behind) == "is not supported" {
			return name
		}
	}
	return d.Code + " " + clip(d.Message, 120)
}

// String is the summary over several lines: counts, then groups, each with how
// many games have nothing else against them and how many it concerns.
func (s Summary) String() string {
	const most = 40
	var b strings.Builder
	for _, v := range []Verdict{Refused, Different, Failed, Crashed, Late, Broken} {
		groups := s.Groups[v]
		if len(groups) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %d games (alone/all)\n", v, s.Counts.Verdicts[v])
		for i, g := range groups {
			if i == most {
				fmt.Fprintf(&b, "\t… and %d more\n", len(groups)-most)
				break
			}
			fmt.Fprintf(&b, "\t%4d/%-4d %s  [%s]\n", g.Alone, len(g.Games), g.Key, clip(strings.ReplaceAll(g.Example, "\n", " "), 160))
		}
	}
	fmt.Fprintf(&b, "%d recordings, %d plies, %d successors compared; legal texts all equal at %d plies\n",
		s.Counts.Recordings, s.Counts.Plies, s.Counts.Successors, s.Counts.Texts)
	b.WriteString(s.Counts.String())
	return b.String()
}
