package encode_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
	"ludens/ludii/replay"
	"ludens/nets/encode"
	"ludens/nets/encode/recorded"
)

// The paper's encoding is that of its authors' programme: shapes, channels, cells of
// all sites, all numbers of positions, and the places of all legal moves, of every
// position that was recorded.
//
// Normally a sample of the games is compared; LUDENS_ALL=1 takes all, LUDENS_GAMES a
// regular expression of files.
func TestRecordedTensors(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "tensors")
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Skipf("no recorded tensors in %s", dir)
	}
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if err != nil {
		t.Skip(err)
	}
	wanted, all := regexp.MustCompile(os.Getenv("LUDENS_GAMES")), os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_GAMES") != ""
	var total recorded.Counts
	games := 0
	for i, file := range files {
		if !wanted.MatchString(filepath.Base(file)) || !all && i%8 != 0 {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(name, func(t *testing.T) {
			f, err := recorded.Read(file)
			if errors.Is(err, recorded.ErrEmpty) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), f.Meta.Path))
			if err != nil {
				t.Fatal(err)
			}
			g, findings := load.Text(f.Meta.Path, string(text), load.Options{Expand: expand.Options{Library: lib}})
			if g.Program == nil {
				t.Fatal(findings.Err())
			}
			counts, err := compare(f, g.Program, filepath.Join(dir, "..", "traces", name+"-1.jsonl.gz"))
			if err != nil {
				t.Error(err)
			}
			total.Add(counts)
			games++
		})
	}
	t.Logf("%d games: %+v", games, total)
}

// compare holds the encoding of a program against recorded tensors.
func compare(f *recorded.File, p *exec.Program, trace string) (recorded.Counts, error) {
	planes, err := encode.NewPlanes(exec.NewSpace(p).Geometry(), p.Players, encode.Options{Grid: encode.Paper})
	if err != nil {
		return recorded.Counts{}, err
	}
	return f.Compare(planes, func(each func(*recorded.At) error) error {
		return replay.Positions(trace, p, func(at *replay.Position) error {
			out := recorded.At{Ply: at.Ply, Digest: at.Digest, View: &at.View}
			for _, m := range at.Moves {
				out.Moves = append(out.Moves, recorded.Text{Text: m.Text, Place: m.Place})
			}
			return each(&out)
		})
	})
}
