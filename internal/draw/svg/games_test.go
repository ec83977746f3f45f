package svg

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/games"
)

// embedded opens all games of the library.
func embedded(t *testing.T, each func(t *testing.T, g game.Game)) {
	t.Helper()
	open := func(name string) {
		t.Run(name, func(t *testing.T) {
			g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: catalog.Reasoner})
			if err != nil {
				t.Fatal(err)
			}
			each(t, g)
		})
	}
	for _, e := range games.List() {
		open("gdl:" + e.Name)
	}
	for _, e := range games.Ludemes() {
		open("ludii:" + e.Name)
	}
}

// positions calls each with the initial position, and with later ones of a random match.
func positions(g game.Game, each func(m game.Machine, step int)) {
	m := g.NewMachine()
	rng := game.Stream(3, "pictures", 0)
	var w game.Walker
	for step := 0; step <= 30 && m.Err() == nil; step++ {
		if step == 0 || step == 7 || step == 30 || m.Terminal() {
			each(m, step)
		}
		if m.Terminal() || !w.Step(m, rng) {
			break
		}
	}
}

// Every game of the library is drawn without overlap of sites, with all text in the view
// box, as XML that can be read, and the moves of every seat touch sites that are drawn.
func TestGamesOfTheLibrary(t *testing.T) {
	embedded(t, func(t *testing.T, g game.Game) {
		a := New(g)
		positions(g, func(m game.Machine, step int) {
			for seat := range g.Facts().Players + 1 {
				opt := Options{For: seat}
				s := a.scene(m, opt)
				for _, fault := range s.faults() {
					t.Errorf("step %d for %d: %s", step, seat, fault)
				}
				text, err := a.Draw(m, opt)
				if err != nil {
					t.Fatal(err)
				}
				ids, err := sitesIn(text)
				if err != nil {
					t.Fatalf("step %d: %v\n%s", step, err, text)
				}
				if len(text) > 1<<20 {
					t.Errorf("step %d: a picture of %d bytes", step, len(text))
				}
				if seat == 0 {
					for p := range g.Facts().Players {
						for _, touch := range a.Touches(m, p) {
							for _, id := range touch.Sites {
								if ids[id] == 0 {
									t.Errorf("step %d: %s touches %s, which is not drawn", step, touch.Label, id)
								}
							}
						}
					}
				}
			}
		})
	})
}

// faults are what is wrong with how a scene is laid out.
func (s *scene) faults() []string {
	var out []string
	bad := func(format string, args ...any) {
		if len(out) < 5 {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	within := func(l label, at point) {
		lo, hi := l.extent()
		if lo.x+at.x < 0 || lo.y+at.y < 0 || hi.x+at.x > s.w+0.01 || hi.y+at.y > s.h+0.01 {
			bad("the label %q lies at %.0f %.0f … %.0f %.0f, the picture is %.0f by %.0f", l.text, lo.x+at.x, lo.y+at.y, hi.x+at.x, hi.y+at.y, s.w, s.h)
		}
	}
	for n, p := range s.panels {
		for _, l := range p.labels {
			within(l, p.at)
		}
		for i := range p.labels {
			for j := range i {
				if overlap(p.labels[i], p.labels[j]) {
					bad("panel %d: the labels %q and %q overlap", n, p.labels[i].text, p.labels[j].text)
				}
			}
		}
		for i := range p.sites {
			a := &p.sites[i]
			if a.r <= 0 {
				bad("panel %d: the site %s has no room", n, a.id)
			}
			if x, y := a.at.x+p.at.x, a.at.y+p.at.y; x-a.r < 0 || y-a.r < 0 || x+a.r > s.w || y+a.r > s.h {
				bad("panel %d: the site %s lies outside", n, a.id)
			}
			for j := range i {
				b := &p.sites[j]
				if d := a.at.to(b.at); d < a.r+b.r-0.5 {
					bad("panel %d: the sites %s and %s overlap: %.1f apart, with room of %.1f and %.1f", n, a.id, b.id, d, a.r, b.r)
				}
				if a.sort == cell && inside(a.outline, b.at) || b.sort == cell && inside(b.outline, a.at) {
					bad("panel %d: one of the sites %s and %s lies in the other", n, a.id, b.id)
				}
			}
			for _, l := range p.labels {
				if lo, hi := l.extent(); a.at.x > lo.x && a.at.x < hi.x && a.at.y > lo.y && a.at.y < hi.y {
					bad("panel %d: the label %q lies on the site %s", n, l.text, a.id)
				}
			}
		}
		for m, q := range s.panels[:n] {
			if p.at.x+p.bounds.min.x < q.at.x+q.bounds.max.x && q.at.x+q.bounds.min.x < p.at.x+p.bounds.max.x &&
				p.at.y+p.bounds.min.y < q.at.y+q.bounds.max.y && q.at.y+q.bounds.min.y < p.at.y+p.bounds.max.y {
				bad("panels %d and %d overlap", m, n)
			}
		}
	}
	for _, l := range s.notes {
		within(l, point{})
	}
	return out
}

func overlap(a, b label) bool {
	alo, ahi := a.extent()
	blo, bhi := b.extent()
	return alo.x < bhi.x && blo.x < ahi.x && alo.y < bhi.y && blo.y < ahi.y
}

// sitesIn reads a picture as XML and counts the ids of its sites. It is an error if there
// is anything in it that a picture must not have, or an id twice.
func sitesIn(text []byte) (map[string]int, error) {
	d := xml.NewDecoder(strings.NewReader(string(text)))
	d.Strict = true
	ids := map[string]int{}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return ids, nil
		}
		if err != nil {
			return nil, err
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "svg", "g", "path", "circle", "rect", "text", "tspan", "title", "desc", "style":
		default:
			return nil, fmt.Errorf("an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "xmlns", "class", "viewBox", "width", "height", "role", "transform", "data-site", "tabindex", "d", "cx", "cy", "r", "x", "y", "rx",
				"font-size", "text-anchor", "stroke-width", "stroke-opacity", "fill-opacity", "fill-rule", "stroke-linecap", "opacity", "pointer-events":
			default:
				return nil, fmt.Errorf("an attribute %s", a.Name.Local)
			}
			if a.Name.Local == "data-site" {
				if ids[a.Value]++; ids[a.Value] > 1 {
					return nil, fmt.Errorf("two sites %s", a.Value)
				}
			}
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				return nil, fmt.Errorf("%s is %s", a.Name.Local, a.Value)
			}
		}
	}
}

// TestSheets: the contact sheets of the documentation hold every embedded game.
func TestSheets(t *testing.T) {
	for file, want := range map[string]int{"gdl": len(games.List()), "ludemes": len(games.Ludemes())} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "pictures", file+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		if title := fmt.Sprintf("<title>Positions of %d games</title>", want); !strings.Contains(string(text), title) {
			t.Errorf("docs/pictures/%s.svg is not of %d games: docs/pictures.md says how it is made", file, want)
		}
	}
}
