package recording

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// toy is a small game: two players fill a row of cells in turn. Whoever places
// last wins. Its variants show all that a replay must cope with.
type toy struct {
	cells    int
	dice     bool // a die is rolled before each move; its face becomes the piece's state
	strew    bool // after each move a neutral piece falls on an empty cell
	draw     bool // each legal move has a value drawn
	together bool // both place at once
	twice    bool // each move is there twice, by different ways

	board  []toyPiece
	mover  int
	face   int
	legal  []toyMove
	texts  []string
	done   string
	onCall func() // called before Legal, for tests of what goes wrong
}

type toyPiece struct{ what, state, value int }

type toyMove struct{ mover, site, state, value int }

func (e *toy) Reset(_ *Start, c Chance) error {
	if e.cells == 0 {
		e.cells = 5
	}
	e.board, e.mover = make([]toyPiece, e.cells), 1
	if e.strew {
		e.fall(c)
	}
	return nil
}

func (e *toy) empty() []int {
	var out []int
	for i, p := range e.board {
		if p.what == 0 {
			out = append(out, i)
		}
	}
	return out
}

func (e *toy) fall(c Chance) string {
	sites := e.empty()
	if len(sites) == 0 {
		return ""
	}
	at := sites[c.PickSite(sites)]
	e.board[at] = toyPiece{what: 3}
	return fmt.Sprintf(";A%d=3", at)
}

func (e *toy) AppendDigest(b []byte) []byte {
	var d Digest
	var entries []Entry
	for i, p := range e.board {
		if p.what != 0 {
			entries = append(entries, Entry{Site: i, Pieces: []Piece{{What: p.what, Owner: None, Count: 1, State: p.state, Value: p.value}}})
		}
	}
	d.Containers = [][]Entry{entries}
	d.Control = Control{Game: None, Pot: None, Mover: e.mover, Next: 3 - e.mover}
	if e.Over() {
		d.Control = Control{Game: None, Pot: None, Over: true, Winner: 3 - e.mover, Ranking: e.Ranking()}
	}
	return append(b, d.String()...)
}

func (e *toy) Over() bool { return len(e.empty()) == 0 }

func (e *toy) Ranking() []float64 {
	if e.mover == 2 {
		return []float64{1, 2}
	}
	return []float64{2, 1}
}

func (e *toy) Legal(c Chance) ([]string, error) {
	if e.onCall != nil {
		e.onCall()
	}
	e.legal, e.texts = e.legal[:0], e.texts[:0]
	prefix := ""
	if e.face = 0; e.dice {
		e.face = c.Die(9, 6)
		prefix = fmt.Sprintf("die9=%d;diceEq=true;", e.face)
	}
	movers := []int{e.mover}
	if e.together {
		movers = []int{1, 2}
	}
	sites := e.empty()
	slices.Reverse(sites)
	for _, mover := range movers {
		for _, at := range sites {
			for range 1 + btoi(e.twice) {
				m := toyMove{mover, at, e.face, 0}
				text := fmt.Sprintf("%s!A%d=%d", prefix, at, mover)
				if e.draw {
					m.value = 1 + c.Pick(4)
					text = fmt.Sprintf("%s{va%d=%d};{!A%d=%d}", prefix, at, m.value, at, mover)
				}
				if e.together {
					text = fmt.Sprintf("%d:%s", mover, text)
				}
				e.legal, e.texts = append(e.legal, m), append(e.texts, text)
			}
		}
	}
	return e.texts, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *toy) AppendSuccessor(b []byte, i int, c Chance) ([]byte, error) {
	kept := *e
	e.board = slices.Clone(e.board)
	err := e.Apply([]int{i}, c)
	b = e.AppendDigest(b)
	*e = kept
	return b, err
}

