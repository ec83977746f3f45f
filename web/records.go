package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"ludens/match"
)

// open reports whether the record of a match may be seen, and gives the match.
func (s *Server) open(r *http.Request) (*found, error) {
	f, err := s.find(r.Context(), r.PathValue("id"))
	if err == nil && f.hides {
		return nil, fmt.Errorf("%w: the match is not over, and its game hides something", errDenied)
	}
	return f, err
}

func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	f, err := s.open(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+safe(f.rec.ID)+`.json"`)
	s.json(w, r, http.StatusOK, f.rec)
}

func (s *Server) ggp(w http.ResponseWriter, r *http.Request) {
	f, err := s.open(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	text, err := f.rec.GGPBase()
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+safe(f.rec.ID)+`.ggp.json"`)
	s.json(w, r, http.StatusOK, json.RawMessage(text))
}

// safe makes a file name.
func safe(id string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f && !strings.ContainsRune(`/\"`, r) {
			return r
		}
		return '_'
	}, id)
}

// replays keeps the films of records that were looked at last, so that stepping
// through one does not open it anew every time.
type replays struct {
	mu   sync.Mutex
	list []*replay // the last used at the end
}

type replay struct {
	rec  *match.Record
	film *film
}

// maxReplays bounds the films in memory.
const maxReplays = 8

// archived gives the record and film of a match that is not in memory.
func (s *Server) archived(ctx context.Context, id string) (*replay, error) {
	r := &s.replay
	r.mu.Lock()
	for i, one := range r.list {
		if one.rec.ID == id && one.rec.Status != match.Running {
			r.list = append(append(r.list[:i:i], r.list[i+1:]...), one)
			r.mu.Unlock()
			return one, nil
		}
	}
	r.mu.Unlock()
	a := s.host.Archive()
	if a == nil {
		return nil, fmt.Errorf("%w: match %s", ErrNotFound, id)
	}
	rec, err := a.Load(id)
	if err != nil {
		return nil, err
	}
	one := &replay{rec: rec}
	err = s.opening(ctx, func(ctx context.Context) error {
		g, err := s.host.Reopen(ctx, rec)
		flaw := ""
		if err != nil {
			g, flaw = nil, err.Error()
		}
		one.film = developed(rec, g, flaw)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, one)
	if len(r.list) > maxReplays {
		r.list = r.list[1:]
	}
	return one, nil
}
