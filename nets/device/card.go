package device

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"ludens/nets/arch"
	"ludens/nets/device/wire"
)

// Precision of products on a card; sums always are of float32.
type Precision string

// The precisions.
const (
	// Measured takes bfloat16 for nets whose size makes it worth while on the card, and TF32 for the others; the default.
	Measured Precision = ""
	Single   Precision = "f32"
	// TF32 is float32, but cards that can do so multiply ten bits.
	TF32 Precision = "tf32"
	Half Precision = "bf16"
)

// Options of a card. The zero value works.
type Options struct {
	Choice Choice
	// Plugin is the path of a PJRT plugin; default the first of Places.Plugins.
	Plugin string
	// Precision of products; default Measured.
	Precision Precision
	// Patience is how long opening, and then each compilation, may take; default one minute.
	// Nobody waits for either.
	Patience time.Duration
	// Answer is how long a batch may take at least before the card is given up; default
	// half a second. A card that was measured to take long gets twenty times its time.
	Answer time.Duration
	// Cache is a directory in which is kept which kernels a card is quickest with; empty keeps nothing.
	Cache string
	// Places is where plugins are looked for; default this machine.
	Places Places
	// Command starts the helper; default this program with WorkerArgument.
	Command []string
	// Log gets which card is used, at info, and why one is not, at warning.
	Log zerolog.Logger
}

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Precision != Measured && o.Precision != Single && o.Precision != TF32 && o.Precision != Half:
		return fmt.Errorf("device: no such precision: %q", o.Precision)
	case o.Patience < 0 || o.Answer < 0:
		return errors.New("device: a time is negative")
	}
	return nil
}

// Card is a device that is being opened, is open, or was given up. All methods may be called
// of nil, which is the processor, and by any number of goroutines.
type Card struct {
	o    Options
	done sync.WaitGroup // what works in the background
	stop context.CancelFunc
	ctx  context.Context

	most   atomic.Int64  // nanoseconds that any request may take, if not 0; for tests
	opened chan struct{} // closed when it is known whether there is a card
	about  wire.Opened   // then

	mu       sync.Mutex
	helper   *helper
	failed   error // why there is no card (any more)
	closed   bool
	measured map[arch.Spec]measured
	spare    *spare // what Warm has made; nil: nothing, or it was taken
}

// measured is how a net does on the card.
type measured struct {
	took   time.Duration // of the largest batch
	slower error         // why it is left to the processor, or nil
}

// Open begins to open a device and comes back at once. Nil, which is the processor, is given
// where it was chosen, and for Auto where no plugin or no card is found.
func Open(o Options) *Card {
	if o.Patience <= 0 {
		o.Patience = time.Minute
	}
	if o.Answer <= 0 {
		o.Answer = time.Second / 2
	}
	var err error
	switch o.Choice.Kind {
	case CPU:
		return nil
	case Go:
		o.Plugin = ""
	default:
		if o.Plugin == "" {
			if o.Choice.Kind == Auto && !o.Places.Cards() {
				return nil
			}
			list := o.Places.Plugins()
			if len(list) == 0 {
				if o.Choice.Kind == Auto {
					return nil
				}
				err = errors.New("no PJRT plugin was found (\"player devices\" says what to install)")
			} else {
				o.Plugin = list[0]
			}
		}
	}
	if o.Plugin != "" && err == nil {
		if o.Plugin, err = filepath.Abs(o.Plugin); err != nil {
			err = fmt.Errorf("find the plugin: %w", err)
		}
	}
	c := &Card{o: o, opened: make(chan struct{}), measured: map[arch.Spec]measured{}}
	c.ctx, c.stop = context.WithCancel(context.Background())
	if err != nil {
		c.fail(err)
		close(c.opened)
		return c
	}
	c.background(func() {
		defer close(c.opened)
		if err := c.open(); err != nil {
			c.fail(err)
		}
	})
	return c
}

// background does something that Close waits for, or says that the card is closed.
func (c *Card) background(f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.done.Go(f)
	}
	return !c.closed
}

// errClosed is why a closed card is none.
var errClosed = errors.New("closed")

