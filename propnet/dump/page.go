package dump

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ludens/propnet"
)

//go:embed page.html
var page string

// marker is where the data goes in the page.
const marker = "/*DATA*/"

// Stage counts a network after a pass.
type Stage struct {
	Name    string `json:"name"` // of the pass; empty before the first
	What    string `json:"what"` // what the pass does
	Gates   int    `json:"gates"`
	Edges   int    `json:"edges"`
	Bases   int    `json:"bases"`
	Moves   int    `json:"moves"`
	Outputs int    `json:"outputs"`

	detail *detail
}

// Count counts a network.
func Count(name, what string, n *propnet.Network) Stage {
	return Stage{
		Name: name, What: what, Gates: n.Gates(), Edges: n.Edges(), Bases: len(n.Bases), Moves: n.DoesCount(), Outputs: len(outputs(n)),
	}
}

// detail is a whole network as the page's script reads it: literals are gate
// number × 2, plus 1 if negated.
type detail struct {
	Kinds   []string       `json:"kinds"`
	In      [][]uint32     `json:"in"`
	Names   map[int]string `json:"names"`
	Init    []int          `json:"init"`  // gates of the fluents true at first
	Fixed   []string       `json:"fixed"` // fluents true always
	Outputs [][3]any       `json:"outputs"`
}

// MaxEdges is how many edges of all stages together a page shows gate by gate.
// Beyond it a stage has its counts only: a browser has to hold what is shown.
const MaxEdges = 2_000_000

// Page collects the stages of a network. The zero value is ready.
type Page struct {
	Title  string
	stages []Stage
	edges  int
}

// Add adds the network after a pass. It keeps nothing of n itself, which may be
// changed afterwards. With brief only the counts are shown.
func (p *Page) Add(name, what string, n *propnet.Network, brief bool) {
	s := Count(name, what, n)
	if !brief && p.edges+s.Edges <= MaxEdges {
		p.edges += s.Edges
		s.detail = describe(n)
	}
	p.stages = append(p.stages, s)
}

func describe(n *propnet.Network) *detail {
	d := &detail{Names: inputs(n), Fixed: n.Fixed}
	for g := range n.Gates() {
		d.Kinds = append(d.Kinds, n.Kind(g).String())
		in := make([]uint32, len(n.In(g)))
		for i, l := range n.In(g) {
			in[i] = uint32(l)
		}
		d.In = append(d.In, in)
	}
	for i, b := range n.Bases {
		if b.Init {
			d.Init = append(d.Init, n.BaseGate(i))
		}
	}
	for _, o := range outputs(n) {
		d.Outputs = append(d.Outputs, [3]any{o.group, o.text, uint32(o.lit)})
	}
	return d
}

// Write writes the page: one HTML file that needs no other.
func (p *Page) Write(w io.Writer) error {
	type stage struct {
		Stage
		Detail *detail `json:"detail"`
	}
	stages := make([]stage, len(p.stages))
	for i, s := range p.stages {
		stages[i] = stage{s, s.detail}
	}
	// json escapes <, > and &, so no text of a game can end the script.
	data, err := json.Marshal(struct {
		Title  string  `json:"title"`
		Stages []stage `json:"stages"`
	}{p.Title, stages})
	if err == nil {
		before, after, _ := strings.Cut(page, marker)
		for _, part := range []string{before, string(data), after} {
			if _, err = io.WriteString(w, part); err != nil {
				break
			}
		}
	}
	if err != nil {
		return fmt.Errorf("write the network as HTML: %w", err)
	}
	return nil
}
