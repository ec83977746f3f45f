package draw

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the pictures under testdata")

// A file of testdata holds cases: "== name [options]", the fluents a line each
// (several positions parted by "--"), "=>", and the pictures.
func TestPictures(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test data")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, c := range strings.Split("\n"+string(data), "\n== ")[1:] {
			head, body, _ := strings.Cut(c, "\n")
			input, want, _ := strings.Cut(body, "=>\n")
			d := New(options(t, head))
			got := ""
			for i, position := range strings.Split(input, "--\n") {
				if i > 0 {
					got += "--\n"
				}
				got += d.Draw(strings.Split(strings.TrimSpace(position), "\n"))
			}
			fmt.Fprintf(&out, "== %s\n%s=>\n%s\n", head, input, got)
			if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" && !*update {
				t.Errorf("%s: %s: -want +got\n%s", path, head, diff)
			}
		}
		if *update {
			if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func options(t *testing.T, head string) Options {
	var o Options
	for _, w := range strings.Fields(head) {
		name, value, ok := strings.Cut(w, "=")
		switch {
		case w == "[rows]":
			o.RowsFirst = true
		case w == "[colour]":
			o.Colour = true
		case !ok:
		case name == "width":
			fmt.Sscan(value, &o.Width)
		case name == "lines":
			fmt.Sscan(value, &o.Lines)
		default:
			t.Fatalf("unknown option %s", w)
		}
	}
	return o
}

func TestOrderDoesNotMatter(t *testing.T) {
	var fluents []string
	for x := range 5 {
		for y := range 4 {
			fluents = append(fluents, fmt.Sprintf("(cell %d %d %c)", x, y, 'p'+rune(x*y%3)))
		}
	}
	fluents = append(fluents, "(control red)", "(score red 4)", "(score blue 2)", "odd", "(hand a 1)", "(hand a 2)")
	want := New(Options{}).Draw(fluents)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		rng.Shuffle(len(fluents), func(i, j int) { fluents[i], fluents[j] = fluents[j], fluents[i] })
		if got := New(Options{}).Draw(fluents); got != want {
			t.Fatalf("another order gives another picture:\n%s\n%s", want, got)
		}
	}
}

// Every value of every fluent appears in some form; the text keeps its bounds.
func TestBounds(t *testing.T) {
	var many []string
	for i := range 30_000 {
		many = append(many, fmt.Sprintf("(f%d %d %d)", i%700, i, i*i))
	}
	wide := []string{"(a " + strings.Repeat("x", 5000) + ")"}
	deep := []string{strings.Repeat("(f ", 500) + "x" + strings.Repeat(")", 500)}
	var square []string
	for x := range 39 {
		for y := range 39 {
			square = append(square, fmt.Sprintf("(cell %d %d longContent%d)", x, y, x*y))
		}
	}
	for _, fluents := range [][]string{many, wide, deep, square, nil, {""}, {"("}, {")"}, {"()"}, {"(() a)"}, {"(cell 1 1 b) x"}} {
		for _, o := range []Options{{}, {Width: 20, Lines: 5}, {Width: 200, Lines: 1000}} {
			checkBounds(t, New(o).Draw(fluents), o)
		}
	}
}

func checkBounds(t *testing.T, text string, o Options) {
	t.Helper()
	o = o.withDefaults()
	if !strings.HasSuffix(text, "\n") {
		t.Errorf("no newline at the end of %q", text)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > o.Lines {
		t.Errorf("%d lines, want at most %d", len(lines), o.Lines)
	}
	for _, l := range lines {
		if visible(l) > o.Width {
			t.Errorf("a line of %d columns, want at most %d: %q", visible(l), o.Width, l)
		}
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("(cell 1 1 b)\n(cell 1 2 x)\n(cell 2 1 o)\n(cell 2 2 b)\n(control x)", 40, 10, true)
	f.Add("(on a1 p)\n(on b2 q)\n(on c3 p)\n(on a3 r)\n(on c1 q)", 80, 60, false)
	f.Add("(at (sq 1 2) x)\n(at (sq 2 2) y)\n(at (sq 1 1) z)\n--\n(at 3 4)", 30, 8, false)
	f.Fuzz(func(t *testing.T, text string, width, lines int, rows bool) {
		o := Options{Width: width % 300, Lines: lines % 100, RowsFirst: rows}
		d := New(o)
		for _, position := range strings.Split(text, "--") {
			fluents := strings.Split(position, "\n")
			picture := d.Draw(fluents)
			if utf8.ValidString(text) {
				checkBounds(t, picture, o)
			}
			if again := d.Draw(fluents); again != picture && d.Draw(fluents) != again {
				t.Errorf("drawing the same position does not settle:\n%s\n%s", picture, again)
			}
		}
	})
}
