package lower

import (
	"strconv"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// mostTracks bounds the tracks times the sites: each has a table of who stands on it.
const mostTracks = 1 << 20

// tracks makes the tracks of the board, in the order in which they are written.
func (l *lowerer) tracks(items []*check.Term) {
	for _, it := range items {
		if it.Name() == "surakartaBoard" {
			l.loops(it)
		}
		ts := it.Arg("tracks")
		if ts == nil {
			continue
		}
		all := []*check.Term{ts}
		if ts.List {
			all = ts.Items
		}
		for _, t := range all {
			if !l.room(t) {
				return
			}
			l.track(t)
		}
	}
}

// room reports whether there may be one track more.
func (l *lowerer) room(t *check.Term) bool {
	if (len(l.p.Tracks)+1)*l.setSize() > mostTracks {
		l.refuse(t, CodeSize, "the tracks are too many for a board of this size")
		return false
	}
	return true
}

// maxTrack bounds the elements of a track.
const maxTrack = 10_000

func (l *lowerer) track(t *check.Term) {
	tr := exec.Track{Name: t.Arg("name").Text, Loop: l.flag(t.Arg("loop"), false), Directed: l.flag(t.Arg("directed"), false)}
	if o := t.Arg("owner"); o != nil {
		if o.Sort == check.RoleType {
			tr.Owner = l.writtenOwner(o)
		} else {
			tr.Owner = l.constant(o, 0)
		}
	}
	var route []int
	switch r := t.Arg("route"); {
	case r.Sort == check.String && !r.List:
		route = l.route(r)
	case r.List:
		for _, it := range r.Items {
			route = append(route, l.constant(it, 0))
		}
	default:
		l.unsupported(r)
	}
	l.addTrack(t, tr, route)
}

// loops makes the tracks that a surakarta board has without naming them.
func (l *lowerer) loops(t *check.Term) {
	for _, loop := range l.p.Topo.SurakartaLoops(l.constant(t.Arg("loops"), -1), l.constant(t.Arg("from"), 1)) {
		if !l.room(t) {
			return
		}
		l.addTrack(t, exec.Track{Name: loop.Name, Loop: true, Directed: true}, loop.Sites)
	}
}

// addTrack makes the elements of a track from the sites that it leads over.
func (l *lowerer) addTrack(t *check.Term, tr exec.Track, route []int) {
	if len(route) > maxTrack {
		l.refuse(t, CodeSize, "a track of %d steps", len(route))
		return
	}
	// A site several times in a row is one element with bumps.
	var sites, bumps []int
	bump, bumped := 0, false
	for i, s := range route {
		if i+1 < len(route) && route[i+1] == s {
			bump++
			bumped = true
			continue
		}
		sites, bumps = append(sites, s), append(bumps, bump)
		bump = 0
	}
	if len(sites) == 0 {
		l.refuse(t, CodeMeaning, "the track %q is empty", tr.Name)
		return
	}
	n := len(sites)
	for i, s := range sites {
		l.glance()
		e := exec.TrackStep{Site: s, Next: exec.Off, Prev: exec.Off, NextIndex: exec.Off, PrevIndex: exec.Off, Bump: bumps[i]}
		next, prev := i+1, i-1
		if tr.Loop {
			next, prev = (i+1)%n, (i+n-1)%n
		}
		// A directed track knows the way back at its last element only, and, if it
		// is a loop, at its first.
		if tr.Directed && i != n-1 && !(tr.Loop && i == 0) {
			prev = -1
		}
		if next < n && n > 1 {
			e.Next, e.NextIndex = sites[next], next
		}
		if prev >= 0 && n > 1 {
			e.Prev, e.PrevIndex = sites[prev], prev
		}
		tr.Steps = append(tr.Steps, e)
	}
	if !bumped {
		seen := map[int]bool{}
		for _, s := range sites {
			tr.Internal = tr.Internal || seen[s]
			seen[s] = true
		}
	}
	if tr.Internal {
		l.p.Flags.InternalLoop = true
	}
	l.p.Flags.Track = true
	l.p.Tracks = append(l.p.Tracks, tr)
}

// route reads a track written with directions: "0,E,N1,W,End": a site, then sites
// and ways, each as far as it goes or the number of steps given.
func (l *lowerer) route(t *check.Term) []int {
	k := l.p.Default
	sites := l.p.Topo.Of(k)
	var route []int
	here := -1
	for i, step := range strings.Split(strings.TrimRight(t.Text, ", "), ",") {
		step = strings.TrimSpace(step)
		if n, err := strconv.Atoi(step); err == nil {
			here = n
			route = append(route, n)
			continue
		}
		if step == "End" {
			route = append(route, exec.End)
			continue
		}
		name := strings.TrimRight(step, "0123456789")
		most := -1
		if len(name) < len(step) {
			most, _ = strconv.Atoi(step[len(name):])
		}
		d, ok := topology.ParseDirection(name)
		if !ok || i == 0 || here < 0 || here >= len(sites.Sites) || len(route) > maxTrack {
			l.refuse(t, CodeMeaning, "the step %q of the track leads nowhere", step)
			return route
		}
		rays := sites.Rays[d]
		if rays == nil {
			continue
		}
		for _, ray := range rays[here] {
			for j, s := range ray {
				if most >= 0 && j >= most {
					break
				}
				l.glance()
				here = s
				route = append(route, s)
			}
		}
	}
	return route
}
