package lower_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/lower"
	"ludens/ludii/parse"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
	"ludens/ludii/topology"
	"ludens/ludii/topology/recorded"
)

// every is how many games a sample passes over for each that it takes.
const every = 12

// Everything around the moves is what Ludii made of it: containers, components,
// phases, limits, tracks, and the position after the start rules. Boards are the
// recorded ones, so that only lowering is looked at, and games some of whose moves
// are refused are compared too.
//
// Normally a sample is compared; LUDENS_ALL=1 takes all, LUDENS_GAMES a regular
// expression of paths.
func TestRecordedSetting(t *testing.T) {
	dir := sharedtest.Path(t, "conformance", "ludii", "topology")
	lib, _, err := expand.ReadLibrary(os.DirFS(sharedtest.Path(t, "corpus", "ludii", "def")), parse.Limits{})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no corpus of descriptions")
	}
	games, err := recording.ReadIndex(sharedtest.Path(t, "conformance", "ludii"))
	if err != nil {
		t.Skip(err)
	}
	boards := readBoards(t, dir)
	all, only := os.Getenv("LUDENS_ALL") != "", os.Getenv("LUDENS_GAMES")
	wanted := regexp.MustCompile(only)
	differ, total, whole := map[string][]string{}, 0, 0
	for i, g := range games {
		if only != "" && !wanted.MatchString(g.Path) || only == "" && !all && i%every != 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(sharedtest.Path(t, "corpus", "ludii", "lud"), g.Path))
		if err != nil {
			continue
		}
		d, _ := expand.Expand(g.Path, string(text), expand.Options{Library: lib})
		if d.Root == nil {
			t.Errorf("%s: not expanded", g.Path)
			continue
		}
		term, _ := check.Check(d.Root, check.Limits{})
		if term == nil {
			t.Errorf("%s: not checked", g.Path)
			continue
		}
		if term.Name() != "game" {
			continue // a match: its games are described elsewhere
		}
		total++
		c := comparison{game: g.Path, differ: differ}
		b := boards[g.Path]
		var topo *topology.Topology
		if b.id != "boardless" {
			if topo, err = recorded.Read(filepath.Join(dir, b.id+".json.gz")); err != nil {
				c.found("board", "%v", err)
				continue
			}
		}
		p, findings := lower.Anyway(term, lower.Options{File: g.Path, Topology: topo})
		for _, d := range findings {
			if strings.HasPrefix(d.Message, "panic") {
				c.found("panic", "%s", d.Message)
			}
		}
		for _, message := range lower.StartRefused(term, findings) {
			c.found("refused", "%s", message)
		}
		for j, f := range g.Files {
			r, err := recording.Read(f.Path)
			if err != nil {
				t.Fatal(err)
			}
			if j == 0 {
				c.setting(p, &r.Meta)
				c.tracks(p, b.tracks)
			}
			c.start(p, r)
			r.Close()
		}
		if c.count == 0 {
			whole++
		}
	}
	kinds := make([]string, 0, len(differ))
	for k := range differ {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		t.Errorf("%s: %d differ", k, len(differ[k]))
		for _, line := range differ[k] {
			t.Log(k, line)
		}
	}
	t.Logf("%d of %d games are equal in all", whole, total)
}

type recordedBoard struct {
	id     string
	tracks []byte
}

// readBoards reads which board and which tracks the games have.
func readBoards(t *testing.T, dir string) map[string]recordedBoard {
	table, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Skip(err)
	}
	out := map[string]recordedBoard{}
	for _, line := range strings.Split(string(table), "\n") {
		if f := strings.Split(line, "\t"); len(f) == 3 {
			out[f[0]] = recordedBoard{f[1], []byte(f[2])}
		}
	}
	return out
}

// comparison collects the differences of a game, by what differs.
type comparison struct {
	game   string
	differ map[string][]string
	count  int
}

func (c *comparison) found(what, format string, args ...any) {
	c.count++
	if text := fmt.Sprintf("%s: %.300s", c.game, fmt.Sprintf(format, args...)); !slices.Contains(c.differ[what], text) {
		c.differ[what] = append(c.differ[what], text)
	}
}

func (c *comparison) equal(what string, want, got any) {
	if fmt.Sprint(want) != fmt.Sprint(got) {
		c.found(what, "want %v, got %v", want, got)
	}
}

