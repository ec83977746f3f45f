package hostile

// worst are attacks that take all that they can get.
var worst = []struct {
	kind Kind
	name string
}{
	{RulesGDL, "a term that doubles"},
	{RulesGDL, "a state that squares"},
	{RulesGDL, "a step by a colouring that there is not"},
	{RulesGDL, "an end by a colouring that there is not"},
	{RulesGDL, "a percept by a colouring that there is not"},
	{RulesGDL, "a join of 200,000 facts"},
	{RulesGDL, "an opening of 11⁸ fluents"},
	{RulesLudeme, "do afterwards"},
}

// Worst gives the eight rows of rules that take most of processor and memory, to be run at
// once.
func Worst() []Row {
	var out []Row
	for _, w := range worst {
		for _, r := range Rows(w.kind) {
			if r.Name == w.name {
				out = append(out, r)
			}
		}
	}
	return out
}
