package agent

import (
	"slices"
	"sync"
	"time"
)

// Preparer is implemented by players that can say how far they have come with Begin.
type Preparer interface {
	// Preparation may be called at any time, from any goroutine, and returns at once.
	Preparation() Preparation
}

// Preparation is what a player has done so far to get ready. Zero fields mean "unknown"
// or "does not apply".
type Preparation struct {
	// Stage is what is being done, in a few words; of a player that is ready, what
	// it did last.
	Stage string
	// Way is how it is going to think, as far as is known.
	Way string
	// Net says in a few words by which net it is guided, if by any.
	Net string
	// Note says in a sentence what was decided, and why.
	Note string
	// Training is that of a net.
	Training Training
	// Races are matches between ways to think, in the order in which they began.
	Races []Race
}

// Training is how far a net has learned.
type Training struct {
	Elapsed, Planned      time.Duration
	Games, Samples, Steps int64
	// Policy and Value are the losses of late.
	Policy, Value float64
}

// Race is a number of short matches that decide how to think.
type Race struct {
	Name string        // in a few words
	Move time.Duration // for each of its moves
	Need float64       // the share of points, 0…1, that the first must score; 0: the best is taken
	// Standings are the best first, or who must prove itself.
	Standings []Scored
	Over      bool
}

// Scored is what somebody has scored in a race.
type Scored struct {
	Name   string
	Points float64
	Played int
}

// Preparing is a Preparation that is told to others while it changes. The zero value is
// ready to use; it is safe for concurrent use, and what nil is told nobody hears.
type Preparing struct {
	mu  sync.Mutex
	now Preparation
}

// Preparation implements Preparer.
func (p *Preparing) Preparation() Preparation {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.now
	out.Races = slices.Clone(out.Races)
	return out
}

// Now changes what is told. Slices that are told are not changed any more.
func (p *Preparing) Now(change func(*Preparation)) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	change(&p.now)
}

// Stage tells what is done now.
func (p *Preparing) Stage(text string) { p.Now(func(now *Preparation) { now.Stage = text }) }

// Race tells how a race stands: a new one, or the last if that has its name.
func (p *Preparing) Race(r Race) {
	p.Now(func(now *Preparation) {
		if n := len(now.Races); n > 0 && now.Races[n-1].Name == r.Name {
			now.Races = append(now.Races[:n-1:n-1], r)
		} else {
			now.Races = append(now.Races[:n:n], r)
		}
	})
}
