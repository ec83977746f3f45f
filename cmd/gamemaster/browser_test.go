package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ludens/agent/roster"
	"ludens/store"
	"ludens/web"
)

// site is a server with a page, and a browser that looks at it.
type site struct {
	t   *testing.T
	url string
	ctx context.Context // of the browser's tab

	host *host
	opt  web.Options
	gone func() // ends the server

	mu    sync.Mutex
	id    string   // of the match in the page, where others must know it
	diary []string // what happened in the tab, with second and millisecond
}

// patience is how long a step of a test may take on a busy machine.
const patience = 2 * time.Minute

// TestBrowser uses the page as people do, in one browser with a tab for each test. The
// games of everything that people do are played where LUDENS_ALL is set, else one of
// each kind.
func TestBrowser(t *testing.T) {
	c := newBrowser(t)
	t.Run("watches", c.watches)
	t.Run("varies", c.varies)
	t.Run("returns", c.returns)
	t.Run("cups", c.cups)
	t.Run("learns", c.learns)
	t.Run("thinks", c.thinks)
	t.Run("plays", c.plays)
	t.Run("two people", c.twoPeople)
	t.Run("helps", c.helps)
	t.Run("drags", c.drags)
	t.Run("slow", func(t *testing.T) {
		c.slow = true
		t.Run("watches", c.watches)
		t.Run("drags", c.drags)
	})
}

// browser is a chromium that was started.
type browser struct {
	ctx  context.Context
	slow bool // the pages' frames and timers come late
}

// slowly has what a page puts off come late, as on a machine that is busy: whatever people
// do in between must not be lost, nor be answered by what was shown before.
const slowly = `(() => { const later = window.setTimeout.bind(window);
	window.requestAnimationFrame = (f) => later(f, 400);
	window.setTimeout = (f, ms, ...more) => later(f, (ms || 0) + 400, ...more); })()`

// newBrowser starts one, or says why the test is skipped.
func newBrowser(t *testing.T) browser {
	t.Helper()
	if os.Getenv("LUDENS_BROWSER")+os.Getenv("LUDENS_ALL") == "" {
		t.Skip("LUDENS_BROWSER=1 (.ci/run browser) has a browser try the page")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)), chromedp.WindowSize(1100, 850), chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("no-sandbox", os.Getuid() == 0), chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.NoFirstRun, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.WSURLReadTimeout(patience))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	t.Cleanup(stop)
	first, leave := chromedp.NewContext(alloc)
	t.Cleanup(leave)
	// The first run starts the browser, and must not end with a deadline of its own.
	if err := chromedp.Do(first); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return browser{ctx: first}
}

