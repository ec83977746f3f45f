package kernel

/*
#cgo noescape lk_gemm
#cgo nocallback lk_gemm
#cgo noescape lk_relu
#cgo nocallback lk_relu
#cgo noescape lk_axpy
#cgo nocallback lk_axpy
#cgo noescape lk_add_bias
#cgo nocallback lk_add_bias
#cgo noescape lk_adamw
#cgo nocallback lk_adamw
#include "dispatch.h"
*/
import "C"

import (
	"fmt"
	"math"
	"sync"
)

var gemmScratch = sync.Pool{New: func() any { return new(Scratch) }}

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

// Gemm computes c = alpha·op(a)·op(b) + beta·c on row-major matrices; op(a) is m×k, op(b)
// k×n, c m×n; op transposes if trans is set; ld is the length of a row in
// memory. With beta 0, c is overwritten whatever it holds. c overlaps neither.
func Gemm(l Level, transA, transB bool, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if m < 0 || n < 0 || k < 0 {
		panic(fmt.Sprintf("kernel: Gemm of %d×%d×%d", m, n, k))
	}
	if m == 0 || n == 0 {
		return
	}
	matrix("a", a, transA, m, k, lda)
	matrix("b", b, transB, k, n, ldb)
	matrix("c", c, false, m, n, ldc)
	s := gemmScratch.Get().(*Scratch)
	defer gemmScratch.Put(s)
	buf := s.floats(256 * (14 + padded(n)))
	C.lk_gemm(C.int(l), flag(transA), flag(transB), C.long(m), C.long(n), C.long(k), C.float(alpha), ptr(a), C.long(lda), ptr(b), C.long(ldb),
		C.float(beta), ptr(c), C.long(ldc), ptr(buf))
}

// matrix panics unless rows×cols (before op) fit the slice.
func matrix(name string, s []float32, trans bool, rows, cols, ld int) {
	if trans {
		rows, cols = cols, rows
	}
	if ld < max(1, cols) {
		panic(fmt.Sprintf("kernel: Gemm: rows of %s have %d numbers, %d apart", name, cols, ld))
	}
	if rows > 0 && cols > 0 {
		atLeast("Gemm's "+name, s, (rows-1)*ld+cols)
	}
}

// Linear is a fully connected layer: y (n×out) = x (n×in) · w (out×in)ᵀ + b, then
// max(·, 0) if relu. b may be nil. For weights that stay, NewDense is faster.
func Linear(l Level, n, in, out int, x, w, b, y []float32, relu bool) {
	want("the input of Linear", x, n*in)
	want("the weights of Linear", w, out*in)
	want("the output of Linear", y, n*out)
	if b != nil {
		want("the bias of Linear", b, out)
	}
	Gemm(l, false, true, n, out, in, 1, x, max(in, 1), w, max(in, 1), 0, y, max(out, 1))
	C.lk_add_bias(C.int(l), C.long(n), C.long(out), ptr(b), flag(relu), ptr(y))
}

// ReLU computes y = max(x, 0); y may be x.
func ReLU(l Level, x, y []float32) {
	want("the output of ReLU", y, len(x))
	C.lk_relu(C.int(l), C.long(len(x)), ptr(x), ptr(y))
}

// Axpy computes y += a·x.
func Axpy(l Level, a float32, x, y []float32) {
	want("the output of Axpy", y, len(x))
	C.lk_axpy(C.int(l), C.long(len(x)), C.float(a), ptr(x), ptr(y))
}

// Adam are the constants of a step of AdamW (Loshchilov and Hutter 2019, algorithm 2).
type Adam struct {
	Rate         float32 // learning rate
	Beta1, Beta2 float32 // of the moments, 0…1
	Epsilon      float32
	Decay        float32 // weight decay, times Rate
	Step         int     // this step's number, from 1, for the corrections of bias
}

// AdamW moves the parameters p by the gradient g; m and v are the moments.
func AdamW(l Level, p, g, m, v []float32, o *Adam) {
	want("the gradient", g, len(p))
	want("the first moment", m, len(p))
	want("the second moment", v, len(p))
	if o.Step < 1 {
		panic("kernel: steps of AdamW count from 1")
	}
	c1 := 1 / (1 - math.Pow(float64(o.Beta1), float64(o.Step)))
	c2 := 1 / (1 - math.Pow(float64(o.Beta2), float64(o.Step)))
	C.lk_adamw(C.int(l), C.long(len(p)), ptr(p), ptr(g), ptr(m), ptr(v), C.float(o.Rate), C.float(o.Beta1), C.float(o.Beta2),
		C.float(o.Epsilon), C.float(o.Decay), C.float(c1), C.float(c2))
}