// setting compares the head of a recording.
func (c *comparison) setting(p *exec.Program, m *recording.Meta) {
	c.equal("players", m.Players, p.Players)
	c.equal("mode", m.Mode, [...]string{"Alternating", "Simultaneous", "Simulation"}[p.Mode])
	c.equal("turns", m.MaxTurns, p.MaxTurns)
	c.equal("moves", m.MaxMoves, p.MaxMoves)
	c.equal("default", m.Default, p.Default)
	c.flags(p, m.Flags)
	var phases []string
	for _, ph := range p.Phases {
		phases = append(phases, ph.Name)
	}
	c.equal("phases", m.Phases, phases)
	kinds := [...]string{"board", "hand", "dice", "deck"}
	var want, got []string
	for _, k := range m.Containers {
		want = append(want, fmt.Sprint(k.Name, " ", k.From, " ", k.N, " ", k.Owner, " ", k.Kind))
	}
	for _, k := range p.Containers {
		got = append(got, fmt.Sprint(k.Name, " ", k.From, " ", k.N, " ", k.Owner, " ", kinds[k.Kind]))
	}
	c.equal("containers", strings.Join(want, ", "), strings.Join(got, ", "))
	want, got = nil, nil
	for _, k := range m.Components {
		faces := ""
		if len(k.Faces) > 0 {
			faces = strings.ReplaceAll(string(k.Faces), ",", " ")
		}
		want = append(want, fmt.Sprint(k.Name, " ", k.Owner, " ", k.Direction, " ", faces, " ", len(k.Large) > 0, string(k.Domino)))
	}
	for i, k := range p.Components {
		if i == 0 {
			continue
		}
		dirn, faces, domino := "", "", ""
		if k.Facing != topology.NoDirection {
			dirn = k.Facing.String()
		}
		if k.IsDie {
			faces = fmt.Sprint(k.Faces)
		}
		if k.Domino[0] >= 0 {
			domino = fmt.Sprintf("[%d,%d]", k.Domino[0], k.Domino[1])
		}
		got = append(got, fmt.Sprint(k.Name, " ", k.Owner, " ", dirn, " ", faces, " ", len(k.Walks) > 0, domino))
	}
	for i := 0; i < len(want) && i < len(got); i++ {
		if want[i] != got[i] {
			c.found("components", "number %d: want %q, got %q", i+1, want[i], got[i])
			return
		}
	}
	c.equal("components", len(want), len(got))
}

// flags compares what is known of the whole game.
func (c *comparison) flags(p *exec.Program, recorded []string) {
	f := &p.Flags
	for name, got := range map[string]bool{
		"Stacking": f.Stacking, "Count": f.Count, "SiteState": f.SiteState, "Rotation": f.Rotation, "Value": f.Value,
		"HiddenInfo": f.Hidden, "PendingValues": f.PendingValues, "SequenceCapture": f.SequenceCapture, "Visited": f.Visited,
		"CycleDetection": f.CycleDetection, "Vote": f.Vote, "Note": f.Note, "Team": f.Team, "DeductionPuzzle": f.Deduction,
		"LargePiece": f.LargePiece, "NotAllPass": f.NotAllPass, "Stochastic": f.Stochastic,
		"Score": f.Score, "HashScores": f.HashScores, "RememberingValues": f.Remember, "UsesSwapRule": f.Swap,
		"RepeatPositionalInGame": f.RepeatPositional, "RepeatSituationalInGame": f.RepeatSituational,
		"RepeatPositionalInTurn": f.RepeatPositionalTurn, "RepeatSituationalInTurn": f.RepeatSituationalTurn,
		"Bet": f.Bet, "Dominoes": f.Dominoes, "LineOfPlay": f.LineOfPlay, "Boardless": f.Boardless, "Track": f.Track,
		"InternalLoopInTrack": f.InternalLoop,
	} {
		if name == "SiteState" && f.LargePiece {
			continue // large pieces have states in any case
		}
		if want := slices.Contains(recorded, name); want != got {
			c.found("flag "+name, "want %v, got %v", want, got)
		}
	}
}

