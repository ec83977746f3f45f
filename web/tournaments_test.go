package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"ludens/match"
	"ludens/match/run"
	"ludens/tourney"
)

const twoPlayers = `"games":["ticTacToe"],"entrants":[{"agent":"first"},{"human":"me"}]`

// TestTournamentRefused: what makes no sense is refused, and says so.
func TestTournamentRefused(t *testing.T) {
	d := newDesk(t, Options{})
	for body, want := range map[string]int{
		`{"name":"a b",` + twoPlayers + `}`:                                                             http.StatusUnprocessableEntity,
		`{"name":"cup","games":[],"entrants":[{"agent":"first"},{"human":"me"}]}`:                       http.StatusUnprocessableEntity,
		`{"name":"cup","games":["ticTacToe"],"entrants":[{"agent":"first"}]}`:                           http.StatusUnprocessableEntity,
		`{"name":"cup","games":["ticTacToe"],"entrants":[{"agent":"first"},{"agent":"nobody"}]}`:        http.StatusUnprocessableEntity,
		`{"name":"cup","games":["ticTacToe"],"entrants":[{"agent":"first"},{"player":"nobody"}]}`:       http.StatusNotFound,
		`{"name":"cup","games":["ticTacToe"],"entrants":[{"agent":"first","human":"x"},{"human":"y"}]}`: http.StatusUnprocessableEntity,
		`{"name":"cup",` + twoPlayers + `,"clocks":[{"start":1,"play":0}]}`:                             http.StatusUnprocessableEntity,
		`{"name":"cup",` + twoPlayers + `,"wrong":1}`:                                                   http.StatusBadRequest,
	} {
		if status, text := d.ask("POST", "/tournaments", body); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, text, want)
		}
	}
	get[Tournament](d, "POST", "/tournaments", `{"name":"cup",`+twoPlayers+`}`)
	for path, body := range map[string]string{"/tournaments": `{"name":"cup",` + twoPlayers + `}`, "/tournaments/cup/run": "{}"} {
		if status, text := d.ask("POST", path, body); status != http.StatusUnprocessableEntity {
			t.Errorf("while it is being played, %s answers %d %s", path, status, text)
		}
	}
	if got := get[Tournament](d, "POST", "/tournaments/cup/stop", "{}"); got.Running {
		t.Error("a tournament that was stopped is being played")
	}
	if got := get[Tournament](d, "POST", "/tournaments/cup/run", "{}"); !got.Running || got.Total != 2 {
		t.Errorf("a tournament that goes on stands like this: %+v", got)
	}
}

// TestTournamentSeat: in a tournament a person sits down, in one browser and then in
// another, and moves; nothing is taken back, given away or ended there.
func TestTournamentSeat(t *testing.T) {
	d := newDesk(t, Options{})
	ended := make(chan *match.Record, 1)
	d.h.cups.play = func(ctx context.Context, cfg tourney.Config, st Stage) {
		g, text, err := d.h.Open(ctx, "ticTacToe")
		if err != nil {
			t.Error(err)
			return
		}
		o := run.Options{
			Match: match.Config{ID: "cup.1", Tournament: cfg.Name, Game: g, Rules: text, StartClock: 1, PlayClock: 1, Seed: 1},
			Seats: []run.Seat{{Name: "me", Human: true}, {Name: "blind", Local: &blind{}}},
		}
		leave := st.Enter(cfg.Name, "cup.1", cfg.Clocks[0], &o)
		defer leave()
		r, err := run.Run(ctx, o)
		if err != nil {
			t.Error(err)
		}
		ended <- r
	}
	get[Tournament](d, "POST", "/tournaments", `{"name":"cup",`+twoPlayers+`}`)
	var m Detail
	for end := time.Now().Add(time.Minute); len(m.Waiting) == 0; time.Sleep(2 * time.Millisecond) {
		if status, text := d.ask("GET", "/matches/cup.1", ""); status == http.StatusOK {
			m = Detail{}
			if err := json.Unmarshal(text, &m); err != nil {
				t.Fatal(err)
			}
		}
		if time.Now().After(end) {
			t.Fatal("nobody is waited for")
		}
	}
	if !m.Seats[0].Take || m.Seats[1].Take || m.Tournament != "cup" {
		t.Fatalf("the seats are %+v, of tournament %q", m.Seats, m.Tournament)
	}
	first := get[Key](d, "POST", "/matches/cup.1/seats/x", "{}")
	second := get[Key](d, "POST", "/matches/cup.1/seats/x", "{}")
	if first.Key == "" || first.Key == second.Key {
		t.Fatalf("the keys are %q and %q", first.Key, second.Key)
	}
	begun := Begun{ID: "cup.1", Keys: []Key{second}}
	p := d.asked(begun, 0)
	move := func(key string) int {
		status, _ := d.ask("POST", "/matches/cup.1/moves", fmt.Sprintf(`{"step":0,"move":%q}`, p.Choice.Moves[0].Move), keyHeader, key)
		return status
	}
	if got := move(first.Key); got != http.StatusForbidden {
		t.Errorf("with the key of before a move is answered by %d", got)
	}
	for path, body := range map[string]string{"/undo": "{}", "/abort": "{}", "/seats/x": `{"agent":"first"}`, "/seats/o": "{}"} {
		if status, text := d.ask("POST", "/matches/cup.1"+path, body, keyHeader, second.Key); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	if got := move(second.Key); got != http.StatusOK {
		t.Errorf("a move is answered by %d", got)
	}
	d.asked(begun, 2)
	get[Tournament](d, "POST", "/tournaments/cup/stop", "{}")
	if r := <-ended; r.Status != match.Aborted {
		t.Errorf("the match of a tournament that was stopped is %v", r.Status)
	}
}
