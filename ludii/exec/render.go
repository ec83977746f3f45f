package exec

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ludens/ludii/topology"
)

// Limits of a drawing.
const (
	renderColumns = 200 // further to the right the sites lie closer together
	renderStacks  = 24  // stacks listed in full
)

// Render draws the position as text of several lines: the board, whatever its
// shape, one layer after the other; then stacks in full, hands, dice, and what
// else is to be seen. Sites lie where the board has them, in rows by their height;
// the labels at both ends of a row are those of the first and the last site.
func (m *Machine) Render() string { return m.c.Render() }

// Render draws the position.
func (c *Ctx) Render() string {
	r := renderer{c: c, p: c.Prog, symbols: c.Prog.symbols()}
	for _, layer := range r.layers() {
		r.board(layer)
	}
	r.stacks()
	r.containers()
	r.line(r.legend())
	r.line(r.rest())
	return r.b.String()
}

type renderer struct {
	c       *Ctx
	p       *Program
	symbols []string // by component
	used    []bool   // components that were drawn
	b       strings.Builder
}

func (r *renderer) line(text string) {
	if text = strings.TrimRight(text, " "); text != "" {
		r.b.WriteString(text)
		r.b.WriteByte('\n')
	}
}

// symbols gives every component a short word: as many letters of its name as tell
// it apart, and the number of its owner.
func (p *Program) symbols() []string {
	out := make([]string, len(p.Components))
	bases := map[string]bool{}
	for i := 1; i < len(p.Components); i++ {
		if !p.Components[i].IsDie {
			bases[p.Components[i].Base] = true
		}
	}
	for i := 1; i < len(p.Components); i++ {
		c := &p.Components[i]
		base := c.Base
		if base == "" {
			base = c.Name
		}
		out[i] = prefix(base, bases)
		if c.Owner > 0 && c.Owner <= p.Players {
			out[i] += fmt.Sprint(c.Owner)
		}
	}
	return out
}

// prefix gives the shortest beginning of a name that no other has, of four letters
// at most.
func prefix(name string, names map[string]bool) string {
	letters := []rune(word(name))
	for n := 1; n < min(len(letters), 4); n++ {
		short, alone := strings.ToLower(string(letters[:n])), true
		for other := range names {
			alone = alone && (other == name || !strings.HasPrefix(strings.ToLower(word(other)), short))
		}
		if alone {
			return string(letters[:n])
		}
	}
	return string(letters[:min(len(letters), 4)])
}

// A spot is a site as it is drawn.
type spot struct {
	kind Kind
	site int // -1: a vertex that only joins edges
	at   topology.Point
	text string
}

// layers gives the sites to draw, by height.
func (r *renderer) layers() [][]spot {
	var spots []spot
	t := r.p.Topo
	for k := range r.p.Sites {
		kind := Kind(k)
		if r.p.Sites[k] == 0 && kind != r.p.Default {
			continue
		}
		for i := range t.Of(kind).Sites {
			if r.shown(kind, i) {
				spots = append(spots, spot{kind, i, t.Of(kind).Sites[i].Centre, r.text(kind, i)})
			}
		}
	}
	if r.p.Sites[topology.Edge] > 0 && r.p.Sites[topology.Vertex] == 0 {
		for i := range t.Of(topology.Vertex).Sites {
			spots = append(spots, spot{topology.Vertex, -1, t.Of(topology.Vertex).Sites[i].Centre, "+"})
		}
	}
	return bands(spots, func(s spot) float64 { return s.at.Z }, 0.01)
}

// shown reports whether a site is drawn: of boards without an edge only what has
// been reached.
func (r *renderer) shown(k Kind, site int) bool {
	s := &r.c.Sites[k]
	return s.Playable == nil || s.Playable.Has(site) || site < len(s.What) && s.What[site] != 0
}

// text is how a site of the board is drawn.
func (r *renderer) text(k Kind, site int) string {
	c := r.c
	if c.Values[k] != nil {
		if _, of := r.p.Puzzle.Of(k); of {
			if v, ok := c.Resolved(k, site); ok {
				return fmt.Sprint(v)
			}
		}
		return r.nothing(k, site)
	}
	t := &c.Sites[k]
	if site >= len(t.What) || t.What[site] == 0 {
		return r.nothing(k, site)
	}
	text := r.symbol(int(t.What[site]))
	if t.Stack != nil && len(t.Stack[site]) > 1 {
		return fmt.Sprintf("%s/%d", text, len(t.Stack[site]))
	}
	if n := c.CountAt(k, site); n > 1 || n == 1 && r.onlyNumbers() {
		if r.onlyNumbers() {
			return fmt.Sprint(n)
		}
		return fmt.Sprintf("%sx%d", text, n)
	}
	return text
}

// onlyNumbers reports whether the pieces need no names: there is one sort, of
// nobody, and sites hold many.
func (r *renderer) onlyNumbers() bool {
	sorts := 0
	for i := 1; i < len(r.p.Components); i++ {
		if c := &r.p.Components[i]; !c.IsDie {
			sorts++
			if c.Owner > 0 && c.Owner <= r.p.Players {
				return false
			}
		}
	}
	return sorts == 1 && r.p.Counts()
}

