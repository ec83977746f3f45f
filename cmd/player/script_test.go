package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludens/cmd/internal/scripts"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"player": main})
}

// TestScripts runs the command as its users do.
func TestScripts(t *testing.T) { scripts.Run(t, nil) }
