package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"ludens/internal/thought"
	"ludens/store"
	"ludens/tune/run"
	"ludens/web"
)

// cups starts a tournament of two agents and a person, watches its standings, has the
// person sit down and move, stops it and goes on with it, and looks at the ratings.
func (c browser) cups(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	b.goTo("/tournaments/new")
	b.eventually(`document.querySelectorAll('select[name=game] option').length > 20 && document.querySelectorAll('select[name=entrant0] option').length > 5`)
	b.accessible()
	b.fill(`input[name=name]`, "cup")
	b.fill(`select[name=game]`, "gdl:ticTacToe")
	b.eventually(`document.querySelectorAll('.chosen li').length === 1`)
	b.fill(`select[name=entrant0]`, "agent random")
	b.fill(`select[name=entrant1]`, "agent legal")
	must[bool](b, `[...document.querySelectorAll('button')].find(e => e.textContent === 'One more entrant').click(), true`)
	b.eventually(`!!document.querySelector('select[name=entrant2]')`)
	b.fill(`select[name=entrant2]`, "human")
	b.fill(`input[name=name2]`, "Anna")
	b.shoot("tournament-new")
	b.click(`form.start button[type=submit]`)
	// Two matches are between the agents, the others wait for Anna.
	b.eventually(`!!document.querySelector('.state') && document.querySelector('.state').textContent.startsWith('2 of 6')`)
	b.eventually(`document.querySelectorAll('.plan .live').length === 1`)
	b.shoot("tournament")
	b.accessible()
	b.click(`.plan tr:has(.live) a`)
	b.eventually(`!!document.querySelector('.seats button') && document.querySelector('.state').textContent.startsWith('Waiting')`)
	b.accessible()
	b.click(`.seats button`)
	s, _ := b.turn()
	b.byMouse(s, s.Position.Choice.Moves[0])
	b.moved(s)
	b.goTo("/tournaments")
	b.eventually(`document.querySelectorAll('tbody tr').length === 1 && !!document.querySelector('.live')`)
	b.shoot("tournaments")
	b.accessible()
	b.goTo("/tournaments/cup")
	b.eventually(`!!document.querySelector('.state[data-state=running]')`)
	must[bool](b, `[...document.querySelectorAll('button')].find(e => e.textContent === 'Stop').click(), true`)
	b.eventually(`!!document.querySelector('.state[data-state=stopped]')`)
	must[bool](b, `[...document.querySelectorAll('button')].find(e => e.textContent === 'Go on').click(), true`)
	b.eventually(`!!document.querySelector('.state[data-state=running]')`)
	b.goTo("/ratings")
	b.eventually(`document.querySelectorAll('.cross tbody tr').length === 2`)
	must[bool](b, `document.querySelector('input[name=per_game]').click(), true`)
	b.eventually(`document.querySelectorAll('.cross').length === 2`)
	b.shoot("ratings")
	b.accessible()
	b.goTo("/matches?tournament=cup&status=completed")
	b.eventually(`document.querySelectorAll('tbody tr').length === 2`)
	b.goTo("/players")
	b.eventually(`!!document.querySelector('.players')`)
	b.accessible()
	b.goTo("/games/gdl%3AticTacToe")
	b.eventually(`!!document.querySelector('.board svg') && !!document.querySelector('.rules')`)
	b.accessible()
}

// varies plays a variant of a game, has the match shown move by move, and begins another one
// in the midst of it.
func (c browser) varies(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	b.goTo("/games/ludii%3ABreakthrough")
	cells := `document.querySelectorAll('.board [data-site]').length`
	b.eventually(cells + ` === 64`)
	heading := must[string](b, `[...document.querySelectorAll('.settings option')].find(o => o.textContent === '5x5').value`)
	b.fill(".settings select", heading)
	b.eventually(cells + ` === 25 && location.pathname === '/games/' + encodeURIComponent('ludii:Breakthrough@` + heading + `')`)
	b.inBoth()
	b.fill("select[name=seat0]", "agent random")
	b.fill("select[name=seat1]", "agent random")
	b.click("form.start button[type=submit]")
	b.eventually(`!!document.querySelector('.state[data-status=completed]') && ` + cells + ` === 25`)
	steps := must[int](b, `+document.querySelector('output').dataset.step`)
	b.click(".steps button") // from the beginning, since it is at the end
	b.eventually(`location.search === '?step=0'`)
	b.eventually(`document.querySelector('output').dataset.step === '2'`)
	b.click(".steps button")
	at := must[int](b, `+document.querySelector('output').dataset.step`)
	if at >= steps {
		t.Fatalf("of %d steps so many were shown before it was stopped: %d", steps, at)
	}
	moves := must[string](b, `[...document.querySelectorAll('.turns button')].slice(0, `+fmt.Sprint(at)+`).map(e => e.innerText.replace(/ [0-9.]+ s/g, '')).join()`)
	was := must[string](b, `location.pathname`)
	b.goTo(was + fmt.Sprintf("?step=%d", at))
	b.click("details.again summary")
	b.eventually(`!!document.querySelector('form.start button[type=submit]:enabled')`)
	b.shoot("again")
	b.accessible()
	b.fill("select[name=seat0]", "human")
	b.fill("select[name=seat1]", "human")
	b.click("form.start button[type=submit]")
	b.eventually(fmt.Sprintf(`location.pathname !== %q && !!document.querySelector('.choices')`, was))
	s, ok := b.turn()
	if !ok || s.Steps != at {
		t.Errorf("the match begins at step %d, the other one was left at %d", s.Steps, at)
	}
	if again := must[string](b, `[...document.querySelectorAll('.turns button')].map(e => e.innerText.replace(/ [0-9.]+ s/g, '')).join()`); again != moves {
		t.Errorf("it begins with %s, the other one with %s", again, moves)
	}
}

