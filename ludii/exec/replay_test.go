package exec_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/exec"
	"ludens/ludii/load"
	"ludens/ludii/recording"
	"ludens/ludii/topology"
)

// TestActionsReplayed makes the actions that Ludii really applied, ply for ply, on
// states built from what recordings say of a game's equipment, and compares
// boards, scores and variables. No rules are needed for that. By default it takes
// a sample; LUDENS_REPLAY=all takes all recordings.
func TestActionsReplayed(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "traces")
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Skipf("no recordings in %s", dir)
	}
	step := 40
	if os.Getenv("LUDENS_REPLAY") == "all" {
		step = 1
	}
	games, plies := 0, 0
	for i := 0; i < len(files); i += step {
		n, err := replay(files[i])
		plies += n
		switch {
		case errors.Is(err, errSkip):
			if err != errSkip { //nolint:errorlint // what wraps it tells why
				t.Logf("%s: %v", filepath.Base(files[i]), err)
			}
		case err != nil:
			t.Errorf("%s: %v", filepath.Base(files[i]), err)
		default:
			games++
		}
	}
	t.Logf("%d recordings, %d plies", games, plies)
}

// errSkip stands for recordings that say too little of the equipment.
var errSkip = errors.New("skipped")

// A replayer holds a program made from a recording's head.
type replayer struct {
	p     *exec.Program
	c     *exec.Ctx
	names map[string]int // of variables, memories and notions
}

