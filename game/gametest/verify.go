package gametest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/game"
)

// Verify asserts the promises of package game for an engine over random walks:
// facts are coherent; Save and Load are inverse, on the same and on another
// machine; machines do not disturb each other; the order of legal moves is a
// function of the position; labels are unique and parse back whatever the
// letter case; odds sum to 1; terminal utilities are complete and in 0…1;
// states encode to bytes and back; errors are sticky until Reset or Load and an
// illegal joint move harms nothing; warnings are no faults and end with Reset and
// Load; native playouts end at a terminal position or at their limit; a batch, if the
// engine has one, does what Batch says. It returns the first breach, nil when there is none.
func Verify(g game.Game, opt Options) error {
	opt = opt.withDefaults()
	if err := verifyFacts(g); err != nil {
		return fmt.Errorf("verify %s: facts: %w", g.Facts().Name, err)
	}
	v := &verifier{g: g, f: g.Facts(), opt: opt, m: g.NewMachine(), other: g.NewMachine(), far: g.NewMachine()}
	for walk := range opt.Walks {
		rng := game.Stream(opt.Seed, "gametest.verify", uint64(walk))
		if n, err := v.walk(rng); err != nil {
			return fmt.Errorf("verify %s: walk %d, step %d: %w", v.f.Name, walk, n, err)
		}
	}
	for i := range opt.Walks {
		rng := game.Stream(opt.Seed, "gametest.playout", uint64(i))
		if err := v.playout(rng); err != nil {
			return fmt.Errorf("verify %s: playout %d: %w", v.f.Name, i, err)
		}
		if err := v.trace(rng); err != nil {
			return fmt.Errorf("verify %s: playout %d: %w", v.f.Name, i, err)
		}
	}
	if _, ok := g.(game.Batcher); ok {
		if err := Batch(g, opt); err != nil {
			return fmt.Errorf("verify %s: %w", v.f.Name, err)
		}
	}
	if err := v.illegal(); err != nil {
		return fmt.Errorf("verify %s: illegal joint move: %w", v.f.Name, err)
	}
	return nil
}

func verifyFacts(g game.Game) error {
	f := g.Facts()
	want := f.Players
	if f.Nature {
		want++
	}
	switch {
	case f.Players < 0 || len(f.Seats) == 0:
		return fmt.Errorf("no seats")
	case len(f.Seats) != want:
		return fmt.Errorf("%d seats for %d players (Nature: %v)", len(f.Seats), f.Players, f.Nature)
	case len(f.RoleSeat) != len(f.Seats):
		return fmt.Errorf("%d roles for %d seats", len(f.RoleSeat), len(f.Seats))
	case f.Hash == "":
		return fmt.Errorf("no content hash")
	}
	seen := make([]bool, len(f.Seats))
	for _, seat := range f.RoleSeat {
		if seat < 0 || seat >= len(seen) || seen[seat] {
			return fmt.Errorf("RoleSeat %v is not a permutation of the seats", f.RoleSeat)
		}
		seen[seat] = true
	}
	for seat := range f.Seats {
		if g.MoveCount(seat) < 0 {
			return fmt.Errorf("MoveCount(%d) is negative", seat)
		}
	}
	if m := g.NewMachine(); m.Game() != g {
		return fmt.Errorf("a machine's Game is not the game that made it")
	}
	return nil
}

type verifier struct {
	g     game.Game
	f     *game.Facts
	opt   Options
	m     game.Machine // walks
	other game.Machine // is given every densely checked position
	far   game.Machine // stays at the initial position
}

