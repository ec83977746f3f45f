package games

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/gdl"
	"ludens/gdl/check"
)

func TestLibrary(t *testing.T) {
	list := List()
	if len(list) < 28 {
		t.Errorf("the library holds %d games, want at least 28", len(list))
	}
	name := regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	count := map[string]int{}
	titles := map[string]string{}
	for _, e := range list {
		if !name.MatchString(e.Name) {
			t.Errorf("%s: not a lowerCamelCase name", e.Name)
		}
		if other := titles[e.Title]; other != "" {
			t.Errorf("%s and %s have one title", e.Name, other)
		}
		titles[e.Title] = e.Name
		for _, want := range []string{"; author: Ludens\n", "; licence: Apache-2.0\n"} {
			if !strings.Contains(e.Text, want) {
				t.Errorf("%s: no line %q", e.Name, want)
			}
		}
		for _, tag := range e.Tags {
			count[tag]++
		}
		if e.Players >= 3 {
			count["three players"]++
		}
		if f, ok := Find(strings.ToUpper(e.Name)); !ok || f.Name != e.Name {
			t.Errorf("Find does not find %s in capitals", e.Name)
		}
	}
	for tag, least := range map[string]int{
		"puzzle": 6, "turn-taking": 12, "three players": 3, "simultaneous": 4, "chance": 3, "hidden": 4,
	} {
		if count[tag] < least {
			t.Errorf("%d games are %q, want at least %d", count[tag], tag, least)
		}
	}
	if _, ok := Find("no such game"); ok {
		t.Error("Find finds what is not there")
	}
}

// The header's players are the roles but Nature, and a game that is tagged
// hidden or chance has what makes it so.
func TestHeaderAgreesWithRules(t *testing.T) {
	for _, e := range List() {
		d, findings := gdl.Read(e.Text)
		if err := findings.Err(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		players, nature, sees := 0, false, false
		for _, r := range d.Rules {
			switch {
			case r.Head.Name == "role" && r.Head.Args[0].Name == "random":
				nature = true
			case r.Head.Name == "role":
				players++
			case r.Head.Name == "sees":
				sees = true
			}
		}
		if players != e.Players {
			t.Errorf("%s: the header says %d players, the rules have %d", e.Name, e.Players, players)
		}
		if sees != slices.Contains(e.Tags, "hidden") {
			t.Errorf("%s: sees rules %v, tag hidden %v", e.Name, sees, slices.Contains(e.Tags, "hidden"))
		}
		if nature != slices.Contains(e.Tags, "chance") {
			t.Errorf("%s: Nature %v, tag chance %v", e.Name, nature, slices.Contains(e.Tags, "chance"))
		}
	}
}

func TestNothingToReport(t *testing.T) {
	for _, e := range List() {
		for _, d := range check.Check(e.Text) {
			t.Errorf("%s: %s", e.Name, d)
		}
	}
}

func TestBadHeaders(t *testing.T) {
	for _, text := range []string{
		"", "(role a)", "; title: A\n; players: none\n", "; title: A\n; players: 0\n",
		"; title: A\n; players: 2\n; rules: B\n(role a)\n; tags: late\n",
	} {
		if e, err := parseHeader(text); err == nil {
			t.Errorf("the header of %q was read as %+v", text, e)
		}
	}
	e, err := parseHeader("; title: A: B\n;players: 2\n; rules: C.\n; tags: d, ,e\n(role a)\n")
	if err != nil || e.Title != "A: B" || e.Players != 2 || !slices.Equal(e.Tags, []string{"d", "e"}) {
		t.Errorf("got %+v, %v", e, err)
	}
}
