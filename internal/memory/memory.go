// Package memory measures what the process holds, and has somebody give way when it
// is too much.
//
// What counts is resident memory, as the system sees it: no sum of estimates is
// right, and it is what a process is killed for. The package promises that garbage is
// thrown away before anybody is asked to give way, unless they have asked for more than
// there is. It decides nothing else; its neighbours are agent/session and catalog, which
// know what can be given up, and the machines, which ask by way of game.Sign.
package memory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// Resident is how many bytes of the process are in memory, 0 where that cannot be
// found out.
func Resident() int64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// Machine is how much memory there is for the process in all: the machine's, or
// less where a control group (version 1 or 2) allows less. It is 0 where that cannot
// be found out.
func Machine() int64 { return machine("/") }

func machine(root string) int64 {
	most := int64(math.MaxInt64)
	if b, err := os.ReadFile(root + "proc/meminfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			f := strings.Fields(line)
			if len(f) < 2 || f[0] != "MemTotal:" {
				continue
			}
			if kib, err := strconv.ParseInt(f[1], 10, 64); err == nil && kib < most>>10 {
				most = kib << 10
			}
		}
	}
	for _, name := range groups(root) {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && n > 0 {
			most = min(most, n) // "max" is no number, and no limit
		}
	}
	if most == math.MaxInt64 {
		return 0
	}
	return most
}

// groups are the files that may hold a limit: of the process' own control group and
// of all above it.
func groups(root string) []string {
	out := []string{root + "sys/fs/cgroup/memory.max", root + "sys/fs/cgroup/memory/memory.limit_in_bytes"}
	b, err := os.ReadFile(root + "proc/self/cgroup")
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(b)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		dir, file := "sys/fs/cgroup", "/memory.max"
		if parts[1] == "memory" {
			dir, file = "sys/fs/cgroup/memory", "/memory.limit_in_bytes"
		} else if parts[1] != "" {
			continue
		}
		for path := strings.TrimRight(parts[2], "/"); path != ""; path = path[:strings.LastIndexByte(path, '/')] {
			out = append(out, root+dir+path+file)
		}
	}
	return out
}

// ErrFull is why something was given up.
var ErrFull = errors.New("the process holds as much memory as it may")

// lookEvery is how often the watch measures.
const lookEvery = 10 * time.Millisecond

func freeAll() { debug.FreeOSMemory() }

// Bound gives a context that ends, by an error wrapping ErrFull, when the process
// holds so many bytes more than at the beginning, garbage apart; the caller must call
// end. Whoever looks at the context itself, and not at one that was made of it, measures by
// it, as Gauge.Weigh does; so it does by the gauge of the whole process, if ctx has one.
func Bound(ctx context.Context, most int64) (bound context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	debug.FreeOSMemory()
	g := NewGauge(Resident() + most)
	full := fmt.Errorf("%w: %d MiB more than before", ErrFull, most>>20)
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.Watch(ctx, func(on bool) {
			if on {
				cancel(full)
			}
		})
	}()
	gauges := []*Gauge{g}
	if whole, ok := ctx.Value(gaugeKey{}).(*Gauge); ok {
		gauges = append(gauges, whole)
	}
	return &weighed{Context: ctx, gauges: gauges, cancel: func() { cancel(full) }}, func() {
		cancel(nil)
		<-done
	}
}
