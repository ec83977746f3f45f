package svg

import (
	"maps"
	"slices"

	"ludens/game"
)

// Sheet is a contact sheet: small pictures in rows, each with a caption. The zero value is an
// empty one, light and dark.
type Sheet struct {
	Title    string
	Columns  int     // default 8
	Side     float64 // of a picture in pixels; default 150
	pictures []shrunk
}

type shrunk struct {
	scene   *scene
	caption string
}

// Add puts the position of a machine on the sheet.
func (s *Sheet) Add(a *Artist, m game.Machine, caption string) {
	at := a.scene(m, Options{Lean: true, Bare: true})
	if len(at.panels) == 0 {
		at = a.scene(m, Options{Lean: true})
	}
	s.pictures = append(s.pictures, shrunk{at, caption})
}

// Bytes writes the sheet.
func (s *Sheet) Bytes() []byte {
	columns, side := s.Columns, s.Side
	if columns <= 0 {
		columns = 8
	}
	if side <= 0 {
		side = 150
	}
	const between, line = 12.0, 16.0
	rows := (len(s.pictures) + columns - 1) / columns
	width, height := float64(columns)*(side+between)+between, float64(rows)*(side+line+between)+between
	w := &writer{opt: Options{Lean: true}}
	w.add(`<svg xmlns="http://www.w3.org/2000/svg" class="lb-board" viewBox="0 0 `, num(width), " ", num(height), `" width="`, num(width),
		`" height="`, num(height), `" role="img"><title>`, escape(s.Title), `</title><style>`, Style(Auto),
		`.lb-sheet{fill:#fbf8f1}@media(prefers-color-scheme:dark){.lb-sheet{fill:#1f1c18}}</style><rect class="lb-sheet" width="100%" height="100%"/>`)
	w.add(`<defs>`)
	for _, name := range slices.Sorted(maps.Keys(glyphs)) {
		if g := glyphs[name]; g.path != "" {
			w.add(`<path id="`, name, `" fill-rule="evenodd" d="`, g.path, `"/>`)
		}
	}
	w.add(`</defs>`)
	w.drawn = true
	for i, p := range s.pictures {
		x, y := between+float64(i%columns)*(side+between), between+float64(i/columns)*(side+line+between)
		// A long caption is written smaller, and cut off only where it could not be read.
		caption, size := p.caption, 11.0
		if width := widthOf(caption, size); width > side {
			size = max(5, size*side/width)
		}
		for widthOf(caption, size) > side {
			caption = clip(caption, len([]rune(caption))-2)
		}
		w.label(label{point{x, y + 6}, caption, "start", size, "lb-name"})
		w.add(`<svg x="`, num(x), `" y="`, num(y+line), `" width="`, num(side), `" height="`, num(side), `" viewBox="0 0 `, num(p.scene.w), " ", num(p.scene.h), `">`)
		p.scene.body(w)
		w.add(`</svg>`)
	}
	w.add("</svg>\n")
	return w.b.Bytes()
}
