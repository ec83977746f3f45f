package portfolio

import (
	"fmt"
	"maps"
	"slices"

	"ludens/agent/heuristic"
	"ludens/game"
)

// Version is that of the ways and of how they race: what was remembered under another
// one is not believed. It changes with whatever makes ways much stronger or weaker.
const Version = "2026-11-26 null moves"

// Memory keeps memos by the key of a game; see Key. It is safe for concurrent use.
type Memory interface {
	// Recall gives what is remembered; false if that is nothing, or nothing readable.
	Recall(key string) (*Memo, bool)
	// Keep replaces what is remembered.
	Keep(key string, m *Memo) error
}

// Key is what a game is remembered by: the hash of its description, and the engine, as
// ways gain more or less from a faster one.
func Key(f *game.Facts) string {
	if f.Engine == "" {
		return f.Hash
	}
	return f.Hash + "-" + f.Engine
}

// Memo is what races of earlier matches have shown about a game.
type Memo struct {
	// Version is the Version that it was written under.
	Version string `json:"version"`
	// Races is the number of races that it comes from.
	Races int `json:"races"`
	// Chosen is the way that was taken last.
	Chosen string `json:"chosen"`
	// Ways are the scores, by the names of the ways.
	Ways map[string]Score `json:"ways"`
	// Function is what was learned to judge positions by (heuristic.Course.Known); nil if nothing was. Whether it is of
	// use is found out by who learns on.
	Function []byte `json:"function,omitempty"`
}

// Score is what a way got in games against the others; older games count less.
type Score struct {
	Played float64 `json:"played"`
	Points float64 `json:"points"`
}

const (
	// fading is what games count after another race: those of the last three races are
	// two thirds of what is known.
	fading = 0.7
	// mostRemembered is how many games at most a memory counts for in a race.
	mostRemembered = 12.0
	// knowing is how many games per way must be remembered, and some of every way, for a
	// race to begin with its second heat.
	knowing, some = 6.0, 1.0
	// mostWays bounds a memo.
	mostWays = 64
)

// Validate reports what no race can have left.
func (m *Memo) Validate() error {
	if m.Races < 0 || len(m.Ways) > mostWays || len(m.Function) > heuristic.MostKnown {
		return fmt.Errorf("memo: %d races, %d ways, a function of %d bytes", m.Races, len(m.Ways), len(m.Function))
	}
	for name, s := range m.Ways {
		if !(s.Points >= 0 && s.Points <= s.Played && s.Played < 1e6) {
			return fmt.Errorf("memo: %s has %g points of %g games", name, s.Points, s.Played)
		}
	}
	return nil
}

// fade makes room for another race.
func (m *Memo) fade() {
	for name, s := range m.Ways {
		m.Ways[name] = Score{fading * s.Played, fading * s.Points}
		if m.Ways[name].Played < 0.1 {
			delete(m.Ways, name)
		}
	}
	m.Races++
}

// add adds games.
func (m *Memo) add(heats ...[]Standing) {
	if m.Ways == nil {
		m.Ways = map[string]Score{}
	}
	for _, list := range heats {
		for _, s := range list {
			if s.Played > 0 {
				old := m.Ways[s.Name]
				m.Ways[s.Name] = Score{old.Played + float64(s.Played), old.Points + s.Points}
			}
		}
	}
}

// standings are the scores in whole games, the best first.
func (m *Memo) standings() []Standing {
	var out []Standing
	for _, name := range slices.Sorted(maps.Keys(m.Ways)) {
		s := m.Ways[name]
		out = append(out, Standing{Name: name, Played: int(s.Played + 0.5), Points: float64(int(10*s.Points+0.5)) / 10})
	}
	slices.SortStableFunc(out, func(a, b Standing) int {
		return cmpShare(m.Ways[b.Name], m.Ways[a.Name])
	})
	return out
}

func cmpShare(a, b Score) int {
	switch d := a.Points*b.Played - b.Points*a.Played; {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// remember counts what is remembered of the ways.
func (r *race) remember(m *Memo) {
	if m == nil {
		return
	}
	r.known = true
	all := 0.0
	for i := range r.stand {
		s := &r.stand[i]
		old := m.Ways[s.Name]
		r.known = r.known && old.Played >= some
		all += old.Played
		if n := min(old.Played, mostRemembered); n > 0 {
			s.old = Score{Played: n, Points: n * old.Points / old.Played}
		}
	}
	r.known = r.known && all >= knowing*float64(len(r.stand))
}

// recalled is what is remembered about the game and can be believed; nil if that is nothing.
func recalled(m Memory, f *game.Facts) (memo *Memo) {
	if m == nil || f.Hash == "" {
		return nil
	}
	if err := guard("remember", func() { memo, _ = m.Recall(Key(f)) }); err != nil || memo == nil {
		return nil
	}
	if memo.Version != Version || memo.Validate() != nil || len(memo.Ways) == 0 {
		return nil
	}
	return memo
}

// keep adds the games of the race to what is remembered, unless something has failed in
// it. Where the race was spared, what is remembered fades all the same, so that it is held again.
func (c *Choice) keep(m Memory, f *game.Facts) {
	if c.Err != nil || sum(c.earlier)+sum(c.Standings) == 0 && !c.known {
		return
	}
	// Whoever keeps it says what went wrong; nobody waits for it here.
	_ = guard("remember", func() { remember(m, f, c.Name, c.function(), true, c.earlier, c.Standings) })
}

// function is what was learned, to be kept; nil if that is nothing new.
func (c *Choice) function() []byte {
	if c.course == nil {
		return nil
	}
	return c.course.Known()
}

// remember adds games to what is remembered of a game; those of another race let older ones fade. It
// reads that again: another match of the game may have ended meanwhile.
func remember(m Memory, f *game.Facts, chosen string, function []byte, another bool, heats ...[]Standing) {
	if m == nil || f.Hash == "" {
		return
	}
	memo := &Memo{Version: Version}
	if old := recalled(m, f); old != nil {
		memo.Races, memo.Ways, memo.Function = old.Races, maps.Clone(old.Ways), old.Function
	}
	if function != nil {
		memo.Function = function
	}
	if another {
		memo.fade()
	}
	if memo.add(heats...); len(memo.Ways) == 0 {
		return
	}
	memo.Chosen = chosen
	_ = m.Keep(Key(f), memo)
}
