package cli

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ludens/config"
	"ludens/internal/bounded"
)

// hangs is a command whose work takes no notice of anything.
type hangs struct {
	config.Common
	Hang hanging `cmd:"" help:"Hangs."`
}

type hanging struct{}

func (hanging) Run(env *Env) error {
	fmt.Fprintln(env.Stdout, "begun")
	<-env.Context.Done()
	fmt.Fprintln(env.Stdout, "told")
	select {}
}

// reads is a command that reads a pipe to which nobody writes.
type reads struct {
	config.Common
	Read reading `cmd:"" help:"Reads."`
}

type reading struct {
	Pipe string `arg:""`
}

func (r reading) Run(env *Env) error {
	fmt.Fprintln(env.Stdout, "begun")
	_, err := bounded.ReadFile(r.Pipe, 1000)
	return err
}

// readVariable names the pipe of the process that reads.
const readVariable = "LUDENS_CLI_READS"

// The first Ctrl-C ends a command that waits for somebody to write to a pipe, be it that
// nobody has opened it or that nobody says anything.
func TestInterruptedReading(t *testing.T) {
	if pipe := os.Getenv(readVariable); pipe != "" {
		var g reads
		os.Exit(Run(config.Program{Name: "prog", Grammar: &g}, &g.Common, []string{"read", pipe}))
	}
	for _, open := range []bool{false, true} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		if open {
			f, err := os.OpenFile(pipe, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestInterruptedReading$")
		cmd.Env = append(os.Environ(), readVariable+"="+pipe)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if lines := bufio.NewScanner(out); !lines.Scan() || lines.Text() != "begun" {
			t.Errorf("the command says %q", lines.Text())
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		killed := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		killed.Stop()
		if code := cmd.ProcessState.ExitCode(); code != Interrupted {
			t.Errorf("opened by somebody %t: the command ended with %d (%v), want %d", open, code, cmd.ProcessState, Interrupted)
		}
	}
}

// hangVariable marks the process that hangs.
const hangVariable = "LUDENS_CLI_HANGS"

// A second Ctrl-C ends a command at once although its work does not end.
func TestSecondInterrupt(t *testing.T) {
	if os.Getenv(hangVariable) != "" {
		var g hangs
		os.Exit(Run(config.Program{Name: "prog", Grammar: &g}, &g.Common, []string{"hang"}))
	}
	for _, sign := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSecondInterrupt$")
		cmd.Env = append(os.Environ(), hangVariable+"=1")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for i, want := range []string{"begun", "told"} {
			if !lines.Scan() || lines.Text() != want {
				_ = cmd.Process.Kill()
				t.Fatalf("%v: the command says %q, want %q", sign, lines.Text(), want)
			}
			if i == 0 {
				if err := cmd.Process.Signal(sign); err != nil {
					t.Fatal(err)
				}
			}
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }() // waited for below
		again := time.NewTicker(10 * time.Millisecond)
		defer again.Stop()
		for waits, tries := true, 0; waits; {
			select {
			case <-ended:
				waits = false
			case <-again.C: // the work may hear of the first before the second counts
				if tries++; tries == 6000 {
					t.Errorf("%v: the command goes on after a minute of signals", sign)
					_ = cmd.Process.Kill()
				}
				_ = cmd.Process.Signal(sign)
			}
		}
		if how, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !how.Signaled() || how.Signal() != sign {
			t.Errorf("%v: the command ended by %v", sign, cmd.ProcessState)
		}
	}
}
