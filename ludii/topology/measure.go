package topology

// Measure derives the topology of a graph. The game is played on the sites of
// the given kind.
func Measure(g *Graph, played Kind) (*Topology, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	t := &Topology{Graph: g, Default: played}
	for k := Vertex; k <= Cell; k++ {
		t.Kinds[k].Kind = k
	}
	return t, nil
}
