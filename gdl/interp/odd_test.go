package interp_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/gdl/interp"
	"ludens/internal/sexpr"
)

// TestOdd asks for what the language demands in every case of testdata/odd.txt.
func TestOdd(t *testing.T) {
	data, err := os.ReadFile("testdata/odd.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split("\n"+string(data), "\n### ")[1:]
	for _, c := range cases {
		name, body, _ := strings.Cut(c, "\n")
		if strings.HasPrefix(name, "NAME") {
			continue
		}
		t.Run(name, func(t *testing.T) { oddCase(t, body) })
	}
	if len(cases) != 47 {
		t.Errorf("%d cases, want 47 with the explanation", len(cases))
	}
}

func oddCase(t *testing.T, body string) {
	var text []string
	var wants []string
	for _, line := range strings.Split(body, "\n") {
		if want, ok := strings.CutPrefix(line, "= "); ok {
			wants = append(wants, want)
		} else {
			text = append(text, line)
		}
	}
	if len(wants) == 0 {
		t.Fatal("the case expects nothing")
	}
	g, err := open(strings.Join(text, "\n"), interp.Options{})
	if want, ok := strings.CutPrefix(wants[0], "error: "); ok {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("error %v, want one with %q", err, want)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	m := g.Machine()
	for _, want := range wants {
		question, answer, _ := strings.Cut(want, ":")
		answer = strings.TrimSpace(answer)
		if got := oddAnswer(t, g, m, question); got != answer && (question != "fault" || !strings.Contains(got, answer)) {
			t.Errorf("%s: got %s, want %s", question, got, answer)
		}
	}
}

func oddAnswer(t *testing.T, g *interp.Game, m *interp.Machine, question string) string {
	f := g.Facts()
	word, rest, _ := strings.Cut(question, " ")
	if word != "percepts" && word != "fault" {
		m.Reset()
	}
	switch word {
	case "roles":
		return strings.Join(f.ByRole(f.Seats), " ")
	case "init":
		return fluents(m)
	case "terminal":
		return fmt.Sprint(m.Terminal())
	case "legal":
		return legal(m, f.SeatByName(rest))
	case "goal":
		return strings.Join(m.GoalValues(f.SeatByName(rest), nil), ", ")
	case "percepts":
		return strings.Join(m.Percepts(f.SeatByName(rest), nil), ", ")
	case "fault":
		for seat := range f.Seats {
			m.Legal(seat, nil)
		}
		return fmt.Sprint(m.Err())
	case "next":
		nodes, _ := sexpr.Parse(rest, sexpr.Limits{})
		var moves []string
		for _, n := range nodes {
			moves = append(moves, n.String())
		}
		step(t, m, f.BySeat(moves)...)
		if err := m.Err(); err != nil {
			return err.Error()
		}
		return fluents(m)
	}
	t.Fatalf("unknown question %q", question)
	return ""
}
