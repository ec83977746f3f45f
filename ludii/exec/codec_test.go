package exec_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// worlds are programs of every shape of sites, with a hand, dice and nothing to play by.
func worlds() map[string]*exec.Program {
	out := map[string]*exec.Program{}
	for name, f := range map[string]exec.Flags{
		"plain":    {},
		"marked":   {SiteState: true, Rotation: true, Value: true},
		"counted":  {Count: true, SiteState: true},
		"hidden":   {Hidden: true, SequenceCapture: true},
		"stacked":  {Stacking: true},
		"all":      {Stacking: true, SiteState: true, Rotation: true, Value: true, Hidden: true, Visited: true, Team: true},
		"tracked":  {InternalLoop: true, Track: true},
		"no board": {Boardless: true},
		"puzzle":   {Deduction: true},
	} {
		p := &exec.Program{Name: name, Players: 3, Default: topology.Cell, Flags: f}
		p.Sites = [3]int{topology.Cell: 25, topology.Vertex: 7}
		p.Flags.Uses = [3]bool{topology.Cell: true, topology.Vertex: true}
		p.TotalSites = 25
		board := 25
		if name != "plain" {
			board = 20
			p.Dice = []int{2}
		}
		p.Containers = []exec.Container{{N: board}}
		p.ContainerOf = make([]int, 25)
		if board < 25 {
			p.Containers = append(p.Containers,
				exec.Container{Kind: exec.HandContainer, From: 20, N: 3, Owner: 1},
				exec.Container{Kind: exec.DiceContainer, From: 23, N: 2})
			for i := range 5 {
				p.ContainerOf[20+i] = 1 + i/3
			}
		}
		p.Components = []exec.Component{
			{},
			{Name: "A", Owner: 1},
			{Name: "B", Owner: 2},
			{Name: "C", Owner: 3},
			{Name: "N"},
			{Name: "S", Owner: 4},
			{Name: "D", Owner: 4, Faces: []int{1, 2, 3}},
		}
		steps := []exec.TrackStep{{Site: 0}, {Site: 3}, {Site: 5}, {Site: 3}, {Site: 20}}
		p.Tracks = []exec.Track{{Steps: steps, Internal: true}, {Steps: steps[1:4]}}
		p.Vars, p.Memories, p.Notions = []string{"v", "w"}, []string{"", "m"}, []string{"n", "o"}
		p.Phases = []exec.Phase{{Name: "one"}, {Name: "two"}}
		if f.Deduction {
			p.Puzzle = &exec.Puzzle{Kind: topology.Cell, Max: 5}
		}
		p.Topo = ring(20)
		out[name] = p
	}
	return out
}

// ring is a board of cells in a circle.
func ring(n int) *topology.Topology {
	t := &topology.Topology{}
	cells := t.Of(topology.Cell)
	for i := range n {
		cells.Sites = append(cells.Sites, topology.Site{Adjacent: []int{(i + n - 1) % n, (i + 1) % n}})
	}
	cells.Sets.Centre = []int{n / 2}
	t.Of(topology.Vertex).Sites = make([]topology.Site, 7)
	return t
}

// randomAction is any action with any numbers, most of them possible.
func randomAction(rng *rand.Rand, p *exec.Program) exec.Action {
	op := exec.Op(1 + rng.IntN(int(exec.OpNextInstance)))
	if rng.IntN(3) > 0 {
		op = []exec.Op{exec.OpAdd, exec.OpMove, exec.OpRemove, exec.OpMoveN, exec.OpMoveStack, exec.OpInsert, exec.OpPromote}[rng.IntN(7)]
	}
	if p.Flags.Deduction {
		op = []exec.Op{exec.OpSet, exec.OpToggle, exec.OpReset, exec.OpScore, exec.OpNext}[rng.IntN(5)]
	}
	if op == exec.OpForfeit || op == exec.OpThen {
		op = exec.OpPass
	}
	site := func() int { return rng.IntN(p.TotalSites+4) - 2 }
	kind := func() exec.Kind {
		if rng.IntN(8) == 0 {
			return topology.Vertex
		}
		return topology.Cell
	}
	a := exec.On(op, kind(), site())
	level := func() int16 { return int16(max(rng.IntN(8)-4, exec.Undefined)) }
	mark := func() int32 { return int32(max(rng.IntN(6)-3, exec.Undefined)) }
	if rng.IntN(4) > 0 && (op == exec.OpMove || op == exec.OpMoveN || op == exec.OpMoveStack || op == exec.OpCopy) {
		a.KindTo, a.To = kind(), int32(site())
	}
	a.Level, a.LevelTo = level(), level()
	a.What = int32(1 + rng.IntN(len(p.Components)-1))
	a.Count = int32(rng.IntN(4))
	a.State, a.Rotation, a.Value, a.Player = mark(), mark(), mark(), int32(rng.IntN(6))
	a.Stack, a.Later, a.Plus = rng.IntN(5) == 0, rng.IntN(8) == 0, rng.IntN(2) == 0
	return a
}

