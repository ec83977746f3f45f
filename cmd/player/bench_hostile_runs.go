package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/gdl/recording"
	"ludens/ggp/server"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/cputime"
	"ludens/internal/hostile"
	"ludens/ludii/trial"
	"ludens/match/sign"
	"ludens/nets"
	"ludens/propnet"
	"ludens/store"
)

// hostileRun is what an attack did up to the moment when nothing of it may go on.
type hostileRun struct {
	answer string                      // the first
	timed  []timedAnswer               // all of them
	bad    []string                    // what was wrong
	end    func(context.Context) error // waits for the end of everything
}

// hostileRunner runs an attack.
type hostileRunner func(c *benchHostileCommand, env *cli.Env, row hostile.Row) (hostileRun, error)

var hostileRunners = map[hostile.Kind]hostileRunner{
	hostile.RulesGDL:     (*benchHostileCommand).rules,
	hostile.RulesLudeme:  (*benchHostileCommand).rules,
	hostile.HTTP:         (*benchHostileCommand).request,
	hostile.Message:      (*benchHostileCommand).message,
	hostile.Conversation: (*benchHostileCommand).conversation,
	hostile.File:         (*benchHostileCommand).file,
}

// session is the whole player, as "serve" makes it.
func (c *benchHostileCommand) session(env *cli.Env) (*session.Session, error) {
	serve := serveCommand{
		Engine: c.Engine, Name: "Ludens", Agent: "mcts", Memory: c.Memory, TotalMemory: c.TotalMemory, Learn: true, Solve: true, Ponder: true,
	}
	s, _, err := serve.session(mcts.Options{Threads: wire.Threads(c.Threads), Bytes: int64(c.Memory)}, env.Log)
	return s, err
}

// gdlRole finds the first role of a description in GDL, outside of comments.
var gdlRole = regexp.MustCompile(`(?im)^[^;\n]*?\(\s*role\s+([^\s();]+)\s*\)`)

// rules plays a match by a hostile description, as a manager would have it.
func (c *benchHostileCommand) rules(env *cli.Env, row hostile.Row) (hostileRun, error) {
	s, err := c.session(env)
	if err != nil {
		return hostileRun{}, err
	}
	run := hostileRun{end: s.Close}
	run.answer, run.timed = c.playRules(env, s, row)
	s.Abort(row.Name)
	return run, env.Context.Err()
}

// playRules plays some turns of a match that is still to be aborted.
func (c *benchHostileCommand) playRules(env *cli.Env, s *session.Session, row hostile.Row) (answer string, answers []timedAnswer) {
	text := row.Text()
	role := "p1"
	if m := gdlRole.FindStringSubmatch(text); m != nil && row.Kind == hostile.RulesGDL {
		role = m[1]
	}
	timed := func(f func() string) string {
		from := time.Now()
		out := f()
		answers = append(answers, timedAnswer{from, time.Now(), c.Clock, out == session.Nil})
		return out
	}
	answer = timed(func() string {
		return s.Start(session.StartArgs{ID: row.Name, Role: role, Rules: text, StartClock: c.Clock, PlayClock: c.Clock})
	})
	if answer == session.Ready {
		turn := session.Turn{Number: -1}
		for range c.Turns {
			if env.Context.Err() != nil {
				return answer, answers
			}
			move := timed(func() string { return s.Play(row.Name, turn, time.Time{}) })
			turn.Moves = []string{move, "noop"}
		}
	}
	return answer, answers
}

// served is a player that listens, as "serve" does.
func (c *benchHostileCommand) served(env *cli.Env) (*session.Session, string, func(context.Context) error, error) {
	s, err := c.session(env)
	if err != nil {
		return nil, "", nil, err
	}
	srv, err := server.Listen("127.0.0.1:0", server.Config{Log: env.Log}, handler{s})
	if err != nil {
		return nil, "", nil, err
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve() }() // waited for below
	return s, srv.Addr().String(), func(ctx context.Context) error {
		return errors.Join(s.Close(ctx), srv.Shutdown(ctx), <-done)
	}, nil
}

// request sends the bytes of a connection.
func (c *benchHostileCommand) request(env *cli.Env, row hostile.Row) (hostileRun, error) {
	return c.sent(env, row, row.Text())
}

// message sends a message in a sound request.
func (c *benchHostileCommand) message(env *cli.Env, row hostile.Row) (hostileRun, error) {
	text := row.Text()
	return c.sent(env, row, fmt.Sprintf("POST / HTTP/1.0\r\nContent-Type: text/acl\r\nContent-Length: %d\r\n\r\n%s", len(text), text))
}

