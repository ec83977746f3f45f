package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Sites gives the sites of a region, with their kind, for those who draw: of one that
// changes as it is before anything is placed. Nothing is added to the program. There is
// none where the region has no meaning in this game.
func Sites(p *exec.Program, t *check.Term) (sites []int, k exec.Kind, ok bool) {
	if p.Topo == nil || p.Match != nil {
		return nil, 0, false
	}
	defer func() {
		if recover() != nil { // it asks for what is not there before the game begins
			sites, ok = nil, false
		}
	}()
	copied := *p
	l := &lowerer{p: &copied, root: t}
	r := l.region(t)
	if len(l.findings) > 0 {
		return nil, 0, false
	}
	set := r.Static
	if set == nil {
		set = r.Fn(copied.NewCtx())
	}
	return set.Append(nil), r.Kind, true
}
