package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/mcts"
	"ludens/config"
	"ludens/ggp/server"
)

// Heads of requests, as recorded from the servers (LENGTH is the body's).
var heads = map[string]string{
	"ggp-base": "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: Ludens\r\n" +
		"Content-Type: text/acl\r\nContent-Length: LENGTH\r\n\r\n",
	"dresden": "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: localhost\r\n" +
		"Content-type: text/acl\r\nContent-length: LENGTH\r\n\r\n",
}

// responseHead is the head of every answer.
const responseHead = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: %d\r\n" +
	"Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n" +
	"Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Age: 86400\r\n\r\n"

// TestConversations holds the player, from socket to engine, against scripts of
// whole conversations, one per server dialect. In a script "head NAME" chooses
// the request head, "> " begins a message (continued by lines that begin with a
// blank), "get " one in the path, and "< " is the answer, byte for byte. What the
// player decides is fixed: it takes the first legal move.
func TestConversations(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("testdata", "conversations", "*.txt"))
	if err != nil || len(scripts) < 3 {
		t.Fatalf("scripts %v, %v", scripts, err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			converse(t, listen(t), string(text))
		})
	}
}

// listen starts a player and gives its address.
func listen(t *testing.T) string {
	t.Helper()
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
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for _, err := range []error{s.Close(ctx), srv.Shutdown(ctx), <-served} {
			if err != nil {
				t.Error(err)
			}
		}
	})
	return srv.Addr().String()
}

func converse(t *testing.T, addr, script string) {
	t.Helper()
	head, message := "", ""
	exchanges := 0
	for i, line := range strings.Split(script, "\n") {
		switch word, rest, _ := strings.Cut(line, " "); {
		case line == "" || word == "#":
		case word == "head":
			if head = heads[rest]; head == "" {
				t.Fatalf("line %d: no head %q", i+1, rest)
			}
		case word == ">":
			message = strings.ReplaceAll(head, "LENGTH", fmt.Sprint(len(rest))) + rest
		case word == "":
			_, body, _ := strings.Cut(message, "\r\n\r\n")
			body += "\n" + rest
			message = strings.ReplaceAll(head, "LENGTH", fmt.Sprint(len(body))) + body
		case word == "get":
			message = "GET /" + url.PathEscape(rest) + " HTTP/1.0\r\n\r\n"
		case word == "<":
			want := fmt.Sprintf(responseHead, len(rest)) + rest
			if got := exchange(t, addr, message); got != want {
				t.Fatalf("line %d: to\n%s\nthe answer is\n%q, want\n%q", i+1, message, got, want)
			}
			exchanges++
		default:
			t.Fatalf("line %d: cannot read %q", i+1, line)
		}
	}
	if exchanges == 0 {
		t.Fatal("the script holds no exchange")
	}
}

// exchange sends bytes and reads until the player closes, as Dresden's server does.
func exchange(t *testing.T, addr, message string) string {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, message); err != nil {
		t.Fatal(err)
	}
	var answer bytes.Buffer
	if _, err := io.Copy(&answer, conn); err != nil {
		t.Fatalf("the connection was not closed after %q: %v", answer.String(), err)
	}
	return answer.String()
}
