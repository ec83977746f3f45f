package main

import (
	"net"

	"github.com/rs/zerolog"

	"ludens/internal/announce"
	"ludens/internal/cli"
)

// announceOptions say to whom the player announces itself.
type announceOptions struct {
	Register      []string `placeholder:"URL" help:"A game master (gamemaster serve) to which the player announces itself, again and again, http://host:port; may be given several times."`
	RegisterToken string   `placeholder:"TEXT" help:"The token of those game masters, if they have one."`
}

// valid reports wrong usage.
func (o *announceOptions) valid() error {
	for _, url := range o.Register {
		if err := (announce.Options{URL: url}).Validate(); err != nil {
			return cli.Usagef("--register: %w", err)
		}
	}
	if len(o.Register) == 0 && o.RegisterToken != "" {
		return cli.Usagef("--register-token goes with --register")
	}
	return nil
}

// announcements is what is to be announced of a player that listens at an address.
func (c *serveCommand) announcements(log zerolog.Logger, addr net.Addr, tells *telling) (list []announce.Options) {
	for _, url := range c.Announces.Register {
		o := announce.Options{URL: url, Token: c.Announces.RegisterToken, Name: c.Name, Player: addr.String(), Log: log}
		if tells != nil {
			o.Thinks, o.ThinksToken = tells.addr.String(), c.Tells.StatusToken
		}
		list = append(list, o)
	}
	return list
}
