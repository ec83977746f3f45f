// Package scripts runs the script tests of both commands: it gives every script
// a home of its own, so that nobody's games, matches or options are touched, and
// the command "json". It is for tests only and knows neither command.
package scripts

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Command is a further command of the scripts.
type Command = func(ts *testscript.TestScript, neg bool, args []string)

// Run runs the scripts below testdata/script. Besides the commands given, "json
// KEY…" succeeds if every line of stdout is a JSON object with these keys, and
// there is one.
func Run(t *testing.T, commands map[string]Command) {
	t.Helper()
	all := map[string]Command{"json": jsonKeys}
	for name, c := range commands {
		all[name] = c
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			for _, v := range []string{"CONFIG", "DATA", "CACHE"} {
				env.Setenv("XDG_"+v+"_HOME", filepath.Join(home, strings.ToLower(v)))
			}
			env.Setenv("HOME", home)
			return nil
		},
		Cmds:                all,
		RequireExplicitExec: true,
	})
}

func jsonKeys(ts *testscript.TestScript, neg bool, args []string) {
	lines := 0
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		lines++
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
	if lines == 0 {
		ts.Fatalf("stdout is empty")
	}
}
