package topology

import (
	"fmt"
	"strconv"
	"strings"
)

// A Node is a node of an expanded description: a call "(name …)", a list
// "{ … }", or a single word. Whoever parses descriptions implements it.
type Node interface {
	Name() string // of a call: its ludeme; of a list: "{"; of a word: ""
	Word() string // of a word: its text, a string without quotes; else ""
	Key() string  // the name before the colon of a named argument, else ""
	Len() int     // number of arguments or members
	Arg(int) Node // from 0
}

// An Unsupported error names a board function, or a form of one, that is not
// built.
type Unsupported struct{ Form string }

// Error says what is not supported.
func (e *Unsupported) Error() string { return "board function " + e.Form + " is not supported" }

// Eval gives the graph of a container ludeme: (board …) or (mancalaBoard …).
// Errors name the function at fault; *Unsupported where it is not built and
// ErrTooLarge over the limits.
func Eval(board Node) (*Graph, error) {
	switch board.Name() {
	case "mancalaBoard":
		return mancala(board)
	case "board":
	default:
		return nil, &Unsupported{Form: describe(board)}
	}
	a := read(board)
	e := evaluator{}
	if use := a.named["use"]; use != nil && use.Word() == "Vertex" {
		e.vertices = true
	}
	var graph Node
	for _, n := range a.positional {
		if n.Name() != "" && n.Name() != "{" && n.Name() != "track" && n.Name() != "values" {
			graph = n
			break
		}
	}
	if graph == nil {
		return nil, fmt.Errorf("(board …) has no board function")
	}
	g, err := e.graph(graph, 0)
	if err != nil {
		return nil, err
	}
	return g, g.check()
}

func describe(n Node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.Name() == "{":
		return "{…}"
	case n.Name() != "":
		return "(" + n.Name() + " …)"
	}
	return strconv.Quote(n.Word())
}

// evaluator runs board functions. Where the game is played on vertices, the
// sizes of a basis count vertices, otherwise cells.
type evaluator struct{ vertices bool }

// arguments are the arguments of a call by position and by name.
type arguments struct {
	call       string
	positional []Node
	named      map[string]Node
}

func read(n Node) arguments {
	a := arguments{call: n.Name(), named: map[string]Node{}}
	for i := range n.Len() {
		if c := n.Arg(i); c.Key() != "" {
			a.named[c.Key()] = c
		} else {
			a.positional = append(a.positional, c)
		}
	}
	return a
}

// only refuses named arguments other than those listed.
func (a arguments) only(names ...string) error {
	for key := range a.named {
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+key+" ") {
			return &Unsupported{Form: "(" + a.call + " " + key + ":…)"}
		}
	}
	return nil
}

// operators by name; set in init because they call each other.
var functions map[string]func(e *evaluator, a arguments, depth int) (*Graph, error)

func init() {
	functions = map[string]func(*evaluator, arguments, int) (*Graph, error){
		"square":    (*evaluator).rectangle,
		"rectangle": (*evaluator).rectangle,
	}
}

func (e *evaluator) graph(n Node, depth int) (*Graph, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("board functions are nested more than %d deep", maxDepth)
	}
	f := functions[n.Name()]
	if f == nil {
		return nil, &Unsupported{Form: describe(n)}
	}
	g, err := f(e, read(n), depth)
	if err != nil {
		return nil, err
	}
	return g, g.check()
}

// number reads a number or an expression of numbers.
func number(n Node, depth int) (float64, error) {
	if depth > maxDepth {
		return 0, fmt.Errorf("numbers are nested more than %d deep", maxDepth)
	}
	if n.Name() == "" {
		x, err := strconv.ParseFloat(n.Word(), 64)
		if err != nil || x != x || x > 1e6 || x < -1e6 {
			return 0, fmt.Errorf("%q is no number that a board can have", n.Word())
		}
		return x, nil
	}
	var xs []float64
	for i := range n.Len() {
		x, err := number(n.Arg(i), depth+1)
		if err != nil {
			return 0, err
		}
		xs = append(xs, x)
	}
	if len(xs) == 2 {
		x, y := xs[0], xs[1]
		switch n.Name() {
		case "+":
			return x + y, nil
		case "-":
			return x - y, nil
		case "*":
			return x * y, nil
		case "/":
			if y != 0 {
				return x / y, nil
			}
		case "max":
			return max(x, y), nil
		case "min":
			return min(x, y), nil
		}
	}
	return 0, &Unsupported{Form: describe(n)}
}

// size reads a number of rows, cells and the like.
func size(n Node) (int, error) {
	x, err := number(n, 0)
	if err != nil {
		return 0, err
	}
	if x < 1 || x > MaxSites {
		return 0, fmt.Errorf("a board of size %v: sizes are from 1 to %d", x, MaxSites)
	}
	return int(x), nil
}
