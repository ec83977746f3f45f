// Package nets holds a net as it is stored and sent: its description, its weights,
// and what it was made for. Its rooms: arch (descriptions), kernel (arithmetic),
// encode (positions to tensors), train (gorgonia), infer (the batching evaluator).
//
// Nothing here knows a game; a net fits every game whose encoding has its
// fingerprint.
package nets

import "ludens/nets/arch"

// Net is a trained (or fresh) net.
type Net struct {
	Spec    arch.Spec    `json:"spec"`
	Weights arch.Weights `json:"-"`
	// Encoding is the fingerprint of the encoder that its inputs and logits belong to
	// (encode.Encoder.Fingerprint).
	Encoding string `json:"encoding"`
	// Game is the content hash of the description that it was trained on (game.Facts.Hash).
	Game string `json:"game"`
	Name string `json:"name"` // of the game, for people
	// Steps and Samples are how much training it has seen.
	Steps   int64 `json:"steps"`
	Samples int64 `json:"samples"`
	// Games is the number of self-play games behind it.
	Games int64 `json:"games"`
	// Rating is its place on the ladder of its run in Elo, random play being 0, with
	// half the width of the 95 % interval; both 0 when unknown.
	Rating   float64 `json:"rating"`
	Interval float64 `json:"interval"`
	// Created is the time in seconds since 1970, UTC.
	Created int64 `json:"created"`
	// Mix is the share of playouts, 0…1, in what a leaf is worth to a search with this net, as
	// it was measured; 0: the net judges alone, or nobody has measured.
	Mix float64 `json:"mix,omitempty"`
	// Origin says for people where it came from; empty: a run of tuning.
	Origin string `json:"origin,omitempty"`
	// Learned is for how many seconds start clocks have had it learn.
	Learned float64 `json:"learned,omitempty"`
	// Raced is the share of the points, 0…1, that it had in the race at the end of the start clock
	// in which it has learned last; 0 as well where there was none.
	Raced float64 `json:"raced,omitempty"`
	// Meaning says what its planes show and do; nil where nobody has said, or where there is too much to say (Mean).
	Meaning *arch.Meaning `json:"meaning,omitempty"`
}
