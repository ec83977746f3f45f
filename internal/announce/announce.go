// Package announce makes a player known to game masters: it says where the player is,
// again and again, so that a game master that was started later, or anew, knows it too.
//
// It promises that a game master that is gone, slow or hostile costs nothing: one short
// request at a time with bounds for time and answer, ever more seldom while nobody
// answers, followed nowhere. It knows nothing of matches. Its neighbours are cmd/player,
// which tells it what to say, and web, which listens (POST /api/v1/players).
package announce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

// Registration is a player that is to be known, as game masters read it.
type Registration struct {
	Address string `json:"address"`          // http://host:port
	Name    string `json:"name,omitempty"`   // default: what it says of itself
	Thinks  string `json:"thinks,omitempty"` // where it tells what it thinks: http://host:port of --status
	// ThinksToken is what it wants to be shown there.
	ThinksToken string `json:"thinks_token,omitempty"`
	// Lease is after how many seconds it is forgotten unless it is registered again; 0:
	// never.
	Lease int `json:"lease_seconds,omitempty"`
}

// Options say what is announced to whom. The times' zero values work.
type Options struct {
	// URL is the game master's: http://host:port.
	URL string
	// Token is its token, if it has one.
	Token string
	// Name of the player; may be empty.
	Name string
	// Player and Thinks are where the player, and what it thinks, are found: host and
	// port. Without a host that others can use, it is the address from which this
	// machine reaches the game master. Thinks may be empty. It is told only to who can reach
	// it: what listens on loopback to a game master on this machine.
	Player, Thinks string
	ThinksToken    string
	// Every is the time between two announcements; default 30 s. While nobody
	// answers it is First, which doubles up to Every; default 1 s.
	Every, First time.Duration
	// Log gets, at info and warning, what has changed. The zero Logger is silent.
	Log zerolog.Logger
}

// Validate reports what is wrong with Options.
func (o Options) Validate() error {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return fmt.Errorf("want the address of a game master, http://host:port, found %q", o.URL)
	}
	if o.Every < 0 || o.First < 0 {
		return errors.New("announce: a time is negative")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Every == 0 {
		o.Every = 30 * time.Second
	}
	if o.First == 0 {
		o.First = time.Second
	}
	return o
}

// patience is how long a game master may take to answer: it asks the player meanwhile.
const patience = 5 * time.Second

// client follows nobody.
var client = &http.Client{
	Timeout:       patience,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: 16 << 10},
}

// Run announces until ctx ends.
func Run(ctx context.Context, o Options) {
	o = o.withDefaults()
	known, told := false, false // that the last one was heard; that a failure was logged
	wait := o.First
	for ctx.Err() == nil {
		err := once(ctx, o)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			if !known {
				o.Log.Info().Str("gamemaster", o.URL).Msg("announced")
			}
			known, told, wait = true, false, o.Every
		default:
			if known {
				wait = o.First
			}
			if !told {
				o.Log.Warn().Err(err).Str("gamemaster", o.URL).Msg("not announced; it is tried again")
			}
			known, told = false, true
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
		wait = min(2*wait, o.Every)
	}
}

// once announces once.
func once(ctx context.Context, o Options) error {
	r, err := o.registration(ctx)
	if err != nil {
		return err
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(o.URL, "/")+"/api/v1/players", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if o.Token != "" {
		req.Header.Set("Authorization", "Bearer "+o.Token)
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	if res.StatusCode == http.StatusOK {
		return err
	}
	var problem struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(text, &problem) == nil && problem.Error != "" {
		return fmt.Errorf("%s: %.200s", res.Status, problem.Error)
	}
	return errors.New(res.Status)
}

// registration is what is said to the game master, by the address through which this
// machine reaches it.
func (o Options) registration(ctx context.Context) (Registration, error) {
	u, err := url.Parse(o.URL)
	if err != nil {
		return Registration{}, err
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	// Nothing is sent: the system says which of our addresses it would be sent from.
	c, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "udp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return Registration{}, err
	}
	defer c.Close()
	own, _, err := net.SplitHostPort(c.LocalAddr().String())
	if err != nil {
		return Registration{}, err
	}
	near := isLoopback(own)
	r := Registration{Name: o.Name, Lease: int(3*o.Every/time.Second) + 5}
	if r.Address, err = seen(o.Player, own); err != nil {
		return r, err
	}
	if host, _, err := net.SplitHostPort(o.Thinks); err == nil && (near || !isLoopback(host)) {
		if r.Thinks, err = seen(o.Thinks, own); err != nil {
			return r, err
		}
		r.ThinksToken = o.ThinksToken
	}
	return r, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// seen is an address as it is seen from where own is what this machine is called.
func seen(address, own string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = own
	}
	return "http://" + net.JoinHostPort(host, port), nil
}
