package tune

import "ludens/nets"

// ErrNone is returned for what a store does not hold. It lives in nets, so that
// package store, and with it programs that keep nothing but matches, need not know
// how nets are trained.
var ErrNone = nets.ErrNone

// Store is where a run of tuning keeps what must survive it. What a method has
// acknowledged by returning nil survives the death of the process at any instant.
// Package store implements it.
type Store interface {
	// AddChunk appends samples (an opaque document, of so many samples and games) to the
	// replay window of a run and returns its number; numbers only grow.
	AddChunk(run string, data []byte, samples, games int) (seq int64, err error)
	// Chunks visits the chunks of a run with a number above after, in order.
	Chunks(run string, after int64, visit func(seq int64, samples, games int, data []byte) error) error
	// DropChunks removes the chunks of a run up to a number.
	DropChunks(run string, upTo int64) error

	// Checkpoint replaces what the run is at: a small document for people, and the
	// learner's state; both or neither.
	Checkpoint(run string, state, learner []byte) error
	// Restore gives the last Checkpoint; ErrNone if there is none.
	Restore(run string) (state, learner []byte, err error)

	// PutNet stores a net and returns its id, a hash of its content; storing
	// it again changes nothing. best makes it the one that is played for its
	// game and encoding.
	PutNet(n *nets.Net, best bool) (id string, err error)
	// Net gives a net by its id or the beginning of it; ErrNone.
	Net(id string) (*nets.Net, error)
	// BestNet gives the net to play a game with, by Net.Game and Net.Encoding; ErrNone.
	BestNet(game, encoding string) (*nets.Net, error)
}
