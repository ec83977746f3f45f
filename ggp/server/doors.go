package server

import (
	"cmp"
	"io"
	"net"
	"net/netip"
	"slices"
	"time"
)

// How far a connection has come. Guarded by Server.mu.
type stage int

const (
	reading  stage = iota // the message has not fully arrived
	handling              // the handler has it
	leaving               // the answer is sent, and the peer is waited for
)

// door counts what one address has here.
type door struct {
	conns int
	held  int64 // bytes of messages
}

// address is whom a connection comes from: an address of IPv4, or the 64 leading
// bits of IPv6, which is what one house has.
func address(nc net.Conn) netip.Prefix {
	a, ok := nc.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := a.AddrPort().Addr().Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// opened takes a connection in. Where there is no place, one that has not brought
// its message is sent away: of the address itself if that has as many as it may,
// else of the address that has the most. The oldest goes first, since a manager
// brings its message at once. It is false when nobody can be sent away: all places
// are taken by messages that are being answered.
func (s *Server) opened(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return false
	}
	c.from = address(c.Conn)
	here := s.doors[c.from]
	if here == nil {
		here = &door{}
	}
	switch {
	case here.conns >= s.cfg.MaxPerAddress:
		if !s.dismiss(func(o *conn) bool { return o.from == c.from }) {
			return false
		}
	case len(s.conns) >= s.cfg.MaxConns:
		manager, playing := s.playing()
		kept := playing && c.from == manager
		strangers := func(o *conn) bool { return !playing || o.from != manager || kept }
		if !s.dismiss(strangers) && (!kept || len(s.conns) >= s.cfg.MaxConns+keptForManager) {
			return false
		}
	}
	s.doors[c.from] = here
	here.conns++
	s.conns[c] = true
	c.place = s.line.join(c, time.Now())
	s.open.Add(1)
	return true
}

// scarce sends somebody away where the system has no room for a further connection,
// which may be long before there are MaxConns, and reports whether there was somebody.
func (s *Server) scarce() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.closing && s.dismiss(func(*conn) bool { return true })
}

// keptForManager is how many connections more than MaxConns the manager may have
// whose match is played.
const keptForManager = 8

// playing is the address of the manager whose match is played. Server.mu is held.
func (s *Server) playing() (netip.Prefix, bool) {
	p, ok := s.handler.(Player)
	if !ok || s.match == "" {
		return netip.Prefix{}, false
	}
	id, on := p.Playing()
	return s.manager, on && id == s.match
}

// ofManager reports whether a connection comes from where the manager is whose match is
// played: it may bring a PLAY, which is worth waiting for.
func (s *Server) ofManager(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	manager, playing := s.playing()
	return !s.closing && playing && c.from == manager
}

// heard notes where the manager of the running match is. It is called when the
// handler has taken a message.
func (s *Server) heard(c *conn, match string) {
	p, ok := s.handler.(Player)
	if !ok || match == "" {
		return
	}
	if id, on := p.Playing(); on && id == match {
		s.mu.Lock()
		s.match, s.manager = match, c.from
		s.mu.Unlock()
	}
}

// dismiss sends away one of those that may go: of the address that has the most of
// them, the one that came first, but rather one that says nothing than one of which
// something lies there unread. Server.mu is held; the connection is no longer counted
// when it returns.
func (s *Server) dismiss(may func(*conn) bool) bool {
	var list []*conn
	for c := range s.conns {
		if c.stage != handling && may(c) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return false
	}
	slices.SortFunc(list, func(a, b *conn) int {
		return cmp.Or(cmp.Compare(s.doors[b.from].conns, s.doors[a.from].conns), cmp.Compare(a.place.number, b.place.number))
	})
	out, most := list[0], s.doors[list[0].from].conns
	for _, c := range list {
		if s.doors[c.from].conns < most {
			break
		}
		if c.stage == leaving || c.wire.silent() {
			out = c
			break
		}
	}
	if manager, playing := s.playing(); playing && out.from == manager && time.Since(out.place.since) < quarter {
		s.crowded = true
	}
	s.sendAway(out)
	return true
}

// Where connections of the manager's own address push each other out faster than
// one can bring its message, they are taken in at this pace.
const (
	quarter = 250 * time.Millisecond
	pace    = 200 * time.Microsecond
)

// slow reports, once, whether the next connection should wait a moment.
func (s *Server) slow() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.crowded
	s.crowded = false
	return was
}

// sendAway ends a connection from outside. Server.mu is held.
func (s *Server) sendAway(c *conn) {
	s.forget(c)
	if c.stage == reading { // nothing was written to it, so that this does not block
		_ = c.Conn.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
		_, _ = io.WriteString(c.Conn, refusal)
	}
	c.Conn.Close()
}

// forget takes a connection out of all counts but that of Shutdown; only the first
// call does anything. Server.mu is held.
func (s *Server) forget(c *conn) {
	if !s.conns[c] {
		return
	}
	s.release(c)
	delete(s.conns, c)
	d := s.doors[c.from]
	if d.conns--; d.conns == 0 {
		delete(s.doors, c.from)
	}
}

// at notes how far a connection has come, and reports whether it is still there.
func (s *Server) at(c *conn, g stage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.stage = g
	if g == leaving {
		s.release(c)
	}
	return s.conns[c]
}

// release gives back the bytes of a message that is not kept any more. Server.mu is
// held.
func (s *Server) release(c *conn) {
	if d := s.doors[c.from]; d != nil && s.conns[c] {
		d.held -= c.held
		s.held -= c.held
		c.held = 0
	}
}

// hold counts bytes that have come and are kept for a connection. When all together
// come to their limit, those go that hold the most and have not fully arrived, as
// long as their address holds more than this one's. False when there are none: then
// this one is the one too many. Short messages are always taken.
func (c *conn) hold(n int) bool {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.conns[c] {
		return false // sent away
	}
	d := s.doors[c.from]
	c.held += int64(n)
	d.held += int64(n)
	s.held += int64(n)
	for s.held > int64(s.cfg.MaxHeld) && c.held > alwaysHeld {
		var out *conn
		for o := range s.conns {
			if o.stage == reading && o != c && s.doors[o.from].held >= d.held && o.held >= c.held && (out == nil || o.held > out.held) {
				out = o
			}
		}
		if out == nil {
			s.release(c) // it is not kept: nothing sees more held than may be
			return false
		}
		s.sendAway(out)
	}
	return true
}
