package ggp

import (
	"fmt"
	"strings"
)

// The states a player reports.
const (
	StatusAvailable = "available"
	StatusBusy      = "busy"
)

// Status is a player's answer to INFO.
type Status struct {
	Name    string // who it is; symbols only, see String
	Status  string // "available" or "busy"; others are allowed
	Species string // "human" or what the player likes to be; may be empty
}

// String writes the answer. Blanks, parentheses and semicolons in a value become
// underscores, since the protocol has no quotes; an empty name becomes "player".
func (s Status) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "( ( name %s ) ( status %s )", symbol(s.Name, "player"), symbol(s.Status, StatusAvailable))
	if s.Species != "" {
		fmt.Fprintf(&b, " ( species %s )", symbol(s.Species, ""))
	}
	b.WriteString(" )")
	return b.String()
}

func symbol(s, empty string) string {
	if s = strings.TrimSpace(s); s == "" {
		return empty
	}
	return strings.Map(func(r rune) rune {
		if r < 0x80 && isBreak(byte(r)) {
			return '_'
		}
		return r
	}, s)
}

// ParseStatus reads a player's answer to INFO: a list of (key value…) pairs in
// any order, keys in any case, values of several symbols joined without blanks;
// a bare symbol is the status. Unknown keys are passed over.
func ParseStatus(answer string) (Status, error) {
	var s Status
	lim := Limits{}.withDefaults()
	whole, err := single(answer, lim)
	if err != nil {
		return s, fmt.Errorf("read answer to INFO: %w", err)
	}
	if !whole.list {
		s.Status = answer[whole.start:whole.end]
		return s, nil
	}
	const mostKeys = 100
	pairs, err := members(answer, whole, lim.Depth, mostKeys)
	if err != nil {
		return s, fmt.Errorf("read answer to INFO: %w", err)
	}
	for _, p := range pairs {
		if !p.list {
			continue
		}
		words, err := members(answer, p, lim.Depth, mostKeys)
		if err != nil {
			return s, fmt.Errorf("read answer to INFO: %w", err)
		}
		if len(words) < 2 || words[0].list {
			continue
		}
		var value strings.Builder
		for _, w := range words[1:] {
			value.WriteString(tidy(answer[w.start:w.end]))
		}
		switch strings.ToLower(answer[words[0].start:words[0].end]) {
		case "name":
			s.Name = value.String()
		case "status":
			s.Status = value.String()
		case "species":
			s.Species = value.String()
		}
	}
	return s, nil
}