// tracks compares the tracks with the recorded ones.
func (c *comparison) tracks(p *exec.Program, text []byte) {
	var want []struct {
		Name   string
		Owner  int
		Cyclic bool
		Elems  [][6]int
	}
	if err := json.Unmarshal(text, &want); err != nil {
		c.found("tracks", "%v", err)
		return
	}
	if len(want) != len(p.Tracks) {
		c.found("tracks", "want %d, got %d", len(want), len(p.Tracks))
		return
	}
	for i, w := range want {
		got := p.Tracks[i]
		var elems [][6]int
		for _, s := range got.Steps {
			elems = append(elems, [6]int{s.Site, s.Prev, s.PrevIndex, s.Next, s.NextIndex, s.Bump})
		}
		c.equal("tracks", fmt.Sprint(w.Name, w.Owner, w.Cyclic), fmt.Sprint(got.Name, got.Owner, got.Loop))
		if fmt.Sprint(w.Elems) == fmt.Sprint(elems) {
			continue
		}
		at := 0
		for at < len(w.Elems) && at < len(elems) && w.Elems[at] == elems[at] {
			at++
		}
		c.found("tracks", "track %d from element %d on: want %v, got %v", i, at, w.Elems[at:], elems[min(at, len(elems)):])
	}
}

var errStarted = errors.New("started")

// starter is an engine that does not play.
type starter struct{ *replay.Engine }

func (starter) Legal(recording.Chance) ([]string, error) { return nil, errStarted }

// start compares the position after the start rules.
func (c *comparison) start(p *exec.Program, r *recording.Game) {
	defer func() {
		if f := recover(); f != nil {
			c.found("start panic", "%v", f)
		}
	}()
	e := replay.New(p)
	res := recording.Replay(r, starter{e}, recording.Options{})
	switch {
	case res.Difference != nil:
		c.found("start", "%s", res.Difference.Report())
	case res.Err != nil && !errors.Is(res.Err, errStarted):
		c.found("start", "%v", res.Err)
	default:
		c.further(p, e.State(), r.Start.X)
	}
}

// further compares what a recording says of a position beyond the digest.
func (c *comparison) further(p *exec.Program, s *exec.State, text []byte) {
	var want struct {
		Prev, Counter, Turn int
		RememberMap         map[string][]int
		Remember            []int
		Teams               []int
		Hidden              string
		Playable            []int
		Dominoes            []int
	}
	if err := json.Unmarshal(text, &want); err != nil {
		c.found("x", "%v", err)
		return
	}
	c.equal("x prev", want.Prev, s.Prev)
	c.equal("x counter", want.Counter, s.Counter)
	c.equal("x turn", want.Turn, s.Turn)
	memory := map[string][]int{}
	var remember []int
	for i, name := range p.Memories {
		for _, v := range s.Memory[i] {
			if name == "" {
				remember = append(remember, int(v))
			} else {
				memory[name] = append(memory[name], int(v))
			}
		}
	}
	for _, v := range memory {
		sort.Ints(v)
	}
	for _, v := range want.RememberMap {
		sort.Ints(v)
	}
	sort.Ints(want.Remember)
	sort.Ints(remember)
	c.equal("x remember", want.Remember, remember)
	c.equal("x rememberMap", want.RememberMap, memory)
	if len(want.Teams) > 0 {
		c.equal("x teams", want.Teams, s.Team[1:p.Players+1])
	}
	if t := &s.Sites[p.Default]; len(want.Playable) > 0 {
		c.equal("x playable", want.Playable, t.Playable.Append(nil))
	}
	if len(want.Dominoes) > 0 {
		c.equal("x dominoes", want.Dominoes, s.Dominoes.Append(nil))
	}
	if want.Hidden != "" {
		c.equal("x hidden", want.Hidden, hidden(p, s))
	}
}

// hidden writes what is hidden as recordings do.
func hidden(p *exec.Program, s *exec.State) string {
	var b strings.Builder
	for player := 1; player <= p.Players; player++ {
		if player > 1 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, "%d:", player)
		first := true
		for site := range p.TotalSites {
			k := p.KindAt(site)
			for level := range max(1, s.Size(k, site)) {
				flags := ""
				for d, letter := range []byte("iwoscrv") {
					if s.IsHidden(exec.HiddenData(d), player, k, site, level) {
						flags += string(rune(letter))
					}
				}
				if flags == "" {
					continue
				}
				if !first {
					b.WriteByte(',')
				}
				first = false
				fmt.Fprint(&b, site)
				if level > 0 {
					fmt.Fprint(&b, "/", level)
				}
				b.WriteString(flags)
			}
		}
	}
	return b.String()
}
