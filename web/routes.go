package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ludens/internal/draw/svg"
	"ludens/internal/serving"
	"ludens/internal/thought"
	"ludens/match"
)

// root is where the API of this version begins; a change that old pages or programs
// cannot live with gets the next number.
const root = "/api/v1"

// route is a row of the table of the API, from which requests are answered and the
// OpenAPI document is made.
type route struct {
	method, path string // path below root, with {names}
	says         string
	query        []string // names of parameters, with what they mean
	keyed        bool     // the key of a seat does instead of the server's token
	in, out      any      // values of the types of body and answer; nil for none
	do           func(ctx context.Context, c *call) (any, error)
	raw          http.HandlerFunc // instead of do, for answers that are no JSON of type out
	media        string           // of raw's answer
}

// call is a request.
type call struct {
	r    *http.Request
	body any // of the type of route.in, as a pointer
}

func (c *call) path(name string) string  { return c.r.PathValue(name) }
func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }
func (c *call) key() string              { return c.r.Header.Get(keyHeader) }

// limit is how long a list may be.
func (c *call) limit() (int, error) {
	text := c.query("limit")
	if text == "" {
		return 50, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1000 {
		return 0, fmt.Errorf("%w: limit must be from 1 to 1000, found %q", ErrBad, text)
	}
	return n, nil
}

// Problem is the answer when something could not be done.
type Problem struct {
	Error string `json:"error"`
}

// Done is the answer where there is nothing to tell.
type Done struct {
	Done bool `json:"done"`
}

// Nothing is a body without anything in it.
type Nothing struct{}

// Lists, as answers are objects.
type (
	// GameList is the library.
	GameList struct {
		Games []Game `json:"games"`
	}
	// AgentList is who plays inside the server.
	AgentList struct {
		Agents []Agent `json:"agents"`
	}
	// PlayerList is who has registered.
	PlayerList struct {
		Players []Player `json:"players"`
	}
	// MatchList is a part of the archive.
	MatchList struct {
		Matches []Summary `json:"matches"`
	}
	// Thoughts is what the players of a match think.
	Thoughts struct {
		Thoughts []thought.State `json:"thoughts"`
	}
)

func (s *Server) routes() []route {
	return []route{
		{method: "GET", path: "/server", says: "What this server is and allows.", out: Self{}, do: s.self},
		{method: "GET", path: "/games", says: "The library.", query: []string{"search: words that name, title, other names or description contain"}, out: GameList{}, do: s.games},
		{method: "GET", path: "/games/{name}", says: "A game with its rules and what is to be said about them.", out: Rules{}, do: s.game},
		{method: "GET", path: "/games/{name}/position", says: "The initial position of a game.", out: Position{}, do: s.initial},
		{method: "GET", path: "/agents", says: "Who can play inside the server.", out: AgentList{}, do: s.agents},
		{method: "GET", path: "/players", says: "The registered players, asked how they are.", out: PlayerList{}, do: s.listPlayers},
		{method: "POST", path: "/players", says: "Register a player on the network.", in: Registration{}, out: Player{}, do: s.register},
		{method: "DELETE", path: "/players/{name}", says: "Forget a player.", out: Done{}, do: s.forget},
		{
			method: "GET", path: "/matches", says: "Matches, those that are played now first, then the latest.",
			query: []string{"game: name", "player: name", "tournament: name", "status: running, completed, aborted, limited, forfeited or faulted", "limit: at most so many, default 50, at most 1000"},
			out:   MatchList{}, do: s.matches,
		},
		{method: "POST", path: "/matches", says: "Start a match.", in: Ask{}, out: Begun{}, do: s.start},
		{method: "GET", path: "/matches/{id}", says: "A match with all its moves.", out: Detail{}, do: s.match},
		{method: "GET", path: "/matches/{id}/positions/{step}", says: "The position after so many joint moves; with a seat's key, what the seat may see and do.", out: Position{}, do: s.position},
		{method: "GET", path: "/matches/{id}/events", says: "Server-sent events \"news\", each a News, whenever something has happened; the last says that the match is over.", raw: s.events, media: "text/event-stream"},
		{method: "GET", path: "/matches/{id}/thoughts", says: "What its players think.", out: Thoughts{}, do: s.thoughts},
		{method: "GET", path: "/matches/{id}/record", says: "The record; while the match is played without its seed, and of a game that hides something not before the end.", out: match.Record{}, raw: s.record, media: "application/json"},
		{method: "GET", path: "/matches/{id}/ggp", says: "The same in GGP-Base's form.", raw: s.ggp, media: "application/json"},
		{method: "POST", path: "/matches/{id}/moves", says: "Make a move with a seat's key.", keyed: true, in: Moving{}, out: Done{}, do: s.move},
		{method: "POST", path: "/matches/{id}/undo", says: "Take back the last decision of a seat; the match goes on as another.", keyed: true, in: Nothing{}, out: Begun{}, do: s.takeBack},
		{method: "POST", path: "/matches/{id}/hint", says: "What a player would do on a seat.", keyed: true, in: Nothing{}, out: thought.State{}, do: s.hint},
		{method: "POST", path: "/matches/{id}/abort", says: "End a match.", in: Nothing{}, out: Done{}, do: s.abort},
		{method: "POST", path: "/matches/{id}/seats/{role}", says: "Take over a seat, or with an agent's text give it to the agent.", in: Taking{}, out: Key{}, do: s.take},
		{method: "GET", path: "/tournaments", says: "The tournaments, the latest first.", out: TournamentList{}, do: s.listTournaments},
		{method: "POST", path: "/tournaments", says: "Start a tournament.", in: TournamentAsk{}, out: Tournament{}, do: s.startTournament},
		{method: "GET", path: "/tournaments/{name}", says: "How a tournament stands.", out: Tournament{}, do: s.tournament},
		{
			method: "GET", path: "/tournaments/{name}/matches", says: "Its matches: those under way, then the latest that have ended, then those to come.",
			query: []string{"state: running, ended or waiting", "limit: at most so many, default 50, at most 1000"}, out: TournamentMatches{}, do: s.tournamentMatches,
		},
		{method: "POST", path: "/tournaments/{name}/run", says: "Go on with a tournament.", in: Nothing{}, out: Tournament{}, do: s.resumeTournament},
		{method: "POST", path: "/tournaments/{name}/stop", says: "Stop a tournament; matches under way are played anew when it goes on.", in: Nothing{}, out: Tournament{}, do: s.stopTournament},
		{
			method: "GET", path: "/ratings", says: "Ratings of the players of stored matches, over all and per game, with cross tables.",
			query: []string{"game: name", "player: name", "tournament: name", "per_game: 1 for a table of each game, besides the one over all", "ladder: 1 to pin the built-in levels to their measured Elo", "forfeits: 0 leaves out matches that somebody lost by not playing"},
			out:   Ratings{}, do: s.ratings,
		},
		{method: "GET", path: "/tunings", says: "Runs of tuning.", out: TuningList{}, do: s.tunings},
		{method: "GET", path: "/tunings/{run}", says: "A run of tuning, with the points of its curves.", out: Tuning{}, do: s.tuning},
	}
}

// mux is the table as a handler, with the page beside it.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		mux.HandleFunc(rt.method+" "+root+rt.path, s.answer(rt))
	}
	mux.HandleFunc("GET "+root+"/openapi.json", func(w http.ResponseWriter, r *http.Request) { s.json(w, r, http.StatusOK, s.openAPI()) })
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		if s.life.Err() != nil {
			s.fail(w, r, http.StatusServiceUnavailable, "being stopped")
			return
		}
		s.json(w, r, http.StatusOK, Done{true})
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", serving.MetricsType)
		s.mu.Lock()
		running := len(s.lives) - len(s.ended)
		s.mu.Unlock()
		s.metrics.write(w, running, s.watch.Taken())
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "there is no such request")
	})
	mux.Handle("/", page())
	return mux
}

