package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// addBridges lists the bridges (exec.Bridges) between pieces and between pieces and the regions that are to be joined,
// by the owner of these regions where they have one. Nothing is added where a turn may be of several moves: then both
// sites of a bridge can be taken at once.
func (l *lowerer) addBridges(g *grower, by []joint) {
	near := g.near.near
	if len(near) == 0 || l.again() {
		return
	}
	if l.p.Bridges == nil {
		l.p.Bridges = &exec.Bridges{Kind: g.k, Pairs: make([][]exec.Bridge, len(near))}
		l.bridgePieces(near)
	}
	if l.p.Bridges.Kind != g.k {
		return
	}
	for owner := range by {
		switch j := &by[owner]; {
		case j.static == nil:
		case len(by) == 1:
			l.bridgeRegions(near, j, 0)
		case owner >= 1 && owner <= l.p.Players:
			l.bridgeRegions(near, j, owner)
		}
	}
}

// again reports whether a turn may be of several moves.
func (l *lowerer) again() bool {
	found := false
	l.root.Walk(func(t *check.Term) { found = found || t.Name() == "moveAgain" })
	return found
}

// bridgePieces lists the bridges between two sites that are no neighbours and have two in common.
func (l *lowerer) bridgePieces(near [][]int) {
	for a := range near {
		common := map[int][]int{}
		var order []int
		for _, s := range near[a] {
			for _, b := range near[s] {
				if b <= a || slices.Contains(near[a], b) {
					continue
				}
				if common[b] == nil {
					order = append(order, b)
				}
				common[b] = append(common[b], s)
			}
		}
		for _, b := range order {
			if both := common[b]; len(both) == 2 {
				l.bridge(both, exec.Bridge{Ends: [2]int32{int32(a), int32(b)}})
			}
		}
	}
}

// bridgeRegions lists the bridges between a site and a region that has two of its neighbours.
func (l *lowerer) bridgeRegions(near [][]int, j *joint, owner int) {
	for a := range near {
		for r := range j.n {
			bit := uint64(1) << uint(r)
			if j.of(a, nil)&bit != 0 {
				continue
			}
			var both []int
			for _, s := range near[a] {
				if j.of(s, nil)&bit != 0 {
					both = append(both, s)
				}
			}
			if len(both) == 2 {
				l.bridge(both, exec.Bridge{Ends: [2]int32{int32(a), exec.Off}, Region: true, Owner: int32(owner)})
			}
		}
	}
}

// bridge notes a bridge by both of its sites.
func (l *lowerer) bridge(both []int, b exec.Bridge) {
	for i, s := range both {
		b.Other = int32(both[1-i])
		l.p.Bridges.Pairs[s] = append(l.p.Bridges.Pairs[s], b)
	}
}
