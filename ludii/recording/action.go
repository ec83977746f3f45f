package recording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func newAction(kind string) Action {
	nowhere := Place{Site: None, Level: None}
	return Action{
		Kind: kind, From: nowhere, To: nowhere, What: None,
		Count: None, State: None, Rotation: None, Value: None, Player: None, N: None,
	}
}

// A shape is what follows an action's word.
type shape int

const (
	piece     shape = iota // LOC[-LOC][=what] details
	alone                  // nothing
	pass                   // [*]
	swap                   // P,Q
	placeSet               // LOC=N
	countSet               // LOC=WHATxN
	value                  // =N
	maybe                  // [=N]
	player                 // P=N or P+=N
	named                  // :NAME=N
	perhaps                // [:NAME]=N
	text                   // :TEXT
	addressed              // :TEXT@P
	die                    // SITE=N
	use                    // I.J@SITE
	truth                  // =BOOL
	hide                   // [FIELD]:LOC@P=N
	puzzle                 // LOC:N
	anything               // the rest as it is
)

// words are the notation's words in an order in which the first that fits is
// meant.
var words = []struct {
	word  string
	shape shape
}{
	{"A", piece},
	{"I", piece},
	{"M", piece},
	{"K", piece},
	{"C", piece},
	{"R", piece},
	{"P", piece},
	{"S", piece},
	{"=", puzzle},
	{"tog", puzzle},
	{"pass", pass},
	{"swap", swap},
	{"store", alone},
	{"st", placeSet},
	{"ct", countSet},
	{"ro", placeSet},
	{"var", named},
	{"va", placeSet},
	{"next", value},
	{"score", player},
	{"counter", value},
	{"cost", placeSet},
	{"temp", value},
	{"pend", maybe},
	{"amt", player},
	{"bet", player},
	{"pot", value},
	{"pval", player},
	{"diceEq", truth},
	{"die", die},
	{"use", use},
	{"hid", hide},
	{"team", player},
	{"rem", perhaps},
	{"forget", perhaps},
	{"forfeit", anything},
	{"reset", anything},
	{"phase", anything},
	{"trig", addressed},
	{"note", addressed},
	{"propose", text},
	{"vote", text},
}

// shapes finds a word's shape.
var shapes = func() map[string]shape {
	m := map[string]shape{}
	for _, w := range words {
		m[w.word] = w.shape
	}
	return m
}()

// action reads a plain action. The scanner's text ends where the action must.
func (p *scanner) action() (Action, error) {
	decision := p.take("!")
	for _, w := range words {
		if p.take(w.word) {
			a := newAction(w.word)
			a.Decision = decision
			return a, p.arguments(&a, w.shape)
		}
	}
	if !p.more() {
		return Action{}, errEnd
	}
	return Action{}, fmt.Errorf("no action begins %q", clip(p.rest(), 12))
}

func (p *scanner) arguments(a *Action, s shape) (err error) {
	switch s {
	case piece:
		return p.pieceArguments(a)
	case alone:
	case pass:
		a.Forced = p.take("*")
	case swap:
		return first(p.number(&a.Player), p.after(",", &a.N))
	case placeSet:
		return first(p.place(&a.From), p.after("=", &a.N))
	case countSet:
		return first(p.place(&a.From), p.after("=", &a.What), p.after("x", &a.N))
	case value:
		return first(p.after("=", &a.N))
	case maybe:
		return p.maybe("=", &a.N)
	case player:
		return first(p.number(&a.Player), func() error {
			a.Add = p.take("+")
			return nil
		}, p.after("=", &a.N))
	case named, perhaps:
		if p.take(":") {
			cut := strings.LastIndexByte(p.rest(), '=')
			if cut < 0 {
				return errors.New("a name without a value")
			}
			a.Name = p.rest()[:cut]
			p.at += cut
			if a.Name == "" {
				return errors.New("an empty name")
			}
		} else if s == named {
			return p.want(":")
		}
		return first(p.after("=", &a.N))
	case text:
		if err := p.want(":"); err != nil {
			return err
		}
		a.Name, p.at = p.rest(), len(p.text)
	case addressed:
		if err := p.want(":"); err != nil {
			return err
		}
		cut := strings.LastIndexByte(p.rest(), '@')
		if cut < 0 {
			return errors.New("a text without an addressee")
		}
		a.Name = p.rest()[:cut]
		p.at += cut
		return first(p.after("@", &a.Player))
	case die:
		return first(p.number(&a.From.Site), p.after("=", &a.N))
	case use:
		return first(p.number(&a.Count), p.after(".", &a.N), p.after("@", &a.From.Site))
	case truth:
		switch {
		case p.take("=true"):
			a.N = 1
		case p.take("=false"):
			a.N = 0
		default:
			return errors.New("want =true or =false")
		}
	case hide:
		cut := strings.IndexByte(p.rest(), ':')
		if cut < 0 {
			return errors.New("a field without a place")
		}
		a.Name = p.rest()[:cut]
		p.at += cut + 1
		return first(p.place(&a.From), p.after("@", &a.Player), p.after("=", &a.N))
	case puzzle:
		return first(p.place(&a.From), p.after(":", &a.N))
	case anything:
		a.Name, p.at = p.rest(), len(p.text)
	}
	return nil
}

