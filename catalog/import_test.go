package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ludens/catalog"
	"ludens/games"
)

// tree writes files into a new directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	return dir
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// imported imports and gives "name status" per game and "source: reason" per
// refusal, each sorted.
func imported(t *testing.T, dir, into string) (got, refused []string) {
	t.Helper()
	r, err := catalog.Import(t.Context(), dir, into)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range r.Games {
		got = append(got, g.Name+" "+g.Status)
	}
	for _, x := range r.Refused {
		refused = append(refused, x.Source+": "+x.Reason)
	}
	slices.Sort(got)
	slices.Sort(refused)
	return got, refused
}

func wantList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestImportDirectory(t *testing.T) {
	taken := games.List()[0].Name
	outside := tree(t, map[string]string{"secret.kif": tiny})
	dir := tree(t, map[string]string{
		"one.kif": tiny, "sub/one.kif": tiny, "sub/two.GDL": tiny, "one.gdl": tiny + "(succ 3 4)",
		taken + ".kif": tiny, "a b\u00e9/../ods.kif": tiny, "w\u00efrd name!.kif": tiny, ".hidden.kif": tiny,
		"bad.kif": "(role p", "norole.kif": "(init x)", "board.lud": `(game "x")`, "sneaky.kif": `(game "x")`,
		"notes.txt": "nothing", "warn.kif": tiny + "(<= (legal p (add 1)))",
	})
	for link, to := range map[string]string{"out.kif": filepath.Join(outside, "secret.kif"), "linked.kif": "one.kif"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.kif"), 0o644); err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(t.TempDir(), "games", "mine")
	got, refused := imported(t, dir, into)
	want := []string{
		taken + "-2 new", "linked new", "ods new", "one new", "one-2 new", "sub.one new", "sub.two new",
		"w_rd_name_ new", "warn new",
	}
	slices.Sort(want)
	wantList(t, "games", got, want...)
	if len(refused) != 6 {
		t.Errorf("refused: %s", strings.Join(refused, "\n"))
	}
	for i, want := range []string{
		"bad.kif: 1:1: error", "board.lud: 1:1: error", "norole.kif: the description names no role",
		"out.kif: ", "pipe.kif: it is not a plain file", "sneaky.kif: 1:1: error",
	} {
		if i < len(refused) && !strings.HasPrefix(refused[i], want) {
			t.Errorf("refused %s, want %s", refused[i], want)
		}
	}

	// what was imported can be listed and opened
	opt := catalog.Options{LibraryDirs: []string{into}, Engine: catalog.Reasoner}
	g, err := catalog.Open(t.Context(), "SUB.one", opt)
	if err != nil || g.Facts().Name != "sub.one" {
		t.Fatalf("open: %v", err)
	}
	put(t, filepath.Join(into, "byHand.kif"), tiny)
	put(t, filepath.Join(into, "broken.kif"), "(role p) (")
	entries, err := catalog.List(opt)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]catalog.Entry{}
	for _, e := range entries {
		byName[e.Name] = e
	}
	if len(byName) != len(entries) || len(entries) != len(games.List())+len(games.Ludemes())+len(got)+2 {
		t.Errorf("%d entries, %d names", len(entries), len(byName))
	}
	if e := byName["sub.one"]; e.Path != filepath.Join(into, "sub.one.kif") || e.Hash != g.Facts().Hash || e.Family != "gdl" || len(e.Roles) != 1 {
		t.Errorf("entry %+v", e)
	}
	if e := byName["byHand"]; e.Error != "" || len(e.Roles) != 1 {
		t.Errorf("entry %+v", e)
	}
	if e := byName["broken"]; e.Error == "" {
		t.Errorf("entry %+v", e)
	}

	// once more: nothing is new; then one has changed
	got, _ = imported(t, dir, into)
	for _, g := range got {
		if !strings.HasSuffix(g, " unchanged") {
			t.Errorf("imported again: %s", g)
		}
	}
	put(t, filepath.Join(dir, "ods.kif"), tiny+"(succ 4 5)")
	got, _ = imported(t, dir, into)
	if !slices.Contains(got, "ods changed") || !slices.Contains(got, "one-2 unchanged") || len(got) != len(want) {
		t.Errorf("after a change: %q", got)
	}
	if _, text, err := catalog.Text("ods", opt); err != nil || !strings.Contains(text, "(succ 4 5)") {
		t.Errorf("text after a change: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(into, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestImportRepository(t *testing.T) {
	dir := tree(t, map[string]string{
		"games/plain/METADATA":        `{"gameName": "Plain", "rulesheet": "rules.kif", "description": "about.txt", "stylesheet": "x.xsl"}`,
		"games/plain/rules.kif":       tiny,
		"games/plain/about.txt":       " Count to three.\n",
		"games/versions/METADATA":     "\ufeff" + `{"rulesheet": "r.kif"}`,
		"games/versions/r.kif":        tiny,
		"games/versions/v1/METADATA":  `{"rulesheet": "r.kif", "gameName": "One"}`,
		"games/versions/v2/r.kif":     tiny + "(succ 3 4)",
		"games/versions/v10/r.kif":    tiny + "(succ 4 5)",
		"games/versions/v10/METADATA": `{"rulesheet": "r.kif", "gameName": "Ten"}`,
		"games/versions/v03/r.kif":    "(not a version",
		"games/escape/METADATA":       `{"rulesheet": "../plain/rules.kif"}`,
		"games/absolute/METADATA":     `{"rulesheet": "/etc/passwd"}`,
		"games/missing/METADATA":      `{"rulesheet": "gone.kif"}`,
		"games/empty/METADATA":        `{}`,
		"games/broken/METADATA":       `{rulesheet: "r.kif"}`,
		"games/broken/r.kif":          tiny,
		"games/loose/other.kif":       tiny,
	})
	into := t.TempDir()
	got, refused := imported(t, dir, into)
	wantList(t, "games", got, "games.loose.other new", "plain new", "versions new", "versions.v1 new", "versions.v2 new")
	for i, want := range []string{
		"games/absolute/METADATA: the rulesheet", "games/broken/METADATA: read METADATA", "games/empty/METADATA: it names no rulesheet",
		"games/escape/METADATA: the rulesheet", "games/missing/gone.kif: ",
	} {
		if i >= len(refused) || !strings.HasPrefix(refused[i], want) {
			t.Errorf("refused %q, want %s", refused, want)
			break
		}
	}
	opt := catalog.Options{LibraryDirs: []string{into}}
	entries, err := catalog.List(opt)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, e := range entries {
		switch e.Name {
		case "plain":
			found++
			if e.Title != "Plain" || e.Description != "Count to three." || e.Key != "plain" || e.Version != 0 {
				t.Errorf("entry %+v", e)
			}
		case "versions":
			found++
			if e.Title != "Ten" || e.Version != 10 {
				t.Errorf("entry %+v", e)
			}
		case "versions.v2":
			found++
			if e.Title != "One" || e.Version != 2 {
				t.Errorf("entry %+v", e)
			}
		}
	}
	if found != 3 {
		t.Errorf("%d of 3 games are listed", found)
	}
	if _, text, err := catalog.Text("versions", opt); err != nil || !strings.Contains(text, "(succ 4 5)") {
		t.Errorf("the latest version is not the plain name: %v", err)
	}

	// a further version takes the plain name
	put(t, filepath.Join(dir, "games/versions/v11/r.kif"), tiny+"(succ 5 6)")
	got, _ = imported(t, dir, into)
	wantList(t, "games", got, "games.loose.other unchanged", "plain unchanged", "versions changed",
		"versions.v1 unchanged", "versions.v10 new", "versions.v2 unchanged")
}

func TestImportInPlace(t *testing.T) {
	dir := tree(t, map[string]string{"one.kif": tiny, "lib/old.kif": tiny})
	got, _ := imported(t, dir, filepath.Join(dir, "lib"))
	wantList(t, "games", got, "one new")
	if _, err := catalog.Import(t.Context(), filepath.Join(dir, "nowhere"), t.TempDir()); err == nil {
		t.Error("a missing directory is imported")
	}
}

// The end of the context ends an import, and what was taken over stays whole.
func TestImportEndsWithItsContext(t *testing.T) {
	dir, into := t.TempDir(), t.TempDir()
	for i := range 3 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("g%d.kif", i)), []byte("(role a)(<= (legal a go))(<= (goal a 50))(<= terminal)"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := catalog.Import(ctx, dir, into); !errors.Is(err, context.Canceled) || len(r.Games)+len(r.Refused) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
