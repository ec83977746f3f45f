package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ludens/web"
)

// state is what the page's server says about the match in the page, as far as tests look.
type state struct {
	Live     bool         `json:"live"`
	Steps    int          `json:"steps"`
	Status   string       `json:"status"`
	Waiting  []string     `json:"waiting"`
	Position web.Position `json:"position"`
}

// ask asks for the match in the page and its last position, with the page's key.
func (b *site) ask() state {
	b.t.Helper()
	text := must[string](b, `(async () => {
		const id = location.pathname.split('/')[2];
		const keys = JSON.parse(sessionStorage.getItem('keys ' + decodeURIComponent(id)) || '[]');
		const m = await (await fetch('/api/v1/matches/' + id)).json();
		for (const k of keys.length ? keys : [{key: ''}]) {
			m.position = await (await fetch('/api/v1/matches/' + id + '/positions/' + m.steps, {headers: {'X-Ludens-Key': k.key}})).json();
			if (m.position.choice) break;
		}
		return JSON.stringify(m);
	})()`)
	var s state
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		b.t.Fatalf("%v: %s", err, text)
	}
	return s
}

// turn waits until the page lists moves for the person, or the match is over.
func (b *site) turn() (s state, ok bool) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if s = b.ask(); !s.Live {
			return s, false
		}
		if s.Position.Choice != nil {
			listed := fmt.Sprintf(`!!document.querySelector('.choices') && document.querySelector('output').textContent === '%d'`, s.Steps)
			if yes, err := eval[bool](b, listed); err == nil && yes {
				return s, true
			}
		}
		if time.Now().After(end) {
			b.t.Fatalf("nobody is asked for a move\nthe page says: %s", b.text())
		}
	}
}

// moved waits until a position has been left.
func (b *site) moved(from int) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(30 * time.Millisecond) {
		if s := b.ask(); s.Steps > from || !s.Live || s.Position.Choice == nil {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("the move was not made\nthe page says: %s", b.text())
		}
	}
}

// byMouse makes a move by clicking on the sites that it touches, and on the words where
// that is ambiguous; on the list where it touches none.
func (b *site) byMouse(s state, o web.Option) (clicks int) {
	b.t.Helper()
	button := fmt.Sprintf(`.choices [data-move=%q]`, o.Move)
	if len(o.Sites) == 0 {
		b.click(button)
		return 0
	}
	for _, id := range o.Sites {
		selector := fmt.Sprintf(`.board [data-site=%q]`, id)
		if again := b.ask(); again.Steps > s.Steps || again.Position.Choice == nil {
			return clicks // the move was clear already
		}
		b.click(selector)
		clicks++
	}
	time.Sleep(50 * time.Millisecond)
	if again := b.ask(); again.Steps == s.Steps && again.Position.Choice != nil {
		b.eventually(`!!document.querySelector('.rest button')`)
		must[bool](b, fmt.Sprintf(`(() => { const e = [...document.querySelectorAll('.rest button')].find(e => e.textContent === %q);
			if (!e) throw new Error('not asked: ' + %[1]q); e.id = 'meant'; return true; })()`, o.Words))
		b.click(`#meant`)
	}
	return clicks
}

// byKeyboard goes to the move's button with the tabulator and presses it.
func (b *site) byKeyboard(o web.Option) {
	b.t.Helper()
	must[bool](b, `(document.activeElement && document.activeElement.blur(), true)`)
	for range 400 {
		b.press(kb.Tab)
		if must[bool](b, fmt.Sprintf(`!!document.activeElement && document.activeElement.dataset.move === %q`, o.Move)) {
			b.press(kb.Enter)
			return
		}
	}
	b.t.Fatalf("the tabulator does not come to %s\nthe page says: %s", o.Words, b.text())
}

