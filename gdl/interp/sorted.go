package interp

import (
	"slices"
	"strings"
)

// written is an answer with its text.
type written struct {
	id   int32
	text string
}

// piece is how many are sorted at once; a millisecond or two.
const piece = 1 << 12

// sorted sorts by text. It asks whether to go on as often as so many have been sorted
// or merged; what it returns when it may not is in no order.
func sorted(list []written, goOn func(n int) bool) []written {
	for at := 0; at < len(list); at += piece {
		part := list[at:min(at+piece, len(list))]
		slices.SortFunc(part, func(a, b written) int { return strings.Compare(a.text, b.text) })
		if !goOn(len(part)) {
			return list
		}
	}
	if len(list) <= piece {
		return list
	}
	other := make([]written, 0, len(list))
	for width := piece; width < len(list); width *= 2 {
		other = other[:0]
		for at := 0; at < len(list); at += 2 * width {
			middle := min(at+width, len(list))
			a, b := list[at:middle], list[middle:min(at+2*width, len(list))]
			for len(a)+len(b) > 0 {
				if len(b) == 0 || len(a) > 0 && a[0].text <= b[0].text {
					other, a = append(other, a[0]), a[1:]
				} else {
					other, b = append(other, b[0]), b[1:]
				}
				if len(other)%piece == 0 && !goOn(piece) {
					return list
				}
			}
		}
		list, other = other, list
	}
	return list
}
