// Package publish posts matches to a spectator server while they are played, as GGP-Base
// does it (util/match/MatchPublisher.java): after every position the whole record in
// GGP-Base's JSON form, signed if there is a key, with a secret by which the server knows
// that the next one comes from the same sender.
//
// It promises that a spectator server that is gone, slow or hostile costs a match nothing:
// the match leaves a copy of its record and goes on; one request at a time is made, a
// newer record takes the place of one that was not sent yet, and what fails is tried a few
// times. What would tell players more than they may know is not published before the match
// is over: the seed, which decides what chance brings (of an aborted one never), and all of
// a match of a game that hides something.
//
// It decides nothing about a match. Its neighbours: match (the record), match/sign (the
// signature), match/run, whose hooks call it.
package publish

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/match"
	"ludens/match/sign"
)

// Options say where matches are published and how. URL is needed.
type Options struct {
	// URL of the spectator server, such as http://matches.ggp.org/.
	URL string
	// Key signs the records; nil leaves them unsigned.
	Key *sign.Key
	// Attempts is how often the same record is sent before it is left to the next one;
	// default 10, as GGP-Base's.
	Attempts int
	// Timeout bounds a request; default 10 s.
	Timeout time.Duration
	// Pause is the time before the second attempt, which doubles up to 16 times itself;
	// default 500 ms.
	Pause time.Duration
	// Log gets failures as warnings. The zero Logger is silent.
	Log zerolog.Logger
}

// Validate reports what is wrong with Options.
func (o Options) Validate() error {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return fmt.Errorf("publish: want the address of a spectator server, http://host/, found %q", o.URL)
	}
	if o.Attempts < 0 || o.Timeout < 0 || o.Pause < 0 {
		return errors.New("publish: a limit is negative")
	}
	return nil
}

// Match publishes one match. Make it with Begin.
type Match struct {
	o      Options
	secret string
	client *http.Client
	ctx    context.Context
	stop   context.CancelFunc
	wg     sync.WaitGroup
	wake   chan struct{}

	mu     sync.Mutex
	next   *match.Record // not sent yet, nil when there is none
	last   bool          // nothing follows
	key    string        // of the match at the server
	failed error         // of the latest record, nil when it was sent
}

// Begin is ready to publish a match. End must be called.
func Begin(o Options) (*Match, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Attempts == 0 {
		o.Attempts = 10
	}
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	if o.Pause == 0 {
		o.Pause = 500 * time.Millisecond
	}
	m := &Match{o: o, secret: secret(), wake: make(chan struct{}, 1)}
	m.client = &http.Client{
		Timeout:       o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     &http.Transport{MaxResponseHeaderBytes: 64 << 10, IdleConnTimeout: time.Minute},
	}
	m.ctx, m.stop = context.WithCancel(context.Background())
	m.wg.Go(m.work)
	return m, nil
}

// secret is the password of a match: 12 letters and digits.
func secret() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	for i, x := range b {
		b[i] = letters[int(x)%len(letters)]
	}
	return string(b[:])
}

// Position publishes a record as it is now, which is copied. hides says that the game
// hides something from its players.
func (m *Match) Position(r *match.Record, hides bool) {
	if !hides && r.Status == match.Running {
		m.leave(r.Unseeded(), false)
	}
}

// Finished publishes a record that is complete. One that was aborted may go on as another
// match, with the same seed.
func (m *Match) Finished(r *match.Record) {
	if r.Status == match.Aborted {
		m.leave(r.Unseeded(), true)
		return
	}
	m.leave(r.Clone(), true)
}

func (m *Match) leave(r *match.Record, last bool) {
	m.mu.Lock()
	m.next, m.last = r, m.last || last
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// End waits until what there is has been published, or could not be, or ctx ends. It
// returns the key of the match at the server, empty if it does not know it, and why its
// latest record is not there.
func (m *Match) End(ctx context.Context) (key string, err error) {
	m.mu.Lock()
	m.last = true
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
	done := make(chan struct{})
	go func() { // ends with work, which ends at the latest with m.ctx
		m.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	m.stop()
	<-done
	m.client.CloseIdleConnections()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.key, m.failed
}

// take gives the record to send, and whether there will be no further one.
func (m *Match) take() (r *match.Record, last bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, m.next = m.next, nil
	return r, m.last
}

func (m *Match) newer() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.next != nil
}

// work sends what is left for it.
func (m *Match) work() {
	told := false
	for {
		r, last := m.take()
		if r == nil {
			if last {
				return
			}
			select {
			case <-m.wake:
			case <-m.ctx.Done():
				return
			}
			continue
		}
		key, err := m.publish(r)
		m.mu.Lock()
		if m.failed = err; err == nil {
			m.key = key
		}
		m.mu.Unlock()
		if err != nil && !told {
			told = true
			m.o.Log.Warn().Err(err).Str("match", r.ID).Str("server", m.o.URL).Msg("not published; the match goes on")
		}
		if m.ctx.Err() != nil {
			return
		}
	}
}

// publish sends a record until it is taken, a newer one is there, or it was tried often
// enough.
func (m *Match) publish(r *match.Record) (key string, err error) {
	text, err := r.GGPBase()
	if err != nil {
		return "", err
	}
	if m.o.Key != nil {
		if text, err = m.o.Key.Sign(text); err != nil {
			return "", err
		}
	}
	body := "AUTH=" + m.secret + "&DATA=" + url.QueryEscape(string(text))
	pause := m.o.Pause
	for n := 1; ; n++ {
		if key, err = m.send(body); err == nil || n >= m.o.Attempts || m.newer() {
			return key, err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-m.wake: // something newer
		case <-m.ctx.Done():
			timer.Stop()
			return "", err
		}
		timer.Stop()
		pause = min(2*pause, 16*m.o.Pause)
	}
}

// mostKey bounds the key that a server gives a match, in bytes.
const mostKey = 200

// send makes one request. The answer's first line is the key of the match.
func (m *Match) send(body string) (key string, err error) {
	req, err := http.NewRequestWithContext(m.ctx, http.MethodPost, m.o.URL, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := m.client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 4<<10))
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimSpace(line)
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("publish: the spectator server answers %s: %.100s", res.Status, line)
	}
	if line == "" || len(line) > mostKey || strings.ContainsFunc(line, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("publish: the spectator server gives the match no key: %.100q", line)
	}
	return line, nil
}
