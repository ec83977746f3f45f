//go:build cgo

package kernel

/*
#cgo CFLAGS: -O3
#include "lanes.h"
*/
import "C"

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Supported lists the levels that this machine can run, in order.
func Supported() []Level {
	out := []Level{Portable}
	if cpu.X86.HasAVX2 {
		out = append(out, AVX2)
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW {
		out = append(out, AVX512)
	}
	return out
}

func numbers(s []uint32) (*C.uint32_t, C.long) {
	return (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(s))), C.long(len(s))
}

func words(rows []Row) *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(rows))) }

func word(r *Row) *C.uint64_t { return (*C.uint64_t)(unsafe.Pointer(r)) }

func runC(l Level, code []uint32, rows []Row) {
	c, n := numbers(code)
	if l == AVX512 {
		C.lanes_run_avx512(c, n, words(rows))
	} else {
		C.lanes_run_avx2(c, n, words(rows))
	}
}

func moveC(l Level, pairs []uint32, rows []Row, hold *Row) {
	p, n := numbers(pairs)
	if l == AVX512 {
		C.lanes_move_avx512(p, n, words(rows), word(hold))
	} else {
		C.lanes_move_avx2(p, n, words(rows), word(hold))
	}
}

func chooseC(l Level, c *Choice, rows, scratch []Row, g *Random) (some Row) {
	moves, n := numbers(c.moves)
	tree, _ := numbers(c.tree)
	random := (*C.struct_lanes_random)(unsafe.Pointer(g))
	if l == AVX512 {
		C.lanes_choose_avx512(moves, n/2, tree, C.long(c.room), words(rows), words(scratch), random, word(&some))
	} else {
		C.lanes_choose_avx2(moves, n/2, tree, C.long(c.room), words(rows), words(scratch), random, word(&some))
	}
	return some
}
