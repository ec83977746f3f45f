package web

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/game"
	"ludens/internal/draw"
	"ludens/internal/draw/svg"
	"ludens/match"
)

// film is a match position by position, of one that is played or of a record: what
// replays are shown from. It is safe for concurrent use.
type film struct {
	id   string
	g    game.Game // nil if the rules cannot be opened: then there are only facts
	flaw string    // why they cannot

	mu     sync.Mutex
	frames []frame
	drawer *draw.Drawer
	m      game.Machine // made when first needed; anywhere
	artist *svg.Artist  // made when first needed
}

// frame is one position.
type frame struct {
	state   game.State // nil where it is not known
	facts   []string
	moves   []string // that led here, in role order
	replies []match.Reply
	at      int64  // milliseconds since 1970
	active  []bool // by seat: has more than one move here; nil where it is not known
}

func newFilm(id string, g game.Game) *film {
	return &film{id: id, g: g, drawer: draw.New(draw.Options{Width: 100, Lines: 120})}
}

// developed makes the film of a record, as far as its moves can be made again.
func developed(r *match.Record, g game.Game, flaw string) *film {
	f := newFilm(r.ID, g)
	f.flaw = flaw
	for i, facts := range r.States {
		fr := frame{facts: facts}
		if i < len(r.StateTimes) {
			fr.at = r.StateTimes[i]
		}
		if i > 0 {
			fr.moves = r.Moves[i-1]
		}
		if i > 0 && i < len(r.Replies) {
			fr.replies = r.Replies[i]
		}
		f.frames = append(f.frames, fr)
	}
	if g == nil {
		return f
	}
	m := g.NewMachine()
	for i := range f.frames {
		if i > 0 && !makeMoves(m, f.frames[i].moves) {
			f.flaw = fmt.Sprintf("the moves of step %d cannot be made again", i)
			break
		}
		f.frames[i].state, f.frames[i].active = m.Save(nil), active(m)
	}
	return f
}

// active tells which seats have a choice where a machine stands.
func active(m game.Machine) []bool {
	out := make([]bool, len(m.Game().Facts().Seats))
	if m.Terminal() {
		return out
	}
	var legal []game.Move
	for seat := range out {
		legal = m.Legal(seat, legal)
		out[seat] = len(legal) > 1
	}
	return out
}

// jointMove reads a joint move, given in role order, where a machine stands.
func jointMove(m game.Machine, roleMoves []string) ([]game.Move, bool) {
	facts := m.Game().Facts()
	if len(roleMoves) != len(facts.RoleSeat) || m.Terminal() {
		return nil, false
	}
	joint := make([]game.Move, len(facts.Seats))
	for seat, text := range facts.BySeat(roleMoves) {
		move, err := m.Parse(seat, text)
		if err != nil {
			return nil, false
		}
		joint[seat] = move
	}
	return joint, true
}

// makeMoves makes a joint move given in role order.
func makeMoves(m game.Machine, roleMoves []string) bool {
	joint, ok := jointMove(m, roleMoves)
	if !ok {
		return false
	}
	m.Step(joint)
	return m.Err() == nil
}

// add appends a position.
func (f *film) add(fr frame) {
	f.mu.Lock()
	f.frames = append(f.frames, fr)
	f.mu.Unlock()
}

// steps is the number of joint moves made.
func (f *film) steps() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.frames) - 1
}

// frame gives position n.
func (f *film) frame(n int) (frame, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < 0 || n >= len(f.frames) {
		return frame{}, false
	}
	return f.frames[n], true
}

// at calls do with a machine that stands at position n and has come there by the last
// joint move, if that can be done. The machine must not be kept.
func (f *film) at(n int, do func(m game.Machine)) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.g == nil || n < 0 || n >= len(f.frames) || f.frames[n].state == nil {
		return false
	}
	if f.m == nil {
		f.m, f.artist = f.g.NewMachine(), svg.New(f.g)
	}
	switch {
	case n == 0:
		f.m.Reset()
	default:
		f.m.Load(f.frames[n-1].state)
		if !makeMoves(f.m, f.frames[n].moves) {
			f.m.Load(f.frames[n].state)
		}
	}
	do(f.m)
	return true
}

// Position is one position of a match, as far as the asker may see it.
type Position struct {
	Match   string   `json:"match"`
	Step    int      `json:"step"`
	Time    int64    `json:"time"`              // milliseconds since 1970
	Text    string   `json:"text"`              // a picture of it in letters; empty where it is hidden
	SVG     string   `json:"svg"`               // the same as an image; empty where there is none
	Facts   []string `json:"facts"`             // what is true; empty where it is hidden or not known
	Moves   []Made   `json:"moves"`             // that led here; empty at step 0 and where they are hidden
	Over    bool     `json:"over"`              // terminal
	Hidden  bool     `json:"hidden"`            // something is not shown because the game hides it
	Choice  *Choice  `json:"choice,omitempty"`  // what the asker's seat may do here
	Percept []string `json:"percept,omitempty"` // what the asker's seat saw, in games that hide something
	Seen    []Seen   `json:"seen,omitempty"`    // and at all steps so far
}

// Seen is what a seat did and saw in a game that hides something.
type Seen struct {
	Step     int      `json:"step"`
	Own      string   `json:"own"`
	Percepts []string `json:"percepts"`
}

