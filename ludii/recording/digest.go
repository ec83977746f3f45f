package recording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Hash is the recordings' hash of a text: the low half of FNV-1a with 64 bits.
func Hash[T string | []byte](text T) uint32 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return uint32(h)
}

// hashLines hashes sorted texts as legalHash does.
func hashLines(sorted []string) string {
	h := uint64(14695981039346656037)
	for _, s := range sorted {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ '\n') * 1099511628211
	}
	return fmt.Sprintf("%08x", uint32(h))
}

// Digest is a position as the recordings have it.
type Digest struct {
	Containers [][]Entry
	Control    Control
}

// An Entry is what one site holds.
type Entry struct {
	Type       byte // C, E or V; 0 for the board's default type
	Site       int
	Stacked    bool    // written in brackets
	Pieces     []Piece // bottom first; one unless stacked; none in puzzles
	Resolved   bool    // puzzle: the value found is Values[0]
	Candidates bool    // puzzle: Values are left
	Values     []int
}

// A Piece is an item with its details; those not written have the usual value.
// On sites that a large piece or a domino covers, What is 0.
type Piece struct {
	What                          int
	Owner                         int // None where it is the component's
	Count, State, Rotation, Value int // 1 (0 where What is 0), 0, 0, 0 unless written
}

// Control is everything but the board. Lists are nil where unused.
type Control struct {
	Game       int // of a match, None otherwise
	GameScores []float64
	MatchOver  bool // then Over and what follows are of its last game

	MatchWinner  int
	MatchRanking []float64

	Over    bool
	Mover   int
	Next    int
	Winner  int
	Ranking []float64
	Phases  []int
	Order   []int
	Active  []int
	Scores  []int
	Amounts []int
	Pot     int // None where unused
}

// ParseDigest reads a digest.
func ParseDigest(text string) (Digest, error) {
	if len(text) > maxTextBytes {
		return Digest{}, fmt.Errorf("parse digest: longer than %d bytes", maxTextBytes)
	}
	p := scanner{text: text}
	d, err := p.digest()
	if err != nil {
		return Digest{}, fmt.Errorf("parse digest %q: at byte %d: %w", clip(text, 80), p.at, err)
	}
	return d, nil
}

func (p *scanner) digest() (d Digest, err error) {
	for {
		var entries []Entry
		for p.more() && p.text[p.at] != '|' && p.text[p.at] != '#' {
			if len(entries) > 0 {
				if err := p.want(","); err != nil {
					return d, err
				}
			}
			e, err := p.entry()
			if err != nil {
				return d, err
			}
			entries = append(entries, e)
		}
		d.Containers = append(d.Containers, entries)
		if p.take("|") {
			continue
		}
		if err := p.want("#"); err != nil {
			return d, err
		}
		d.Control, err = p.control()
		return d, err
	}
}

func (p *scanner) entry() (e Entry, err error) {
	for _, c := range []byte("CEV") {
		if p.take(string(c)) {
			e.Type = c
			break
		}
	}
	if e.Site, err = p.int(); err != nil {
		return e, err
	}
	if err = p.want(":"); err != nil {
		return e, err
	}
	switch {
	case p.take("="):
		e.Resolved = true
		e.Values = make([]int, 1)
		e.Values[0], err = p.int()
		return e, err
	case p.take("~"):
		e.Candidates = true
		if !p.more() || strings.IndexByte("|#,", p.text[p.at]) >= 0 {
			return e, nil // none left
		}
		e.Values, err = p.ints('.')
		return e, err
	case p.take("["):
		e.Stacked = true
	}
	for {
		piece, err := p.piece()
		if err != nil {
			return e, err
		}
		e.Pieces = append(e.Pieces, piece)
		if !e.Stacked {
			return e, nil
		}
		if p.take("]") {
			return e, nil
		}
		if err := p.want("/"); err != nil {
			return e, err
		}
	}
}

// usualCount stands for 1, or 0 where there is no piece.
const usualCount = None + 1

func (p *Piece) usual(n int) int {
	switch {
	case n != usualCount:
		return n
	case p.What == 0:
		return 0
	}
	return 1
}

