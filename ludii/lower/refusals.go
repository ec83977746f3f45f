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

const (
	noCards   = "cards are not played; no description uses them"
	seen      = "what is visible is said nowhere, and no description uses it"
	oneBoard  = "regions are of the board"
	hintsOnly = "regions of hints are for constraints of puzzles"
)

// Refusals lists what is refused.
func Refusals() []Refusal { return slices.Clone(refusals) }

var refusals = []Refusal{
	{"board", "values", "those of several kinds of sites", "candidates are kept for one kind; no description uses them"},
	{"countSizeBiggestGroup", "isVisible", "", seen},
	{"deck", "", "", noCards},
	{"die", "", "", "dice come with (dice …)"},
	{"expand", "container", "others than the board", oneBoard},
	{"int.count Groups", "isVisible", "", seen},
	{"int.count SizeBiggestGroup", "isVisible", "", seen},
	{"is Blocked", "regions", "HintRegions", hintsOnly},
	{"is Connected", "regions", "HintRegions", hintsOnly},
	{"is Line", "isVisible", "", seen},
	{"is Path", "type", "Cell and Vertex", "paths are of edges"},
	{"is Target", "container", "others than the board", oneBoard},
	{"item.card", "", "", noCards},
	{"noStackOn Fallen", "", "", "which pieces have fallen is said nowhere, and no description uses it"},
	{"note", "message", "others than texts and numbers", "how they are written is not known"},
	{"phase.phase", "mode", "others than the game's", "no description uses it"},
	{"sites Group", "isVisible", "", seen},
	{"split Deck", "", "", noCards},
}
