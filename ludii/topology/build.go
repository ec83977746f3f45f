package topology

import (
	"ludens/diag"
	"ludens/ludii/parse"
)

// Build makes the graph of a container ludeme, (board …), (mancalaBoard …),
// (boardless …) or (surakartaBoard …), and says on which kind of site the game
// is played. The graph is nil where there are errors among the findings.
func Build(container *parse.Node) (*Graph, Kind, diag.List) {
	return nil, Cell, diag.List{{Code: CodeFunction, Severity: diag.Error, Pos: container.Pos, Message: "boards are not built yet"}}
}

// Diagnostic codes of this package.
const (
	CodeFunction = "LUD040" // a board function, or a form of one, that is not built
	CodeArgument = "LUD041" // an argument that the function cannot take
	CodeSize     = "LUD042" // a board with more than MaxSites sites, or one too costly to make
	CodeDepth    = "LUD043" // board functions nested too deep
)
