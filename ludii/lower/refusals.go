package lower

import "slices"

// A Refusal is a form of the grammar, or an argument of one, that this build has no
// meaning for: a description that uses it is refused, with its line.
type Refusal struct {
	Form     string // as check.Form has it
	Argument string // empty: the whole form
	Of       string // which of its values, if others are supported
	Why      string
}

// Refusals lists what is refused.
func Refusals() []Refusal { return slices.Clone(refusals) }

const (
	plainly = "which it is shapes the program; all descriptions write it out"
	oneSite = "Ludii takes the site itself; no description gives a region"
)

var refusals = []Refusal{
	{"attract", "from", "regions", oneSite},
	{"custodial", "from", "regions", oneSite},
	{"directional", "from", "regions", oneSite},
	{"enclose", "from", "regions", oneSite},
	{"int.count Steps", "newRotation", "with a step", "turning pieces on the way are followed by (sites Distance …) only; no description counts their steps"},
	{"int.count Steps", "step", "in directions relative to the piece", "which way it faces on the way is not followed here; no description counts such steps"},
	{"intervene", "from", "regions", oneSite},
	{"is Loop", "path", "others than True and False", plainly},
	{"is Within", "what", "none", "without a piece there is nothing to look for"},
	{"moves.forEach Direction", "moves", "a target without moves to apply", "there would be nothing to do"},
	{"push", "from", "regions", oneSite},
	{"place Stack", "where", "neither a site nor a container", "there is no place to put the stack"},
	{"regions", "region", "Diagonals of boards that are not square", "only these have two lines from corner to corner"},
	{"rotations", "directions", "others than those of the compass", "tiles are turned in the plane"},
	{"sites Occupied", "container", "in games with large pieces", "large pieces cover sites of the board only"},
	{"slide", "from", "regions", oneSite},
	{"surround", "from", "regions", oneSite},
	{"take Control", "of", "others than roles", "Ludii asks for the role, and fails without one"},
}