// answerTime is how long an answer to what is no PLAY may take: what a message may take to
// arrive, and a clock.
const answerTime = 35 * time.Second

func (c *benchHostileCommand) sent(env *cli.Env, row hostile.Row, bytes string) (hostileRun, error) {
	s, addr, end, err := c.served(env)
	if err != nil {
		return hostileRun{}, err
	}
	run := hostileRun{end: end}
	begin := time.Now()
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return run, errors.Join(err, end(env.Context))
	}
	defer conn.Close()
	_ = conn.SetDeadline(begin.Add(answerTime))
	_, _ = io.WriteString(conn, bytes) // it may be cut off
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
	got, _ := io.ReadAll(io.LimitReader(conn, 1<<20))
	run.timed = []timedAnswer{{from: begin, to: time.Now(), clock: answerTime}}
	answer := string(got)
	if row.Kind == hostile.Message {
		_, answer, _ = strings.Cut(answer, "\r\n\r\n")
	}
	if !regexp.MustCompile(row.Want).MatchString(answer) {
		run.bad = append(run.bad, "another answer")
	}
	if _, body, ok := strings.Cut(answer, "\r\n\r\n"); ok {
		answer = body
	}
	run.answer = strings.Join(strings.Fields(answer), " ")
	if len(run.answer) > 12 {
		run.answer = run.answer[:12] + "…"
	}
	if i := s.Info(); i.Busy {
		s.Abort(i.Match)
	}
	return run, nil
}

// fileReaders are those who open files of strangers.
var fileReaders = []struct {
	name string
	read func(path string) error
}{
	{"net", func(path string) error { return second(nets.ReadFile(path)) }},
	{"database", func(path string) error {
		for _, o := range []store.Options{{ReadOnly: true}, {}} {
			if s, err := store.Open(path, o); err == nil {
				_, err = s.List(store.Query{})
				return errors.Join(err, s.Close())
			}
		}
		return errors.New("no database")
	}},
	{"configuration", func(path string) error {
		var c struct{ config.Common }
		return second(config.Parse(config.Program{Name: "player", Grammar: &c, Stdout: io.Discard, Stderr: io.Discard, Exit: func(int) {}}, []string{"--config", path}))
	}},
	{"record", func(path string) error {
		text, err := bounded.ReadFile(path, 64<<20)
		if err != nil {
			return err
		}
		_, err = sign.Verify(text)
		return err
	}},
	{"key", func(path string) error {
		text, err := bounded.ReadFile(path, 1<<20)
		if err != nil {
			return err
		}
		return second(sign.ReadKey(text))
	}},
	{"network", func(path string) error {
		text, err := bounded.ReadFile(path, 64<<20)
		if err != nil {
			return err
		}
		return second(propnet.Decode(text))
	}},
	{"trial", func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return second(trial.Read(f))
	}},
	{"recorded match", func(path string) error { return second(recording.Read(path)) }},
	{"description", func(path string) error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return second(catalog.Open(ctx, path, catalog.Options{Engine: catalog.Reasoner}))
	}},
	{"directory of games", func(path string) error {
		dir := path + ".games"
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		for _, name := range []string{"METADATA", "x.kif"} {
			if err := os.Link(path, filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		r, err := catalog.Import(context.Background(), dir, path+".library")
		if err == nil && len(r.Games) == 0 {
			err = errors.New("no game was taken over")
		}
		return err
	}},
}

func second[T any](_ T, err error) error { return err }

// file gives a file to everybody who reads files.
func (c *benchHostileCommand) file(env *cli.Env, row hostile.Row) (run hostileRun, err error) {
	run.end = func(context.Context) error { return nil }
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		return run, err
	}
	defer os.RemoveAll(dir)
	taken := 0
	for _, name := range []string{"x.toml", "x.json", "x.kif", "x.lud"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(row.Text()), 0o600); err != nil {
			return run, err
		}
		for _, r := range fileReaders {
			begin, used := time.Now(), cputime.Process()
			err := r.read(path) // nobody waits for it by a clock, so what it takes of a processor counts
			run.timed = append(run.timed, timedAnswer{from: begin, to: begin.Add(cputime.Process() - used), clock: 10 * time.Second})
			if err == nil {
				taken++
			} else if len(err.Error()) > 10_000 {
				run.bad = append(run.bad, "a long error of the reader of a "+r.name)
			}
		}
	}
	run.answer = fmt.Sprintf("taken by %d", taken)
	return run, env.Context.Err()
}
