package expand

import (
	"fmt"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// Diagnostic codes of this package.
const (
	CodeTop     = "LUD020" // something at the top that does not belong there
	CodeGame    = "LUD021" // no game, or more than one
	CodeForm    = "LUD022" // a define, an option, an item or a ruleset without its parts
	CodeTwice   = "LUD023" // a name defined twice
	CodeArgs    = "LUD024" // an item with more or fewer arguments than its option names
	CodeChoice  = "LUD025" // a choice that the description does not offer
	CodeRef     = "LUD026" // a reference to an option or an argument that there is not
	CodeDefine  = "LUD027" // a call of a define that there is not
	CodeEndless = "LUD028" // a define or an option that leads back to itself
	CodeBudget  = "LUD029" // the expansion is too large
	CodeWord    = "LUD030" // a placeholder inside of a word that does not stand for a word
	CodeLabel   = "LUD031" // two labels for one value
	CodeRange   = "LUD032" // a range whose ends are no numbers that can be used
)

// Limits bound what a description may cost. A zero field means the default.
type Limits struct {
	Parse  parse.Limits // of reading the text; its Look is called while expanding too
	Nodes  int          // nodes made while expanding, those that vanish again included; default 2,000,000
	Game   int          // nodes of the game that comes out; default 400,000, four times what the largest of the corpus has
	Bytes  int          // bytes written and read again where options open and close brackets, and of words put together; default 16 MiB
	Nested int          // defines within defines; default 200
	Depth  int          // nesting of brackets in what comes out; default 1,000
}

func (l Limits) withDefaults() Limits {
	if l.Nodes == 0 {
		l.Nodes = 2_000_000
	}
	if l.Game == 0 {
		l.Game = 400_000
	}
	if l.Bytes == 0 {
		l.Bytes = 16 << 20
	}
	if l.Nested == 0 {
		l.Nested = 200
	}
	if l.Depth == 0 {
		l.Depth = 1000
	}
	return l
}

// mostWord bounds a name or a string put together from parts, in bytes.
const mostWord = 1 << 16

// Options say how to expand. The zero value works: no library, and what the
// description chooses by itself.
type Options struct {
	Library *Library // definition files; nil for none
	Select  []string // items by heading, "Board Size/9x9"; also the name of a ruleset
	Ruleset string   // by name, with or without "Ruleset/"; empty for the description's own choice
	Limits  Limits
}

// Description is a description made ready.
type Description struct {
	Root     *parse.Node   // (game …) or (match …), expanded; nil if there is none, or if Limits were passed
	Name     string        // the name it begins with
	Metadata *parse.Node   // (metadata …) as written; nil if there is none
	Graphics []*parse.Node // its hints on drawing, as the choices have them; see hints.go
	Options  []*Option     // what may be chosen, and what was
	Rulesets []Ruleset     //
	Ruleset  int           // index of the ruleset that counts, -1 for none
	Nodes    int           // nodes of Root
}

// Expand reads a description and expands it; file names it in findings. Root is
// set as far as one can be made, even when there are errors among the findings.
// The findings are sorted by place and hold those of reading.
func Expand(file, text string, opt Options) (*Description, diag.List) {
	e := &expander{
		lim: opt.Limits.withDefaults(), library: opt.Library,
		own: map[string]*define{}, tags: map[string][]*Option{},
		reported: map[reported]bool{}, hints: map[string]string{},
	}
	nodes, findings := parse.Parse(file, text, e.lim.Parse)
	e.findings = findings
	for _, n := range nodes {
		e.look()
		switch n.Head() {
		case "option":
			e.readOption(n)
		case "rulesets":
			e.readRulesets(n)
		}
	}
	e.choose(opt)
	d := &Description{Options: e.options, Rulesets: e.rulesets, Ruleset: e.ruleset}
	root := e.top(nodes, d)
	if root == nil {
		e.add(finding(diag.Error, CodeGame, nil, "the text holds no (game …) and no (match …)", ""))
	} else {
		if d.Root = e.root(root); d.Root != nil {
			if d.Nodes = count(d.Root); d.Nodes > e.lim.Game {
				e.add(finding(diag.Error, CodeBudget, root, fmt.Sprintf("the game has %d parts, more than the %d allowed", d.Nodes, e.lim.Game), ""))
				d.Root = nil
				return d, e.finish(file)
			}
			if len(d.Root.Children) > 1 && d.Root.Children[1].Kind == parse.String {
				d.Name = d.Root.Children[1].Text
			}
			d.Graphics = e.graphics(d)
		}
	}
	return d, e.finish(file)
}

// finish gives the findings their file and their order.
func (e *expander) finish(file string) diag.List {
	for i := range e.findings {
		if e.findings[i].File == "" {
			e.findings[i].File = file
		}
	}
	e.findings.Sort()
	return e.findings
}

// top sorts what stands at the top of a description, the references to options
// replaced: an option may bring defines along. It returns the game.
func (e *expander) top(nodes []*parse.Node, d *Description) (root *parse.Node) {
	var resolved []*parse.Node
	for _, n := range nodes {
		e.look()
		switch n.Head() {
		case "option", "rulesets":
		case "metadata":
			d.Metadata = n
		default:
			resolved = e.resolve(resolved, n, 0)
		}
	}
	for _, n := range resolved {
		e.look()
		n = e.takeDefines(n)
		if n.Kind == parse.Fragment {
			e.add(finding(diag.Error, CodeRef, n, "the brackets do not pair once the arguments of the options are put in", "look for an item whose arguments open a bracket that none closes"))
			continue
		}
		switch n.Head() {
		case "define":
			for _, d := range addDefine(e.own, n) {
				e.add(d)
			}
		case "game", "match":
			if root != nil {
				e.add(finding(diag.Error, CodeGame, n, "a description holds one game or one match", "the other one begins at "+place(root)))
				continue
			}
			root = n
		default:
			e.add(finding(diag.Warning, CodeTop, n, fmt.Sprintf("%s is not expected at the top of a description and counts for nothing", describe(n)), "there stand (game …) or (match …), (define …), (option …), (rulesets …) and (metadata …)"))
		}
	}
	return root
}

// takeDefines takes the defines out that stand inside of a game: an item may
// bring them along. They hold everywhere.
func (e *expander) takeDefines(n *parse.Node) *parse.Node {
	var children []*parse.Node
	changed := false
	for i, c := range n.Children {
		taken := c
		if c.Head() == "define" && c.Label == "" {
			for _, d := range addDefine(e.own, e.takeDefines(c)) {
				e.add(d)
			}
			taken = nil
		} else if len(c.Children) > 0 {
			taken = e.takeDefines(c)
		}
		if taken != c && !changed {
			changed = true
			children = append(children, n.Children[:i]...)
		}
		if changed && taken != nil {
			children = append(children, taken)
		}
	}
	if !changed {
		return n
	}
	e.spend(n)
	c := *n
	c.Children = children
	return &c
}

// root expands the game. Its name is a name even where a define has the same.
func (e *expander) root(n *parse.Node) *parse.Node {
	c := *n
	c.Children = make([]*parse.Node, 0, len(n.Children))
	for i, child := range n.Children {
		if i < 2 && child.Kind == parse.String {
			c.Children = append(c.Children, child)
			continue
		}
		c.Children = e.node(c.Children, child, 0)
	}
	if e.stop {
		return nil
	}
	return &c
}

func count(n *parse.Node) int {
	total := 1
	for _, c := range n.Children {
		total += count(c)
	}
	return total
}

func describe(n *parse.Node) string {
	if h := n.Head(); h != "" {
		return "(" + h + " …)"
	}
	return n.Kind.String()
}

// reported keeps a finding from being told for every copy of its place.
type reported struct {
	code, file, message string
	offset              int
}

// expander is the state of one expansion.
type expander struct {
	lim      Limits
	library  *Library
	own      map[string]*define   // of the description
	tags     map[string][]*Option // by tag; several options may share one
	options  []*Option
	rulesets []Ruleset
	ruleset  int
	hints    map[string]string // for names that are not defined

	nodes    int // made so far
	text     int // bytes written so far
	depth    int // of brackets, where node is
	stop     bool
	findings diag.List
	reported map[reported]bool
}

// mostFindings bounds what one slip in a define used all over may report.
const mostFindings = 200

func (e *expander) add(d diag.Diagnostic) {
	key := reported{d.Code, d.File, d.Message, d.Pos.Offset}
	// Warnings leave room: that there is an error must not go unsaid.
	most := mostFindings
	if d.Severity != diag.Error {
		most /= 2
	}
	if e.reported[key] || len(e.findings) >= most {
		return
	}
	e.reported[key] = true
	e.findings.Add(d)
}

// finding makes a finding about a node, or about the whole where it is nil. The
// note tells the define that the node came from.
func finding(s diag.Severity, code string, n *parse.Node, message, hint string) diag.Diagnostic {
	d := diag.Diagnostic{Code: code, Severity: s, Message: message, Hint: hint}
	if n != nil {
		d.Pos = n.Pos
		if n.Origin != nil {
			d.File = n.Origin.File
			d.Note = Via(n)
		}
	}
	return d
}

// Via tells how a node came to where it is: "in the define "A", used at
// game.lud:12:3, in the define …". It is empty for what stands there itself.
func Via(n *parse.Node) string {
	const most = 5
	var parts []string
	for o := n.Origin; o != nil && o.Define != ""; o = o.Parent {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		at := o.Call.String()
		if o.Parent != nil && o.Parent.File != "" {
			at = o.Parent.File + ":" + at
		}
		parts = append(parts, fmt.Sprintf("in the define %q, used at %s", o.Define, at))
	}
	return strings.Join(parts, ", ")
}

// look is called every few steps, see parse.Limits.
func (e *expander) look() {
	if look := e.lim.Parse.Look; look != nil {
		look()
	}
}

// spend counts a node against the budget.
func (e *expander) spend(n *parse.Node) {
	e.look()
	if e.nodes++; e.nodes > e.lim.Nodes {
		e.exhaust(n)
	}
}

func (e *expander) exhaust(n *parse.Node) {
	if !e.stop {
		e.stop = true
		e.add(finding(diag.Error, CodeBudget, n, "the description grows too large while its defines and options are replaced", "look for a define that uses itself more than once"))
	}
}

func (e *expander) find(name string) *define {
	if d := e.own[name]; d != nil {
		return d
	}
	if e.library != nil {
		return e.library.defines[name]
	}
	return nil
}

// isHole reports an argument that is left out, "~".
func isHole(n *parse.Node) bool { return n.Kind == parse.Name && n.Text == "~" }

// node appends the expansion of n: nothing, a node, or several. Nested counts
// the defines around it.
func (e *expander) node(dst []*parse.Node, n *parse.Node, nested int) []*parse.Node {
	e.spend(n)
	if e.stop || isHole(n) {
		return dst
	}
	if name, ok := n.DefineName(); ok {
		if d := e.find(name); d != nil {
			return e.use(dst, n, d, nested)
		}
		if n.Kind == parse.Call {
			e.add(finding(diag.Error, CodeDefine, n, fmt.Sprintf("there is no define %q", name), e.nearestDefine(name)))
		}
	}
	switch n.Kind {
	case parse.Call, parse.Array:
		if e.depth++; e.depth > e.lim.Depth {
			e.stop = true
			e.add(finding(diag.Error, CodeBudget, n, fmt.Sprintf("brackets are nested deeper than %d when the defines are replaced", e.lim.Depth), ""))
			return dst
		}
		c := *n
		c.Children = make([]*parse.Node, 0, len(n.Children))
		for _, child := range n.Children {
			c.Children = e.node(c.Children, child, nested)
		}
		c.Children = e.joined(c.Children, nested)
		e.depth--
		if c.Kind == parse.Call && len(c.Children) > 0 && c.Children[0].Kind == parse.Call && c.Children[0].Label == "" {
			return e.unwrap(dst, &c)
		}
		return append(dst, &c)
	case parse.Range:
		return e.span(dst, n, nested)
	case parse.Param:
		return dst
	case parse.Ref: // of a define of the library
		from := len(dst)
		for _, m := range e.resolve(nil, n, 0) {
			dst = e.node(dst, m, nested+1)
		}
		return e.labelFirst(dst, from, n)
	}
	return append(dst, n)
}

// unwrap appends the parts of a call that begins with a bracket instead of a
// name, ((last To)): that is a bracket too many, which Ludii takes away.
func (e *expander) unwrap(dst []*parse.Node, n *parse.Node) []*parse.Node {
	from := len(dst)
	return e.labelFirst(append(dst, n.Children...), from, n)
}

// use appends the expansion of a define where n uses it.
func (e *expander) use(dst []*parse.Node, n *parse.Node, d *define, nested int) []*parse.Node {
	if nested >= e.lim.Nested {
		e.add(finding(diag.Error, CodeEndless, n, fmt.Sprintf("the define %q leads back to itself, or defines are nested deeper than %d", d.name, e.lim.Nested), "a define cannot use itself"))
		e.stop = true
		return dst
	}
	var args []*parse.Node
	if n.Kind == parse.Call {
		args = n.Children[1:]
	}
	file := ""
	if d.node.Origin != nil {
		file = d.node.Origin.File
	}
	s := substitution{e: e, args: args, origin: &parse.Origin{File: file, Define: d.name, Call: n.Pos, Parent: n.Origin}}
	var body []*parse.Node
	for _, b := range d.body {
		body = s.copy(body, b)
	}
	from := len(dst)
	for _, b := range body {
		dst = e.node(dst, b, nested+1)
	}
	return e.labelFirst(dst, from, n)
}

// nearestDefine is a hint for a name that is not defined. It is worked out once
// a name: a define may use the name any number of times.
func (e *expander) nearestDefine(name string) string {
	if len(e.findings) >= mostFindings {
		return ""
	}
	hint, known := e.hints[name]
	if !known {
		hint = didYouMean(name, append(sortedKeys(e.own), e.library.Names()...))
		e.hints[name] = hint
	}
	return hint
}
