package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"ludens/internal/thought"
)

func (s *Server) thoughts(ctx context.Context, c *call) (any, error) {
	f, err := s.find(ctx, c.path("id"))
	if err != nil {
		return nil, err
	}
	if f.live == nil || f.hides {
		return Thoughts{[]thought.State{}}, nil
	}
	out := f.live.thoughts()
	for seat, addr := range f.live.addrs {
		if p, ok := s.players.at(addr); ok && p.Thinks != "" {
			if st, err := fetchThought(ctx, p); err == nil && st.Match == f.rec.ID {
				st.Player, st.Role = f.live.names[seat], f.live.facts.Seats[seat]
				out = append(out, st)
			}
		}
	}
	return Thoughts{out}, nil
}

// maxThought bounds what a player may tell of its thinking, in bytes.
const maxThought = 256 << 10

// thoughtClient asks registered players only, and follows them nowhere.
var thoughtClient = &http.Client{
	Timeout:       time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func fetchThought(ctx context.Context, p Player) (st thought.State, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Thinks+"/status", nil)
	if err != nil {
		return st, err
	}
	if p.thinksToken != "" {
		req.Header.Set("Authorization", "Bearer "+p.thinksToken)
	}
	res, err := thoughtClient.Do(req)
	if err != nil {
		return st, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return st, fmt.Errorf("ask %s what it thinks: %s", p.Name, res.Status)
	}
	err = json.NewDecoder(http.MaxBytesReader(nil, res.Body, maxThought)).Decode(&st)
	if st.Player = p.Name; st.Moves == nil {
		st.Moves = []thought.Move{}
	}
	if st.Values == nil {
		st.Values = []thought.SeatValue{}
	}
	return st, err
}
