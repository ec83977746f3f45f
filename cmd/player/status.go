package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"ludens/agent/session"
	"ludens/cmd/internal/thinking"
	"ludens/internal/cli"
	"ludens/internal/serving"
	"ludens/internal/status"
	"ludens/internal/thought"
)

// statusOptions are those of what the player tells about itself.
type statusOptions struct {
	Status      string   `placeholder:"HOST:PORT" help:"Tell there what the player thinks (/status), what it has done (/metrics, for Prometheus) and that it lives (/health); port 0 takes a free one. Off unless given."`
	StatusToken string   `placeholder:"TEXT" help:"What whoever asks there must show. Needed when others than this machine are listened to."`
	StatusHost  []string `placeholder:"NAME" help:"A name by which that address may be called, besides localhost and addresses in digits; may be given several times."`
}

// valid reports wrong usage.
func (o *statusOptions) valid() error {
	if o.Status == "" {
		if o.StatusToken != "" || len(o.StatusHost) > 0 {
			return cli.Usagef("--status-token and --status-host go with --status")
		}
		return nil
	}
	host, _, err := net.SplitHostPort(o.Status)
	if err != nil {
		return cli.Usagef("--status: want host:port, found %q", o.Status)
	}
	if o.StatusToken == "" && !serving.Loopback(host) {
		return cli.Usagef("--status %s can be reached from other machines: give a --status-token, which whoever asks must show", o.Status)
	}
	if err := serving.CheckToken(o.StatusToken); err != nil {
		return cli.Usagef("--status-token: %w", err)
	}
	return nil
}

// telling is the server of the status; nil where there is none.
type telling struct {
	addr net.Addr
	stop context.CancelFunc
	done chan error
}

// tell starts to tell about a session, if it is asked for.
func (o *statusOptions) tell(s *session.Session, nets *guide) (*telling, error) {
	if o.Status == "" {
		return nil, nil
	}
	srv, err := status.New(&source{s: s, nets: nets}, status.Options{Token: o.StatusToken, Hosts: o.StatusHost})
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	l, err := net.Listen("tcp", o.Status)
	if err != nil {
		return nil, fmt.Errorf("serve the status: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t := &telling{addr: l.Addr(), stop: stop, done: make(chan error, 1)}
	go func() { t.done <- srv.Serve(ctx, l) }() // waited for by end
	return t, nil
}

// end ends it and waits for it.
func (t *telling) end() error {
	if t == nil {
		return nil
	}
	t.stop()
	if err := <-t.done; err != nil {
		return errors.Join(errors.New("serve the status"), err)
	}
	return nil
}

// source is what the session is about, as people read it.
type source struct {
	s    *session.Session
	nets *guide // nil: the player uses none

	number uint64 // of what was told last
	last   thought.State
}

var _ status.Source = (*source)(nil)

// State implements status.Source. What is written once is not written again before
// something changes: it takes a machine of the game.
func (w *source) State() thought.State {
	now := w.s.Moment()
	if w.last.Player == "" || now.Number != w.number {
		w.number, w.last = now.Number, thinking.State(now.Thought, now.Rules, now.Seat, now.State)
	}
	out := w.last
	out.Player, out.Phase, out.Match, out.Role = now.Name, now.Phase, now.Match, now.Role
	out.Game, out.Engine, out.Turn = now.Game, now.Engine, now.Turn
	out.Start, out.Play = now.Clocks.Start.Milliseconds(), now.Clocks.Play.Milliseconds()
	if !now.Since.IsZero() {
		out.Spent = time.Since(now.Since).Milliseconds()
	}
	if p := now.Preparation; now.Match != "" {
		out.Preparation, out.Net = thinking.Preparation(p), p.Net
		if p.Way != "" {
			out.Way = p.Way
		}
		if p.Net != "" && w.nets != nil {
			out.Net = w.nets.tells(p.Net)
		}
	}
	if out.Way == "" {
		out.Way = now.Player
	}
	w.last.Player = now.Name
	return out
}

// Count implements status.Source.
func (w *source) Count(m serving.Metrics) {
	c, now := w.s.Counts(), w.s.Moment()
	busy := 0.0
	if w.s.Info().Busy {
		busy = 1
	}
	m.Gauge("busy", "1 while a match is on.", busy)
	m.Counter("matches_started_total", "STARTs that were answered ready.", float64(c.Started))
	m.Counter("matches_refused_total", "STARTs that were not.", float64(c.Refused))
	m.Counters("matches_total", "Matches that have ended, by how.", "status", map[string]int64{
		"stopped": c.Stopped, "aborted": c.Aborted, "abandoned": c.Failures[session.FailedSilence],
	})
	m.Histogram("move_seconds", "Time from a PLAY to its answer.", session.Bounds(), c.Took, c.Seconds)
	m.Counter("moves_late_total", "Answers to PLAY that left after the clock.", float64(c.Late))
	m.Counter("moves_empty_total", "Answers to PLAY without a move.", float64(c.Empty))
	failures := map[string]int64{}
	for _, kind := range session.Failures() {
		failures[kind] = c.Failures[kind]
	}
	m.Counters("failures_total", "What has failed, by kind.", "kind", failures)
	m.Counter("iterations_total", "Simulations in decisions.", float64(c.Iterations))
	m.Counter("pondered_total", "Simulations between decisions.", float64(c.Pondered))
	m.Counter("steps_total", "State changes in decisions.", float64(c.Steps))
	m.Counter("evaluations_total", "Positions that nets have judged in decisions.", float64(c.Evaluations))
	m.Counter("preparing_seconds_total", "Time between a START and its answer.", c.Preparing.Seconds())
	m.Counter("thinking_seconds_total", "Time spent on decisions.", c.Thinking.Seconds())
	m.Gauge("tree_nodes", "Nodes of the tree of the match that is on.", float64(now.Thought.Nodes))
	m.Gauge("tree_bytes", "Memory of that tree.", float64(now.Thought.Bytes))
}
