package recording

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bounds of a text in canonical notation.
const (
	maxTextBytes = 4 << 20
	maxNesting   = 256
)

// None stands for a number that is not given.
const None = math.MinInt

// Move is a move in canonical notation.
type Move struct {
	Mover    int // None where it goes without saying
	Actions  []Action
	From, To int // the move's own, None unless written
	Min, Max int // levels, None unless written
}

// A Place is a site and a level.
type Place struct {
	Type  byte // C, E or V; 0 for the board's default type
	Site  int
	Level int // None where not given
}

// An Action is a part of a move. Which fields count depends on the kind; numbers
// that are not given are None.
type Action struct {
	Kind     string // the notation's word: "A", "M", "st", "score", "rem", "=", or "{}" for a nested move
	Decision bool
	Nested   *Move

	From Place // also the place of actions with one place; Site is None if there is none
	To   Place // of M K C and S
	What int   // after "=": of A I P and ct
	// Details of pieces.
	Count, State, Rotation, Value int
	OnStack                       bool // k
	Deferred                      bool // ~
	Forced                        bool // * of a pass

	Name   string // of var, rem, forget, trig, note, propose, vote, the field of hid; what follows phase, forfeit and reset
	Player int    // of next, score, amt, bet, pval, team, hid, trig, note; the first of swap
	Add    bool   // "+=" in place of "="
	N      int    // the number set; the second player of swap; the die of use, whose set is Count and whose place is From
}

var errEnd = errors.New("the text ends too early")

// ParseMove reads a move, or what was applied, in canonical notation.
func ParseMove(text string) (Move, error) {
	if len(text) > maxTextBytes {
		return Move{}, fmt.Errorf("parse move: longer than %d bytes", maxTextBytes)
	}
	p := scanner{text: text}
	m, err := p.move(0)
	if err == nil && p.at != len(text) {
		err = fmt.Errorf("%q behind the move", clip(text[p.at:], 20))
	}
	if err != nil {
		return Move{}, fmt.Errorf("parse move %q: at byte %d: %w", clip(text, 80), p.at, err)
	}
	return m, nil
}

// scanner reads a text from left to right.
type scanner struct {
	text string
	at   int
}

func (p *scanner) rest() string { return p.text[p.at:] }

func (p *scanner) more() bool { return p.at < len(p.text) }

// take skips s if it comes next.
func (p *scanner) take(s string) bool {
	if strings.HasPrefix(p.rest(), s) {
		p.at += len(s)
		return true
	}
	return false
}

// int reads a whole number as it would be written: no plus sign, no leading
// zeros, no minus zero, so that what is read is written alike.
func (p *scanner) int() (int, error) {
	start, at := p.at, p.at
	if at < len(p.text) && p.text[at] == '-' {
		at++
	}
	first := at
	for at < len(p.text) && p.text[at] >= '0' && p.text[at] <= '9' {
		at++
	}
	if at == first {
		if !p.more() {
			return 0, errEnd
		}
		return 0, fmt.Errorf("want a number, found %q", clip(p.rest(), 12))
	}
	if p.text[first] == '0' && (at > first+1 || first > start) {
		return 0, fmt.Errorf("%s is not how numbers are written", p.text[start:at])
	}
	n, err := strconv.Atoi(p.text[start:at])
	if err != nil || n == None {
		return 0, fmt.Errorf("number %s is too large", clip(p.text[start:at], 24))
	}
	p.at = at
	return n, nil
}

func (p *scanner) want(s string) error {
	if p.take(s) {
		return nil
	}
	if !p.more() {
		return errEnd
	}
	return fmt.Errorf("want %q, found %q", s, clip(p.rest(), 12))
}

// maybe reads a number if a mark comes next.
func (p *scanner) maybe(mark string, to *int) (err error) {
	if p.take(mark) {
		*to, err = p.int()
	}
	return err
}

