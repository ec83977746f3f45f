package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"ludens/game/gametest/toy"
	"ludens/match"
)

// playOut lets everybody answer the same to everything, and gives the record.
func playOut(t testing.TB, cfg match.Config, answer func(match.Send) match.Event) *match.Record {
	t.Helper()
	for len(cfg.Players) < cfg.Game.Facts().Players {
		cfg.Players = append(cfg.Players, match.Player{Name: fmt.Sprint("p", len(cfg.Players))})
	}
	m, err := match.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var at int64
	var pending []match.Event
	handle := func(effects []match.Effect) {
		for _, e := range effects {
			if send, ok := e.(match.Send); ok {
				pending = append(pending, answer(send))
			}
		}
	}
	handle(m.Step(at, match.Begin{}))
	for len(pending) > 0 {
		ev := pending[0]
		pending = pending[1:]
		at += 7
		handle(m.Step(at, ev))
	}
	if !m.Over() {
		t.Fatal("the match is not over")
	}
	return m.Record()
}

func nobody(e match.Send) match.Event {
	return match.Failed{Seat: e.Seat, Request: e.Request, Kind: match.Connection}
}

// Without any player a match goes on with replacement moves, which the seed
// decides and a replay confirms.
func TestReplayOfEveryToy(t *testing.T) {
	for _, g := range toy.All() {
		t.Run(g.Facts().Name, func(t *testing.T) {
			cfg := match.Config{ID: "m", Game: g, Seed: 42}
			r := playOut(t, cfg, nobody)
			if r.Status != match.Completed {
				t.Fatalf("status %v: %s", r.Status, r.Reason)
			}
			if err := r.Replay(g); err != nil {
				t.Error(err)
			}
			if again := playOut(t, cfg, nobody); !cmp.Equal(r, again) {
				t.Error("the same seed gave another match:\n", cmp.Diff(r, again))
			}
			data, err := r.GGPBase()
			if err != nil {
				t.Fatal(err)
			}
			back, err := match.ReadGGPBase(data)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(r, back, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestReplayFindsDifferences(t *testing.T) {
	g := toy.Pig(6)
	tests := []struct {
		what   string
		change func(r *match.Record)
	}{
		{"state", func(r *match.Record) { r.States[2] = []string{"(word 0 7)"} }},
		{"move of", func(r *match.Record) { r.Moves[1] = []string{"noop", "fly", "noop"} }},
		{"move drawn for", func(r *match.Record) { r.Seed++ }},
		{"goals", func(r *match.Record) { r.Goals[1] = 55 }},
		{"number of moves", func(r *match.Record) { r.Moves[0] = r.Moves[0][:2] }},
		{"roles", func(r *match.Record) { r.Roles = []string{"a", "b", "random"} }},
		{"terminal", func(r *match.Record) { r.Moves = r.Moves[:len(r.Moves)-1]; r.States = r.States[:len(r.States)-1] }},
		{"terminal", func(r *match.Record) {
			r.Moves = append(r.Moves, r.Moves[0])
			r.States = append(r.States, nil)
		}},
		{"fault", func(r *match.Record) { r.Status = match.Faulted }},
	}
	for _, tt := range tests {
		r := playOut(t, match.Config{ID: "m", Game: g, Seed: 1}, nobody)
		tt.change(r)
		var d *match.Difference
		if err := r.Replay(g); !errors.As(err, &d) || !strings.HasPrefix(d.What, tt.what) {
			t.Errorf("changed %s: %v", tt.what, err)
		}
	}
}

func TestGGPBaseForm(t *testing.T) {
	r := &match.Record{
		ID: "Base.x.1", RandomToken: "abc", Roles: []string{"white", "black"}, StartTime: 5, StartClock: 30, PlayClock: 10,
		Status: match.Completed, Goals: []int{100, 0},
		States:     [][]string{{"(cell 1 \"q\\\")", "(step 0)"}, {}},
		StateTimes: []int64{5, 6}, Moves: [][]string{{"(mark 1)", "noop"}},
		Replies: [][]match.Reply{
			{{Kind: match.Timeout}, {Kind: match.Connection}},
			{{Kind: match.Illegal, Text: "(mark (x))"}, {Kind: match.Garbage, Text: "((("}},
		},
		Players: []match.Player{{Name: "A"}, {Name: "B", Human: true}},
	}
	data, err := r.GGPBase()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	delete(got, "ludens")
	want := map[string]any{
		"matchId": "Base.x.1", "randomToken": "abc", "startTime": 5.0, "isCompleted": true, "isAborted": false,
		"states": []any{`( ( cell 1 "q\" ) ( step 0 ) )`, "( )"}, "stateTimes": []any{5.0, 6.0},
		"moves":      []any{[]any{"( mark 1 )", "noop"}},
		"errors":     []any{[]any{"TO", "CE"}, []any{"IL ( mark ( x ) )", "IL null"}},
		"goalValues": []any{100.0, 0.0}, "previewClock": -1.0, "startClock": 30.0, "playClock": 10.0,
		"playerNamesFromHost": []any{"A", "B"}, "isPlayerHuman": []any{false, true},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A file of GGP-Base's own, without our key.
func TestReadForeign(t *testing.T) {
	text := `{"matchId":"Base.pig.1","randomToken":"T","startTime":1,"gameMetaURL":"http://games.ggp.org/base/games/pig/v0/",
	"isCompleted":true,"isAborted":false,"states":["( ( step 0 ) )","( ( step 1 ) )"],"moves":[["noop","( a b )"]],
	"stateTimes":[1,2],"errors":[["",""],["TO","IL ( x y )"]],"goalValues":[50,50],"previewClock":-1,"startClock":3,"playClock":2,
	"unknown":{"x":1}}`
	r, err := match.ReadGGPBase([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := &match.Record{
		ID: "Base.pig.1", RandomToken: "T", StartTime: 1, GameURL: "http://games.ggp.org/base/games/pig/v0/",
		Status: match.Completed, States: [][]string{{"(step 0)"}, {"(step 1)"}}, Moves: [][]string{{"noop", "(a b)"}},
		StateTimes: []int64{1, 2}, Goals: []int{50, 50}, StartClock: 3, PlayClock: 2,
		Replies: [][]match.Reply{{{}, {}}, {{Kind: match.Timeout}, {Kind: match.Illegal, Text: "(x y)"}}},
	}
	if d := cmp.Diff(want, r); d != "" {
		t.Error(d)
	}
	if !r.Foreign() {
		t.Error("a record from elsewhere is not taken as such")
	}
	for _, bad := range []string{
		``, `{}`, `[]`, `{"matchId":"a b"}`, `{"matchId":"m","states":["( )"],"stateTimes":[]}`,
		`{"matchId":"m","states":["( )"],"stateTimes":[1],"moves":[["a"]]}`,
		`{"matchId":"m","states":["(a"],"stateTimes":[1]}`,
		`{"matchId":"m","states":["( )","( )"],"stateTimes":[1,2],"moves":[["?x"]]}`,
		`{"matchId":"m","states":["( )","( )","( )"],"stateTimes":[1,2,3],"moves":[["a"],["a","b"]]}`,
		`{"matchId":"m","moves":[["a"]]}`,
		`{"matchId":"m","ludens":{"seed":"1","status":"lost"}}`,
	} {
		if r, err := match.ReadGGPBase([]byte(bad)); err == nil {
			t.Errorf("%s was read as %+v", bad, r)
		}
	}
}

func FuzzReadGGPBase(f *testing.F) {
	r := playOut(f, match.Config{ID: "m", Game: toy.Cards(), Seed: 3}, nobody)
	data, err := r.GGPBase()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"matchId":"m","states":["( )"],"stateTimes":[1],"errors":[["XX"]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := match.ReadGGPBase(data)
		if err != nil {
			return
		}
		_ = r.Replay(toy.Cards())
		out, err := r.GGPBase()
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		if _, err := match.ReadGGPBase(out); err != nil {
			t.Fatalf("written, but not read: %v\n%s", err, out)
		}
	})
}

// Whatever happens in whatever order, the record keeps its shape, no effect
// comes after Over, and the match replays.
func TestAnyEvents(t *testing.T) {
	games := toy.All()
	texts := []string{"noop", "heads", "(mark 1 1)", "(take 1)", "roll", "stay", "(jump 2)", "busy", "", "((", "?x", "a b"}
	rapid.Check(t, func(t *rapid.T) {
		g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		cfg := match.Config{
			ID: "m", Game: g, Seed: rapid.Uint64().Draw(t, "seed"), MaxSteps: rapid.IntRange(0, 5).Draw(t, "steps"),
			PreviewClock: rapid.IntRange(0, 1).Draw(t, "preview"), Players: make([]match.Player, g.Facts().Players),
		}
		m, err := match.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		request, finished, over := 0, 0, 0
		for i := range rapid.IntRange(0, 80).Draw(t, "events") {
			seat := rapid.IntRange(-1, len(g.Facts().Seats)).Draw(t, "seat")
			number := request - rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1}).Draw(t, "age")
			var ev match.Event
			switch rapid.IntRange(0, 20).Draw(t, "kind") {
			case 0:
				ev = match.Begin{}
			case 1:
				ev = match.Expired{Request: number}
			case 2:
				if rapid.Bool().Draw(t, "abort") {
					ev = match.Abort{Reason: "why"}
				} else {
					ev = match.Begin{}
				}
			case 3, 4, 5:
				ev = match.Failed{Seat: seat, Request: number, Kind: match.Timeout}
			default:
				ev = match.Answered{Seat: seat, Request: number, Text: rapid.SampledFrom(texts).Draw(t, "text")}
			}
			closes := m.Closes(ev)
			wasOver := m.Over()
			round := request
			for _, e := range m.Step(int64(i), ev) {
				switch e := e.(type) {
				case match.Send:
					request = e.Request
					if e.Seat < 0 || e.Seat >= g.Facts().Players {
						t.Fatalf("message to seat %d", e.Seat)
					}
				case match.Finished:
					finished++
				case match.Over:
					over++
				case match.Stale:
					continue
				}
				if wasOver {
					t.Fatalf("effect %+v after Over", e)
				}
			}
			if closes && request == round && !m.Over() {
				t.Fatal("the last answer did not close the round")
			}
			r := m.Record()
			if n := len(r.States); n > 0 && (len(r.Moves) != n-1 || len(r.Replies) != n || len(r.StateTimes) != n) {
				t.Fatalf("%d states, %d times, %d moves, %d replies", n, len(r.StateTimes), len(r.Moves), len(r.Replies))
			}
			if (r.Status == match.Running) != (finished == 0) || finished > 1 || over > 1 || (over == 1) != m.Over() {
				t.Fatalf("status %v, finished %d times, over %d times", r.Status, finished, over)
			}
		}
		if len(m.Record().States) > 0 {
			if err := m.Record().Replay(g); err != nil {
				t.Fatal(err)
			}
		}
	})
}
