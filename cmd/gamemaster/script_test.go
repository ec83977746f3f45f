package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/cmd/internal/scripts"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gamemaster": main, "fetch": fetch})
}

// fetch is a program for scripts: it prints the path, status and body of what a URL
// gives. "fetch URL BODY KEY" posts JSON, with the key of a seat, if there is one.
func fetch() {
	method, body, key := http.MethodGet, "", ""
	switch {
	case len(os.Args) > 3:
		key = os.Args[3]
		fallthrough
	case len(os.Args) > 2:
		method, body = http.MethodPost, os.Args[2]
	}
	req, err := http.NewRequest(method, os.Args[1], strings.NewReader(body))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if req.Header.Set("X-Ludens-Key", key); body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer res.Body.Close()
	fmt.Println(res.Request.URL.Path, res.StatusCode)
	if _, err := io.Copy(os.Stdout, res.Body); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println()
}

// rogue is the script command "rogue NAME": a player whose answers are commands to a
// terminal, at the address that the variable NAME then has.
func rogue(ts *testscript.TestScript, _ bool, args []string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { ln.Close() })
	ts.Setenv(args[0], "http://"+ln.Addr().String())
	go func() { // ends with the listener
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			head := make([]byte, 64<<10)
			n, _ := c.Read(head)
			answer := "\x1b]0;owned\a\x1b[2J\r\n 99. red wins\x07"
			if strings.Contains(string(head[:n]), "INFO") {
				answer = "((name \x1b[31mNice\u009b1A) (status \u202eeerf))"
			}
			fmt.Fprintf(c, "HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(answer), answer)
			c.Close()
		}
	}()
}

// spectators is the script command "spectators NAME": a spectator server at the address
// that the variable NAME then has, which keeps the last record of each match as
// published/ID.json.
func spectators(ts *testscript.TestScript, _ bool, args []string) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	dir := ts.MkAbs("published")
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Setenv(args[0], "http://"+ln.Addr().String())
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var j struct {
			MatchID string `json:"matchId"`
		}
		data := r.PostFormValue("DATA")
		if len(r.PostFormValue("AUTH")) != 12 || json.Unmarshal([]byte(data), &j) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(j.MatchID)+".json"), []byte(data), 0o644); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "key-of-%s\n", j.MatchID)
	})}
	ts.Defer(func() { srv.Close() })
	go func() { _ = srv.Serve(ln) }() // ends with Close
}

// buildPlayer builds the other program into a directory.
func buildPlayer(dir string) error {
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "player"), "ludens/cmd/player").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the player: %w\n%s", err, out)
	}
	return nil
}

// TestScripts runs the command as its users do. In a script, "player" puts the
// other program into PATH.
func TestScripts(t *testing.T) {
	dir := t.TempDir() // scripts are parallel subtests and done before it goes
	built := sync.OnceValue(func() error { return buildPlayer(dir) })
	scripts.Run(t, map[string]scripts.Command{
		"rogue":      rogue,
		"spectators": spectators,
		"player": func(ts *testscript.TestScript, _ bool, _ []string) {
			ts.Check(built())
			ts.Setenv("PATH", dir+string(filepath.ListSeparator)+ts.Getenv("PATH"))
		},
	})
}
