package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/game"
	"ludens/ggp"
	"ludens/ggp/server"
	"ludens/match"
	"ludens/rating"
	"ludens/tourney"
)

// networkPlayer is a player's server that plays at random and counts what it is sent.
type networkPlayer struct {
	session *session.Session
	server  *server.Server
	ended   chan error

	mu    sync.Mutex
	count int
	watch map[int]func() // what to do at which count
}

func newNetworkPlayer(t *testing.T, seed uint64) *networkPlayer {
	t.Helper()
	p := &networkPlayer{ended: make(chan error, 1), watch: map[int]func(){}}
	var err error
	p.session, err = session.New(session.Config{
		Quick: func(ctx context.Context, text string) (game.Game, error) {
			return catalog.OpenText(ctx, "", text, catalog.Options{Engine: "reasoner"})
		},
		NewPlayer: func() agent.Player { return baseline.NewRandom(seed) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if p.server, err = server.Listen("127.0.0.1:0", server.Config{}, server.HandlerFunc(p.handle)); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.server.Serve() }() // die waits for it
	var once sync.Once
	p.watch[0] = func() { once.Do(func() { p.stop(t) }) }
	t.Cleanup(p.die)
	return p
}

func (p *networkPlayer) handle(_ context.Context, m ggp.Message) string {
	now := time.Now()
	p.mu.Lock()
	p.count++
	f := p.watch[p.count]
	p.mu.Unlock()
	if f != nil {
		f()
	}
	switch m := m.(type) {
	case ggp.Start:
		return p.session.Start(session.StartArgs{
			ID: m.MatchID, Role: m.Role, Rules: m.Rules, Received: now,
			StartClock: time.Duration(m.StartClock) * time.Second, PlayClock: time.Duration(m.PlayClock) * time.Second,
		})
	case ggp.Play:
		return p.session.Play(m.MatchID, session.Turn(m.Turn), now)
	case ggp.Stop:
		return p.session.Stop(m.MatchID, session.Turn(m.Turn))
	case ggp.Abort:
		return p.session.Abort(m.MatchID)
	}
	return "nil"
}

// after calls f, on a goroutine that ends with it, when so many more messages have come.
func (p *networkPlayer) after(messages int, f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watch[p.count+messages] = f
}

// die ends the player for good.
func (p *networkPlayer) die() { p.watch[0]() }

func (p *networkPlayer) stop(t *testing.T) {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	_ = p.server.Shutdown(now)
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	if err := p.session.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestTournamentKilled: a round robin of about 100 matches, 200 with LUDENS_ALL=1, between two players on the network
// and two in the process; the gamemaster is killed ten times, and one player dies for good.
// No match is lost, none is played twice, and the ratings are those of the archive.
func TestTournamentKilled(t *testing.T) {
	rounds, kills := 8, 10 // of 12 matches
	switch {
	case os.Getenv("LUDENS_ALL") != "":
		rounds = 17
	case testing.Short():
		rounds, kills = 4, 3
	}
	gamemaster, err := exec.LookPath("gamemaster")
	if err != nil {
		t.Fatal(err) // TestMain puts it there
	}
	lives, dies := newNetworkPlayer(t, 1), newNetworkPlayer(t, 2)
	dir := t.TempDir()
	file, db := filepath.Join(dir, "cup.toml"), filepath.Join(dir, "matches.db")
	text := fmt.Sprintf("name = \"cup\"\ngames = [\"ticTacToe\"]\nclocks = [[60, 60]]\nrounds = %d\nopening = 2\nthreads = 2\nscramble = true\n", rounds)
	for _, e := range [][2]string{
		{"lives", "http://" + lives.server.Addr().String()}, {"dies", "http://" + dies.server.Addr().String()}, {"uct", "uct:iterations=20"}, {"legal", "legal"},
	} {
		text += fmt.Sprintf("[[entrant]]\nname = %q\nplayer = %q\n", e[0], e[1])
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (stdout []byte, err error) {
		cmd := exec.Command(gamemaster, append(args, "--store", db)...)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%v: %w: %s", args, err, &errs)
		}
		return out.Bytes(), nil
	}
	moments := game.Stream(1, "kill", 0)
	dead := make(chan struct{})
	dies.after(rounds*12, func() { // about a fourth of all its messages
		go func() { defer close(dead); dies.die() }() // waited for below; it waits for this message's answer
	})
	for range kills {
		cmd := exec.Command(gamemaster, "tournament", "run", file, "--store", db)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lives.after(1+moments.IntN(rounds*36/kills), func() { _ = cmd.Process.Kill() })
		if err := cmd.Wait(); err == nil {
			t.Log("a run has ended before it was killed")
		}
	}
	if _, err := run("tournament", "run", file); err != nil {
		t.Fatal(err)
	}
	<-dead

	out, err := run("archive", "export")
	if err != nil {
		t.Fatal(err)
	}
	archive := readTestArchive(t, out)
	archive.check(t, rounds*12, kills)

	// Ratings as the command has them, and from nothing but the archive.
	if out, err = run("tournament", "table", "cup", "--json"); err != nil {
		t.Fatal(err)
	}
	var told rating.Table
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatal(err)
	}
	want, err := rating.Tabulate(archive.played, rating.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if told.Matches != want.Matches || told.Identical != want.Identical || told.Forfeits != want.Forfeits || len(told.Players) != 4 {
		t.Errorf("%+v, from the archive %+v", told, want)
	}
	for i, p := range told.Players {
		if w := want.Players[i]; p.Name != w.Name || math.Abs(p.Elo-w.Elo) > 1e-6 || math.Abs(p.BradleyTerry-w.BradleyTerry) > 1e-6 || p.Matches != w.Matches {
			t.Errorf("%+v, from the archive %+v", p, w)
		}
	}
	t.Logf("%d matches, %d attempts, %d forfeits, %d identical: %+v", archive.ended, len(archive.cup.Attempts), told.Forfeits, told.Identical, told.Players)
}

// testArchive is what an archive has.
type testArchive struct {
	cup     *archiveTournament
	records map[string]*match.Record
	played  []rating.Played
	ended   int
}

func readTestArchive(t *testing.T, text []byte) *testArchive {
	t.Helper()
	a := &testArchive{records: map[string]*match.Record{}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		var l archiveLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Tournament != nil {
			a.cup = l.Tournament
			continue
		}
		a.records[l.Match.ID] = l.Match
		o, ok := tourney.Result(l.Match)
		if !ok {
			continue
		}
		a.ended++
		p := rating.Played{Game: l.Match.Game, Outcome: o, Moves: fmt.Sprint(l.Match.Moves)}
		if len(l.Match.Moves) == 0 {
			p.Moves = ""
		}
		for _, player := range l.Match.Players {
			p.Players = append(p.Players, player.Name)
		}
		a.played = append(a.played, p)
	}
	return a
}

// check holds the archive against the plan: for every match of it one record that has
// ended, of those who were to play it, and that can be played again.
func (a *testArchive) check(t *testing.T, matches, kills int) {
	t.Helper()
	if a.cup == nil || len(a.cup.Slots) != matches || a.ended != matches {
		t.Fatalf("%d matches have ended, want %d", a.ended, matches)
	}
	g, err := catalog.Open(t.Context(), "ticTacToe", catalog.Options{Engine: "reasoner"})
	if err != nil {
		t.Fatal(err)
	}
	ended := map[int]int{}
	lost, played, broken := 0, 0, 0
	for _, try := range a.cup.Attempts {
		r := a.records[try.Match]
		if r == nil {
			broken++
			continue // killed before the match began
		}
		if err := r.Replay(g); err != nil {
			t.Errorf("match %s: %v", r.ID, err)
		}
		if o, ok := tourney.Result(r); !ok {
			broken++
			if r.Status != match.Aborted {
				t.Errorf("match %s is %s", r.ID, r.Status)
			}
			continue
		} else if slices.Contains(o.Forfeit, true) {
			lost++
		}
		ended[try.Slot]++
		for seat, e := range a.cup.Slots[try.Slot].Seats {
			name := a.cup.Config.Entrants[e].Name
			if r.Players[seat].Name != name {
				t.Errorf("match %s was played by %v", r.ID, r.Players)
			}
			if n := r.Count(seat); name != "dies" && len(n) > 0 {
				t.Errorf("match %s: %s has failed: %v", r.ID, name, n)
			}
			if name == "dies" && !r.Forfeits()[seat] {
				played++
			}
			if name != "dies" && r.Forfeits()[seat] {
				t.Errorf("match %s was forfeited by %s: %v", r.ID, name, r.Notes)
			}
		}
	}
	for slot := range matches {
		if ended[slot] != 1 {
			t.Errorf("match %d has ended %d times", slot, ended[slot])
		}
	}
	if played == 0 || lost == 0 {
		t.Errorf("the player that dies has played %d matches and lost %d", played, lost)
	}
	if broken < kills/2 {
		t.Errorf("%d kills have broken no more than %d matches", kills, broken)
	}
}