// pieceDetails are the marks behind a piece in their order, and the values that
// are not written.
var pieceDetails = [...]struct {
	mark  string
	usual int
	of    func(*Piece) *int
}{
	{".", None, func(p *Piece) *int { return &p.Owner }},
	{"x", usualCount, func(p *Piece) *int { return &p.Count }},
	{"s", 0, func(p *Piece) *int { return &p.State }},
	{"r", 0, func(p *Piece) *int { return &p.Rotation }},
	{"v", 0, func(p *Piece) *int { return &p.Value }},
}

func (p *scanner) piece() (out Piece, err error) {
	if out.What, err = p.int(); err != nil {
		return out, err
	}
	for _, d := range pieceDetails {
		to := d.of(&out)
		usual := out.usual(d.usual)
		if *to = usual; p.take(d.mark) {
			if *to, err = p.int(); err != nil {
				return out, err
			}
			if *to == usual {
				return out, fmt.Errorf("%s%d is not written", d.mark, *to)
			}
		}
	}
	return out, nil
}

func (p *scanner) ints(between byte) ([]int, error) {
	var out []int
	for {
		n, err := p.int()
		if err != nil {
			return nil, err
		}
		out = append(out, n)
		if !p.more() || p.text[p.at] != between {
			return out, nil
		}
		p.at++
	}
}

// floats reads ranks and scores, which may be halves.
func (p *scanner) floats() ([]float64, error) {
	var out []float64
	for {
		start := p.at
		for p.more() && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == '-' || p.text[p.at] == '.') {
			p.at++
		}
		word := p.text[start:p.at]
		f, err := strconv.ParseFloat(word, 64)
		if err != nil || writeFloat(f) != word {
			p.at = start
			return nil, fmt.Errorf("want a number, found %q", clip(p.rest(), 12))
		}
		out = append(out, f)
		if !p.take(",") {
			return out, nil
		}
	}
}

func writeFloat(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// ranks reads who won, and the rank of each player.
func (p *scanner) ranks() (winner int, ranking []float64, err error) {
	if winner, err = p.int(); err != nil {
		return 0, nil, err
	}
	if err = p.want(":"); err != nil {
		return 0, nil, err
	}
	ranking, err = p.floats()
	return winner, ranking, err
}

func (p *scanner) control() (c Control, err error) {
	c.Game, c.Pot = None, None
	if p.take("g") {
		if c.Game, err = p.int(); err != nil {
			return c, err
		}
		if err = p.want("M"); err != nil {
			return c, err
		}
		if c.GameScores, err = p.floats(); err != nil {
			return c, err
		}
		if p.take("OVER:") {
			c.MatchOver = true
			if c.MatchWinner, c.MatchRanking, err = p.ranks(); err != nil {
				return c, err
			}
		}
		if err = p.want(";"); err != nil {
			return c, err
		}
	}
	if p.take("over:") {
		c.Over = true
		c.Winner, c.Ranking, err = p.ranks()
	} else {
		err = first(p.after("m", &c.Mover), p.after("n", &c.Next))
	}
	if err != nil {
		return c, err
	}
	for _, l := range c.lists() {
		if p.take(l.mark) {
			if *l.to, err = p.ints(l.between); err != nil {
				return c, err
			}
		}
	}
	if err = p.maybe("t", &c.Pot); err != nil {
		return c, err
	}
	if p.more() {
		return c, errors.New("more behind the control part")
	}
	return c, nil
}

type list struct {
	mark    string
	name    string
	between byte
	to      *[]int
}

func (c *Control) lists() [5]list {
	return [5]list{
		{"p", "phases", '.', &c.Phases},
		{"o", "order", '.', &c.Order},
		{"a", "active", '.', &c.Active},
		{"s", "scores", ',', &c.Scores},
		{"b", "amounts", ',', &c.Amounts},
	}
}

// String writes the digest.
func (d Digest) String() string {
	var b []byte
	for i, entries := range d.Containers {
		if i > 0 {
			b = append(b, '|')
		}
		for j := range entries {
			if j > 0 {
				b = append(b, ',')
			}
			b = entries[j].append(b)
		}
	}
	b = append(b, '#')
	return string(d.Control.append(b))
}

// key is how the site is written.
func (e *Entry) key() string {
	return string(Place{Type: e.Type, Site: e.Site, Level: None}.append(nil))
}

func (e *Entry) append(b []byte) []byte {
	b = Place{Type: e.Type, Site: e.Site, Level: None}.append(b)
	b = append(b, ':')
	return e.appendItem(b)
}

func (e *Entry) appendItem(b []byte) []byte {
	switch {
	case e.Resolved:
		return appendInts(append(b, '='), e.Values, '.')
	case e.Candidates:
		return appendInts(append(b, '~'), e.Values, '.')
	}
	b = mark(b, e.Stacked, '[')
	for i := range e.Pieces {
		if i > 0 {
			b = append(b, '/')
		}
		p := &e.Pieces[i]
		b = number(b, "", p.What)
		for _, d := range pieceDetails {
			if n := *d.of(p); n != p.usual(d.usual) {
				b = number(b, d.mark, n)
			}
		}
	}
	return mark(b, e.Stacked, ']')
}

func appendInts(b []byte, ints []int, between byte) []byte {
	for i, n := range ints {
		if i > 0 {
			b = append(b, between)
		}
		b = number(b, "", n)
	}
	return b
}

func appendFloats(b []byte, floats []float64) []byte {
	for i, f := range floats {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, writeFloat(f)...)
	}
	return b
}

