package web

import (
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"ludens/match"
)

// metrics counts what happens, in the form that Prometheus reads.
type metrics struct {
	since time.Time

	mu      sync.Mutex
	matches map[match.Status]int64
	replies map[match.Kind]int64
	buckets []int64 // of the time that answers took; the last is for all
	seconds float64 // all answers together
	asked   map[int]int64
}

// bounds are those of the buckets, in seconds.
var bounds = []float64{0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60}

func (m *metrics) begin() {
	m.since = time.Now()
	m.matches, m.replies, m.asked = map[match.Status]int64{}, map[match.Kind]int64{}, map[int]int64{}
	m.buckets = make([]int64, len(bounds)+1)
}

// match counts a match that has ended.
func (m *metrics) match(r *match.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.matches[r.Status]++
	for turn, row := range r.Replies {
		for role, reply := range row {
			if turn == 0 || role >= len(r.Players) || r.Players[role].Name == "" {
				continue
			}
			m.replies[reply.Kind]++
			if r.Players[role].Human {
				continue
			}
			took := float64(reply.Millis) / 1000
			m.seconds += took
			for i, b := range bounds {
				if took <= b {
					m.buckets[i]++
				}
			}
			m.buckets[len(bounds)]++
		}
	}
}

// request counts a request by its answer.
func (m *metrics) request(status int) {
	m.mu.Lock()
	m.asked[status]++
	m.mu.Unlock()
}

// write writes everything.
func (m *metrics) write(w io.Writer, running, watchers int) {
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	m.mu.Lock()
	defer m.mu.Unlock()
	head := func(name, kind, help string) { fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	head("ludens_matches_running", "gauge", "Matches being played.")
	fmt.Fprintf(w, "ludens_matches_running %d\n", running)
	head("ludens_watchers", "gauge", "Pages that watch a match.")
	fmt.Fprintf(w, "ludens_watchers %d\n", watchers)
	head("ludens_matches_total", "counter", "Matches that have ended, by how.")
	for st := match.Completed; st <= match.Faulted; st++ {
		fmt.Fprintf(w, "ludens_matches_total{status=%q} %d\n", st, m.matches[st])
	}
	head("ludens_replies_total", "counter", "Answers of players to requests for a move, by how they ended.")
	for k := match.OK; k <= match.Fault; k++ {
		fmt.Fprintf(w, "ludens_replies_total{kind=%q} %d\n", k, m.replies[k])
	}
	head("ludens_move_seconds", "histogram", "Time from the request for a move to its answer, of programs.")
	for i, b := range bounds {
		fmt.Fprintf(w, "ludens_move_seconds_bucket{le=\"%g\"} %d\n", b, m.buckets[i])
	}
	n := m.buckets[len(bounds)]
	fmt.Fprintf(w, "ludens_move_seconds_bucket{le=\"+Inf\"} %d\nludens_move_seconds_sum %g\nludens_move_seconds_count %d\n", n, m.seconds, n)
	head("ludens_http_requests_total", "counter", "Requests to the API, by the status of the answer.")
	for status := 100; status < 600; status++ {
		if n := m.asked[status]; n > 0 {
			fmt.Fprintf(w, "ludens_http_requests_total{status=\"%d\"} %d\n", status, n)
		}
	}
	head("ludens_goroutines", "gauge", "Goroutines.")
	fmt.Fprintf(w, "ludens_goroutines %d\n", runtime.NumGoroutine())
	head("ludens_memory_bytes", "gauge", "Memory of the heap in use.")
	fmt.Fprintf(w, "ludens_memory_bytes %d\n", mem.HeapInuse)
	head("ludens_uptime_seconds", "gauge", "Time since the start.")
	fmt.Fprintf(w, "ludens_uptime_seconds %.0f\n", time.Since(m.since).Seconds())
}
