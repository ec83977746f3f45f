package server

import (
	"context"
	"io"
	"net"
	"regexp"
	"testing"
	"time"

	"ludens/ggp"
	"ludens/internal/hostile"
)

// Every request of the table is answered, as docs/protocol.md says, and leaves nothing
// behind. Parts of it are sent behind each other while others hang.
func TestHostileRequests(t *testing.T) {
	s := serve(t, Config{Quiet: 50 * time.Millisecond}, HandlerFunc(func(_ context.Context, m ggp.Message) string {
		if _, ok := m.(ggp.Info); ok {
			return ggp.Status{Name: "x"}.String()
		}
		return "other"
	}))
	for _, r := range hostile.Rows(hostile.HTTP) {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(25 * time.Second))
		_, _ = io.WriteString(c, r.Text()) // may be cut off
		_ = c.(*net.TCPConn).CloseWrite()
		got, err := io.ReadAll(c)
		c.Close()
		if !regexp.MustCompile(r.Want).Match(got) {
			t.Errorf("%s: %.300q, %v", r.Name, got, err)
		}
	}
	for begin := time.Now(); s.heldNow() != 0; time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("%d bytes are still held", s.heldNow())
		}
	}
}
