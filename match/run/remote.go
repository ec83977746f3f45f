package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"ludens/ggp"
	"ludens/ggp/client"
	"ludens/match"
)

// remote is a player's server on the network.
type remote struct {
	addr    string
	name    string
	connect time.Duration
	encoder *ggp.Encoder
	wg      *sync.WaitGroup
}

// ask exchanges one message, on a goroutine of its own that ends with the
// request's deadline at the latest.
func (p *remote) ask(r request) {
	p.wg.Go(func() {
		ctx, cancel := context.WithDeadline(r.ctx, r.hard)
		defer cancel()
		c := client.Client{ConnectTimeout: p.connect, Receiver: p.name}
		reply, err := c.Send(ctx, p.addr, p.encoder, r.Message)
		if err == nil {
			r.reply(match.Answered{Seat: r.Seat, Request: r.Request, Text: reply.Text})
			return
		}
		failed := match.Failed{Seat: r.Seat, Request: r.Request, Kind: match.Fault, Detail: err.Error()}
		var e *client.Error
		if errors.As(err, &e) {
			switch e.Kind {
			case client.Timeout:
				failed.Kind = match.Timeout
			case client.Garbage:
				failed.Kind = match.Garbage
			default:
				failed.Kind = match.Connection
			}
		}
		r.reply(failed)
	})
}

func (p *remote) close(context.Context) error { return nil }
