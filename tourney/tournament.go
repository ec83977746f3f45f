package tourney

import (
	"cmp"
	"fmt"
	"slices"

	"ludens/rating"
)

// busyTries is how often a match is begun whose players are busy; the last time who is
// busy has lost.
const busyTries = 4

// window bounds how many slots are looked at for one that can begin, so that a long
// plan costs no more than a short one.
const window = 4096

type state uint8

const (
	waiting state = iota
	running
	ended
)

// Attempt is one time that a slot's match was begun, as it was kept.
type Attempt struct {
	Slot   int    `json:"slot"`
	Number int    `json:"number"` // from 1
	Match  string `json:"match"`  // identifier of the record
	// Outcome is nil if the match did not come to an end.
	Outcome *rating.Outcome `json:"outcome,omitempty"`
	Busy    bool            `json:"busy,omitempty"` // a player was
}

// Past is what was kept of a tournament.
type Past struct {
	Slots    []Slot
	Attempts []Attempt // in the order in which they began
}

// Tournament is a tournament under way. It is not safe for concurrent use.
type Tournament struct {
	cfg      Config
	slots    []Slot
	states   []state
	outcomes []rating.Outcome
	attempts []int // by slot: begun so far
	busy     []int // by slot: attempts that ended since a player was busy

	first   int   // no slot before this one waits
	playing []int // by entrant: matches under way
	matches int   // under way
	threads int   // in use

	begun, stopped, over bool
	verdict              rating.Verdict
	pairs                rating.Pairs // those that the test has seen
	nextPair             int
	out                  []Effect
}

// New sets up a tournament, with what was kept of it if it is not new.
func New(cfg Config, past *Past) (*Tournament, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	t := &Tournament{cfg: cfg.withDefaults(), playing: make([]int, len(cfg.Entrants))}
	if past == nil {
		return t, nil
	}
	for i, s := range past.Slots {
		if err := t.check(i, s); err != nil {
			return nil, fmt.Errorf("tournament %s: what was kept of it: %w", cfg.Name, err)
		}
	}
	t.grow(past.Slots)
	for _, a := range past.Attempts {
		if a.Slot < 0 || a.Slot >= len(t.slots) {
			return nil, fmt.Errorf("tournament %s: a match of slot %d, which is not planned", cfg.Name, a.Slot)
		}
		t.attempts[a.Slot] = max(t.attempts[a.Slot], a.Number)
		switch {
		case a.Outcome != nil && t.states[a.Slot] != ended: // the first counts
			t.states[a.Slot], t.outcomes[a.Slot] = ended, *a.Outcome
		case a.Busy:
			t.busy[a.Slot]++
		}
	}
	t.test()
	return t, nil
}

func (t *Tournament) check(i int, s Slot) error {
	switch {
	case s.Number != i:
		return fmt.Errorf("slot %d is missing", i)
	case s.Game < 0 || s.Game >= len(t.cfg.Games) || s.Clock < 0 || s.Clock >= len(t.cfg.Clocks):
		return fmt.Errorf("slot %d: there is no such game or clock", i)
	case len(s.Seats) != t.cfg.Games[s.Game].Seats:
		return fmt.Errorf("slot %d has %d seats", i, len(s.Seats))
	}
	for _, e := range s.Seats {
		if e < 0 || e >= len(t.cfg.Entrants) {
			return fmt.Errorf("slot %d: there is no entrant %d", i, e)
		}
	}
	return nil
}

func (t *Tournament) grow(slots []Slot) {
	t.slots = append(t.slots, slots...)
	n := len(t.slots) - len(t.states)
	t.states = append(t.states, make([]state, n)...)
	t.outcomes = append(t.outcomes, make([]rating.Outcome, n)...)
	t.attempts = append(t.attempts, make([]int, n)...)
	t.busy = append(t.busy, make([]int, n)...)
}

// Config is what the tournament is.
func (t *Tournament) Config() Config { return t.cfg }

// Slots is the plan so far; it must be left as it is.
func (t *Tournament) Slots() []Slot { return t.slots }

// Outcome is how a slot's match ended; false if it has not.
func (t *Tournament) Outcome(slot int) (rating.Outcome, bool) {
	return t.outcomes[slot], t.states[slot] == ended
}

// Over reports that nothing further will happen.
func (t *Tournament) Over() bool { return t.over }

// Complete reports that everything was played that is to be played.
func (t *Tournament) Complete() bool {
	done, total := t.Progress()
	return t.verdict != rating.Open || total > 0 && done == total
}

// Progress counts the matches that have ended, and all that the plan will have. A
// sequential test may end before.
func (t *Tournament) Progress() (done, total int) {
	for _, s := range t.states {
		if s == ended {
			done++
		}
	}
	total = len(t.slots)
	if t.cfg.Kind == Swiss && total > 0 { // all rounds are alike
		rounds := t.slots[total-1].Round + 1
		total = total / rounds * t.cfg.Rounds
	}
	return done, total
}

