package hostile

// frame is a description in which one player waits for something that never comes.
const frame = `(role a)(role b)(<= (legal ?r noop)(role ?r))(<= (goal ?r 50)(role ?r))(init (n z))(<= terminal (true (n done)))
`

// rulesGDL are attacks by descriptions in GDL.
var rulesGDL = []Row{
	{Name: "term-doubles", Aim: "a term that doubles with each step, though its parts are shared", Text: text(frame + `(<= (next (n (f ?x ?x)))(true (n ?x)))`)},
	{Name: "state-squares", Aim: "a state that squares with each step", Text: text(frame + `(<= (next (n (f ?x ?y)))(true (n ?x))(true (n ?y)))(<= (next (n ?x))(true (n ?x)))`)},
}
