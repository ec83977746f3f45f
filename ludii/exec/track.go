package exec

// Where tracks pass a site more than once, State.OnTrack says on which of the
// passes the pieces there are: per track, the number of pieces per component
// and step (index component*steps+step). Only actions that know from where a
// piece comes can keep that, so it is kept here and not worked out from the board.

// OnTrackAt is the number of pieces of a component on a step of a track.
func (s *State) OnTrackAt(p *Program, track, what, step int) int {
	return int(s.OnTrack[track][what*len(p.Tracks[track].Steps)+step])
}

// firstStep is the first step of a track, after a step, that is on a site; -1
// if there is none.
func (t *Track) firstStep(site, after int) int {
	for i := after + 1; i < len(t.Steps); i++ {
		if t.Steps[i].Site == site {
			return i
		}
	}
	return -1
}

// trackMove moves pieces along every track: from the first pass over the site
// that has such a piece to the next pass over the target, or to the first one
// where there is no next. Pieces that enter a track do so on its first pass.
func (c *Ctx) trackMove(what, count, from, to int) {
	if c.OnTrack == nil || what == 0 {
		return
	}
	for i := range c.Prog.Tracks {
		t := &c.Prog.Tracks[i]
		on := c.OnTrack[i][what*len(t.Steps):][:len(t.Steps)]
		step := t.firstStep(from, -1)
		if step < 0 {
			if step = t.firstStep(to, -1); step >= 0 {
				on[step]++
			}
			continue
		}
		for ; step >= 0; step = t.firstStep(from, step) {
			if on[step] <= 0 {
				continue
			}
			on[step] -= int32(count)
			next := t.firstStep(to, step)
			if next < 0 {
				next = t.firstStep(to, -1)
			}
			if next >= 0 {
				on[next] += int32(count)
			}
			break
		}
	}
}

// trackAdd puts pieces on the first pass over a site.
func (c *Ctx) trackAdd(what, count, site int) {
	if c.OnTrack == nil || what < 0 {
		return
	}
	for i := range c.Prog.Tracks {
		t := &c.Prog.Tracks[i]
		if step := t.firstStep(site, -1); step >= 0 {
			c.OnTrack[i][what*len(t.Steps)+step] += int32(count)
		}
	}
}

// trackRemove takes a piece off all passes over a site, as Ludii does: with
// several passes the numbers of those without a piece fall below 0.
func (c *Ctx) trackRemove(what, site int) {
	if c.OnTrack == nil || what <= 0 {
		return
	}
	for i := range c.Prog.Tracks {
		t := &c.Prog.Tracks[i]
		for step := t.firstStep(site, -1); step >= 0; step = t.firstStep(site, step) {
			c.OnTrack[i][what*len(t.Steps)+step]--
		}
	}
}
