package web

import (
	"io"
	"strconv"
	"sync"
	"time"

	"ludens/internal/serving"
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
	m.mu.Lock()
	defer m.mu.Unlock()
	out := serving.Metrics{W: w}
	out.Gauge("matches_running", "Matches being played.", float64(running))
	out.Gauge("watchers", "Pages that watch a match.", float64(watchers))
	ended, replies, asked := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for st := match.Completed; st <= match.Faulted; st++ {
		ended[st.String()] = m.matches[st]
	}
	for k := match.OK; k <= match.Fault; k++ {
		replies[k.String()] = m.replies[k]
	}
	for status, n := range m.asked {
		asked[strconv.Itoa(status)] = n
	}
	out.Counters("matches_total", "Matches that have ended, by how.", "status", ended)
	out.Counters("replies_total", "Answers of players to requests for a move, by how they ended.", "kind", replies)
	out.Histogram("move_seconds", "Time from the request for a move to its answer, of programs.", bounds, m.buckets, m.seconds)
	out.Counters("http_requests_total", "Requests to the API, by the status of the answer.", "status", asked)
	out.Process(m.since)
}
