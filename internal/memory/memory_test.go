package memory

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestResident(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("no /proc")
	}
	before := Resident()
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	if got := Resident() - before; got < 48<<20 {
		t.Errorf("64 MiB more hold %d bytes", got)
	}
	runtime.KeepAlive(block)
}

func TestMachine(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing is known", nil, 0},
		{"a machine", map[string]string{"proc/meminfo": "MemFree: 1 kB\nMemTotal:       2048 kB\n"}, 2 << 20},
		{"a group without limit", map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory.max": "max\n"}, 2 << 20},
		{"a group", map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory.max": "1000\n"}, 1000},
		{"a group of version 1", map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "1001\n"}, 1001},
		{"a group without a limit in version 1", map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 2 << 20},
		{"a group above one's own", map[string]string{"proc/meminfo": "MemTotal: 2048 kB\n", "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/memory.max": "1002\n", "sys/fs/cgroup/a/b/memory.max": "max"}, 1002},
	} {
		dir := t.TempDir() + "/"
		for name, text := range c.files {
			if err := os.MkdirAll(filepath.Dir(dir+name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := machine(dir); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// Garbage is thrown away first; what is left has somebody give way, until it is gone.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var live, garbage, asked atomic.Int64
		live.Store(50)
		garbage.Store(30)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		var got []bool
		newGauge(100, func() int64 {
			if asked.Add(1) == 30 {
				live.Store(90)
			}
			return live.Load() + garbage.Load()
		}, func() { garbage.Store(0) }).Watch(ctx, func(full bool) {
			if got = append(got, full); !full {
				cancel()
				return
			}
			if garbage.Load() != 0 {
				t.Error("asked to give way while there was garbage")
			}
			garbage.Store(live.Swap(10)) // what is given up is garbage at first
		})
		if len(got) != 2 || !got[0] || got[1] {
			t.Errorf("called with %v", got)
		}
	})
}

func TestBound(t *testing.T) {
	if Resident() == 0 {
		t.Skip("memory cannot be measured here")
	}
	ctx, end := Bound(context.Background(), 32<<20)
	defer end()
	var hold [][]byte
	for begin := time.Now(); ctx.Err() == nil && time.Since(begin) < time.Minute; {
		if len(hold) < 100 {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			hold = append(hold, block)
		} else {
			time.Sleep(time.Millisecond)
		}
	}
	if !errors.Is(context.Cause(ctx), ErrFull) {
		t.Errorf("cause %v", context.Cause(ctx))
	}
	runtime.KeepAlive(hold)
}

// Whoever asks for more than there is gets nothing, nor does anybody else until there is
// room again, however late the watch comes.
func TestWeigh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var held atomic.Int64
		held.Store(100)
		g := newGauge(1600, held.Load, func() {}) // up to 1400 may be granted
		for _, c := range []struct {
			take int64
			want bool
		}{{0, true}, {700, true}, {500, true}, {101, false}, {1, false}, {0, false}} { // what was granted counts before it is there
			if got := g.Weigh(c.take); got != c.want {
				t.Fatalf("%d more: %v", c.take, got)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		var told []bool
		g.Watch(ctx, func(full bool) {
			if told = append(told, full); !full {
				cancel()
			}
		})
		if len(told) != 2 || !told[0] || told[1] || !g.Weigh(100) {
			t.Errorf("told %v", told)
		}
		held.Store(1501)
		for begin := time.Now(); g.Weigh(0); time.Sleep(weighEvery) { // those who only work find out
			if time.Since(begin) > time.Minute {
				t.Fatal("it is not noticed")
			}
		}
	})
}

// A context that is looked at measures at once: no watch has to come for it.
func TestBoundLook(t *testing.T) {
	if Resident() == 0 {
		t.Skip("memory cannot be measured here")
	}
	whole := newGauge(1000, func() int64 { return 2000 }, func() {})
	ctx, end := Bound(With(context.Background(), whole, func() {}), 1<<40)
	defer end()
	for begin := time.Now(); ctx.Err() == nil; time.Sleep(weighEvery) {
		if time.Since(begin) > time.Minute {
			t.Fatal("the bound of the whole process is not seen")
		}
	}
	if !errors.Is(context.Cause(ctx), ErrFull) {
		t.Errorf("cause %v", context.Cause(ctx))
	}
}
