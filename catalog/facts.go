package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludens/gdl"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Facts are what people want to know of a game before they play it.
type Facts struct {
	Players      int  `json:"players"`
	Chance       bool `json:"chance"`
	Hidden       bool `json:"hidden"`
	Simultaneous bool `json:"simultaneous,omitempty"` // always false of GDL, whose rules do not say
	Stacking     bool `json:"stacking,omitempty"`

	// Of ludemes: the sites of the board, and where the game is played, "Cell",
	// "Edge" or "Vertex".
	Cells    int    `json:"cells,omitempty"`
	Edges    int    `json:"edges,omitempty"`
	Vertices int    `json:"vertices,omitempty"`
	Default  string `json:"default,omitempty"`
}

// String writes the facts in a few words.
func (f *Facts) String() string {
	var parts []string
	for _, p := range []struct {
		is   bool
		word string
	}{{f.Chance, "chance"}, {f.Hidden, "hidden"}, {f.Simultaneous, "simultaneous"}, {f.Stacking, "stacking"}} {
		if p.is {
			parts = append(parts, p.word)
		}
	}
	return strings.Join(parts, ", ")
}

// Size writes how large the board is; empty where nobody knows.
func (f *Facts) Size() string {
	switch f.Default {
	case topology.Cell.String():
		return fmt.Sprintf("%d cells", f.Cells)
	case topology.Edge.String():
		return fmt.Sprintf("%d edges", f.Edges)
	case topology.Vertex.String():
		return fmt.Sprintf("%d vertices", f.Vertices)
	}
	return ""
}

// FactsOf gives the facts of a game in the list, and its roles; it opens the game
// if they are not known.
func FactsOf(ctx context.Context, e Entry, opt Options) (*Facts, []string, error) {
	if e.Facts != nil || e.Error != "" {
		return e.Facts, e.Roles, nil
	}
	s, err := Find(e.Family+":"+e.Name, opt)
	if err != nil {
		return nil, nil, err
	}
	if e.Family == "gdl" {
		roles, f, err := readGDL(s.Text)
		return f, roles, err
	}
	g, err := s.Open(ctx, opt)
	if err != nil {
		return nil, nil, err
	}
	roles := g.Facts().ByRole(g.Facts().Seats)
	if b, ok := g.(*exec.Game); ok {
		return ludemeFacts(b.Program()), roles, nil
	}
	return nil, roles, nil
}

func ludemeFacts(p *exec.Program) *Facts {
	f := &Facts{
		Players: p.Players, Chance: p.Flags.Stochastic, Hidden: p.Flags.Hidden,
		Simultaneous: p.Mode == exec.Simultaneous, Stacking: p.Flags.Stacking, Default: p.Default.String(),
	}
	if p.Topo != nil {
		f.Cells, f.Edges, f.Vertices = p.Topo.NumSites(topology.Cell), p.Topo.NumSites(topology.Edge), p.Topo.NumSites(topology.Vertex)
	}
	return f
}

// readGDL reads the roles and some facts off a description.
func readGDL(text string) (roles []string, f *Facts, err error) {
	d, findings := gdl.Read(text)
	f = &Facts{}
	for i := range d.Rules {
		r := &d.Rules[i]
		switch {
		case r.Head.Name == "role" && len(r.Head.Args) == 1 && len(r.Body) == 0:
			name := r.Head.Args[0].String()
			if slices.Contains(roles, name) {
				continue
			}
			if roles = append(roles, name); name == "random" {
				f.Chance = true
			} else {
				f.Players++
			}
		case r.Head.Name == "sees":
			f.Hidden = true
		}
	}
	return roles, f, findings.Err()
}
