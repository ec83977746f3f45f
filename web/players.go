package web

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Player is a registered player on the network.
type Player struct {
	Name    string `json:"name"`
	Address string `json:"address"`          // host:port
	Status  string `json:"status,omitempty"` // what it said when it was last asked
	Error   string `json:"error,omitempty"`  // why it was not heard
	Thinks  string `json:"thinks,omitempty"` // where it tells what it thinks, host:port
}

// maxPlayers bounds how many may register.
const maxPlayers = 100

// players are those that have registered.
type players struct {
	mu   sync.Mutex
	list []Player
}

func (p *players) get(name string) (Player, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.list {
		if one.Name == name {
			return one, true
		}
	}
	return Player{}, false
}

func (p *players) all() []Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.list)
}

// add registers a player; one of the same address takes the place of the earlier.
func (p *players) add(one Player) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(q Player) bool { return q.Address == one.Address })
	if len(p.list) >= maxPlayers {
		return fmt.Errorf("%w: %d players are registered, and no more may be", ErrBad, len(p.list))
	}
	base := one.Name
	for n := 2; slices.ContainsFunc(p.list, func(q Player) bool { return q.Name == one.Name }); n++ {
		one.Name = fmt.Sprintf("%s %d", base, n)
	}
	p.list = append(p.list, one)
	return nil
}

func (p *players) remove(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.list)
	p.list = slices.DeleteFunc(p.list, func(q Player) bool { return q.Name == name })
	return len(p.list) < n
}

// address reads http://host:port, or host:port.
func address(word string) (string, error) {
	if strings.Contains(word, "://") {
		u, err := url.Parse(word)
		if err != nil || u.Scheme != "http" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			return "", fmt.Errorf("%w: want http://host:port, found %q", ErrBad, word)
		}
		word = u.Host
	}
	host, port, err := net.SplitHostPort(word)
	if err != nil || host == "" {
		return "", fmt.Errorf("%w: want http://host:port, found %q", ErrBad, word)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", fmt.Errorf("%w: want http://host:port, found %q", ErrBad, word)
	}
	return word, nil
}

// Register registers a player by its address; its name is what it says of itself, unless
// one is given. thinks may be empty.
func (s *Server) Register(ctx context.Context, name, where, thinks string) (Player, error) {
	addr, err := address(where)
	if err != nil {
		return Player{}, err
	}
	if thinks != "" {
		if thinks, err = address(thinks); err != nil {
			return Player{}, err
		}
	}
	p := s.asked(ctx, Player{Name: name, Address: addr, Thinks: thinks})
	if p.Name == "" {
		p.Name = addr
	}
	if len(p.Name) > 100 {
		p.Name = p.Name[:100]
	}
	return p, s.players.add(p)
}

// patience is how long a player may take to say who it is.
const patience = 2 * time.Second

// asked asks a player how it is.
func (s *Server) asked(ctx context.Context, p Player) Player {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	info, err := s.host.Ask(ctx, p.Address)
	p.Status, p.Error = info.Status, ""
	if err != nil {
		p.Error = err.Error()
	}
	if p.Name == "" {
		p.Name = strings.ToValidUTF8(info.Name, "")
	}
	return p
}
