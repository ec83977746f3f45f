package ggp

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Scrambler renames the constants and variables of one description, and perhaps
// shuffles it, so that a player cannot learn anything from names and order. One name has one word everywhere;
// "?x" and "x" have different words. Keywords, operators and whole numbers stay.
//
// It is immutable after NewScrambler and may be shared.
type Scrambler struct {
	rules, order string // a description, and the same in another order; see Shuffled

	to   map[string]string // name → word, "?x" with its question mark
	from map[string]string // word → name
}

// keywords stay as they are, in any letter case. GGP-Base forgets sees.
var keywords = map[string]bool{
	"init": true, "true": true, "next": true, "role": true, "does": true,
	"goal": true, "legal": true, "terminal": true, "base": true, "input": true,
	"random": true, "sees": true, "_": true,
	"<=": true, "not": true, "or": true, "and": true, "distinct": true,
}

// NewScrambler gives every name in the rules a word drawn from rng. Ludemes are
// words of their language: of a description in ludemes nothing is renamed.
func NewScrambler(rules string, rng *rand.Rand) *Scrambler {
	s := &Scrambler{to: map[string]string{}, from: map[string]string{}}
	if _, parts, err := ludemes(rules, Limits{}.withDefaults().Depth); parts > 0 || err != nil {
		return s
	}
	var names []string
	taken := map[string]bool{}
	x := lexer{text: rules}
	for {
		t, start, end := x.next()
		if t == tokEnd {
			break
		}
		if t != tokAtom {
			continue
		}
		name := rules[start:end]
		taken[strings.ToLower(strings.TrimPrefix(name, "?"))] = true
		if _, seen := s.to[name]; seen || fixed(name) {
			continue
		}
		s.to[name] = ""
		names = append(names, name)
	}
	for _, name := range names {
		word := unusedWord(rng, taken)
		if strings.HasPrefix(name, "?") {
			word = "?" + word
		}
		s.to[name] = word
		s.from[word] = name
	}
	return s
}

// Shuffled gives a Scrambler that also sends these rules in another order, drawn from
// rng (see Shuffle).
func (s *Scrambler) Shuffled(rules string, rng *rand.Rand) (*Scrambler, error) {
	order, err := Shuffle(rules, rng)
	if err != nil {
		return nil, err
	}
	return &Scrambler{to: s.to, from: s.from, rules: rules, order: order}, nil
}

// ordered gives the rules in the order in which they are sent.
func (s *Scrambler) ordered(rules string) string {
	if s != nil && s.order != "" && rules == s.rules {
		return s.order
	}
	return rules
}

func fixed(name string) bool {
	if keywords[strings.ToLower(name)] || name == "?" {
		return true
	}
	_, err := strconv.ParseInt(name, 10, 32)
	return err == nil
}

// unusedWord draws a word of three syllables that nobody has, and marks it.
func unusedWord(rng *rand.Rand, taken map[string]bool) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	const most = 16 // draws; then the word gets a number
	word := ""
	for range most {
		var w [6]byte
		for i := 0; i < len(w); i += 2 {
			w[i] = consonants[rng.IntN(len(consonants))]
			w[i+1] = vowels[rng.IntN(len(vowels))]
		}
		if word = string(w[:]); !taken[word] {
			taken[word] = true
			return word
		}
	}
	for n := len(taken); ; n++ {
		if numbered := word + strconv.Itoa(n); !taken[numbered] {
			taken[numbered] = true
			return numbered
		}
	}
}

// Scramble renames what is known in a text and gives it in the spelling of this
// package. Names that were not in the rules stay.
func (s *Scrambler) Scramble(text string) string {
	return rename(text, func(name string) string {
		if word, ok := s.to[name]; ok {
			return word
		}
		return name
	})
}

// Unscramble is the inverse for a player's answer. Words are known in any letter
// case; what is not a word stays, so original names are accepted as well.
func (s *Scrambler) Unscramble(text string) string {
	return rename(text, func(word string) string {
		if name, ok := s.from[strings.ToLower(word)]; ok {
			return name
		}
		return word
	})
}