func (e *toy) Apply(moves []int, c Chance) error {
	e.done = ""
	for _, i := range moves {
		m := e.legal[i]
		e.board[m.site] = toyPiece{m.mover, m.state, m.value}
		if e.draw {
			e.done += fmt.Sprintf(";va%d=%d", m.site, m.value)
		}
		e.done += fmt.Sprintf(";!A%d=%d", m.site, m.mover)
	}
	if e.dice {
		e.done = fmt.Sprintf(";die9=%d;diceEq=true", e.face) + e.done
	}
	e.mover = 3 - e.mover
	if e.strew {
		e.done += e.fall(c)
	}
	return nil
}

func (e *toy) Applied() string { return strings.TrimPrefix(e.done, ";") }

// fate is chance in earnest.
type fate struct{ *rand.PCG }

func (f fate) Die(_, faces int) int     { return rand.New(f).IntN(faces) }
func (f fate) Pick(n int) int           { return rand.New(f).IntN(n) }
func (f fate) PickSite(sites []int) int { return rand.New(f).IntN(len(sites)) }

// record plays a game at random and records it as Ludii was recorded: successors
// from copies of one state of the generator.
func record(t testing.TB, e Engine, seed uint64, simultaneous bool) string {
	t.Helper()
	f := fate{rand.NewPCG(seed, 7)}
	var b strings.Builder
	line := func(v map[string]any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(`{"t":"` + v["t"].(string) + `",` + string(text[1:]) + "\n")
	}
	digest := func() string { return string(e.AppendDigest(nil)) }
	line(map[string]any{"t": "meta", "fmt": 1, "game": "toy", "path": "toys/Toy.lud", "seed": seed, "players": 2})
	if err := e.Reset(&Start{}, f); err != nil {
		t.Fatal(err)
	}
	d, _ := ParseDigest(digest())
	setup := []string{}
	for _, entry := range d.Containers[0] {
		setup = append(setup, fmt.Sprintf("A%d=%d", entry.Site, entry.Pieces[0].What))
	}
	line(map[string]any{"t": "start", "b": digest(), "x": map[string]any{"counter": -1}, "setup": setup, "setupN": len(setup)})
	ply := 0
	for ; !e.Over(); ply++ {
		texts, err := e.Legal(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = slices.Clone(texts)
		order := make([]int, len(texts))
		hashes := make([]uint32, len(texts))
		for i := range order {
			order[i] = i
			if !simultaneous {
				state := *f.PCG
				after, err := e.AppendSuccessor(nil, i, fate{&state})
				if err != nil {
					t.Fatal(err)
				}
				hashes[i] = Hash(after)
			}
		}
		slices.SortFunc(order, func(i, j int) int {
			if c := strings.Compare(texts[i], texts[j]); c != 0 {
				return c
			}
			return int(hashes[i]>>1) - int(hashes[j]>>1)
		})
		v := map[string]any{"t": "ply", "i": ply, "m": 1 + ply%2, "n": len(texts), "x": map[string]any{"counter": ply}}
		legal, succ := []string{}, ""
		for _, i := range order {
			legal = append(legal, texts[i])
			succ += fmt.Sprintf(" %08x", hashes[i])
		}
		v["legal"] = legal
		choice := rand.New(rand.NewPCG(seed, uint64(ply))).IntN(len(texts))
		moves := []int{order[choice]}
		if simultaneous {
			moves = []int{0, len(texts) / 2}
			if len(texts) > 2 {
				moves[1]++ // not the same cell
			}
			v["ch"] = []string{texts[moves[0]], texts[moves[1]]}
		} else {
			v["succ"], v["ci"], v["ch"] = succ[1:], choice, texts[moves[0]]
		}
		if err := e.Apply(moves, f); err != nil {
			t.Fatal(err)
		}
		v["app"], v["b"] = e.(Tracer).Applied(), digest()
		line(v)
	}
	line(map[string]any{"t": "end", "over": true, "winner": 1, "ranking": e.Ranking(), "plies": ply, "reason": "terminal"})
	return b.String()
}
