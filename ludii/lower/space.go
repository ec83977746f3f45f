package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/topology"
)

// spaceFlags finds out what nets have to know of moves: whether they lead from one
// site to another, whether there are passes, and what is voted on. Played says that
// the moves of a term are played, not only counted with.
func (l *lowerer) spaceFlags(t *check.Term, played bool) {
	if t == nil {
		return
	}
	if t.Form != nil {
		l.spaceFlagsOf(t, played)
		if name := bare(t.Form.Name); name == "count Steps" || name == "sites Distance" {
			played = false // a way of walking
		}
	}
	for _, a := range t.Args {
		l.spaceFlags(a, played)
	}
	for _, a := range t.Items {
		l.spaceFlags(a, played)
	}
}

// holds notes the kind of sites that a term names.
func (l *lowerer) holds(t *check.Term) {
	if t == nil || t.Form != nil || t.Sort != check.SiteType {
		return
	}
	for k := range l.p.Flags.Holds {
		if t.Text == topology.Kind(k).String() {
			l.p.Flags.Holds[k] = true
		}
	}
}

// bare is the name of a form without what tells it from others.
func bare(name string) string {
	if _, after, ok := strings.Cut(name, "."); ok {
		name = after
	}
	name, _, _ = strings.Cut(name, "#")
	return name
}

func (l *lowerer) spaceFlagsOf(t *check.Term, played bool) {
	f := &l.p.Flags
	form := bare(t.Form.Name)
	if form == "to" || strings.HasPrefix(form, "set") || strings.HasPrefix(form, "place") {
		for _, a := range t.Args {
			l.holds(a)
		}
	}
	switch form {
	case "move Step", "step", "move Slide", "slide", "move Hop", "hop", "move Leap", "leap":
		f.Froms = true
		f.Leads = f.Leads || played
	case "move", "fromTo":
		f.Froms, f.Leads = true, true
	case "move Select", "select":
		if t.Arg("to") != nil {
			f.Froms, f.Leads = true, true
		}
	case "move Shoot", "shoot", "move Swap Pieces", "swap Pieces":
		f.Leads = true
	case "sow", "custodial":
		f.Froms = true
	case "pass", "move Pass":
		f.MayPass = true
	case "move Vote", "vote", "move Propose", "propose":
		v := t.Arg("votes")
		if v == nil {
			break
		}
		if !v.List {
			name(&l.p.Ballots, v.Text)
		}
		for _, it := range v.Items {
			name(&l.p.Ballots, it.Text)
		}
	case "is Decided", "is Proposed":
		if n := t.Arg("name"); n != nil {
			name(&l.p.Ballots, n.Text)
		}
	}
}
