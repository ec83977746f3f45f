package connectfour

import (
	"fmt"
	"strings"
)

// Description is the game on this board in GDL. The players are first and second,
// and a move is (drop X) with columns counted from 1; the other player's is noop.
func (b *Board) Description() string {
	var s strings.Builder
	fmt.Fprintf(&s, "; Connect four, %d columns of %d squares.\n", b.Width, b.Height)
	s.WriteString("(role first)\n(role second)\n(other first second)\n(other second first)\n(init (turn first))\n")
	for x := 1; x <= b.Width; x++ {
		fmt.Fprintf(&s, "(init (height %d 0))\n", x)
	}
	for i := range max(b.Width, b.Height) {
		fmt.Fprintf(&s, "(next_to %d %d)\n", i, i+1)
	}
	fmt.Fprintf(&s, "(top %d)\n", b.Height)
	s.WriteString(rules)
	return s.String()
}

// rules are those of every board. Heights of columns are facts of their own.
const rules = `
(<= (open ?x) (true (height ?x ?n)) (top ?t) (distinct ?n ?t))
(<= (legal ?p (drop ?x)) (true (turn ?p)) (open ?x))
(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))

(<= (falls ?p ?x ?m) (does ?p (drop ?x)) (true (height ?x ?n)) (next_to ?n ?m))
(<= (rises ?x) (does ?p (drop ?x)))
(<= (next (disc ?x ?y ?p)) (falls ?p ?x ?y))
(<= (next (disc ?x ?y ?p)) (true (disc ?x ?y ?p)))
(<= (next (height ?x ?m)) (falls ?p ?x ?m))
(<= (next (height ?x ?n)) (true (height ?x ?n)) (not (rises ?x)))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))

(<= (in_line ?a ?b ?c ?d) (next_to ?a ?b) (next_to ?b ?c) (next_to ?c ?d))
(<= (four ?p) (true (disc ?a ?y ?p)) (in_line ?a ?b ?c ?d)
    (true (disc ?b ?y ?p)) (true (disc ?c ?y ?p)) (true (disc ?d ?y ?p)))
(<= (four ?p) (true (disc ?x ?a ?p)) (in_line ?a ?b ?c ?d)
    (true (disc ?x ?b ?p)) (true (disc ?x ?c ?p)) (true (disc ?x ?d ?p)))
(<= (four ?p) (true (disc ?a ?e ?p)) (in_line ?a ?b ?c ?d) (in_line ?e ?f ?g ?h)
    (true (disc ?b ?f ?p)) (true (disc ?c ?g ?p)) (true (disc ?d ?h ?p)))
(<= (four ?p) (true (disc ?a ?h ?p)) (in_line ?a ?b ?c ?d) (in_line ?e ?f ?g ?h)
    (true (disc ?b ?g ?p)) (true (disc ?c ?f ?p)) (true (disc ?d ?e ?p)))

(<= won (four ?p))
(<= room (open ?x))
(<= terminal won)
(<= terminal (not room))
(<= (goal ?p 100) (four ?p))
(<= (goal ?p 0) (other ?p ?q) (four ?q))
(<= (goal ?p 50) (role ?p) (not won))
`
