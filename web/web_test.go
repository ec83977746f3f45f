package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"ludens/internal/serving/servingtest"
	"ludens/match"
)

// TestDocument holds every answer against the OpenAPI document.
func TestDocument(t *testing.T) {
	d := newDesk(t, Options{Hint: 50 * time.Millisecond})
	doc := get[object](d, "GET", "/api/v1/openapi.json", "")
	paths := doc["paths"].(object)
	get[Player](d, "POST", "/players", `{"address":"http://127.0.0.1:1"}`)
	begun := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"human":"me"},{"agent":"first"}],"play_clock":1}`)
	p := d.asked(begun, 0)
	step := fmt.Sprintf(`{"step":0,"move":%q}`, p.Choice.Moves[0].Move)
	key := begun.Keys[0].Key
	held := map[string]bool{}
	hold := func(method, pattern, path, body string, headers ...string) {
		t.Helper()
		status, b := d.ask(method, path, body, headers...)
		if status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", method, path, status, b)
		}
		op, ok := paths[root+pattern].(object)[strings.ToLower(method)].(object)
		if !ok {
			t.Fatalf("the document does not know %s %s", method, pattern)
		}
		schema := op["responses"].(object)["200"].(object)["content"].(object)["application/json"].(object)["schema"]
		var v any
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatal(err)
		}
		if schema != nil {
			for _, e := range servingtest.Conforms(v, schema.(object), doc, "answer") {
				t.Errorf("%s %s: %s", method, path, e)
			}
		}
		held[method+" "+pattern] = true
	}
	hold("GET", "/server", "/server", "")
	hold("GET", "/games", "/games?search=tic", "")
	hold("GET", "/games/{name}", "/games/ticTacToe", "")
	hold("GET", "/games/{name}/position", "/games/ticTacToe/position", "")
	hold("GET", "/agents", "/agents", "")
	hold("GET", "/players", "/players", "")
	hold("POST", "/players", "/players", `{"address":"http://127.0.0.1:2","name":"second"}`)
	hold("DELETE", "/players/{name}", "/players/second", "{}")
	hold("GET", "/matches", "/matches", "")
	hold("GET", "/matches/{id}", "/matches/"+begun.ID, "")
	hold("GET", "/matches/{id}/positions/{step}", "/matches/"+begun.ID+"/positions/0", "", keyHeader, key)
	hold("GET", "/matches/{id}/thoughts", "/matches/"+begun.ID+"/thoughts", "")
	hold("POST", "/matches/{id}/hint", "/matches/"+begun.ID+"/hint", "{}", keyHeader, key)
	hold("POST", "/matches/{id}/moves", "/matches/"+begun.ID+"/moves", step, keyHeader, key)
	d.asked(begun, 2)
	hold("POST", "/matches/{id}/undo", "/matches/"+begun.ID+"/undo", "{}", keyHeader, key)
	hold("POST", "/matches", "/matches", `{"game":"ticTacToe","seats":[{"human":"me"},{"agent":"slow"}]}`)
	list := get[MatchList](d, "GET", "/matches?status=running", "")
	id := list.Matches[0].ID
	hold("POST", "/matches/{id}/seats/{role}", "/matches/"+id+"/seats/o", "{}")
	hold("POST", "/matches/{id}/abort", "/matches/"+id+"/abort", "{}")
	hold("GET", "/matches/{id}/record", "/matches/"+begun.ID+"/record", "")
	hold("GET", "/matches/{id}/ggp", "/matches/"+begun.ID+"/ggp", "")
	hold("POST", "/tournaments", "/tournaments", `{"name":"cup","kind":"sprt","games":["ticTacToe"],"pairs":3,"entrants":[{"agent":"first"},{"human":"me"}]}`)
	hold("GET", "/tournaments", "/tournaments", "")
	hold("GET", "/tournaments/{name}", "/tournaments/cup", "")
	hold("GET", "/tournaments/{name}/matches", "/tournaments/cup/matches?limit=2", "")
	hold("POST", "/tournaments/{name}/stop", "/tournaments/cup/stop", "{}")
	hold("POST", "/tournaments/{name}/run", "/tournaments/cup/run", "{}")
	hold("GET", "/ratings", "/ratings?per_game=1", "")
	hold("GET", "/tunings", "/tunings", "")
	hold("GET", "/tunings/{run}", "/tunings/r", "")
	held["GET /matches/{id}/events"] = true // no JSON; TestEvents
	for path, ops := range paths {
		for method := range ops.(object) {
			if name := strings.ToUpper(method) + " " + strings.TrimPrefix(path, root); !held[name] {
				t.Errorf("%s is in the document, but was not held against it", name)
			}
		}
	}
}

// TestGuard: who may ask what.
func TestGuard(t *testing.T) {
	d := newDesk(t, Options{Token: "a long secret", Hosts: []string{"games.example"}, Matches: 1})
	const ask = `{"game":"ticTacToe","seats":[{"agent":"slow"},{"agent":"slow"}]}`
	token := []string{"Authorization", "Bearer a long secret"}
	for _, c := range []struct {
		what, method, path, body string
		headers                  []string
		want                     int
	}{
		{"read", "GET", "/games", "", nil, 200},
		{"a name of ours", "GET", "/games", "", []string{"Host", "games.example:80"}, 200},
		{"another name", "GET", "/games", "", []string{"Host", "evil.example"}, 421},
		{"no token", "POST", "/matches", ask, nil, 401},
		{"a wrong one", "POST", "/matches", ask, []string{"Authorization", "Bearer nonsense"}, 401},
		{"a key is no token", "POST", "/matches", ask, []string{keyHeader, "x"}, 401},
		{"no such key", "POST", "/matches/x/moves", `{"step":0,"move":"noop"}`, []string{keyHeader, "x"}, 404},
		{"from another site", "POST", "/matches", ask, append([]string{"Origin", "http://evil.example"}, token...), 403},
		{"as a form", "POST", "/matches", ask, append([]string{"Content-Type", "text/plain"}, token...), 415},
		{"not JSON", "POST", "/matches", "{", token, 400},
		{"unknown field", "POST", "/matches", `{"games":"x"}`, token, 400},
		{"too large", "POST", "/matches", `{"game":"` + strings.Repeat("x", maxBody) + `"}`, token, 400},
		{"no such game", "POST", "/matches", strings.Replace(ask, "ticTacToe", "nosuch", 1), token, 404},
		{"too few seats", "POST", "/matches", `{"game":"ticTacToe","seats":[{"agent":"first"}]}`, token, 422},
		{"two in a seat", "POST", "/matches", `{"game":"ticTacToe","seats":[{"agent":"first","human":"x"},{"agent":"first"}]}`, token, 422},
		{"no such agent", "POST", "/matches", strings.Replace(ask, "slow", "best", 1), token, 422},
		{"no such player", "POST", "/matches", `{"game":"ticTacToe","seats":[{"player":"x"},{"agent":"first"}]}`, token, 404},
		{"with the token", "POST", "/matches", ask, token, 200},
		{"one too many", "POST", "/matches", ask, token, 429},
		{"no such match", "GET", "/matches/nosuch", "", nil, 404},
		{"no such request", "GET", "/nonsense", "", nil, 404},
		{"no address", "POST", "/players", `{"address":"file:///etc/passwd"}`, token, 422},
		{"no limit", "GET", "/matches?limit=0", "", nil, 422},
	} {
		status, b := d.ask(c.method, c.path, c.body, c.headers...)
		if status != c.want {
			t.Errorf("%s: %s %s: %d, want %d: %s", c.what, c.method, c.path, status, c.want, b)
		}
	}
	res, err := http.Get(d.http.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if csp := res.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy %q", csp)
	}
}

// TestUndo: what goes on after a move was taken back is a match of its own that can be
// replayed, with the same key.
func TestUndo(t *testing.T) {
	d := newDesk(t, Options{})
	begun := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"human":"me"},{"agent":"first"}],"play_clock":1}`)
	key := begun.Keys[0].Key
	moves := d.asked(begun, 0).Choice.Moves
	for step := 0; step < 4; step += 2 {
		p := d.asked(begun, step)
		if status, b := d.ask("POST", "/matches/"+begun.ID+"/moves", `{"step":0,"move":"(mark 9 9)"}`, keyHeader, key); status != http.StatusUnprocessableEntity {
			t.Errorf("an illegal move: %d %s", status, b)
		}
		last := p.Choice.Moves[len(p.Choice.Moves)-1]
		get[Done](d, "POST", "/matches/"+begun.ID+"/moves", fmt.Sprintf(`{"step":%d,"move":%q}`, step, last.Move), keyHeader, key)
	}
	d.asked(begun, 4)
	again := get[Begun](d, "POST", "/matches/"+begun.ID+"/undo", "{}", keyHeader, key)
	if again.Keys[0].Key != key || again.ID == begun.ID {
		t.Fatalf("goes on as %+v", again)
	}
	if old := d.over(begun.ID); old.Status != match.Aborted || old.Next != again.ID {
		t.Errorf("the match before is %s and goes on as %q", old.Status, old.Next)
	}
	d.asked(again, 2)
	third := get[Begun](d, "POST", "/matches/"+again.ID+"/undo", "{}", keyHeader, key)
	if p := d.asked(third, 0); len(p.Choice.Moves) != len(moves) {
		t.Errorf("back at the beginning there are %d moves", len(p.Choice.Moves))
	}
	get[Key](d, "POST", "/matches/"+third.ID+"/seats/x", `{"agent":"first"}`)
	m := d.over(third.ID)
	if m.Status != match.Completed {
		t.Fatalf("given to an agent, the match is %s: %s", m.Status, m.Reason)
	}
	rec, err := d.h.Load(third.ID)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.h.Reopen(t.Context(), rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := rec.Replay(g); err != nil {
		t.Error(err)
	}
}

