package ggp

import (
	"fmt"
	"strconv"
	"strings"
)

// mostClock bounds the clocks of a message, in seconds; about 31 years.
const mostClock = 1_000_000_000

// Parse reads a message. Text behind the message's last parenthesis is
// ignored, as GGP-Base does. Errors wrap ErrSyntax, ErrCommand, ErrForm or
// ErrLimit.
func Parse(body string, lim Limits) (Message, error) {
	lim = lim.withDefaults()
	if len(body) > lim.Bytes {
		return nil, fmt.Errorf("read message: %w: %d bytes, more than %d", ErrLimit, len(body), lim.Bytes)
	}
	x := lexer{text: body}
	whole, err := x.one(lim.Depth)
	if err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	if !whole.list {
		return nil, fmt.Errorf("read message: %w: a message is a list in parentheses", ErrSyntax)
	}
	// A START may have any number of elements; only the first ones count.
	const mostElements = 64
	parts, err := members(body, whole, lim.Depth, mostElements)
	if err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	if len(parts) == 0 || parts[0].list {
		return nil, fmt.Errorf("read message: %w: a message begins with a command word", ErrCommand)
	}
	r := reader{body: body, parts: parts, lim: lim}
	m, err := r.message()
	if err != nil {
		return nil, fmt.Errorf("read message: %w", err)
	}
	return m, nil
}

type reader struct {
	body  string
	parts []span
	lim   Limits
}

func (r *reader) message() (Message, error) {
	word := r.text(0)
	switch command := strings.ToUpper(word); command {
	case "START":
		return r.start()
	case "PLAY", "STOP":
		id, turn, err := r.turn(command)
		if err != nil {
			return nil, err
		}
		if command == "PLAY" {
			return Play{MatchID: id, Turn: turn}, nil
		}
		return Stop{MatchID: id, Turn: turn}, nil
	case "ABORT":
		if err := r.count(command, 2, 2); err != nil {
			return nil, err
		}
		id, err := r.matchID()
		return Abort{MatchID: id}, err
	case "INFO":
		if err := r.count(command, 1, 1); err != nil {
			return nil, err
		}
		return Info{}, nil
	case "PREVIEW":
		if err := r.count(command, 3, len(r.parts)); err != nil {
			return nil, err
		}
		clock, err := r.clock(2, "preview clock")
		if err != nil {
			return nil, err
		}
		rules, err := r.rules(1)
		return Preview{Rules: rules, Clock: clock}, err
	default:
		return nil, fmt.Errorf("%w: %q", ErrCommand, shorten(word))
	}
}

func (r *reader) text(i int) string { return r.body[r.parts[i].start:r.parts[i].end] }

func (r *reader) count(command string, least, most int) error {
	if n := len(r.parts); n < least || n > most {
		want := strconv.Itoa(least)
		if most > least {
			want = "at least " + want
		}
		return fmt.Errorf("%w: %s with %d elements, expected %s", ErrForm, command, n, want)
	}
	return nil
}

func (r *reader) matchID() (string, error) {
	if r.parts[1].list {
		return "", fmt.Errorf("%w: the match identifier is a list, expected a symbol", ErrForm)
	}
	return r.text(1), nil
}

func (r *reader) clock(i int, name string) (int, error) {
	n, err := strconv.Atoi(r.text(i))
	if err != nil || n < 0 || n > mostClock {
		return 0, fmt.Errorf("%w: the %s is %q, expected seconds from 0 to %d", ErrForm, name, shorten(r.text(i)), mostClock)
	}
	return n, nil
}

func (r *reader) start() (Message, error) {
	if err := r.count("START", 6, len(r.parts)); err != nil {
		return nil, err
	}
	id, err := r.matchID()
	if err != nil {
		return nil, err
	}
	m := Start{MatchID: id, Role: tidy(r.text(2))}
	if m.StartClock, err = r.clock(4, "start clock"); err != nil {
		return nil, err
	}
	if m.PlayClock, err = r.clock(5, "play clock"); err != nil {
		return nil, err
	}
	m.Rules, err = r.rules(3)
	return m, err
}

// rules gives the text of a description.
func (r *reader) rules(i int) (string, error) {
	s := r.parts[i]
	if !s.list {
		return "", fmt.Errorf("%w: the description is the symbol %q, expected a list", ErrForm, shorten(r.text(i)))
	}
	inner := r.body[s.start+1 : s.end-1]
	if !ludemesAt(r.body, s.start) {
		return inner, nil
	}
	if r.body[skipBlank(r.body, s.start+1)] != '(' {
		inner = r.body[s.start:s.end]
	}
	_, _, err := ludemes(inner, r.lim.Depth)
	return inner, err
}

// turn reads what stands behind PLAY or STOP: (PLAY id list) or
// (PLAY id number own percepts).
func (r *reader) turn(command string) (string, Turn, error) {
	if n := len(r.parts); n != 3 && n != 5 {
		return "", Turn{}, fmt.Errorf("%w: %s with %d elements, expected 3 or, with turn number and percepts, 5", ErrForm, command, n)
	}
	id, err := r.matchID()
	if err != nil {
		return "", Turn{}, err
	}
	if len(r.parts) == 3 {
		moves, err := r.terms(2)
		return id, Turn{Number: -1, Moves: moves}, err
	}
	t := Turn{Numbered: true}
	if t.Number, err = strconv.Atoi(r.text(2)); err != nil || t.Number < 0 {
		return "", Turn{}, fmt.Errorf("%w: the turn number is %q", ErrForm, shorten(r.text(2)))
	}
	if t.Number > 0 {
		t.Own = tidy(r.text(3))
	}
	t.Percepts, err = r.terms(4)
	return id, t, err
}

// terms reads a list of terms; nil for an atom in its place.
func (r *reader) terms(i int) ([]string, error) {
	if !r.parts[i].list {
		return nil, nil
	}
	spans, err := members(r.body, r.parts[i], r.lim.Depth, r.lim.Terms)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(spans))
	for k, s := range spans {
		out[k] = tidy(r.body[s.start:s.end])
	}
	return out, nil
}

// shorten keeps error messages readable.
func shorten(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
