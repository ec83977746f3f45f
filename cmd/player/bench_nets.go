package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/nets/kernel"
)

// benchNetsCommand measures what nets cost on this machine.
type benchNetsCommand struct {
	config.Engine
	config.Choices
	config.Device
	Game    string  `arg:"" optional:"" help:"Library name or file; default: two players who fill a board."`
	Board   int     `default:"9" help:"Side of that board, if no game is given."`
	Kind    string  `default:"" enum:",residual,graph,mlp" help:"Kind of the net (residual, graph, mlp); chosen by the game if not given."`
	Width   int     `default:"0" help:"Channels of the net; 0 chooses by the game, 64 for a board."`
	Blocks  int     `default:"0" help:"Blocks of the net; 0 chooses by the game, 5 for a board."`
	Seconds float64 `default:"1" help:"How long to measure for every line, in seconds."`
	Threads int     `default:"0" help:"Most threads to measure with; 0 for one per processor."`
	Best    bool    `help:"Only the best level of kernels."`
	Skip    string  `default:"" enum:",training" help:"What not to measure (training)."`
	Verify  bool    `help:"Instead, go through a check list for a device: does it compute and train as the processor does, how fast, and is a start clock kept with it and without?"`
	Clock   float64 `default:"60" help:"Start clock of --verify, in seconds."`
}

// Help is shown by --help.
func (*benchNetsCommand) Help() string {
	return "The net is fresh: what it weighs, not what it says, takes time. /S is per second of the clock, /CPU S per second of processor time of all threads, " +
		"which a busy machine disturbs less. The engine is measured bare, by batch on one thread with every level of kernels that this processor " +
		"has, and by threads; training by batch and workers; then the search as it plays matches, without its cache, by threads and by how many " +
		"evaluations it has under way at once; OF ENGINE is its share of what the engine does bare on so many threads, one position at a time, " +
		"per second of processor time. The last lines say what to take. With --device gpu a card is measured too, by batch on one thread and two, " +
		"and --verify checks one: exit code 3 if it does not pass."
}

// netsBench is the result.
type netsBench struct {
	Game       string         `json:"game"`
	Net        arch.Spec      `json:"net"`
	Numbers    int            `json:"numbers"`
	Processors int            `json:"processors"`
	Engine     []engineFigure `json:"engine"`
	Training   []trainFigure  `json:"training"`
	Search     []searchFigure `json:"search"`
	Take       advice         `json:"take"`
	Note       string         `json:"note,omitempty"` // of the canary
}

// rate is how much was done.
type rate struct {
	PerSecond float64 `json:"per_s"`
	PerCPU    float64 `json:"per_cpu_s"` // 0: not known, of devices
}

type engineFigure struct {
	Level   string `json:"level"`
	Threads int    `json:"threads"`
	Batch   int    `json:"batch"`
	rate
}

type trainFigure struct {
	Device  string `json:"device,omitempty"` // empty: the processor
	Batch   int    `json:"batch"`
	Workers int    `json:"workers"`
	rate
}

type searchFigure struct {
	Threads   int     `json:"threads"`
	Width     int     `json:"width"`
	MeanBatch float64 `json:"mean_batch"`
	Share     float64 `json:"share"` // of the engine's rate per CPU second, on as many threads and in the same seconds
	rate
}

// advice is what the figures say to take.
type advice struct {
	Level   string `json:"level"`
	Threads int    `json:"threads"`
	Width   int    `json:"width"`
	Workers int    `json:"workers,omitempty"`
	Batch   int    `json:"training_batch,omitempty"`
}

var (
	inferBatches = []int{1, 2, 4, 8, 16, 32, 64}
	trainBatches = []int{16, 64, 128}
)

// Run measures.
func (c *benchNetsCommand) Run(env *cli.Env) error {
	switch {
	case !(c.Seconds > 0):
		return cli.Usagef("--seconds must be greater than 0, found %g", c.Seconds)
	case c.Board < 2 || c.Board > 64:
		return cli.Usagef("--board must be from 2 to 64, found %d", c.Board)
	case !(c.Clock >= 1) || c.Clock > 3600:
		return cli.Usagef("--clock must be from 1 to 3600, found %g", c.Clock)
	case wire.CheckThreads(c.Threads) != nil:
		return wire.CheckThreads(c.Threads)
	}
	o, err := deviceOptions(c.Device, env.Log)
	if err != nil {
		return err
	}
	if c.Verify && o.Choice.Kind == device.CPU {
		return cli.Usagef("--verify is for a device; choose one by --device")
	}
	if o.Choice.Kind == device.Auto {
		o.Choice.Kind = device.CPU
		if c.Verify || o.Plugin != "" || o.Places.Cards() && len(o.Places.Plugins()) > 0 {
			o.Choice.Kind = device.GPU // whether it is quicker or not
		}
	}
	g, enc, err := c.open(env.Context)
	if err != nil {
		return fmt.Errorf("measure nets: %w", err)
	}
	d := design.Options{Kind: arch.Kind(c.Kind), Width: c.Width, Blocks: c.Blocks}
	if err := d.Validate(); err != nil {
		return cli.UsageError{Err: err}
	}
	s := design.Choose(enc, g.Facts(), d)
	if err := s.Validate(); err != nil {
		return cli.UsageError{Err: err}
	}
	b := &netsBencher{g: g, enc: enc, net: s.Layers(), seconds: c.Seconds, most: wire.Threads(c.Threads)}
	b.weights = b.net.NewWeights(game.Stream(1, "bench nets", 0))
	b.levels = kernel.Supported()
	if c.Best {
		b.levels = []kernel.Level{kernel.Best()}
	}
	r := &netsBench{Game: g.Facts().Name, Net: s, Numbers: s.Numbers(), Processors: wire.Threads(0)}
	bar := env.Progress(-1, "measurements")
	b.done = func() { bar.Add(1) }
	o.Answer = time.Minute // here a slow device is a figure, no reason to give it up
	card := device.Open(o)
	defer card.Close()
	if c.Verify {
		list, err := b.verify(env.Context, card, time.Duration(c.Clock*float64(time.Second)), 1)
		bar.Done()
		if err != nil {
			return err
		}
		return list.tell(env, r)
	}
	err = b.all(env.Context, r, c.Skip != "training")
	if err == nil && card != nil {
		err = b.devices(env.Context, card, r, c.Skip != "training")
	}
	bar.Done()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return fmt.Errorf("measure nets: %w", err)
	}
	if env.JSON {
		return env.Print(r)
	}
	r.write(env)
	return nil
}

