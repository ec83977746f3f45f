package recording

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ludens/internal/bounded"
)

// Recorded is a recorded game and its recordings.
type Recorded struct {
	Path string // of the description, under the corpus' lud
	Name string // "Adugo"
	Stem string // of the files: "Adugo-839a03"

	// What was chosen: a ruleset by its name and options as "Category/Item"; neither
	// of games in games.tsv, which are all as they come.
	Ruleset string
	Options []string

	Facts map[string]string // the other columns of games.tsv; nil without such a file
	Files []File
}

// File is one recording of a game.
type File struct {
	Path   string
	Plies  int    // 0 where unknown
	Reason string // why it ends; empty where unknown
}

// Title is the path, and behind it what was chosen.
func (r *Recorded) Title() string {
	chosen := r.Options
	if r.Ruleset != "" {
		chosen = append([]string{r.Ruleset}, chosen...)
	}
	if len(chosen) == 0 {
		return r.Path
	}
	return r.Path + " (" + strings.Join(chosen, ", ") + ")"
}

// maxIndex bounds how many games a folder may have.
const maxIndex = 100_000

// ReadIndex finds the recorded games of a folder in the order of their paths. It
// reads games.tsv, whose recordings are in the folder "traces" beside it; where
// there is no such file, the heads of all recordings in "traces" or in the folder
// itself: there one game with other choices is another game.
func ReadIndex(dir string) ([]Recorded, error) {
	games, err := readTable(dir)
	if errors.Is(err, os.ErrNotExist) {
		games, err = readHeads(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("find recordings: %w", err)
	}
	slices.SortFunc(games, func(a, b Recorded) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Title(), b.Title()))
	})
	return games, nil
}

func readTable(dir string) ([]Recorded, error) {
	f, err := bounded.Open(filepath.Join(dir, "games.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bounded.Lines(f, 1<<20)
	var names []string
	var out []Recorded
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if names == nil {
			names = fields
			if !slices.Contains(names, "path") || !slices.Contains(names, "recordings") {
				return nil, fmt.Errorf("%w: games.tsv has no columns path and recordings", ErrFormat)
			}
			continue
		}
		if len(fields) != len(names) {
			return nil, fmt.Errorf("%w: games.tsv: %d fields for %d columns in the row of game %d", ErrFormat, len(fields), len(names), len(out)+1)
		}
		if len(out) == maxIndex {
			return nil, fmt.Errorf("%w: games.tsv has more than %d games", ErrFormat, maxIndex)
		}
		g := Recorded{Facts: map[string]string{}}
		for i, name := range names {
			switch name {
			case "path":
				g.Path = fields[i]
			case "name":
				g.Name = fields[i]
			case "file":
				g.Stem = fields[i]
			case "recordings":
				for _, word := range strings.Fields(fields[i]) {
					parts := strings.Split(word, ":")
					file := File{Path: filepath.Join(dir, "traces", filepath.Base(parts[0]))}
					if len(parts) == 3 {
						file.Plies, _ = strconv.Atoi(parts[1])
						file.Reason = parts[2]
					}
					g.Files = append(g.Files, file)
				}
			default:
				g.Facts[name] = fields[i]
			}
		}
		out = append(out, g)
	}
	return out, lines.Err()
}

// readHeads groups recordings by the description that they name and by its choices.
func readHeads(dir string) ([]Recorded, error) {
	if info, err := os.Stat(filepath.Join(dir, "traces")); err == nil && info.IsDir() {
		dir = filepath.Join(dir, "traces")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	var out []Recorded
	for _, e := range entries {
		stem, ok := strings.CutSuffix(strings.TrimSuffix(e.Name(), ".gz"), ".jsonl")
		if !ok || e.IsDir() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		game, err := Read(path)
		if err != nil {
			return nil, err
		}
		game.Close()
		if i := strings.LastIndexByte(stem, '-'); i > 0 {
			stem = stem[:i]
		}
		r := Recorded{Path: game.Meta.Path, Name: game.Meta.Game, Stem: stem, Ruleset: game.Meta.Ruleset, Options: game.Meta.Options}
		i, ok := at[r.Title()]
		if !ok {
			if i = len(out); i == maxIndex {
				return nil, fmt.Errorf("%w: more than %d games", ErrFormat, maxIndex)
			}
			at[r.Title()] = i
			out = append(out, r)
		}
		out[i].Files = append(out[i].Files, File{Path: path})
	}
	return out, nil
}
