package main

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/mcts"
	"ludens/config"
	"ludens/ggp/server"
	"ludens/internal/hostile"
)

// Every message of the table is answered as is wanted of a player that plays nothing,
// from socket to engine.
func TestHostileMessages(t *testing.T) {
	c := serveCommand{Name: "Ludens", Agent: "legal", Engine: config.Engine{BuildTime: time.Minute, BuildMemory: 1 << 30}}
	s, _, err := c.session(mcts.Options{}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	srv, err := server.Listen("127.0.0.1:0", server.Config{}, handler{s})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve() }()
	client := http.Client{Timeout: time.Minute}
	for _, r := range hostile.Rows(hostile.Message) {
		text := r.Text()
		resp, err := client.Post("http://"+srv.Addr().String(), "text/acl", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || !regexp.MustCompile(r.Want).Match(answer) {
			t.Errorf("%s: %.200q, %v; want %s", r.Name, answer, err, r.Want)
		}
		if i := s.Info(); i.Busy {
			s.Abort(i.Match)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, err := range []error{s.Close(ctx), srv.Shutdown(ctx), <-served} {
		if err != nil {
			t.Error(err)
		}
	}
}

// Every conversation of the table goes as it is wanted to, with clocks that no machine is too
// busy for: this player needs no time.
func TestHostileConversations(t *testing.T) {
	for _, r := range hostile.Rows(hostile.Conversation) {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			if _, wrong := talk(listen(t), r.Text(), 600); len(wrong) > 0 {
				t.Error(strings.Join(wrong, "\n"))
			}
		})
	}
}

// The role of a description is found however it is written, but not in a comment.
func TestGDLRole(t *testing.T) {
	for text, want := range map[string]string{
		"(role red)\n(role blue)":        "red",
		"; (role none)\n( ROLE  Red )":   "Red",
		"(init (role))(role\n  x)":       "x",
		"(<= (role (r ?x)) (d ?x))(p a)": "",
	} {
		got := ""
		if m := gdlRole.FindStringSubmatch(text); m != nil {
			got = m[1]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