// filling is a description without any rule but that of an empty board.
const filling = `(game "Filling a board" (players 2) (equipment {(board (square %d)) (piece "Disc" Each)})
	(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))`

// open opens the game and its encoder.
func (c *benchNetsCommand) open(ctx context.Context) (g game.Game, enc *encode.Encoder, err error) {
	opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
	if c.Game != "" {
		g, err = catalog.Open(ctx, c.Game, opt)
	} else {
		if c.Width == 0 {
			c.Width = 64
		}
		if c.Blocks == 0 {
			c.Blocks = 5
		}
		g, err = catalog.OpenText(ctx, "", fmt.Sprintf(filling, c.Board), opt)
	}
	if err != nil {
		return nil, nil, err
	}
	enc, err = design.Encode(g, encode.Options{}, design.Options{Kind: arch.Kind(c.Kind)})
	return g, enc, err
}

// write prints the tables.
func (r *netsBench) write(env *cli.Env) {
	env.Say("%s: %s, %d numbers; %d processors", r.Game, architecture(&r.Net), r.Numbers, r.Processors)
	if r.Note != "" {
		env.Say("%s", r.Note)
	}
	r.figures(env)
	t := cli.Table{Head: []string{"SEARCH", "THREADS", "AT ONCE", "BATCH", "/S", "/CPU S", "OF ENGINE"}, Right: []int{1, 2, 3, 4, 5, 6}}
	for _, f := range r.Search {
		t.Row("", f.Threads, f.Width, fmt.Sprintf("%.1f", f.MeanBatch), whole(f.PerSecond), whole(f.PerCPU), fmt.Sprintf("%.0f %%", 100*f.Share))
	}
	t.Write(env.Stdout)
	fmt.Fprintf(env.Stdout, "take: kernels %s, %s, %s at once\n", r.Take.Level, plural(r.Take.Threads, "thread"), plural(r.Take.Width, "evaluation"))
	if r.Take.Batch > 0 {
		fmt.Fprintf(env.Stdout, "for training: batches of %d, %s\n", r.Take.Batch, plural(r.Take.Workers, "worker"))
	}
}

// figures prints the tables of bare engines and training.
func (r *netsBench) figures(env *cli.Env) {
	t := cli.Table{Head: []string{"EVALUATIONS", "THREADS", "BATCH", "/S", "/CPU S"}, Right: []int{1, 2, 3, 4}}
	for _, f := range r.Engine {
		t.Row(f.Level, f.Threads, f.Batch, whole(f.PerSecond), figure(f.PerCPU))
	}
	t.Write(env.Stdout)
	if len(r.Training) > 0 {
		t = cli.Table{Head: []string{"TRAINING", "WORKERS", "BATCH", "SAMPLES/S", "/CPU S"}, Right: []int{1, 2, 3, 4}}
		for _, f := range r.Training {
			t.Row(f.Device, f.Workers, f.Batch, whole(f.PerSecond), figure(f.PerCPU))
		}
		t.Write(env.Stdout)
	}
}

// figure is whole of what was measured.
func figure(x float64) string {
	if x == 0 {
		return "–"
	}
	return whole(x)
}

func whole(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// advise chooses by the figures: the level that the bare engine is quickest with, the
// most evaluations in a search, with as few under way as give them to within 5 %.
func (r *netsBench) advise() {
	best := slices.MaxFunc(r.Engine, func(a, b engineFigure) int { return compare(a.PerCPU, b.PerCPU) })
	r.Take.Level = best.Level
	most := slices.MaxFunc(r.Search, func(a, b searchFigure) int { return compare(a.PerSecond, b.PerSecond) })
	for _, f := range r.Search { // threads and widths grow
		if f.PerSecond >= 0.95*most.PerSecond {
			r.Take.Threads, r.Take.Width = f.Threads, f.Width
			break
		}
	}
	if len(r.Training) > 0 {
		f := slices.MaxFunc(r.Training, func(a, b trainFigure) int { return compare(a.PerSecond, b.PerSecond) })
		r.Take.Workers, r.Take.Batch = f.Workers, f.Batch
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
