package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
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
// other program into PATH, and "json KEY…" succeeds if every line of stdout is an
// object with these keys.
func TestScripts(t *testing.T) {
	dir := t.TempDir() // scripts are parallel subtests and done before it goes
	built := sync.OnceValue(func() error { return buildPlayer(dir) })
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			for _, v := range []string{"CONFIG", "DATA", "CACHE"} {
				env.Setenv("XDG_"+v+"_HOME", filepath.Join(env.WorkDir, "home", strings.ToLower(v)))
			}
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"player": func(ts *testscript.TestScript, _ bool, _ []string) {
				ts.Check(built())
				ts.Setenv("PATH", dir+string(filepath.ListSeparator)+ts.Getenv("PATH"))
			},
			"json": jsonKeys,
		},
		RequireExplicitExec: true,
	})
}

func jsonKeys(ts *testscript.TestScript, neg bool, args []string) {
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var object map[string]any
		err := json.Unmarshal([]byte(line), &object)
		ok := err == nil
		for _, key := range args {
			_, has := object[key]
			ok = ok && has
		}
		if ok == neg {
			ts.Fatalf("line of stdout with keys %v: %v: %s", args, !neg, line)
		}
	}
}
