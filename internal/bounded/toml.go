package bounded

import (
	"bytes"
	"fmt"
)

// Shallow refuses a text of TOML in which tables or lists may lie within each other more than
// so deep: a reader of TOML takes memory by the square of that. Strings are not told apart: a
// line of more dots or opening brackets is refused wherever they stand.
func Shallow(text []byte, most int) error {
	deep := 0
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if dots := bytes.Count(line, []byte{'.'}); dots > most {
			return fmt.Errorf("line %d has %d dots, which are more than %d", number, dots, most)
		}
		for _, b := range line {
			switch b {
			case '[', '{':
				deep++
			case ']', '}':
				deep = max(deep-1, 0)
			}
			if deep > most {
				return fmt.Errorf("line %d: lists or tables lie within each other more than %d deep", number, most)
			}
		}
	}
	return nil
}