// nothing is how an empty site is drawn: an edge by its direction.
func (r *renderer) nothing(k Kind, site int) string {
	if k != topology.Edge {
		return "."
	}
	e := r.p.Topo.Graph.Edges[site]
	a, b := r.p.Topo.Graph.Vertices[e[0]], r.p.Topo.Graph.Vertices[e[1]]
	dx, dy := b.X-a.X, b.Y-a.Y
	switch {
	case dy*dy < dx*dx/6:
		return "-"
	case dx*dx < dy*dy/6:
		return "|"
	case dx*dy > 0:
		return "/"
	}
	return `\`
}

// symbol is how a component is drawn.
func (r *renderer) symbol(what int) string {
	if what <= 0 || what >= len(r.symbols) {
		return "?"
	}
	if r.used == nil {
		r.used = make([]bool, len(r.symbols))
	}
	r.used[what] = true
	return r.symbols[what]
}

// board draws the sites of a layer.
func (r *renderer) board(spots []spot) {
	if len(spots) == 0 {
		return
	}
	unit, width, left := r.measure(spots)
	rows := bands(spots, func(s spot) float64 { return -s.at.Y }, unit/5)
	labels := 0
	for _, row := range rows {
		labels = max(labels, utf8.RuneCountInString(r.label(row, false)))
	}
	for _, row := range rows {
		text := fmt.Sprintf("%*s  ", labels, r.label(row, false))
		begin := utf8.RuneCountInString(text)
		for _, s := range bandsFlat(row) {
			column := begin + int((s.at.X-left)/unit*float64(width)+0.5)
			have := utf8.RuneCountInString(text)
			if pad := column - have; pad > 0 {
				text += strings.Repeat(" ", pad)
			} else if have > begin {
				text += " "
			}
			text += s.text
		}
		r.line(text + "  " + r.label(row, true))
	}
	r.b.WriteByte('\n')
}

// measure gives the usual distance of neighbours, how many columns it takes, and
// the left end of the board.
func (r *renderer) measure(spots []spot) (unit float64, width int, left float64) {
	widest, right := 1, spots[0].at.X
	left = right
	for _, s := range spots {
		widest = max(widest, utf8.RuneCountInString(s.text))
		left, right = min(left, s.at.X), max(right, s.at.X)
	}
	for _, s := range r.symbols {
		widest = max(widest, utf8.RuneCountInString(s))
	}
	unit = spacing(spots)
	width = widest + 1
	width += width % 2 // sites of the next row may lie half way between
	for width > 2 && (right-left)/unit*float64(width) > renderColumns {
		width--
	}
	return unit, width, left
}

// label is the label of the first or the last site of a row, of the kind that the
// game is played on if there is one.
func (r *renderer) label(row []spot, last bool) string {
	row = bandsFlat(row)
	found := -1
	for i := range row {
		if row[i].site >= 0 && row[i].kind == r.p.Default && (last || found < 0) {
			found = i
		}
	}
	if found < 0 {
		return ""
	}
	return r.p.SiteText(row[found].kind, row[found].site)
}

// stacks lists what is in the stacks, from the bottom.
func (r *renderer) stacks() {
	n := 0
	for k := range r.c.Sites {
		for site, stack := range r.c.Sites[k].Stack {
			if len(stack) < 2 || int(r.kind(Kind(k), site)) != int(BoardContainer) {
				continue
			}
			if n++; n > renderStacks {
				continue
			}
			names := make([]string, len(stack))
			for i, it := range stack {
				names[i] = r.symbol(int(it.What))
			}
			r.line(r.p.SiteText(Kind(k), site) + ": " + strings.Join(names, " "))
		}
	}
	if n > renderStacks {
		r.line(fmt.Sprintf("and %d more stacks", n-renderStacks))
	}
}

func (r *renderer) kind(k Kind, site int) ContainerKind {
	if k != cellKind {
		return BoardContainer
	}
	return r.p.kindOfContainer(site)
}

// containers draws hands, decks and dice, a line each.
func (r *renderer) containers() {
	for i := 1; i < len(r.p.Containers); i++ {
		cont := &r.p.Containers[i]
		var parts []string
		for j := range cont.N {
			if cont.Kind == DiceContainer {
				parts = append(parts, r.die(cont, j))
				continue
			}
			parts = append(parts, r.held(cont.From+j))
		}
		text := strings.Join(parts, " ")
		if strings.Trim(text, ". ") == "" {
			text = "-"
		}
		r.line(cont.Name + ": " + text)
	}
}

// die is what a die shows.
func (r *renderer) die(cont *Container, i int) string {
	if v := r.c.State.Dice[cont.Dice][i]; v != 0 {
		return fmt.Sprint(v)
	}
	return "."
}

// held is what is on a site off the board.
func (r *renderer) held(site int) string {
	t := &r.c.Sites[cellKind]
	if site >= len(t.What) || t.What[site] == 0 {
		return "."
	}
	if t.Stack != nil {
		names := make([]string, 0, len(t.Stack[site]))
		for _, it := range t.Stack[site] {
			names = append(names, r.symbol(int(it.What)))
		}
		return strings.Join(names, "/")
	}
	text := r.symbol(int(t.What[site]))
	if n := r.c.CountAt(cellKind, site); n > 1 {
		text += fmt.Sprintf("x%d", n)
	}
	return text
}

// legend tells what the symbols stand for.
func (r *renderer) legend() string {
	var parts []string
	for i, used := range r.used {
		if used && r.symbols[i] != r.p.pieceText(int32(i)) {
			parts = append(parts, r.symbols[i]+"="+r.p.pieceText(int32(i)))
		}
	}
	return strings.Join(parts, "  ")
}

// rest are the facts that are not drawn.
func (r *renderer) rest() string {
	var parts []string
	for _, f := range r.c.facts(nil, 0) {
		if strings.HasPrefix(f, "(at ") || strings.HasPrefix(f, "(die ") || strings.HasPrefix(f, "(value ") {
			continue
		}
		parts = append(parts, strings.Trim(f, "()"))
	}
	return strings.Join(parts, "; ")
}
