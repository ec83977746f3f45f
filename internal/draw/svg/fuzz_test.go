package svg

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ludens/game"
)

// hostile is a game whose names and places are whatever somebody thought of.
type hostile struct {
	name   string
	texts  []string
	places []float64
	board  bool
}

func (h *hostile) Facts() *game.Facts {
	return &game.Facts{Name: h.name, Seats: []string{h.text(0), h.text(1)}, Players: 2, RoleSeat: []int{0, 1}}
}

func (h *hostile) text(i int) string {
	if len(h.texts) == 0 {
		return ""
	}
	return h.texts[i%len(h.texts)]
}

func (h *hostile) place(i int) float64 {
	if len(h.places) == 0 {
		return 0
	}
	return h.places[i%len(h.places)]
}

func (h *hostile) MoveCount(int) int { return 1 }

func (h *hostile) NewMachine() game.Machine {
	m := &hostileMachine{h: h}
	if h.board {
		return &hostileBoard{m}
	}
	return m
}

type hostileMachine struct{ h *hostile }

func (m *hostileMachine) Game() game.Game                    { return m.h }
func (*hostileMachine) Reset()                               {}
func (*hostileMachine) Save(dst game.State) game.State       { return dst[:0] }
func (*hostileMachine) Load(game.State)                      {}
func (*hostileMachine) Terminal() bool                       { return false }
func (*hostileMachine) Step([]game.Move)                     {}
func (*hostileMachine) Utility([]float64)                    {}
func (m *hostileMachine) Label(int, game.Move) string        { return m.h.text(2) }
func (*hostileMachine) Parse(int, string) (game.Move, error) { return 0, errors.New("no move") }
func (*hostileMachine) Err() error                           { return nil }

func (*hostileMachine) Legal(_ int, dst []game.Move) []game.Move { return append(dst[:0], 0, 1) }

func (m *hostileMachine) Fluents(dst []string) []string { return append(dst[:0], m.h.texts...) }

// hostileBoard is the same with sites.
type hostileBoard struct{ *hostileMachine }

func (m *hostileBoard) Board() *game.Board {
	b := &game.Board{Containers: []game.Container{{}, {Name: m.h.text(3), Use: game.HandUse}}}
	for i := range m.h.places {
		p := game.Point{X: m.h.place(i), Y: m.h.place(i + 1)}
		s := game.BoardSite{Name: m.h.text(i), Sort: game.SiteSort(i % 3), At: p, Container: int32(i % 2), Layer: int32(i % 5 / 4)}
		for k := range i % 5 {
			s.Outline = append(s.Outline, game.Point{X: p.X + m.h.place(k), Y: p.Y + m.h.place(k+i)})
		}
		b.Sites = append(b.Sites, s)
		b.Kinds = append(b.Kinds, game.PieceKind{Name: m.h.text(i + 1), Base: m.h.text(i + 2), Owner: i%4 - 1})
		b.Lines = append(b.Lines, s.Outline)
		b.Links = append(b.Links, [2]int32{int32(i), int32(i + 1)})
		b.Regions = append(b.Regions, game.Region{Name: m.h.text(i), Owner: i % 3, Sites: []int32{int32(i), int32(i + 7)}})
	}
	return b
}

func (m *hostileBoard) Depict(_ int, d *game.Depiction) {
	n := int32(len(m.h.places))
	for i := range n {
		d.Pieces = append(d.Pieces, game.Shown{Site: i / 2, Kind: i, Owner: int(i) - 2, Count: i, Value: i, Covers: []int32{i + 3}})
		d.Texts = append(d.Texts, game.SiteText{Site: i, Text: m.h.text(int(i)), Given: i%2 == 0})
	}
	d.Facts = m.h.texts
}

func (*hostileBoard) Touches(_ int, _ game.Move, dst []int32) []int32 { return append(dst[:0], 0) }

// Whatever names, facts and places there are, the picture is XML with nothing in it but
// pictures, of bounded size, and all text lies within it.
func FuzzNames(f *testing.F) {
	f.Add("a", `<script>alert(1)</script>|"><svg onload=x>|(cell 1 1 ]]>)|&amp;|'`, "0 1 2 3", true)
	f.Add("b", "(cell 1 1 x)|(cell 1 2 o)|(cell 2 1 b)|(cell 2 2 <b>)|(control x)|(cell 3 3 w)", "", false)
	f.Add(strings.Repeat("long ", 300), strings.Repeat("(f ü\xff\x00 王)|", 50), "0 0 1e308 -1e308 1e-300", true)
	f.Add("c", "(at A1 wk)|(at b2 bk)|(at c3 wq)|(at d4 bq)|(at a4 wr)|(at d1 br)", "0 0.5 1 7", false)
	f.Fuzz(func(t *testing.T, name, texts, places string, board bool) {
		h := &hostile{name: name, board: board}
		if len(texts) > 5000 || len(places) > 500 {
			return
		}
		h.texts = strings.Split(texts, "|")
		for _, w := range strings.Fields(places) {
			x := 0.0
			for _, r := range w { // any number of any size
				x = x*7 + float64(r) - 50
			}
			if !math.IsInf(x, 0) {
				h.places = append(h.places, x)
			}
		}
		a := New(h)
		m := h.NewMachine()
		for _, opt := range []Options{{}, {Lean: true}, {For: 1, Last: h.texts, Choices: h.texts, Title: name}} {
			text, err := a.Draw(m, opt)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 8<<20 {
				t.Fatalf("a picture of %d bytes", len(text))
			}
			if _, err := sitesIn(text); err != nil && !strings.HasPrefix(err.Error(), "two sites") {
				t.Fatalf("%v\n%.2000s", err, text)
			}
			s := a.scene(m, opt)
			for _, fault := range s.faults() {
				if strings.Contains(fault, "lies at") {
					t.Fatal(fault)
				}
			}
		}
		a.Touches(m, 0)
	})
}
