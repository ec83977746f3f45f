package exec

import "math/rand/v2"

// Where pieces that hang together win, two sites may each join the same two things: pieces, or a piece and a region
// that counts. They are a bridge (Arneson, Hayward and Henderson, "Monte Carlo Tree Search in Hex", 2010): who is
// driven from one site takes the other.

// Bridges are those of a board.
type Bridges struct {
	Kind  Kind
	Pairs [][]Bridge // by site, those that it belongs to
}

// Bridge is one, as seen from one of its sites.
type Bridge struct {
	Other int32 // the other site
	Ends  [2]int32
	// The things that it joins are pieces on both ends, or one on the first end and a region of Owner, of
	// everybody where that is 0.
	Region bool
	Owner  int32
}

// hold counts what came of bridges since the machine was made.
type hold struct{ kept, refused int }

// mostRefused is after how many bridges that the rules did not let anybody keep no more are looked for: where nobody may
// go beside the last piece there are none.
const mostRefused = 256

// save puts into c.filled the move to the other site of a bridge of the mover's to which the last piece was put; false
// if there is none. Of several it is any.
func (c *Ctx) save(f *Filling, sites Bits, rng *rand.Rand) bool {
	b, h := c.Prog.Bridges, &c.hold
	if h.kept == 0 && h.refused >= mostRefused {
		return false
	}
	who, last, mover := c.Sites[b.Kind].Who, c.State.Last.To, int16(c.Mover)
	if uint(last) >= uint(min(len(b.Pairs), len(who))) || len(b.Pairs[last]) == 0 || who[last] == 0 || who[last] == mover {
		return false
	}
	list := b.Pairs[last]
	at := rng.IntN(len(list))
	for range list {
		x := &list[at]
		if at++; at == len(list) {
			at = 0
		}
		if who[x.Other] != 0 || who[x.Ends[0]] != mover {
			continue
		}
		if x.Region && x.Owner != 0 && x.Owner != int32(mover) || !x.Region && who[x.Ends[1]] != mover {
			continue
		}
		if sites.Has(int(x.Other)) && f.Take(c, int(x.Other), &c.filled[0]) && c.filled[0].To == x.Other {
			h.kept++
			return true
		}
		h.refused++
	}
	return false
}
