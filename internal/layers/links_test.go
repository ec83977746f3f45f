package layers

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchor is the fragment by which a heading is linked to, as code hosts make it.
func anchor(heading string) string {
	text := dropped.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
	return strings.ReplaceAll(text, " ", "-")
}

// deadLinks are those of a page that lead to no file, or to no heading of a page.
func deadLinks(path, text string) []string {
	var dead []string
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		file, fragment, _ := strings.Cut(m[1], "#")
		if strings.Contains(file, ":") { // of the web
			continue
		}
		target := path
		if file != "" {
			target = filepath.Join(filepath.Dir(path), filepath.FromSlash(file))
		}
		if _, err := os.Stat(target); err != nil {
			dead = append(dead, m[1])
			continue
		}
		if fragment == "" || filepath.Ext(target) != ".md" {
			continue
		}
		page, err := os.ReadFile(target)
		if err != nil {
			dead = append(dead, m[1])
			continue
		}
		found := false
		for _, h := range heading.FindAllStringSubmatch(string(page), -1) {
			found = found || anchor(h[1]) == fragment
		}
		if !found {
			dead = append(dead, m[1])
		}
	}
	return dead
}

// TestLinks: all links between the pages of the house lead somewhere.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		pages++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, l := range deadLinks(path, string(text)) {
			t.Errorf("%s: a link leads nowhere: %s", path, l)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 10 {
		t.Fatalf("found only %d pages", pages)
	}
}

// TestDeadLinks makes sure that the test above can fail.
func TestDeadLinks(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	const text = "# Two `words`, 1.5\n[a](page.md#two-words-15) [b](#two-words-15) [c](https://example.org/none#x) [d](none.md) [e](#none) [f](page.md#Two)\n"
	if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(deadLinks(page, text), " "); got != "none.md #none page.md#Two" {
		t.Errorf("dead: %s", got)
	}
}
