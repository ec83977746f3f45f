package encode

import (
	"slices"
	"strings"

	"ludens/game"
)

// exchange is what belongs to one of two players and becomes the other's.
type exchange struct {
	kinds      []int32 // per kind of pieces, from 0: what it becomes
	containers []int32
}

// exchanges are the ways to exchange two players that the geometry allows, likely ones
// first: a kind becomes the one of the other that has the same name, owners' numbers
// taken off, or that comes at the same place among the other's. None if one has more
// kinds than the other, or if no match can be played that the second player begins.
func (s *spatial) exchanges(g game.Game) []*exchange {
	if _, ok := g.NewMachine().(game.Starter); !ok && !s.geometry.Simultaneous {
		return nil
	}
	containers := s.exchangedContainers()
	if containers == nil {
		return nil
	}
	var out []*exchange
	for _, kinds := range [][]int32{s.kindsByName(), s.kindsByOrder()} {
		if kinds != nil && (len(out) == 0 || !slices.Equal(out[0].kinds, kinds)) {
			out = append(out, &exchange{kinds, containers})
		}
	}
	return out
}

// kindsByName pairs kinds of the two players by name; nil if a name is missing or is
// there twice.
func (s *spatial) kindsByName() []int32 {
	g := s.geometry
	out := identity(len(g.Kinds))
	paired := make([]bool, len(g.Kinds))
	for i, owner := range g.Owners {
		if owner != 0 && owner != 1 {
			continue
		}
		found := -1
		for k, other := range g.Owners {
			if other == 1-owner && numberless(g.Kinds[k]) == numberless(g.Kinds[i]) {
				if found >= 0 {
					return nil
				}
				found = k
			}
		}
		if found < 0 || paired[found] {
			return nil
		}
		out[i], paired[found] = int32(found), true
	}
	return out
}

// kindsByOrder pairs the first kind of one player with the first of the other, and so
// on; nil if one has more.
func (s *spatial) kindsByOrder() []int32 {
	var of [2][]int
	for i, owner := range s.geometry.Owners {
		if owner == 0 || owner == 1 {
			of[owner] = append(of[owner], i)
		}
	}
	if len(of[0]) != len(of[1]) {
		return nil
	}
	out := identity(len(s.geometry.Kinds))
	for n, i := range of[0] {
		k := of[1][n]
		out[i], out[k] = int32(k), int32(i)
	}
	return out
}

// numberless is a name without the number at its end.
func numberless(name string) string { return strings.TrimRight(name, "0123456789") }

// exchangedContainers pairs containers whose names differ in the player's number only;
// nil if they are not of the same size.
func (s *spatial) exchangedContainers() []int32 {
	g := s.geometry
	sizes := make([]int, len(g.Containers))
	for i := range g.Sites {
		sizes[g.Sites[i].Container]++
	}
	out := identity(len(g.Containers))
	for i := 1; i < len(g.Containers); i++ {
		name, ok := strings.CutSuffix(g.Containers[i], "1")
		if !ok {
			continue
		}
		k := slices.Index(g.Containers, name+"2")
		if k < 1 || g.Dice[i] || g.Dice[k] {
			continue
		}
		if sizes[i] != sizes[k] {
			return nil
		}
		out[i], out[k] = int32(k), int32(i)
	}
	return out
}

// sites adds to a permutation of the board's sites that containers become each other,
// site by site.
func (x *exchange) sites(g *game.Geometry, board []int32) []int32 {
	lists := make([][]int32, len(g.Containers))
	for i := range g.Sites {
		c := g.Sites[i].Container
		lists[c] = append(lists[c], int32(i))
	}
	out := slices.Clone(board)
	for c := 1; c < len(lists); c++ {
		for n, i := range lists[c] {
			out[i] = lists[x.containers[c]][n]
		}
	}
	return out
}

// exchanged gives the channel that each becomes. Local states, phases and the like are
// taken to mean the same for both players; where they do not, the test will tell.
func (s *spatial) exchanged(x *exchange) []int32 {
	out := identity(s.shape.Channels)
	for i, k := range x.kinds {
		for n := range s.stacked {
			out[s.pieces+i*s.stacked+n] = int32(s.pieces + int(k)*s.stacked + n)
		}
	}
	for i, k := range x.containers {
		out[s.containers+i] = int32(s.containers + int(k))
	}
	pairs := []int{s.amounts, s.scores}
	if !s.own {
		pairs = append(pairs, s.movers) // ours is about the second player alone
	}
	for _, at := range pairs {
		if at >= 0 {
			out[at], out[at+1] = int32(at+1), int32(at)
		}
	}
	return out
}
