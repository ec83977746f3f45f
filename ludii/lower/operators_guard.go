package lower

import (
	"math/bits"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Rules often say what a piece may do square by square: alternatives each of which begins with
// the condition that (from) is among certain sites, or is not. Which of them are open to a site is
// known beforehand.

// guarded makes the moves of several parts of which two or more are guarded so; nil for others.
// Those that a site opens still ask for themselves.
func (l *lowerer) guarded(t *check.Term, list []exec.MovesFn) exec.MovesFn {
	terms, guards := parts(t), 0
	if len(list) > 64 {
		return nil
	}
	open := make([]uint64, l.p.TotalSites) // by site, a bit for each part
	for i, it := range terms {
		b := l.guards[it]
		if b.FromIn != nil {
			guards++
		}
		for site := range open {
			if b.FromIn == nil || b.FromIn.Has(site) != b.FromOut {
				open[site] |= 1 << i
			}
		}
	}
	if guards < 2 || !l.fix(len(open)) {
		return nil
	}
	return func(c *ctx) {
		if uint(c.From) >= uint(len(open)) {
			for _, m := range list {
				m(c)
			}
			return
		}
		for left := open[c.From]; left != 0; left &= left - 1 {
			list[bits.TrailingZeros64(left)](c)
		}
	}
}
