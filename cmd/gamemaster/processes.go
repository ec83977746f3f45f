package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ludens/internal/cli"
)

// playerProcess is a player of our own in another process.
type playerProcess struct {
	Name string
	Addr string // host:port
	cmd  *exec.Cmd
	hold io.Closer // the process ends when this does
	done chan struct{}
	err  error // of the process; valid when done is closed
}

// findPlayer finds the player program: beside this one, else in PATH.
func findPlayer() (string, error) {
	if self, err := os.Executable(); err == nil {
		path := filepath.Join(filepath.Dir(self), "player")
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
	}
	path, err := exec.LookPath("player")
	if err != nil {
		return "", fmt.Errorf("find the player program: it is neither beside this one nor in PATH (build both with \"make build\")")
	}
	return path, nil
}

// startPlayer starts "player serve" on a free loopback port and waits until it
// listens. Stop must be called. Should this process die, the player sees its
// standard input end and stops as well.
func startPlayer(ctx context.Context, env *cli.Env, program, name string, args ...string) (*playerProcess, error) {
	fail := func(err error) (*playerProcess, error) {
		return nil, fmt.Errorf("start player %s: %w", name, err)
	}
	cmd := exec.Command(program, append([]string{"serve", "--address", "127.0.0.1", "--port", "0", "--name", name, "--until-eof"}, args...)...)
	cmd.Stderr = env.Stderr
	// Out of the terminal's reach: an interrupt is for the gamemaster, which
	// tells its players itself.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	hold, err := cmd.StdinPipe()
	if err != nil {
		return fail(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fail(err)
	}
	if err := cmd.Start(); err != nil {
		return fail(err)
	}
	p := &playerProcess{Name: name, cmd: cmd, hold: hold, done: make(chan struct{})}
	address := make(chan string, 1)
	go func() { // ends with the process
		defer close(p.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if _, addr, ok := strings.Cut(lines.Text(), "http://"); ok {
				select {
				case address <- strings.TrimSpace(addr):
				default:
				}
			}
		}
		p.err = cmd.Wait()
	}()
	const patience = 20 * time.Second
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case p.Addr = <-address:
		return p, nil
	case <-p.done:
		if p.err == nil {
			p.err = errors.New("it ended without a word")
		}
		return fail(p.err)
	case <-timer.C:
		p.Stop()
		return fail(fmt.Errorf("it does not listen after %v", patience))
	case <-ctx.Done():
		p.Stop()
		return fail(ctx.Err())
	}
}

// Stop asks the process to end, and makes it after a while.
func (p *playerProcess) Stop() {
	_ = p.hold.Close() // it may be gone already
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(5 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// busyCommand keeps one processor busy until its standard input ends; "bench
// play" runs several of them beside the player.
type busyCommand struct{}

// Run is busy.
func (*busyCommand) Run(env *cli.Env) error {
	var ended atomic.Bool
	go func() { // ends with the input, and the process with it
		_, _ = io.Copy(io.Discard, env.Stdin)
		ended.Store(true)
	}()
	for x := uint64(1); ; {
		for range 1 << 20 {
			x = x*6364136223846793005 + 1442695040888963407
		}
		if ended.Load() || env.Context.Err() != nil {
			return nil
		}
	}
}

// keepBusy starts n processes that do nothing but use up processors (n < 0: one
// per processor) and returns how many there are and what ends them.
func keepBusy(n int) (int, func(), error) {
	if n < 0 {
		n = runtime.NumCPU()
	}
	self, err := os.Executable()
	if err != nil {
		return 0, nil, fmt.Errorf("start busy processes: %w", err)
	}
	var cmds []*exec.Cmd
	var holds []io.Closer
	stop := func() {
		for _, h := range holds {
			_ = h.Close()
		}
		for _, c := range cmds {
			_ = c.Wait()
		}
	}
	for i := range n {
		c := exec.Command(self, "busy")
		c.Env = append(os.Environ(), "GOMAXPROCS=2")
		hold, err := c.StdinPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			stop()
			return 0, nil, fmt.Errorf("start busy process %d: %w", i+1, err)
		}
		cmds, holds = append(cmds, c), append(holds, hold)
	}
	return n, stop, nil
}
