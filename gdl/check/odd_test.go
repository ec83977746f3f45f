package check

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// oddCase is one description of testdata/odd.txt.
type oddCase struct {
	title  string
	field  map[string]string // valid, codes, peer
	text   string
	fileAt int // line
}

// readOdd reads the cases: a line "=== title", lines "field: value", an empty
// line, and the description up to the next case.
func readOdd(t *testing.T, file string) []oddCase {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []oddCase
	inHead := false
	for i, line := range strings.Split(string(data), "\n") {
		if title, is := strings.CutPrefix(line, "=== "); is {
			out = append(out, oddCase{title: title, field: map[string]string{}, fileAt: i + 1})
			inHead = true
			continue
		}
		if len(out) == 0 {
			continue // what the file says about itself
		}
		c := &out[len(out)-1]
		if !inHead {
			c.text += line + "\n"
			continue
		}
		if line == "" {
			inHead = false
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("%s:%d: want a field, got %q", file, i+1, line)
		}
		c.field[name] = strings.TrimSpace(value)
	}
	return out
}

// Odd descriptions get the verdict that the language demands, and exactly the
// codes that are listed. Where GGP-Base's validator thinks otherwise, the case
// says why it is not followed.
func TestOddCases(t *testing.T) {
	cases := readOdd(t, "testdata/odd.txt")
	if len(cases) != 46 {
		t.Errorf("%d cases, want 46", len(cases))
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			got := Check(c.text)
			valid := "yes"
			if got.Errors() > 0 {
				valid = "no"
			}
			if valid != c.field["valid"] {
				t.Errorf("odd.txt:%d: valid %s, want %s: %v", c.fileAt, valid, c.field["valid"], got)
			}
			list := strings.Join(slices.Sorted(maps.Keys(codes(got))), " ")
			if list != c.field["codes"] {
				t.Errorf("odd.txt:%d: codes %q, want %q\n%v", c.fileAt, list, c.field["codes"], got)
			}
			peer := c.field["peer"]
			agrees := peer == "valid" && valid == "yes" || peer == "not valid" && valid == "no"
			if _, why, told := strings.Cut(peer, ", but "); !agrees && (!told || why == "") {
				t.Errorf("odd.txt:%d: differs from the peer (%s) without a reason", c.fileAt, peer)
			}
		})
	}
}
