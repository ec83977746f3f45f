package serving

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestOurs(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost:80": true, "LOCALHOST": true, "127.0.0.1:9180": true, "[::1]:9180": true, "192.0.2.7": true, "games.example:80": true,
		"games.example.": true, "evil.example": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false, "": false,
	} {
		if got := Ours(host, []string{"games.example"}); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestLoopback(t *testing.T) {
	for host, want := range map[string]bool{"127.0.0.1": true, "::1": true, "localhost": true, "": false, "0.0.0.0": false, "192.0.2.1": false, "name": false} {
		if got := Loopback(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestTrusted(t *testing.T) {
	for header, want := range map[string]bool{"": false, "Bearer a long secret": true, "Bearer a long": false, "a long secret": false} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", header)
		if got := Trusted(r, "a long secret"); got != want {
			t.Errorf("%q: %v", header, got)
		}
		if !Trusted(r, "") {
			t.Errorf("%q: not trusted although there is no token", header)
		}
	}
	if CheckToken("short") == nil || CheckToken("") != nil || CheckToken("long enough") != nil {
		t.Error("short tokens are taken, or others are not")
	}
}

// TestUntil: a server has no more connections than it may, and ends with its context, after
// those who wait in it were told to leave.
func TestUntil(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	left := make(chan struct{})
	waits := make(chan struct{}, 1)
	done := make(chan error, 1)
	go func() {
		done <- Until(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			waits <- struct{}{}
			<-left
			fmt.Fprint(w, "left")
		}), 1, func() { close(left) })
	}()
	answer := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			answer <- err.Error()
			return
		}
		defer res.Body.Close()
		b := make([]byte, 10)
		n, _ := res.Body.Read(b)
		answer <- string(b[:n])
	}()
	<-waits
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := c.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Error("a second connection was kept open:", err)
	}
	stop()
	if got := <-answer; got != "left" {
		t.Errorf("who waited got %q", got)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Who takes all places has to give some of them to others, the oldest first, and nobody
// who has few of them is sent away.
func TestRoom(t *testing.T) {
	r := NewRoom(4)
	var gone []string
	enter := func(who, address string) (func(), bool) {
		return r.Enter(address, func() { gone = append(gone, who) })
	}
	leave, ok := enter("neighbour", "10.0.0.2:1")
	for i := range 3 {
		if _, ok := enter(fmt.Sprint("crowd ", i), fmt.Sprintf("10.0.0.1:%d", i)); !ok {
			t.Fatal("no place")
		}
	}
	if _, more := enter("crowd 3", "10.0.0.1:9"); !ok || more || len(gone) > 0 {
		t.Errorf("a crowd pushes others out: %v", gone)
	}
	if _, ok := enter("another", "[2001:db8::1]:1"); !ok || len(gone) != 1 || gone[0] != "crowd 0" {
		t.Errorf("somebody of another address: %v, %v", ok, gone)
	}
	if _, ok := enter("another 2", "[2001:db8::2]:1"); ok {
		t.Error("two of one network are two")
	}
	leave()
	leave()
	if n := r.Taken(); n != 3 {
		t.Errorf("%d places are taken, want 3", n)
	}
}

// One address that has all connections keeps nobody else out.
func TestUntilCrowd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- Until(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") }), 4, nil)
	}()
	crowd := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	for range 4 {
		c, err := crowd.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Skip("there is no second address here:", err)
		}
		defer c.Close()
	}
	res, err := (&http.Client{Timeout: time.Minute}).Get("http://" + l.Addr().String())
	if err != nil {
		t.Error(err)
	} else {
		res.Body.Close()
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestMetrics(t *testing.T) {
	var b strings.Builder
	m := Metrics{W: &b}
	m.Gauge("size", "Size.", 1.5)
	m.Counter("done_total", "Done.", 12345678)
	m.Counters("ended_total", "Ended.", "how", map[string]int64{"well": 2, "badly": 1})
	m.Histogram("seconds", "Time.", []float64{0.5, 1}, []int64{1, 2, 4}, 7.25)
	m.Histogram("none", "Nothing yet.", []float64{0.5}, nil, 0)
	const want = `# HELP ludens_size Size.
# TYPE ludens_size gauge
ludens_size 1.5
# HELP ludens_done_total Done.
# TYPE ludens_done_total counter
ludens_done_total 1.2345678e+07
# HELP ludens_ended_total Ended.
# TYPE ludens_ended_total counter
ludens_ended_total{how="badly"} 1
ludens_ended_total{how="well"} 2
# HELP ludens_seconds Time.
# TYPE ludens_seconds histogram
ludens_seconds_bucket{le="0.5"} 1
ludens_seconds_bucket{le="1"} 2
ludens_seconds_bucket{le="+Inf"} 4
ludens_seconds_sum 7.25
ludens_seconds_count 4
# HELP ludens_none Nothing yet.
# TYPE ludens_none histogram
ludens_none_bucket{le="0.5"} 0
ludens_none_bucket{le="+Inf"} 0
ludens_none_sum 0
ludens_none_count 0
`
	if b.String() != want {
		t.Errorf("found\n%s", b.String())
	}
}