// first runs steps up to the first error.
func first(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (p *scanner) number(to *int) func() error {
	return func() (err error) {
		*to, err = p.int()
		return err
	}
}

func (p *scanner) after(mark string, to *int) func() error {
	return func() error {
		if err := p.want(mark); err != nil {
			return err
		}
		return p.number(to)()
	}
}

func (p *scanner) place(to *Place) func() error {
	return func() (err error) {
		for _, c := range []byte("CEV") {
			if p.take(string(c)) {
				to.Type = c
				break
			}
		}
		if to.Site, err = p.int(); err != nil {
			return err
		}
		return p.maybe("/", &to.Level)
	}
}

func (p *scanner) pieceArguments(a *Action) error {
	if err := p.place(&a.From)(); err != nil {
		return err
	}
	if p.take("-") {
		if err := p.place(&a.To)(); err != nil {
			return err
		}
	}
	for _, d := range a.details() {
		if err := p.maybe(d.mark, d.to); err != nil {
			return err
		}
	}
	a.OnStack = p.take("k")
	a.Deferred = p.take("~")
	return nil
}

type detail struct {
	mark string
	to   *int
}

func (a *Action) details() [5]detail {
	return [5]detail{{"=", &a.What}, {"x", &a.Count}, {"s", &a.State}, {"r", &a.Rotation}, {"v", &a.Value}}
}

// String writes the action in canonical notation.
func (a Action) String() string { return string(a.Append(nil)) }

// Append appends the action in canonical notation.
func (a *Action) Append(b []byte) []byte {
	if a.Nested != nil {
		b = append(b, '{')
		b = a.Nested.Append(b)
		return append(b, '}')
	}
	if a.Decision {
		b = append(b, '!')
	}
	b = append(b, a.Kind...)
	switch shapes[a.Kind] {
	case piece:
		b = a.From.append(b)
		if a.To.Site != None {
			b = append(b, '-')
			b = a.To.append(b)
		}
		for _, d := range a.details() {
			b = number(b, d.mark, *d.to)
		}
		b = mark(b, a.OnStack, 'k')
		b = mark(b, a.Deferred, '~')
	case alone:
	case pass:
		b = mark(b, a.Forced, '*')
	case swap:
		b = number(b, "", a.Player)
		b = number(b, ",", a.N)
	case placeSet:
		b = number(a.From.append(b), "=", a.N)
	case countSet:
		b = number(a.From.append(b), "=", a.What)
		b = number(b, "x", a.N)
	case value, maybe:
		b = number(b, "=", a.N)
	case player:
		b = mark(number(b, "", a.Player), a.Add, '+')
		b = number(b, "=", a.N)
	case named, perhaps:
		if a.Name != "" {
			b = append(append(b, ':'), a.Name...)
		}
		b = number(b, "=", a.N)
	case text:
		b = append(append(b, ':'), a.Name...)
	case addressed:
		b = append(append(b, ':'), a.Name...)
		b = number(b, "@", a.Player)
	case die:
		b = number(b, "", a.From.Site)
		b = number(b, "=", a.N)
	case use:
		b = number(b, "", a.Count)
		b = number(b, ".", a.N)
		b = number(b, "@", a.From.Site)
	case truth:
		b = strconv.AppendBool(append(b, '='), a.N != 0)
	case hide:
		b = append(append(b, a.Name...), ':')
		b = number(a.From.append(b), "@", a.Player)
		b = number(b, "=", a.N)
	case puzzle:
		b = number(a.From.append(b), ":", a.N)
	case anything:
		b = append(b, a.Name...)
	}
	return b
}

func mark(b []byte, set bool, c byte) []byte {
	if set {
		return append(b, c)
	}
	return b
}

func (l Place) append(b []byte) []byte {
	if l.Type != 0 {
		b = append(b, l.Type)
	}
	b = number(b, "", l.Site)
	return number(b, "/", l.Level)
}
