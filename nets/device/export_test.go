package device

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"ludens/nets/arch"
	"ludens/nets/device/wire"
	"ludens/nets/train"
)

// Spare says whether something compiled ahead is there for a net and options.
func Spare(c *Card, net *arch.Net, o train.Options) bool {
	s := c.take(net, nil, o)
	if s == nil {
		return false
	}
	c.spare = s
	return true
}

// Rated is a card with rates of its own.
func Rated(p Precision, single, half float64) *Card {
	return &Card{o: Options{Precision: p}, about: wire.Opened{Single: single, Half: half}}
}

// Stop stops the helper as a hanging driver would, and bounds the patience of whoever
// asks next. It comes back when all threads of the helper stand still: the signal alone
// leaves them time for a few answers.
func Stop(c *Card, patience time.Duration) error {
	pid := c.helper.cmd.Process.Pid
	if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
		return err
	}
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WSTOPPED, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		c.most.Store(int64(patience))
		return err
	}
}

// Compare has a card in Go be treated as a real one: it computes only what it is quicker with.
func Compare(c *Card) { c.o.Choice.Kind = Auto }
