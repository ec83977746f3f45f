package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"player": main})
}

// TestScripts runs the command as its users do. "json KEY…" succeeds if every
// line of stdout is an object with these keys.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			for _, v := range []string{"CONFIG", "DATA", "CACHE"} {
				env.Setenv("XDG_"+v+"_HOME", filepath.Join(env.WorkDir, "home", strings.ToLower(v)))
			}
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			return nil
		},
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"json": jsonKeys},
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
