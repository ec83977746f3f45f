package catalog_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/diag"
	"ludens/game"
	"ludens/game/gametest"
	"ludens/games"
)

// row is a game in ludemes with an option and a definition from elsewhere.
const row = `(define "Fill" (move Add (to (sites Empty))))
(game "Row of Discs (big)"
    (players 2)
    (equipment { (board (rectangle 1 <Board:size>)) (piece "Disc" Each) })
    (rules (play ("Fill")) (end (if ("NoMoreRoom") (result Mover Win)))))
(option "Board Size" <Board> args:{<size>} {
    (item "3" <3> "Short") (item "4" <4> "Long")*
})
(rulesets { (ruleset "Ruleset/Short" { "Board Size/3" }) })
(metadata (info { (description "Not \"counted\"; (not even read)") }))
`

const roomDef = `(define "NoMoreRoom" (is Full))`

// checkout is laid out as Ludii's repository is.
func checkout(t *testing.T) string {
	return tree(t, map[string]string{
		"Common/res/lud/board/Row of Discs.lud": row, "Common/res/def/conditions/Room.def": roomDef,
		"Common/res/lud/bad/Broken.lud": `(game "Broken" (players 2) (equipment { (bord (square 3)) }) (rules (play (move Pass))))`,
	})
}

func length(t *testing.T, g game.Game) (n int) {
	t.Helper()
	m := g.NewMachine()
	for ; !m.Terminal(); n++ {
		joint := (&game.Walker{}).Draw(m, game.Stream(1, "test", 0))
		m.Step(joint)
	}
	if err := m.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestLudemeFile(t *testing.T) {
	dir := checkout(t)
	file := filepath.Join(dir, "Common", "res", "lud", "board", "Row of Discs.lud")
	for _, tt := range []struct {
		opt  catalog.Options
		want int
	}{
		{catalog.Options{}, 4},
		{catalog.Options{Select: []string{"Board Size/3"}}, 3},
		{catalog.Options{Ruleset: "Short"}, 3},
		{catalog.Options{Ruleset: "Short", Select: []string{"Board Size/4"}, Engine: catalog.Reasoner}, 4},
	} {
		g, err := catalog.Open(t.Context(), file, tt.opt)
		if err != nil {
			t.Errorf("%+v: %v", tt.opt, err)
			continue
		}
		f := g.Facts()
		if n := length(t, g); n != tt.want || f.Name != "Row of Discs" || f.Family != "ludii" || len(f.Hash) != 64 || f.Players != 2 {
			t.Errorf("%+v: %d moves, want %d; %+v", tt.opt, n, tt.want, f)
		}
		if err := gametest.Verify(g, gametest.Options{Walks: 2}); err != nil {
			t.Error(err)
		}
		// the description that stands alone is the same game, everywhere
		s, err := catalog.Find(file, tt.opt)
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Alone(tt.opt)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := catalog.OpenText(t.Context(), "", text, catalog.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if f := alone.Facts(); f.Hash != g.Facts().Hash || f.Name != "Row of Discs (big)" {
			t.Errorf("alone: %+v", f)
		}
		if again, err := (&catalog.Source{Text: text}).Alone(catalog.Options{}); err != nil || again != text {
			t.Errorf("once more alone: %v\n%s\n%s", err, text, again)
		}
		if err := gametest.Same(g, alone, gametest.Options{}); err != nil {
			t.Error(err)
		}
	}
	for _, opt := range []catalog.Options{{Select: []string{"Board Size/5"}}, {Ruleset: "Long"}, {DefsDir: t.TempDir()}, {DefsDir: filepath.Join(dir, "none")}} {
		if _, err := catalog.Open(t.Context(), file, opt); err == nil {
			t.Errorf("%+v: it can be opened", opt)
		}
	}
	defs := filepath.Join(dir, "Common", "res", "def")
	if _, err := catalog.OpenText(t.Context(), "", row, catalog.Options{DefsDir: defs}); err != nil {
		t.Error(err)
	}
	if _, err := catalog.Open(t.Context(), row, catalog.Options{DefsDir: defs}); err != nil {
		t.Errorf("a text in the place of a name: %v", err)
	}
	if _, err := catalog.Open(t.Context(), file, catalog.Options{BuildTime: time.Nanosecond}); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("no time: %v", err)
	}
}

// Hints on drawing travel with a description, and are not part of what it is.
func TestLudemeHints(t *testing.T) {
	dir := checkout(t)
	defs := filepath.Join(dir, "Common", "res", "def")
	text := strings.Replace(row, "(metadata ", `(metadata (graphics {(region Colour <Board:size> (colour Red)) (show Symbol "a" ("Nothing"))}) `, 1)
	alone := func(text string, o catalog.Options) string {
		s, err := (&catalog.Source{Text: text}).Alone(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole := alone(text, catalog.Options{DefsDir: defs})
	if bare, hints, ok := strings.Cut(whole, "\n"); !ok || hints != "(metadata (graphics {(region Colour 4 (colour Red))}))" || bare != alone(row, catalog.Options{DefsDir: defs}) {
		t.Errorf("%s", whole)
	}
	if again := alone(whole, catalog.Options{}); again != whole {
		t.Errorf("once more alone: %s", again)
	}
	with, err := catalog.OpenText(t.Context(), "", whole, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := catalog.OpenText(t.Context(), "", row, catalog.Options{DefsDir: defs})
	if err != nil {
		t.Fatal(err)
	}
	if with.Facts().Hash != without.Facts().Hash {
		t.Error("hints change the hash")
	}
	many := strings.Replace(row, "(metadata ", "(metadata (graphics {"+strings.Repeat("(show Cost) ", 5000)+"}) ", 1)
	if whole := alone(many, catalog.Options{DefsDir: defs}); len(whole) > 20_000 {
		t.Errorf("%d bytes", len(whole))
	}
}

// What Ludii's agents know of a game stands in a directory of its own in a checkout.
func TestLudemeImportAgents(t *testing.T) {
	into := filepath.Join(t.TempDir(), "library")
	text := strings.Replace(row, "(metadata ", `(metadata (ai "Row_ai") `, 1)
	dir := tree(t, map[string]string{
		"Common/res/lud/board/Row of Discs.lud": text, "Common/res/def/conditions/Room.def": roomDef,
		"Common/res/def_ai/board/Row_ai.def": `(define "Row_ai" (bestAgent "UCT") (heuristics {(mobilitySimple weight:0.5)}) (features {"rel:to=<{}>:pat=<els=[-{0}]>"}))`,
	})
	imported(t, dir, into)
	entries, err := catalog.List(catalog.Options{LibraryDirs: []string{into}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `(bestAgent "UCT") (heuristics {(mobilitySimple weight:0.5)}) (features {"rel:to=<{}>:pat=<els=[-{0}]>"})`
	i := slices.IndexFunc(entries, func(e catalog.Entry) bool { return e.Name == "Row_of_Discs" })
	if i < 0 || entries[i].Info == nil || entries[i].Info.AI != want {
		t.Errorf("%+v", entries[i].Info)
	}
}

func TestLudemeFindings(t *testing.T) {
	dir := checkout(t)
	file := filepath.Join(dir, "Common", "res", "lud", "bad", "Broken.lud")
	_, err := catalog.Open(t.Context(), file, catalog.Options{})
	var findings diag.List
	if !errors.As(err, &findings) || findings[0].File != file || findings[0].Pos.Line != 1 {
		t.Fatalf("%v", err)
	}
	s, err := catalog.Find(file, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if found := s.Check(t.Context(), catalog.Options{}); found.Errors() != 2 || !strings.Contains(found[0].Hint, "board") {
		t.Errorf("%v", found)
	}
}

func TestLudemeImport(t *testing.T) {
	dir, into := checkout(t), filepath.Join(t.TempDir(), "library")
	got, refused := imported(t, dir, into)
	wantList(t, "games", got, "Row_of_Discs new")
	if len(refused) != 1 || !strings.HasPrefix(refused[0], "Common/res/lud/bad/Broken.lud: 1:41: error: ") {
		t.Errorf("refused: %s", refused)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	opt := catalog.Options{LibraryDirs: []string{into}}
	for _, name := range []string{"Row_of_Discs", "ludii:Row of Discs", "LUDII:rowofdiscs", "row of discs"} {
		opt.Select = []string{"Board Size/3"}
		g, err := catalog.Open(t.Context(), name, opt)
		if err != nil || length(t, g) != 3 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := catalog.Open(t.Context(), "gdl:Row_of_Discs", opt); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("as GDL: %v", err)
	}
	entries, err := catalog.List(opt)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(entries, func(e catalog.Entry) bool { return e.Name == "Row_of_Discs" })
	if i < 0 {
		t.Fatal("it is not in the list")
	}
	e := entries[i]
	if e.Title != "Row of Discs (big)" || e.Family != "ludii" || e.Facts == nil || e.Facts.Players != 2 || e.Facts.Size() != "4 cells" || len(e.Roles) != 2 {
		t.Errorf("%+v %+v", e, e.Facts)
	}
}

// Every embedded game in ludemes can be opened, by all its names, and its facts
// told.
func TestLudemeLibrary(t *testing.T) {
	for _, l := range games.Ludemes() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"ludii:" + l.Name, "Ludii:" + strings.ToUpper(l.Name), "ludii:" + l.Title} {
				s, err := catalog.Find(name, catalog.Options{})
				if err != nil || s.Name != l.Name || s.Family() != "ludii" {
					t.Errorf("%s: %+v, %v", name, s, err)
				}
			}
			f, roles, err := catalog.FactsOf(t.Context(), catalog.Entry{Name: l.Name, Family: "ludii"}, catalog.Options{})
			if err != nil || len(roles) == 0 || f.Players > len(roles) || f.Size() == "" {
				t.Errorf("%+v, %v, %v", f, roles, err)
			}
		})
	}
}

// series is a match of two games, of which one is chosen an option of.
const series = `(match "Series" (players 2)
    (games {(subgame "Short Row" next:1 result:1) (subgame "Row of Discs" "Board Size/3" next:0 result:1)})
    (end (if (>= (matchScore P1) 2) (result P1 Win))))`

func TestLudemeMatch(t *testing.T) {
	dir := checkout(t)
	shortRow := strings.ReplaceAll(strings.ReplaceAll(row, "Row of Discs (big)", "A Short Row"), "(item \"4\"", "(item \"2\"")
	shortRow = strings.ReplaceAll(shortRow, "<4>", "<2>")
	shortRow = strings.Replace(shortRow, "(metadata ", "(metadata (graphics (region Colour 0 (colour Red))) ", 1)
	lud := filepath.Join(dir, "Common", "res", "lud")
	put(t, filepath.Join(lud, "board", "Series.lud"), series)
	put(t, filepath.Join(lud, "subgame", "Short Row.lud"), shortRow)
	s, err := catalog.Find(filepath.Join(lud, "board", "Series.lud"), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Open(t.Context(), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Alone(catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := catalog.OpenText(t.Context(), "", text, catalog.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if g.Facts().Hash != alone.Facts().Hash || alone.Facts().Name != "Series" || strings.Count(text, "(game ") != 2 {
		t.Errorf("%+v, %+v, alone:\n%s", g.Facts(), alone.Facts(), text)
	}
	// The hints of the games go along, each with its own.
	if again, err := (&catalog.Source{Text: text}).Alone(catalog.Options{}); err != nil || again != text || strings.Count(text, "(metadata ") != 1 {
		t.Errorf("once more alone: %v\n%s\n%s", err, text, again)
	}
	for _, g := range []game.Game{g, alone} {
		if b := g.NewMachine().(game.Depicter).Board(); b == nil || b.Sites[0].Paint == "" || b.Sites[1].Paint != "" {
			t.Errorf("the first game is drawn as %+v", b)
		}
	}
	if err := gametest.Verify(g, gametest.Options{Walks: 2}); err != nil {
		t.Error(err)
	}
	if err := gametest.Same(g, alone, gametest.Options{}); err != nil {
		t.Error(err)
	}
	if n, want := length(t, g), length(t, alone); n != want || n < 5 {
		t.Errorf("a match of %d moves, alone of %d", n, want)
	}
	into := filepath.Join(t.TempDir(), "library")
	got, _ := imported(t, dir, into)
	wantList(t, "games", got, "Row_of_Discs new", "Series new", "Short_Row new")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	again, err := catalog.Open(t.Context(), "series", catalog.Options{LibraryDirs: []string{into}})
	if err != nil || again.Facts().Hash != g.Facts().Hash {
		t.Errorf("imported: %v", err)
	}
}