// site starts a server, and a tab of this size that looks at it.
func (c browser) site(t *testing.T, width, height int, opt web.Options) *site {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(filepath.Join(dir, "matches.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := &site{
		t: t, opt: opt,
		host: &host{agents: roster.Defaults{Threads: 1, Bytes: 64 << 20}, db: db, nets: filepath.Join(dir, "nets.db")},
	}
	b.url = "http://" + b.serve("127.0.0.1:0")
	t.Cleanup(func() {
		b.gone()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	var leave context.CancelFunc
	b.ctx, leave = chromedp.NewContext(c.ctx)
	tab := b.ctx
	t.Cleanup(leave)
	// The first run opens the tab, and must not end with a deadline of its own.
	if err := chromedp.Do(tab, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	if err := chromedp.Listen(tab, b.heard); err != nil {
		t.Fatal(err)
	}
	if c.slow {
		b.inject(slowly)
	}
	t.Cleanup(b.tell)
	return b
}

// serve starts the server, and gives its address.
func (b *site) serve(address string) string {
	b.t.Helper()
	s, err := web.New(b.host, b.opt)
	if err != nil {
		b.t.Fatal(err)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }() // waited for by gone
	b.gone = sync.OnceFunc(func() {
		cancel()
		if err := <-served; err != nil && !strings.Contains(err.Error(), "deadline") {
			b.t.Errorf("the server ended with %v", err)
		}
	})
	return l.Addr().String()
}

// inject has a script run before those of each page that is opened from now on.
func (b *site) inject(script string) {
	b.t.Helper()
	b.do("inject", chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// heard takes in what the browser says of the tab: for the diary, and because the page
// must not fail, show an alert, or ask another host. Listeners are called one after the other.
func (b *site) heard(ev any) {
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		b.t.Errorf("the page failed: %v", ev.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError {
			b.t.Errorf("the page complains: %v", ev.Args)
		}
		b.note("console %s %v", ev.Type, ev.Args)
	case *page.EventJavascriptDialogOpening:
		b.t.Errorf("the page says: %s", ev.Message)
	case *page.EventNavigatedWithinDocument:
		b.note("now at %s", ev.URL)
	case *network.EventRequestWillBeSent:
		if u := ev.Request.URL; !strings.HasPrefix(u, b.url) && !strings.HasPrefix(u, "data:") {
			b.t.Errorf("the page asks another host: %s", u)
		}
		b.note("request %s: %s %s", ev.RequestID, ev.Request.Method, ev.Request.URL)
	case *network.EventResponseReceived:
		b.note("answer %s: %d", ev.RequestID, ev.Response.Status)
	case *network.EventLoadingFinished:
		b.note("answer %s ends", ev.RequestID)
	case *network.EventLoadingFailed:
		b.note("request %s failed: %s", ev.RequestID, ev.ErrorText)
	}
}

// nowAt says which match is in the page, and match tells others.
func (b *site) nowAt(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.id = id
}

func (b *site) match() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.id
}

// note writes a line into the diary, which has the last of them.
func (b *site) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.diary = append(b.diary, time.Now().Format("05.000 ")+fmt.Sprintf(format, args...))
	if len(b.diary) > 200 {
		b.diary = b.diary[1:]
	}
}

// tell shows the diary of a test that has failed.
func (b *site) tell() {
	if !b.t.Failed() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.t.Logf("what the page did last:\n%s", strings.Join(b.diary, "\n"))
}

// chromium finds the browser.
func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("browsers are slow; -short is set")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no chromium on this machine: apt-get install chromium")
	return ""
}

// do does things in the browser.
func (b *site) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatalf("%s: %v\nthe page says: %s", what, err, b.text())
	}
	b.note("test: %s", what)
}

// eval gives the value of an expression in the page.
func eval[T any](b *site, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, func(p *runtime.EvaluateParams) {
		wait := true
		p.AwaitPromise = &wait
	}))
}

// must is eval for what cannot fail.
func must[T any](b *site, expression string) T {
	b.t.Helper()
	v, err := eval[T](b, expression)
	if err != nil {
		b.t.Fatalf("%s: %v\nthe page says: %s", expression, err, b.text())
	}
	return v
}

// text is what the page says.
func (b *site) text() string {
	text, err := eval[string](b, `document.body.innerText`)
	if err != nil {
		return err.Error()
	}
	return text
}

// eventually waits until an expression is true in the page. One that fails, as in the
// midst of a navigation, is not true yet.
func (b *site) eventually(expression string) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		ok, err := eval[bool](b, expression)
		if ok && err == nil {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("%s is not true (%v)\nthe page says: %s", expression, err, b.text())
		}
	}
}

// goTo opens a path.
func (b *site) goTo(path string) {
	b.t.Helper()
	b.do("open "+path, chromedp.Navigate(b.url+path))
}

// fill sets the value of an input or select, as typing does.
func (b *site) fill(selector, value string) {
	b.t.Helper()
	must[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); const p = Object.getPrototypeOf(e);
		Object.getOwnPropertyDescriptor(p, 'value').set.call(e, %q);
		if (e.value !== %[2]q) throw new Error('there is no such choice: ' + [...e.options || []].map(o => o.value));
		for (const n of ['input', 'change']) e.dispatchEvent(new Event(n, {bubbles: true})); return true; })()`, selector, value))
}

// start fills in the form of a game and begins a match.
func (b *site) start(game string, seats ...string) {
	b.t.Helper()
	b.goTo("/games/" + game)
	b.eventually(`!!document.querySelector('form.start button[type=submit]:enabled')`)
	for i, seat := range seats {
		b.fill(fmt.Sprintf(`select[name=seat%d]`, i), seat)
	}
	b.fill(`input[name=start]`, "1")
	b.fill(`input[name=play]`, "1")
	b.click(`form.start button[type=submit]`)
	b.eventually(`location.pathname.startsWith('/matches/') && !!document.querySelector('.state')`)
}

// middle gives the middle of the first element that a selector finds, once it is there.
func (b *site) middle(selector string) (x, y float64) {
	b.t.Helper()
	b.eventually(fmt.Sprintf(`!!document.querySelector(%q)`, selector))
	at := must[[]float64](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: 'center'});
		const r = e.getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]; })()`, selector))
	return at[0], at[1]
}

