package device

import (
	"syscall"
	"time"
)

// Stop stops the helper as a hanging driver would, and bounds the patience of whoever
// asks next.
func Stop(c *Card, patience time.Duration) {
	_ = c.helper.cmd.Process.Signal(syscall.SIGSTOP)
	c.most.Store(int64(patience))
}