// answer makes a handler of a row.
func (s *Server) answer(rt route) http.HandlerFunc {
	if rt.raw != nil {
		return rt.raw
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && !serving.Trusted(r, s.o.Token) && (!rt.keyed || r.Header.Get(keyHeader) == "") {
			w.Header().Set("WWW-Authenticate", "Bearer")
			s.fail(w, r, http.StatusUnauthorized, "this needs the server's token")
			return
		}
		c := &call{r: r}
		if rt.in != nil {
			c.body = newOf(rt.in)
			dec := json.NewDecoder(r.Body)
			dec.DisallowUnknownFields()
			if err := dec.Decode(c.body); err != nil {
				s.fail(w, r, http.StatusBadRequest, "the request cannot be read: "+err.Error())
				return
			}
		}
		// The deadline for reading a request, which has been read, would end whatever takes
		// longer than it.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		out, err := rt.do(r.Context(), c)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		s.json(w, r, http.StatusOK, out)
	}
}

// failed answers with an error.
func (s *Server) failed(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, ErrNotFound):
		status = http.StatusNotFound
	case errors.Is(err, errDenied):
		status = http.StatusForbidden
	case errors.Is(err, errBusy):
		status = http.StatusTooManyRequests
	case errors.Is(err, ErrBad):
		status = http.StatusUnprocessableEntity
	case r.Context().Err() != nil:
		status = 499 // the asker has left
	default:
		s.log.Error().Str("path", r.URL.Path).Err(err).Msg("request failed")
	}
	s.fail(w, r, status, err.Error())
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, text string) {
	s.json(w, r, status, Problem{text})
}

func (s *Server) json(w http.ResponseWriter, _ *http.Request, status int, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		status = http.StatusInternalServerError
		b.Reset()
		b.WriteString(`{"error":"the answer cannot be written"}`)
		s.log.Error().Err(err).Msg("write an answer")
	}
	s.metrics.request(status)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.o.write))
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// page serves the files of the page; every path that is no file is the page itself,
// which looks at the path.
func page() http.Handler {
	files, err := fs.Sub(app, "app/dist")
	if err != nil {
		panic(err) // embedded
	}
	static := http.FileServerFS(files)
	style, err := fs.ReadFile(files, "main.css")
	if err != nil {
		panic(err) // embedded
	}
	style = append(style, svg.Style(svg.Auto)...) // what pictures of positions look like
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		switch r.URL.Path {
		case "/main.css":
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
			_, _ = w.Write(style)
			return
		case "/": // what its script will ask for first comes beside the script
			w.Header().Set("Link", "<"+root+"/games?search=>; rel=preload; as=fetch; crossorigin")
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if f, err := files.Open(name); name != "" && err == nil {
			_ = f.Close()
			static.ServeHTTP(w, r)
			return
		}
		http.ServeFileFS(w, r, files, "index.html")
	})
}