// click clicks on the first element that a selector finds, by the mouse.
func (b *site) click(selector string) {
	b.t.Helper()
	x, y := b.middle(selector)
	b.do("click on "+selector, chromedp.MouseClickXY(x, y))
}

// press presses a key.
func (b *site) press(key string) {
	b.t.Helper()
	b.do("press a key", chromedp.KeyEvent(key))
}

// shoot takes a picture of the page, where somebody has asked for them.
func (b *site) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("LUDENS_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)); err != nil {
		b.t.Error(err)
	}
}

// accessible has axe-core look for what people with other means than mouse and eyes could
// not use, and looks whether the page fits its width and has one title and one heading.
func (b *site) accessible() {
	b.t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "web", "testdata", "axe.min.js.gz"))
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.t.Fatal(err)
	}
	script, err := io.ReadAll(z)
	if err != nil {
		b.t.Fatal(err)
	}
	must[int](b, string(script)+";0")
	found := must[[]string](b, `axe.run(document).then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' +
		v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + ' ' + (n.any[0] || {}).message).join(' | ')))`)
	for _, v := range found {
		b.t.Errorf("axe-core: %s", v)
	}
	if wide := must[float64](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		b.t.Errorf("the page is %.0f pixels wider than the window", wide)
	}
	if n := must[int](b, `document.title === '' ? 0 : document.querySelectorAll('h1').length`); n != 1 {
		b.t.Errorf("the page has no title, or %d main headings", n)
	}
}

// inBoth looks at the page in light and in dark colours.
func (b *site) inBoth() {
	b.t.Helper()
	for _, scheme := range []string{"dark", "light"} {
		b.do(scheme, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
			_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
			})
			return err
		}))
		if got := must[bool](b, `matchMedia('(prefers-color-scheme: dark)').matches`); got != (scheme == "dark") {
			b.t.Errorf("the page should be %s", scheme)
		}
		b.accessible()
	}
}

// watches has two agents play while the page watches, and steps back.
func (c browser) watches(t *testing.T) {
	b := c.site(t, 1100, 850, web.Options{})
	b.inject(`(() => { const look = () => document.querySelectorAll('.games li').length > 20 ? window.useful = performance.now() : requestAnimationFrame(look); look(); })()`)
	b.goTo("/")
	b.eventually(`window.useful > 0`)
	t.Logf("the first page was useful, with all games to choose from, after %.0f ms", must[float64](b, `window.useful`))
	b.shoot("games")
	b.inBoth()
	b.fill(`input[type=search]`, "tic tac")
	b.eventually(`document.querySelectorAll('.games li').length < 10`)
	b.start("gdl:connectFour", "agent uct:iterations=30,threads=1", "agent random")
	b.eventually(`document.querySelector('.state').dataset.status === 'completed'`)
	b.eventually(`document.querySelectorAll('.turns li').length >= 7 && !!document.querySelector('.board svg')`)
	b.shoot("watched")
	b.inBoth()
	b.press(kb.Home)
	b.eventually(`document.querySelector('output').textContent === '0' && location.search === '?step=0'`)
	b.press(kb.ArrowRight)
	b.eventually(`document.querySelector('output').textContent === '1'`)
	b.do("reload", chromedp.Reload())
	b.eventually(`document.querySelector('output').textContent === '1'`)
	for _, other := range [][2]string{
		{"/matches", `document.querySelectorAll('tbody tr').length === 1`},
		{"/players", `!!document.querySelector('h1')`},
		{"/games/gdl:connectFour", `!!document.querySelector('.board svg') && document.querySelectorAll('option').length > 5`},
		{"/games/ludii:RoyalGameOfUr", `!!document.querySelector('.board svg') && document.querySelectorAll('option').length > 5`},
	} {
		b.goTo(other[0])
		b.eventually(other[1])
		b.inBoth()
	}
}