// returns has the server go while a match is watched and played, and come back.
func (c browser) returns(t *testing.T) {
	b := c.site(t, 390, 844, web.Options{})
	b.start("gdl:ticTacToe", "human", "agent random")
	b.turn()
	b.gone()
	b.eventually(`document.querySelector('main').innerText.includes('out of reach')`)
	b.shoot("gone")
	if !must[bool](b, `!!document.querySelector('.board svg') && !!document.querySelector('h1')`) {
		t.Error("the page is empty without its server")
	}
	b.serve(strings.TrimPrefix(b.url, "http://"))
	b.eventually(`!!document.querySelector('.state[data-status=aborted]') && !document.querySelector('main').innerText.includes('out of reach')`)
	b.accessible()
}

// learns shows the curves of a run of tuning, and the points that come later.
func (c browser) learns(t *testing.T) {
	b := c.site(t, 390, 844, web.Options{})
	b.goTo("/tuning")
	b.eventually(`document.querySelector('main').innerText.includes('Nothing has been tuned')`)
	state := run.State{Version: 1, Name: "toy", Elapsed: 600, Planned: 3600}
	for i := range 8 {
		p := run.Point{Elapsed: float64(60 * i), Policy: 2 / float64(i+1), Value: 1 / float64(i+1)}
		if i%2 == 1 {
			p.Rating = &run.Rated{Name: fmt.Sprint(i), Elo: float64(50 * i), Interval: 30}
		}
		state.History = append(state.History, p)
	}
	keep := func() {
		db, err := store.Open(b.host.nets, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(state)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Checkpoint("toy", text, nil); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	keep()
	b.eventually(`document.querySelectorAll('tbody tr').length === 1`)
	b.accessible()
	b.click(`tbody a`)
	b.eventually(`document.querySelectorAll('.chart canvas').length === 2`)
	b.shoot("tuning")
	b.accessible()
	state.Games = 77
	keep()
	b.eventually(`document.querySelector('main').innerText.includes('77 games')`)
}

// thinks shows what a player on the network tells of its thinking, and a match with one
// that tells nothing.
func (c browser) thinks(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	quiet, tells := newNetworkPlayer(t, 1), newNetworkPlayer(t, 2)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var turns atomic.Int64
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		turn := int(turns.Add(1))
		_ = json.NewEncoder(w).Encode(thought.State{
			Version: 1, Phase: "thinking", Match: b.match(), Turn: turn, Way: "mcts", Net: "small", Iterations: 1000, PerSecond: 500, Nodes: 10 * int64(turn), Value: 0.75,
			Preparation: &thought.Preparation{Stage: "learning", Training: &thought.Training{Elapsed: 1, Planned: 2, Games: 3}, Races: []thought.Race{{Name: "first", Standings: []thought.Scored{{Name: "net", Points: 2, Played: 3}}}}},
			Moves:       []thought.Move{{Text: "(mark 1 1)", Visits: 10, Value: 0.75, Prior: 0.5}}, Line: []string{"(mark 1 1)", "(mark 2 2)"},
		})
	})}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close(); <-served })
	for name, body := range map[string]string{
		"quiet": fmt.Sprintf(`{"name":"quiet","address":"http://%s"}`, quiet.server.Addr()),
		"tells": fmt.Sprintf(`{"name":"tells","address":"http://%s","thinks":"http://%s"}`, tells.server.Addr(), l.Addr()),
	} {
		b.goTo("/players")
		if ok := must[bool](b, fmt.Sprintf(`fetch('/api/v1/players', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: %q}).then(r => r.ok)`, body)); !ok {
			t.Fatalf("player %s was not registered", name)
		}
	}
	b.goTo("/games/gdl%3AticTacToe3")
	b.eventually(`!!document.querySelector('form.start button[type=submit]:enabled') && document.querySelectorAll('select[name=seat0] option[value^=player]').length === 2`)
	b.fill(`select[name=seat0]`, "human")
	b.fill(`select[name=seat1]`, "player quiet")
	b.fill(`select[name=seat2]`, "player tells")
	b.click(`form.start button[type=submit]`)
	b.turn()
	b.nowAt(must[string](b, `decodeURIComponent(location.pathname.split('/')[2])`))
	b.eventually(`!!document.querySelector('.thoughts')`)
	must[bool](b, `document.querySelector('.thoughts').open = true`)
	b.eventually(`document.querySelectorAll('.thoughts .chart canvas').length === 3`)
	if n := must[int](b, `document.querySelectorAll('.thoughts section').length`); n != 1 {
		t.Errorf("of two players, of whom one tells what it thinks, %d are shown", n)
	}
	b.eventually(`document.querySelector('.thoughts').innerText.includes('Learning') && document.querySelector('.thoughts').innerText.includes('net 2 of 3')`)
	must[bool](b, `(document.querySelector('.thoughts').scrollIntoView(), true)`)
	b.shoot("thinks")
	b.accessible()
}
