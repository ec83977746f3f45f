package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"ludens/match"
)

// News is what a page that watches is told.
type News struct {
	Steps   int          `json:"steps"`
	Status  match.Status `json:"status"`
	Waiting []string     `json:"waiting"` // roles of people that the match waits for
	Over    bool         `json:"over"`    // nothing further will happen
	Next    string       `json:"next,omitempty"`
}

// events tells a page what happens, until the match is over or the page has left.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	l := s.live(r.PathValue("id"))
	if l == nil {
		s.fail(w, r, http.StatusNotFound, "this match is not being played")
		return
	}
	ctx, away := context.WithCancel(r.Context())
	defer away()
	leave, ok := s.watch.Enter(r.RemoteAddr, away)
	if !ok {
		s.fail(w, r, http.StatusTooManyRequests, "too many are watching")
		return
	}
	defer leave()
	s.metrics.request(http.StatusOK)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // that of requests would end the watching
	news, unwatch := l.watch()
	defer unwatch()
	alive := time.NewTicker(15 * time.Second)
	defer alive.Stop()
	for {
		text := ": still here\n\n"
		select {
		case <-ctx.Done():
			return
		case <-s.life.Done():
			return
		case <-alive.C:
		case <-news:
			rec := l.record()
			l.mu.Lock()
			n := News{Steps: l.film.steps(), Status: rec.Status, Over: l.over, Next: l.next}
			l.mu.Unlock()
			n.Waiting = l.people()
			b, err := json.Marshal(n)
			if err != nil {
				return
			}
			text = "event: news\ndata: " + string(b) + "\n\n"
		}
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if _, err := w.Write([]byte(text)); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		if strings.Contains(text, `"over":true`) && !strings.HasPrefix(text, ":") {
			return
		}
	}
}
