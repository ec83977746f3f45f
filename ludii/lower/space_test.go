package lower_test

import (
	"os"
	"slices"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
	"ludens/ludii/recording"
)

// Ludii's flag UsesFromPositions, by which it lays out the tensors of moves, is set
// by the same ludemes here.
func TestRecordedFroms(t *testing.T) {
	games, err := recording.ReadIndex(sharedtest.Path(t, "conformance", "ludii"))
	if err != nil {
		t.Skip(err)
	}
	lud := sharedtest.Path(t, "corpus", "ludii", "lud")
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for i, g := range games {
		if i%every != 5 && os.Getenv("LUDENS_ALL") == "" {
			continue
		}
		rec, err := recording.Read(g.Files[0].Path)
		if err != nil {
			t.Fatal(err)
		}
		rec.Close()
		if rec.Meta.Match {
			continue
		}
		text, err := os.ReadFile(lud + "/" + g.Path)
		if err != nil {
			t.Fatal(err)
		}
		got, findings := load.Text(g.Path, string(text), load.Options{Expand: expand.Options{Library: lib}})
		if got.Program == nil {
			t.Logf("%s: %v", g.Path, findings.Err())
			continue
		}
		checked++
		if want := slices.Contains(rec.Meta.Flags, "UsesFromPositions"); got.Program.Flags.Froms != want {
			t.Errorf("%s: from positions %v, want %v", g.Path, got.Program.Flags.Froms, want)
		}
	}
	t.Logf("%d games", checked)
}
