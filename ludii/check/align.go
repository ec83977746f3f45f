package check

import (
	"slices"
	"strings"

	"ludens/internal/near"
	"ludens/ludii/parse"
)

// The costs of what may be wrong, by which the form that was meant is guessed.
const (
	costInside  = 2  // an argument of the right kind with something wrong inside
	costMissing = 5  // an argument left out
	costWrong   = 6  // an argument that has no place
	costInstead = 8  // one that stands in the place of another that is needed
	costWord    = 40 // a form's word that is not there
)

// alignment is the best way to hold the arguments of a call against a form when
// they do not fit.
type alignment struct {
	form *Form
	cost int
	slot []int // by argument: its slot, -1 for none
}

// align finds the arrangement with the least cost: a Levenshtein distance between
// the arguments and the slots, where changing costs what is wrong with the
// argument in that slot.
func (e *explainer) align(n *parse.Node, f *Form) *alignment {
	args := n.Children[1:]
	if most := 4 * mostSlots; len(args) > most { // the rest cannot fit anyhow
		args = args[:most]
	}
	width := len(f.slots) + 1
	e.c.look()
	if e.c.steps += (len(args) + 1) * width; e.c.steps > e.c.lim.Steps {
		e.c.exhaust(n, "explaining what is wrong takes too long")
	}
	cost := make([]int, (len(args)+1)*width)
	from := make([]uint8, len(cost)) // 1 slot left out, 2 argument dropped, 3 both held together
	for i := 0; i <= len(args); i++ {
		for j := 0; j < width; j++ {
			at := i*width + j
			if i == 0 && j == 0 {
				continue
			}
			best, how := 1<<30, uint8(0)
			if i > 0 && j > 0 {
				if c := e.slotCost(args[i-1], f, &f.slots[j-1]); c >= 0 {
					best, how = cost[at-width-1]+c, 3
				}
			}
			if j > 0 {
				c := 0
				switch s := &f.slots[j-1]; {
				case s.word != "":
					c = costWord
				case !s.optional:
					c = costMissing
					if f.Params[s.first].Label {
						c++
					}
				}
				if c += cost[at-1]; c < best {
					best, how = c, 1
				}
			}
			if i > 0 { // of equals, the last one is too many
				if c := cost[at-width] + costWrong; c <= best {
					best, how = c, 2
				}
			}
			cost[at], from[at] = best, how
		}
	}
	a := &alignment{form: f, cost: cost[len(cost)-1], slot: make([]int, len(args))}
	for i, j := len(args), len(f.slots); i > 0 || j > 0; {
		switch from[i*width+j] {
		case 3:
			i, j = i-1, j-1
			a.slot[i] = j
		case 2:
			i--
			a.slot[i] = -1
		default:
			j--
		}
	}
	return a
}

// slotCost is the cost of an argument in a slot; negative if it has no place
// there at all.
func (e *explainer) slotCost(n *parse.Node, f *Form, s *slot) int {
	if s.word != "" {
		switch {
		case n.Kind != parse.Name || n.Label != "":
		case n.Text == s.word:
			return 0
		case !e.c.table.all[n.Text]:
			if most := mostDistance(n.Text); most > 0 {
				if d := near.Distance(strings.ToLower(n.Text), strings.ToLower(s.word), most+1); d <= most {
					return 1 + d
				}
			}
		}
		return -1
	}
	best := -1
	for k := s.first; k < s.last; k++ {
		p := &f.Params[k]
		if p.Label != (n.Label != "") || p.Label && p.Name != n.Label {
			continue
		}
		for _, t := range p.Types {
			if e.c.typed(n, t) != nil {
				return 0
			}
		}
		switch {
		case e.plausible(n, p.Types):
			best = costInside
		case p.Label && best < 0:
			best = costInside + 1
		case !p.Label && !s.optional && best < 0:
			best = costInstead
		}
	}
	return best
}

// plausible reports that n could have been meant as one of the types: the outside
// fits.
func (e *explainer) plausible(n *parse.Node, types []Type) bool {
	switch n.Kind {
	case parse.Call:
		return len(e.candidates(n, types)) > 0 || e.c.table.heads[n.Head()] == nil && slices.ContainsFunc(types, func(t Type) bool { return t.Depth == 0 && !t.Sort.Enumerated() && t.Sort != String })
	case parse.Array:
		members := membersOf(types)
		return len(members) > 0 && (len(n.Children) == 0 || slices.ContainsFunc(n.Children[:min(len(n.Children), 8)], func(m *parse.Node) bool {
			return slices.ContainsFunc(members, func(t Type) bool { return e.c.typed(m, t) != nil }) || e.plausible(m, members)
		}))
	case parse.Name:
		return !e.c.table.all[n.Text] && slices.ContainsFunc(types, func(t Type) bool { return t.Depth == 0 && t.Head == "" && len(e.c.table.constants[t.Sort]) > 0 })
	}
	return false
}
