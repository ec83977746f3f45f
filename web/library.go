package web

import (
	"context"
	"slices"
	"strings"

	"ludens/game"
)

// Self is what the server says of itself.
type Self struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	API      string `json:"api"`
	Token    bool   `json:"token"`   // changes need a token
	Archive  bool   `json:"archive"` // records are kept
	Matches  int    `json:"matches"` // being played
	MaxMatch int    `json:"max_matches"`
}

func (s *Server) self(context.Context, *call) (any, error) {
	s.mu.Lock()
	n := len(s.lives) - len(s.ended)
	s.mu.Unlock()
	return Self{
		Program: "ludens", Version: s.o.Version, API: root, Token: s.o.Token != "", Archive: s.host.Archive() != nil,
		Matches: n, MaxMatch: s.o.Matches,
	}, nil
}

func (s *Server) games(ctx context.Context, c *call) (any, error) {
	all, err := s.host.Games(ctx)
	if err != nil {
		return nil, err
	}
	out := GameList{Games: []Game{}}
	words := strings.Fields(strings.ToLower(c.query("search")))
	for _, g := range all {
		text := strings.ToLower(strings.Join([]string{g.Name, g.Title, g.Description, g.Family, strings.Join(g.Tags, " "), strings.Join(g.Aliases, " ")}, " "))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			out.Games = append(out.Games, g)
		}
	}
	return out, nil
}

func (s *Server) game(ctx context.Context, c *call) (any, error) {
	var rules *Rules
	err := s.opening(ctx, func(ctx context.Context) (err error) {
		rules, err = s.host.Rules(ctx, c.path("name"))
		return err
	})
	return rules, err
}

func (s *Server) initial(ctx context.Context, c *call) (any, error) {
	var g game.Game
	if err := s.opening(ctx, func(ctx context.Context) (err error) {
		g, _, err = s.host.Open(ctx, c.path("name"))
		return err
	}); err != nil {
		return nil, err
	}
	f := newFilm("", g)
	f.add(frame{state: g.NewMachine().Save(nil)})
	p, _ := f.position(0, nil, nil)
	return p, nil
}

func (s *Server) agents(context.Context, *call) (any, error) {
	return AgentList{s.host.Agents()}, nil
}
