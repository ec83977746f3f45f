package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/cmd/internal/scripts"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gamemaster": main, "fetch": fetch})
}

// fetch is a program for scripts: it prints the path, status and body of what a URL
// gives.
func fetch() {
	res, err := http.Get(os.Args[1])
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
		"player": func(ts *testscript.TestScript, _ bool, _ []string) {
			ts.Check(built())
			ts.Setenv("PATH", dir+string(filepath.ListSeparator)+ts.Getenv("PATH"))
		},
	})
}
