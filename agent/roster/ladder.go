package roster

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Level is a rung of the ladder: a player whose strength stays what it is, since it thinks
// by a number of iterations and not by the clock, and by a search that is not changed.
type Level struct {
	Number int    `json:"level"` // from 0, the weakest
	Name   string `json:"name"`  // the player's in tournaments, "level 3"
	Text   string `json:"text"`  // for Parse
	// Elo was measured over several games, level 0 being 0; Interval is half of the
	// width of its 95 % interval. Measured is false before that.
	Elo      float64 `json:"elo"`
	Interval float64 `json:"interval"`
	Measured bool    `json:"measured"`
}

// ladder is the table, one level a line: Elo, interval and text; "-" where nothing was
// measured. "gamemaster ladder measure" writes it.
//
//go:embed ladder.txt
var ladder string

// Ladder gives the levels, the weakest first.
func Ladder() []Level {
	levels, err := ReadLadder(ladder)
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	return levels
}

// ReadLadder reads a table as WriteLadder writes it.
func ReadLadder(table string) ([]Level, error) {
	var out []Level
	for line := range strings.Lines(table) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) == "" {
			continue
		}
		f := strings.Fields(line)
		if len(f) != 3 {
			return nil, fmt.Errorf("ladder: want Elo, interval and player, found %q", line)
		}
		l := Level{Number: len(out), Name: fmt.Sprintf("level %d", len(out)), Text: f[2]}
		if f[0] != "-" {
			elo, err := strconv.ParseFloat(f[0], 64)
			interval, err2 := strconv.ParseFloat(f[1], 64)
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("ladder: want Elo, interval and player, found %q", line)
			}
			l.Elo, l.Interval, l.Measured = elo, interval, true
		}
		if _, err := Parse(l.Text, Defaults{}); err != nil {
			return nil, fmt.Errorf("ladder: %w", err)
		}
		out = append(out, l)
	}
	return out, nil
}

// WriteLadder writes a table, with a remark in front.
func WriteLadder(levels []Level, remark string) string {
	var b strings.Builder
	for line := range strings.Lines(remark) {
		b.WriteString(strings.TrimRight("# "+line, "\n ") + "\n")
	}
	for _, l := range levels {
		if l.Measured {
			fmt.Fprintf(&b, "%.0f\t%.0f\t%s\n", l.Elo, l.Interval, l.Text)
		} else {
			fmt.Fprintf(&b, "-\t-\t%s\n", l.Text)
		}
	}
	return b.String()
}