func replay(path string) (plies int, err error) {
	g, err := recording.Read(path)
	if err != nil {
		return 0, err
	}
	defer g.Close()
	if g.Meta.Match || g.Start.SetupN > len(g.Start.Setup) {
		return 0, errSkip
	}
	var all []*recording.Ply
	for {
		p, err := g.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		p.Legal, p.Succ = nil, nil
		all = append(all, p)
	}
	r, err := newReplayer(path, &g.Meta, g.Start.Setup, all)
	if err != nil {
		return 0, err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	for _, text := range g.Start.Setup {
		if err := r.apply(text); err != nil {
			return 0, err
		}
	}
	for i, ci := range r.p.Dice {
		for j := range r.c.Dice[i] {
			die := r.c.What(topology.Cell, r.p.Containers[ci].From+j)
			r.c.Dice[i][j] = int32(r.p.Components[die].Faces[0])
		}
	}
	if err := r.compare(g.Start.Digest, g.Start.X); err != nil {
		return 0, fmt.Errorf("start: %w", err)
	}
	for i, p := range all {
		r.c.Pending, r.c.ToRemove = r.c.Pending[:0], r.c.ToRemove[:0]
		if err := r.apply(p.Applied); err != nil {
			return i, err
		}
		if err := r.compare(p.Digest, p.X); err != nil {
			return i, fmt.Errorf("ply %d, %s: %w", i, p.Applied, err)
		}
	}
	return len(all), nil
}

func newReplayer(path string, m *recording.Meta, setup []string, plies []*recording.Ply) (*replayer, error) {
	p := &exec.Program{Name: m.Game, Players: m.Players, Vars: []string{}, Components: make([]exec.Component, 1)}
	has := func(flag string) bool { return slices.Contains(m.Flags, flag) }
	p.Flags = exec.Flags{
		Stacking: has("Stacking"), Count: has("Count"), SiteState: has("SiteState"), Rotation: has("Rotation"),
		Value: has("Value"), Hidden: has("HiddenInfo"), Score: has("Score"), Bet: has("Bet"), Team: has("Team"),
		Boardless: has("Boardless"), Deduction: has("DeductionPuzzle"), LargePiece: has("LargePiece"),
		Dominoes: has("Dominoes"), LineOfPlay: has("LineOfPlay"), SequenceCapture: has("SequenceCapture"), Vote: has("Vote"),
	}
	kinds := map[string]exec.Kind{"Cell": topology.Cell, "Vertex": topology.Vertex, "Edge": topology.Edge}
	p.Default = kinds[m.Default]
	total := 0
	for i, c := range m.Containers {
		kind := map[string]exec.ContainerKind{"board": exec.BoardContainer, "hand": exec.HandContainer, "dice": exec.DiceContainer}[c.Kind]
		cont := exec.Container{Name: c.Name, Kind: kind, From: c.From, N: c.N, Owner: c.Owner}
		if kind == exec.DiceContainer {
			cont.Dice = len(p.Dice)
			p.Dice = append(p.Dice, i)
		}
		p.Containers = append(p.Containers, cont)
		if i > 0 {
			total = max(total, c.From+c.N)
		}
	}
	p.TotalSites = max(total, m.Cells)
	p.ContainerOf = make([]int, p.TotalSites)
	for i, c := range m.Containers {
		for s := c.From; i > 0 && s < c.From+c.N; s++ {
			p.ContainerOf[s] = i
		}
	}
	for name, n := range map[string]int{"Cell": m.Cells, "Vertex": m.Vertices, "Edge": m.Edges} {
		if k := kinds[name]; has(name) || k == p.Default {
			p.Sites[k] = n
		}
	}
	if len(m.Containers) > 1 {
		p.Sites[topology.Cell] = p.TotalSites
	}
	for _, c := range m.Components {
		for len(p.Components) <= c.Index {
			p.Components = append(p.Components, exec.Component{})
		}
		to := exec.Component{Name: c.Name, Owner: c.Owner}
		if len(c.Faces) > 0 {
			if err := json.Unmarshal(c.Faces, &to.Faces); err != nil {
				return nil, err
			}
		}
		p.Components[c.Index] = to
	}
	p.Flags.Uses = [3]bool{topology.Cell: has("Cell"), topology.Vertex: has("Vertex"), topology.Edge: has("Edge")}
	p.Phases = make([]exec.Phase, len(m.Phases))
	var sites map[string][]struct {
		Adjacent []int `json:"a"`
	}
	if err := json.Unmarshal(m.Sites, &sites); err != nil {
		return nil, err
	}
	p.Topo = &topology.Topology{}
	for name, k := range kinds {
		of := p.Topo.Of(k)
		for _, s := range sites[name] {
			of.Sites = append(of.Sites, topology.Site{Adjacent: s.Adjacent})
		}
		of.Sets.Centre = []int{len(of.Sites) / 2}
	}
	if p.Flags.LargePiece {
		if err := shapes(path, p); err != nil {
			return nil, err
		}
	}
	if p.Flags.Deduction {
		p.Puzzle = &exec.Puzzle{Kind: p.Default}
		for _, ply := range plies {
			d, err := recording.ParseDigest(ply.Digest)
			if err != nil {
				return nil, err
			}
			for _, e := range d.Containers[0] {
				for _, v := range e.Values {
					p.Puzzle.Max = max(p.Puzzle.Max, v)
				}
			}
		}
	}
	r := &replayer{p: p, names: map[string]int{}}
	p.Memories = []string{""}
	texts := slices.Clone(setup)
	for _, ply := range plies {
		texts = append(texts, ply.Applied)
	}
	for _, text := range texts {
		mv, err := recording.ParseMove(text)
		if err != nil {
			return nil, err
		}
		for _, a := range mv.Flat() {
			of := &p.Notions
			switch a.Kind {
			case "var":
				of = &p.Vars
			case "rem", "forget":
				of = &p.Memories
			case "trig", "note", "propose", "vote":
			default:
				continue
			}
			i := slices.Index(*of, a.Name)
			if i < 0 {
				i = len(*of)
				*of = append(*of, a.Name)
			}
			r.names[a.Kind+":"+a.Name] = i
		}
	}
	r.c = p.NewCtx()
	r.c.Reset()
	return r, nil
}

// shapes takes the board and the shapes of large pieces from the description,
// lowered without its rules.
func shapes(path string, p *exec.Program) error {
	dir, stem := filepath.Split(path)
	stem = stem[:strings.LastIndexByte(stem, '-')]
	f, err := os.Open(filepath.Join(dir, "..", "expanded", stem+".lud.gz"))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return err
	}
	rules := bytes.Index(text, []byte("(rules"))
	end, depth := rules, 0
	for ; end < len(text); end++ {
		switch text[end] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	short := string(text[:rules]) + "(rules (play (move Pass)) (end (if (= 1 1) (result Mover Win))))" + string(text[end+1:])
	g, findings := load.Text(stem, short, load.Options{})
	if g.Program == nil {
		return fmt.Errorf("%w: %v", errSkip, findings)
	}
	p.Topo = g.Program.Topo
	for i := range p.Components {
		p.Components[i].Walks, p.Components[i].Domino = g.Program.Components[i].Walks, g.Program.Components[i].Domino
	}
	return nil
}

func (r *replayer) kind(pl recording.Place) exec.Kind {
	switch pl.Type {
	case 'C':
		return topology.Cell
	case 'E':
		return topology.Edge
	case 'V':
		return topology.Vertex
	}
	return r.p.KindAt(pl.Site)
}

func (r *replayer) apply(text string) error {
	mv, err := recording.ParseMove(text)
	if err != nil {
		return err
	}
	for _, a := range mv.Flat() {
		x, err := r.action(a)
		if err != nil {
			return err
		}
		r.c.Do(&x)
	}
	return r.c.Err
}

var ops = map[string]exec.Op{
	"A": exec.OpAdd, "I": exec.OpInsert, "M": exec.OpMove, "K": exec.OpMoveStack, "C": exec.OpCopy, "R": exec.OpRemove,
	"P": exec.OpPromote, "S": exec.OpSelect, "pass": exec.OpPass, "swap": exec.OpSwap, "st": exec.OpSetState,
	"ct": exec.OpSetCount, "ro": exec.OpSetRotation, "va": exec.OpSetValue, "next": exec.OpNext, "score": exec.OpScore,
	"counter": exec.OpCounter, "temp": exec.OpTemp, "pend": exec.OpPending, "var": exec.OpVar, "amt": exec.OpAmount,
	"bet": exec.OpBet, "pot": exec.OpPot, "pval": exec.OpPlayerValue, "die": exec.OpDie, "use": exec.OpUse,
	"diceEq": exec.OpDiceEqual, "hid": exec.OpHide, "team": exec.OpTeam, "rem": exec.OpRemember, "forget": exec.OpForget,
	"store": exec.OpStore, "trig": exec.OpTrigger, "note": exec.OpNote, "propose": exec.OpPropose, "vote": exec.OpVote,
	"cost": exec.OpCost, "=": exec.OpSet, "tog": exec.OpToggle,
}

var hiding = map[string]exec.HiddenData{
	"": exec.HideAll, "What": exec.HideWhat, "Who": exec.HideWho, "State": exec.HideState, "Count": exec.HideCount,
	"Rotation": exec.HideRotation, "Value": exec.HideValue,
}

// action translates a recorded action.
func (r *replayer) action(a recording.Action) (exec.Action, error) {
	op, ok := ops[a.Kind]
	if !ok {
		return exec.Action{}, fmt.Errorf("%w: action %s", errSkip, a.Kind)
	}
	n := func(v, without int) int32 {
		if v == recording.None {
			v = without
		}
		return int32(v)
	}
	x := exec.Blank(op)
	if a.From.Site != recording.None {
		x = exec.On(op, r.kind(a.From), a.From.Site)
		x.Level = int16(n(a.From.Level, exec.Undefined))
	}
	if a.To.Site != recording.None {
		x.KindTo, x.To, x.LevelTo = r.kind(a.To), int32(a.To.Site), int16(n(a.To.Level, exec.Undefined))
	}
	x.What, x.Count, x.State = n(a.What, 0), n(a.Count, 1), n(a.State, exec.Undefined)
	x.Rotation, x.Value, x.Player = n(a.Rotation, exec.Undefined), n(a.Value, exec.Undefined), n(a.Player, 0)
	x.Stack, x.Later, x.Plus = a.OnStack, a.Deferred, a.Add
	if i, ok := r.names[a.Kind+":"+a.Name]; ok {
		x.What = int32(i)
	}
	switch a.Kind {
	case "M":
		if a.Count != recording.None {
			x.Op = exec.OpMoveN
		}
	case "swap":
		x.What = int32(a.N)
	case "st":
		x.State = int32(a.N)
	case "ro":
		x.Rotation = int32(a.N)
	case "ct":
		x.Count = int32(a.N)
	case "next":
		x.Player = int32(a.N)
	case "die":
		x = exec.On(op, topology.Cell, a.From.Site)
		x.State = int32(a.N)
	case "use":
		x = exec.On(op, topology.Cell, a.From.Site)
	case "hid":
		x.What, x.State = int32(hiding[a.Name]), int32(a.N)
	default:
		if a.N != recording.None {
			x.Value = int32(a.N)
		}
	}
	return x, nil
}

// compare compares boards, scores and what else is recorded of the state.
func (r *replayer) compare(digest string, further json.RawMessage) error {
	want, _, _ := strings.Cut(digest, "#")
	got, _, _ := strings.Cut(r.c.Digest(r.p), "#")
	if want != got {
		return fmt.Errorf("boards differ: %s", recording.Compare(want+"#m1n1", got+"#m1n1"))
	}
	if err := sound(r.c.State); err != nil && !r.p.Flags.LargePiece {
		return err
	}
	return r.compareFurther(digest, further)
}
