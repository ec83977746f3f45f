package run_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/catalog"
	"ludens/game"
	"ludens/ggp"
	"ludens/match"
	"ludens/match/run"
)

// reader is a player's server that knows nothing but what the messages say: it
// opens the rules of START and follows the match by moves, or by percepts that
// tell moves.
type reader struct {
	t    *testing.T
	mu   sync.Mutex
	m    game.Machine
	seat int
	text []string // what it was sent, as received
	own  []string // what it was told to have played
}

func (r *reader) Handle(ctx context.Context, msg ggp.Message) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch msg := msg.(type) {
	case ggp.Start:
		g, err := catalog.OpenText(ctx, "", msg.Rules, catalog.Options{Engine: "reasoner"})
		if err != nil {
			r.t.Errorf("the rules of START: %v\n%s", err, msg.Rules)
			return ggp.Busy
		}
		r.text = append(r.text, msg.Rules)
		r.m, r.seat = g.NewMachine(), g.Facts().SeatByName(msg.Role)
		if r.seat < 0 {
			r.t.Errorf("no role %s among %v", msg.Role, g.Facts().Seats)
		}
		return ggp.Ready
	case ggp.Play:
		r.follow(msg.Turn)
		legal := r.m.Legal(r.seat, nil)
		return ggp.Spaced(r.m.Label(r.seat, legal[len(legal)/2]))
	case ggp.Stop:
		r.follow(msg.Turn)
		if !r.m.Terminal() {
			r.t.Error("STOP in a position that is not terminal")
		}
	}
	return ggp.Done
}

func (r *reader) follow(t ggp.Turn) {
	facts := r.m.Game().Facts()
	moves := t.Moves
	if t.Numbered {
		r.own = append(r.own, t.Own)
		moves = t.Percepts
	}
	if moves == nil {
		return
	}
	joint := make([]game.Move, len(facts.Seats))
	for role, text := range moves {
		seat := facts.RoleSeat[role]
		if did, rest, _ := strings.Cut(strings.TrimSuffix(text, ")"), " "); strings.EqualFold(did, "(did") {
			var role string // (did role move)
			role, text, _ = strings.Cut(rest, " ")
			seat = facts.SeatByName(role)
		} else if t.Numbered {
			r.t.Errorf("percept %q", text)
		}
		move, err := r.m.Parse(seat, text)
		if err != nil {
			r.t.Errorf("told %q: %v", text, err)
			return
		}
		joint[seat] = move
	}
	r.m.Step(joint)
}

// open opens a game of the library with the reasoner.
func open(t *testing.T, name string) (text string, g game.Game) {
	t.Helper()
	name, text, err := catalog.Text(name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err = catalog.OpenText(t.Context(), name, text, catalog.Options{Engine: "reasoner"})
	if err != nil {
		t.Fatal(err)
	}
	return text, g
}

// One game goes over the wire in every dialect, scrambled and not; players who
// understand only what they are told play it without a mistake.
func TestRulesOverTheWire(t *testing.T) {
	text, g := open(t, "ticTacToe")
	for d := ggp.GGPBase; d <= ggp.Dresden2013; d++ {
		for _, scramble := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v scrambled %v", d, scramble), func(t *testing.T) {
				a, b := &reader{t: t}, &reader{t: t}
				addrA, killA := serve(t, a)
				addrB, killB := serve(t, b)
				defer killA()
				defer killB()
				r, err := run.Run(t.Context(), run.Options{
					Match: match.Config{ID: "Test.1", Game: g, Rules: text, StartClock: 20, PlayClock: 20, Seed: 3},
					Seats: []run.Seat{{Addr: addrA, Dialect: d}, {Addr: addrB, Dialect: d}}, Scramble: scramble,
				})
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != match.Completed || len(r.Count(0))+len(r.Count(1)) != 0 || r.Scrambled != scramble {
					t.Fatalf("%v, failures %v %v: %+v", r.Status, r.Count(0), r.Count(1), r.Replies)
				}
				if err := r.Replay(g); err != nil {
					t.Error(err)
				}
				if seen := strings.ToLower(a.text[0]); strings.Contains(seen, "mark") == scramble {
					t.Errorf("the player saw %.200s", seen)
				}
				if got := len(a.own) > 0; got != (d == ggp.Dresden2013) {
					t.Errorf("numbered messages: %v", a.own)
				}
			})
		}
	}
}

// A game that hides something goes out in the numbered form whatever the
// dialect, and tells no one another's moves.
func TestHiddenOverTheWire(t *testing.T) {
	text, g := open(t, "phantomTicTacToe")
	facts := g.Facts()
	var seats []run.Seat
	told := make([][]ggp.Turn, facts.Players)
	var mu sync.Mutex
	for i := range facts.Players {
		addr, kill := serve(t, handlerFunc(func(_ context.Context, m ggp.Message) string {
			mu.Lock()
			defer mu.Unlock()
			switch m := m.(type) {
			case ggp.Play:
				told[i] = append(told[i], m.Turn)
			case ggp.Stop:
				told[i] = append(told[i], m.Turn)
			}
			return "what" // never legal: the manager plays for it
		}))
		defer kill()
		seats = append(seats, run.Seat{Addr: addr})
	}
	r, err := run.Run(t.Context(), run.Options{
		Match: match.Config{ID: "Test.1", Game: g, Rules: text, StartClock: 20, PlayClock: 20, Seed: 3}, Seats: seats,
	})
	if err != nil || r.Status != match.Completed {
		t.Fatalf("%v, %v", r, err)
	}
	// The record, played again, says what each should have been told.
	m := g.NewMachine()
	for step := 0; step <= r.Steps(); step++ {
		for seat := range facts.Players {
			want := ggp.Turn{Number: step, Numbered: true}
			if step > 0 {
				role := slices.Index(facts.RoleSeat, seat)
				want.Own = strings.ToUpper(r.Moves[step-1][role])
				want.Percepts = []string{}
				for _, p := range m.(game.Perceiver).Percepts(seat, nil) {
					want.Percepts = append(want.Percepts, strings.ToUpper(p))
				}
			}
			if d := cmp.Diff(want, told[seat][step]); d != "" {
				t.Fatalf("step %d, %s: %s", step, facts.Seats[seat], d)
			}
		}
		if step < r.Steps() {
			joint := make([]game.Move, len(facts.Seats))
			for seat, text := range facts.BySeat(r.Moves[step]) {
				if joint[seat], err = m.Parse(seat, text); err != nil {
					t.Fatal(err)
				}
			}
			m.Step(joint)
		}
	}
	for role := range r.Roles {
		if n := r.Count(role)[match.Illegal]; r.Players[role].Name != "" && n != r.Steps() {
			t.Errorf("%s: %v illegal moves in %d steps", r.Roles[role], n, r.Steps())
		}
	}
}

type handlerFunc func(context.Context, ggp.Message) string

func (f handlerFunc) Handle(ctx context.Context, m ggp.Message) string { return f(ctx, m) }
