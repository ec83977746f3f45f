package encode

import "ludens/game"

// newPropositional encodes sets of propositions. (Helper E: yours.)
func newPropositional(game.Game, game.Propositional, Options) (*Encoder, error) {
	return nil, ErrNone
}
