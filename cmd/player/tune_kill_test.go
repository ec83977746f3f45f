package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3" // asked whether the file is sound

	"ludens/game"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/store"
	"ludens/tune/run"
	"ludens/tune/sample"
)

// TestTuneKilled: "player tune" is killed at random moments and called again, as often;
// what it has reported as stored is there every time and can be read, no file is broken,
// and the last call ends.
func TestTuneKilled(t *testing.T) {
	rounds, longest := 20, 5*time.Second // of which self-play stores about every two seconds at first
	if testing.Short() {
		rounds = 3
	}
	player, err := exec.LookPath("player")
	if err != nil {
		t.Fatal(err) // TestMain puts it there
	}
	g := openGame(t, "ticTacToe")
	enc, err := design.Encode(g, encode.Options{}, design.Options{})
	if err != nil {
		t.Fatal(err)
	}
	key := run.Key(g.Facts(), enc.Fingerprint())
	shape := sample.Shape{Inputs: enc.Input().Size(), Logits: enc.Logits(), Values: g.Facts().Players}
	path := filepath.Join(t.TempDir(), "nets.db")
	args := []string{"tune", "run", "ticTacToe", "--nets", path, "--width", "8", "--blocks", "1", "--log-level", "debug"}
	moments := game.Stream(1, "kill", 0)
	reported, told := int64(0), 0
	for round := range rounds {
		cmd := exec.Command(player, append(args, "--hours", "1")...)
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		moment := time.Duration(moments.Int64N(int64(longest)))
		wait := moment
		if round == rounds-1 && told == 0 {
			wait = 10 * time.Minute // a slow machine: once at least it is killed after a report
		}
		kill := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			var line struct {
				Message string `json:"message"`
				Samples int64  `json:"samples"`
			}
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil || line.Message != "samples stored" {
				continue
			}
			if line.Samples <= reported {
				t.Fatalf("round %d: %d samples are stored after %d were", round, line.Samples, reported)
			}
			reported = line.Samples
			told++
			if wait > longest {
				wait = moment
				kill.Reset(moment)
			}
		}
		_ = cmd.Wait() // killed
		kill.Stop()
		if found := storedSamples(t, path, key, shape); found < min(reported, int64(sample.Size(int(reported), 30_000))) {
			t.Fatalf("round %d: %d samples of %d that were reported", round, found, reported)
		}
	}
	t.Logf("%d samples in %d reports", reported, told)
	if told == 0 {
		t.Error("nothing was reported as stored")
	}
	cmd := exec.Command(player, append(args, "--hours", "0.0001", "--json", "--quiet")...)
	out, err := cmd.Output()
	var end tuneResult
	if err == nil {
		err = json.Unmarshal(out, &end)
	}
	if err != nil || !end.Done || end.Samples < reported {
		t.Errorf("the last call: %v: done %v, %d samples of %d; %s", err, end.Done, end.Samples, reported, out)
	}
}

// storedSamples reads everything of a run, and has the file checked.
func storedSamples(t *testing.T, path, key string, shape sample.Shape) (n int64) {
	t.Helper()
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return 0 // killed before it was made
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Chunks(key, 0, func(seq int64, samples, _ int, data []byte) error {
		records, err := sample.Decode(shape, data)
		if err == nil && len(records) != samples {
			t.Errorf("chunk %d has %d samples of %d", seq, len(records), samples)
		}
		n += int64(len(records))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var ok string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&ok); err != nil || ok != "ok" {
		t.Errorf("integrity: %s, %v", ok, err)
	}
	return n
}
