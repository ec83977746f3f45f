package replay

import (
	"errors"
	"fmt"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/recording"
)

// A Position is a position of a recorded game as nets see it.
type Position struct {
	Ply    int
	Digest string
	View   game.View
	Moves  []Placed // the legal moves; nil where the recording ends
	Over   bool
}

// Placed is a legal move, in the recordings' notation, and where it happens.
type Placed struct {
	Text  string
	Place game.Place
}

// Positions replays a recorded game and gives every position of it in turn,
// whatever is hidden in it. The position is valid during the call. An error that
// each returns ends it and is returned.
func Positions(file string, p *exec.Program, each func(*Position) error) error {
	space := exec.NewSpace(p)
	if space == nil {
		return errors.New("positions of a recording: the program has no one board")
	}
	rec, err := recording.Read(file)
	if err != nil {
		return err
	}
	defer rec.Close()
	w := &walker{Engine: New(p), space: space, each: each}
	// Successors are looked at for the first ply only: they are compared elsewhere.
	res := recording.Replay(rec, w, recording.Options{Every: recording.MaxPlies, Stop: func() error { return w.err }})
	switch {
	case w.err != nil:
		return w.err
	case res.Err != nil:
		return res.Err
	case res.Difference != nil:
		return fmt.Errorf("replay %s: %w", file, res.Difference)
	}
	w.at.Moves, w.at.Over = nil, w.Over()
	return each(&w.at)
}

// A walker is an Engine that shows its positions.
type walker struct {
	*Engine
	space *exec.Space
	each  func(*Position) error
	at    Position
	err   error
}

// Reset goes to the initial position.
func (w *walker) Reset(start *recording.Start, c recording.Chance) error {
	err := w.Engine.Reset(start, c)
	w.at.Ply = 0
	w.look(game.Place{From: -1, To: -1})
	return err
}

// Apply shows the position with its moves before it makes some of them.
func (w *walker) Apply(moves []int, c recording.Chance) error {
	w.at.Moves = w.at.Moves[:0]
	for i, text := range w.texts {
		w.at.Moves = append(w.at.Moves, Placed{text, w.space.Place(w.c, &w.c.Moves[i])})
	}
	if w.err == nil {
		w.err = w.each(&w.at)
	}
	last := w.at.View.Last[0]
	err := w.Engine.Apply(moves, c)
	w.at.Ply++
	w.look(last)
	return err
}

// look notes the position, before dice are thrown for its moves.
func (w *walker) look(before game.Place) {
	w.at.Digest = string(w.AppendDigest(nil))
	w.space.View(w.c, &w.at.View)
	w.at.View.Last[1] = before
}
