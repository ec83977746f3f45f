package roster

import (
	"slices"
	"testing"
)

// TestLadder: the table can be read, is written as it is read, and rises.
func TestLadder(t *testing.T) {
	levels := Ladder()
	if len(levels) < 5 || levels[0].Text != "random" {
		t.Fatalf("%+v", levels)
	}
	again, err := ReadLadder(WriteLadder(levels, "a remark\nof two lines"))
	if err != nil || !slices.Equal(levels, again) {
		t.Errorf("%+v, %v", again, err)
	}
	for i, l := range levels[1:] {
		if l.Measured && l.Elo <= levels[i].Elo {
			t.Errorf("level %d is no better than the one below: %+v", l.Number, l)
		}
	}
	for _, bad := range []string{"1 2", "x 1 random", "1 2 randon", "1 2 random more"} {
		if _, err := ReadLadder(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
