package store

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ludens/game/gametest/toy"
	"ludens/match"
)

// TestMain turns the test binary into the writers that TestKill and TestKillTuner kill.
func TestMain(m *testing.M) {
	if path := os.Getenv("LUDENS_STORE_WRITER"); path != "" {
		writeForEver(path)
	}
	if path := os.Getenv("LUDENS_STORE_TUNER"); path != "" {
		tuneForEver(path)
	}
	os.Exit(m.Run())
}

func open(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "new", "a b?#%.db") }

// play plays a match in which everything happens, telling the recorder.
func play(t testing.TB, id string, rec match.Recorder) *match.Record {
	t.Helper()
	m, err := match.New(match.Config{
		ID: id, Game: toy.Pig(6), Rules: "(role a) ; <rules>", Seed: 1<<63 + 5, StartClock: 30, PlayClock: 10, PreviewClock: 0,
		Players: []match.Player{{Name: "An \"odd\" name\\"}, {Name: "q", Human: true}}, RandomToken: "TOKEN", GameURL: "http://g/v1/",
		Tournament: "cup", MaxSteps: 1000, Scrambled: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	var pump func(effects []match.Effect)
	pump = func(effects []match.Effect) {
		var todo []match.Event
		for _, e := range append([]match.Effect(nil), effects...) {
			switch e := e.(type) {
			case match.Send:
				n := e.Request*2 + e.Seat
				kind := match.Kind(n % 6)
				if kind == match.Illegal || kind == match.OK {
					todo = append(todo, match.Answered{Seat: e.Seat, Request: e.Request, Text: []string{"roll", "(x \"y\\)", "hold"}[n%3]})
				} else {
					todo = append(todo, match.Failed{Seat: e.Seat, Request: e.Request, Kind: kind, Detail: "why\x00not"})
				}
			case match.Reached:
				var err error
				if e.Step == 0 {
					err = rec.Begin(m.Record())
				} else {
					err = rec.Turn(m.Record(), e.Step-1)
				}
				if err != nil {
					t.Fatal(err)
				}
				steps++
			case match.Finished:
				if err := rec.End(m.Record()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, ev := range todo {
			pump(m.Step(int64(1000*steps), ev))
		}
	}
	pump(m.Step(500, match.Begin{}))
	if !m.Over() {
		t.Fatal("the match did not end")
	}
	return m.Record().Clone()
}

func TestSaveAndLoad(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	want := play(t, "Test.1", s)
	if want.Status != match.Completed || want.Steps() < 3 || len(want.Notes) == 0 {
		t.Fatalf("the match is no test: %v after %d steps", want.Status, want.Steps())
	}
	got, err := s.Load("Test.1")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if err := got.Replay(toy.Pig(6)); err != nil {
		t.Errorf("the loaded match does not replay: %v", err)
	}

	again := open(t, path, Options{ReadOnly: true})
	if got, err = again.Load("Test.1"); err != nil || got.Steps() != want.Steps() {
		t.Errorf("read-only: %v", err)
	}
	if err := again.Begin(want); !errors.Is(err, ErrReadOnly) {
		t.Errorf("writing a read-only store: %v", err)
	}
	if err := s.Begin(want); !errors.Is(err, ErrExists) {
		t.Errorf("the same match twice: %v", err)
	}
	if _, err := s.Load("test.1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("identifiers in another case: %v", err)
	}
	if err := s.Turn(want, want.Steps()); err == nil {
		t.Error("a turn that was not made was stored")
	}
	if err := s.Turn(&match.Record{ID: "none", States: make([][]string, 2), Moves: make([][]string, 1), Replies: make([][]match.Reply, 2)}, 0); !errors.Is(err, ErrNotFound) {
		t.Errorf("a turn of no match: %v", err)
	}
	if err := s.Delete("Test.1"); err != nil {
		t.Error(err)
	}
	for _, table := range []string{"match", "player", "position", "reply", "description"} {
		var n int
		if err := s.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("after deleting: %d rows in %s, %v", n, table, err)
		}
	}
	if err := s.Delete("Test.1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
}

func TestExportAndImport(t *testing.T) {
	s := open(t, file(t), Options{})
	want := play(t, "Test.1", s)
	data, err := s.Export("Test.1")
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, file(t), Options{})
	if _, err := other.Import(data); err != nil {
		t.Fatal(err)
	}
	got, err := other.Load("Test.1")
	if err != nil {
		t.Fatal(err)
	}
	want.Rules = "" // not in GGP-Base's form
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if _, err := other.Import([]byte("{")); err == nil {
		t.Error("half a file was imported")
	}
}

func TestListAndFind(t *testing.T) {
	s := open(t, file(t), Options{})
	if _, err := s.Find(""); !errors.Is(err, ErrNotFound) {
		t.Errorf("find in an empty store: %v", err)
	}
	for _, id := range []string{"M.1", "M.10", "N.1"} {
		play(t, id, s)
	}
	aborted := match.Aborted
	for _, tt := range []struct {
		q    Query
		want string
	}{
		{Query{}, "N.1 M.10 M.1"},
		{Query{Limit: 2}, "N.1 M.10"},
		{Query{Game: "pig", Player: "q"}, "N.1 M.10 M.1"},
		{Query{Player: "nobody"}, ""},
		{Query{Status: &aborted}, ""},
	} {
		got, err := s.List(tt.q)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, m := range got {
			ids = append(ids, m.ID)
			if len(m.Players) != 3 || len(m.Goals) != 3 || m.Steps == 0 || m.Failures == 0 || len(m.Roles) != 3 {
				t.Errorf("summary %+v", m)
			}
		}
		if strings.Join(ids, " ") != tt.want {
			t.Errorf("%+v: %v, want %s", tt.q, ids, tt.want)
		}
	}
	for prefix, want := range map[string]string{"": "N.1", "M.1": "M.1", "M.10": "M.10", "N": "N.1", "M": "", "m.1": "", "%": ""} {
		got, err := s.Find(prefix)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Find(%q) = %q, %v; want %q", prefix, got, err, want)
		}
	}
}

// writeForEver plays matches and prints what was acknowledged.
func writeForEver(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		play(&testing.T{}, fmt.Sprintf("M.%d", i), acknowledging{s})
	}
}

type acknowledging struct{ *Store }

func (a acknowledging) Turn(r *match.Record, step int) error {
	err := a.Store.Turn(r, step)
	if err == nil {
		fmt.Println(r.ID, step)
	}
	return err
}

// A writer killed at any moment loses nothing that it acknowledged.
func TestKill(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skipf("no path of the test binary: %v", err)
	}
	for round := range 3 {
		path := file(t)
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "LUDENS_STORE_WRITER="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		last := map[string]int{}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			if n == 15+10*round {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			var id string
			var step int
			if _, err := fmt.Sscan(lines.Text(), &id, &step); err != nil {
				t.Fatalf("the writer says %q", lines.Text())
			}
			last[id] = step
		}
		_ = cmd.Wait()
		if len(last) == 0 {
			t.Fatal("the writer acknowledged nothing")
		}
		s := open(t, path, Options{})
		for id, step := range last {
			r, err := s.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			if r.Steps() <= step {
				t.Errorf("%s: %d steps stored, step %d was acknowledged", id, r.Steps(), step)
			}
			if err := r.Replay(toy.Pig(6)); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		var ok string
		if err := s.db.QueryRow("PRAGMA integrity_check").Scan(&ok); err != nil || ok != "ok" {
			t.Errorf("integrity: %s, %v", ok, err)
		}
	}
}

func TestFull(t *testing.T) {
	s := open(t, file(t), Options{})
	play(t, "before", s)
	var pages int
	if err := s.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+1)); err != nil {
		t.Fatal(err)
	}
	big := &match.Record{ID: "big", Rules: strings.Repeat("x", 1<<20)}
	err := s.Begin(big)
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "store match big") {
		t.Errorf("full: %v", err)
	}
	if _, err := s.Load("big"); !errors.Is(err, ErrNotFound) {
		t.Errorf("half a match was kept: %v", err)
	}
	if _, err := s.Load("before"); err != nil {
		t.Errorf("a full disk hides what was stored: %v", err)
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(big); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestLocked(t *testing.T) {
	path := file(t)
	one := open(t, path, Options{})
	two := open(t, path, Options{BusyTimeout: 20 * time.Millisecond})
	tx, err := one.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := two.Begin(&match.Record{ID: "m"}); !errors.Is(err, ErrLocked) {
		t.Errorf("writing while another writes: %v", err)
	}
	if _, err := two.List(Query{}); err != nil {
		t.Errorf("reading while another writes: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := two.Begin(&match.Record{ID: "m"}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	if _, err := Open(write("text.db", []byte(strings.Repeat("not a database ", 100))), Options{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a text file: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none.db"), Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file, read-only: %v", err)
	}
	if _, err := Open(dir, Options{}); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := Open(filepath.Join(dir, "text.db", "x.db"), Options{}); err == nil {
		t.Error("a file below a file was opened")
	}

	pipe := filepath.Join(dir, "pipe.db")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {ReadOnly: true}} {
		if _, err := Open(pipe, o); !errors.Is(err, ErrCorrupt) {
			t.Errorf("a pipe to which nobody writes, %+v: %v", o, err)
		}
	}

	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite3", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE other (x)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if _, err := Open(foreign, Options{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("another program's database: %v", err)
	}

	path := filepath.Join(dir, "newer.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(path, Options{}); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer schema: %v", err)
	}

	// Damage in the middle of a file that was closed properly.
	path = filepath.Join(dir, "damaged.db")
	if s, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	play(t, "m", s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(data); i++ {
		data[i] = 0xA5
	}
	if s, err = Open(write("damaged.db", data), Options{}); err == nil {
		_, err = s.Load("m")
		s.Close()
	}
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("a damaged file: %v", err)
	}
}

// Two processes may open a new file at the same time. Without patience one of four is refused before
// the tenth file, seldom with the first, so there are many.
func TestMigrateTogether(t *testing.T) {
	for range 50 {
		path := file(t)
		errs := make(chan error, 4)
		for range 4 {
			go func() {
				s, err := Open(path, Options{BusyTimeout: 10 * time.Minute})
				if err == nil {
					err = s.Close()
				}
				errs <- err
			}()
		}
		for range 4 {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
	}
}
