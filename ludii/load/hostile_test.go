package load_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"ludens/internal/hostile"
)

// A hostile description costs no more than the budget: the process' processor
// seconds until there is a program or a finding, those of a step, and memory.
const (
	hostileLoad = 4.0 // s; about half of it where nothing else runs
	hostileStep = 20.0
	hostileMiB  = 512
)

// hostiles are the descriptions of the table.
func hostiles() []hostile.Row { return hostile.Rows(hostile.RulesLudeme) }

// TestHostile: every hostile description ends in findings or in a fault, or can
// be played, within the budget and without a panic. Every ninth is tried here, all
// of them, which takes minutes, with LUDENS_ALL; LUDENS_HOSTILE holds a regular
// expression of those to look at.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each of some 300 descriptions")
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_HOSTILE"))
	all := os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_HOSTILE") != ""
	for i, h := range hostiles() {
		if !only.MatchString(h.Name) || !all && i%9 != 0 {
			continue
		}
		t.Run(h.Name, func(t *testing.T) {
			c := inProcess(t, job{Text: h.Text(), Plies: 3, Seconds: 600})
			t.Logf("load %.2f s (processor %.2f s), first %.2f s, step %.2f s, %.0f MiB, %d plies: %.300s %.300s",
				c.Load, c.CPU, c.Reset, c.Step, c.MiB, c.Plies, c.Findings, c.Fault)
			switch {
			case c.Died != "":
				t.Errorf("%.0f MiB: %s", c.MiB, c.Died)
			case strings.Contains(c.Findings, "could not be lowered"), strings.Contains(c.Fault, "internal error"):
				t.Error("a panic")
			case c.CPU > hostileLoad, c.Reset > hostileStep, c.Step > hostileStep, c.MiB > hostileMiB:
				t.Error("over the budget")
			case h.Want != "" && !regexp.MustCompile(h.Want).MatchString(c.Findings+c.Fault):
				t.Errorf("no %q", h.Want)
			}
		})
	}
}
