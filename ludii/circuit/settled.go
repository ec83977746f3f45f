package circuit

import (
	"ludens/ludii/check"
)

// settled are the forms that say nothing of the position, if what they are about says nothing of it.
var settled = map[string]bool{}

// isStatic reports whether a term says nothing of the position.
func (c *compiler) isStatic(t *check.Term) bool {
	if t == nil {
		return true
	}
	if known, ok := c.static[t]; ok {
		return known
	}
	ok := true
	switch {
	case t.Form != nil:
		ok = settled[t.Form.Name]
		for _, a := range t.Args {
			ok = ok && c.isStatic(a)
		}
		switch t.Form.Name {
		case "int.count Adjacent", "int.count Diagonal", "int.count Neighbours", "int.count Off", "int.count Orthogonal":
			ok = ok && (t.Arg("at") != nil || t.Arg("in") != nil) // else it is about where the last move went
		case "sites":
			for i := range c.p.Regions {
				ok = ok && c.p.Regions[i].Static != nil
			}
		case "ahead":
			ok = ok && t.Arg("direction") != nil
		case "sites Around":
			ok = ok && t.Arg("region") == nil
		case "int.count Steps", "sites Distance":
			ok = ok && t.Arg("step") == nil && t.Arg("newRotation") == nil
		case "int.from":
			ok = ok && t.Arg("at") == nil
		}
	case t.List:
		for _, x := range t.Items {
			ok = ok && c.isStatic(x)
		}
	case t.Sort == check.RoleType:
		ok = t.Text != "Prev"
	case t.Sort == check.Direction || t.Constant():
		ok = !(t.Text == "SameDirection" || t.Text == "OppositeDirection") && !relativeName(t)
	}
	c.static[t] = ok
	return ok
}

// relativeName reports whether a constant is a direction that the piece decides.
func relativeName(t *check.Term) bool {
	switch t.Text {
	case "BL", "BLL", "BLLL", "BR", "BRR", "BRRR", "Backward", "Backwards", "FL", "FLL", "FLLL", "FR", "FRR", "FRRR", "Forward",
		"Forwards", "Leftward", "Leftwards", "Rightward", "Rightwards":
		return true
	}
	return false
}
