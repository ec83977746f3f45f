package recording

import (
	"fmt"
	"slices"
)

// successor computes the digest after the i-th move.
func (r *replay) successor(i int, script []int) ([]byte, error) {
	if err := r.stop(); err != nil {
		return nil, err
	}
	r.g.begin(script)
	b, err := r.e.AppendSuccessor(r.buf[:0], i, &r.g)
	if err != nil {
		return nil, r.engine("successor of "+r.texts[i], err)
	}
	r.buf = b
	return b, nil
}

// successors compares the multiset of the hashes of all positions that follow.
func (r *replay) successors(p *Ply) (*Difference, error) {
	left := make(map[uint32]int, len(p.Succ)) // recorded hashes not met yet
	for _, h := range p.Succ {
		left[h]++
	}
	// Moves without chance have one successor each.
	var open []int
	for _, i := range r.order {
		r.g.sure = r.texts[i] == p.Chosen[0]
		b, err := r.successor(i, nil)
		if err != nil {
			return nil, err
		}
		s := &r.after[i]
		s.hash = Hash(b)
		if len(r.g.asked) > 0 {
			open = append(open, i)
			continue
		}
		if left[s.hash] > 0 {
			left[s.hash]--
			s.found = true
		}
	}
	// Of the others an outcome is searched: first one that was recorded with the
	// same text, then any.
	for _, i := range open {
		s := &r.after[i]
		r.g.sure = r.texts[i] == p.Chosen[0]
		same := hashesOf(p, r.texts[i])
		for _, alike := range []bool{true, false} {
			script, found, err := r.g.search(r.o.Outcomes, func(script []int) (bool, error) {
				b, err := r.successor(i, script)
				if err != nil {
					return false, err
				}
				h := Hash(b)
				if left[h] > 0 && (!alike || slices.Contains(same, h)) {
					s.hash = h
					return true, nil
				}
				return false, nil
			})
			if err != nil {
				return nil, err
			}
			if found {
				left[s.hash]--
				s.found, s.script = true, slices.Clone(script)
				break
			}
		}
	}
	r.res.Successors += len(r.order)
	wrong := 0
	for i := range r.after {
		if !r.after[i].found {
			wrong++
		}
	}
	if wrong == 0 {
		return nil, nil
	}
	return r.successorDiffers(p, wrong)
}

// hashesOf gives the recorded hashes after moves of a text.
func hashesOf(p *Ply, text string) []uint32 {
	i, found := slices.BinarySearch(p.Legal, text)
	if !found || p.Succ == nil {
		return nil
	}
	j := i
	for j < len(p.Legal) && p.Legal[j] == text {
		j++
	}
	return p.Succ[i:j]
}

// successorDiffers names the most telling of the moves whose successor is not
// recorded: the chosen one, for which the whole digest is known, else one that
// the recording knows by its text, else the first.
func (r *replay) successorDiffers(p *Ply, wrong int) (*Difference, error) {
	at, best := -1, -1
	for _, i := range r.order {
		if r.after[i].found {
			continue
		}
		rank := 0
		if hashes := hashesOf(p, r.texts[i]); hashes != nil {
			rank = 1
			if r.texts[i] == p.Chosen[0] {
				rank = 2
			}
		}
		if rank > best {
			at, best = i, rank
		}
	}
	text := r.texts[at]
	r.g.sure = text == p.Chosen[0]
	b, err := r.successor(at, nil)
	if err != nil {
		return nil, err
	}
	got := string(b)
	d := r.differs(p.Index, "successors", "", fmt.Sprintf("%08x %s", Hash(got), got))
	d.Move, d.Wrong = text, wrong
	for _, h := range hashesOf(p, text) {
		if d.Want != "" {
			d.Want += " "
		}
		d.Want += fmt.Sprintf("%08x", h)
	}
	if len(r.g.asked) > 0 {
		d.Got += " (chance: no outcome of those tried was recorded)"
	}
	switch {
	case text == p.Chosen[0]:
		d.Want = p.Digest
		d.Got = got
		d.Places = Compare(p.Digest, got)
		d.Applied = p.Applied
	case d.Want == "":
		d.Want = "no such move"
	default:
		d.Places = "against the position before: " + Compare(r.before, got)
	}
	r.noteTexts(d, p)
	return d, nil
}

// chosen finds the recorded move among the engine's: by its text and successor,
// else by its successor, else by its text alone. Of several that lead to the
// recorded position it is the one that did the recorded actions, or whose text is
// most alike.
func (r *replay) chosen(p *Ply) (int, *Difference, error) {
	want, text := Hash(p.Digest), p.Chosen[0]
	leads := func(i int) (bool, error) {
		r.g.sure = true
		s := &r.after[i]
		search := func(also func() bool) (bool, error) {
			script, found, err := r.g.search(r.o.Outcomes, func(script []int) (bool, error) {
				b, err := r.successor(i, script)
				return err == nil && string(b) == p.Digest && also(), err
			})
			if found {
				s.hash, s.script = want, slices.Clone(script)
			}
			return found, err
		}
		// The digest does not hold all that chance may have changed: of the outcomes
		// that lead to the position, one with the recorded actions is it.
		if t, ok := r.e.(Tracer); ok && p.Applied != "" {
			if found, err := search(func() bool { return len(r.g.asked) == 0 || t.Applied() == p.Applied }); found || err != nil {
				return found, err
			}
		}
		return search(func() bool { return true })
	}
	byText, leading := -1, -1
	for _, i := range r.order {
		if r.texts[i] != text {
			continue
		}
		if byText < 0 {
			byText = i
		}
		ok, err := leads(i)
		if err != nil {
			return i, nil, err
		}
		if !ok {
			continue
		}
		// Moves may look the same and lead to the same digest and yet differ, in
		// variables for instance: the one with the recorded actions is it.
		if t, traces := r.e.(Tracer); !traces || p.Applied == "" || t.Applied() == p.Applied {
			return i, nil, nil
		}
		if leading < 0 {
			leading = i
		}
	}
	if leading >= 0 {
		return leading, nil, nil
	}
	found, best := -1, -1
	for _, i := range r.order {
		if r.texts[i] == text {
			continue
		}
		if s := &r.after[i]; s.found && s.hash != want && s.script == nil {
			continue // known to lead elsewhere
		}
		alike := likeness(r.texts[i], text)
		if alike <= best {
			continue
		}
		ok, err := leads(i)
		if err != nil {
			return -1, nil, err
		}
		if ok {
			found, best = i, alike
		}
	}
	if found >= 0 {
		return found, nil, nil
	}
	if byText >= 0 { // its position will be compared
		return byText, nil, nil
	}
	d := r.differs(p.Index, "chosen move", text, "not legal, and no other legal move leads to "+p.Digest)
	d.Move, d.Applied = text, p.Applied
	r.noteTexts(d, p)
	return -1, d, nil
}

// likeness says how alike two texts are: the actions that both have, decisions
// counting most, and how long they begin alike.
func likeness(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	ma, err := ParseMove(a)
	mb, err2 := ParseMove(b)
	if err != nil || err2 != nil {
		return n
	}
	have := map[string]int{}
	for _, x := range mb.Flat() {
		have[x.String()]++
	}
	for _, x := range ma.Flat() {
		if t := x.String(); have[t] > 0 {
			have[t]--
			n += 100
			if x.Decision {
				n += 10_000
			}
		}
	}
	return n
}