// TestFrom: a match begins with a position of another one, as a person and as an agent see
// it, and only with one that there is.
func TestFrom(t *testing.T) {
	d := newDesk(t, Options{})
	first := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"agent":"first"},{"agent":"first"}]}`)
	was := d.over(first.ID)
	ask := func(id string, step int) string {
		return fmt.Sprintf(`{"from":{"match":%q,"step":%d},"seats":[{"human":"me"},{"agent":"first"}]}`, id, step)
	}
	next := get[Begun](d, "POST", "/matches", ask(first.ID, 2))
	d.asked(next, 2)
	m := get[Detail](d, "GET", "/matches/"+next.ID, "")
	if len(m.Turns) != 2 || m.Turns[1][1].Move != was.Turns[1][1].Move || len(m.Waiting) != 1 {
		t.Errorf("the first turns are %+v, those of the other match %+v; waiting for %v", m.Turns, was.Turns[:2], m.Waiting)
	}
	// What was given is taken back by nobody; what is decided from there on is.
	if status, _ := d.ask("POST", "/matches/"+next.ID+"/undo", "{}", keyHeader, next.Keys[0].Key); status != http.StatusUnprocessableEntity {
		t.Errorf("an opening was taken back: %d", status)
	}
	get[Key](d, "POST", "/matches/"+next.ID+"/seats/x", `{"agent":"first"}`)
	if over := d.over(next.ID); over.Status != match.Completed || over.Steps != was.Steps {
		t.Errorf("went on to %d steps, %s: %s", over.Steps, over.Status, over.Reason)
	}
	rec, err := d.h.Load(next.ID)
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.h.Reopen(t.Context(), rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := rec.Replay(g); err != nil || rec.Opening != 2 {
		t.Errorf("%d moves were given; %v", rec.Opening, err)
	}
	hidden := get[Begun](d, "POST", "/matches", `{"game":"phantomTicTacToe","seats":[{"agent":"first"},{"agent":"first"}]}`)
	d.over(hidden.ID)
	for what, body := range map[string]string{
		"a step too many":      ask(first.ID, was.Steps+1),
		"the end":              ask(first.ID, was.Steps),
		"a negative step":      ask(first.ID, -1),
		"hidden":               ask(hidden.ID, 1),
		"a game and a match":   strings.Replace(ask(first.ID, 1), "{", `{"game":"ticTacToe",`, 1),
		"no game and no match": `{"seats":[{"human":"me"},{"agent":"first"}]}`,
	} {
		if status, b := d.ask("POST", "/matches", body); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", what, status, b)
		}
	}
	if status, _ := d.ask("POST", "/matches", ask("nosuch", 1)); status != http.StatusNotFound {
		t.Errorf("a match that is not there: %d", status)
	}
	again := get[Begun](d, "POST", "/matches", ask(hidden.ID, 0))
	d.asked(again, 0)
}

// TestEvents: who watches hears of every step, and of the end.
func TestEvents(t *testing.T) {
	d := newDesk(t, Options{Watchers: 2, Kept: 1})
	begun := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"human":"me"},{"agent":"first"}]}`)
	d.asked(begun, 0)
	watch := func() *http.Response {
		res, err := http.Get(d.http.URL + root + "/matches/" + begun.ID + "/events")
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	oldest, res := watch(), watch()
	defer oldest.Body.Close()
	defer res.Body.Close()
	if status, _ := d.ask("GET", "/matches/"+begun.ID+"/events", ""); status != http.StatusTooManyRequests {
		t.Errorf("a third watcher: %d", status)
	}
	// One address does not keep all others out: the oldest of its watchers goes.
	stranger := httptest.NewRequestWithContext(t.Context(), "GET", d.http.URL+root+"/matches/"+begun.ID+"/events", nil)
	stranger.RemoteAddr = "10.0.0.2:1"
	refused, left := make(chan int, 1), make(chan error, 1)
	go func() { // ends with the match
		w := httptest.NewRecorder()
		d.s.Handler().ServeHTTP(w, stranger)
		refused <- w.Code
	}()
	go func() {
		_, err := io.Copy(io.Discard, oldest.Body)
		left <- err
	}()
	select {
	case <-left:
	case code := <-refused:
		t.Errorf("a watcher of another address: %d", code)
	}
	lines := bufio.NewScanner(res.Body)
	var last News
	given := false
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		if err := json.Unmarshal(data, &last); err != nil {
			t.Fatal(err)
		}
		if len(last.Waiting) > 0 && !given {
			given = true
			get[Key](d, "POST", "/matches/"+begun.ID+"/seats/x", `{"agent":"first"}`)
		}
	}
	if !last.Over || last.Status != match.Completed || last.Steps < 5 {
		t.Errorf("the last that was heard is %+v", last)
	}
	// In memory is only one finished match; this one is found in the archive later.
	for range 3 {
		b := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"agent":"first"},{"agent":"first"}]}`)
		d.over(b.ID)
	}
	for d.s.live(begun.ID) != nil {
		time.Sleep(time.Millisecond)
	}
	p := get[Position](d, "GET", fmt.Sprintf("/matches/%s/positions/%d", begun.ID, last.Steps), "")
	if !p.Over || p.SVG == "" || len(p.Moves) != 2 {
		t.Errorf("replayed from the archive: %+v", p)
	}
	d.h.mu.Lock()
	defer d.h.mu.Unlock()
	if d.h.ended < 8 {
		t.Errorf("%d agents were given back", d.h.ended)
	}
}

// TestHealth: what is there for those who look after the server.
func TestHealth(t *testing.T) {
	d := newDesk(t, Options{})
	b := get[Begun](d, "POST", "/matches", `{"game":"ticTacToe","seats":[{"agent":"first"},{"agent":"first"}]}`)
	d.over(b.ID)
	_, text := d.ask("GET", "/metrics", "")
	for _, want := range []string{`ludens_matches_total{status="completed"} 1`, `ludens_replies_total{kind="ok"}`, "ludens_move_seconds_count", "ludens_goroutines"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if status, _ := d.ask("GET", "/health", ""); status != http.StatusOK {
		t.Errorf("health: %d", status)
	}
	if err := d.s.Close(); err != nil {
		t.Fatal(err)
	}
	if status, _ := d.ask("GET", "/health", ""); status != http.StatusServiceUnavailable {
		t.Errorf("health of a server that is being stopped: %d", status)
	}
}

// A game is found by words of its other names too.
func TestGamesByOtherNames(t *testing.T) {
	s := &Server{host: &stub{}}
	for search, want := range map[string]int{"": 2, "CROSSES noughts": 1, "phantom": 1, "noughts phantom": 0} {
		r := httptest.NewRequest("GET", "/?search="+url.QueryEscape(search), nil)
		got, err := s.games(t.Context(), &call{r: r})
		if l, ok := got.(GameList); err != nil || !ok || len(l.Games) != want {
			t.Errorf("%q: %v, %v", search, got, err)
		}
	}
}
