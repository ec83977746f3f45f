package check

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/expand"
)

// TestFormKeys compares the forms met in the corpus with Ludii's table of them:
// each must be in it, in no more games than it says, and in the game that it
// gives as an example.
func TestFormKeys(t *testing.T) {
	if step() > 1 {
		t.Log("a sample only; LUDENS_ALL takes the whole corpus")
	}
	f, err := os.Open(sharedtest.Path(t, "conformance", "ludii", "ludeme-frequency.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type row struct {
		games   int
		example string
	}
	table := map[string]row{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if n, err := strconv.Atoi(fields[2]); err == nil {
			table[fields[0]] = row{n, fields[4]}
		}
	}
	possible := map[string]bool{}
	for _, form := range Forms() {
		for _, k := range form.Keys() {
			possible[k] = true
		}
	}
	for _, k := range sortedKeys(table) {
		if !possible[k] {
			t.Errorf("%q is the key of no form", k)
		}
	}
	met, first := map[string]int{}, map[string]string{}
	in := map[string]map[string]bool{} // by path
	corpus(t, step(), func(path string, d *expand.Description) {
		term, findings := Check(d.Root, Limits{})
		if len(findings) > 0 {
			t.Error(findings)
		}
		keys := map[string]bool{}
		term.Walk(func(t *Term) { keys[FormKey(t)] = true })
		delete(keys, "")
		for k := range keys {
			if met[k]++; met[k] == 1 {
				first[k] = path
			}
		}
		in[path] = keys
	})
	for _, k := range sortedKeys(met) {
		if !possible[k] {
			t.Errorf("%q is none of its form's keys", k)
		}
		if _, ok := table[k]; !ok {
			t.Errorf("%q, in %d games such as %s, is not in the table", k, met[k], first[k])
		} else if met[k] > table[k].games {
			t.Errorf("%q is in %d games, the table has %d", k, met[k], table[k].games)
		}
	}
	for _, k := range sortedKeys(table) {
		if keys := in[table[k].example]; keys != nil && !keys[k] {
			t.Errorf("%q is not in %s", k, table[k].example)
		}
	}
	var unmet []string
	for _, k := range sortedKeys(table) {
		if met[k] == 0 {
			unmet = append(unmet, k)
		}
	}
	t.Logf("%d forms met of %d; not met: %q", len(met), len(table), unmet)
}
