package canon_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/canon"
	"ludens/gdl/interp"
	"ludens/internal/cputime"
	"ludens/internal/sharedtest"
)

// sheet is a description of the corpus that has an identity.
type sheet struct {
	name    string
	program *gdl.Program
	form    *canon.Form
}

// Among all pairs of the corpus those of one identity are games of which the same
// positions can be reached by the same moves, under the map of names: perft to depth 4 as
// far as it goes, and matches in lock step. LUDENS_PERFT sets how many positions of a
// depth are counted, and has the matches be longer.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "corpus", "gdl"), "*.kif"))
	if err != nil {
		t.Fatal(err)
	}
	most, steps := 10, 3
	if s := os.Getenv("LUDENS_PERFT"); s != "" {
		fmt.Sscan(s, &most)
		steps = 12
	}
	by := map[string][]sheet{}
	var order []string
	read, none := 0, []string{}
	slowest, which := time.Duration(0), ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, findings := gdl.Read(string(text))
		if findings.Err() != nil {
			continue
		}
		p, err := gdl.Compile(d)
		if err != nil || len(p.Roles) == 0 {
			continue
		}
		read++
		name, begin := strings.TrimSuffix(filepath.Base(file), ".kif"), cputime.Process()
		f, err := canon.Of(p, canon.Options{})
		if took := cputime.Process() - begin; took > slowest {
			slowest, which = took, name
		}
		if errors.Is(err, canon.ErrBudget) {
			none = append(none, name)
			continue
		}
		id := f.Identity()
		if by[id] == nil {
			order = append(order, id)
		}
		by[id] = append(by[id], sheet{name, p, f})
	}
	pairs, depths := 0, [5]int{}
	for _, id := range order {
		list := by[id]
		for _, other := range list[1:] {
			pairs++
			depth, err := equal(list[0], other, most, steps)
			if err != nil {
				t.Errorf("%s and %s: %v", list[0].name, other.name, err)
			}
			depths[depth]++
		}
		if len(list) > 1 {
			var names []string
			for _, s := range list {
				names = append(names, s.name)
			}
			t.Logf("the same: %s", strings.Join(names, ", "))
		}
	}
	t.Logf("%d of %d descriptions read, %d identities; %d without one: %v; slowest %s: %s of the processor's time", read, len(files), len(order), len(none), none, which, slowest)
	t.Logf("%d descriptions are one before them; perft agrees to depth 1, 2, 3, 4 for %v", pairs, depths[1:])
	if len(none) > 0 {
		t.Errorf("%d descriptions have no identity", len(none))
	}
}

// equal compares two games under the map of their names; the depth is that to which perft
// has counted.
func equal(a, b sheet, most, steps int) (depth int, err error) {
	m := canon.Between(a.form, b.form)
	if m == nil {
		return 0, errors.New("one identity and no map")
	}
	open := func(s sheet) (game.Machine, error) {
		g, err := interp.New(s.program, interp.Options{Hash: "test"})
		if err != nil {
			return nil, err
		}
		return g.NewMachine(), nil
	}
	ma, err := open(a)
	if err != nil {
		return 0, nil // no engine runs it
	}
	mb, err := open(b)
	if err != nil {
		return 0, err
	}
	for walk := range uint64(1 + steps/12) {
		if err := lockStep(ma, mb, m, walk, steps); err != nil {
			return 0, err
		}
	}
	for depth < 4 {
		na, oka := count(ma, depth+1, most)
		nb, okb := count(mb, depth+1, most)
		if na != nb || oka != okb {
			return depth, fmt.Errorf("perft to depth %d: %v and %v", depth+1, na, nb)
		}
		if depth++; !oka {
			break
		}
	}
	return depth, nil
}

// lockStep plays a match of one game at random and the same, under other names, of the
// other.
func lockStep(a, b game.Machine, m *canon.Map, walk uint64, steps int) error {
	a.Reset()
	b.Reset()
	rng := game.Stream(1, "lock step", walk)
	f := a.Game().Facts()
	ua, ub := make([]float64, f.Players), make([]float64, f.Players)
	for step := range steps {
		if a.Err() != nil || b.Err() != nil {
			if (a.Err() == nil) != (b.Err() == nil) {
				return fmt.Errorf("step %d: faults %v and %v", step, a.Err(), b.Err())
			}
			return nil
		}
		a.Utility(ua)
		b.Utility(ub)
		if a.Terminal() != b.Terminal() || !slices.Equal(ua, ub) {
			return fmt.Errorf("step %d: terminal %v and %v, worth %v and %v", step, a.Terminal(), b.Terminal(), ua, ub)
		}
		if a.Terminal() {
			return nil
		}
		joint, other := make([]game.Move, len(f.Seats)), make([]game.Move, len(f.Seats))
		for seat := range f.Seats {
			var want, have []string
			moves := a.Legal(seat, nil)
			for _, mv := range moves {
				want = append(want, m.Term(a.Label(seat, mv)))
			}
			for _, mv := range b.Legal(seat, nil) {
				have = append(have, b.Label(seat, mv))
			}
			slices.Sort(have)
			if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(sorted, have) {
				return fmt.Errorf("step %d, seat %d: moves %v and %v", step, seat, sorted, have)
			}
			if len(moves) == 0 {
				return nil
			}
			k := rng.IntN(len(moves))
			joint[seat] = moves[k]
			var err error
			if other[seat], err = b.Parse(seat, want[k]); err != nil {
				return fmt.Errorf("step %d: %w", step, err)
			}
		}
		a.Step(joint)
		b.Step(other)
	}
	return nil
}

// count is perft over distinct positions, breadth first: the number of positions met at
// a depth, or of those before it was too many; then false.
func count(m game.Machine, depth, most int) (n int, whole bool) {
	m.Reset()
	level := []game.State{m.Save(nil)}
	f := m.Game().Facts()
	for range depth {
		seen := map[string]bool{}
		var next []game.State
		for _, s := range level {
			m.Load(s)
			if m.Err() != nil || m.Terminal() {
				continue
			}
			legal, product := make([][]game.Move, len(f.Seats)), 1
			for seat := range legal {
				legal[seat] = m.Legal(seat, nil)
				product *= len(legal[seat])
			}
			if len(next)+product > most {
				return len(level), false
			}
			for i := range product {
				joint := make([]game.Move, len(f.Seats))
				for seat, moves := range legal {
					joint[seat] = moves[i%len(moves)]
					i /= len(moves)
				}
				m.Load(s)
				m.Step(joint)
				t := m.Save(nil)
				if key := string(t.Bytes()); !seen[key] {
					seen[key] = true
					next = append(next, t)
				}
			}
		}
		level = next
	}
	return len(level), true
}
