package lower

import (
	"ludens/diag"
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Options of Lower. The zero value is right for play.
type Options struct {
	File string // what findings are said to be in, where a term does not tell

	// Topology is used instead of the board that the description builds. It is
	// for tests that look at the machine alone, with a recorded board.
	Topology *topology.Topology

	// Subgames are the programs of a match's games, in the order in which the match
	// names them; nil where there is none.
	Subgames []*exec.Program

	// Look, if not nil, is called every few steps, so that whoever waits can end the work
	// from outside: by a panic, which is the caller's to catch.
	Look func()
}

// Limits that Ludii sets where a description does not.
const (
	defaultMaxTurns = 1250
	defaultMaxMoves = 10000
	maxPlayers      = 16
)

// Lower makes the program of a checked description. There is no program when
// there is an error among the findings.
func Lower(root *check.Term, o Options) (*exec.Program, diag.List) {
	l := &lowerer{p: &exec.Program{MaxTurns: defaultMaxTurns, MaxMoves: defaultMaxMoves}, root: root, file: o.File, look: o.Look}
	l.lower(o)
	for _, d := range l.findings {
		if d.Severity == diag.Error {
			return nil, l.findings
		}
	}
	return l.p, l.findings
}

func (l *lowerer) lower(o Options) {
	if name := l.root.Arg("name"); name != nil {
		l.p.Name = name.Text
	}
	switch {
	case l.root.Name() == "match" && l.root.Arg("games") != nil:
		l.match(o)
		return
	case l.root.Name() != "game" || l.root.Arg("rules") == nil:
		l.refuse(l.root, CodeMeaning, "a game without rules")
		return
	}
	l.playersOf(l.root.Arg("players"))
	l.modeOf(l.root.Arg("mode"))
	l.computeFlags()
	l.equipment(l.root.Arg("equipment"), o)
	if len(l.findings) > 0 && (!l.anyway || l.p.Topo == nil) {
		return
	}
	l.rules(l.root.Arg("rules"))
	l.lowerPieces()
	l.p.Aims = l.aims()
	if len(l.findings) == 0 {
		l.reaching()
		l.drawing()
	}
}

func (l *lowerer) playersOf(t *check.Term) {
	p := l.p
	switch t.Name() {
	case "players.players#seats":
		p.Players = len(t.Arg("seats").Items)
	default:
		n := l.int(t.Arg("count"))
		if !n.Const || n.V < 0 {
			l.refuse(t, CodeMeaning, "the number of players must be a plain number")
			return
		}
		p.Players = n.V
	}
	if p.Players > maxPlayers {
		l.refuse(t, CodeSize, "%d players; at most %d are allowed", p.Players, maxPlayers)
		p.Players = maxPlayers
	}
	p.Facing = make([]topology.Direction, p.Players+2)
	for i := range p.Facing {
		p.Facing[i] = topology.NoDirection
	}
	if seats := t.Arg("seats"); seats != nil {
		for i, s := range seats.Items {
			if i < p.Players {
				p.Facing[i+1] = direction(s.Arg("facing"))
			}
		}
	}
}

// direction reads an absolute direction written as a constant.
func direction(t *check.Term) topology.Direction {
	if t != nil {
		if d, ok := topology.ParseDirection(t.Text); ok {
			return d
		}
	}
	return topology.NoDirection
}

func (l *lowerer) modeOf(t *check.Term) {
	if t == nil {
		if l.p.Players == 0 {
			l.p.Mode = exec.Simulation
		}
		return
	}
	l.p.Mode = modes[t.Arg("modeType").Text]
}

// simultaneous reports whether players move at the same time, if only in some phase.
// It looks at the description: phases are lowered one after the other.
func (l *lowerer) simultaneous() bool {
	found := l.p.Mode == exec.Simultaneous
	if phases := l.root.Arg("rules").Arg("phases"); phases != nil {
		for _, ph := range phases.Items {
			m := ph.Arg("mode")
			found = found || m != nil && modes[m.Arg("modeType").Text] == exec.Simultaneous
		}
	}
	return found
}

// modes are those that descriptions name.
var modes = map[string]exec.Mode{"Alternating": exec.Alternating, "Simultaneous": exec.Simultaneous, "Simulation": exec.Simulation}

// name gives the index of a name in a list of names, appending it if it is new.
func name(list *[]string, s string) int {
	for i, n := range *list {
		if n == s {
			return i
		}
	}
	*list = append(*list, s)
	return len(*list) - 1
}

// varIndex, notion and memory number the names of variables, of votes,
// propositions, triggers and notes, and of remembered values.
func (l *lowerer) varIndex(s string) int { return name(&l.p.Vars, s) }
func (l *lowerer) notion(s string) int   { return name(&l.p.Notions, s) }
func (l *lowerer) memory(s string) int   { return name(&l.p.Memories, s) }
