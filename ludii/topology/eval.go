package topology

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"ludens/ludii/parse"
)

// mostDepth bounds the nesting of board functions and of numbers.
const mostDepth = 200

// arguments are the arguments of a call, apart by position and by label.
type arguments struct {
	node *parse.Node
	name string
	rest []*parse.Node // those without a label, in order
	own  map[string]*parse.Node
}

func (e *evaluator) read(n *parse.Node) *arguments {
	a := &arguments{node: n, name: n.Head(), own: map[string]*parse.Node{}}
	if n.Kind != parse.Call {
		return a
	}
	for i, c := range n.Children {
		switch {
		case i == 0 && a.name != "":
		case c.Label != "":
			a.own[c.Label] = c
		default:
			a.rest = append(a.rest, c)
		}
	}
	return a
}

// take gives the argument of a label and removes it; nil if there is none.
func (a *arguments) take(label string) *parse.Node {
	n := a.own[label]
	delete(a.own, label)
	return n
}

// word takes the next argument if it is a name, "" otherwise.
func (a *arguments) word() string {
	if len(a.rest) > 0 && a.rest[0].Kind == parse.Name {
		w := a.rest[0].Text
		a.rest = a.rest[1:]
		return w
	}
	return ""
}

// A function makes a mesh of its arguments; depth is that of its calls. False
// stands for a failure that is among the findings.
type function func(e *evaluator, a *arguments, depth int) (*mesh, bool)

// functions holds all board functions by name. It is filled by init because the
// operators call it again.
var functions map[string]function

func init() {
	functions = map[string]function{
		"square": (*evaluator).square, "rectangle": (*evaluator).rectangle,
		"hex": (*evaluator).hex, "tri": (*evaluator).tri, "tiling": (*evaluator).tiling,
		"brick": (*evaluator).brick, "celtic": (*evaluator).celtic, "quadhex": (*evaluator).quadhex,
		"concentric": (*evaluator).concentric, "wedge": (*evaluator).wedge, "spiral": (*evaluator).spiral,
		"regular": (*evaluator).regular, "repeat": (*evaluator).repeat, "graph": (*evaluator).plain,
		"shift": (*evaluator).shift, "scale": (*evaluator).scale, "rotate": (*evaluator).rotate, "skew": (*evaluator).skew,
		"add": (*evaluator).add, "remove": (*evaluator).remove,
		"union": (*evaluator).union, "merge": (*evaluator).merge, "intersect": (*evaluator).intersect,
		"keep": (*evaluator).keep, "clip": (*evaluator).clip, "hole": (*evaluator).hole,
		"dual": (*evaluator).dual, "complete": (*evaluator).complete, "subdivide": (*evaluator).subdivide,
		"splitCrossings": (*evaluator).splitCrossings, "makeFaces": (*evaluator).makeFaces, "trim": (*evaluator).trim,
		"layers": (*evaluator).layers, "renumber": (*evaluator).renumber, "recoordinate": (*evaluator).renumber,
	}
}

// graph evaluates a board function.
func (e *evaluator) graph(n *parse.Node, depth int) (*mesh, bool) {
	if depth > mostDepth {
		return nil, e.refuse(CodeDepth, n, fmt.Sprintf("board functions are nested more than %d deep", mostDepth))
	}
	f := functions[n.Head()]
	if n.Kind != parse.Call || f == nil {
		return nil, e.refuse(CodeFunction, n, fmt.Sprintf("%s is no board function", cut(n)))
	}
	m, ok := f(e, e.read(n), depth)
	if e.over() {
		return nil, e.tooLarge(n)
	}
	return m, ok
}

// operand takes the next argument as a board function and evaluates it.
func (e *evaluator) operand(a *arguments, depth int) (*mesh, bool) {
	if len(a.rest) == 0 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) needs a board function", a.name))
	}
	n := a.rest[0]
	a.rest = a.rest[1:]
	return e.graph(n, depth+1)
}

// operands evaluates all arguments without a label, which may be in an array.
func (e *evaluator) operands(a *arguments, depth int) ([]*mesh, bool) {
	list := a.rest
	if len(list) == 1 && list[0].Kind == parse.Array {
		list = list[0].Children
	}
	a.rest = nil
	if len(list) == 0 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) needs board functions", a.name))
	}
	var meshes []*mesh
	for _, n := range list {
		m, ok := e.graph(n, depth+1)
		if !ok {
			return nil, false
		}
		meshes = append(meshes, m)
	}
	return meshes, true
}

