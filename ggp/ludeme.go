package ggp

import (
	"fmt"
	"strings"
)

// Descriptions in ludemes, Ludii's language, stand in the place of a list of
// rules: (game "Name" …) itself, or a list of definitions and the game. They have
// strings in quotation marks, which may hold anything, comments that begin with
// "//", and braces; a semicolon means nothing in them. So they are cut out of a
// message by the rules of their own language and go through unchanged.

// ludemeHeads are the words that a description in ludemes can begin with, and what
// comes behind them, which is not found in GDL.
var ludemeHeads = map[string]string{"game": `"`, "match": `"`, "define": `"`, "option": `"`, "metadata": `"({`, "rulesets": "{"}

// ludemesAt reports whether the parenthesis at a place opens a description in
// ludemes or a list of its parts.
func ludemesAt(text string, at int) bool {
	at = skipBlank(text, at+1)
	if at < len(text) && text[at] == '(' {
		at = skipBlank(text, at+1)
	}
	end := at
	for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
		end++
	}
	next := ludemeHeads[text[at:end]]
	if next == "" {
		return false
	}
	behind := skipBlank(text, end)
	return behind < len(text) && strings.IndexByte(next, text[behind]) >= 0
}

// skipBlank skips white space and comments of ludemes.
func skipBlank(text string, at int) int {
	for at < len(text) {
		switch {
		case isSpace(text[at]):
			at++
		case strings.HasPrefix(text[at:], "//"):
			at = endOfLine(text, at)
		default:
			return at
		}
	}
	return at
}

func endOfLine(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// skipLudemes gives the end of the list that the parenthesis at a place opens.
func skipLudemes(text string, at, depth int) (end int, err error) {
	start, open := at, 0
	for at < len(text) {
		switch c := text[at]; {
		case c == '(':
			if open++; open > depth {
				return 0, fmt.Errorf("%w: lists are nested deeper than %d", ErrLimit, depth)
			}
		case c == ')':
			if open--; open == 0 {
				return at + 1, nil
			}
		case c == '"':
			for at++; at < len(text) && (text[at] != '"' || text[at-1] == '\\'); at++ { // as package ludii/parse reads them
			}
		case strings.HasPrefix(text[at:], "//"):
			at = endOfLine(text, at)
			continue
		}
		at++
	}
	return 0, fmt.Errorf("%w: the parenthesis at byte %d is never closed", ErrSyntax, start)
}

// ludemes gives a text without the white space around it if it is a description
// in ludemes, of one part or several. It is an error if its parentheses do not
// pair.
func ludemes(text string, depth int) (alone string, parts int, err error) {
	text = strings.TrimSpace(text)
	at := skipBlank(text, 0)
	if at >= len(text) || text[at] != '(' || !ludemesAt(text, at) {
		return "", 0, nil
	}
	for at < len(text) {
		if text[at] != '(' {
			return "", 0, fmt.Errorf("%w: byte %d: a part of a description in ludemes begins with a parenthesis", ErrSyntax, at)
		}
		if at, err = skipLudemes(text, at, depth); err != nil {
			return "", 0, err
		}
		parts++
		at = skipBlank(text, at)
	}
	return text, parts, nil
}
