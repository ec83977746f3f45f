package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
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

// moveKind is a game in which moves of some kind are made.
type moveKind struct {
	kind, game string
	heavy      bool // only where LUDENS_ALL is set
	rival      string
	want       string // a move that is made as soon as it can be, and once at least; empty: any
	takes      bool   // something must be captured
	asks       bool   // once at least the sites of a move must leave open which one is meant
	moves      int    // how many at most
	// How it is played where LUDENS_ALL is not set; there it is in all four ways.
	phone, keyboard bool
	slow            bool // see slowly
}

// moveKinds are the kinds of move, in both languages where the library has them.
var moveKinds = []moveKind{
	{kind: "place", game: "gdl:ticTacToe", heavy: true, moves: 2},
	{kind: "place", game: "ludii:TicTacToe", moves: 2, phone: true},
	{kind: "step", game: "gdl:breakthrough6", moves: 60, takes: true, phone: true, slow: true},
	{kind: "step", game: "ludii:Breakthrough", heavy: true, moves: 60, takes: true},
	{kind: "hop", game: "gdl:checkers6", moves: 60, takes: true, phone: true, keyboard: true},
	{kind: "hop", game: "ludii:EnglishDraughts", heavy: true, rival: "agent mcts", moves: 60, takes: true},
	{kind: "pass", game: "gdl:reversi6", heavy: true, moves: 20},
	{kind: "pass", game: "ludii:Go", want: `(?i)pass`, moves: 2},
	{kind: "promotion", game: "ludii:MiniShogi", moves: 20, asks: true},
	{kind: "promotion", game: "gdl:pawnWhopping", heavy: true, moves: 20},
	{kind: "sowing", game: "ludii:Kalah", moves: 3, phone: true},
	{kind: "sowing", game: "ludii:Oware", heavy: true, moves: 3},
	{kind: "simultaneous", game: "gdl:simultaneousTicTacToe", moves: 2, keyboard: true},
	{kind: "simultaneous", game: "ludii:RockPaperScissors", heavy: true, moves: 2, phone: true},
	{kind: "dice", game: "ludii:RoyalGameOfUr", moves: 3, slow: true},
	{kind: "dice", game: "gdl:pig", heavy: true, moves: 3, phone: true, keyboard: true},
	{kind: "hidden", game: "gdl:phantomTicTacToe", heavy: true, moves: 2},
	{kind: "hidden", game: "ludii:PhantomTicTacToe", moves: 2, phone: true, keyboard: true},
}

// plays has a person play some moves of games of every kind, by mouse and by keyboard, on
// a wide page and on a phone.
func (c browser) plays(t *testing.T) {
	for _, k := range moveKinds {
		if os.Getenv("LUDENS_ALL") == "" {
			t.Run(k.kind+" "+k.game, func(t *testing.T) {
				if k.heavy {
					t.Skip("another game of this kind is played; LUDENS_ALL=1 plays all")
				}
				c.kind(t, k)
			})
			continue
		}
		for way := range 4 {
			k.phone, k.keyboard = way&1 > 0, way&2 > 0
			t.Run(fmt.Sprintf("%s %s phone=%v keyboard=%v", k.kind, k.game, k.phone, k.keyboard), func(t *testing.T) { c.kind(t, k) })
		}
	}
}

// matches is how many are played at most until a move of a kind has been made.
const matches = 8

