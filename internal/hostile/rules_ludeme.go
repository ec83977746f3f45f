package hostile

// rulesLudeme are attacks by descriptions in ludemes.
var rulesLudeme = []Row{
	{Name: "nothing", Aim: "a game without rules", Text: text(`(game "Hostile")`)},
}
