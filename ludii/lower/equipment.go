package lower

import (
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// equipment makes the board, the other containers, the components, the tracks,
// the maps and the regions. Items are taken in Ludii's order of sorts: board,
// hands, dice, deck, regions, maps, hints, components; within a sort as written.
func (l *lowerer) equipment(t *check.Term, o Options) {
	items := t.Arg("items").Items
	boards := 0
	for _, it := range items {
		switch it.Name() {
		case "board", "mancalaBoard", "boardless", "surakartaBoard":
			if boards++; boards > 1 {
				l.refuse(it, CodeMeaning, "there is a board already")
				return
			}
			l.board(it, o)
		}
	}
	if boards == 0 {
		l.refuse(t, CodeMeaning, "there is no board in the equipment")
	}
	if len(l.findings) > 0 {
		return
	}
	p := l.p
	p.Components = append(p.Components, exec.Component{Name: "", Facing: topology.NoDirection, Flips: [2]int{-1, -1}, Domino: [2]int{-1, -1}})
	for _, sort := range [][]string{{"hand"}, {"dice"}, {"deck"}} {
		for _, it := range items {
			for _, s := range sort {
				if it.Name() == s {
					l.container(it)
				}
			}
		}
	}
	l.closeContainers()
	for _, it := range items {
		switch it.Name() {
		case "item.piece", "tile", "component", "die", "item.card", "domino":
			l.component(it)
		case "dominoes":
			l.dominoes(it)
		}
	}
	if len(p.Components) == 1 {
		// Everybody has a ball, named as if the description had numbered it.
		for i := 1; i <= p.Players; i++ {
			base := "Ball" + strconv.Itoa(i)
			l.addComponent(exec.Component{Name: l.pieceName(base, i), Base: base, Owner: i}, nil, topology.NoDirection)
		}
	}
	if p.Flags.Deduction {
		p.Components, l.pieceTerms = p.Components[:1], nil
		l.puzzle()
	}
	l.tracks(items)
	for _, it := range items {
		if v := it.Arg("values"); it.Name() == "board" && v != nil {
			l.puzzleValues(v)
		}
		switch it.Name() {
		case "map", "map#lists":
			l.mapItem(it)
		case "hints":
			l.hints(it)
		}
	}
	// Regions may name each other and everything above.
	for _, it := range items {
		if it.Name() == "regions" {
			l.regionsItem(it)
		}
	}
}

// board makes the topology and the first container.
func (l *lowerer) board(t *check.Term, o Options) {
	p := l.p
	p.Topo = o.Topology
	if p.Topo == nil {
		g, k, findings := topology.BuildLooking(t.Node, l.look)
		for _, d := range findings {
			if d.File == "" {
				d.File = l.file
			}
			l.findings = append(l.findings, d)
			if d.Severity != diag.Error {
				continue
			}
		}
		if g == nil {
			if len(l.findings) == 0 {
				l.unsupported(t)
			}
			return
		}
		topo, err := topology.MeasureLooking(g, k, l.look)
		if err != nil {
			l.refuse(t, CodeSize, "%v", err)
			return
		}
		// Where layers are named, rows and columns are those of the ground.
		layers := false
		l.root.Walk(func(t *check.Term) { layers = layers || t.Name() == "layer" })
		if layers {
			topo.RowsOnGround()
		}
		p.Topo = topo
	}
	p.Default = p.Topo.Default
	n := p.Topo.NumSites(p.Default)
	p.Containers = append(p.Containers, exec.Container{Name: "Board", Kind: exec.BoardContainer, N: n})
}

// next is the first site of the next container.
func (l *lowerer) nextSite() int {
	p := l.p
	last := &p.Containers[len(p.Containers)-1]
	if last.Kind == exec.BoardContainer {
		return max(p.Topo.NumSites(topology.Cell), p.Topo.NumSites(p.Default))
	}
	return last.From + last.N
}

func (l *lowerer) addContainer(c exec.Container) *exec.Container {
	c.From = l.nextSite()
	l.p.Containers = append(l.p.Containers, c)
	if l.nextSite() > topology.MaxSites {
		l.refuse(l.root, CodeSize, "containers have more than %d sites", topology.MaxSites)
	}
	return &l.p.Containers[len(l.p.Containers)-1]
}

// constant reads a number that must be known now.
func (l *lowerer) constant(t *check.Term, without int) int {
	v := l.intOr(t, without)
	if !v.Const {
		l.refuse(t, CodeArgument, "only a plain number is supported here")
	}
	return v.V
}

// owner reads the owner of an item: 0 nobody, Players+1 everybody.
func (l *lowerer) owner(t *check.Term) int {
	if t == nil {
		return 0
	}
	owner := l.role(t).V
	if owner < 0 {
		l.refuse(t, CodeMeaning, "%s is nobody that something can belong to", t.Text)
		return 0
	}
	return owner
}

func (l *lowerer) container(t *check.Term) {
	p := l.p
	role := t.Arg("roleType")
	switch t.Name() {
	case "hand":
		size := l.constant(t.Arg("size"), 1)
		if size < 0 || size > topology.MaxSites {
			l.refuse(t, CodeSize, "a hand of %d sites", size)
			return
		}
		if role != nil && role.Text == "Each" {
			for i := 1; i <= p.Players; i++ {
				l.addContainer(exec.Container{Name: "Hand" + strconv.Itoa(i), Kind: exec.HandContainer, N: size, Owner: i})
			}
			return
		}
		o := l.owner(role)
		l.addContainer(exec.Container{Name: "Hand" + strconv.Itoa(l.writtenOwner(role)), Kind: exec.HandContainer, N: size, Owner: o})
	case "dice":
		l.dice(t, role)
	case "deck":
		l.deckOf(t, role)
	}
}

// writtenOwner is the number that names of hands carry: 0 for what belongs to
// everybody.
func (l *lowerer) writtenOwner(role *check.Term) int {
	if o := l.owner(role); o >= 1 && o <= l.p.Players {
		return o
	}
	return 0
}

func (l *lowerer) dice(t, role *check.Term) {
	p := l.p
	n := l.constant(t.Arg("num"), 1)
	start, faces := 1, 6
	if d := t.Arg("d"); d != nil {
		faces = l.constant(d, 6)
	}
	if f := t.Arg("from"); f != nil {
		start = l.constant(f, 1)
	}
	if n < 1 || n > 100 || faces < 1 || faces > 1000 {
		l.refuse(t, CodeSize, "%d dice with %d faces", n, faces)
		return
	}
	all := make([][]int, n)
	for i := range all {
		switch {
		case t.Arg("faces") != nil:
			for _, f := range t.Arg("faces").Items {
				all[i] = append(all[i], l.constant(f, 0))
			}
		case t.Arg("facesByDie") != nil:
			if by := t.Arg("facesByDie").Items; i < len(by) {
				for _, f := range by[i].Items {
					all[i] = append(all[i], l.constant(f, 0))
				}
			}
		default:
			for f := range faces {
				all[i] = append(all[i], start+f)
			}
		}
		if len(all[i]) == 0 {
			l.refuse(t, CodeMeaning, "a die without faces")
			return
		}
	}
	var odds []float64
	if b := t.Arg("biased"); b != nil {
		sum := 0.0
		for _, w := range b.Items {
			odds = append(odds, float64(l.constant(w, 0)))
			sum += odds[len(odds)-1]
		}
		if len(odds) != len(all[0]) || sum <= 0 {
			l.refuse(b, CodeMeaning, "%d weights for %d faces", len(odds), len(all[0]))
			return
		}
		for i := range odds {
			odds[i] /= sum
		}
	}
	owner := p.Shared()
	if role != nil {
		owner = l.owner(role)
	}
	var c *exec.Container
	for i := range p.Containers {
		if d := &p.Containers[i]; d.Kind == exec.DiceContainer && d.Owner == owner && i == len(p.Containers)-1 {
			c = d
		}
	}
	if c == nil {
		p.Dice = append(p.Dice, len(p.Containers))
		c = l.addContainer(exec.Container{Name: "Dice" + strconv.Itoa(l.writtenOwner(role)), Kind: exec.DiceContainer, Owner: owner, Dice: len(p.Dice) - 1})
	}
	c.N += n
	for i := range all {
		c.Faces = append(c.Faces, all[i])
		c.Odds = append(c.Odds, odds)
		die := 1
		for _, comp := range p.Components {
			if comp.IsDie {
				die++
			}
		}
		l.addComponent(exec.Component{Name: "Die" + strconv.Itoa(die), Base: "Die", Owner: owner, IsDie: true, Faces: all[i]}, nil, topology.NoDirection)
	}
}

// closeContainers fixes what sites there are.
func (l *lowerer) closeContainers() {
	p := l.p
	p.TotalSites = l.nextSite()
	p.ContainerOf = make([]int, p.TotalSites)
	for i := 1; i < len(p.Containers); i++ {
		c := &p.Containers[i]
		for s := c.From; s < c.From+c.N; s++ {
			p.ContainerOf[s] = i
		}
	}
	for _, k := range []kind{topology.Vertex, topology.Edge, topology.Cell} {
		p.Sites[k] = 0
		if k == p.Default || p.Flags.Uses[k] {
			p.Sites[k] = p.Topo.NumSites(k)
		}
	}
	p.Sites[p.Default] = max(p.Sites[p.Default], p.Topo.NumSites(p.Default))
	if len(p.Containers) > 1 {
		p.Sites[topology.Cell] = max(p.Sites[topology.Cell], p.TotalSites)
	}
}

func (l *lowerer) mapItem(t *check.Term) {
	m := exec.Map{Pair: map[int]int{}}
	if n := t.Arg("name"); n != nil {
		m.Name = n.Text
	}
	if t.Name() == "map#lists" {
		keys, values := t.Arg("keys"), t.Arg("values")
		for i := range min(len(keys.Items), len(values.Items)) {
			m.Pair[l.constant(keys.Items[i], 0)] = l.constant(values.Items[i], 0)
		}
	} else {
		for _, q := range t.Arg("pairs").Items {
			m.Pair[l.pairPart(q.Arg("key"))] = l.pairPart(q.Arg("value"))
		}
	}
	l.p.Maps = append(l.p.Maps, m)
}

// pairPart reads a half of a pair: a number, a role, a coordinate of the board,
// the name of a piece, or a landmark.
func (l *lowerer) pairPart(t *check.Term) int {
	switch {
	case t.Sort == check.RoleType:
		return l.role(t).V
	case t.Sort == check.LandmarkType:
		return l.landmark(t)
	case t.Sort == check.String:
		if s, ok := l.coordinate(t.Text, l.p.Default); ok {
			return s
		}
		if c := l.pieceNamed(t.Text); c > 0 {
			return c
		}
		l.refuse(t, CodeMeaning, "%q is neither a site of the board nor a piece", t.Text)
		return 0
	}
	return l.constant(t, 0)
}

func (l *lowerer) landmark(t *check.Term) int {
	sets := &l.p.Topo.Of(l.p.Default).Sets
	n := l.p.Topo.NumSites(l.p.Default)
	first := func(s []int) int {
		if len(s) == 0 {
			return exec.Undefined
		}
		return s[0]
	}
	switch t.Text {
	case "LeftSite":
		return first(sets.Left)
	case "RightSite":
		return first(sets.Right)
	case "Topsite":
		return first(sets.Top)
	case "BottomSite":
		return first(sets.Bottom)
	case "CentreSite":
		return first(sets.Centre)
	case "FirstSite":
		return 0
	}
	return n - 1
}

// coordinate finds the site of a label.
func (l *lowerer) coordinate(s string, k kind) (int, bool) {
	if l.labels[k] == nil {
		sites := l.p.Topo.Of(k).Sites
		l.labels[k] = make(map[string]int, len(sites))
		for i := range sites {
			if _, known := l.labels[k][sites[i].Label]; !known {
				l.labels[k][sites[i].Label] = i
			}
		}
	}
	i, ok := l.labels[k][s]
	return i, ok
}

// pieceNamed finds a component by its full name, else by the name as
// written if one component has it; 0 if there is none.
func (l *lowerer) pieceNamed(s string) int {
	for i, c := range l.p.Components {
		if i > 0 && c.Name == s {
			return i
		}
	}
	found := 0
	for i, c := range l.p.Components {
		if i > 0 && c.Base == s {
			if found > 0 {
				return 0
			}
			found = i
		}
	}
	return found
}

// regionsItem makes a named region.
func (l *lowerer) regionsItem(t *check.Term) {
	r := exec.NamedRegion{Owner: l.owner(t.Arg("roleType"))}
	r.Name = "RegionP1"
	if role := t.Arg("roleType"); role != nil {
		r.Name = "Region" + role.Text
	}
	if n := t.Arg("name"); n != nil {
		r.Name = n.Text
	}
	var parts []Region
	add := func(t *check.Term) {
		if t.Sort == check.RegionStatic && !t.List && t.Form == nil {
			r.Types = append(r.Types, t.Text)
			return
		}
		parts = append(parts, l.region(t))
	}
	if v := t.Arg("region"); v.List && len(v.Items) > 0 && (v.Items[0].Sort == check.Sites || v.Items[0].Sort == check.RegionStatic) {
		for _, it := range v.Items {
			add(it)
		}
	} else {
		add(v)
	}
	all := exec.NewBits(l.setSize())
	static := true
	for _, q := range parts {
		r.Parts = append(r.Parts, exec.Part{Sites: q.Fn, Static: q.Static})
		if q.Static != nil {
			all.Or(q.Static)
		} else {
			static = false
		}
	}
	if !static {
		// Ludii works regions of the equipment out once, on the empty board.
		all = l.once(l.p.Default, l.unionOf(parts).Fn).Static
	}
	r.Sites, r.Static = func(*ctx) exec.Bits { return all }, all
	l.p.Regions = append(l.p.Regions, r)
}

// dominoes makes the set of dominoes up to a number of pips.
func (l *lowerer) dominoes(t *check.Term) {
	upTo := l.constant(t.Arg("upTo"), 6)
	if upTo < 0 || upTo > 16 {
		l.refuse(t, CodeSize, "dominoes up to %d", upTo)
		return
	}
	shape := [][]exec.Turn{[]exec.Turn("FRFRFLFLFRFRF")}
	for i := 0; i <= upTo; i++ {
		for j := i; j <= upTo; j++ {
			c := exec.Component{Base: "Domino", Name: "Domino" + strconv.Itoa(i) + strconv.Itoa(j), Owner: l.p.Shared(), Domino: [2]int{i, j}, Walks: shape, Facing: topology.NoDirection, Flips: [2]int{-1, -1}}
			l.p.Components = append(l.p.Components, c)
		}
	}
}

// trimDigits removes a number at the end of a name.
func trimDigits(s string) string { return strings.TrimRight(s, "0123456789") }
