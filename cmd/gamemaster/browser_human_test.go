package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
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

// ask asks for the match in the page and its last position, with the page's key; that of
// the seat whose moves the page shows comes first.
func (b *site) ask() state {
	b.t.Helper()
	text := must[string](b, `(async () => {
		const id = location.pathname.split('/')[2];
		const keys = JSON.parse(sessionStorage.getItem('keys ' + decodeURIComponent(id)) || '[]');
		const m = await (await fetch('/api/v1/matches/' + id)).json();
		const form = document.querySelector('.choices'), shown = k => !!form && k.role === form.dataset.role;
		keys.sort((a, b) => shown(b) - shown(a));
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
			listed := fmt.Sprintf(`!!document.querySelector('.choices[data-role=%q]') && document.querySelector('output').textContent === '%d'`, s.Position.Choice.Role, s.Steps)
			if yes, err := eval[bool](b, listed); err == nil && yes {
				return s, true
			}
		}
		if time.Now().After(end) {
			b.t.Fatalf("nobody is asked for a move\nthe page says: %s", b.text())
		}
	}
}

// moved waits until the choice of a position has been made.
func (b *site) moved(from state) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(30 * time.Millisecond) {
		if s := b.ask(); s.Steps > from.Steps || !s.Live || s.Position.Choice == nil || s.Position.Choice.Role != from.Position.Choice.Role {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("the move was not made\nthe page says: %s", b.text())
		}
	}
}

// byMouse makes a move by clicking on the sites that it touches, and on the words where
// that is ambiguous; on the list where it touches none.
func (b *site) byMouse(s state, o web.Option) {
	b.t.Helper()
	if len(o.Sites) == 0 {
		b.click(fmt.Sprintf(`.choices [data-move=%q]`, o.Move))
		return
	}
	for i, id := range o.Sites {
		selector := fmt.Sprintf(`.board [data-site=%q]`, id)
		b.click(selector)
		n := i + 1
		if fit := fitting(s.Position.Choice.Moves, o.Sites[:n]); len(fit) == 1 && n >= min(2, len(fit[0].Sites)) {
			return // the move is clear already
		}
		b.eventually(fmt.Sprintf(`document.querySelector(%q).classList.contains('picked')`, selector))
	}
	b.eventually(fmt.Sprintf(`(() => { const e = [...document.querySelectorAll('.rest button')].find(e => e.textContent === %q);
		if (e) e.id = 'meant'; return !!e; })()`, o.Words))
	b.click(`#meant`)
}

// fitting are the moves that begin with these sites.
func fitting(moves []web.Option, sites []string) (fit []web.Option) {
	for _, o := range moves {
		if len(o.Sites) >= len(sites) && slices.Equal(o.Sites[:len(sites)], sites) {
			fit = append(fit, o)
		}
	}
	return fit
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

// plays has a person play some moves of games of every kind, by mouse and by keyboard, on
// a wide page and on a phone.
func (br browser) plays(t *testing.T) {
	for _, c := range []struct {
		kind, game string
		heavy      bool // only where LUDENS_ALL is set
		seats      []string
		want       string // a move that is made as soon as it can be, and once at least; empty: any
		moves      int    // how many
		phone      bool
		keyboard   bool
		slow       bool // see slowly
	}{
		{kind: "place", game: "gdl:ticTacToe", heavy: true, seats: []string{"human", "agent random"}, moves: 2},
		{kind: "place", game: "ludii:TicTacToe", seats: []string{"human", "agent random"}, moves: 2, phone: true},
		{kind: "step", game: "gdl:breakthrough6", seats: []string{"human", "agent random"}, moves: 6, phone: true, slow: true},
		{kind: "step", game: "ludii:Breakthrough", heavy: true, seats: []string{"human", "agent random"}, moves: 4},
		{kind: "hop", game: "ludii:EnglishDraughts", heavy: true, seats: []string{"human", "agent mcts:iterations=250"}, moves: 6},
		{kind: "hop", game: "gdl:checkers6", seats: []string{"human", "agent random"}, moves: 3, phone: true, keyboard: true},
		{kind: "pass", game: "ludii:Go", seats: []string{"human", "agent random"}, want: `(?i)pass`, moves: 2},
		{kind: "sowing", game: "ludii:Kalah", seats: []string{"human", "agent random"}, moves: 3, phone: true},
		{kind: "simultaneous", game: "gdl:simultaneousTicTacToe", seats: []string{"human", "agent random"}, moves: 2, keyboard: true},
		{kind: "dice", game: "ludii:RoyalGameOfUr", seats: []string{"human", "agent random"}, moves: 3},
		{kind: "dice", game: "gdl:pig", heavy: true, seats: []string{"human", "agent random"}, moves: 3, phone: true, keyboard: true},
		{kind: "hidden", game: "gdl:phantomTicTacToe", heavy: true, seats: []string{"human", "agent random"}, moves: 2},
		{kind: "hidden", game: "ludii:PhantomTicTacToe", seats: []string{"human", "agent random"}, moves: 2, phone: true, keyboard: true},
	} {
		t.Run(c.kind+" "+c.game, func(t *testing.T) {
			if c.heavy && os.Getenv("LUDENS_ALL") == "" {
				t.Skip("another game of this kind is played; LUDENS_ALL=1 plays all")
			}
			width, height := 1100, 850
			if c.phone {
				width, height = 390, 844
			}
			br := br
			br.slow = c.slow
			b := br.site(t, width, height, web.Options{})
			b.start(c.game, c.seats...)
			want := regexp.MustCompile(c.want)
			met := false
			tells := strings.Contains(c.seats[1], "mcts")
			for n := range c.moves {
				s, ok := b.turn()
				if !ok {
					if n == 0 {
						t.Fatalf("the match was over before a move: %s", b.text())
					}
					break
				}
				if tells && n == 0 {
					must[bool](b, `document.querySelector('.thoughts').open = true`)
				}
				o := choose(s.Position.Choice.Moves, want)
				met = met || want.MatchString(o.Words)
				if c.keyboard {
					b.byKeyboard(o)
				} else {
					b.byMouse(s, o)
				}
				b.moved(s)
				if n == c.moves-1 {
					if tells {
						b.turn()
						b.eventually(`!!document.querySelector('.thoughts section table')`)
						must[bool](b, `window.scrollTo(0, 0), true`)
					}
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

// twoPeople has two people in one browser move at the same time, one after the other.
func (c browser) twoPeople(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	b.start("gdl:rockPaperScissors", "human", "human")
	seen := map[string]int{}
	for n := range 6 {
		s, ok := b.turn()
		if !ok || s.Steps != n/2 {
			t.Fatalf("after %d moves of two people there are %d steps", n, s.Steps)
		}
		seen[s.Position.Choice.Role]++
		b.byMouse(s, s.Position.Choice.Moves[len(seen)-1])
		b.moved(s)
	}
	if seen["left"] != 3 || seen["right"] != 3 {
		t.Errorf("asked were %v", seen)
	}
}

// helps asks for a hint, takes a move back, takes over the other seat, and
// gives the own one to an agent.
func (c browser) helps(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{Hint: 300 * time.Millisecond})
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
	for left := 1; left >= 0; left-- {
		b.fill(`.seats select`, "random")
		b.eventually(fmt.Sprintf(`document.querySelectorAll('.seats select').length === %d`, left))
	}
	b.eventually(`document.querySelector('.state').dataset.status === 'completed'`)
}

// drags makes a move by dragging a piece.
func (c browser) drags(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	b.start("ludii:Breakthrough", "human", "agent random")
	s, _ := b.turn()
	o := s.Position.Choice.Moves[0]
	x, y := b.middle(fmt.Sprintf(`.board [data-site=%q]`, o.Sites[0]))
	to := must[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelector('.board [data-site=%q]').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]; })()`, o.Sites[1]))
	b.do("drag", chromedp.MouseEvent("mousePressed", x, y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", to[0], to[1], chromedp.ButtonLeft),
		chromedp.MouseEvent("mouseReleased", to[0], to[1], chromedp.ButtonLeft))
	b.moved(s)
}