// Made is a move that was made.
type Made struct {
	Role   string `json:"role"`
	Move   string `json:"move"`
	Idle   bool   `json:"idle"` // there was no choice
	Kind   string `json:"kind"` // "ok", or what went wrong: "timeout", "illegal", …
	Text   string `json:"text,omitempty"`
	Detail string `json:"detail,omitempty"`
	Millis int64  `json:"millis"` // that the player took
}

// Choice is a decision of a seat.
type Choice struct {
	Role  string   `json:"role"`
	Moves []Option `json:"moves"`
}

// Option is a legal move.
type Option struct {
	Move  string   `json:"move"`  // as the protocol writes it
	Words string   `json:"words"` // for people
	Sites []string `json:"sites"` // what is to be clicked, in order; empty for moves that happen nowhere
}

// maxOptions bounds how many legal moves are listed.
const maxOptions = 5000

// eye is who looks at a position: everything is to be seen if it is nil.
type eye struct {
	seat int      // whose; -1: nobody's, who sees nothing that is hidden
	told []string // what the rules told the seat last
}

// position describes position n, as far as who looks may see it.
func (f *film) position(n int, roles []string, who *eye) (*Position, bool) {
	fr, ok := f.frame(n)
	if !ok {
		return nil, false
	}
	p := &Position{Match: f.id, Step: n, Time: fr.at, Facts: []string{}, Moves: []Made{}, Hidden: who != nil}
	if who == nil {
		p.Moves = f.made(n, roles)
		p.Facts = append(p.Facts, fr.facts...)
	}
	f.at(n, func(m game.Machine) {
		p.Over = m.Terminal()
		opt := svg.Options{NoStyle: true}
		if who == nil {
			if l, ok := m.(game.Lister); ok && len(p.Facts) == 0 {
				p.Facts = l.Fluents(p.Facts)
			}
			if r, ok := m.(game.Renderer); ok {
				p.Text = r.Render()
			}
			opt.Last = f.touched(n)
		} else {
			if who.seat < 0 {
				return
			}
			opt.For = who.seat + 1
			if d, ok := m.(game.Depicter); !ok || d.Board() == nil {
				if len(who.told) == 0 {
					return
				}
				opt.Facts = who.told
			}
		}
		if image, err := f.artist.Draw(m, opt); err == nil {
			p.SVG = string(image)
		}
	})
	if p.Text == "" && len(p.Facts) > 0 {
		f.mu.Lock()
		p.Text = f.drawer.Draw(p.Facts)
		f.mu.Unlock()
	}
	return p, true
}

// touched are the sites of the joint move that led to position n, where the engine does
// not know them itself. The film is locked.
func (f *film) touched(n int) []string {
	if _, ok := f.m.(game.Depicter); ok || n == 0 || f.frames[n-1].state == nil {
		return nil
	}
	facts := f.g.Facts()
	if len(f.frames[n].moves) != len(facts.RoleSeat) {
		return nil
	}
	m := f.g.NewMachine()
	m.Load(f.frames[n-1].state)
	out := []string{}
	for seat, text := range facts.BySeat(f.frames[n].moves)[:facts.Players] {
		mv, err := m.Parse(seat, text)
		if err != nil || len(m.Legal(seat, nil)) < 2 {
			continue
		}
		for _, t := range f.artist.Touches(m, seat) {
			if t.Move == mv {
				out = append(out, t.Sites...)
			}
		}
	}
	return out
}

// made lists the moves that led to position n, by role.
func (f *film) made(n int, roles []string) []Made {
	fr, ok := f.frame(n)
	before, _ := f.frame(n - 1)
	out := []Made{}
	if !ok {
		return out
	}
	for role, text := range fr.moves {
		m := Made{Move: text, Kind: match.OK.String()}
		if role < len(roles) {
			m.Role = roles[role]
		}
		if before.active != nil && role < len(before.active) {
			m.Idle = !before.active[f.g.Facts().RoleSeat[role]]
		}
		if role < len(fr.replies) {
			r := fr.replies[role]
			m.Kind, m.Millis, m.Detail = r.Kind.String(), r.Millis, r.Detail
			if r.Kind != match.OK {
				m.Text = r.Text
			}
		}
		out = append(out, m)
	}
	return out
}

// choice lists a seat's legal moves at position n.
func (f *film) choice(n, seat int) *Choice {
	var c *Choice
	f.at(n, func(m game.Machine) {
		if m.Terminal() {
			return
		}
		c = &Choice{Role: f.g.Facts().Seats[seat], Moves: []Option{}}
		for i, t := range f.artist.Touches(m, seat) {
			if i == maxOptions {
				break
			}
			o := Option{Move: m.Label(seat, t.Move), Sites: t.Sites}
			if o.Words = t.Words; o.Words == "" {
				o.Words = words(o.Move)
			}
			if o.Sites == nil {
				o.Sites = []string{}
			}
			c.Moves = append(c.Moves, o)
		}
	})
	return c
}

// words writes a move without the outermost parentheses, as people read it.
func words(text string) string {
	inner, ok := strings.CutPrefix(text, "(")
	if !ok {
		return text
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, ")"))
	if inner == "" {
		return text
	}
	return strings.Join(strings.Fields(inner), " ")
}

// isLegal reports whether a text is one of the legal moves of a seat, and gives it as
// the rules spell it.
func (c *Choice) isLegal(text string) bool {
	return slices.ContainsFunc(c.Moves, func(o Option) bool { return o.Move == text })
}
