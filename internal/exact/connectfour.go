package exact

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/internal/exact/connectfour"
)

//go:embed testdata/connectfour.jsonl.gz
var connectFourData []byte

//go:embed testdata/tactics.jsonl.gz
var tacticsData []byte

// Solved is a position of connect four with the exact values of its moves.
type Solved struct {
	Width  int    `json:"w"`
	Height int    `json:"h"`
	Moves  string `json:"moves"` // columns from 1, one digit each
	// Values are per column what a disc there is worth to the player who drops it: '+'
	// a win, '=' a draw, '-' a loss, '.' the column is full.
	Values string `json:"values"`
	Source string `json:"source"` // how the moves were drawn: "random" or "careful"
}

// Value of a move, by its letter.
var letters = map[int]byte{connectfour.Loss: '-', connectfour.Draw: '=', connectfour.Win: '+'}

// Letter writes a value as Solved.Values does.
func Letter(value int) byte { return letters[value] }

// ConnectFour gives the solved positions.
func ConnectFour() ([]Solved, error) { return ReadSolved(bytes.NewReader(connectFourData)) }

// Tactics gives the positions of many games.
func Tactics() ([]Position, error) { return Read(bytes.NewReader(tacticsData)) }

// ReadSolved reads solved positions, one JSON object a line, compressed by gzip.
func ReadSolved(from io.Reader) ([]Solved, error) {
	list, err := readLines[Solved](from)
	if err != nil {
		return nil, fmt.Errorf("read solved positions: %w", err)
	}
	return list, nil
}

// WriteSolved is the inverse of ReadSolved.
func WriteSolved(to io.Writer, list []Solved) error { return writeLines(to, list) }

// Plies are the discs on the board.
func (s *Solved) Plies() int { return len(s.Moves) }

// Size is the board's, for people.
func (s *Solved) Size() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// Best is the letter of the value of the position.
func (s *Solved) Best() byte {
	for _, c := range "+=-" {
		if strings.ContainsRune(s.Values, c) {
			return byte(c)
		}
	}
	return '.'
}

// Position writes a solved position as one of the game in GDL.
func (s *Solved) Position() (Position, error) {
	b, err := connectfour.NewBoard(s.Width, s.Height)
	if err != nil {
		return Position{}, err
	}
	p := Position{
		Game: "connect four " + s.Size(), Text: b.Description(),
		Seat: len(s.Moves) % 2, Kind: Best, Full: true, Source: s.Source,
	}
	for i, column := range s.Moves {
		step := []string{"", ""}
		step[i%2] = fmt.Sprintf("(drop %c)", column)
		p.Steps = append(p.Steps, step)
	}
	if len(s.Values) != s.Width {
		return p, errors.New("a solved position has not one value per column")
	}
	for x := range s.Width {
		switch v := s.Values[x]; v {
		case '.':
			continue
		case s.Best():
			p.Right = append(p.Right, fmt.Sprintf("(drop %d)", x+1))
		}
		p.Legal++
	}
	return p, p.check()
}
