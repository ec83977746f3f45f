package svg

import (
	"slices"
	"strings"

	"ludens/game"
	"ludens/internal/draw"
)

// Touch says where a move happens, so that it can be made by clicking.
type Touch struct {
	Move  game.Move
	Label string   // as the protocol writes it
	Words string   // as a person reads it
	Sites []string // ids of the sites in order: from, to, …; empty for a move without a place
}

// Touches tells of every move of a seat that is legal here, in the order of Legal. Where
// the engine knows no sites they are guessed: if there is one board, pairs of a move's
// words that are a place of it; else the places that the move changes, those that its
// words speak of most.
func (a *Artist) Touches(m game.Machine, seat int) []Touch {
	legal := m.Legal(seat, nil)
	out := make([]Touch, len(legal))
	for i, mv := range legal {
		text := m.Label(seat, mv)
		out[i] = Touch{Move: mv, Label: text, Words: Words(text)}
	}
	if a.game.Facts().NatureSeat(seat) || len(legal) == 0 {
		return out
	}
	if d, ok := m.(game.Depicter); ok && d.Board() != nil {
		b := d.Board()
		var buf []int32
		for i, mv := range legal {
			buf = d.Touches(seat, mv, buf)
			for _, s := range buf {
				if uint(s) < uint(len(b.Sites)) {
					out[i].Sites = append(out[i].Sites, b.Sites[s].Name)
				}
			}
		}
		return out
	}
	if len(legal) > 1 {
		a.guess(m, seat, out)
	}
	return out
}

// mostTried bounds the moves that are made to see what they change.
const mostTried = 100

// guess finds the places of moves of a game that is known by its facts only.
func (a *Artist) guess(m game.Machine, seat int, out []Touch) {
	if a.drawer == nil || a.game.Facts().Hidden {
		return // what a move changes may be hidden
	}
	places := a.places(m)
	tried := 0
	for i := range out {
		out[i].Sites = places.named(out[i].Label)
		if len(out[i].Sites) == 0 && tried < mostTried {
			tried++
			out[i].Sites = a.changed(m, seat, out[i].Move, places)
		}
	}
	// What all moves change is none's own.
	common := map[string]int{}
	for i := range out {
		for _, s := range out[i].Sites {
			common[s]++
		}
	}
	for i := range out {
		if len(places.named(out[i].Label)) == 0 {
			out[i].Sites = slices.DeleteFunc(out[i].Sites, func(s string) bool { return common[s] == len(out) })
			out[i].Sites = spoken(out[i].Label, out[i].Sites)
		}
	}
}

// spoken are the sites that most words of a move speak of.
func spoken(label string, sites []string) []string {
	words := map[string]int{}
	for _, w := range wordsOf(label) {
		words[w]++
	}
	most := 0
	scores := make([]int, len(sites))
	for i, id := range sites {
		seen := map[string]int{}
		for _, w := range strings.FieldsFunc(id, func(r rune) bool { return r == ':' || r == ',' }) {
			if seen[w]++; seen[w] <= words[w] {
				scores[i]++
			}
		}
		most = max(most, scores[i])
	}
	var out []string
	for i, id := range sites {
		if scores[i] == most {
			out = append(out, id)
		}
	}
	return out
}

func wordsOf(label string) []string {
	return strings.FieldsFunc(label, func(r rune) bool { return r == ' ' || r == '(' || r == ')' })
}

// places are the sites of the boards of a position.
type places struct {
	content map[string]string    // by id
	byText  map[[2]string]string // ids of the first board by column and row as they are written
	order   []string
}

// places reads the boards of a position.
func (a *Artist) places(m game.Machine) *places {
	p := &places{content: map[string]string{}, byText: map[[2]string]string{}}
	l, ok := m.(game.Lister)
	if !ok {
		return p
	}
	d := a.drawer.Clone()
	rows, _ := d.Grids(l.Fluents(nil))
	g := &gridder{ids: map[string]int{}}
	boards := 0
	for _, row := range rows {
		boards += len(row)
	}
	for _, row := range rows {
		for i := range row {
			grid := &row[i]
			prefix := g.prefix(grid)
			for _, y := range grid.Ys {
				for _, x := range grid.Xs {
					c, here := grid.Cells[draw.Square{X: x, Y: y}]
					if !here && grid.Holes {
						continue
					}
					if grid.Empty[c] {
						c = ""
					}
					id := prefix + ":" + clip(x, maxLabel) + "," + clip(y, maxLabel)
					p.content[id] = c
					p.order = append(p.order, id)
					// Of several boards a pair of words does not tell which is meant.
					if boards == 1 && !grid.Track {
						p.byText[[2]string{x, y}] = id
					}
				}
			}
		}
	}
	return p
}

// named finds pairs of words in a move that are the coordinates of a place.
func (p *places) named(label string) []string {
	words := wordsOf(label)
	var out []string
	add := func(id string) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		if i+1 < len(words) {
			next := words[i+1]
			id, ok := p.byText[[2]string{w, next}]
			if !ok && isNumber(w) && !isNumber(next) { // a row before a column of letters
				id, ok = p.byText[[2]string{next, w}]
			}
			if ok {
				add(id)
				i++
				continue
			}
		}
		if len(w) > 1 {
			if id, ok := p.byText[[2]string{w[:1], w[1:]}]; ok && w[0] > '9' {
				add(id)
			}
		}
	}
	return out
}

// changed makes a move and sees which places are not what they were: first those that
// were left, then those that were reached.
func (a *Artist) changed(m game.Machine, seat int, mv game.Move, before *places) []string {
	f := a.game.Facts()
	joint := make([]game.Move, len(f.Seats))
	var buf []game.Move
	for s := range f.Seats {
		if buf = m.Legal(s, buf); len(buf) == 0 {
			return nil
		}
		joint[s] = buf[0]
	}
	joint[seat] = mv
	here := m.Save(nil)
	m.Step(joint)
	var after *places
	if m.Err() == nil {
		after = a.places(m)
	}
	m.Load(here)
	if after == nil {
		return nil
	}
	var left, reached []string
	for _, id := range before.order {
		was, now := before.content[id], after.content[id]
		switch {
		case was == now:
		case now == "":
			left = append(left, id)
		default:
			reached = append(reached, id)
		}
	}
	return append(left, reached...)
}

// Words writes the text of a move so that a person can read it: without brackets, the
// parts of a move of several separated by commas.
func Words(label string) string {
	label = strings.TrimSpace(label)
	if inner, ok := strings.CutPrefix(label, "(do "); ok {
		label = strings.TrimSuffix(inner, ")")
	}
	var b strings.Builder
	depth := 0
	for _, r := range label {
		switch r {
		case '(':
			depth++
			if depth > 1 {
				b.WriteByte(' ')
			}
		case ')':
			if depth--; depth == 0 {
				b.WriteString(", ")
			}
		default:
			b.WriteRune(r)
		}
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	return clip(strings.TrimSuffix(strings.TrimSpace(words), ","), 10*maxLabel)
}
