package topology

import (
	"fmt"

	"ludens/diag"
	"ludens/ludii/parse"
)

// Diagnostic codes of this package.
const (
	CodeFunction = "LUD040" // a board function, or a form of one, that there is not
	CodeArgument = "LUD041" // an argument that the function cannot take
	CodeSize     = "LUD042" // a board with more than MaxSites sites, or one too costly to make
	CodeDepth    = "LUD043" // board functions or numbers nested too deep
)

// Build makes the graph of a container ludeme, (board …), (mancalaBoard …),
// (boardless …) or (surakartaBoard …), and says on which kind of site the game
// is played. The tree is an expanded one. The graph is nil where there are
// errors among the findings.
//
// Tracks and ranges of values, which a container may also hold, are not looked
// at.
func Build(container *parse.Node) (*Graph, Kind, diag.List) { return BuildLooking(container, nil) }

// BuildLooking is Build that calls a function every few steps, which may end it by a
// panic; nil for none.
func BuildLooking(container *parse.Node, look func()) (*Graph, Kind, diag.List) {
	e := &evaluator{budget: &budget{left: mostWork, look: look}, site: Cell}
	m, ok := e.container(container)
	switch {
	case !ok:
	case m.over():
		e.tooLarge(container)
	case len(m.vertices) == 0:
		e.refuse(CodeArgument, container, "the board is empty")
	}
	if len(e.findings) > 0 {
		return nil, e.site, e.findings
	}
	return m.graph(), e.site, nil
}

// An evaluator runs the board functions of one container.
type evaluator struct {
	*budget
	site     Kind // where the game is played: sizes count sites of that kind
	findings diag.List
}

// container dispatches by ludeme.
func (e *evaluator) container(n *parse.Node) (*mesh, bool) {
	a := e.read(n)
	switch a.name {
	case "board":
		if use := a.take("use"); use != nil {
			switch use.Text {
			case "Vertex":
				e.site = Vertex
			case "Edge":
				e.site = Edge
			case "Cell":
			default:
				return nil, e.refuse(CodeArgument, use, "use: takes Vertex, Edge or Cell, not "+use.String())
			}
		}
		return e.graphOf(a)
	case "surakartaBoard":
		e.site = Vertex
		return e.graphOf(a)
	case "mancalaBoard":
		e.site = Vertex
		return e.mancala(a)
	case "boardless":
		return e.boardless(a)
	}
	return nil, e.refuse(CodeFunction, n, fmt.Sprintf("%s is no board", cut(n)))
}

// graphOf evaluates the board function among the arguments of a container.
func (e *evaluator) graphOf(a *arguments) (*mesh, bool) {
	for _, n := range a.rest {
		if n.Kind == parse.Call && functions[n.Head()] != nil {
			return e.graph(n, 0)
		}
	}
	for _, n := range a.rest {
		if n.Kind == parse.Call && n.Head() != "track" && n.Head() != "values" {
			return e.graph(n, 0) // names it in a finding
		}
	}
	return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) has no board function", a.name))
}

// refuse adds a finding at a node and returns false.
func (e *evaluator) refuse(code string, n *parse.Node, message string) bool {
	if len(e.findings) < mostFindings {
		f := diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Pos: n.Pos}
		if n.Origin != nil {
			f.File = n.Origin.File
			if n.Origin.Define != "" {
				f.Note = fmt.Sprintf("the text is that of the define %q", n.Origin.Define)
			}
		}
		e.findings.Add(f)
	}
	return false
}

// mostFindings bounds the list for hostile texts.
const mostFindings = 100

func (e *evaluator) tooLarge(n *parse.Node) bool {
	return e.refuse(CodeSize, n, fmt.Sprintf("the board is too large: at most %d vertices, edges and cells together are made", MaxSites))
}

// cut shortens a node for a message.
func cut(n *parse.Node) string {
	s := n.String()
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return s
}
