package curve

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"ludens/tune/run"
)

// elements counts the elements of a document by name; it fails for one that is no XML.
func elements(t *testing.T, doc []byte) map[string]int {
	t.Helper()
	n := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(doc))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
		if e, ok := token.(xml.StartElement); ok {
			n[e.Name.Local]++
		}
	}
}

func TestDraw(t *testing.T) {
	points := []run.Point{
		{Elapsed: 60, Games: 10},
		{Elapsed: 600, Steps: 10, Policy: 1.2, Value: 0.3},
		{Elapsed: 1800, Steps: 100, Policy: 0.8, Value: 0.2, Rating: &run.Rated{Name: "net:100", Elo: 500, Interval: 120}},
		{Elapsed: 3600, Steps: 200, Policy: 0.5, Value: 0.1, Rating: &run.Rated{Name: "net:200", Elo: 900, Interval: 90}},
	}
	doc := Draw(`a game <with> "marks" & more`, points)
	n := elements(t, doc)
	if n["circle"] != 2 || n["polyline"] != 3 {
		t.Errorf("%v", n)
	}
	if !bytes.Equal(doc, Draw(`a game <with> "marks" & more`, points)) {
		t.Error("drawn again, it is another picture")
	}
	// The second rating stands to the right of the first, and higher.
	p := panel{top: top, low: 0, end: 1000, hours: 1}
	if !(p.x(1) > p.x(0.5)) || !(p.y(900) < p.y(500)) || p.x(0) != left || p.y(1000) != top {
		t.Error("the axes are the wrong way round")
	}
}

func TestAnything(t *testing.T) {
	nan := math.NaN()
	for _, points := range [][]run.Point{
		nil,
		{{}},
		{{Elapsed: nan, Steps: 1, Policy: nan, Value: math.Inf(1), Rating: &run.Rated{Elo: nan, Interval: math.Inf(1)}}},
		{{Elapsed: 1e9, Steps: 1, Policy: -1e9, Rating: &run.Rated{Elo: -1e9, Interval: 1e9}}},
	} {
		doc := Draw("", points)
		elements(t, doc)
		if strings.Contains(string(doc), "NaN") || strings.Contains(string(doc), "Inf") {
			t.Errorf("%v: no number in\n%s", points, doc)
		}
		if len(doc) > 1<<16 {
			t.Errorf("%d bytes for %v", len(doc), points)
		}
	}
}

func TestNice(t *testing.T) {
	for x, want := range map[float64]float64{0.9: 1, 1: 1, 1.1: 2, 3: 5, 6: 10, 0.03: 0.05, 250: 500, 0: 1, -1: 1} {
		if got := nice(x); math.Abs(got-want) > 1e-9*want {
			t.Errorf("nice(%g) = %g, want %g", x, got, want)
		}
	}
}
