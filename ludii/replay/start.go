package replay

import (
	"slices"

	"ludens/ludii/exec"
	"ludens/ludii/recording"
)

// mostStarts bounds how often a start is tried.
const mostStarts = 20_000

// A starter answers what start rules ask of chance. A site or a piece that is
// chosen is the one of the next recorded action. Other questions are answered by a
// script, which is varied until the actions made are the recorded ones.
type starter struct {
	e      *Engine
	start  *recording.Start
	chance recording.Chance
	script []int
	asked  []question
	picked int // sites and pieces chosen since the last action
	made   int // actions made then
}

// A question is how many answers there were and how many actions were made before.
type question struct{ n, made int }

func (s *starter) draw(q exec.Chance) int {
	made := len(s.e.c.Applied)
	if made != s.made {
		s.made, s.picked = made, 0
	}
	if at := made + s.picked; at < len(s.start.Setup) && (q.Sites != nil || q.What != nil) {
		s.picked++
		if m, err := recording.ParseMove(s.start.Setup[at]); err == nil && len(m.Actions) > 0 {
			i := slices.Index(q.Sites, m.Actions[0].From.Site)
			if q.What != nil {
				i = slices.Index(q.What, m.Actions[0].What)
			}
			if i >= 0 {
				return i
			}
		}
	}
	if made >= len(s.start.Setup) && len(s.start.Setup) < s.start.SetupN {
		return draw(s.chance)(q)
	}
	i := len(s.asked)
	s.asked = append(s.asked, question{q.N, made})
	if i < len(s.script) {
		return s.script[i]
	}
	return 0
}

// next moves the script on if what was made is not what was recorded; false if
// there is nothing to be done.
func (s *starter) next() bool {
	if len(s.asked) == 0 {
		return false
	}
	wrong := s.wrong()
	if wrong < 0 {
		return false
	}
	script := make([]int, len(s.asked))
	copy(script, s.script)
	for i := len(script) - 1; i >= 0; i-- {
		if q := s.asked[i]; q.made <= wrong && script[i]+1 < q.n {
			script[i]++
			s.script = script[:i+1]
			return true
		}
	}
	return false
}

// wrong is the first action that is not the recorded one, -1 if all are.
func (s *starter) wrong() int {
	made := s.e.c.Applied
	for i, text := range s.start.Setup {
		if i >= len(made) || string(s.e.appendAction(s.e.buf[:0], &made[i])) != text {
			return i
		}
	}
	if len(made) != s.start.SetupN {
		return len(made)
	}
	return -1
}
