package match_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/ggp"
	"ludens/match"
)

var update = flag.Bool("update", false, "write the answers of testdata/*.txt anew")

// TestScripts holds conversations with a match against their recorded effects,
// in the manner of etcd raft's tests. A script is a sequence of
//
//	command arguments…
//	----
//	what it gave
//
// with empty lines between. Time stands still but for "wait MILLIS".
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(data))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, have := strings.Split(string(data), "\n"), strings.Split(got, "\n")
			for i := range max(len(want), len(have)) {
				w, h := line(want, i), line(have, i)
				if w != h {
					t.Fatalf("%s:%d:\n got %s\nwant %s\n(go test -update writes the answers anew)", file, i+1, h, w)
				}
			}
		})
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end of file)"
}

type script struct {
	t    *testing.T
	game game.Game
	m    *match.Match
	now  int64
	enc  ggp.Encoder

	players []match.Player
}

func play(t *testing.T, text string) string {
	s := &script{t: t, now: 1000}
	var out strings.Builder
	skipping := false
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		switch {
		case strings.HasPrefix(l, "#"):
			out.WriteString(l + "\n")
		case l == "----":
			skipping = true
		case strings.TrimSpace(l) == "":
			if skipping || !strings.HasSuffix(out.String(), "\n\n") {
				out.WriteString("\n")
			}
			skipping = false
		case skipping:
		default:
			out.WriteString(l + "\n----\n" + s.run(l))
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

func (s *script) run(command string) string {
	word, rest, _ := strings.Cut(command, " ")
	args := strings.Fields(rest)
	number := func(i int) int {
		n, err := strconv.Atoi(args[i])
		if err != nil {
			s.t.Fatalf("%s: %v", command, err)
		}
		return n
	}
	after := func(n int) string { return strings.Join(strings.SplitN(rest, " ", n+1)[n:], " ") }
	switch word {
	case "new":
		return s.create(args)
	case "resume": // as if the process had ended: nothing but the record is left
		past := s.m.Record().Clone()
		if rest == "endless" { // its end was not written down
			past.Status, past.Goals, past.Reason, past.Notes = match.Running, nil, "", nil
		}
		cfg := match.Resumed(past, s.game)
		cfg.Players = s.players
		m, err := match.New(cfg)
		if err != nil {
			return err.Error() + "\n"
		}
		s.m = m
		return ""
	case "wait":
		s.now += int64(number(0))
		return ""
	case "begin":
		return s.step(match.Begin{})
	case "answer": // seat request text
		return s.step(match.Answered{Seat: number(0), Request: number(1), Text: after(2)})
	case "fail": // seat request kind detail
		var k match.Kind
		if err := k.UnmarshalText([]byte(args[2])); err != nil {
			s.t.Fatalf("%s: %v", command, err)
		}
		return s.step(match.Failed{Seat: number(0), Request: number(1), Kind: k, Detail: after(3)})
	case "expire":
		return s.step(match.Expired{Request: number(0)})
	case "abort":
		return s.step(match.Abort{Reason: rest})
	case "ready": // everybody answers the request the same
		var out string
		for _, seat := range s.m.Waiting() {
			out += s.step(match.Answered{Seat: seat, Request: number(0), Text: after(1)})
		}
		return out
	case "waiting":
		return fmt.Sprintln(s.m.Waiting(), "over:", s.m.Over())
	case "record":
		return s.record()
	case "replay":
		if err := s.m.Record().Replay(s.game); err != nil {
			return err.Error() + "\n"
		}
		return "the same\n"
	}
	s.t.Fatalf("unknown command %q", command)
	return ""
}

// create reads "game=lines id=m start=30 …".
func (s *script) create(args []string) string {
	cfg := match.Config{Rules: "(role a)", RandomToken: "T"}
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		n, _ := strconv.Atoi(value)
		switch key {
		case "game":
			s.game = games[value]()
			cfg.Game = s.game
		case "id":
			cfg.ID = value
		case "start":
			cfg.StartClock = n
		case "play":
			cfg.PlayClock = n
		case "preview":
			cfg.PreviewClock = n
		case "seed":
			cfg.Seed = uint64(n)
		case "steps":
			cfg.MaxSteps = n
		case "forfeit":
			cfg.Forfeit = n
		case "opening":
			cfg.Opening = last(cfg.Game, n)
		case "despite-busy":
			cfg.DespiteBusy = true
		case "exact":
			cfg.ExactCase = true
		case "players":
			for _, name := range strings.Split(value, ",") {
				cfg.Players = append(cfg.Players, match.Player{Name: name})
			}
		default:
			s.t.Fatalf("new: unknown %q", key)
		}
	}
	m, err := match.New(cfg)
	if err != nil {
		return err.Error() + "\n"
	}
	s.m, s.players = m, cfg.Players
	s.enc = ggp.Encoder{}
	s.enc.Hidden = cfg.Game.Facts().Hidden
	if s.enc.Hidden {
		s.enc.Dialect = ggp.Dresden2013
	}
	return ""
}

// last is an opening of so many joint moves, everybody's last legal ones.
func last(g game.Game, n int) (line [][]game.Move) {
	m := g.NewMachine()
	for range n {
		var joint []game.Move
		for seat := range g.Facts().Seats {
			legal := m.Legal(seat, nil)
			joint = append(joint, legal[len(legal)-1])
		}
		m.Step(joint)
		line = append(line, joint)
	}
	return line
}

var games = map[string]func() *toy.Game{
	"lines":     toy.Lines,
	"pennies":   func() *toy.Game { return toy.Pennies(2) },
	"prisoners": toy.Prisoners,
	"pig":       func() *toy.Game { return toy.Pig(4) },
	"cards":     toy.Cards,
	"heap":      func() *toy.Game { return toy.Heap(4) },
	"endless":   toy.Endless,
	"faulty":    toy.Faulty,
}

func (s *script) step(ev match.Event) string {
	var b strings.Builder
	for _, e := range s.m.Step(s.now, ev) {
		switch e := e.(type) {
		case match.Send:
			text, err := s.enc.Encode(e.Message)
			if err != nil {
				s.t.Fatal(err)
			}
			fmt.Fprintf(&b, "send %d request %d in %ds: %s\n", e.Seat, e.Request, e.Clock, text)
		case match.Reached:
			r := s.m.Record()
			fmt.Fprintf(&b, "reached %d %s", e.Step, strings.Join(r.States[e.Step], " "))
			if e.Step > 0 {
				fmt.Fprintf(&b, " by %s", strings.Join(r.Moves[e.Step-1], " "))
			}
			b.WriteString("\n")
		case match.Finished:
			r := s.m.Record()
			fmt.Fprintf(&b, "finished %v %v %s\n", e.Status, r.Goals, r.Reason)
		case match.Noted:
			fmt.Fprintf(&b, "noted %s %s: %s\n", e.Note.Kind, e.Note.Role, e.Note.Text)
		case match.Stale:
			fmt.Fprintf(&b, "stale %T\n", e.Event)
		case match.Over:
			b.WriteString("over\n")
		}
	}
	return b.String()
}

func (s *script) record() string {
	r := s.m.Record()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v roles %v goals %v times %v\n", r.ID, r.Status, r.Roles, r.Goals, r.StateTimes)
	for i, row := range r.Replies {
		for role, reply := range row {
			if reply == (match.Reply{}) {
				continue
			}
			fmt.Fprintf(&b, "%d %s: %v %q after %dms %s\n", i, r.Roles[role], reply.Kind, reply.Text, reply.Millis, reply.Detail)
		}
	}
	return b.String()
}