// finish refuses arguments that nobody took.
func (e *evaluator) finish(a *arguments) bool {
	ok := true
	for _, n := range a.rest {
		ok = e.refuse(CodeArgument, n, fmt.Sprintf("(%s …) does not take %s", a.name, cut(n)))
	}
	for _, n := range a.node.Children {
		if a.own[n.Label] == n && n.Label != "" {
			ok = e.refuse(CodeArgument, n, fmt.Sprintf("(%s …) has no argument %s:", a.name, n.Label))
		}
	}
	return ok
}

// flag takes a labelled truth value.
func (e *evaluator) flag(a *arguments, label string, otherwise bool) (value, ok bool) {
	n := a.take(label)
	if n == nil {
		return otherwise, true
	}
	if n.Kind != parse.Bool {
		return false, e.refuse(CodeArgument, n, fmt.Sprintf("%s: takes True or False, not %s", label, cut(n)))
	}
	return n.Text == "True" || n.Text == "true", true
}

// dims takes the whole numbers at the front of the arguments, at most a number of
// them.
func (e *evaluator) dims(a *arguments, most int) (list []int, ok bool) {
	for len(list) < most && len(a.rest) > 0 && isNumber(a.rest[0]) {
		d, ok := e.dim(a.rest[0])
		if !ok {
			return nil, false
		}
		list, a.rest = append(list, d), a.rest[1:]
	}
	if len(list) == 0 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) needs a size", a.name))
	}
	return list, true
}

// labelled takes a labelled whole number; given is false if there is none.
func (e *evaluator) labelled(a *arguments, label string) (d int, given, ok bool) {
	n := a.take(label)
	if n == nil {
		return 0, false, true
	}
	d, ok = e.dim(n)
	return d, true, ok
}

func isNumber(n *parse.Node) bool {
	return n.Kind == parse.Int || n.Kind == parse.Float || n.Kind == parse.Call && arithmetic[n.Head()]
}

var arithmetic = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "^": true, "abs": true, "min": true, "max": true,
	"sin": true, "cos": true, "tan": true, "sqrt": true, "exp": true, "log": true, "log10": true, "toFloat": true,
}

// area refuses a loop over more rows and columns than a board could have.
func (e *evaluator) area(a *arguments, rows, columns int) bool {
	if rows > 0 && columns > 0 && rows > 10*MaxSites/columns {
		return e.tooLarge(a.node)
	}
	return true
}

// mostDim bounds whole numbers.
const mostDim = 1_000_000

// dim evaluates a whole number, with division towards zero.
func (e *evaluator) dim(n *parse.Node) (int, bool) { return e.whole(n, 0) }

func (e *evaluator) whole(n *parse.Node, depth int) (int, bool) {
	if n.Kind == parse.Int {
		d, err := strconv.Atoi(n.Text)
		if err != nil || d > mostDim || d < -mostDim {
			return 0, e.refuse(CodeArgument, n, fmt.Sprintf("%s is too large for a board", n.Text))
		}
		return d, true
	}
	if n.Kind != parse.Call || depth > mostDepth {
		return 0, e.refuse(CodeArgument, n, fmt.Sprintf("a whole number is expected, not %s", cut(n)))
	}
	a := e.read(n)
	if len(a.rest) == 1 && a.rest[0].Kind == parse.Array {
		a.rest = a.rest[0].Children
	}
	var args []int
	for _, c := range a.rest {
		d, ok := e.whole(c, depth+1)
		if !ok {
			return 0, false
		}
		args = append(args, d)
	}
	d, ok := wholeResult(a.name, args)
	if !ok || d > mostDim || d < -mostDim {
		return 0, e.refuse(CodeArgument, n, fmt.Sprintf("%s is no whole number that a board can have", cut(n)))
	}
	return d, true
}

func wholeResult(name string, args []int) (int, bool) {
	if len(args) == 0 {
		return 0, false
	}
	switch d := args[0]; {
	case name == "+" || name == "*" || name == "max" || name == "min":
		for _, x := range args[1:] {
			switch name {
			case "+":
				d += x
			case "*":
				d *= x
			case "max":
				d = max(d, x)
			case "min":
				d = min(d, x)
			}
			if d > mostDim || d < -mostDim {
				return d, false
			}
		}
		return d, true
	case name == "abs" && len(args) == 1:
		return max(d, -d), true
	case len(args) != 2:
		return 0, false
	case name == "-":
		return d - args[1], true
	case name == "/" && args[1] != 0:
		return d / args[1], true
	case name == "%" && args[1] != 0:
		return d % args[1], true
	case name == "^":
		p := math.Pow(float64(d), float64(args[1]))
		return int(p), math.Abs(p) <= mostDim
	}
	return 0, false
}

// number evaluates a decimal number in single precision, as Ludii does.
func (e *evaluator) number(n *parse.Node) (float64, bool) { return e.decimal(n, 0) }

