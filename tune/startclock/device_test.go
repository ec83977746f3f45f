package startclock

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/internal/patience"
	"ludens/nets/device"
	"ludens/nets/device/devicetest"
	"ludens/nets/device/worker"
)

// The test program is the helper that has a device, too.
func TestMain(m *testing.M) {
	if device.Asked(os.Args) {
		os.Exit(worker.Main())
	}
	os.Exit(m.Run())
}

// TestDevices has a start clock in which a net is learned, with a device that works, with one
// that hangs for ever, and with one that is stopped in the midst of it: Begin comes back in
// time, and there is a move.
func TestDevices(t *testing.T) {
	if testing.Short() {
		t.Skip("start clocks of ten seconds")
	}
	for _, c := range []struct {
		name string
		open func(t *testing.T) *device.Card
	}{
		{"works", func(*testing.T) *device.Card {
			return device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Answer: time.Minute})
		}},
		{"hangs", func(t *testing.T) *device.Card {
			return device.Open(device.Options{Choice: device.Choice{Kind: device.GPU}, Plugin: devicetest.Stub(t, devicetest.Hanging)})
		}},
		{"ends", func(t *testing.T) *device.Card {
			card := device.Open(device.Options{Choice: device.Choice{Kind: device.Go}, Answer: time.Minute})
			gone := time.AfterFunc(4*time.Second, card.Close)
			t.Cleanup(func() { gone.Stop() })
			return card
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, _ := open(t, "ticTacToe")
			card := c.open(t)
			defer card.Close()
			p := New(Options{Search: search(), Card: card})
			defer p.End()
			const clock = 10 * time.Second
			ctx, cancel := context.WithTimeout(t.Context(), clock)
			defer cancel()
			start := time.Now()
			if err := p.Begin(ctx, g, 0, agent.Clocks{Start: clock, Play: time.Second}); err != nil {
				t.Fatal(err)
			}
			if late := time.Since(start) - clock; late > patience.Grace {
				t.Errorf("late by %v", late)
			}
			if strings.Contains(p.Note(), "failure") {
				t.Errorf("note: %s", p.Note())
			}
			t.Log(p.Note())
			plays(t, p, g)
		})
	}
}
