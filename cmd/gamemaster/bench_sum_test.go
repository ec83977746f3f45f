package main

import (
	"bytes"
	"strings"
	"testing"

	"ludens/rating"
)

func sumOf(t testing.TB, texts ...string) *recordedSum {
	s := &recordedSum{All: agentFigures{Game: "all"}, halves: map[recordedPair]float64{}}
	for i, text := range texts {
		if err := readRecords(strings.NewReader(text), "", func(rec *agentRecord, _ []byte) error {
			s.add(string(rune('a'+i)), rec)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	s.rate()
	return s
}

// TestSum: matches of one opening are a pair, those of other runs, seeds and clocks are not, and a match counts for the
// way that decided most of its moves.
func TestSum(t *testing.T) {
	run := `{"game":"a","seed":1,"match":1,"start_s":1,"play_s":2,"sides":[0,1],"points":1,"turns":[
			{"thought":[{"seat":0,"iterations":10,"depth":2,"took_ms":4,"way":"x"}]},{"thought":[{"seat":1,"iterations":7,"way":"z"}]},
			{"thought":[{"seat":0,"iterations":30,"depth":4,"took_ms":6,"way":"y"},{"seat":9,"way":"q"}]},{"thought":[{"seat":0,"way":"y","fault":"late"}]}]}
		{"game":"a","seed":1,"match":2,"start_s":1,"play_s":2,"sides":[1,0],"points":0.5,"cut":true}
		{"game":"a","seed":1,"match":3,"start_s":1,"play_s":2,"sides":[0,1],"points":0}
		{"game":"a","seed":2,"match":4,"start_s":1,"play_s":2,"sides":[1,0],"points":0}
		{"game":"b","seed":1,"match":4,"start_s":1,"play_s":2,"sides":[1,0],"points":0}`
	s := sumOf(t, run, `{"game":"a","seed":1,"match":4,"start_s":1,"play_s":2,"sides":[1,0],"points":0}{"game":"a","seed":1,"match":4,"start_s":5,"play_s":2,"points":0}`)
	if s.Pairs != (rating.Pairs{0, 0, 0, 1, 0}) {
		t.Errorf("pairs %v", s.Pairs)
	}
	a, b := s.Games[0], s.Games[1]
	if a.Matches != 6 || a.Wins != 1 || a.Draws != 1 || a.Losses != 4 || a.Cut != 1 || a.Percent != 25 || b.Game != "b" || b.Matches != 1 || s.All.Matches != 7 {
		t.Errorf("%+v, %+v, %+v", a, b, s.All)
	}
	if first, second := a.Sides[0], a.Sides[1]; first.Decisions != 3 || first.Iterations != 20 || first.Depth != 3 || first.Faults != 1 || second.Iterations != 7 {
		t.Errorf("%+v, %+v", first, second)
	}
	if len(a.Ways) != 1 || a.Ways["y"] != 1 {
		t.Errorf("ways %v", a.Ways)
	}
	if len(s.Clocks) != 2 || s.Clocks[0].Matches != 6 || s.Clocks[1].Start != 5 {
		t.Errorf("clocks %v", s.Clocks)
	}
	if err := readRecords(strings.NewReader(`{"points":0.7}`), "f", func(*agentRecord, []byte) error { return nil }); err == nil || err.Error() != "read f, match 1: 0.7 points, not 0, 0.5 or 1" {
		t.Error(err)
	}
}

// FuzzRecords: whatever a file holds is added up or refused.
func FuzzRecords(f *testing.F) {
	f.Add([]byte(`{"game":"a","match":1,"sides":[0,1],"points":1,"turns":[{"thought":[{"seat":0,"way":"x"}]}]}`))
	f.Add([]byte(`{"match":-3,"sides":[-7],"points":0.5,"turns":[{"thought":[{"seat":0,"way":"x","iterations":-1}]}]}{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := &recordedSum{halves: map[recordedPair]float64{}}
		n := 0
		err := readRecords(bytes.NewReader(text), "", func(rec *agentRecord, _ []byte) error {
			s.add("", rec)
			n++
			return nil
		})
		s.rate()
		if s.All.Matches != n || n > 0 && (s.All.Percent < 0 || s.All.Percent > 100) || int(2*s.Pairs.Count()) > n {
			t.Errorf("%d matches: %+v, %v, %v", n, s.All, s.Pairs, err)
		}
	})
}
