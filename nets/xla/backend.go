package xla

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ludens/nets/arch"
)

// Device is an open device.
type Device struct {
	backend compute.Backend
	about   string

	mu       sync.Mutex
	programs []*program // the latest last
}

// Go opens GoMLX's back end in pure Go: slow, and everywhere.
func Go() (*Device, error) {
	b, err := gobackend.New("")
	if err != nil {
		return nil, fmt.Errorf("open the back end in Go: %w", err)
	}
	return &Device{backend: b, about: "GoMLX in Go"}, nil
}

// Plugin opens a device of a PJRT plugin, which is a shared library. Devices count from 0. tf32 lets
// it round what it multiplies to ten bits, where no bfloat16 is asked for.
// See package comment: whatever calls this may crash or hang.
func Plugin(path string, device int, tf32 bool) (*Device, error) {
	// The options of go-xla's own language come behind a comma.
	if !filepath.IsAbs(path) || strings.Contains(path, ",") {
		return nil, fmt.Errorf("open a plugin: %q is no absolute path without a comma", path)
	}
	if err := probe(path); err != nil {
		return nil, err
	}
	xla.EnableAutoInstall(false)
	var o pjrt.NamedValuesMap
	if pjrt.IsCUDAName(path) {
		o = pjrt.NamedValuesMap{"visible_devices": []int64{int64(device)}}
	} else if device != 0 {
		return nil, errors.New("only of a CUDA plugin another device than 0 can be chosen")
	}
	b, err := xla.NewWithOptions(fmt.Sprintf("%s,tf32=%t", path, tf32), o)
	if err != nil {
		return nil, err
	}
	if b.NumDevices() < 1 {
		return nil, errors.New("the plugin has no device")
	}
	return &Device{backend: b, about: strings.TrimSpace(b.DeviceDescription(0))}, nil
}

// About describes the device for people.
func (d *Device) About() string { return d.about }

// Close gives the device back, after engines and learners.
func (d *Device) Close() {
	for _, p := range d.programs {
		p.close()
	}
	d.programs = nil
	d.backend.Finalize()
}

// upload makes a tensor on the device. x is copied.
func (d *Device) upload(x any, dtype dtypes.DType, dims ...int) (*tensors.Tensor, error) {
	buffer, err := d.backend.BufferFromFlatData(0, x, shapes.Make(dtype, dims...))
	if err != nil {
		return nil, err
	}
	return tensors.FromBuffer(buffer)
}

func (d *Device) floats(x []float32, dims ...int) (*tensors.Tensor, error) {
	return d.upload(x, dtypes.Float32, dims...)
}

// download copies a tensor's numbers into dst.
func (d *Device) download(t *tensors.Tensor, dst []float32) error {
	buffer, err := t.Buffer(d.backend, 0)
	if err != nil {
		return err
	}
	return buffer.ToFlatData(dst)
}

// matrix uploads the links of a graph net; nil for other nets.
func (d *Device) matrix(net *arch.Net, links *arch.Links) (*tensors.Tensor, error) {
	if net.Spec.Kind != arch.Graph {
		return nil, nil
	}
	n := net.Spec.In.Height
	if err := links.Check(n); err != nil {
		return nil, err
	}
	if n > mostNodes {
		return nil, fmt.Errorf("a graph of %d nodes, more than %d", n, mostNodes)
	}
	x := make([]float32, n*n)
	for i := range n {
		for _, j := range links.To[links.From[i]:links.From[i+1]] {
			x[i*n+int(j)]++
		}
	}
	return d.floats(x, n, n)
}

// free gives back tensors, some of which may be nil.
func free(list ...*tensors.Tensor) {
	for _, t := range list {
		if t != nil {
			_ = t.FinalizeAll()
		}
	}
}

// Products compiles a product of two square matrices, of bfloat16 or float32, and gives a
// function that does it once and waits for it: a measure of what the device can do.
func (d *Device) Products(side int, half bool) (func() error, error) {
	x, err := d.floats(make([]float32, side*side), side, side)
	if err != nil {
		return nil, err
	}
	b := builder{half: half}
	e, err := NewExec(d.backend, func(x *Node) *Node { return ReduceAllSum(b.product("ij,jk->ik", x, x)) })
	if err != nil {
		return nil, err
	}
	once := func() error {
		out, err := e.Call(x)
		if err != nil {
			return err
		}
		defer free(out...)
		return d.download(out[0], make([]float32, 1))
	}
	return once, once()
}
