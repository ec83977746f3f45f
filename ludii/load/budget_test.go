package load_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludens/game"
	"ludens/internal/sharedtest"
	board "ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// A job is a description that a process of its own loads and plays a little, so
// that its memory is known and nothing of what it does can end the test.
type job struct {
	Path    string // of the description; else Text is
	Text    string // the description
	Defs    string // directory of definition files, empty for none
	Plies   int    // random plies after loading
	Seconds int    // the process is ended after them, 60 if 0
}

// A cost is what a job took.
type cost struct {
	Load, CPU, Reset, Step float64 // seconds: until there is a program; and the processor's, for that, to the first position, of the slowest step
	MiB                    float64 // at most resident
	Plies                  int
	Findings               string // the first of them, empty if there is a program
	Fault                  string // of the machine
	Died                   string // of the process
}

// childVariable marks the process that does a job, which comes on its input.
const childVariable = "LUDENS_LOAD_JOB"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		child()
		return
	}
	os.Exit(m.Run())
}

func child() {
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	debug.SetTraceback("single")
	// What takes more than all has gone wrong; the machine goes on.
	syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 3 << 30, Max: 3 << 30}) //nolint:errcheck // then without
	c, err := do(j)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	json.NewEncoder(os.Stdout).Encode(c) //nolint:errcheck // the parent sees that nothing came
}

func do(j job) (c cost, err error) {
	var o load.Options
	if j.Defs != "" {
		o.Expand.Library, _, err = expand.ReadLibrary(os.DirFS(j.Defs), parse.Limits{})
		if err != nil {
			return c, err
		}
	}
	if j.Path != "" {
		raw, err := os.ReadFile(j.Path)
		if err != nil {
			return c, err
		}
		j.Text = string(raw)
	}
	cpu, start := processor(), time.Now()
	g, findings := load.Text(filepath.Base(j.Path), j.Text, o)
	c.Load, c.CPU = time.Since(start).Seconds(), processor()-cpu
	defer func() { c.MiB = mostResident() }()
	if g.Program == nil {
		c.Findings = "no program and no finding"
		if len(findings) > 0 {
			c.Findings = findings[0].String()
		}
		return c, nil
	}
	cpu = processor()
	m := board.NewGame(g.Program, "").NewMachine()
	c.Reset = processor() - cpu
	play(m, j.Plies, func() { cpu = processor() }, func() {
		c.Plies++
		c.Step = max(c.Step, processor()-cpu)
	})
	if err := m.Err(); err != nil {
		c.Fault = err.Error()
	}
	return c, nil
}

// play makes random moves, and calls the functions before and after each.
func play(m game.Machine, plies int, before, after func()) {
	rng := rand.New(rand.NewPCG(1, 2))
	f := m.Game().Facts()
	joint := make([]game.Move, len(f.Seats))
	var legal []game.Move
	for i := 0; i < plies && !m.Terminal(); i++ {
		before()
		for seat := range joint {
			legal = m.Legal(seat, legal)
			joint[seat] = legal[rng.IntN(len(legal))]
		}
		m.Step(joint)
		after()
	}
}

// processor is the processor time of this process in seconds.
func processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// mostResident is the most memory that this process has had, in MiB.
func mostResident() float64 {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(raw), "VmHWM:")
	kib, _ := strconv.ParseFloat(strings.Fields(after + " 0")[0], 64)
	return kib / 1024
}

// inProcess does a job in a process of its own.
func inProcess(t *testing.T, j job) (c cost) {
	t.Helper()
	in, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=1")
	cmd.Stdin = bytes.NewReader(in)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &limited{w: &log}
	if j.Seconds == 0 {
		j.Seconds = 60
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(time.Duration(j.Seconds)*time.Second, func() { cmd.Process.Kill() }) //nolint:errcheck // it may have ended
	defer end.Stop()
	if err := cmd.Wait(); err != nil {
		c.Died = fmt.Sprintf("%v: %s", err, log.String())
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			c.MiB = float64(u.Maxrss) / 1024
		}
		return c
	}
	if err := json.Unmarshal(out.Bytes(), &c); err != nil {
		c.Died = err.Error()
	}
	return c
}

// limited keeps the beginning of what is written.
type limited struct{ w *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := 2000 - l.w.Len(); room > 0 {
		l.w.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

var _ io.Writer = (*limited)(nil)

// TestBudget loads descriptions of the corpus, each in a process of its own:
// under a second of the processor in the median, ten at most, under 512 MiB. By default every
// fortieth, with LUDENS_ALL set all of them.
func TestBudget(t *testing.T) {
	root := sharedtest.Path(t, "corpus", "ludii")
	list, err := os.ReadFile(sharedtest.Path(t, "conformance", "ludii", "games.tsv"))
	if err != nil {
		t.Skip(err)
	}
	step := 40
	if os.Getenv("LUDENS_ALL") != "" {
		step = 1
	}
	type measured struct {
		path string
		cost
	}
	var all []measured
	for i, l := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		if i == 0 || i%step != 0 {
			continue
		}
		path, _, _ := strings.Cut(l, "\t")
		c := inProcess(t, job{Path: filepath.Join(root, "lud", path), Defs: filepath.Join(root, "def"), Seconds: 600})
		if c.Died != "" {
			t.Errorf("%s: %s", path, c.Died)
		}
		if c.CPU > 10 || c.MiB >= 512 {
			t.Errorf("%s: %.2f s, %.0f MiB", path, c.Load, c.MiB)
		}
		all = append(all, measured{path, c})
	}
	for _, by := range []struct {
		name string
		of   func(m measured) float64
	}{
		{"loading, s", func(m measured) float64 { return m.Load }},
		{"its processor time, s", func(m measured) float64 { return m.CPU }},
		{"to the first position, s", func(m measured) float64 { return m.Reset }},
		{"memory, MiB", func(m measured) float64 { return m.MiB }},
	} {
		slices.SortFunc(all, func(a, b measured) int {
			return -strings.Compare(fmt.Sprintf("%020.6f", by.of(a)), fmt.Sprintf("%020.6f", by.of(b)))
		})
		var sum float64
		for _, m := range all {
			sum += by.of(m)
		}
		median := by.of(all[len(all)/2])
		t.Logf("%s: median %.3f, mean %.3f, most %.3f, of %d", by.name, median, sum/float64(len(all)), by.of(all[0]), len(all))
		for _, m := range all[:min(10, len(all))] {
			t.Logf("  %8.3f  %s %s", by.of(m), m.path, m.Findings)
		}
	}
	refused := 0
	for _, m := range all {
		if m.Findings != "" {
			refused++
		}
	}
	t.Logf("%d refused", refused)
	slices.SortFunc(all, func(a, b measured) int { return cmp.Compare(a.CPU, b.CPU) })
	if median := all[len(all)/2].CPU; median > 1 {
		t.Errorf("the median is %.2f s of the processor", median)
	}
}
