// Package memory measures what the process holds, and has somebody give way when it
// is too much.
//
// What counts is resident memory, as the system sees it: no sum of estimates is
// right, and it is what a process is killed for. The package promises that garbage is
// thrown away before anybody is asked to give way. It decides nothing else; its
// neighbours are agent/session and catalog, which know what can be given up.
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

// lookEvery is how often memory is measured; nothing grows by more than some tens
// of MiB meanwhile but a single large piece.
const lookEvery = 10 * time.Millisecond

// Watch measures until ctx is done. From three quarters of most bytes on, garbage is
// thrown away; when that does not help, at seven eighths, it calls full(true), and
// full(false) when what was given up has brought it below five eighths. The distance
// is what may be taken between two looks.
func Watch(ctx context.Context, most int64, full func(bool)) {
	watch(ctx, most, full, Resident, debug.FreeOSMemory)
}

func watch(ctx context.Context, most int64, full func(bool), resident func() int64, free func()) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	freed := make(chan time.Duration, 1) // what it cost
	freeing := false
	defer func() {
		if freeing {
			<-freed
		}
	}()
	var last time.Time // garbage was thrown away
	rest := time.Duration(0)
	pressed := false
	for {
		select {
		case <-ctx.Done():
			return
		case cost := <-freed:
			freeing, last, rest = false, time.Now(), 4*cost+100*time.Millisecond
		case <-tick.C:
		}
		r := resident()
		clean := !last.IsZero() && time.Since(last) < 100*time.Millisecond
		switch {
		case !pressed && (r > most/16*15 || r > most/8*7 && clean):
			pressed = true
			full(true)
			rest = 0
		case pressed && r < most/8*5:
			pressed = false
			full(false)
		}
		if !freeing && (pressed || r > most/4*3) && time.Since(last) > rest {
			freeing = true
			go func() { // waited for above
				begin := time.Now()
				free()
				freed <- time.Since(begin)
			}()
		}
	}
}

// Bound gives a context that ends, by an error wrapping ErrFull, when the process
// holds so many bytes more than at the beginning, garbage apart; the caller must call
// end.
func Bound(ctx context.Context, most int64) (bound context.Context, end func()) {
	bound, cancel := context.WithCancelCause(ctx)
	debug.FreeOSMemory()
	begin := Resident()
	done := make(chan struct{})
	go func() {
		defer close(done)
		Watch(bound, begin+most, func(full bool) {
			if full {
				cancel(fmt.Errorf("%w: %d MiB more than before", ErrFull, most>>20))
			}
		})
	}()
	return bound, func() {
		cancel(nil)
		<-done
	}
}
