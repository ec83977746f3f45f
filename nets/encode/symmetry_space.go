package encode

import (
	"fmt"
	"math"
	"slices"

	"ludens/game"
)

// transformations of a game in space are the isometries of the plane that map the
// sites of the board onto each other, neighbours onto neighbours. Sites elsewhere
// stay, or, with an exchange of the players, go to the other's container.
func (s *spatial) transformations(g game.Game, exchange bool, try func(c *candidateSymmetry) bool) {
	type motion struct {
		name string
		to   []int32
	}
	var motions []motion
	for _, i := range isometries() {
		if to := s.sites(i); to != nil {
			motions = append(motions, motion{i.name, to})
		}
	}
	for _, m := range motions {
		if c := s.candidate(m.name, m.to, nil); c != nil {
			try(c)
		}
	}
	if !exchange {
		return
	}
	to := identity(len(s.geometry.Sites))
	all := s.exchanges(g)
	for _, m := range append([]motion{{"the board as it is", to}}, motions...) {
		for _, x := range all {
			if c := s.candidate(m.name, x.sites(s.geometry, m.to), x); c != nil && try(c) {
				break
			}
		}
	}
}

// isometry is an orthogonal map of the plane.
type isometry struct {
	name       string
	a, b, c, d float64 // x' = a·x + b·y, y' = c·x + d·y
}

// isometries are rotations by multiples of 30 and 45 degrees, and reflections across
// lines at multiples of 15 and 22.5 degrees; the identity left out.
func isometries() []isometry {
	var out []isometry
	for degrees := 1; degrees < 360; degrees++ {
		if degrees%30 == 0 || degrees%45 == 0 {
			sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
			out = append(out, isometry{fmt.Sprintf("rotation by %d degrees", degrees), cos, -sin, sin, cos})
		}
	}
	for twice := range 360 { // twice the angle of the line
		if twice%30 == 0 || twice%45 == 0 {
			sin, cos := math.Sincos(float64(twice) * math.Pi / 180)
			out = append(out, isometry{fmt.Sprintf("reflection at %g degrees", float64(twice)/2), cos, sin, sin, -cos})
		}
	}
	return out
}

// sites gives the site that each becomes; nil if the map is none of the board, or
// leaves all where they are.
func (s *spatial) sites(m isometry) []int32 {
	g := s.geometry
	var cx, cy, n float64
	for i := range g.Sites {
		if g.Sites[i].Container == 0 {
			cx, cy, n = cx+g.Sites[i].X, cy+g.Sites[i].Y, n+1
		}
	}
	if n == 0 {
		return nil
	}
	cx, cy = cx/n, cy/n
	extent := 0.0
	for i := range g.Sites {
		if g.Sites[i].Container == 0 {
			extent = max(extent, math.Abs(g.Sites[i].X-cx), math.Abs(g.Sites[i].Y-cy))
		}
	}
	// sites by place, in squares wider than rounding errors and narrower than steps
	side := extent * 1e-3
	if side == 0 {
		return nil
	}
	type key struct {
		x, y int
		sort int32
	}
	at := map[key]int32{}
	for i := range g.Sites {
		if t := &g.Sites[i]; t.Container == 0 {
			at[key{int(math.Round((t.X - cx) / side)), int(math.Round((t.Y - cy) / side)), t.Sort}] = int32(i)
		}
	}
	to := make([]int32, len(g.Sites))
	taken := make([]bool, len(g.Sites))
	moved := false
	for i := range g.Sites {
		t := &g.Sites[i]
		to[i] = int32(i)
		if t.Container == 0 {
			x, y := t.X-cx, t.Y-cy
			x, y = (m.a*x+m.b*y)/side, (m.c*x+m.d*y)/side
			found := int32(-1)
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if k, ok := at[key{int(math.Round(x)) + dx, int(math.Round(y)) + dy, t.Sort}]; ok {
						found = k
					}
				}
			}
			if found < 0 {
				return nil
			}
			to[i] = found
		}
		if taken[to[i]] {
			return nil
		}
		taken[to[i]] = true
		moved = moved || to[i] != int32(i)
	}
	if !moved || !s.keepsNeighbours(to) {
		return nil
	}
	return to
}

func (s *spatial) keepsNeighbours(to []int32) bool {
	for i, list := range s.geometry.Adjacent {
		image := s.geometry.Adjacent[to[i]]
		if len(image) != len(list) {
			return false
		}
		for _, k := range list {
			if _, ok := slices.BinarySearch(image, to[k]); !ok {
				return false
			}
		}
	}
	return true
}

// candidate makes permutations of numbers and of logits out of one of sites, and of
// what players have if they are exchanged; nil if two moves with one logit have images
// with two.
func (s *spatial) candidate(name string, to []int32, x *exchange) *candidateSymmetry {
	cells := make([]int32, s.area)
	for i := range cells {
		cells[i] = -1
	}
	for i, k := range to {
		if s.cell[i] < 0 || s.cell[k] < 0 {
			return nil
		}
		cells[s.cell[i]] = s.cell[k]
	}
	if !complete(cells) {
		return nil
	}
	c := &candidateSymmetry{Symmetry: Symmetry{Name: name}}
	channels := identity(s.shape.Channels)
	if x != nil {
		c.Name += " with exchange of the players"
		c.Players = []int{1, 0}
		c.handed = !s.geometry.Simultaneous
		channels = s.exchanged(x)
		if s.own && s.movers >= 0 && c.handed {
			for i := range s.area { // whether it is the second player's turn
				c.opposite = append(c.opposite, int32(s.movers*s.area+i))
			}
		}
	}
	input := make([]int32, s.shape.Size())
	for i := range input {
		input[i] = channels[i/s.area]*int32(s.area) + cells[i%s.area]
	}
	c.from = inverted(input)
	own := s.images(to)
	if own == nil {
		return nil
	}
	c.Logit = make([]int32, 0, s.perSeat*s.heads)
	for seat := range s.heads {
		if s.heads > 1 {
			seat = c.player(seat)
		}
		for _, k := range own {
			c.Logit = append(c.Logit, k+int32(seat*s.perSeat))
		}
	}
	return c
}

func identity(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// images gives the image of every logit of a seat; nil if one has two.
func (s *spatial) images(to []int32) []int32 {
	logit := make([]int32, s.perSeat)
	for i := range logit {
		logit[i] = -1
	}
	ok := true
	mark := func(p, image game.Place) {
		plane, cell := s.Locate(p)
		other, target := s.Locate(image)
		from, into := plane*s.cells+int(cell), int32(other*s.cells+int(target))
		if logit[from] >= 0 && logit[from] != into {
			ok = false
		}
		logit[from] = into
	}
	n := len(to)
	levels := s.moves.levels
	die := func(site int) bool { return s.own && s.geometry.Dice[s.geometry.Sites[site].Container] }
	for t := range n {
		for f := range n {
			if !s.moves.lead && f != t || die(f) || die(t) {
				continue // no move leads so
			}
			for low := range levels {
				for high := low; high < low+levels; high++ {
					p := game.Place{From: int32(f), To: int32(t), LevelMin: int32(low), LevelMax: int32(high)}
					q := p
					q.From, q.To = to[f], to[t]
					mark(p, q)
				}
			}
		}
		if !ok {
			return nil
		}
	}
	if !complete(logit) {
		return nil
	}
	return logit
}