func (p *scanner) move(depth int) (m Move, err error) {
	m = Move{Mover: None, From: None, To: None, Min: None, Max: None}
	if depth > maxNesting {
		return m, fmt.Errorf("moves nested deeper than %d", maxNesting)
	}
	if c := p.rest(); c != "" && (c[0] >= '0' && c[0] <= '9' || c[0] == '-') {
		if m.Mover, err = p.int(); err != nil {
			return m, err
		}
		if err = p.want(":"); err != nil {
			return m, err
		}
	}
	for {
		var a Action
		if p.take("{") {
			nested, err := p.move(depth + 1)
			if err != nil {
				return m, err
			}
			if err := p.want("}"); err != nil {
				return m, err
			}
			a = newAction("{}")
			a.Nested = &nested
			m.Actions = append(m.Actions, a)
			if !p.take(";") {
				end := p.segment(depth)
				return m, p.suffix(&m, end)
			}
			continue
		}
		end := p.segment(depth)
		last := end == len(p.text) || p.text[end] == '}'
		stop := end
		if last {
			stop = suffixAt(p.text, p.at, end)
		}
		part := scanner{text: p.text[:stop], at: p.at}
		a, err = part.action()
		p.at = part.at
		if err != nil {
			return m, err
		}
		m.Actions = append(m.Actions, a)
		if part.more() {
			return m, fmt.Errorf("%q is left of an action", clip(part.rest(), 20))
		}
		if last {
			return m, p.suffix(&m, end)
		}
		p.at = end + 1
	}
}

// segment finds the end of an action: ";" or, inside of braces, "}".
func (p *scanner) segment(depth int) int {
	for i := p.at; i < len(p.text); i++ {
		if c := p.text[i]; c == ';' || c == '}' && depth > 0 {
			return i
		}
	}
	return len(p.text)
}

// suffixAt finds where "@from>to" and "^min..max" begin behind a last action.
func suffixAt(text string, from, end int) int {
	at := end
	if i := strings.LastIndexByte(text[from:at], '^'); i >= 0 {
		q := scanner{text: text[:at], at: from + i}
		if q.levels(&Move{}) == nil && !q.more() {
			at = from + i
		}
	}
	if i := strings.LastIndexByte(text[from:at], '@'); i >= 0 {
		q := scanner{text: text[:at], at: from + i}
		if q.fromTo(&Move{}) == nil && !q.more() {
			at = from + i
		}
	}
	return at
}

func (p *scanner) suffix(m *Move, end int) error {
	q := scanner{text: p.text[:end], at: p.at}
	if strings.HasPrefix(q.rest(), "@") {
		if err := q.fromTo(m); err != nil {
			return err
		}
	}
	if strings.HasPrefix(q.rest(), "^") {
		if err := q.levels(m); err != nil {
			return err
		}
	}
	p.at = q.at
	if q.more() {
		return fmt.Errorf("%q behind the actions", clip(q.rest(), 20))
	}
	return nil
}

func (p *scanner) fromTo(m *Move) (err error) { return p.pair("@", ">", &m.From, &m.To) }

func (p *scanner) levels(m *Move) (err error) { return p.pair("^", "..", &m.Min, &m.Max) }

func (p *scanner) pair(before, between string, a, b *int) (err error) {
	if err = p.want(before); err != nil {
		return err
	}
	if *a, err = p.int(); err != nil {
		return err
	}
	if err = p.want(between); err != nil {
		return err
	}
	*b, err = p.int()
	return err
}

// String writes the move in canonical notation.
func (m Move) String() string { return string(m.Append(nil)) }

// Append appends the move in canonical notation.
func (m Move) Append(b []byte) []byte {
	if m.Mover != None {
		b = strconv.AppendInt(b, int64(m.Mover), 10)
		b = append(b, ':')
	}
	for i := range m.Actions {
		if i > 0 {
			b = append(b, ';')
		}
		b = m.Actions[i].Append(b)
	}
	if m.From != None {
		b = number(b, "@", m.From)
		b = number(b, ">", m.To)
	}
	if m.Min != None {
		b = number(b, "^", m.Min)
		b = number(b, "..", m.Max)
	}
	return b
}

// number appends a mark and a number, nothing for None.
func number(b []byte, mark string, n int) []byte {
	if n == None {
		return b
	}
	return strconv.AppendInt(append(b, mark...), int64(n), 10)
}

// Flat gives all plain actions of a move in their order, nested ones included.
func (m Move) Flat() []Action {
	var out []Action
	for _, a := range m.Actions {
		if a.Nested != nil {
			out = append(out, a.Nested.Flat()...)
		} else {
			out = append(out, a)
		}
	}
	return out
}
