// Package devicetest makes PJRT plugins that are no good, each in a way of its own, for tests
// of those who have to go on without. It promises nothing but that; programs do not import it.
// Neighbours: nets/device finds out what is wrong with them.
package devicetest

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Kind is the way in which a plugin is no good.
type Kind int

// The kinds, as stub.c.txt numbers them.
const (
	Outdated Kind = 1 + iota // of another time
	Hanging                  // never comes back from the first call
	Crashing                 // takes its process with it
	Refusing                 // has nothing to drive, and says so
	Empty                    // offers no interface
	Sleeping                 // loads, and hangs when it is to open the card
	Picky                    // refuses, but crashes for flags of the compiler that it does not know
)

// The name keeps it out of the package, of which it is no part.
//
//go:embed stub.c.txt
var source []byte

// Stub builds a plugin and gives its path. It needs gcc, and the header of the interface, which
// go-xla has; without, the test is skipped.
func Stub(t testing.TB, k Kind) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc")
	}
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gomlx/go-xla").Output()
	if err != nil {
		t.Skipf("the header of PJRT was not found: %v", err)
	}
	dir := t.TempDir()
	file, lib := filepath.Join(dir, "stub.c"), filepath.Join(dir, "stub.so")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command(gcc, "-shared", "-fPIC", fmt.Sprintf("-DKIND=%d", k), "-I", filepath.Join(strings.TrimSpace(string(module)), "pjrt"), "-o", lib, file)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the stub: %v\n%s", err, out)
	}
	return lib
}
