package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludens/ggp"
	"ludens/ggp/client"
	"ludens/internal/cli"
)

// infoCommand asks players who they are.
type infoCommand struct {
	Wait    time.Duration `default:"2s" help:"Longest time to wait for an answer."`
	Players []string      `arg:"" name:"player" help:"Players, as http://host:port."`
}

// Help is shown by --help.
func (*infoCommand) Help() string {
	return "Sends INFO to every player, to all at once. Dresden's players do not know this message. " +
		"Exit code 3 unless all have answered. With --json, one object per player and line."
}

// playerInfo is what one player said.
type playerInfo struct {
	Player  string  `json:"player"`
	Name    string  `json:"name,omitempty"`
	Status  string  `json:"status,omitempty"`
	Species string  `json:"species,omitempty"`
	Took    float64 `json:"took_ms"`
	Error   string  `json:"error,omitempty"`
}

// Run asks.
func (c *infoCommand) Run(env *cli.Env) error {
	if c.Wait <= 0 {
		return cli.Usagef("--wait must be longer than 0")
	}
	addrs := make([]string, len(c.Players))
	for i, word := range c.Players {
		addr, ok := remoteAddr(word)
		if !ok {
			return cli.Usagef("a player is http://host:port, found %q", word)
		}
		addrs[i] = addr
	}
	said := make([]playerInfo, len(addrs))
	var wg sync.WaitGroup
	for i, addr := range addrs {
		wg.Go(func() { said[i] = c.ask(env.Context, addr) })
	}
	wg.Wait()
	if err := env.Context.Err(); err != nil {
		return err
	}
	missing := false
	t := cli.Table{Head: []string{"PLAYER", "NAME", "STATUS", "SPECIES", "MS"}, Right: []int{4}}
	for _, p := range said {
		missing = missing || p.Error != ""
		if env.JSON {
			if err := env.Print(p); err != nil {
				return err
			}
			continue
		}
		status := p.Status
		if p.Error != "" {
			status = p.Error
		}
		t.Row(p.Player, p.Name, status, p.Species, fmt.Sprintf("%.0f", p.Took))
	}
	if !env.JSON {
		t.Write(env.Stdout)
	}
	if missing {
		return cli.ErrFindings
	}
	return nil
}

func (c *infoCommand) ask(ctx context.Context, addr string) playerInfo {
	ctx, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	p := playerInfo{Player: addr}
	reply, err := client.Client{}.Send(ctx, addr, &ggp.Encoder{}, ggp.Info{})
	p.Took = float64(reply.Took.Microseconds()) / 1000
	var s ggp.Status
	if err == nil {
		s, err = ggp.ParseStatus(reply.Text)
	}
	if err != nil {
		p.Error = err.Error()
	}
	p.Name, p.Status, p.Species = s.Name, s.Status, s.Species
	return p
}
