package server

import (
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
)

// wire is the raw side of a connection: whether something lies there that nobody
// has read yet, and whether the peer is still there, which net.Conn does not tell.
// Without a socket below (in tests) there is only what the reader knows.
type wire struct {
	raw  syscall.RawConn
	look sync.Mutex
	idle bool // the reader waits, since nothing was there; guarded by look
}

func newWire(nc net.Conn) wire {
	sc, ok := nc.(syscall.Conn)
	if !ok {
		return wire{}
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return wire{}
	}
	return wire{raw: raw}
}

// read reads as nc does and notes whether it had to wait. Reading and noting are
// one step for silent, so that what has just been read never looks like nothing.
func (w *wire) read(nc net.Conn, p []byte) (n int, err error) {
	if w.raw == nil {
		w.note(true)
		n, err = nc.Read(p)
		w.note(false)
		return n, err
	}
	if len(p) == 0 {
		return 0, nil
	}
	var failed error
	err = w.raw.Read(func(fd uintptr) bool {
		w.look.Lock()
		defer w.look.Unlock()
		n, failed = again(func() (int, error) { return syscall.Read(int(fd), p) })
		w.idle = errors.Is(failed, syscall.EAGAIN)
		return !w.idle
	})
	switch {
	case err != nil:
		w.note(false)
		return 0, err
	case failed != nil:
		return 0, failed
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (w *wire) note(idle bool) {
	w.look.Lock()
	defer w.look.Unlock()
	w.idle = idle
}

// silent reports whether the reader waits and nothing is there to be read.
func (w *wire) silent() bool {
	w.look.Lock()
	idle := w.idle
	w.look.Unlock()
	if !idle || w.raw == nil {
		return idle
	}
	silent := true // a connection that is closed says nothing more
	_ = w.raw.Control(func(fd uintptr) {
		w.look.Lock()
		defer w.look.Unlock()
		var one [1]byte
		_, err := again(func() (int, error) {
			n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
			return n, err
		})
		silent = w.idle && errors.Is(err, syscall.EAGAIN)
	})
	return silent
}

// waits reports whether the peer still listens, as far as that can be known: one
// that has closed its side may or may not. What it has sent too much is thrown away,
// as it would be after the answer.
func (w *wire) waits() bool {
	if w.raw == nil {
		return true
	}
	there := false
	_ = w.raw.Control(func(fd uintptr) {
		var waste [4096]byte
		for range 16 {
			n, err := again(func() (int, error) {
				n, _, err := syscall.Recvfrom(int(fd), waste[:], syscall.MSG_DONTWAIT)
				return n, err
			})
			if n <= 0 {
				there = errors.Is(err, syscall.EAGAIN)
				return
			}
		}
		there = true
	})
	return there
}

// again repeats a call that a signal has interrupted.
func again(f func() (int, error)) (n int, err error) {
	for {
		if n, err = f(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