// open starts the helper and has it open the device.
func (c *Card) open() error {
	user := os.Getenv(xlaFlags)
	reply, err := c.begin(environment(c.o.Plugin, user, wishes(c.o.Plugin, c.o.Cache)...))
	var ended gone
	if errors.As(err, &ended) && c.o.Plugin != "" && c.ctx.Err() == nil { // perhaps of a flag that it does not know
		reply, err = c.begin(environment(c.o.Plugin, user))
	}
	if err != nil {
		return err
	}
	if err := reply.Get(&c.about); err != nil {
		return err
	}
	c.o.Log.Info().Str("device", c.about.About).Str("plugin", c.o.Plugin).Msg("a device is open for nets")
	return nil
}

// begin starts a helper and gives its answer to the request to open the device.
func (c *Card) begin(environment []string) (*wire.Message, error) {
	if c.o.Precision == Single { // NVIDIA's libraries would round behind our back
		environment = append(environment, "NVIDIA_TF32_OVERRIDE=0")
	}
	h, err := start(c.o.Command, environment)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.helper = h
	closed := c.closed
	c.mu.Unlock()
	if closed {
		return nil, errClosed // fail ends the helper
	}
	m := &wire.Message{Name: wire.Open}
	if err := m.Put(wire.Opening{Plugin: c.o.Plugin, Device: c.o.Choice.Number, TF32: c.o.Precision != Single}); err != nil {
		return nil, err
	}
	return c.ask(h, m, c.o.Patience)
}

// worth is what bfloat16 has to save in a batch for a net to be computed with it: nets of bfloat16 are
// compiled three times as long (docs/benchmarks/nets.md).
const worth = 300 * time.Microsecond

// Precision says in what a net is computed, after Wait.
func (c *Card) Precision(s *arch.Spec) Precision {
	switch {
	case c.o.Choice.Kind == Go:
		return Single
	case c.o.Precision != Measured:
		return c.o.Precision
	}
	operations := float64(MaxBatch()) * s.FLOPs()
	if one, half := c.about.Single, c.about.Half; half > 0 && operations/one-operations/half > worth.Seconds() {
		return Half
	}
	return TF32
}

// Rates are the operations per second that the card does in large products, of float32 (by its
// precision) and of bfloat16, after Wait; 0 is not known.
func (c *Card) Rates() (single, half float64) {
	if c == nil {
		return 0, 0
	}
	return c.about.Single, c.about.Half
}

// Wait waits until it is known whether there is a card, and says what it is, or why there is
// none.
func (c *Card) Wait(ctx context.Context) (about string, err error) {
	if c == nil {
		return "", errors.New("the processor was chosen, or nothing else was found")
	}
	select {
	case <-c.opened:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.about.About, c.failed
}

// Plugin is the plugin's path; empty without.
func (c *Card) Plugin() string {
	if c == nil {
		return ""
	}
	return c.o.Plugin
}

// fail gives the card up for good, and says so once.
func (c *Card) fail(err error) {
	c.mu.Lock()
	first := c.failed == nil
	if first {
		c.failed = err
	}
	h := c.helper
	c.mu.Unlock()
	if h != nil {
		h.kill()
	}
	if first && c.ctx.Err() == nil {
		e := c.o.Log.Warn()
		if c.o.Plugin != "" {
			e = e.Str("plugin", c.o.Plugin)
		}
		e.Msg(fmt.Sprintf("no device for nets, the processor goes on: %v", err))
	}
}

// alive gives the helper of an open card, or nil.
func (c *Card) alive() *helper {
	select {
	case <-c.opened:
	default:
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return nil
	}
	return c.helper
}

// refusal is an answer that says no: the device itself is as it was.
type refusal string

func (r refusal) Error() string { return string(r) }

func isRefusal(err error) bool {
	var r refusal
	return errors.As(err, &r)
}

// ask sends a request and waits for its answer. A helper that is late is killed.
func (c *Card) ask(h *helper, m *wire.Message, patience time.Duration) (*wire.Message, error) {
	if most := time.Duration(c.most.Load()); most > 0 {
		patience = min(patience, most)
	}
	late := time.AfterFunc(patience, func() {
		h.end(fmt.Errorf("it did not answer %q within %v", m.Name, patience.Round(time.Millisecond)))
	})
	defer late.Stop()
	return h.ask(m)
}

// Close ends the helper. Runners and learners go on with the processor.
func (c *Card) Close() {
	if c == nil {
		return
	}
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.stop()
	c.fail(errClosed)
	c.done.Wait()
	c.mu.Lock()
	h := c.helper
	c.mu.Unlock()
	if h != nil {
		h.wait()
	}
}
