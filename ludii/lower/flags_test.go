package lower_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/lower"
	"ludens/ludii/parse"
	"ludens/ludii/topology/recorded"
)

// known is the one game of which we do not know why Ludii says that its players
// may all pass; it has one player, so nothing follows from it.
var known = map[string]bool{"Chase": true}

// The flags of a program are those that Ludii worked out.
func TestRecordedFlags(t *testing.T) {
	dir, err := recorded.Dir()
	if err != nil {
		t.Skip(err)
	}
	shared := filepath.Join(dir, "..", "..", "..")
	lib, _, err := expand.ReadLibrary(os.DirFS(filepath.Join(shared, "corpus", "ludii", "def")), parse.Limits{})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no corpus of descriptions")
	}
	games, err := os.ReadFile(filepath.Join(shared, "conformance", "ludii", "games.tsv"))
	if err != nil {
		t.Skip(err)
	}
	names := []string{
		"Stacking", "Count", "SiteState", "Rotation", "Value", "HiddenInfo", "PendingValues", "SequenceCapture", "Visited", "CycleDetection", "Vote", "Note", "Team", "DeductionPuzzle", "LargePiece", "NotAllPass", "Stochastic",
		"Score", "HashScores", "RememberingValues", "UsesSwapRule", "RepeatPositionalInGame", "RepeatSituationalInGame", "RepeatPositionalInTurn",
		"RepeatSituationalInTurn", "Bet", "Dominoes", "LineOfPlay", "Boardless", "Track", "MapValue",
	}
	wrong, total := map[string][]string{}, 0
	for i, line := range strings.Split(string(games), "\n") {
		if i == 0 || line == "" {
			continue
		}
		cols := strings.Split(line, "\t")
		recs := strings.Fields(cols[len(cols)-1])
		if len(recs) == 0 {
			continue
		}
		meta := readMeta(t, filepath.Join(shared, "conformance", "ludii", "traces", strings.SplitN(recs[0], ":", 2)[0]))
		text, err := os.ReadFile(filepath.Join(shared, "corpus", "ludii", "lud", cols[0]))
		if err != nil {
			continue
		}
		g, _ := load.Text(cols[0], string(text), load.Options{Expand: expand.Options{Library: lib}, Lower: lower.Options{}})
		if g.Term == nil || g.Term.Name() != "game" || len(meta) == 0 {
			continue
		}
		total++
		f := lower.FlagsOf(g.Term)
		got := map[string]bool{
			"Stacking": f.Stacking, "Count": f.Count, "SiteState": f.SiteState, "Rotation": f.Rotation, "Value": f.Value,
			"HiddenInfo": f.Hidden, "PendingValues": f.PendingValues, "SequenceCapture": f.SequenceCapture, "Visited": f.Visited,
			"CycleDetection": f.CycleDetection, "Vote": f.Vote, "Note": f.Note, "Team": f.Team, "DeductionPuzzle": f.Deduction,
			"LargePiece": f.LargePiece, "NotAllPass": f.NotAllPass, "Stochastic": f.Stochastic,
			"Score": f.Score, "HashScores": f.HashScores, "RememberingValues": f.Remember, "UsesSwapRule": f.Swap,
			"RepeatPositionalInGame": f.RepeatPositional, "RepeatSituationalInGame": f.RepeatSituational,
			"RepeatPositionalInTurn": f.RepeatPositionalTurn, "RepeatSituationalInTurn": f.RepeatSituationalTurn,
			"Bet": f.Bet, "Dominoes": f.Dominoes, "LineOfPlay": f.LineOfPlay, "Boardless": f.Boardless, "Track": f.Track, "MapValue": f.MapValue,
		}
		if f.LargePiece {
			// The machine keeps the variant of a large piece as a state, always.
			got["SiteState"] = meta["SiteState"]
		}
		for _, n := range names[:17] {
			if got[n] != meta[n] && !(n == "NotAllPass" && known[cols[1]]) {
				sign := "+"
				if meta[n] {
					sign = "-"
				}
				wrong[n] = append(wrong[n], sign+cols[1])
			}
		}
	}
	for _, n := range names {
		if len(wrong[n]) > 0 {
			t.Errorf("%s: %d of %d wrong (- we lack it, + we have it): %.400s", n, len(wrong[n]), total, strings.Join(wrong[n], ", "))
		}
	}
}

func readMeta(t *testing.T, path string) map[string]bool {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReaderSize(z, 1<<20)
	line, _ := r.ReadBytes('\n')
	var m struct{ Flags []string }
	if err := json.Unmarshal(line, &m); err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, x := range m.Flags {
		out[x] = true
	}
	return out
}
