package tourney

import (
	"cmp"
	"slices"
)

// Line is an entrant's line of the standings.
type Line struct {
	Entrant int    `json:"entrant"`
	Name    string `json:"name"`
	Matches int    `json:"matches"` // ended, with a result
	// Wins are matches in which it beat everybody, losses those in which everybody
	// beat it, draws the others.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Points are 1 for a win, ½ for a draw, and the mean against all the others in
	// a match of many; those of rounds without an opponent are among them.
	Points   float64 `json:"points"`
	Goals    float64 `json:"goals"` // mean, 0…100, of matches that were played to the end
	Forfeits int     `json:"forfeits"`
	Rests    int     `json:"rests,omitempty"` // rounds without an opponent
	// Buchholz is the sum of the points of those it met, once for each match.
	Buchholz float64 `json:"buchholz"`
}

// share is what an entrant made of a match: the mean over its seats.
func (t *Tournament) share(slot, entrant int) float64 {
	sum, n := 0.0, 0
	for seat, e := range t.slots[slot].Seats {
		if e == entrant {
			sum += t.outcomes[slot].Points(seat, t.slots[slot].Seats)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// points of all entrants, rests included.
func (t *Tournament) points() []float64 {
	sum := make([]float64, len(t.cfg.Entrants))
	for slot := range t.slots {
		if t.states[slot] != ended || t.outcomes[slot].Void {
			continue
		}
		for _, e := range distinct(t.slots[slot].Seats) {
			sum[e] += t.share(slot, e)
		}
	}
	if t.cfg.Kind == Swiss && len(t.slots) > 0 {
		_, rests := t.history()
		for e, n := range rests {
			sum[e] += float64(n * t.perRound())
		}
	}
	return sum
}

// perRound is the number of matches of one group in a Swiss round.
func (t *Tournament) perRound() int {
	return len(t.cfg.Games) * len(t.cfg.Clocks) * rotations(t.cfg.Games[0].Seats, len(t.cfg.Entrants))
}

// Standings lists the entrants, the best first: by points, then by the points of those
// whom they met, then as they were entered.
func (t *Tournament) Standings() []Line {
	lines := make([]Line, len(t.cfg.Entrants))
	points := t.points()
	for e := range lines {
		lines[e] = Line{Entrant: e, Name: t.cfg.Entrants[e].Name, Points: points[e]}
	}
	played := make([]int, len(lines))
	for slot := range t.slots {
		if t.states[slot] == ended && !t.outcomes[slot].Void {
			t.count(slot, lines, played, points)
		}
	}
	if t.cfg.Kind == Swiss && len(t.slots) > 0 {
		_, rests := t.history()
		for e := range lines {
			lines[e].Rests = rests[e]
		}
	}
	for e := range lines {
		if played[e] > 0 {
			lines[e].Goals /= float64(played[e])
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz))
	})
	return lines
}

func (t *Tournament) count(slot int, lines []Line, played []int, points []float64) {
	seats, o := t.slots[slot].Seats, t.outcomes[slot]
	there := distinct(seats)
	for _, e := range there {
		l := &lines[e]
		l.Matches++
		switch share := t.share(slot, e); {
		case share >= 1:
			l.Wins++
		case share <= 0:
			l.Losses++
		default:
			l.Draws++
		}
		for _, other := range there {
			if other != e {
				l.Buchholz += points[other]
			}
		}
	}
	for seat, e := range seats {
		if seat < len(o.Forfeit) && o.Forfeit[seat] {
			lines[e].Forfeits++
		}
		if seat < len(o.Goals) {
			lines[e].Goals += float64(o.Goals[seat])
			played[e]++
		}
	}
}
