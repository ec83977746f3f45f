package kernel

/*
#cgo CFLAGS: -O3
#cgo LDFLAGS: -lm
#include "rows.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"ludens/nets/arch"
)

// Dense is a fully connected layer, y = x·Wᵀ + b and perhaps ReLU, on rows, with its
// weights packed for a level. It never changes: any number of goroutines may run it.
type Dense struct {
	level   Level
	in, out int
	relu    bool
	weight  []float32 // blocks of columns; in a block, the columns of each input
	bias    []float32
}

// rowLanes is how many numbers a vector of rows_impl.h has at a level.
func rowLanes(l Level) int {
	switch l {
	case Portable:
		return 4
	case AVX2:
		return 8
	}
	return 16
}

// NewDense packs weights (out, in) and bias (out).
func NewDense(l Level, out, in int, weight, bias []float32, relu bool) *Dense {
	if out < 1 || in < 1 || len(weight) != out*in || len(bias) != out {
		panic(fmt.Sprintf("kernel: dense layer %d to %d with %d weights and %d biases", in, out, len(weight), len(bias)))
	}
	block := 2 * rowLanes(l)
	blocks := (out + block - 1) / block
	d := &Dense{
		level: l, in: in, out: out, relu: relu,
		weight: make([]float32, blocks*block*in), bias: make([]float32, blocks*block),
	}
	copy(d.bias, bias)
	for o := range out {
		to := d.weight[o/block*block*in+o%block:]
		for i, x := range weight[o*in : (o+1)*in] {
			to[i*block] = x
		}
	}
	return d
}

// Run computes rows of out numbers, ldy apart, from rows of in numbers, ldx apart. x
// and y must not overlap.
func (d *Dense) Run(rows int, x []float32, ldx int, y []float32, ldy int) {
	if rows == 0 {
		return
	}
	rowFits("dense layer's input", rows, d.in, ldx, len(x))
	rowFits("dense layer's output", rows, d.out, ldy, len(y))
	relu := C.int(0)
	if d.relu {
		relu = 1
	}
	n, in, out := C.long(rows), C.long(d.in), C.long(d.out)
	w, b, xs, ys := rowPtr(d.weight), rowPtr(d.bias), rowPtr(x), rowPtr(y)
	switch d.level {
	case Portable:
		C.ludens_rows_dense_portable(n, in, out, w, b, relu, xs, C.long(ldx), ys, C.long(ldy))
	case AVX2:
		C.ludens_rows_dense_avx2(n, in, out, w, b, relu, xs, C.long(ldx), ys, C.long(ldy))
	default:
		C.ludens_rows_dense_avx512(n, in, out, w, b, relu, xs, C.long(ldx), ys, C.long(ldy))
	}
}

// LayerNorm normalises each of rows of len(scale) numbers by its mean and variance,
// then scales and shifts it, and cuts it off below 0 if relu. x and y may be the same.
func LayerNorm(l Level, rows int, scale, shift []float32, relu bool, x []float32, ldx int, y []float32, ldy int) {
	if rows == 0 {
		return
	}
	width := len(scale)
	rowFits("layer norm's input", rows, width, ldx, len(x))
	rowFits("layer norm's output", rows, width, ldy, len(y))
	rowFits("layer norm's shift", 1, width, width, len(shift))
	cut := C.int(0)
	if relu {
		cut = 1
	}
	switch l {
	case Portable:
		C.ludens_rows_norm_portable(C.long(rows), C.long(width), rowPtr(scale), rowPtr(shift), arch.Epsilon, cut, rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	case AVX2:
		C.ludens_rows_norm_avx2(C.long(rows), C.long(width), rowPtr(scale), rowPtr(shift), arch.Epsilon, cut, rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	default:
		C.ludens_rows_norm_avx512(C.long(rows), C.long(width), rowPtr(scale), rowPtr(shift), arch.Epsilon, cut, rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	}
}

// Aggregate gives every node of every sample self times its own row plus the rows of
// those that it hears from. Rows have width numbers; a sample is links.Nodes() rows.
// The links must have been checked (arch.Links.Check). x and y must not overlap.
func Aggregate(l Level, samples int, links *arch.Links, width int, self float32, x []float32, ldx int, y []float32, ldy int) {
	nodes := links.Nodes()
	if samples == 0 || nodes == 0 {
		return
	}
	rowFits("aggregate's input", samples*nodes, width, ldx, len(x))
	rowFits("aggregate's output", samples*nodes, width, ldy, len(y))
	from, to := (*C.int)(unsafe.Pointer(unsafe.SliceData(links.From))), (*C.int)(unsafe.Pointer(unsafe.SliceData(links.To)))
	switch l {
	case Portable:
		C.ludens_rows_aggregate_portable(C.long(samples), C.long(nodes), C.long(width), from, to, C.float(self), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	case AVX2:
		C.ludens_rows_aggregate_avx2(C.long(samples), C.long(nodes), C.long(width), from, to, C.float(self), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	default:
		C.ludens_rows_aggregate_avx512(C.long(samples), C.long(nodes), C.long(width), from, to, C.float(self), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	}
}

// MeanRows gives the mean of the rows of every sample, ldy apart.
func MeanRows(l Level, samples, nodes, width int, x []float32, ldx int, y []float32, ldy int) {
	if samples == 0 {
		return
	}
	rowFits("mean's input", samples*nodes, width, ldx, len(x))
	rowFits("mean's output", samples, width, ldy, len(y))
	switch l {
	case Portable:
		C.ludens_rows_mean_portable(C.long(samples), C.long(nodes), C.long(width), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	case AVX2:
		C.ludens_rows_mean_avx2(C.long(samples), C.long(nodes), C.long(width), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	default:
		C.ludens_rows_mean_avx512(C.long(samples), C.long(nodes), C.long(width), rowPtr(x), C.long(ldx), rowPtr(y), C.long(ldy))
	}
}

// Pool gives, per sample, the maximum of each of its channels (planes of cells
// numbers), then the mean of each.
func Pool(l Level, samples, channels, cells int, x, y []float32) {
	if samples == 0 {
		return
	}
	rowFits("pool's input", samples*channels, cells, cells, len(x))
	rowFits("pool's output", samples, 2*channels, 2*channels, len(y))
	switch l {
	case Portable:
		C.ludens_rows_pool_portable(C.long(samples), C.long(channels), C.long(cells), rowPtr(x), rowPtr(y))
	case AVX2:
		C.ludens_rows_pool_avx2(C.long(samples), C.long(channels), C.long(cells), rowPtr(x), rowPtr(y))
	default:
		C.ludens_rows_pool_avx512(C.long(samples), C.long(channels), C.long(cells), rowPtr(x), rowPtr(y))
	}
}

func rowPtr(x []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(x))) }

// rowFits panics unless a slice of length n holds rows of width numbers, ld apart: C
// would write past it in silence.
func rowFits(what string, rows, width, ld, n int) {
	if rows < 0 || width < 1 || ld < width || (rows-1)*ld+width > n {
		panic(fmt.Sprintf("kernel: %s: %d rows of %d, %d apart, in %d numbers", what, rows, width, ld, n))
	}
}