// TestBrowserPlays has a person play some moves of games of every kind, by mouse and by
// keyboard, on a wide page and on a phone.
func TestBrowserPlays(t *testing.T) {
	for _, c := range []struct {
		kind, game string
		seats      []string
		want       string // a move that is made as soon as it can be, and once at least; empty: any
		moves      int    // how many
		phone      bool
		keyboard   bool
	}{
		{kind: "place", game: "gdl:ticTacToe", seats: []string{"human", "agent random"}, moves: 2},
		{kind: "place", game: "ludii:TicTacToe", seats: []string{"human", "agent random"}, moves: 2, phone: true},
		{kind: "step", game: "gdl:breakthrough6", seats: []string{"human", "agent random"}, moves: 6, phone: true},
		{kind: "step", game: "ludii:Breakthrough", seats: []string{"human", "agent random"}, moves: 4},
		{kind: "hop", game: "ludii:EnglishDraughts", seats: []string{"human", "agent random"}, moves: 5},
		{kind: "hop", game: "gdl:checkers6", seats: []string{"human", "agent random"}, moves: 3, phone: true, keyboard: true},
		{kind: "pass", game: "ludii:Go", seats: []string{"human", "agent random"}, want: `(?i)pass`, moves: 2},
		{kind: "sowing", game: "ludii:Kalah", seats: []string{"human", "agent random"}, moves: 3, phone: true},
		{kind: "simultaneous", game: "gdl:simultaneousTicTacToe", seats: []string{"human", "agent random"}, moves: 2, keyboard: true},
		{kind: "dice", game: "ludii:RoyalGameOfUr", seats: []string{"human", "agent random"}, moves: 3},
		{kind: "dice", game: "gdl:pig", seats: []string{"human", "agent random"}, moves: 3, phone: true, keyboard: true},
		{kind: "hidden", game: "gdl:phantomTicTacToe", seats: []string{"human", "agent random"}, moves: 2},
		{kind: "hidden", game: "ludii:PhantomTicTacToe", seats: []string{"human", "agent random"}, moves: 2, phone: true, keyboard: true},
	} {
		t.Run(c.kind+" "+c.game, func(t *testing.T) {
			width, height := 1100, 850
			if c.phone {
				width, height = 390, 844
			}
			b := newSite(t, width, height, web.Options{})
			b.start(c.game, c.seats...)
			want := regexp.MustCompile(c.want)
			met := false
			for n := range c.moves {
				s, ok := b.turn()
				if !ok {
					if n == 0 {
						t.Fatalf("the match was over before a move: %s", b.text())
					}
					break
				}
				o := choose(s.Position.Choice.Moves, want)
				met = met || want.MatchString(o.Words)
				if c.keyboard {
					b.byKeyboard(o)
				} else {
					b.byMouse(s, o)
				}
				b.moved(s.Steps)
				if n == c.moves-1 {
					b.shoot(strings.NewReplacer(" ", "-", ":", "-").Replace(c.kind + " " + c.game))
				}
			}
			if !met {
				t.Errorf("no move like %s was possible", c.want)
			}
			if must[bool](b, `document.documentElement.scrollWidth > window.innerWidth`) {
				t.Errorf("the page is wider than the window: %v", must[[]int](b, `[document.documentElement.scrollWidth, window.innerWidth]`))
			}
			b.accessible()
		})
	}
}

// choose takes a move that is wanted, else one that touches most sites.
func choose(moves []web.Option, want *regexp.Regexp) web.Option {
	best := moves[0]
	for _, o := range moves {
		switch {
		case want.String() != "" && want.MatchString(o.Words):
			return o
		case len(o.Sites) > len(best.Sites):
			best = o
		}
	}
	return best
}

// TestBrowserHelps asks for a hint, takes a move back, takes over the other seat, and
// gives the own one to an agent.
func TestBrowserHelps(t *testing.T) {
	b := newSite(t, 1100, 850, web.Options{Hint: 300 * time.Millisecond})
	b.start("gdl:connectFour", "human", "agent mcts:iterations=50")
	s, _ := b.turn()
	b.click(`.help button`)
	b.eventually(`document.querySelectorAll('.hint li').length === 3`)
	b.byMouse(s, s.Position.Choice.Moves[0])
	if s, _ = b.turn(); s.Steps != 2 {
		t.Fatalf("after a move and its answer there are %d steps", s.Steps)
	}
	before := must[string](b, `location.pathname`)
	must[bool](b, `[...document.querySelectorAll('.help button')].find(e => e.textContent === 'Take back').click(), true`)
	b.eventually(`location.pathname !== '` + before + `'`)
	if s, _ = b.turn(); s.Steps != 0 {
		t.Fatalf("after the move was taken back there are %d steps", s.Steps)
	}
	b.byMouse(s, s.Position.Choice.Moves[1])
	s, _ = b.turn()
	must[bool](b, `[...document.querySelectorAll('.seats button')].find(e => e.textContent === 'Take over').click(), true`)
	b.eventually(`document.querySelectorAll('.seats select').length === 2`)
	b.byMouse(s, s.Position.Choice.Moves[0])
	if s, _ = b.turn(); s.Steps != 3 || s.Position.Choice.Role != "yellow" {
		t.Fatalf("the seat that was taken over is not asked: %+v", s.Waiting)
	}
	for range 2 {
		b.fill(`.seats select`, "random")
		time.Sleep(100 * time.Millisecond)
	}
	b.eventually(`document.querySelector('.state').dataset.status === 'completed'`)
}

// TestBrowserDrags makes a move by dragging a piece.
func TestBrowserDrags(t *testing.T) {
	b := newSite(t, 1100, 850, web.Options{})
	b.start("ludii:Breakthrough", "human", "agent random")
	s, _ := b.turn()
	o := s.Position.Choice.Moves[0]
	x, y := b.middle(fmt.Sprintf(`.board [data-site=%q]`, o.Sites[0]))
	to := must[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector('.board [data-site=%q]').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]; })()`, o.Sites[1]))
	b.do("drag", chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", to[0], to[1], chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", to[0], to[1], chromedp.ButtonLeft))
	b.moved(s.Steps)
}