// TestRandomActions: after any actions the parts of a state agree with each
// other; a copy and a saved state are equal to the state, and to no other.
func TestRandomActions(t *testing.T) {
	for name, p := range worlds() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(40) {
				rng := rand.New(rand.NewPCG(seed, 1))
				c := p.NewCtx()
				c.Reset()
				spare, loaded := p.NewState(), p.NewState()
				var before []uint64
				for i := range 120 {
					a := randomAction(rng, p)
					c.Do(&a)
					if c.Err != nil {
						t.Fatalf("seed %d, action %d, %+v: %v", seed, i, a, c.Err)
					}
					if err := sound(c.State); err != nil {
						t.Fatalf("seed %d, action %d, %+v: %v", seed, i, a, err)
					}
					if err := equalStates(p, c.State, spare, loaded); err != nil {
						t.Fatalf("seed %d, action %d, %+v: %v", seed, i, a, err)
					}
					words := c.Save(nil)
					if i > 0 && a.Op == exec.OpPass && !slices.Equal(words, before) {
						t.Fatalf("seed %d, action %d: a pass changed the state", seed, i)
					}
					before = words
				}
			}
		})
	}
}

func equalStates(p *exec.Program, s, spare, loaded *exec.State) error {
	words := s.Save(nil)
	spare.Copy(s)
	if got := spare.Save(nil); !slices.Equal(words, got) {
		return fmt.Errorf("a copy is saved in other words")
	}
	if err := loaded.Load(words); err != nil {
		return err
	}
	if got := loaded.Save(nil); !slices.Equal(words, got) {
		return fmt.Errorf("what was loaded is saved in other words")
	}
	for _, o := range []*exec.State{spare, loaded} {
		if a, b := s.Digest(p), o.Digest(p); a != b {
			return fmt.Errorf("digests %s and %s", a, b)
		}
		if s.Hash64(p) != o.Hash64(p) || s.FullHash(p) != o.FullHash(p) {
			return fmt.Errorf("hashes differ")
		}
		for k := range s.Sites {
			if !reflect.DeepEqual(s.Sites[k].At, o.Sites[k].At) || !reflect.DeepEqual(s.Sites[k].Empty, o.Sites[k].Empty) ||
				!reflect.DeepEqual(s.Sites[k].What, o.Sites[k].What) {
				return fmt.Errorf("sites differ")
			}
		}
	}
	return nil
}

// TestWordsOfNothing loads words that no state was saved as: cut off, with more behind them, with
// words that are 0 and said to be there, and of lengths that there is no memory for.
func TestWordsOfNothing(t *testing.T) {
	for name, p := range worlds() {
		c := p.NewCtx()
		c.Reset()
		good, s := c.Save(nil), p.NewState()
		if err := s.Load(good); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		bad := map[string][]uint64{"none": {}, "more": append(slices.Clone(good), 1), "a long one": {1 << 60}, "as long as its bits": {64 * 3, 0, 0}}
		for n := range good {
			bad[fmt.Sprintf("the first %d", n)] = good[:n]
		}
		zero := slices.Clone(good)
		zero[len(zero)-1] = 0
		bad["a word that is 0"] = zero
		long := slices.Clone(good)
		long[0]++
		bad["a longer one"] = long
		for what, words := range bad {
			if err := s.Load(words); err == nil {
				t.Errorf("%s: %s was loaded", name, what)
			}
		}
	}
}

