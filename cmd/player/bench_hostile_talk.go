package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"ludens/internal/cli"
	"ludens/internal/hostile"
	"ludens/internal/plain"
)

// talkStep is a step of a conversation.
type talkStep struct {
	message, want, got string
	waits              bool // for the answer, before the next is sent
}

// script reads a conversation; see internal/hostile.
func script(text string) (steps []talkStep) {
	for _, line := range strings.Split(text, "\n") {
		switch kind, rest, _ := strings.Cut(line, " "); kind {
		case ">", "&":
			steps = append(steps, talkStep{message: rest, waits: kind == ">"})
		case "<":
			steps[len(steps)-1].want = rest
		}
	}
	return steps
}

// talk has a conversation with a player by a clock in seconds, and tells of the answers that
// were not wanted.
func talk(addr, text string, clock int) (steps []talkStep, wrong []string) {
	steps = script(strings.ReplaceAll(text, "CLOCK", strconv.Itoa(clock)))
	var all sync.WaitGroup
	for i := range steps {
		s := &steps[i]
		answer, err := send(addr, s.message)
		if err != nil {
			s.got = err.Error()
			continue
		}
		if s.waits {
			s.got = answer()
			continue
		}
		all.Go(func() { s.got = answer() })
	}
	all.Wait()
	for i, s := range steps {
		if !regexp.MustCompile(s.want).MatchString(s.got) {
			wrong = append(wrong, fmt.Sprintf("step %d, %.60s: %.60q for %s", i+1, s.message, s.got, s.want))
		}
	}
	return steps, wrong
}

// send puts a message on its way, and gives the function that waits for its answer.
func send(addr, message string) (answer func() string, err error) {
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return nil, err
	}
	// Only a player that hangs has need of so long.
	_ = conn.SetDeadline(time.Now().Add(10 * time.Minute))
	_, _ = fmt.Fprintf(conn, "POST / HTTP/1.0\r\nContent-Type: text/acl\r\nContent-Length: %d\r\n\r\n%s", len(message), message) // it may be cut off
	return func() string {
		defer conn.Close()
		got, _ := io.ReadAll(io.LimitReader(conn, 1<<20))
		_, body, _ := bytes.Cut(got, []byte("\r\n\r\n"))
		return string(body)
	}, nil
}

// conversation sends messages one after the other.
func (c *benchHostileCommand) conversation(env *cli.Env, row hostile.Row) (run hostileRun, err error) {
	s, addr, end, err := c.served(env)
	if err != nil {
		return hostileRun{}, err
	}
	run.end = end
	steps, wrong := talk(addr, row.Text(), max(1, int(c.Clock/time.Second)))
	run.answer = plain.Line(steps[len(steps)-1].got)
	run.bad = wrong
	if i := s.Info(); i.Busy {
		s.Abort(i.Match)
	}
	return run, nil
}
