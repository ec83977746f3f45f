package exec

// What is known of the places of pieces on tracks that pass a site more than
// once (State.OnTrack) follows the moves of the pieces.

func (c *Ctx) trackMove(what, count, from, to int) {}

func (c *Ctx) trackAdd(what, count, site int) {}

func (c *Ctx) trackRemove(what, count, site int) {}
