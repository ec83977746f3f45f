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

	"ludens/internal/announce"
)

// Player is a registered player on the network.
type Player struct {
	Name    string `json:"name"`
	Address string `json:"address"`          // host:port
	Status  string `json:"status,omitempty"` // what it said when it was last asked
	Error   string `json:"error,omitempty"`  // why it was not heard
	Thinks  string `json:"thinks,omitempty"` // where it tells what it thinks, host:port

	thinksToken string    // what it wants to be shown there
	until       time.Time // it is forgotten then; zero: never
}

// maxPlayers bounds how many may register.
const maxPlayers = 100

// players are those that have registered.
type players struct {
	mu   sync.Mutex
	list []Player
}

func (p *players) get(name string) (Player, bool) {
	return p.find(func(q Player) bool { return q.Name == name })
}

// at gives the player at an address.
func (p *players) at(address string) (Player, bool) {
	return p.find(func(q Player) bool { return q.Address == address })
}

func (p *players) find(is func(Player) bool) (Player, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire()
	if i := slices.IndexFunc(p.list, is); i >= 0 {
		return p.list[i], true
	}
	return Player{}, false
}

// expire forgets those whose time is over. p.mu is held.
func (p *players) expire() {
	now := time.Now()
	p.list = slices.DeleteFunc(p.list, func(q Player) bool { return !q.until.IsZero() && now.After(q.until) })
}

func (p *players) all() []Player {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire()
	return slices.Clone(p.list)
}

// add registers a player; one of the same address takes the place of the earlier.
func (p *players) add(one Player) (Player, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire()
	at := slices.IndexFunc(p.list, func(q Player) bool { return q.Address == one.Address })
	if at < 0 && len(p.list) >= maxPlayers {
		return one, fmt.Errorf("%w: %d players are registered, and no more may be", ErrBad, len(p.list))
	}
	base := one.Name
	for n := 2; slices.ContainsFunc(p.list, func(q Player) bool { return q.Name == one.Name && q.Address != one.Address }); n++ {
		one.Name = fmt.Sprintf("%s %d", base, n)
	}
	if at < 0 {
		p.list = append(p.list, one)
		return one, nil
	}
	if one.until.IsZero() || p.list[at].until.IsZero() {
		one.until = time.Time{} // whom somebody wanted to stay does
	}
	p.list[at] = one
	return one, nil
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
// one is given.
func (s *Server) Register(ctx context.Context, r Registration) (Player, error) {
	addr, err := address(r.Address)
	if err != nil {
		return Player{}, err
	}
	if r.Lease < 0 || r.Lease > maxLease {
		return Player{}, fmt.Errorf("%w: lease_seconds must be from 0 to %d, found %d", ErrBad, maxLease, r.Lease)
	}
	thinks := ""
	if r.Thinks != "" {
		if thinks, err = address(r.Thinks); err != nil {
			return Player{}, err
		}
	}
	p := s.asked(ctx, Player{Name: r.Name, Address: addr, Thinks: thinks, thinksToken: r.ThinksToken})
	if r.Lease > 0 {
		p.until = time.Now().Add(time.Duration(r.Lease) * time.Second)
	}
	if p.Name == "" {
		p.Name = addr
	}
	if len(p.Name) > 100 {
		p.Name = p.Name[:100]
	}
	return s.players.add(p)
}

// maxLease bounds how long a player may ask to be known without being heard, in seconds.
const maxLease = 24 * 60 * 60

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

// Registration is a player that is to be known.
type Registration = announce.Registration

func (s *Server) listPlayers(ctx context.Context, _ *call) (any, error) {
	r := &s.roll // one goroutine asks at a time, for all who want to know
	r.Lock()
	defer r.Unlock()
	all := s.players.all()
	now := time.Now()
	if now.Sub(r.at) < rollTime && slices.Equal(all, r.of) {
		return PlayerList{slices.Clone(r.list)}, nil
	}
	asked := slices.Clone(all)
	done := make(chan struct{})
	for i := range all {
		go func() { // waited for below
			all[i] = s.asked(ctx, all[i])
			done <- struct{}{}
		}()
	}
	for range all {
		<-done
	}
	if all == nil {
		all = []Player{}
	}
	if ctx.Err() == nil { // else they were not heard out
		r.at, r.of, r.list = now, asked, slices.Clone(all)
	}
	return PlayerList{all}, nil
}

// roll is what the players have last said to the question how they are: whoever asks
// often does not make a flood of questions to them.
type roll struct {
	sync.Mutex
	at   time.Time
	of   []Player // who was asked
	list []Player
}

// rollTime is for how long that is told again.
const rollTime = time.Second

func (s *Server) register(ctx context.Context, c *call) (any, error) {
	r := c.body.(*Registration)
	return s.Register(ctx, *r)
}

func (s *Server) forget(_ context.Context, c *call) (any, error) {
	if !s.players.remove(c.path("name")) {
		return nil, fmt.Errorf("%w: player %s", ErrNotFound, c.path("name"))
	}
	return Done{true}, nil
}
