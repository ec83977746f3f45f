package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// mutate copies a tree with one change at a random call: its head renamed, an
// argument dropped, doubled or moved, a label dropped or renamed, a constant
// changed. It tells what it did.
func mutate(r *rand.Rand, root *parse.Node) (*parse.Node, string) {
	var calls []*parse.Node
	var collect func(n *parse.Node)
	collect = func(n *parse.Node) {
		if n.Kind == parse.Call && len(n.Children) > 0 {
			calls = append(calls, n)
		}
		for _, c := range n.Children {
			collect(c)
		}
	}
	collect(root)
	at := calls[r.IntN(len(calls))]
	changed := *at
	changed.Children = slices.Clone(at.Children)
	kids, did := changed.Children, ""
	i := r.IntN(len(kids))
	child := *kids[i]
	switch what := r.IntN(6); {
	case what == 0 || len(kids) == 1:
		head := *kids[0]
		head.Text += "x"
		kids[0], did = &head, "head"
	case i == 0:
		changed.Children, did = kids[:len(kids)-1], "last dropped"
	case what == 1:
		changed.Children, did = slices.Delete(kids, i, i+1), "dropped"
	case what == 2:
		changed.Children, did = append(kids, &child), "doubled"
	case what == 3:
		kids[i], kids[len(kids)-1], did = kids[len(kids)-1], kids[i], "moved"
	case what == 4 && child.Label != "":
		child.Label += "x"
		kids[i], did = &child, "label"
	default:
		child.Text += "x"
		kids[i], did = &child, "text"
	}
	var replace func(n *parse.Node) *parse.Node
	replace = func(n *parse.Node) *parse.Node {
		if n == at {
			return &changed
		}
		for i, c := range n.Children {
			if m := replace(c); m != c {
				copied := *n
				copied.Children = slices.Clone(n.Children)
				copied.Children[i] = m
				return &copied
			}
		}
		return n
	}
	return replace(root), fmt.Sprintf("%s in (%s …) at %s", did, at.Head(), at.Pos)
}

// TestBroken breaks descriptions of the corpus in one place each: either a
// description is still one, or there is a finding, and a new name is always one.
func TestBroken(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	broken, whole, elsewhere := 0, 0, 0
	corpus(t, step(), func(path string, d *expand.Description) {
		if d.Nodes > 20_000 {
			return
		}
		for range 20 {
			root, did := mutate(r, d.Root)
			term, findings := Check(root, Limits{})
			switch {
			case (term == nil) != (findings.Errors() > 0):
				t.Errorf("%s: %s: %d findings with a term", path, did, len(findings))
			case term != nil && did[:4] == "head":
				t.Errorf("%s: %s: no finding", path, did)
			case term != nil:
				whole++
			default:
				broken++
				if len(findings) > 1 {
					elsewhere++
				}
			}
			if len(findings) > 0 && findings[0].Message == "" {
				t.Errorf("%s: %s: a finding without a message", path, did)
			}
		}
	})
	t.Logf("%d broken, %d of them with more than one finding; %d still descriptions", broken, elsewhere, whole)
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		`(game "G" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`,
		`(and {(forEach Piece) (set Hidden {What Who} at:1 to:P1) (sow if:True apply:(pass))} (then (remove (to) at:EndOfTurn)))`,
		`(is Loop surround:P1 {P1} 1 2 path:(= (sites) (sites {{F R}})))`,
		`(merge {(hex {1 2 (+ 1 2)}) (shift 0.5 -1 (graph vertices:{{0 1}} edges:{{0 1}}))} connect:True)`,
		`{{(a) 1} x:{2}} (#1 <a>) () (1) ("x")`,
	} {
		f.Add(s, uint8(Moves))
		f.Add(s, uint8(Game))
	}
	f.Fuzz(func(t *testing.T, text string, sort uint8) {
		nodes, _ := parse.Parse("f.lud", text, parse.Limits{Depth: 300})
		for _, n := range nodes {
			term, findings := CheckAs(n, Sort(sort)%sortCount, Limits{Steps: 200_000})
			if (term == nil) != (findings.Errors() > 0) {
				t.Fatalf("a term: %v, findings: %v", term != nil, findings)
			}
			if term != nil {
				show(term)
				term.Walk(func(t *Term) { FormKey(t) })
			}
		}
	})
}
