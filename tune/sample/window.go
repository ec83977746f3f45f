package sample

import (
	"errors"
	"math"
	"math/rand/v2"
	"sort"
	"sync"
)

// Window is the replay window in memory: the newest chunks of a run, packed. It is
// safe for concurrent use.
type Window struct {
	mu     sync.RWMutex
	chunks []held
	count  int // records held
	first  int // records dropped before them
}

// held is a chunk; below counts the records of all chunks ever added before it.
type held struct {
	seq     int64
	below   int
	records []Record
}

// Add appends a chunk, whose number must be above those of the chunks before.
func (w *Window) Add(seq int64, records []Record) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.chunks); n > 0 && w.chunks[n-1].seq >= seq {
		return errors.New("replay window: chunks out of order")
	}
	w.chunks = append(w.chunks, held{seq, w.first + w.count, records})
	w.count += len(records)
	return nil
}

// Len is the number of records held.
func (w *Window) Len() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.count
}

// Trim drops the oldest chunks without which there are still size records, and returns
// the number of the last one dropped; ok is false when none was.
func (w *Window) Trim(size int) (upTo int64, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := 0
	for k < len(w.chunks) && w.count-len(w.chunks[k].records) >= size {
		n := len(w.chunks[k].records)
		upTo, ok = w.chunks[k].seq, true
		w.count -= n
		w.first += n
		k++
	}
	w.chunks = append([]held(nil), w.chunks[k:]...)
	return upTo, ok
}

// Draw picks a record, all alike; nil when there is none. It stays valid for ever.
func (w *Window) Draw(rng *rand.Rand) Record {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.count == 0 {
		return nil
	}
	i := w.first + rng.IntN(w.count)
	k := sort.Search(len(w.chunks), func(k int) bool { return w.chunks[k].below > i }) - 1
	return w.chunks[k].records[i-w.chunks[k].below]
}

// Size is how many of total samples the window should hold: all of the first ones, then
// fewer and fewer of those added (Wu 2020, "Accelerating Self-Play Learning in Go",
// appendix C: c·(1 + β·((N/c)^α - 1)/α) with α = 0.75, β = 0.4; c = first).
func Size(total, first int) int {
	if total <= first {
		return first
	}
	const alpha, beta = 0.75, 0.4
	c := float64(first)
	return int(c * (1 + beta*(math.Pow(float64(total)/c, alpha)-1)/alpha))
}
