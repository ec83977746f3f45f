package svg

import (
	"slices"
	"strings"
	"unicode"

	"ludens/game"
)

// colourWords say which colour a word means.
var colourWords = map[string]string{
	"white": "white", "black": "black", "red": "red", "blue": "blue", "green": "green", "orange": "orange", "yellow": "yellow",
	"purple": "purple", "violet": "purple", "teal": "teal", "cyan": "teal", "pink": "pink", "magenta": "pink", "brown": "brown",
	"grey": "grey", "gray": "grey", "light": "white", "dark": "black",
}

// colourOf is the colour that a name says, digits and letter case aside.
func colourOf(name string) string {
	stem, _ := numbered(strings.ToLower(name))
	return colourWords[stem]
}

// seatOrder are the colours of seats whose names say nothing.
var seatOrder = []string{"white", "black", "red", "blue", "green", "orange", "purple", "teal", "pink", "brown", "yellow", "grey"}

// seatColours gives every player a colour: what the description hints at, that of the
// seat's name, or what all pieces of the player are called, else the next one.
func seatColours(f *game.Facts, b *game.Board) []string {
	out := make([]string, f.Players)
	taken := map[string]bool{}
	for i := range out {
		c := colourOf(f.Seats[i])
		if c == "" && b != nil {
			c = pieceColour(b, i)
		}
		if c != "" && !taken[c] {
			out[i], taken[c] = c, true
		}
	}
	next := 0
	for i := range out {
		if out[i] != "" {
			continue
		}
		for next < len(seatOrder) && taken[seatOrder[next]] {
			next++
		}
		out[i] = seatOrder[min(next, len(seatOrder)-1)]
		taken[out[i]] = true
	}
	for i := range out {
		out[i] = "lb-" + out[i]
	}
	if b == nil {
		return out
	}
	// Two who are to have the same colour are told apart otherwise elsewhere, but not here.
	for i, p := range b.Look.Players[:min(len(out), len(b.Look.Players))] {
		if p != "" && !slices.Contains(out[:i], string(p)) {
			out[i] = string(p)
		}
	}
	return out
}

// pieceColour is the colour that all pieces of a player are named after.
func pieceColour(b *game.Board, owner int) string {
	c := ""
	for i := range b.Kinds {
		if k := &b.Kinds[i]; k.Owner == owner && len(k.Faces) == 0 {
			if c = colourOf(k.Base); c == "" {
				return ""
			}
		}
	}
	return c
}

// colour is the class of what belongs to a player, from 0, or to nobody or all.
func (a *Artist) colour(owner int) string {
	if owner >= 0 && owner < len(a.colours) {
		return a.colours[owner]
	}
	return "lb-none"
}

// meaning is what a word on a board of facts seems to say.
type meaning struct {
	owner int    // a seat, -1 unknown
	rest  string // without what names the owner
	split bool   // something of it names an owner
}

// meanings reads the contents of the boards of facts: whose they are and what. Nothing
// tells but the words, so it is a guess, and only colours and letters depend on it.
func meanings(contents, seats []string) map[string]meaning {
	out := make(map[string]meaning, len(contents))
	low := make([]string, len(seats))
	for i, s := range seats {
		low[i] = strings.ToLower(s)
	}
	initials := map[string]int{}
	for i, s := range low {
		if s == "" {
			continue
		}
		if _, twice := initials[s[:1]]; twice {
			initials[s[:1]] = -1
			continue
		}
		initials[s[:1]] = i
	}
	seen := map[string]bool{}
	for _, c := range contents {
		seen[strings.ToLower(c)] = true
	}
	// coded: the initial of a seat comes before what it is. So it is where another seat
	// has the same with its own initial, and then with all words as long.
	codes := map[int]bool{}
	for word := range seen {
		for other, n := range initials {
			if word == "" || len(word) > 3 {
				continue
			}
			if seat, known := initials[word[:1]]; known && seat >= 0 && n >= 0 && n != seat && seen[other+word[1:]] {
				codes[len(word)] = true
			}
		}
	}
	coded := func(word string) (seat int, ok bool) {
		seat, known := initials[word[:1]]
		return seat, known && seat >= 0 && codes[len(word)]
	}
	for _, c := range contents {
		out[c] = meaningOf(strings.ToLower(c), low, coded)
	}
	return out
}

func meaningOf(content string, seats []string, coded func(string) (int, bool)) meaning {
	words := strings.FieldsFunc(content, func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '(' || r == ')' || r == '+' })
	for i, w := range words {
		if seat := slices.Index(seats, w); seat >= 0 {
			return meaning{seat, strings.Join(slices.Delete(slices.Clone(words), i, i+1), " "), true}
		}
	}
	for seat, s := range seats {
		for i, w := range words {
			if len(s) > 1 && strings.HasPrefix(w, s) && len(w) > len(s) {
				rest := slices.Clone(words)
				rest[i] = w[len(s):]
				return meaning{seat, strings.Join(rest, " "), true}
			}
		}
	}
	for i, w := range words {
		if w == "" || w[0] > unicode.MaxASCII || !unicode.IsLetter(rune(w[0])) || len(w) > 3 {
			continue
		}
		if seat, ok := coded(w); ok && len(words) <= 2 {
			rest := slices.Clone(words)
			rest[i] = w[1:]
			return meaning{seat, strings.TrimSpace(strings.Join(rest, " ")), true}
		}
	}
	if len(words) == 1 {
		found := -1
		for seat, s := range seats {
			if len(words[0]) < len(s) && strings.HasPrefix(s, words[0]) {
				if found >= 0 {
					return meaning{-1, content, false}
				}
				found = seat
			}
		}
		if found >= 0 {
			return meaning{found, "", true}
		}
	}
	return meaning{-1, content, false}
}
