package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"ludens/rating"
)

// span is a time on the command line: 500ms, 2s, or a number of seconds.
type span time.Duration

// UnmarshalText reads a time that is not negative.
func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if x, e := strconv.ParseFloat(string(text), 64); e == nil {
		d, err = time.Duration(x*float64(time.Second)), nil
	}
	if err != nil || d < 0 || d > forever {
		return fmt.Errorf("want a time such as 500ms or 2s, found %q", text)
	}
	*s = span(d)
	return nil
}

// String writes the time with its unit.
func (s span) String() string { return time.Duration(s).String() }

// eloTest is a sequential test on the command line, or none.
type eloTest struct{ test *rating.SPRT }

// IsBool makes kong take the option without a value too.
func (*eloTest) IsBool() bool { return true }

// Decode reads two differences in Elo; none are 0 and 10.
func (e *eloTest) Decode(ctx *kong.DecodeContext) error {
	text := "0,10"
	if t := ctx.Scan.Peek(); t.Type == kong.FlagValueToken {
		text = fmt.Sprint(ctx.Scan.Pop().Value)
	}
	return e.UnmarshalText([]byte(text))
}

// UnmarshalText reads two differences in Elo.
func (e *eloTest) UnmarshalText(text []byte) error {
	low, high, ok := strings.Cut(string(text), ",")
	a, err := strconv.ParseFloat(strings.TrimSpace(low), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err != nil || err2 != nil {
		return fmt.Errorf("want two differences in Elo such as --sprt=0,10, found %q", text)
	}
	t := rating.SPRT{Low: a, High: b}
	if err := t.Validate(); err != nil {
		return err
	}
	e.test = &t
	return nil
}