// Step takes in an event and gives the effects in order. The slice is valid until the
// next call.
func (t *Tournament) Step(ev Event) []Effect {
	t.out = t.out[:0]
	switch ev := ev.(type) {
	case Begin:
		if !t.begun {
			t.begun = true
			t.plan()
		}
	case Ended:
		if t.leave(ev.Slot) {
			t.states[ev.Slot], t.outcomes[ev.Slot] = ended, ev.Outcome
			if t.verdict == rating.Open && t.test() {
				t.effect(Decided{t.verdict})
			}
			t.plan()
		}
	case Broken:
		if t.leave(ev.Slot) {
			t.states[ev.Slot] = waiting
			t.first = min(t.first, ev.Slot)
			if ev.Busy {
				t.busy[ev.Slot]++
			}
		}
	case Stop:
		t.stopped = true
	}
	if t.begun && !t.over {
		t.dispatch()
	}
	return t.out
}

func (t *Tournament) effect(e Effect) { t.out = append(t.out, e) }

// plan adds what can be planned now: everything, or a round of a Swiss tournament when
// the one before has ended.
func (t *Tournament) plan() {
	var next []Slot
	switch {
	case t.cfg.Kind == Swiss:
		round := 0
		if n := len(t.slots); n > 0 {
			round = t.slots[n-1].Round + 1
		}
		if round < t.cfg.Rounds && !slices.ContainsFunc(t.states, func(s state) bool { return s != ended }) {
			next = t.swissRound(round)
		}
	case len(t.slots) == 0:
		var err error
		if next, err = t.cfg.whole(); err != nil {
			next = nil // Plan has told of it
		}
	}
	if len(next) > 0 {
		t.grow(next)
		t.effect(Planned{next})
	}
}

// Plan reports whether a tournament can be planned, and how many matches it will have
// at most; of a Swiss tournament, in its first round.
func Plan(cfg Config) (matches int, err error) {
	t, err := New(cfg, nil)
	if err != nil {
		return 0, err
	}
	if t.cfg.Kind == Swiss {
		return len(t.swissRound(0)), nil
	}
	slots, err := t.cfg.whole()
	return len(slots), err
}

// leave frees what a match under way held; false if it is not under way.
func (t *Tournament) leave(slot int) bool {
	if slot < 0 || slot >= len(t.slots) || t.states[slot] != running {
		return false
	}
	t.matches--
	t.threads -= t.needs(slot)
	for _, e := range distinct(t.slots[slot].Seats) {
		t.playing[e]--
	}
	return true
}

// dispatch begins whatever can begin, and ends the tournament when nothing is left.
func (t *Tournament) dispatch() {
	for t.first < len(t.slots) && t.states[t.first] != waiting {
		t.first++
	}
	if !t.stopped && t.verdict == rating.Open {
		for i := t.first; i < min(len(t.slots), t.first+window) && t.matches < t.cfg.Parallel; i++ {
			if t.states[i] == waiting && t.free(i) {
				t.play(i)
			}
		}
	}
	if t.matches == 0 {
		t.over = true
		t.effect(Over{})
	}
}

// needs is how many threads of this process a match takes.
func (t *Tournament) needs(slot int) int {
	most := 0
	for _, e := range t.slots[slot].Seats {
		most = max(most, t.cfg.Entrants[e].Threads)
	}
	return most
}

// free reports whether a match can begin beside those under way. One that takes more
// threads than there are may begin alone.
func (t *Tournament) free(slot int) bool {
	if need := t.needs(slot); need > 0 && t.threads > 0 && t.threads+need > t.cfg.Threads {
		return false
	}
	for _, e := range t.slots[slot].Seats {
		if most := t.cfg.Entrants[e].Matches; most > 0 && t.playing[e] >= most {
			return false
		}
	}
	return true
}

func (t *Tournament) play(slot int) {
	t.states[slot] = running
	t.matches++
	t.threads += t.needs(slot)
	for _, e := range distinct(t.slots[slot].Seats) {
		t.playing[e]++
	}
	t.attempts[slot]++
	t.effect(Play{
		Slot: t.slots[slot], Attempt: t.attempts[slot], Busy: t.busy[slot], Last: t.busy[slot] >= busyTries-1,
	})
}

func distinct(seats []int) []int {
	out := slices.Clone(seats)
	slices.Sort(out)
	return slices.Compact(out)
}

// test takes in the pairs that have ended, in order, and reports a decision.
func (t *Tournament) test() bool {
	if t.cfg.Kind != SPRT {
		return false
	}
	for t.verdict == rating.Open && 2*t.nextPair+1 < len(t.slots) {
		a, b := 2*t.nextPair, 2*t.nextPair+1
		if t.states[a] != ended || t.states[b] != ended {
			return false
		}
		t.nextPair++
		if t.outcomes[a].Void || t.outcomes[b].Void {
			continue
		}
		t.pairs.Add(t.side(a), t.side(b))
		t.verdict = t.cfg.Test.Decide(&t.pairs)
	}
	return t.verdict != rating.Open
}

// side is whether the first entrant did better than the second, worse, or the same.
func (t *Tournament) side(slot int) float64 {
	return (1 + float64(cmp.Compare(t.share(slot, 0), t.share(slot, 1)))) / 2
}

// Test gives the verdict of a sequential test, and the pairs that it has seen.
func (t *Tournament) Test() (rating.Verdict, rating.Pairs) { return t.verdict, t.pairs }
