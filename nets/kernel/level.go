package kernel

/*
#cgo CFLAGS: -O3
#cgo LDFLAGS: -lm
#include "dispatch.h"
*/
import "C"

import (
	"fmt"
	"os"
	"strings"
	"sync"
)

// Level is a set of processor instructions that kernels use.
type Level uint8

// The levels, each needing more of the processor than the one before.
const (
	// Portable is C without assumptions.
	Portable Level = iota
	// AVX2 needs AVX2 and FMA.
	AVX2
	// AVX512 needs AVX-512 F, BW, VL and DQ.
	AVX512
	// BF16 needs AVX-512 BF16 as well, and multiplies in bfloat16 in convolutions, for inference
	// and training; all else is as with AVX512. Results differ from those of the levels
	// before by about 1e-2. AMD's processors are twice as fast with it, Intel's a third slower.
	BF16
	// AMX needs AMX BF16 as well, and multiplies in bfloat16 on tiles in convolutions; all else is
	// as with AVX512.
	AMX
)

// portableHalves is BF16 in portable C, for tests alone.
const portableHalves = Level(C.LK_HALVES)

// emulatedTiles is AMX on emulated tiles, for tests alone.
const emulatedTiles = Level(C.LK_EMULATED)

// tiles reports whether convolutions run on tiles.
func (l Level) tiles() bool { return l == AMX || l == emulatedTiles }

// Halves reports whether convolutions multiply bfloat16 on this level.
func (l Level) Halves() bool { return l == BF16 || l == AMX }

var levelNames = [...]string{"portable", "avx2", "avx512", "bf16", "amx"}

func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level %d", l)
}

var choice = sync.OnceValue(func() (c struct {
	best Level
	note string
},
) {
	c.best, c.note = choose(os.Getenv("LUDENS_KERNEL"), Supported(), quickHalves())
	return c
})

// quickHalves reports whether this processor multiplies bfloat16 outside of tiles quicker than floats.
func quickHalves() bool { return C.lk_quick_halves() != 0 }

// choose picks a level by name out of those supported; the best if the name is empty
// or none of them, with a note that says so. BF16 is the best only where its products are quick:
// on Intel's processors it is slower than AVX512.
func choose(name string, supported []Level, quickHalves bool) (Level, string) {
	best := supported[len(supported)-1]
	if best == BF16 && !quickHalves {
		best = AVX512
	}
	if name == "" {
		return best, ""
	}
	for l := range Level(len(levelNames)) {
		if !strings.EqualFold(name, l.String()) {
			continue
		}
		for _, s := range supported {
			if s == l {
				return l, ""
			}
		}
		return best, fmt.Sprintf("LUDENS_KERNEL=%s: this machine cannot run that level; %s is used", name, best)
	}
	return best, fmt.Sprintf("LUDENS_KERNEL=%s: no such level (portable, avx2, avx512, bf16, amx); %s is used", name, best)
}

// Best is the level that nets run on: what LUDENS_KERNEL names, else the quickest that
// this machine supports.
func Best() Level { return choice().best }

// Note is empty, or a sentence for the log on why LUDENS_KERNEL was not followed.
func Note() string { return choice().note }

// Supported lists the levels that this machine can run, in order.
func Supported() []Level {
	out := []Level{Portable}
	for l := AVX2; int(l) < len(levelNames); l++ {
		if C.lk_supported(C.int(l)) != 0 {
			out = append(out, l)
		}
	}
	return out
}
