package exact

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ludens/game"
)

// Position is a decision whose right answers are known.
type Position struct {
	// Game is a name of the library with its language, such as "gdl:connectFour", or
	// after "corpus:" a path in the corpus of shared descriptions.
	Game string `json:"game"`
	// Text is the description itself, of a game that is in neither.
	Text string `json:"-"`
	// Steps are the joint moves made, per seat; of a seat with one legal move "".
	Steps [][]string `json:"steps"`
	// Seat decides.
	Seat int `json:"seat"`
	// Kind is what is at stake: see the constants.
	Kind string `json:"kind"`
	// Depth is the number of joint moves that the proof looks ahead: for Win until
	// the quickest win, for Save until the last of the wrong moves has lost. 0 where
	// the whole game was solved.
	Depth int `json:"depth,omitempty"`
	// Full says that the wrong moves are proven to be worse however long the match
	// lasts. Otherwise no wrong move of Win wins, and no right move of Save loses,
	// within two joint moves more than Depth.
	Full bool `json:"full,omitempty"`
	// Right are the labels of the best moves, and Legal the number of all.
	Right []string `json:"right"`
	Legal int      `json:"legal"`
	// Source is where the match comes from, for people.
	Source string `json:"source,omitempty"`
}

// What is at stake in a position.
const (
	Win  = "win"  // the right moves win by force
	Save = "save" // the wrong moves lose by force
	Best = "best" // the right moves keep the exact value
)

// Chance is how often a random move is right.
func (p *Position) Chance() float64 { return float64(len(p.Right)) / float64(p.Legal) }

// Play takes a machine of the game to the position and checks that it is the one
// that was proven: the seat decides between as many moves, the right ones among
// them. It returns the legal moves and those that are right.
func (p *Position) Play(m game.Machine) (legal, right []game.Move, err error) {
	m.Reset()
	joint := make([]game.Move, len(m.Game().Facts().Seats))
	for n, step := range p.Steps {
		if len(step) != len(joint) || m.Terminal() {
			return nil, nil, fmt.Errorf("play a position of %s: step %d does not fit the game", p.Game, n)
		}
		for seat, text := range step {
			if text == "" {
				if legal = m.Legal(seat, legal); len(legal) != 1 {
					return nil, nil, fmt.Errorf("play a position of %s: step %d: seat %d has %d moves, not one", p.Game, n, seat, len(legal))
				}
				joint[seat] = legal[0]
			} else if joint[seat], err = m.Parse(seat, text); err != nil {
				return nil, nil, fmt.Errorf("play a position of %s: step %d: %w", p.Game, n, err)
			}
		}
		m.Step(joint)
	}
	if m.Terminal() {
		return nil, nil, fmt.Errorf("play a position of %s: it is terminal (%v)", p.Game, m.Err())
	}
	legal = m.Legal(p.Seat, legal)
	for _, text := range p.Right {
		move, err := m.Parse(p.Seat, text)
		if err != nil {
			return nil, nil, fmt.Errorf("play a position of %s: a right move: %w", p.Game, err)
		}
		right = append(right, move)
	}
	if len(legal) != p.Legal || len(right) == 0 {
		return nil, nil, fmt.Errorf("play a position of %s: %d legal moves, %d when it was proven", p.Game, len(legal), p.Legal)
	}
	return legal, right, nil
}

// Labels writes a joint move as Position.Steps does.
func Labels(m game.Machine, joint []game.Move) []string {
	step := make([]string, len(joint))
	var legal []game.Move
	for seat, move := range joint {
		if legal = m.Legal(seat, legal); len(legal) != 1 {
			step[seat] = m.Label(seat, move)
		}
	}
	return step
}

// corpus marks names of games that are in the corpus of shared descriptions.
const corpus = "corpus:"

// Shared reports whether a game is one of the corpus.
func Shared(name string) bool { return strings.HasPrefix(name, corpus) }

// Path is what the catalog opens for a game: its name, or the path of its file in
// the corpus that lies in a folder.
func Path(name, folder string) string {
	if rest, ok := strings.CutPrefix(name, corpus); ok {
		return filepath.Join(folder, filepath.FromSlash(rest))
	}
	return name
}

// check reports a position that cannot be right.
func (p *Position) check() error {
	switch {
	case p.Game == "":
		return errors.New("a position has no game")
	case !slices.Contains([]string{Win, Save, Best}, p.Kind):
		return fmt.Errorf("a position of %s has kind %q", p.Game, p.Kind)
	case len(p.Right) == 0 || len(p.Right) >= p.Legal:
		return fmt.Errorf("a position of %s has %d right moves of %d", p.Game, len(p.Right), p.Legal)
	}
	return nil
}

// Read reads positions, one JSON object a line, compressed by gzip.
func Read(from io.Reader) ([]Position, error) {
	list, err := readLines[Position](from)
	for i := range list {
		if err == nil {
			err = list[i].check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read positions: %w", err)
	}
	return list, nil
}

// Write is the inverse of Read.
func Write(to io.Writer, list []Position) error { return writeLines(to, list) }

func readLines[T any](from io.Reader) ([]T, error) {
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	var out []T
	dec := json.NewDecoder(bufio.NewReader(z))
	for {
		var one T
		if err := dec.Decode(&one); errors.Is(err, io.EOF) {
			return out, z.Close()
		} else if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(out)+1, err)
		}
		out = append(out, one)
	}
}

func writeLines[T any](to io.Writer, list []T) error {
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	for i := range list {
		if err := enc.Encode(&list[i]); err != nil {
			return err
		}
	}
	return z.Close()
}
