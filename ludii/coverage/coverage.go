// Package coverage says how much of the language of ludemes is supported: every
// form that Ludii's games use, and every recorded game. It makes the text of
// docs/ludemes.md.
//
// The promise: what is said to be supported is what package lower has a function
// for, and no verification of a game has refused; the text depends on nothing but
// its inputs. It reads no files itself.
//
// Neighbours: check knows the forms, lower which are supported, recording what
// became of games; cmd/gamemaster reads the files.
package coverage

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/lower"
)

// A Row is a ludeme form of Ludii's games.
type Row struct {
	Key   string // "move Step", as check.FormKey has it
	Games int    // that use it, all of Ludii's
	// Missing are the forms with that key that are not supported: several forms
	// share one where a ludeme stands for several sorts, as "if" does.
	Missing []string
	Forms   int
}

// Supported reports whether all forms with the key are.
func (r *Row) Supported() bool { return r.Forms > 0 && len(r.Missing) == 0 }

// A Game is what became of a recorded game.
type Game struct {
	Path    string `json:"game"`
	Result  string `json:"result"` // "exact", "different" or "refused"
	Detail  string `json:"detail"`
	Refused []struct {
		Message  string `json:"message"`
		Severity string `json:"severity"`
	} `json:"findings"`
}

// ReadFrequency reads a table of ludemes with a head line: the key first, the
// number of games in the column games_all…, or else in the last that begins with
// "games".
func ReadFrequency(in io.Reader) ([]Row, error) {
	lines := bufio.NewScanner(in)
	column := -1
	var rows []Row
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if column < 0 {
			for i, name := range fields {
				if strings.HasPrefix(name, "games") {
					column = i
				}
			}
			if column < 1 {
				return nil, errors.New("read the table of ludemes: it has no column of games")
			}
			continue
		}
		if len(fields) <= column {
			return nil, fmt.Errorf("read the table of ludemes: line %d has %d fields", n, len(fields))
		}
		games, err := strconv.Atoi(fields[column])
		if err != nil {
			return nil, fmt.Errorf("read the table of ludemes: line %d: %q is no number of games", n, fields[column])
		}
		rows = append(rows, Row{Key: fields[0], Games: games})
	}
	return rows, lines.Err()
}

// ReadVerification reads what "verify ludii --json" has printed.
func ReadVerification(in io.Reader) ([]Game, error) {
	var games []Game
	for d := json.NewDecoder(in); ; {
		var g Game
		err := d.Decode(&g)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the verification: %w", err)
		}
		if g.Path != "" { // the last object has the counts
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b Game) int { return strings.Compare(a.Path, b.Path) })
	return games, nil
}

// Fill says of every row which forms are supported. A form that some game was
// refused for is not.
func Fill(rows []Row, games []Game) {
	refused := map[string]bool{}
	for _, g := range games {
		for _, f := range g.Refused {
			if name, ok := strings.CutPrefix(f.Message, "("); ok && f.Severity == "error" {
				if name, rest, ok := strings.Cut(name, " …)"); ok && strings.TrimSpace(rest) == "is not supported" {
					refused[name] = true
				}
			}
		}
	}
	byKey := map[string][]*check.Form{}
	for _, f := range check.Forms() {
		for _, k := range f.Keys() {
			byKey[k] = append(byKey[k], f)
		}
	}
	for i := range rows {
		r := &rows[i]
		forms := byKey[r.Key]
		r.Forms, r.Missing = len(forms), nil
		for _, f := range forms {
			if !lower.Supported(f) || refused[f.Name] {
				r.Missing = append(r.Missing, f.Name)
			}
		}
	}
}
