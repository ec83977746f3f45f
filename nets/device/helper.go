package device

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/nets/device/wire"
	"ludens/nets/train"
)

// How the helper is started: by this argument, with two pipes as these files.
const (
	WorkerArgument = "device-worker"
	WorkerIn       = 3
	WorkerOut      = 4
)

// Asked says whether a program was started to be the helper; then it has to be
// nets/device/worker, and nothing else.
func Asked(args []string) bool { return len(args) == 2 && args[1] == WorkerArgument }

// helper is the process that has the device.
type helper struct {
	cmd     *exec.Cmd
	conn    *wire.Conn
	pipes   []*os.File
	said    tail          // what it printed last
	ended   chan struct{} // closed when it was reaped
	reading sync.WaitGroup

	mu      sync.Mutex
	last    uint32
	waiting map[uint32]chan *wire.Message
	over    error // why nothing can be asked any more
	unused  []int // handles to be released with the next request
}

// start starts the helper with more in its environment.
func start(command, environment []string) (*helper, error) {
	var cmd *exec.Cmd
	if len(command) > 0 {
		cmd = exec.Command(command[0], command[1:]...)
	} else {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program: %w", err)
		}
		cmd = exec.Command(self, WorkerArgument)
		cmd.Args[0] = os.Args[0]
	}
	in, requests, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), requests.Close())
	}
	h := &helper{
		cmd: cmd, conn: wire.New(answers, requests), pipes: []*os.File{requests, answers},
		ended: make(chan struct{}), waiting: map[uint32]chan *wire.Message{},
	}
	cmd.ExtraFiles = []*os.File{in, out}
	cmd.Stdout, cmd.Stderr = &h.said, &h.said
	cmd.WaitDelay = time.Second
	// Nothing is downloaded, whatever the libraries would like; what they print is not to be a novel.
	cmd.Env = append(os.Environ(), "GOMLX_NO_AUTO_INSTALL=1", "TF_CPP_MIN_LOG_LEVEL=3")
	cmd.Env = append(cmd.Env, environment...)
	for _, f := range h.pipes {
		roomy(f)
	}
	err = cmd.Start()
	_, _ = in.Close(), out.Close()
	if err != nil {
		h.shut()
		return nil, fmt.Errorf("start the helper: %w", err)
	}
	h.reading.Go(func() {
		err := cmd.Wait()
		h.end(gone(fmt.Sprintf("the helper process ended (%s)%s", how(err), h.said.last())))
		close(h.ended) // now read, which has seen the end of the answers, may say so: it comes second
	})
	h.reading.Go(h.read)
	return h, nil
}

// gone is why nothing can be asked any more of a helper that has ended by itself.
type gone string

func (g gone) Error() string { return string(g) }

func how(err error) string {
	if err == nil {
		return "without a word"
	}
	return err.Error()
}

// read hands answers to those who wait.
func (h *helper) read() {
	for {
		m, err := h.conn.Receive()
		if err != nil {
			// Its end says more than the end of its answers.
			select {
			case <-h.ended:
			case <-time.After(time.Second):
			}
			h.end(fmt.Errorf("its answers ended: %w", err))
			return
		}
		h.mu.Lock()
		to := h.waiting[m.ID]
		delete(h.waiting, m.ID)
		h.mu.Unlock()
		if to != nil {
			to <- m
		}
	}
}

// ask sends a request and waits for the answer, or the end of the helper.
func (h *helper) ask(m *wire.Message) (*wire.Message, error) {
	to := make(chan *wire.Message, 1)
	h.mu.Lock()
	if h.over != nil {
		h.mu.Unlock()
		return nil, h.over
	}
	unused := h.unused
	h.unused = nil
	var list []*wire.Message
	for _, handle := range unused { // nobody waits for these answers
		r := &wire.Message{Name: wire.Release}
		_ = r.Put(wire.Handle{Handle: handle})
		list = append(list, r)
	}
	list = append(list, m)
	for _, x := range list {
		h.last++
		x.ID = h.last
	}
	h.waiting[m.ID] = to
	h.mu.Unlock()
	for _, x := range list {
		if err := h.conn.Send(x); err != nil {
			h.end(fmt.Errorf("it does not listen: %w", err))
			break
		}
	}
	reply, ok := <-to
	if !ok {
		h.mu.Lock()
		defer h.mu.Unlock()
		return nil, h.over
	}
	if reply.Name == wire.Failed {
		var f wire.Failure
		if err := reply.Get(&f); err != nil {
			return nil, err
		}
		if f.Diverged {
			return nil, train.ErrDiverged
		}
		return nil, refusal(shorten(f.Why))
	}
	return reply, nil
}

// shorten keeps a sentence of what a library says.
func shorten(s string) string {
	const most = 300
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// release has a handle released with the next request.
func (h *helper) release(handle int) {
	h.mu.Lock()
	h.unused = append(h.unused, handle)
	h.mu.Unlock()
}

// end ends the helper for a reason; the first one counts.
func (h *helper) end(why error) {
	h.mu.Lock()
	if h.over == nil {
		h.over = why
	}
	waiting := h.waiting
	h.waiting = map[uint32]chan *wire.Message{}
	h.mu.Unlock()
	h.kill()
	for _, to := range waiting {
		close(to)
	}
}

// kill ends the process, whatever it is doing.
func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	h.shut()
}

// shut closes the pipes, which ends who reads and writes here.
func (h *helper) shut() {
	for _, f := range h.pipes {
		_ = f.Close()
	}
}

// wait waits for the end after kill. A process that a driver holds in the kernel is left.
func (h *helper) wait() {
	done := make(chan struct{})
	go func() { h.reading.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
	}
}

// tail keeps the last of what is written, and the line with which Go begins to tell of a crash:
// pages about goroutines follow it.
type tail struct {
	mu    sync.Mutex
	b     []byte
	crash string
}

// crashes begin so.
var crashes = [][]byte{[]byte("SIG"), []byte("fatal error: "), []byte("panic: ")}

func (t *tail) Write(p []byte) (int, error) {
	const most = 2 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	for line := range bytes.Lines(t.b) {
		whole := line[len(line)-1] == '\n'
		if t.crash == "" && whole && slices.ContainsFunc(crashes, func(c []byte) bool { return bytes.HasPrefix(line, c) }) {
			t.crash = string(bytes.TrimSpace(line))
		}
	}
	if len(t.b) > most {
		t.b = append([]byte(nil), t.b[len(t.b)-most:]...)
	}
	return len(p), nil
}

// last is the first line of what was written that says anything, for a sentence: of a crash, or
// else of what is kept.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.crash != "" {
		return ": " + shorten(t.crash)
	}
	for line := range bytes.Lines(t.b) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return ": " + shorten(string(line))
		}
	}
	return ""
}
