package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/tune"
)

var _ tune.Store = (*Store)(nil)

// sample is a chunk's data: as long and as odd as its number says, so that a reader
// can check it.
func sample(i int) []byte {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(i)))
	return bytes.Repeat(sum[:], 1+i*37%400)
}

func small(name string, index uint64) *nets.Net {
	s := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 9, Height: 1, Width: 1}, Width: 4, Blocks: 1, Head: arch.Dense, Policy: 5, Values: 2, Hidden: 4}
	return &nets.Net{
		Spec: s, Weights: s.Layers().NewWeights(game.Stream(1, "store test", index)), Game: "hash of " + name, Encoding: "e1", Name: name,
		Steps: int64(index), Rating: 3.5, Interval: 1, Created: 1_700_000_000,
	}
}

func TestChunks(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	var seqs []int64
	for i := range 10 {
		seq, err := s.AddChunk("a", sample(i), 100+i, i)
		if err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, seq)
		if _, err := s.AddChunk("b", nil, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.IsSorted(seqs) || seqs[0] < 1 {
		t.Errorf("numbers %v", seqs)
	}
	visited := func(run string, after int64) (out []int64) {
		t.Helper()
		err := s.Chunks(run, after, func(seq int64, samples, games int, data []byte) error {
			out = append(out, seq)
			if i := slices.Index(seqs, seq); run == "a" && (samples != 100+i || games != i || !bytes.Equal(data, sample(i))) {
				t.Errorf("chunk %d: %d samples of %d games, %d bytes", i, samples, games, len(data))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := visited("a", 0); !slices.Equal(got, seqs) {
		t.Errorf("visited %v, want %v", got, seqs)
	}
	if got := visited("a", seqs[6]); !slices.Equal(got, seqs[7:]) {
		t.Errorf("visited %v after %d", got, seqs[6])
	}
	if got := visited("none", 0); got != nil {
		t.Errorf("visited %v of no run", got)
	}
	mine := errors.New("mine")
	n := 0
	err := s.Chunks("a", 0, func(seq int64, _, _ int, _ []byte) error {
		if n++; n == 2 {
			return mine
		}
		return s.DropChunks("a", seq) // a reader may write
	})
	if !errors.Is(err, mine) || n != 2 {
		t.Errorf("visit's error: %v after %d chunks", err, n)
	}
	if got := visited("a", 0); !slices.Equal(got, seqs[1:]) {
		t.Errorf("after dropping the first: %v", got)
	}
	if err := s.DropChunks("a", seqs[9]); err != nil {
		t.Fatal(err)
	}
	if got := visited("a", 0); got != nil {
		t.Errorf("after dropping all: %v", got)
	}
	if got := visited("b", 0); len(got) != 10 {
		t.Errorf("the other run has %d chunks", len(got))
	}
	if err := s.DropChunks("b", 1<<60); err != nil {
		t.Fatal(err)
	}
	if seq, err := s.AddChunk("a", []byte("x"), 1, 1); err != nil || seq <= seqs[9] {
		t.Errorf("number %d after all chunks were dropped, the last was %d: %v", seq, seqs[9], err)
	}
	for name, f := range map[string]func() error{
		"no run":           func() error { _, err := s.AddChunk("", nil, 0, 0); return err },
		"a long run":       func() error { _, err := s.AddChunk(strings.Repeat("x", mostRun+1), nil, 0, 0); return err },
		"negative samples": func() error { _, err := s.AddChunk("a", nil, -1, 0); return err },
		"checkpoint":       func() error { return s.Checkpoint("", nil, nil) },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCheckpoint(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	if _, _, err := s.Restore("a"); !errors.Is(err, tune.ErrNone) {
		t.Errorf("restore nothing: %v", err)
	}
	for i := range 3 {
		if err := s.Checkpoint("a", []byte(fmt.Sprint(i)), sample(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Checkpoint("b", nil, nil); err != nil {
		t.Fatal(err)
	}
	other := open(t, path, Options{})
	state, learner, err := other.Restore("a")
	if err != nil || string(state) != "2" || !bytes.Equal(learner, sample(2)) {
		t.Errorf("restored %q, %d bytes, %v", state, len(learner), err)
	}
	if state, learner, err := s.Restore("b"); err != nil || len(state)+len(learner) != 0 {
		t.Errorf("an empty checkpoint: %q, %q, %v", state, learner, err)
	}
	for i := range 4 {
		if _, err := s.AddChunk("c", sample(i), 10, 1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddChunk("a", sample(0), 5, 2); err != nil {
		t.Fatal(err)
	}
	runs, err := s.Runs()
	want := []Run{{Name: "a", State: []byte("2"), Chunks: 1, Samples: 5, Games: 2}, {Name: "b", State: []byte{}}, {Name: "c", Chunks: 4, Samples: 40, Games: 4}}
	if d := cmp.Diff(want, runs); d != "" || err != nil {
		t.Errorf("runs: %v, %s", err, d)
	}
	if err := s.DeleteRun("a"); err != nil {
		t.Error(err)
	}
	if err := s.DeleteRun("a"); !errors.Is(err, tune.ErrNone) {
		t.Errorf("deleted twice: %v", err)
	}
	if runs, err := s.Runs(); err != nil || len(runs) != 2 {
		t.Errorf("after deleting one of three runs: %v, %v", runs, err)
	}
}

func TestNets(t *testing.T) {
	s := open(t, file(t), Options{})
	if _, err := s.BestNet("hash of x", "e1"); !errors.Is(err, tune.ErrNone) {
		t.Errorf("the best of nothing: %v", err)
	}
	if _, err := s.Net(""); !errors.Is(err, tune.ErrNone) {
		t.Errorf("the latest of nothing: %v", err)
	}
	put := func(n *nets.Net, best bool) string {
		t.Helper()
		id, err := s.PutNet(n, best)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := nets.ID(n); err != nil || id != want {
			t.Errorf("id %s, want %s, %v", id, want, err)
		}
		return id
	}
	x1, x2, y := small("x", 1), small("x", 2), small("y", 3)
	y.Name = "y\x1b[2J"
	otherEncoding := small("x", 4)
	otherEncoding.Encoding = "e2"
	ids := []string{put(x1, true), put(x2, false), put(y, true), put(otherEncoding, true)}
	best := func(want *nets.Net) {
		t.Helper()
		got, err := s.BestNet("hash of x", "e1")
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("the best: %v, %s", err, d)
		}
	}
	best(x1)
	put(x2, true)
	best(x2)
	put(x1, false) // again: changes nothing
	best(x2)
	if err := s.SetBest(ids[0]); err != nil {
		t.Error(err)
	}
	best(x1)
	if got, err := s.BestNet("hash of x", "e2"); err != nil || got.Steps != 4 {
		t.Errorf("of another encoding: %+v, %v", got, err)
	}
	if got, err := s.Net(strings.ToUpper(ids[1][:8])); err != nil || got.Steps != 2 {
		t.Errorf("by the beginning of its id: %+v, %v", got, err)
	}
	if _, err := s.Net("zz"); !errors.Is(err, tune.ErrNone) {
		t.Errorf("by another beginning: %v", err)
	}
	if id, err := s.FindNet(""); err != nil || id != ids[3] {
		t.Errorf("the latest is %s, %v, want %s", id, err, ids[3])
	}

	for _, tt := range []struct {
		q    NetQuery
		want string
	}{
		{NetQuery{}, "4 3 2 1"},
		{NetQuery{Limit: 2}, "4 3"},
		{NetQuery{Game: "x"}, "4 2 1"},
		{NetQuery{Game: "hash of x", Encoding: "e1"}, "2 1"},
		{NetQuery{Best: true}, "4 3 1"},
		{NetQuery{Game: "z"}, ""},
	} {
		list, err := s.Nets(tt.q)
		var got []string
		for _, n := range list {
			got = append(got, fmt.Sprint(n.Steps))
			if n.ID != ids[n.Steps-1] || n.Weights != nil || n.Bytes == 0 || strings.Contains(n.Name, "\x1b") || n.Spec != x1.Spec {
				t.Errorf("listed %+v", n)
			}
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%+v: %v, %v, want %s", tt.q, got, err, tt.want)
		}
	}

	if err := s.DeleteNet(ids[0]); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{"deleted": s.DeleteNet(ids[0]), "set as best": s.SetBest(ids[0])} {
		if !errors.Is(err, tune.ErrNone) {
			t.Errorf("a net that is not there is %s: %v", name, err)
		}
	}
	if _, err := s.BestNet("hash of x", "e1"); !errors.Is(err, tune.ErrNone) {
		t.Errorf("the best was deleted: %v", err)
	}
	if err := s.Compact(); err != nil {
		t.Error(err)
	}
	x1.Weights = nil
	if _, err := s.PutNet(x1, true); err == nil {
		t.Error("a net without weights was stored")
	}
	if _, err := s.db.Exec("UPDATE net SET file = substr(file, 1, 200)"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Net(ids[1]); !errors.Is(err, ErrCorrupt) {
		t.Errorf("half a net: %v", err)
	}
}

// TestAmbiguous: a beginning that two ids have is refused.
func TestAmbiguous(t *testing.T) {
	s := open(t, file(t), Options{})
	seen := map[byte]bool{}
	for i := uint64(0); ; i++ {
		id, err := s.PutNet(small("x", i), false)
		if err != nil {
			t.Fatal(err)
		}
		if seen[id[0]] {
			if _, err := s.Net(id[:1]); err == nil || errors.Is(err, tune.ErrNone) || !strings.Contains(err.Error(), "more than one") {
				t.Errorf("an ambiguous beginning: %v", err)
			}
			return
		}
		seen[id[0]] = true
	}
}

// TestOldMatches: a file of matches from before there were nets can be read as it is,
// and is brought up to date when it is written.
func TestOldMatches(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	play(t, "M.1", s)
	for _, text := range []string{"DROP TABLE net", "DROP TABLE chunk", "DROP TABLE checkpoint", "DROP TABLE note", "DROP TABLE opening", "DROP TABLE attempt", "DROP TABLE slot", "DROP TABLE tournament", "DROP INDEX match_tournament", "DROP TABLE rules", "PRAGMA user_version = 1"} {
		if _, err := s.db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	old := open(t, path, Options{ReadOnly: true})
	if list, err := old.List(Query{}); err != nil || len(list) != 1 {
		t.Errorf("matches of an old file: %v, %v", list, err)
	}
	if r, err := old.Load("M.1"); err != nil || len(r.Notes) != 0 {
		t.Errorf("a match of an old file: %v", err)
	}
	if _, err := old.Nets(NetQuery{}); err == nil {
		t.Error("an old file has nets")
	}
	if now := open(t, path, Options{}); now != nil {
		if _, err := now.PutNet(small("x", 1), true); err != nil {
			t.Error(err)
		}
		if list, err := now.List(Query{}); err != nil || len(list) != 1 {
			t.Errorf("matches afterwards: %v, %v", list, err)
		}
	}
}

func TestTuneFull(t *testing.T) {
	s := open(t, file(t), Options{})
	if _, err := s.AddChunk("a", sample(1), 1, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Checkpoint("a", []byte("one"), sample(1)); err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := s.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+1)); err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 1<<20)
	if _, err := s.AddChunk("a", big, 1, 1); !errors.Is(err, ErrFull) {
		t.Errorf("a chunk on a full disk: %v", err)
	}
	if err := s.Checkpoint("a", []byte("two"), big); !errors.Is(err, ErrFull) {
		t.Errorf("a checkpoint on a full disk: %v", err)
	}
	if state, learner, err := s.Restore("a"); err != nil || string(state) != "one" || !bytes.Equal(learner, sample(1)) {
		t.Errorf("the checkpoint before: %q, %v", state, err)
	}
	n := 0
	if err := s.Chunks("a", 0, func(int64, int, int, []byte) error { n++; return nil }); err != nil || n != 1 {
		t.Errorf("%d chunks, %v", n, err)
	}
}

// tuneForEver does what tuning does to a store and says what was acknowledged.
func tuneForEver(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		seq, err := s.AddChunk("run", sample(i), 100+i, i)
		if err == nil {
			fmt.Println("chunk", i, seq)
		}
		if err == nil && i%3 == 1 {
			if err = s.Checkpoint("run", []byte(fmt.Sprint(i)), sample(i)); err == nil {
				fmt.Println("checkpoint", i, 0)
			}
		}
		if err == nil && i%5 == 2 {
			if _, err = s.PutNet(small("x", uint64(i)), i%2 == 0); err == nil {
				fmt.Println("net", i, 0)
			}
		}
		if err == nil && i%20 == 19 {
			fmt.Println("drop", i-15, 0) // before it is done: then it may or may not be
			err = s.DropChunks("run", seq-15)
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
	}
}

// TestKillTuner: killed at any moment, whatever was acknowledged is there, whole, and
// the file is sound. The moments are spread over the time that a write takes.
func TestKillTuner(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skipf("no path of the test binary: %v", err)
	}
	path := filepath.Join(t.TempDir(), "nets.db")
	rounds := 8
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		if round%3 == 0 {
			path = filepath.Join(t.TempDir(), "nets.db") // else the killed one's, as it was left
		}
		before := count(t, path)
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "LUDENS_STORE_TUNER="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		chunks, dropped := map[int]int64{}, -1
		checkpoint, net := -1, -1
		moment := game.Stream(uint64(round), "kill", 0)
		killed := time.AfterFunc(time.Hour, func() { _ = cmd.Process.Kill() })
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			if n == 3+round*7 {
				killed.Reset(time.Duration(moment.IntN(8000)) * time.Microsecond)
			}
			var what string
			var i int
			var seq int64
			if _, err := fmt.Sscan(lines.Text(), &what, &i, &seq); err != nil {
				t.Fatalf("the tuner says %q", lines.Text())
			}
			switch what {
			case "chunk":
				chunks[i] = seq
			case "checkpoint":
				checkpoint = i
			case "net":
				net = i
			case "drop":
				dropped = i
			}
		}
		_ = cmd.Wait()
		killed.Stop()
		if len(chunks) == 0 {
			t.Fatal("the tuner acknowledged nothing")
		}
		verify(t, path, before, chunks, dropped, checkpoint, net)
	}
}

func count(t *testing.T, path string) (last int64) {
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.db.QueryRow("SELECT coalesce(max(seq), 0) FROM chunk").Scan(&last); err != nil {
		t.Fatal(err)
	}
	return last
}

// verify compares a file with what was acknowledged; the chunks up to dropped may be gone.
func verify(t *testing.T, path string, before int64, chunks map[int]int64, dropped, checkpoint, net int) {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found := map[int64][]byte{}
	if err := s.Chunks("run", before, func(seq int64, samples, _ int, data []byte) error {
		if !bytes.Equal(data, sample(samples-100)) {
			t.Errorf("chunk %d is damaged", seq)
		}
		found[seq] = data
		return nil
	}); err != nil {
		t.Error(err)
	}
	for i, seq := range chunks {
		if found[seq] == nil && i > dropped {
			t.Errorf("chunk %d was acknowledged as %d and is not there", i, seq)
		}
	}
	if len(found) > len(chunks)+1 {
		t.Errorf("%d chunks are there, %d were acknowledged", len(found), len(chunks))
	}
	if checkpoint >= 0 {
		state, learner, err := s.Restore("run")
		var at int
		if _, scan := fmt.Sscan(string(state), &at); err != nil || scan != nil || at < checkpoint || at > checkpoint+3 || !bytes.Equal(learner, sample(at)) {
			t.Errorf("checkpoint %q, %d was acknowledged: %v", state, checkpoint, err)
		}
	}
	if net >= 0 {
		id, err := nets.ID(small("x", uint64(net)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Net(id); err != nil {
			t.Errorf("net %d was acknowledged: %v", net, err)
		}
		if n, err := s.BestNet("hash of x", "e1"); net > 2 && (err != nil || n.Steps%2 != 0) {
			t.Errorf("the best net: %v", err)
		}
	}
	var ok string
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&ok); err != nil || ok != "ok" {
		t.Errorf("integrity: %s, %v", ok, err)
	}
}

// A run is gone on with by one process at a time, whatever its name is.
func TestLockRun(t *testing.T) {
	path := file(t)
	a, b := open(t, path, Options{}), open(t, path, Options{})
	lock, err := a.LockRun("../x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.LockRun("../x"); !errors.Is(err, ErrLocked) {
		t.Errorf("locked twice: %v", err)
	}
	other, err := b.LockRun("y")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(lock.Close(), other.Close()); err != nil {
		t.Error(err)
	}
	if lock, err = b.LockRun("../x"); err != nil {
		t.Fatal(err)
	}
	if err := lock.Close(); err != nil {
		t.Error(err)
	}
}
