package main

import (
	"context"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/nets/device"
	"ludens/nets/kernel"
)

// deviceOptions reads the options of a device.
func deviceOptions(c config.Device, log zerolog.Logger) (device.Options, error) {
	o := device.Options{Plugin: string(c.Plugin), Cache: string(c.CardCache), Log: log}
	if err := o.Choice.UnmarshalText([]byte(c.Device)); err != nil {
		return o, cli.Usagef("--device: %w", err)
	}
	if c.Precision != "auto" {
		o.Precision = device.Precision(c.Precision)
	}
	return o, nil
}

// devicesCommand says what is there.
type devicesCommand struct {
	config.Device
	Seconds float64 `default:"60" help:"How long a plugin may take to open its card."`
}

// Help is shown by --help.
func (*devicesCommand) Help() string {
	return "Every PJRT plugin found is opened in a process of its own, which is ended afterwards; nothing is installed or downloaded. " +
		"A card is used by \"player serve\", \"player tune\" and \"player bench nets\", with --device auto by themselves. " +
		"\"player bench nets --verify --device gpu\" checks that it computes rightly, and what it is worth."
}

// devicesFound is the result.
type devicesFound struct {
	Processor string        `json:"processor"` // level of the kernels
	Threads   int           `json:"threads"`
	Card      bool          `json:"card"` // a driver shows one
	Plugins   []pluginFound `json:"plugins"`
	Install   []string      `json:"install,omitempty"`
}

// pluginFound is a plugin and what came of opening it.
type pluginFound struct {
	Path    string  `json:"path,omitempty"` // none: the stand-in in Go
	Device  string  `json:"device,omitempty"`
	Single  float64 `json:"f32"`  // operations per second in large products, as --precision has them
	Half    float64 `json:"bf16"` // of bfloat16
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
}

// Run looks.
func (c *devicesCommand) Run(env *cli.Env) error {
	o, err := deviceOptions(c.Device, zerolog.Nop())
	if err != nil {
		return err
	}
	if !(c.Seconds > 0) || c.Seconds > 3600 {
		return cli.Usagef("--seconds must be greater than 0 and at most 3600, found %g", c.Seconds)
	}
	o.Patience = time.Duration(c.Seconds * float64(time.Second))
	r := devicesFound{Processor: kernel.Best().String(), Threads: wire.Threads(0), Card: o.Places.Cards(), Plugins: []pluginFound{}}
	plugins := o.Places.Plugins()
	switch {
	case o.Plugin != "":
		plugins = []string{o.Plugin}
	case o.Choice.Kind == device.Go:
		plugins = []string{""}
	case o.Choice.Kind == device.CPU:
		plugins = nil
	}
	for _, path := range plugins {
		p, err := look(env.Context, o, path)
		if err != nil {
			return err
		}
		r.Plugins = append(r.Plugins, p)
	}
	if o.Plugin == "" && o.Choice.Kind != device.CPU {
		r.Install = o.Places.Install()
	}
	if env.JSON {
		return env.Print(r)
	}
	fmt.Fprintf(env.Stdout, "processor: kernels %s, %s\n", r.Processor, plural(r.Threads, "thread"))
	if note := kernel.Note(); note != "" {
		fmt.Fprintln(env.Stdout, note)
	}
	for _, p := range r.Plugins {
		name := p.Path
		if name == "" {
			name = "the stand-in in Go"
		}
		if p.Error != "" {
			fmt.Fprintf(env.Stdout, "%s: %s\n", name, p.Error)
			continue
		}
		rates := ""
		if p.Single > 0 {
			rates = fmt.Sprintf(" products of float32 at %.3g TFLOP/s, of bf16 at %.3g,", p.Single/1e12, p.Half/1e12)
		}
		fmt.Fprintf(env.Stdout, "%s: %s,%s open in %.1f s\n", name, p.Device, rates, p.Seconds)
	}
	for _, line := range r.Install {
		fmt.Fprintln(env.Stdout, line)
	}
	return nil
}

// look opens a plugin and closes it; the error is that of a context that is done.
func look(ctx context.Context, o device.Options, path string) (pluginFound, error) {
	p := pluginFound{Path: path}
	o.Plugin = path
	if path != "" && (o.Choice.Kind == device.Auto || o.Choice.Kind == device.Go || o.Choice.Kind == device.CPU) {
		o.Choice.Kind = device.GPU
	}
	begin := time.Now()
	card := device.Open(o)
	defer card.Close()
	about, err := card.Wait(ctx)
	if ctx.Err() != nil {
		return p, ctx.Err()
	}
	p.Seconds = time.Since(begin).Seconds()
	if err != nil {
		p.Error = err.Error()
		return p, nil
	}
	p.Device = about
	p.Single, p.Half = card.Rates()
	return p, nil
}
