package device

import (
	"os"

	"golang.org/x/sys/unix"
)

// roomy has a pipe hold a whole mini-batch or answer, if the system allows: else both sides wake each
// other for every 64 KiB.
func roomy(f *os.File) {
	const most = 1 << 20 // what anybody may have, by default
	raw, err := f.SyscallConn()
	if err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, most) })
	}
}
