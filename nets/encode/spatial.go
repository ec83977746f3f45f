package encode

import "ludens/game"

// mostReach bounds Options.Reach.
const mostReach = 7

// newSpatial encodes what happens on sites.
func newSpatial(game.Game, *game.Geometry, Options) (*Encoder, error) {
	return nil, ErrNone
}
