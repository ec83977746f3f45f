package run

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"ludens/nets"
	"ludens/nets/arch"
	"ludens/tune"
	"ludens/tune/guide"
	"ludens/tune/ladder"
)

// State is what a run is at: the document that a checkpoint holds beside the learner.
type State struct {
	Version  int       `json:"version"`
	Game     string    `json:"game"` // content hash
	Name     string    `json:"name"`
	Encoding string    `json:"encoding"`
	Spec     arch.Spec `json:"spec"`
	Seed     uint64    `json:"seed"`
	Measured Measured  `json:"measured"`

	// Part counts how often the run was begun or gone on with; game numbers of different
	// parts differ.
	Part    uint64  `json:"part"`
	Elapsed float64 `json:"elapsed"` // seconds of work, of all parts
	Planned float64 `json:"planned"` // seconds
	Done    bool    `json:"done"`

	Games         int64 `json:"games"`
	Samples       int64 `json:"samples"`
	Steps         int64 `json:"steps"`
	Plies         int64 `json:"plies"`
	Cut           int64 `json:"cut"`
	Proven        int64 `json:"proven"`
	Taught        int64 `json:"taught,omitempty"`         // games that a teacher has played
	TaughtSamples int64 `json:"taught_samples,omitempty"` // samples of them
	Seq           int64 `json:"seq"`                      // the last chunk counted
	Dropped       int64 `json:"dropped"`                  // the last chunk dropped

	Pool ladder.Pool `json:"pool"`
	Best Rated       `json:"best"` // the net that is played
	Last Rated       `json:"last"` // the net rated last
	// From is the net whose weights the run has gone on from last, Asked the one that was looked
	// at for it last; empty: none.
	From   string `json:"from,omitempty"`
	Whence string `json:"whence,omitempty"` // what From was, for people
	Asked  string `json:"asked,omitempty"`
	// Mixed is how the best net did with a share of playouts against itself without; nil: not
	// measured.
	Mixed *guide.Compared `json:"mixed,omitempty"`

	History []Point `json:"history"`
}

// Rated is a net on the ladder.
type Rated struct {
	Name     string  `json:"name"` // on the ladder; empty: none yet
	ID       string  `json:"id"`   // in the store
	Elo      float64 `json:"elo"`
	Interval float64 `json:"interval"`
	Steps    int64   `json:"steps,omitempty"` // of training; 0 for nets from before the run
}

// Point is a moment in the history of a run.
type Point struct {
	Elapsed float64 `json:"elapsed"` // seconds
	Games   int64   `json:"games"`
	Samples int64   `json:"samples"`
	Steps   int64   `json:"steps"`
	// Policy and Value are losses since the last point, less the entropy of their
	// targets; Squared is the mean squared error of values.
	Policy  float64 `json:"policy"`
	Value   float64 `json:"value"`
	Squared float64 `json:"squared"`
	Rate    float64 `json:"rate"`
	// Rating is there after rated matches.
	Rating *Rated `json:"rating,omitempty"`
}

const stateVersion = 1

// Load reads what a run is at from a store, also while it goes on.
func Load(store tune.Store, key string) (*State, error) {
	doc, _, err := store.Restore(key)
	if err != nil {
		return nil, err
	}
	return readState(doc)
}

func readState(b []byte) (*State, error) {
	s := &State{}
	if err := json.Unmarshal(b, s); err != nil {
		return nil, fmt.Errorf("read a run's state: %w", err)
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("read a run's state: version %d, this program knows %d", s.Version, stateVersion)
	}
	if s.Elapsed < 0 || math.IsNaN(s.Elapsed) || s.Games < 0 || s.Samples < 0 || s.Steps < 0 {
		return nil, errors.New("read a run's state: negative counts")
	}
	for _, r := range s.Pool.Results {
		if n := len(s.Pool.Names); r.A < 0 || r.A >= n || r.B < 0 || r.B >= n || r.A == r.B {
			return nil, errors.New("read a run's state: a result of unknown players")
		}
	}
	return s, nil
}

// packLearner joins the two halves of a learner: the file of the net with the weights
// being trained, its length first, and the optimiser.
func packLearner(n *nets.Net, optimiser []byte) ([]byte, error) {
	file, err := nets.Encode(n)
	if err != nil {
		return nil, fmt.Errorf("pack the learner: %w", err)
	}
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, 8+len(file)+len(optimiser)), uint64(len(file)))
	return append(append(b, file...), optimiser...), nil
}

func unpackLearner(b []byte) (*nets.Net, []byte, error) {
	if len(b) < 8 {
		return nil, nil, errors.New("unpack the learner: it is cut short")
	}
	n := binary.LittleEndian.Uint64(b)
	if n > uint64(len(b)-8) {
		return nil, nil, errors.New("unpack the learner: it is cut short")
	}
	net, err := nets.Decode(b[8 : 8+n])
	if err != nil {
		return nil, nil, fmt.Errorf("unpack the learner: %w", err)
	}
	return net, b[8+n:], nil
}
