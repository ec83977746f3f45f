package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/exact"
	"ludens/ludii/exec"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// record is a line of a file of recorded matches, of either kind.
type record struct {
	Game     string     `json:"game"`
	Opponent string     `json:"opponent"`
	Moves    [][]string `json:"moves"` // in GDL, in the order of the roles
	Options  any        `json:"options"`
	Plies    []struct {
		Text string `json:"text"`
	} `json:"plies"` // in ludemes, in the notation of recordings
}

// recorded reads the matches of others and gives their games, with the moves as
// labels. A match that cannot be followed is used as far as it could be.
func recorded(ctx context.Context, shared string) ([]subject, error) {
	var out []subject
	add := func(name, path string, l line) {
		i := slices.IndexFunc(out, func(s subject) bool { return s.name == name })
		if i < 0 {
			i = len(out)
			out = append(out, subject{name: name, path: path})
		}
		out[i].recorded = append(out[i].recorded, l)
	}
	corpus := filepath.Join(shared, "corpus")
	list, err := readRecords(filepath.Join(shared, "conformance", "matches", "sancho.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		rest := "gdl/" + r.Game + ".kif"
		g, err := catalog.Open(ctx, filepath.Join(corpus, rest), catalog.Options{BuildTime: buildTime})
		if err != nil {
			return nil, err
		}
		add("corpus:"+rest, filepath.Join(corpus, rest), line{r.Opponent, followRoles(g, r.Moves)})
	}
	if list, err = readRecords(filepath.Join(shared, "conformance", "matches", "ludii.jsonl")); err != nil {
		return nil, err
	}
	paths, err := ludemePaths(filepath.Join(shared, "conformance", "ludii", "games.tsv"))
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if o, ok := r.Options.([]any); !ok || len(o) > 0 || paths[r.Game] == "" {
			continue // choices are not kept with positions
		}
		rest := "ludii/lud/" + paths[r.Game]
		g, err := catalog.Open(ctx, filepath.Join(corpus, filepath.FromSlash(rest)), catalog.Options{})
		if err != nil {
			return nil, err
		}
		steps, err := followNotation(g, r)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %d of %d moves followed: %v\n", r.Game, len(steps), len(r.Plies), err)
		}
		add("corpus:"+rest, filepath.Join(corpus, filepath.FromSlash(rest)), line{r.Opponent, steps})
	}
	return out, nil
}

func readRecords(path string) ([]record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []record
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var r record
		if err := dec.Decode(&r); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// ludemePaths reads where the descriptions of games are, by their names.
func ludemePaths(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for row := range strings.Lines(string(text)) {
		if cells := strings.Split(row, "\t"); len(cells) > 1 {
			out[cells[1]] = cells[0]
		}
	}
	return out, nil
}

// followRoles makes moves given in the order of roles, as far as they are legal.
func followRoles(g game.Game, moves [][]string) (steps [][]string) {
	m := g.NewMachine()
	for _, roles := range moves {
		if m.Terminal() || len(roles) != len(g.Facts().Seats) {
			break
		}
		joint := make([]game.Move, len(roles))
		for seat, text := range g.Facts().BySeat(roles) {
			move, err := m.Parse(seat, text)
			if err != nil {
				return steps
			}
			joint[seat] = move
		}
		steps = append(steps, exact.Labels(m, joint))
		m.Step(joint)
	}
	return steps
}

// followNotation makes moves given in the notation of recordings: a replay that
// knows it and a machine go side by side, whose moves are in the same order.
func followNotation(g game.Game, r record) (steps [][]string, err error) {
	own, ok := g.(*exec.Game)
	if !ok || g.Facts().Nature || own.Program().Mode == exec.Simultaneous {
		return nil, errors.New("not a game of one mover at a time without chance")
	}
	e, m := replay.New(own.Program()), g.NewMachine()
	if err := e.Reset(&recording.Start{}, nil); err != nil {
		return nil, err
	}
	for _, ply := range r.Plies {
		if e.Over() || m.Terminal() {
			break
		}
		texts, err := e.Legal(nil)
		if err != nil {
			return steps, err
		}
		i := slices.Index(texts, ply.Text)
		if i < 0 {
			return steps, fmt.Errorf("no move %s", ply.Text)
		}
		joint := make([]game.Move, len(g.Facts().Seats))
		found := false
		for seat := range joint {
			legal := m.Legal(seat, nil)
			joint[seat] = legal[0]
			if len(legal) == len(texts) && (len(texts) > 1 || !found) {
				joint[seat], found = legal[i], true
			}
		}
		if !found {
			return steps, errors.New("the machine has other moves than the replay")
		}
		steps = append(steps, exact.Labels(m, joint))
		m.Step(joint)
		if err := e.Apply([]int{i}, nil); err != nil {
			return steps, err
		}
		if e.Over() != m.Terminal() {
			return steps, errors.New("the machine has come to another position than the replay")
		}
	}
	return steps, m.Err()
}
