package web

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"

	"ludens/internal/serving"
)

// errBusy is wrapped when a limit is reached that may have room again later.
var errBusy = errors.New("too much at once")

// errDenied is wrapped when somebody may not do or see something.
var errDenied = errors.New("not allowed")

// policy is what the page may do: everything from here and nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// maxBody bounds what is sent with a request, in bytes.
const maxBody = 64 << 10

// guard refuses what should not reach the handlers: requests under a name that is not
// ours (DNS rebinding), from other sites' pages, or too large. The token is asked for by the rows of the table.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !serving.Ours(r.Host, s.o.Hosts) {
			s.fail(w, r, http.StatusMisdirectedRequest, "this server is not called "+r.Host+"; --host tells it its names")
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			if err := cross.Check(r); err != nil {
				s.fail(w, r, http.StatusForbidden, "requests from other sites change nothing here")
				return
			}
			if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
				s.fail(w, r, http.StatusUnsupportedMediaType, "requests that change something are sent as application/json")
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), asker{}, r.RemoteAddr)))
	})
}

// asker is where a request's context says from whom it comes.
type asker struct{}

// opening opens a game for somebody who only looks. Of these there are few at once, and
// their number is shared between addresses: whoever asks for one game after the other
// takes neither the processors from the matches nor the places from other people.
func (s *Server) opening(ctx context.Context, open func(context.Context) error) error {
	address, _ := ctx.Value(asker{}).(string)
	ctx, away := context.WithCancelCause(ctx)
	defer away(nil)
	leave, ok := s.queue.Enter(address, func() { away(errBusy) })
	if !ok {
		return fmt.Errorf("%w: too many games are to be opened", errBusy)
	}
	defer leave()
	select {
	case s.opens <- struct{}{}:
		defer func() { <-s.opens }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := open(ctx); err != nil {
		if errors.Is(context.Cause(ctx), errBusy) {
			return errBusy
		}
		return err
	}
	return nil
}

// How many games are opened at once for people who look, and how many may wait.
const (
	mostOpening = 2
	mostQueued  = 32
)

// keyHeader carries the key of a seat.
const keyHeader = "X-Ludens-Key"