// walk makes one random walk and returns how many steps it made.
func (v *verifier) walk(rng *rand.Rand) (int, error) {
	v.m.Reset()
	v.far.Reset()
	initial := look(v.far)
	if err := initial.differs(look(v.m)); err != nil {
		return 0, fmt.Errorf("after Reset: %w", err)
	}
	if p, ok := v.m.(game.Perceiver); ok {
		for seat := range v.f.Seats {
			if told := p.Percepts(seat, nil); len(told) > 0 {
				return 0, fmt.Errorf("seat %d has percepts %v before the first step", seat, told)
			}
		}
	}
	for n := 0; ; n++ {
		here := look(v.m)
		if err := v.m.Err(); err != nil {
			return n, v.fault(err)
		}
		if err := v.position(here, n); err != nil {
			return n, err
		}
		if here.terminal || n == v.opt.Steps {
			if err := initial.differs(look(v.far)); err != nil {
				return n, fmt.Errorf("another machine of the game was disturbed: %w", err)
			}
			return n, nil
		}
		joint := here.draw(rng)
		if v.opt.dense(n) {
			if err := v.twice(here, joint); err != nil {
				return n, err
			}
		}
		v.m.Step(joint)
	}
}

// fault checks the stickiness of a description's fault.
func (v *verifier) fault(err error) error {
	if !v.opt.AllowFault {
		return fmt.Errorf("the description has a fault: %w", err)
	}
	if !v.m.Terminal() {
		return fmt.Errorf("position with fault %q is not terminal", err)
	}
	joint := make([]game.Move, len(v.f.Seats))
	v.m.Step(joint)
	if v.m.Err() == nil || !v.m.Terminal() {
		return fmt.Errorf("fault %q is not sticky over Step", err)
	}
	v.m.Utility(make([]float64, v.f.Players))
	v.m.Reset()
	if e := v.m.Err(); e != nil && !errors.Is(e, err) && e.Error() != err.Error() {
		return fmt.Errorf("after Reset the fault is %q, before it was %q", e, err)
	}
	return nil
}

// position checks what can be asked in one position.
func (v *verifier) position(here view, n int) error {
	if err := v.utilities(here); err != nil {
		return err
	}
	if !here.terminal {
		if err := v.moves(here); err != nil {
			return err
		}
	}
	if !v.opt.dense(n) && !here.terminal {
		return nil
	}
	if err := here.differs(look(v.m)); err != nil {
		return fmt.Errorf("asked twice, the machine answers differently: %w", err)
	}
	if err := v.storage(here); err != nil {
		return err
	}
	if err := v.warning(here); err != nil {
		return err
	}
	if here.terminal {
		return nil
	}
	return v.labels(here)
}

func (v *verifier) utilities(here view) error {
	for p, u := range here.utility {
		if math.IsNaN(u) || u < 0 || u > 1 {
			return fmt.Errorf("utility of player %d is %v, want 0…1", p, u)
		}
	}
	if !here.terminal {
		return nil
	}
	// A value that Utility leaves as it was is not complete.
	dirty := make([]float64, len(here.utility)+1)
	for i := range dirty {
		dirty[i] = math.NaN()
	}
	v.m.Utility(dirty)
	for p, u := range dirty[:len(here.utility)] {
		if math.IsNaN(u) {
			return fmt.Errorf("terminal utility of player %d is not written", p)
		}
	}
	if !math.IsNaN(dirty[len(here.utility)]) {
		return fmt.Errorf("method Utility writes beyond the players")
	}
	return nil
}

// warning checks what a Warner says: a flaw of a terminal position is met by every
// machine that is asked what it is worth, it is no fault, and Load and Reset end
// it.
func (v *verifier) warning(here view) error {
	w, ok := v.m.(game.Warner)
	if !ok {
		return nil
	}
	v.m.Load(here.state)
	if err := w.Warning(); err != nil {
		return fmt.Errorf("a warning after Load, before anything was asked: %w", err)
	}
	v.m.Utility(make([]float64, v.f.Players))
	v.other.Load(here.state)
	v.other.Utility(make([]float64, v.f.Players))
	first, second := w.Warning(), v.other.(game.Warner).Warning()
	switch {
	case (first == nil) != (second == nil) || first != nil && first.Error() != second.Error():
		return fmt.Errorf("two machines warn of different things in one position: %v, %v", first, second)
	case first != nil && v.m.Err() != nil:
		return fmt.Errorf("the flaw %q is a fault too: %w", first, v.m.Err())
	case first != nil && v.m.Terminal() != here.terminal:
		return fmt.Errorf("the flaw %q changes whether the position is terminal", first)
	}
	if v.other.Reset(); v.other.(game.Warner).Warning() != nil {
		return fmt.Errorf("the warning %q is still there after Reset", first)
	}
	return nil
}

