package exec

import (
	"sync"

	"ludens/game"
	"ludens/ludii/topology"
)

// A Space is where the games of a program take place, as nets see it. It is
// immutable.
type Space struct {
	p        *Program
	geometry game.Geometry
	// numbers gives per kind of site and number there the index of a site in the
	// geometry, -1 where there is none.
	numbers [3][]int32
	kinds   []sitesOf // which sites to look at for pieces
}

// sitesOf is a kind of sites, and which of them.
type sitesOf struct {
	kind     Kind
	from, to int
}

// spaceOf is a Space that is made when it is asked for.
type spaceOf struct {
	once  sync.Once
	space *Space
	kind  func(name string) string // what the kinds of pieces are called; nil: as they are
}

// NewSpace gives the space of a program; nil for a match of several games, each
// of which has its own. It does not ask whether anything is hidden there: see
// Game.Geometry.
func NewSpace(p *Program) *Space {
	if p.Match != nil || p.Topo == nil || len(p.Containers) == 0 {
		return nil
	}
	s := &Space{p: p}
	for k := range s.numbers {
		n := max(p.Sites[k], p.Topo.NumSites(Kind(k)))
		if Kind(k) == p.Default {
			n = max(n, p.TotalSites) // rules call other containers' sites by it too
		}
		s.numbers[k] = make([]int32, n)
		for i := range s.numbers[k] {
			s.numbers[k][i] = -1
		}
	}
	s.geometry.Sorts = []string{p.Default.String()}
	board := p.Topo.NumSites(p.Default)
	s.addSites(p.Default, 0, board, 0, 0)
	for c := 1; c < len(p.Containers); c++ {
		s.addSites(topology.Cell, p.Containers[c].From, p.Containers[c].N, int32(c), 0)
	}
	sort := int32(0)
	for k := range s.numbers {
		if p.holds(Kind(k)) {
			sort++
			s.geometry.Sorts = append(s.geometry.Sorts, Kind(k).String())
			s.addSites(Kind(k), 0, p.Topo.NumSites(Kind(k)), 0, sort)
		}
	}
	s.addNeighbours()

	g, f := &s.geometry, &p.Flags
	for i := range p.Containers {
		g.Containers = append(g.Containers, p.Containers[i].Name)
		g.Dice = append(g.Dice, p.Containers[i].Kind == DiceContainer)
	}
	for i := 1; i < len(p.Components); i++ {
		g.Kinds = append(g.Kinds, p.Components[i].Name)
		g.Owners = append(g.Owners, p.Components[i].Owner-1)
	}
	g.Ballots, g.Phases = len(p.Ballots), max(len(p.Phases), 1)
	if p.Puzzle != nil && f.Deduction {
		for _, v := range p.Puzzle.Variables() {
			g.Values = max(g.Values, min(max(v.Max, 0), 62)+1)
		}
	}
	g.Stacks, g.Counts, g.Amounts, g.Scores = f.Stacking, p.Counts(), f.Amount, f.Score
	g.States, g.Large = f.SiteState, f.LargePiece
	g.Swaps = p.Meta.Swap
	g.FromTo, g.Froms, g.Passes = f.Leads, f.Froms, f.MayPass
	g.Simultaneous = p.Plays(Simultaneous)
	return s
}

// holds says whether a kind other than the default one may hold pieces of the board.
// Many games mention a kind only to count what is there.
func (p *Program) holds(k Kind) bool {
	return k != p.Default && p.Flags.Uses[k] && p.Flags.Holds[k]
}

// addSites appends n sites of a kind, from number first on.
func (s *Space) addSites(k Kind, first, n int, container, sort int32) {
	g := &s.geometry
	s.kinds = append(s.kinds, sitesOf{k, first, first + n})
	for i := first; i < first+n; i++ {
		at := game.Site{X: float64(i - first), Container: container, Sort: sort}
		if container == 0 {
			c := s.p.Topo.Of(k).Sites[i].Centre
			at.X, at.Y = c.X, c.Y
		}
		index := int32(len(g.Sites))
		if i < len(s.numbers[k]) {
			s.numbers[k][i] = index
		}
		if container > 0 && i < len(s.numbers[s.p.Default]) {
			s.numbers[s.p.Default][i] = index
		}
		g.Sites = append(g.Sites, at)
		g.Adjacent = append(g.Adjacent, nil)
	}
}

// addNeighbours links sites of the same kind that are adjacent, those of
// different kinds that meet, and the sites of other containers one after the other.
func (s *Space) addNeighbours() {
	g, t := &s.geometry, s.p.Topo
	link := func(i, j int32) {
		if i >= 0 && j >= 0 && i != j {
			g.Adjacent[i] = append(g.Adjacent[i], j)
			g.Adjacent[j] = append(g.Adjacent[j], i)
		}
	}
	for _, of := range s.kinds {
		if of.from >= t.NumSites(of.kind) || s.containerAt(of) > 0 {
			for i := of.from + 1; i < of.to; i++ {
				link(s.Index(of.kind, i-1), s.Index(of.kind, i))
			}
			continue
		}
		for i := of.from; i < of.to; i++ {
			at := &t.Of(of.kind).Sites[i]
			here := s.Index(of.kind, i)
			for _, j := range at.Adjacent {
				link(here, s.Index(of.kind, j))
			}
			for k, met := range [3][]int{at.Vertices, at.Edges, at.Cells} {
				if Kind(k) != of.kind && (Kind(k) == s.p.Default || s.p.holds(Kind(k))) {
					for _, j := range met {
						link(here, s.Index(Kind(k), j))
					}
				}
			}
		}
	}
	for i := range g.Adjacent {
		g.Adjacent[i] = ascending(g.Adjacent[i])
	}
}

func (s *Space) containerAt(of sitesOf) int32 {
	if of.from == of.to {
		return 0
	}
	return s.geometry.Sites[s.Index(of.kind, of.from)].Container
}

// Geometry is what game.Spatial promises.
func (s *Space) Geometry() *game.Geometry { return &s.geometry }

// Index is the index in the geometry of a site of a kind, -1 if there is none.
func (s *Space) Index(k Kind, site int) int32 {
	if uint(site) >= uint(len(s.numbers[k])) {
		return -1
	}
	return s.numbers[k][site]
}

// Geometry is where the game takes place. It is nil for a match of several games,
// and where the rules hide anything from players: a position shows everything, so
// a net would see what its player must not.
func (g *Game) Geometry() *game.Geometry {
	if s := g.space(); s != nil {
		return s.Geometry()
	}
	return nil
}

func (g *Game) space() *Space {
	if g.facts.Hidden {
		return nil
	}
	g.where.once.Do(func() {
		s := NewSpace(g.p)
		if g.where.space = s; s == nil || g.where.kind == nil {
			return
		}
		for i, name := range s.geometry.Kinds {
			s.geometry.Kinds[i] = g.where.kind(name)
		}
	})
	return g.where.space
}
