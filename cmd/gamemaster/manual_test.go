package main

import (
	"testing"

	"ludens/cmd/internal/declared"
	"ludens/config"
)

func TestManual(t *testing.T) {
	p, c := program()
	declared.Manual(t, p, c.Manual)
}

func TestPackaged(t *testing.T) {
	declared.Packaged(t, func() config.Program { p, _ := program(); return p })
}
