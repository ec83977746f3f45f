package main

import (
	"errors"
	"fmt"
	"net"
	"time"

	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/internal/serving"
	"ludens/store"
	"ludens/web"
)

// serveCommand is the game master as a page.
type serveCommand struct {
	config.Engine
	config.Store
	config.Nets
	Publishing publishAllOptions `embed:""`

	Listen  string        `default:"127.0.0.1:9180" placeholder:"HOST:PORT" help:"Address to listen on; port 0 takes a free one."`
	DB      config.Path   `name:"db" placeholder:"FILE" help:"The same as --store."`
	Token   string        `placeholder:"TEXT" help:"What whoever changes something must show. Needed when others than this machine are listened to."`
	Host    []string      `placeholder:"NAME" help:"A name by which the server may be called, besides localhost and addresses in digits; may be given several times."`
	Player  []string      `placeholder:"URL" help:"A player to register, http://host:port; may be given several times."`
	Matches int           `default:"64" help:"Most matches at once."`
	Memory  config.Bytes  `default:"256MiB" help:"Most memory for the search of each of our own players."`
	Threads int           `default:"1" help:"Threads for the search of each of our own players; 0 for one per processor."`
	Hint    time.Duration `default:"2s" help:"How long is thought about a hint."`
}

// Help is shown by --help.
func (*serveCommand) Help() string {
	return "Serves a page on which matches are started, played, watched and replayed, and the API below it (/api/v1/openapi.json describes it; /metrics and /health are for those who look after it). " +
		"The address is printed first. SIGINT or SIGTERM end it: matches that are being played are aborted, and stored as such."
}

// Run serves until it is told to stop.
func (c *serveCommand) Run(env *cli.Env) (err error) {
	path := c.Store.Store
	if c.DB != "" {
		path = c.DB
	}
	if err := c.valid(); err != nil {
		return err
	}
	publisher, err := c.Publishing.publisher(env.Log)
	if err != nil {
		return err
	}
	defer publisher.wait()
	h := &host{
		opt: wire.Catalog(c.Engine), log: env.Log,
		agents: wire.Agents(wire.Threads(c.Threads), int64(c.Memory)),
		nets:   string(c.Nets.Nets), publisher: publisher,
	}
	if path != "" {
		db, err := store.Open(string(path), store.Options{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		h.db = db
	}
	s, err := web.New(h, web.Options{
		Token: c.Token, Hosts: c.Host, Matches: c.Matches, Hint: c.Hint, Version: cli.Version(), Log: env.Log,
	})
	if err != nil {
		return cli.UsageError{Err: err}
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("serve: %w", errors.Join(err, s.Close()))
	}
	for _, url := range c.Player {
		p, err := s.Register(env.Context, web.Registration{Address: url})
		if err != nil {
			return errors.Join(cli.UsageError{Err: err}, l.Close(), s.Close())
		}
		if p.Error != "" {
			env.Log.Warn().Str("player", p.Address).Str("error", p.Error).Msg("the player does not answer yet")
		}
	}
	if err := c.announce(env, l.Addr()); err != nil {
		return errors.Join(err, l.Close(), s.Close())
	}
	return s.Serve(env.Context, l)
}

// valid reports wrong usage.
func (c *serveCommand) valid() error {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return cli.Usagef("--listen: want host:port, found %q", c.Listen)
	}
	if c.Token == "" && !serving.Loopback(host) {
		return cli.Usagef("--listen %s can be reached from other machines: give a --token, which whoever changes something must show", c.Listen)
	}
	if c.Matches < 1 {
		return cli.Usagef("--matches must be at least 1, found %d", c.Matches)
	}
	return errors.Join(wire.CheckThreads(c.Threads), wire.Memory("memory", c.Memory), wire.Engine(c.Engine))
}

func (c *serveCommand) announce(env *cli.Env, addr net.Addr) error {
	if env.JSON {
		return env.Print(struct {
			Address string `json:"address"`
		}{"http://" + addr.String()})
	}
	_, err := fmt.Fprintf(env.Stdout, "open http://%s\n", addr)
	return err
}

var _ web.Host = (*host)(nil)
