package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/cmd/internal/scripts"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gamemaster": main})
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