// kind plays one.
func (c browser) kind(t *testing.T, k moveKind) {
	width, height := 1100, 850
	if k.phone {
		width, height = 390, 844
	}
	c.slow = k.slow
	b := c.site(t, width, height, web.Options{})
	rival := k.rival
	if rival == "" {
		rival = "agent random"
	}
	want := regexp.MustCompile(k.want)
	met, took, asked, last := false, false, false, ""
	done := func() bool { return met && (took || !k.takes) && (asked || !k.asks) }
	tells := strings.Contains(rival, "mcts")
	// Chance may end a match before what is wanted could happen.
	for range matches {
		b.start(k.game, "human", rival)
		for n := range k.moves {
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
			o := choose(s.Position.Choice.Moves, want, last)
			if k.asks && !asked {
				if i := slices.IndexFunc(s.Position.Choice.Moves, func(p web.Option) bool { return twins(s.Position.Choice.Moves, p) }); i >= 0 {
					o, asked = s.Position.Choice.Moves[i], true
				}
			}
			if len(o.Sites) > 0 {
				last = o.Sites[len(o.Sites)-1]
			}
			met = met || want.MatchString(o.Words)
			if k.keyboard {
				b.byKeyboard(o)
			} else {
				b.byMouse(s, o)
			}
			b.moved(s)
			took = took || pieces(b.at(s.Steps+1)) < pieces(s.Position)
			if n == k.moves-1 || n >= 3 && done() {
				if tells {
					b.turn()
					b.eventually(`!!document.querySelector('.thoughts section table')`)
				}
				b.shoot(strings.NewReplacer(" ", "-", ":", "-").Replace(k.kind + " " + k.game))
				break
			}
		}
		if done() {
			break
		}
	}
	if !met {
		t.Errorf("no move like %s was possible", k.want)
	}
	if k.takes && !took {
		t.Errorf("in %d moves nothing was captured", k.moves)
	}
	if k.asks && !asked {
		t.Errorf("in %d moves none was ambiguous", k.moves)
	}
	b.accessible()
}

// at gives a position of the match in the page.
func (b *site) at(step int) (p web.Position) {
	b.t.Helper()
	text := must[string](b, fmt.Sprintf(`fetch('/api/v1/matches/' + location.pathname.split('/')[2] + '/positions/%d').then(r => r.text())`, step))
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		b.t.Fatalf("%v: %s", err, text)
	}
	return p
}

// pieces counts what stands on a board: each is a fact, besides those that are always there.
func pieces(p web.Position) int { return len(p.Facts) }

// choose takes a move that is wanted, else one that touches most sites; of these one that
// goes on with the piece on the site last, as far ahead as it can: it comes upon others.
func choose(moves []web.Option, want *regexp.Regexp, last string) web.Option {
	worth := func(o web.Option) (w [3]int) {
		w[0] = len(o.Sites)
		if len(o.Sites) > 0 && o.Sites[0] == last {
			w[1] = 1
		}
		if len(o.Sites) > 1 {
			w[2] = row(o.Sites[len(o.Sites)-1]) - row(o.Sites[0])
		}
		return w
	}
	best := moves[0]
	for _, o := range moves {
		if want.String() != "" && want.MatchString(o.Words) {
			return o
		}
		a, b := worth(o), worth(best)
		if slices.Compare(a[:], b[:]) > 0 {
			best = o
		}
	}
	return best
}

// twins reports whether another move touches the same sites as one does.
func twins(moves []web.Option, o web.Option) bool {
	return len(o.Sites) > 0 && slices.ContainsFunc(moves, func(p web.Option) bool { return p.Move != o.Move && slices.Equal(p.Sites, o.Sites) })
}

// row is the number at the end of a site's name.
func row(site string) int {
	n, err := strconv.Atoi(site[len(strings.TrimRight(site, "0123456789")):])
	if err != nil {
		return 0
	}
	return n
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
	b := c.site(t, 1100, 850, web.Options{Hint: 2 * time.Second})
	b.start("gdl:connectFour", "human", "agent uct:iterations=30,threads=1")
	s, _ := b.turn()
	b.click(`.help button`)
	b.eventually(`document.querySelectorAll('.hint li').length === 3`)
	b.byMouse(s, s.Position.Choice.Moves[0])
	b.moved(s) // until then the page may ask for the same move
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
	b.moved(s)
	s, _ = b.turn()
	must[bool](b, `[...document.querySelectorAll('.seats button')].find(e => e.textContent === 'Take over').click(), true`)
	b.eventually(`document.querySelectorAll('.seats select').length === 2`)
	b.byMouse(s, s.Position.Choice.Moves[0])
	b.moved(s)
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
