// Package status tells over HTTP what a player thinks and what it has done: for the
// page of a game master, for Prometheus, and for whoever looks after the process.
//
// It promises that nobody who asks can slow the player down by asking often: a state is
// made at most once per Options.Every, for all who ask, and by one of them at a time. It
// is read only and knows no game. Its neighbours are internal/serving (the bounds of the
// server), internal/thought (the form), and cmd/player, which knows what to tell.
package status

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"sync"
	"time"

	"ludens/internal/serving"
	"ludens/internal/thought"
)

// Source is the player.
type Source interface {
	// State is what it thinks now. It is called by one goroutine at a time.
	State() thought.State
	// Count writes what has happened. It is called by one goroutine at a time.
	Count(serving.Metrics)
}

// Options are how a server is run. The zero value works on loopback.
type Options struct {
	// Token is what requests must carry, as "Authorization: Bearer TOKEN", but for those
	// about health. Empty: none is asked for, which only a server on loopback may do.
	Token string
	// Hosts are the names by which the server may be called, besides localhost and
	// addresses in digits.
	Hosts []string
	// Every is how often a state is made at most; default 100 ms.
	Every time.Duration
	// Connections bounds how many are open at once; default 64.
	Connections int
}

// Validate reports what is wrong with Options.
func (o Options) Validate() error {
	if o.Every < 0 || o.Connections < 0 {
		return errors.New("status: a limit is negative")
	}
	return serving.CheckToken(o.Token)
}

// Server tells. Make it with New.
type Server struct {
	source Source
	o      Options
	begun  time.Time
	state  kept
	counts kept
}

// New makes a server.
func New(source Source, o Options) (*Server, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Every == 0 {
		o.Every = 100 * time.Millisecond
	}
	if o.Connections == 0 {
		o.Connections = 64
	}
	return &Server{source: source, o: o, begun: time.Now()}, nil
}

// Serve answers requests that come to a listener until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return serving.Until(ctx, l, s.Handler(), s.o.Connections, nil)
}

// Problem is the answer when something could not be told.
type Problem struct {
	Error string `json:"error"`
}

// Health is the answer to the question whether the player lives.
type Health struct {
	OK bool `json:"ok"`
}

// Handler answers requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	told := func(k *kept, media string, make func() ([]byte, error)) http.HandlerFunc {
		return s.trusted(func(w http.ResponseWriter, _ *http.Request) {
			text, err := k.get(s.o.Every, make)
			if err != nil {
				answer(w, http.StatusInternalServerError, Problem{"it cannot be told: " + err.Error()})
				return
			}
			write(w, http.StatusOK, media, text)
		})
	}
	mux.HandleFunc("GET /status", told(&s.state, "application/json", s.stated))
	mux.HandleFunc("GET /metrics", told(&s.counts, serving.MetricsType, s.counted))
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, document()) })
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, Health{true}) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusNotFound, Problem{"there are /status, /metrics, /health and /openapi.json"})
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !serving.Ours(r.Host, s.o.Hosts):
			answer(w, http.StatusMisdirectedRequest, Problem{"this server is not called " + r.Host + "; --status-host tells it its names"})
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			answer(w, http.StatusMethodNotAllowed, Problem{"everything here is only read"})
		default:
			mux.ServeHTTP(w, r)
		}
	})
}

// trusted asks for the token, where there is one.
func (s *Server) trusted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !serving.Trusted(r, s.o.Token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			answer(w, http.StatusUnauthorized, Problem{"this needs the token of the status"})
			return
		}
		next(w, r)
	}
}

func answer(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	write(w, status, "application/json", text)
}

func write(w http.ResponseWriter, status int, media string, text []byte) {
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// stated is the state as JSON.
func (s *Server) stated() ([]byte, error) { return json.Marshal(s.source.State()) }

// counted is what has happened as text.
func (s *Server) counted() ([]byte, error) {
	var b bytes.Buffer
	m := serving.Metrics{W: &b}
	s.source.Count(m)
	m.Process(s.begun)
	return b.Bytes(), nil
}

// kept is an answer that is made at most so often. While one who asks makes it, others
// get the one before.
type kept struct {
	making sync.Mutex

	mu   sync.Mutex
	text []byte
	at   time.Time
}

func (k *kept) last() ([]byte, time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text, k.at
}

func (k *kept) get(every time.Duration, make func() ([]byte, error)) ([]byte, error) {
	text, at := k.last()
	switch {
	case text != nil && time.Since(at) < every:
		return text, nil
	case text == nil:
		k.making.Lock() // there is nothing else to say
	case !k.making.TryLock():
		return text, nil
	}
	defer k.making.Unlock()
	if now, since := k.last(); since != at {
		return now, nil
	}
	made, err := guarded(make)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.text, k.at = made, time.Now()
	return made, nil
}

// guarded calls make; a panic, of an engine that is asked for the text of a move, becomes
// an error.
func guarded(make func() ([]byte, error)) (text []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return make()
}

// document describes all this in OpenAPI.
func document() any {
	schemas := serving.Schemas{Package: "status"}
	problem := serving.Object{"description": "It could not be told.", "content": serving.Object{
		"application/json": serving.Object{"schema": schemas.Of(reflect.TypeFor[Problem]())},
	}}
	get := func(says, media string, schema any, token bool) serving.Object {
		content := serving.Object{}
		if schema != nil {
			content["schema"] = schema
		}
		op := serving.Object{"summary": says, "responses": serving.Object{
			"200": serving.Object{"description": "Done.", "content": serving.Object{media: content}}, "default": problem,
		}}
		if token {
			op["security"] = []any{serving.Object{}, serving.Object{"token": []string{}}}
		}
		return serving.Object{"get": op}
	}
	return serving.Object{
		"openapi": "3.1.0",
		"info":    serving.Object{"title": "Ludens player", "version": fmt.Sprint(thought.Version)},
		"paths": serving.Object{
			"/status":  get("What the player thinks.", "application/json", schemas.Of(reflect.TypeFor[thought.State]()), true),
			"/metrics": get("What it has done, for Prometheus.", "text/plain", nil, true),
			"/health":  get("That it lives.", "application/json", schemas.Of(reflect.TypeFor[Health]()), false),
		},
		"components": serving.Object{
			"schemas": schemas.All(),
			"securitySchemes": serving.Object{
				"token": serving.Object{"type": "http", "scheme": "bearer", "description": "The token of the status, where there is one."},
			},
		},
	}
}
