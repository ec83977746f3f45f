package serving

import (
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"time"

	"ludens/internal/memory"
)

// MetricsType is the media type of what Metrics writes.
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// Metrics writes numbers in the text form that Prometheus reads, all of them with the
// prefix "ludens_".
type Metrics struct{ W io.Writer }

func (m Metrics) head(name, kind, help string) {
	fmt.Fprintf(m.W, "# HELP ludens_%s %s\n# TYPE ludens_%s %s\n", name, help, name, kind)
}

// Gauge writes a number that goes up and down.
func (m Metrics) Gauge(name, help string, value float64) {
	m.head(name, "gauge", help)
	fmt.Fprintf(m.W, "ludens_%s %v\n", name, value)
}

// Counter writes a number that only grows.
func (m Metrics) Counter(name, help string, value float64) {
	m.head(name, "counter", help)
	fmt.Fprintf(m.W, "ludens_%s %v\n", name, value)
}

// Counters writes numbers that only grow, told apart by a label.
func (m Metrics) Counters(name, help, label string, values map[string]int64) {
	m.head(name, "counter", help)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(m.W, "ludens_%s{%s=%q} %d\n", name, label, key, values[key])
	}
}

// Histogram writes how many of some amounts were no larger than each bound; the last of
// the counts is of all amounts. Without counts nothing has happened yet.
func (m Metrics) Histogram(name, help string, bounds []float64, counts []int64, sum float64) {
	if len(counts) == 0 {
		counts = make([]int64, len(bounds)+1)
	}
	m.head(name, "histogram", help)
	for i, b := range bounds {
		fmt.Fprintf(m.W, "ludens_%s_bucket{le=\"%g\"} %d\n", name, b, counts[i])
	}
	n := counts[len(bounds)]
	fmt.Fprintf(m.W, "ludens_%s_bucket{le=\"+Inf\"} %d\nludens_%s_sum %g\nludens_%s_count %d\n", name, n, name, sum, name, n)
}

// Process writes what the process takes, which began at a time.
func (m Metrics) Process(since time.Time) {
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	m.Gauge("goroutines", "Goroutines.", float64(runtime.NumGoroutine()))
	m.Gauge("memory_bytes", "Memory of the heap in use.", float64(mem.HeapInuse))
	m.Gauge("resident_bytes", "Memory of the process, as the system sees it; 0 where it cannot be found out.", float64(memory.Resident()))
	m.Gauge("uptime_seconds", "Time since the start.", time.Since(since).Round(time.Second).Seconds())
}