func (v *verifier) moves(here view) error {
	for seat, moves := range here.legal {
		if len(moves) == 0 {
			return fmt.Errorf("seat %d has no legal move, and no error is reported", seat)
		}
		if n := v.g.MoveCount(seat); n > 0 {
			for _, m := range moves {
				if m >= game.Move(n) {
					return fmt.Errorf("seat %d: move %d is not below MoveCount %d", seat, m, n)
				}
			}
		}
		sorted := slices.Clone(moves)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(moves) {
			return fmt.Errorf("seat %d: legal moves %v contain a move twice", seat, moves)
		}
	}
	if _, ok := v.m.(game.Chancer); !ok || !v.f.Nature {
		return nil
	}
	if want := len(here.legal[v.f.Players]); len(here.odds) != want {
		return fmt.Errorf("%d odds for %d moves of Nature", len(here.odds), want)
	}
	sum := 0.0
	for _, p := range here.odds {
		if math.IsNaN(p) || p < 0 || p > 1 {
			return fmt.Errorf("odds %v are not probabilities", here.odds)
		}
		sum += p
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("odds %v sum to %v, want 1", here.odds, sum)
	}
	return nil
}

// labels checks that texts of moves are unique and parse back.
func (v *verifier) labels(here view) error {
	for seat, moves := range here.legal {
		texts := make([]string, len(moves))
		folded := map[string]int{}
		exact := map[string]bool{}
		for i, m := range moves {
			texts[i] = v.m.Label(seat, m)
			if texts[i] == "" {
				return fmt.Errorf("seat %d: move %d has no label", seat, m)
			}
			if exact[texts[i]] {
				return fmt.Errorf("seat %d: two moves have the label %s", seat, texts[i])
			}
			exact[texts[i]] = true
			folded[strings.ToLower(texts[i])]++
		}
		stride := (len(moves) + v.opt.Labels - 1) / v.opt.Labels
		for i := 0; i < len(moves); i += stride {
			forms := []string{texts[i]}
			if folded[strings.ToLower(texts[i])] == 1 {
				forms = append(forms, swapCase(texts[i]), strings.ToUpper(texts[i]))
			}
			for _, text := range forms {
				if got, err := v.m.Parse(seat, text); err != nil {
					return fmt.Errorf("seat %d: label %s does not parse: %w", seat, text, err)
				} else if got != moves[i] {
					return fmt.Errorf("seat %d: %s parses as move %d, want %d", seat, text, got, moves[i])
				}
			}
		}
		if m, err := v.m.Parse(seat, "no-such-move-"+texts[0]+")"); err == nil {
			return fmt.Errorf("seat %d: nonsense parses as move %d", seat, m)
		}
	}
	if err := here.differs(look(v.m)); err != nil {
		return fmt.Errorf("method Label or Parse changed the position: %w", err)
	}
	return nil
}

// storage checks Save, Load and the byte form.
func (v *verifier) storage(here view) error {
	back, err := game.StateFromBytes(here.state.Bytes())
	if err != nil || !back.Equal(here.state) {
		return fmt.Errorf("state %v comes back from bytes as %v (%v)", here.state, back, err)
	}
	buf := make(game.State, 1, 64) // Save must overwrite, not append
	if s := v.m.Save(buf); !s.Equal(here.state) {
		return fmt.Errorf("method Save into a used buffer gives %v, want %v", s, here.state)
	}
	v.other.Load(back)
	if err := here.differs(look(v.other)); err != nil {
		return fmt.Errorf("loaded into another machine: %w", err)
	}
	clear(back) // Load must not keep the caller's slice
	if err := here.differs(look(v.other)); err != nil {
		return fmt.Errorf("the machine keeps the slice given to Load: %w", err)
	}
	v.m.Load(here.state)
	if err := here.differs(look(v.m)); err != nil {
		return fmt.Errorf("loaded into the same machine: %w", err)
	}
	return nil
}

