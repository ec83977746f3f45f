package ggp

import (
	"fmt"
	"strconv"
	"strings"
)

// Dialect is the spelling of one server family.
type Dialect int

const (
	// GGPBase separates every parenthesis by a blank and keeps letter case.
	GGPBase Dialect = iota
	// Dresden2011 writes tight parentheses and everything but the match
	// identifier in upper case.
	Dresden2011
	// Dresden2011Percepts is the same for a player registered for GDL-II: its
	// percepts stand in place of the moves.
	Dresden2011Percepts
	// Dresden2013 is the later GDL-II form: turn number, own last move, percepts.
	Dresden2013
)

var dialectNames = [...]string{"ggp-base", "dresden-2011", "dresden-2011-percepts", "dresden-2013"}

// String gives the name that ParseDialect reads.
func (d Dialect) String() string {
	if d < 0 || int(d) >= len(dialectNames) {
		return "dialect " + strconv.Itoa(int(d))
	}
	return dialectNames[d]
}

// ParseDialect finds a dialect by its name, ignoring letter case.
func ParseDialect(name string) (Dialect, error) {
	for i, n := range dialectNames {
		if strings.EqualFold(n, name) {
			return Dialect(i), nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q: expected one of %s", name, strings.Join(dialectNames[:], ", "))
}

// Dresden reports whether the dialect belongs to the Dresden server family.
func (d Dialect) Dresden() bool { return d != GGPBase }

// Percepts reports whether a player addressed in this dialect is told what it
// saw instead of everybody's moves.
func (d Dialect) Percepts() bool { return d == Dresden2011Percepts || d == Dresden2013 }

// ForHidden is the dialect of the same family that can carry a game in which
// players do not see everything. The other dialects would have to tell every
// move.
func (d Dialect) ForHidden() Dialect {
	if d.Percepts() {
		return d
	}
	return Dresden2013
}

// Encoder writes messages to one player. The zero value writes GGP-Base's
// spelling, unscrambled.
type Encoder struct {
	Dialect Dialect
	// Hidden says that Turn.Percepts are the percepts of the game. If it is
	// false and the dialect tells percepts, every player is made to see every
	// move, by an additional rule, as the Dresden server does.
	Hidden bool
	// Roles are the role names in protocol order, needed for that only.
	Roles []string
	// Scrambler renames what players see; nil renames nothing.
	Scrambler *Scrambler
}

// seesAll lets a player of a GDL-II dialect see all moves of a GDL-I game.
const seesAll = "(<= (SEES ?P (DID ?P2 ?M)) (ROLE ?P) (DOES ?P2 ?M) )\n"

// Encode writes a message. It fails when a part of it could not be read back: a
// match identifier that is not one symbol, or text that is not balanced.
func (e *Encoder) Encode(m Message) (string, error) {
	if id := m.Match(); m.Command() != "INFO" && m.Command() != "PREVIEW" && !IsSymbol(id) {
		return "", fmt.Errorf("write %s: match identifier %q is not one symbol", m.Command(), shorten(id))
	}
	var text string
	var err error
	switch m := m.(type) {
	case Start:
		text, err = e.start(m)
	case Play:
		text, err = e.turn("PLAY", m.MatchID, m.Turn)
	case Stop:
		text, err = e.turn("STOP", m.MatchID, m.Turn)
	case Abort:
		text = e.wrap("ABORT " + m.MatchID)
	case Info:
		text = e.wrap("INFO")
	case Preview:
		var rules string
		if rules, err = e.rules(m.Rules, false); err == nil {
			text = e.wrap("PREVIEW " + rules + " " + strconv.Itoa(m.Clock))
		}
	default:
		err = fmt.Errorf("no such message")
	}
	if err != nil {
		return "", fmt.Errorf("write %s: %w", m.Command(), err)
	}
	return text, nil
}

// Decode brings a player's answer back to the names of the rules.
func (e *Encoder) Decode(answer string) string {
	if e.Scrambler == nil {
		return answer
	}
	return e.Scrambler.Unscramble(answer)
}

// IsSymbol reports whether s can stand as one symbol in a message.
func IsSymbol(s string) bool {
	for i := range len(s) {
		if isBreak(s[i]) {
			return false
		}
	}
	return s != ""
}

func (e *Encoder) wrap(inner string) string {
	if e.Dialect.Dresden() {
		return "(" + inner + ")"
	}
	return "( " + inner + " )"
}

// term writes one term in the dialect.
func (e *Encoder) term(text string) (string, error) {
	tidied, err := Tidy(text)
	if err != nil {
		return "", fmt.Errorf("term %q: %w", shorten(text), err)
	}
	return e.spell(tidied), nil
}

// spell writes balanced text in the dialect.
func (e *Encoder) spell(text string) string {
	if e.Scrambler != nil {
		text = e.Scrambler.Scramble(text)
	}
	if e.Dialect.Dresden() {
		return strings.ToUpper(tidy(text))
	}
	return Spaced(text)
}

// rules writes a description with its parentheses: every rule followed by a blank.
// One in ludemes goes out as it is but for white space around it; if it has
// several parts they are put into parentheses like rules. A START may need a rule
// more.
func (e *Encoder) rules(text string, start bool) (string, error) {
	lim := Limits{}.withDefaults()
	whole, parts, err := ludemes(text, lim.Depth)
	switch {
	case err != nil:
		return "", fmt.Errorf("description: %w", err)
	case parts > 0 && start && e.Dialect.Percepts() && !e.Hidden:
		// The rule that has players see all moves cannot be written in ludemes.
		return "", fmt.Errorf("description: in the dialect %s a game in ludemes cannot be sent", e.Dialect)
	case parts == 1 && whole[0] == '(':
		return whole, nil
	case parts > 0:
		if strings.Contains(whole[strings.LastIndexByte(whole, '\n')+1:], "//") {
			whole += "\n" // it may be a comment
		}
		return "(" + whole + ")", nil
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	b.WriteByte('(')
	text = e.Scrambler.ordered(text)
	x := lexer{text: text}
	for {
		t, start, end := x.next()
		if t == tokEnd {
			break
		}
		rule, err := x.expression(t, start, end, lim.Depth)
		if err != nil {
			return "", fmt.Errorf("description: %w", err)
		}
		b.WriteString(e.spell(text[rule.start:rule.end]))
		b.WriteByte(' ')
	}
	if start && e.Dialect.Percepts() && !e.Hidden {
		b.WriteString(e.seesAll())
	}
	b.WriteByte(')')
	return b.String(), nil
}

func (e *Encoder) start(m Start) (string, error) {
	role, err := e.term(m.Role)
	if err != nil {
		return "", err
	}
	rules, err := e.rules(m.Rules, true)
	if err != nil {
		return "", err
	}
	inner := fmt.Sprintf("START %s %s %s %d %d", m.MatchID, role, rules, m.StartClock, m.PlayClock)
	if e.Dialect.Dresden() {
		return "(" + inner + ")", nil
	}
	return "( " + inner + ")", nil // GGP-Base leaves this blank out
}

func (e *Encoder) seesAll() string {
	if e.Scrambler == nil {
		return seesAll
	}
	return strings.ToUpper(e.Scrambler.Scramble(seesAll))
}

func (e *Encoder) turn(command, id string, t Turn) (string, error) {
	head := command + " " + id + " "
	if e.Dialect == Dresden2013 {
		return e.numbered(head, t)
	}
	list := t.Moves
	blankAfterEach := e.Dialect == GGPBase
	if e.Hidden || e.Dialect == Dresden2011Percepts {
		list, blankAfterEach = e.percepts(t), true
	}
	if list == nil {
		return e.wrap(head + "NIL"), nil
	}
	inner, err := e.list(list, blankAfterEach)
	if err != nil {
		return "", err
	}
	return e.wrap(head + inner), nil
}

// numbered is the form (PLAY id number own (percept …)).
func (e *Encoder) numbered(head string, t Turn) (string, error) {
	percepts := e.percepts(t)
	if t.Number <= 0 || percepts == nil {
		return e.wrap(head + strconv.Itoa(max(t.Number, 0)) + " NIL NIL"), nil
	}
	own, err := e.term(t.Own)
	if err != nil {
		return "", err
	}
	inner, err := e.list(percepts, true)
	if err != nil {
		return "", err
	}
	return e.wrap(head + strconv.Itoa(t.Number) + " " + own + " " + inner), nil
}

func (e *Encoder) list(terms []string, blankAfterEach bool) (string, error) {
	var b strings.Builder
	b.WriteByte('(')
	for i, term := range terms {
		text, err := e.term(term)
		if err != nil {
			return "", err
		}
		if i > 0 && !blankAfterEach {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		if blankAfterEach {
			b.WriteByte(' ')
		}
	}
	b.WriteByte(')')
	return b.String(), nil
}

// percepts gives what the player saw: the game's percepts, or every move when
// the game hides nothing. Nil before the first turn.
func (e *Encoder) percepts(t Turn) []string {
	if e.Hidden {
		if t.Number > 0 && t.Percepts == nil {
			return []string{}
		}
		return t.Percepts
	}
	if t.Moves == nil {
		return nil
	}
	out := make([]string, 0, len(t.Moves))
	for i, move := range t.Moves {
		if i < len(e.Roles) {
			out = append(out, "(did "+e.Roles[i]+" "+move+")")
		}
	}
	return out
}
