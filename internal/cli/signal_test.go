package cli

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"ludens/config"
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
