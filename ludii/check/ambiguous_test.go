package check

import (
	"testing"

	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// ways counts the ways in which the arguments from i on fit the slots from j on.
func (m *matching) ways(i, j int) int {
	if j == len(m.f.slots) {
		if i == len(m.args) {
			return 1
		}
		return 0
	}
	s := &m.f.slots[j]
	n := 0
	if i < len(m.args) && m.fits(i, s) {
		n += m.ways(i+1, j+1)
	}
	if s.optional {
		n += m.ways(i, j+1)
	}
	return n
}

// TestAmbiguous holds that nearly everything in the corpus is one form in one
// way, so that the order of preference decides nothing but these.
func TestAmbiguous(t *testing.T) {
	allowed := map[string]string{
		"is Line":             "All is a direction before it is a role",
		"moves.forEach Piece": "a string is the piece's name before it is the container's",
		"scale":               "y is given before z",
		"poly":                "whole numbers are dims before they are decimal numbers",
		"sites#coords":        "the empty list is one of anything",
		"sites#iterated":      "(sites) is what a forEach goes through before it is a player's",
		"place#many":          "(place name) without a place is either",
	}
	found := map[string]int{}
	corpus(t, step(), func(path string, d *expand.Description) {
		c := &checker{table: grammar(), lim: Limits{}.withDefaults(), known: map[*parse.Node]*answers{}}
		c.typed(d.Root, Type{Sort: Game}).Walk(func(term *Term) {
			if term.Form == nil {
				return
			}
			ways := 0
			for _, f := range c.table.heads[term.Node.Head()][term.Sort] {
				m := matching{c: c, f: f, args: term.Node.Children[1:]}
				ways += m.ways(0, 0)
			}
			if ways == 1 {
				return
			}
			found[term.Name()]++
			if allowed[term.Name()] == "" {
				t.Errorf("%s: %s is %s in %d ways", path, shorten(term.Node.String(), 200), term.Name(), ways)
			}
		})
	})
	t.Log(found)
}