func (c *Control) append(b []byte) []byte {
	if c.Game != None {
		b = append(number(b, "g", c.Game), 'M')
		b = appendFloats(b, c.GameScores)
		if c.MatchOver {
			b = appendFloats(append(number(b, "OVER:", c.MatchWinner), ':'), c.MatchRanking)
		}
		b = append(b, ';')
	}
	if c.Over {
		b = append(number(b, "over:", c.Winner), ':')
		b = appendFloats(b, c.Ranking)
	} else {
		b = number(number(b, "m", c.Mover), "n", c.Next)
	}
	for _, l := range c.lists() {
		if *l.to != nil {
			b = appendInts(append(b, l.mark...), *l.to, l.between)
		}
	}
	return number(b, "t", c.Pot)
}

// Compare says in words where two digests differ, at most a few places; empty
// if they do not.
func Compare(recorded, here string) string {
	if recorded == here {
		return ""
	}
	r, err := ParseDigest(recorded)
	h, err2 := ParseDigest(here)
	if err != nil || err2 != nil {
		return fmt.Sprintf("recorded %s, here %s", clip(recorded, 400), clip(here, 400))
	}
	const most = 8
	var out []string
	add := func(format string, args ...any) {
		if len(out) < most {
			out = append(out, fmt.Sprintf(format, args...))
		} else if len(out) == most {
			out = append(out, "…")
		}
	}
	if len(r.Containers) != len(h.Containers) {
		add("recorded %d containers, here %d", len(r.Containers), len(h.Containers))
	}
	mine, order := map[string]string{}, []string{}
	for _, c := range h.Containers {
		for i := range c {
			mine[c[i].key()] = string(c[i].appendItem(nil))
			order = append(order, c[i].key())
		}
	}
	for _, c := range r.Containers {
		for i := range c {
			key, item := c[i].key(), string(c[i].appendItem(nil))
			got, ok := mine[key]
			delete(mine, key)
			switch {
			case !ok:
				add("site %s: recorded %s, here empty", key, item)
			case got != item:
				add("site %s: recorded %s, here %s", key, item, got)
			}
		}
	}
	for _, key := range order {
		if got, ok := mine[key]; ok {
			add("site %s: recorded empty, here %s", key, got)
		}
	}
	_, rc, _ := strings.Cut(recorded, "#")
	_, hc, _ := strings.Cut(here, "#")
	if rc != hc {
		add("control: recorded %s, here %s", rc, hc)
	}
	if len(out) == 0 {
		add("the order of entries: recorded %s, here %s", clip(recorded, 200), clip(here, 200))
	}
	return strings.Join(out, "; ")
}
