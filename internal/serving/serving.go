// Package serving is what the HTTP servers for people and their tools have in common:
// under which names they may be called, who may call them, how many connections they
// have, how they end, the schemas of their answers and the form of their metrics.
//
// It promises that a server made with it has bounds for time, header and connections,
// and ends with its context. It answers nothing itself and knows no path. Its neighbours
// are web, the page, and internal/status, what a player tells; what players say to
// managers is the business of ggp/server.
package serving

import (
	"context"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Ours reports whether a request was meant for a server with these names by its header
// Host: an address in digits cannot be made to point elsewhere by whoever runs a site
// (DNS rebinding), and localhost neither.
func Ours(host string, names []string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	return net.ParseIP(host) != nil || strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, host) })
}

// Loopback reports whether only this machine can reach an address to listen on.
func Loopback(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// Trusted reports whether a request carries a token, as "Authorization: Bearer TOKEN".
// Without a token everybody is trusted.
func Trusted(r *http.Request, token string) bool {
	if token == "" {
		return true
	}
	got, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(got), []byte(token)) == 1
}

// LeastToken is the least letters of a token.
const LeastToken = 8

// CheckToken says what is wrong with a token; none is all right.
func CheckToken(token string) error {
	if token != "" && len(token) < LeastToken {
		return errors.New("a token needs at least 8 letters")
	}
	return nil
}

// Until answers requests that come to a listener until ctx ends. Then it calls leave,
// which ends requests that would not end by themselves (nil: there are none), and waits
// for all.
func Until(ctx context.Context, l net.Listener, h http.Handler, connections int, leave func()) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: writeTime, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10,
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(limit(l, connections)) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	if leave != nil {
		leave()
	}
	stop, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	err := srv.Shutdown(stop)
	if errors.Is(err, context.DeadlineExceeded) {
		err = srv.Close() // browsers keep connections on which they have asked nothing yet
	}
	<-served
	return err
}

// writeTime is until when an answer must have left, from the head of its request on; a
// handler that takes longer sets a deadline of its own before it writes.
const writeTime = time.Minute

// farewell is how long requests may take that are being answered when a server ends.
const farewell = 2 * time.Second

// limit bounds the connections that a listener has open at once.
func limit(l net.Listener, n int) net.Listener { return &limited{Listener: l, room: NewRoom(n)} }

type limited struct {
	net.Listener
	room *Room
}

// Accept implements net.Listener. Who comes when there is no room is sent away, or
// somebody else for it.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if leave, ok := l.room.Enter(c.RemoteAddr().String(), func() { _ = c.Close() }); ok {
			return &counted{Conn: c, leave: leave}, nil
		}
		_ = c.Close()
	}
}

type counted struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