// twice makes one joint move on two machines and on one machine again, and
// leaves v.m in the position before.
func (v *verifier) twice(here view, joint []game.Move) error {
	v.other.Load(here.state)
	v.other.Step(joint)
	if err := here.differs(look(v.m)); err != nil {
		return fmt.Errorf("a step of another machine disturbed this one: %w", err)
	}
	kept := slices.Clone(joint)
	v.m.Step(joint)
	if !slices.Equal(kept, joint) {
		return fmt.Errorf("method Step changed the joint move it was given")
	}
	after := look(v.m)
	if err := after.differs(look(v.other)); err != nil {
		return fmt.Errorf("two machines disagree after the joint move %v: %w", joint, err)
	}
	if err := v.percepts(); err != nil {
		return err
	}
	v.m.Load(here.state)
	v.m.Step(joint)
	if err := after.differs(look(v.m)); err != nil {
		return fmt.Errorf("the joint move %v made again leads elsewhere: %w", joint, err)
	}
	v.m.Load(here.state)
	return nil
}

// percepts compares what v.m and v.other were told by the same step.
func (v *verifier) percepts() error {
	p, ok := v.m.(game.Perceiver)
	if !ok {
		return nil
	}
	q := v.other.(game.Perceiver)
	for seat := range v.f.Seats {
		a, b := p.Percepts(seat, nil), q.Percepts(seat, nil)
		if !slices.Equal(a, b) {
			return fmt.Errorf("two machines tell seat %d different things: %v, %v", seat, a, b)
		}
		if !slices.IsSorted(a) {
			return fmt.Errorf("percepts of seat %d are not sorted: %v", seat, a)
		}
	}
	return nil
}

// playout checks the engine's own random play.
func (v *verifier) playout(rng *rand.Rand) error {
	p, ok := v.m.(game.Playouter)
	if !ok {
		return nil
	}
	v.m.Reset()
	if n := p.Playout(rng, 0); n != 0 || !v.far.Game().NewMachine().Save(nil).Equal(v.m.Save(nil)) {
		return fmt.Errorf("a playout of limit 0 made %d steps or left the position", n)
	}
	limit := v.opt.Steps
	n := p.Playout(rng, limit)
	if err := v.m.Err(); err != nil {
		if v.opt.AllowFault {
			return nil
		}
		return fmt.Errorf("the description has a fault: %w", err)
	}
	switch {
	case n < 0 || n > limit:
		return fmt.Errorf("%d steps reported with limit %d", n, limit)
	case n < limit && !v.m.Terminal():
		return fmt.Errorf("ended after %d of %d steps in a position that is not terminal", n, limit)
	}
	here := look(v.m)
	v.other.Load(here.state)
	if err := here.differs(look(v.other)); err != nil {
		return fmt.Errorf("the position after a playout, loaded elsewhere: %w", err)
	}
	return v.utilities(here)
}

// illegal makes a joint move that cannot be legal: nothing may panic, and Reset
// must mend everything.
func (v *verifier) illegal() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	v.m.Reset()
	start := look(v.m)
	joint := make([]game.Move, len(v.f.Seats))
	for seat := range joint {
		joint[seat] = ^game.Move(0)
	}
	v.m.Step(joint)
	look(v.m)
	v.m.Step(joint[:0])
	look(v.m)
	v.m.Reset()
	if err := start.differs(look(v.m)); err != nil {
		return fmt.Errorf("method Reset does not mend it: %w", err)
	}
	return nil
}
