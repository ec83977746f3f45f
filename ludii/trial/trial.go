// Package trial reads and writes the files in which Ludii keeps a played game: .trl, or
// .txt. Such a file names the game and its options and lists what was done, move by move,
// with all that followed from each.
//
// The promise: any text gives a trial or an error that names its line, within bounds; what
// is written is read again as the same. It knows files only. Neighbours: ludii/replay,
// which makes the moves again, and the gamemaster, which opens the file and the game.
package trial

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"

	"ludens/internal/bounded"
)

// A Trial is a played game.
type Trial struct {
	Game    string   // as the file names it: a path of Ludii's, "/lud/board/…/Chess.lud"
	Options []string // "Heading/Item"
	Moves   []Move   // those of the start rules first
	Start   int      // how many these are
	Random  string   // the state of Ludii's source of chance, as written; it is not used
	Over    bool     // whether the file says how it ended
	Winner  int
	EndType string
	Ranking []float64 // per player from 1; nil if the file has none
	Version string    // of Ludii
}

// Title is the name of the game: its file's, without the ending.
func (t *Trial) Title() string {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(t.Game, `\`, "/")), ".lud")
}

// None is a number that a file leaves out.
const None = math.MinInt32

// A Move is what was done at once, with what followed from it.
type Move struct {
	Mover              int // 0: the rules
	From, To           int // None if they are left out
	LevelMin, LevelMax int // 0 if they are left out
	Actions            []Action
}

// An Action is one change: its kind as Ludii calls it, "Add", and what it says of it.
type Action struct {
	Kind   string
	Fields []Field
}

// A Field is a name and its value, as they are written.
type Field struct{ Name, Value string }

// Get gives the value of a field.
func (a *Action) Get(name string) (string, bool) {
	for _, f := range a.Fields {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// Int gives the number of a field, None if it is left out or no number.
func (a *Action) Int(name string) int {
	if v, ok := a.Get(name); ok {
		if n, err := strconv.ParseInt(v, 10, 32); err == nil {
			return int(n)
		}
	}
	return None
}

// Decision reports an action that a player decided on.
func (a *Action) Decision() bool { v, _ := a.Get("decision"); return v == "true" }

// Limits of a file.
const (
	maxLine  = 4 << 20
	maxMoves = 200_000
	maxDepth = 50
)

// Read reads a trial.
func Read(in io.Reader) (*Trial, error) {
	lines := bounded.Lines(in, maxLine)
	t := &Trial{}
	options := false
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		key, value, _ := strings.Cut(line, "=")
		var err error
		switch {
		case n == 1:
			if key != "game" || value == "" {
				return nil, errors.New("read a trial: line 1 does not name a game, \"game=…\"")
			}
			t.Game = value
		case line == "START GAME OPTIONS":
			options = true
		case line == "END GAME OPTIONS":
			options = false
		case options:
			t.Options = append(t.Options, line)
		case key == "RNG internal state":
			t.Random = value
		case key == "Move":
			if len(t.Moves) == maxMoves {
				return nil, fmt.Errorf("read a trial: more than %d moves", maxMoves)
			}
			var m Move
			if m, err = readMove(value); err == nil {
				t.Moves = append(t.Moves, m)
			}
		case key == "numInitialPlacementMoves":
			t.Start, err = strconv.Atoi(value)
		case key == "winner":
			t.Winner, err = strconv.Atoi(value)
			t.Over = true
		case key == "endtype":
			t.EndType, t.Over = value, true
		case key == "rankings":
			t.Ranking, err = ranking(value)
		case key == "LUDII_VERSION":
			t.Version = value
		}
		if err != nil {
			return nil, fmt.Errorf("read a trial: line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read a trial: %w", err)
	}
	if t.Game == "" {
		return nil, errors.New("read a trial: the file is empty")
	}
	if t.Start < 0 || t.Start > len(t.Moves) {
		return nil, fmt.Errorf("read a trial: %d of %d moves are said to be those of the start", t.Start, len(t.Moves))
	}
	if t.Start == 0 { // older files do not say it
		for t.Start < len(t.Moves) && t.Moves[t.Start].Mover == 0 {
			t.Start++
		}
	}
	return t, nil
}

// ranking reads the ranks; the first is nobody's.
func ranking(text string) ([]float64, error) {
	parts := strings.Split(text, ",")
	out := make([]float64, 0, len(parts))
	for i, p := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%q is no rank", p)
		}
		if i > 0 {
			out = append(out, x)
		}
	}
	return out, nil
}

// readMove reads "[Move:mover=1,from=4,to=4,actions=[Add:…],[…]]".
func readMove(text string) (Move, error) {
	m := Move{From: None, To: None}
	inner, ok := cutBrackets(text, "Move:")
	if !ok {
		return m, errors.New("a move is written [Move:…]")
	}
	head, actions, has := strings.Cut(inner, "actions=")
	for _, f := range fields(strings.TrimSuffix(head, ",")) {
		to := map[string]*int{"mover": &m.Mover, "from": &m.From, "to": &m.To, "levelMin": &m.LevelMin, "levelMax": &m.LevelMax}[f.Name]
		if to == nil {
			continue
		}
		n, err := strconv.ParseInt(f.Value, 10, 32)
		if err != nil {
			return m, fmt.Errorf("%s=%s is no number", f.Name, f.Value)
		}
		*to = int(n)
	}
	if !has {
		return m, nil
	}
	var err error
	m.Actions, err = readActions(actions, nil, 0)
	return m, err
}

// readActions reads "[Add:…],[Move:mover=…,actions=…]", the moves among them taken apart.
func readActions(text string, into []Action, depth int) ([]Action, error) {
	if depth > maxDepth {
		return nil, errors.New("moves are nested too deeply")
	}
	for text != "" {
		end := closing(text)
		if end < 0 {
			return nil, fmt.Errorf("an action is not closed: %.40q", text)
		}
		inner := text[1:end]
		text = strings.TrimPrefix(text[end+1:], ",")
		if _, actions, ok := strings.Cut(inner, "actions="); ok && strings.HasPrefix(inner, "Move:") {
			var err error
			if into, err = readActions(actions, into, depth+1); err != nil {
				return nil, err
			}
			continue
		}
		kind, rest, _ := strings.Cut(inner, ":")
		into = append(into, Action{Kind: kind, Fields: fields(rest)})
	}
	return into, nil
}

// closing finds the bracket that closes the first; -1 if there is none.
func closing(text string) int {
	if text == "" || text[0] != '[' {
		return -1
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func cutBrackets(text, head string) (string, bool) {
	if end := closing(text); end != len(text)-1 || end < 0 {
		return "", false
	}
	return strings.CutPrefix(text[1:len(text)-1], head)
}

// fields reads "name=value,name=value". A part without a mark belongs to the value
// before it: texts may have commas.
func fields(text string) (out []Field) {
	if text == "" {
		return nil
	}
	for _, p := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			if len(out) > 0 {
				out[len(out)-1].Value += "," + p
			}
			continue
		}
		out = append(out, Field{name, value})
	}
	return out
}

// Write writes a trial.
func (t *Trial) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "game=%s\nSTART GAME OPTIONS\n", t.Game)
	for _, o := range t.Options {
		fmt.Fprintln(w, o)
	}
	fmt.Fprintln(w, "END GAME OPTIONS")
	random := t.Random
	if random == "" {
		random = "0,0,0,0,0,0,0,0" // Ludii reads no file without it
	}
	fmt.Fprintf(w, "RNG internal state=%s\n", random)
	for _, m := range t.Moves {
		fmt.Fprintf(w, "Move=%s\n", m)
	}
	fmt.Fprintf(w, "numInitialPlacementMoves=%d\n", t.Start)
	if t.Over {
		fmt.Fprintf(w, "winner=%d\nendtype=%s\n", t.Winner, t.EndType)
	}
	w.WriteString("rankings=0.0")
	for _, r := range t.Ranking {
		text := strconv.FormatFloat(r, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		w.WriteString("," + text)
	}
	fmt.Fprintf(w, "\nSANDBOX=false\nLUDII_VERSION=%s\n", t.Version)
	return w.Flush()
}

// String writes a move as files do.
func (m Move) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Move:mover=%d", m.Mover)
	for _, f := range []struct {
		name string
		n    int
	}{{"from", m.From}, {"to", m.To}} {
		if f.n != None {
			fmt.Fprintf(&b, ",%s=%d", f.name, f.n)
		}
	}
	if m.LevelMin != 0 || m.LevelMax != 0 {
		fmt.Fprintf(&b, ",levelMin=%d,levelMax=%d", m.LevelMin, m.LevelMax)
	}
	b.WriteString(",actions=")
	for i, a := range m.Actions {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("[" + a.Kind + ":")
		for j, f := range a.Fields {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(f.Name + "=" + f.Value)
		}
		b.WriteByte(']')
	}
	b.WriteByte(']')
	return b.String()
}