// TestSaveCoversState changes every field of a state that can be changed and wants other
// words for it, and the same field in the copy and after loading.
func TestSaveCoversState(t *testing.T) {
	p := worlds()["all"]
	c := p.NewCtx()
	c.Reset()
	a := exec.On(exec.OpAdd, topology.Cell, 2)
	a.What = 1
	c.Do(&a)
	derived := []string{"Sites", "Phase", "Vars", "Dice", "Values", "OnTrack", "Seen", "SeenTurn"}
	base := c.Save(nil)
	spare, loaded := p.NewState(), p.NewState()
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		if !v.CanSet() {
			return
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
			return
		case reflect.Slice:
			if v.Len() > 0 && v.Type().Elem().Kind() != reflect.Slice {
				walk(path+"[last]", v.Index(v.Len()-1))
			}
			return
		}
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		switch {
		case v.CanInt():
			v.SetInt(v.Int() + 1)
		case v.CanUint():
			v.SetUint(v.Uint() + 1)
		case v.CanFloat():
			v.SetFloat(v.Float() + 1)
		case v.Kind() == reflect.Bool:
			v.SetBool(!v.Bool())
		default:
			return
		}
		words := c.Save(nil)
		if slices.Equal(words, base) {
			t.Errorf("%s is not saved", path)
		}
		spare.Copy(c.State)
		if !slices.Equal(spare.Save(nil), words) {
			t.Errorf("%s is not copied", path)
		}
		if err := loaded.Load(words); err != nil || !slices.Equal(loaded.Save(nil), words) {
			t.Errorf("%s is not loaded: %v", path, err)
		}
		v.Set(old)
	}
	s := reflect.ValueOf(c.State).Elem()
	for i := range s.NumField() {
		if f := s.Type().Field(i); f.IsExported() && !slices.Contains(derived[:1], f.Name) {
			walk(f.Name, s.Field(i))
		}
	}
	for _, list := range []*[]int32{&c.Pending, &c.ToRemove, &c.Memory[1], &c.Propositions, &c.Votes, &c.Notes, &c.LastBetween, &c.LastFroms, &c.LastTos, &c.Costs[1], &c.GraphPhases[2]} {
		*list = append(*list, 7, 8, 9)
		words := c.Save(nil)
		spare.Copy(c.State)
		if err := loaded.Load(words); err != nil || slices.Equal(words, base) ||
			!slices.Equal(spare.Save(nil), words) || !slices.Equal(loaded.Save(nil), words) {
			t.Errorf("a list is lost: %v", err)
		}
		*list = (*list)[:len(*list)-3]
	}
}

// TestLoadRefuses: words that were not saved give an error and no panic.
func TestLoadRefuses(t *testing.T) {
	p := worlds()["all"]
	c := p.NewCtx()
	c.Reset()
	words := c.Save(nil)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		bad := slices.Clone(words)
		for range 1 + rng.IntN(5) {
			bad[rng.IntN(len(bad))] = rng.Uint64() >> rng.IntN(64)
		}
		bad = bad[:len(bad)-rng.IntN(3)]
		_ = p.NewState().Load(bad)
	}
	if p.NewState().Load(words[:len(words)-1]) == nil || p.NewState().Load(append(words, 0)) == nil {
		t.Error("words missing or left over are not noticed")
	}
}

func BenchmarkCopy(b *testing.B) {
	for _, name := range []string{"plain", "marked", "stacked", "all"} {
		p := worlds()[name]
		c := p.NewCtx()
		c.Reset()
		for i := range 12 {
			a := exec.On(exec.OpAdd, topology.Cell, i)
			a.What = int32(1 + i%5)
			c.Do(&a)
		}
		to := p.NewState()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				to.Copy(c.State)
			}
		})
	}
}

func BenchmarkMove(b *testing.B) {
	for _, name := range []string{"plain", "marked", "counted", "stacked"} {
		p := worlds()[name]
		c := p.NewCtx()
		c.Reset()
		a := exec.On(exec.OpAdd, topology.Cell, 0)
		a.What = 1
		c.Do(&a)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			m := exec.On(exec.OpMove, topology.Cell, 0)
			for b.Loop() {
				m.From, m.To = 0, 1
				c.Do(&m)
				m.From, m.To = 1, 0
				c.Do(&m)
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	p := worlds()["marked"]
	c := p.NewCtx()
	c.Reset()
	for b.Loop() {
		c.Hash64(p)
	}
}

// TestSavedIsSmall: a position takes no more room than its words, with chance and without.
func TestSavedIsSmall(t *testing.T) {
	for name, g := range own(t) {
		m := machine(g)
		rng := game.Stream(1, "small", 0)
		var w game.Walker
		for range 20 {
			if s := m.Save(nil); cap(s) > len(s)+len(s)/4+16 {
				t.Errorf("%s: %d words in room for %d", name, len(s), cap(s))
				break
			}
			if m.Terminal() || !w.Step(m, rng) {
				break
			}
		}
	}
}