func (e *evaluator) decimal(n *parse.Node, depth int) (float64, bool) {
	var x float64
	switch {
	case n.Kind == parse.Int || n.Kind == parse.Float:
		var err error
		if x, err = strconv.ParseFloat(n.Text, 32); err != nil {
			x = math.NaN()
		}
	case n.Kind == parse.Call && depth <= mostDepth:
		a := e.read(n)
		if len(a.rest) == 1 && a.rest[0].Kind == parse.Array {
			a.rest = a.rest[0].Children
		}
		args := make([]float64, 0, len(a.rest))
		for _, c := range a.rest {
			y, ok := e.decimal(c, depth+1)
			if !ok {
				return 0, false
			}
			args = append(args, y)
		}
		x = float64(float32(decimalResult(a.name, args)))
	default:
		return 0, e.refuse(CodeArgument, n, fmt.Sprintf("a number is expected, not %s", cut(n)))
	}
	if !(math.Abs(x) <= mostDim) {
		return 0, e.refuse(CodeArgument, n, fmt.Sprintf("%s is no number that a board can have", cut(n)))
	}
	return x, true
}

var decimals = map[string]func(float64) float64{
	"sin": sine, "cos": cosine, "tan": math.Tan, "sqrt": math.Sqrt, "exp": math.Exp,
	"log": math.Log, "log10": math.Log10, "abs": math.Abs, "toFloat": func(x float64) float64 { return x },
}

func decimalResult(name string, args []float64) float64 {
	if f := decimals[name]; f != nil && len(args) == 1 {
		return f(args[0])
	}
	if len(args) == 0 {
		return math.NaN()
	}
	x := args[0]
	for _, y := range args[1:] {
		switch name {
		case "+":
			x = float64(float32(x + y))
		case "*":
			x = float64(float32(x * y))
		case "max":
			x = max(x, y)
		case "min":
			x = min(x, y)
		default:
			if len(args) != 2 {
				return math.NaN()
			}
			switch name {
			case "-":
				return x - y
			case "/":
				return x / y
			case "%":
				return math.Mod(x, y)
			case "^":
				return math.Pow(x, y)
			}
			return math.NaN()
		}
	}
	if !slices.Contains([]string{"+", "*", "max", "min"}, name) {
		return math.NaN()
	}
	return x
}

// numbers takes the numbers at the front of the arguments, at most a number of
// them.
func (e *evaluator) numbers(a *arguments, most int) (list []float64, ok bool) {
	for len(list) < most && len(a.rest) > 0 && isNumber(a.rest[0]) {
		x, ok := e.number(a.rest[0])
		if !ok {
			return nil, false
		}
		list, a.rest = append(list, x), a.rest[1:]
	}
	return list, true
}

// members gives the members of an array.
func (e *evaluator) members(n *parse.Node) ([]*parse.Node, bool) {
	if n.Kind != parse.Array {
		return nil, e.refuse(CodeArgument, n, fmt.Sprintf("a list is expected, not %s", cut(n)))
	}
	return n.Children, true
}

// nested gives how many arrays lie around the first number of a list: 2 for
// {{0 1}}.
func nested(n *parse.Node) int {
	depth := 0
	for n.Kind == parse.Array && depth < 4 {
		depth++
		if len(n.Children) == 0 {
			break
		}
		n = n.Children[0]
	}
	return depth
}

// wholes evaluates a list of whole numbers.
func (e *evaluator) wholes(n *parse.Node) (list []int, ok bool) {
	nodes, ok := e.members(n)
	for _, c := range nodes {
		d, fine := e.dim(c)
		ok = ok && fine
		list = append(list, d)
	}
	return list, ok
}

// point evaluates {x y} or {x y z}.
func (e *evaluator) point(n *parse.Node) (Point, bool) {
	nodes, ok := e.members(n)
	if !ok {
		return Point{}, false
	}
	if len(nodes) < 2 || len(nodes) > 3 {
		return Point{}, e.refuse(CodeArgument, n, fmt.Sprintf("a place has two or three coordinates, not %s", cut(n)))
	}
	var xyz [3]float64
	for i, c := range nodes {
		if xyz[i], ok = e.number(c); !ok {
			return Point{}, false
		}
	}
	return Point{xyz[0], xyz[1], xyz[2]}, true
}

// points evaluates a list of places.
func (e *evaluator) points(n *parse.Node) (list []Point, ok bool) {
	nodes, ok := e.members(n)
	for _, c := range nodes {
		p, fine := e.point(c)
		ok = ok && fine
		list = append(list, p)
	}
	return list, ok
}
