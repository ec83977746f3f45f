package ggp

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Shuffle gives a description in GDL with its rules in another order, and the
// conditions of each, which changes nothing of the game. Roles keep their order among
// themselves: it is that of the moves in messages. A description in ludemes stays as
// it is.
func Shuffle(rules string, rng *rand.Rand) (string, error) {
	depth := Limits{}.withDefaults().Depth
	if _, parts, err := ludemes(rules, depth); parts > 0 || err != nil {
		return rules, err
	}
	var list, roles []string
	isRole := func(text string) bool {
		word, _, _ := strings.Cut(strings.TrimPrefix(text, "("), " ")
		return strings.EqualFold(word, "role")
	}
	x := lexer{text: rules}
	for {
		t, start, end := x.next()
		if t == tokEnd {
			break
		}
		s, err := x.expression(t, start, end, depth)
		if err != nil {
			return "", fmt.Errorf("description: %w", err)
		}
		text, err := shuffled(rules, s, depth, rng)
		if err != nil {
			return "", fmt.Errorf("description: %w", err)
		}
		if list = append(list, text); isRole(text) {
			roles = append(roles, text)
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, text := range list {
		if isRole(text) {
			list[i], roles = roles[0], roles[1:]
		}
	}
	return strings.Join(list, "\n"), nil
}

// shuffled gives a rule with its conditions in another order, a disjunction with its
// members in another order, and everything else as it is.
func shuffled(text string, s span, depth int, rng *rand.Rand) (string, error) {
	if !s.list {
		return text[s.start:s.end], nil
	}
	parts, err := members(text, s, depth, len(text))
	if err != nil {
		return "", err
	}
	if len(parts) == 0 || parts[0].list {
		return tidy(text[s.start:s.end]), nil
	}
	first := 0
	switch strings.ToLower(text[parts[0].start:parts[0].end]) {
	case "<=":
		first = min(2, len(parts))
	case "or", "not", "distinct":
		first = 1
	default:
		return tidy(text[s.start:s.end]), nil
	}
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = tidy(text[p.start:p.end])
		if i >= first {
			if words[i], err = shuffled(text, p, depth, rng); err != nil {
				return "", err
			}
		}
	}
	rest := words[first:]
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return "(" + strings.Join(words, " ") + ")", nil
}
