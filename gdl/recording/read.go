package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"ludens/internal/bounded"
)

// What a file may hold at most.
const (
	MaxFileBytes = 64 << 20 // unpacked
	MaxLineBytes = 16 << 20
	MaxPlies     = 100_000
	MaxRoles     = 1 << 10
)

// Match is a recorded match.
type Match struct {
	Game           string   `json:"game"`
	Seed           int64    `json:"seed"`
	Engine         string   `json:"engine"`
	Case           string   `json:"case"` // "lower" or "preserved"
	CaseCollisions []string `json:"caseCollisions"`
	MaxPly         int      `json:"maxPly"`
	Roles          []string `json:"roles"`

	Plies  []Ply  `json:"-"`
	Reason string `json:"-"` // why the recording ends: "terminal", "maxPly", "timeout"; empty if it is cut off
}

// Ply is a recorded position. Lists per role are in the order of Match.Roles.
type Ply struct {
	Ply      int        `json:"ply"`
	State    []string   `json:"state"`
	Terminal bool       `json:"terminal"`
	Goals    [][]string `json:"goals"`
	Legal    [][]string `json:"legal"`
	Moves    []string   `json:"moves"` // nil in the last position of a match that was not cut off
}

// moves counts the joint moves.
func (m *Match) moves() int {
	n := len(m.Plies)
	if n > 0 && m.Plies[n-1].Moves == nil {
		n--
	}
	return n
}

// ErrFormat is wrapped when a file is not a recording or exceeds a limit.
var ErrFormat = errors.New("not a recording")

// Read reads a recording from a file, gzip or plain.
func Read(path string) (*Match, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	defer f.Close()
	m, err := Parse(f)
	if err != nil {
		return nil, fmt.Errorf("read recording %s: %w", path, err)
	}
	return m, nil
}

// Parse reads a recording, gzip or plain.
func Parse(r io.Reader) (*Match, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	var in io.Reader = br
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
		defer z.Close()
		in = z
	}
	p := parser{}
	limited := &io.LimitedReader{R: in, N: MaxFileBytes + 1}
	lines := bounded.Lines(limited, MaxLineBytes)
	for lines.Scan() {
		p.line++
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		if err := p.add(text); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, p.line, err)
		}
	}
	switch err := lines.Err(); {
	case limited.N <= 0:
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrFormat, int64(MaxFileBytes))
	case err != nil:
		return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, p.line+1, err)
	case p.match == nil:
		return nil, fmt.Errorf("%w: it has no header", ErrFormat)
	case len(p.match.Plies) == 0:
		return nil, fmt.Errorf("%w: it has no positions", ErrFormat)
	}
	return p.match, nil
}

type parser struct {
	match *Match
	line  int
	ended bool
}

func (p *parser) add(text []byte) error {
	var kind struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
		Plies  int    `json:"plies"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return err
	}
	switch {
	case p.match == nil && kind.Type != "header":
		return fmt.Errorf("want the header first, found %q", clip(kind.Type))
	case p.ended:
		return errors.New("there is more behind the end")
	}
	switch kind.Type {
	case "header":
		if p.match != nil {
			return errors.New("a second header")
		}
		m := &Match{}
		if err := json.Unmarshal(text, m); err != nil {
			return err
		}
		if m.Case != "lower" && m.Case != "preserved" {
			return fmt.Errorf("case is %q, want lower or preserved", clip(m.Case))
		}
		if len(m.Roles) > MaxRoles {
			return fmt.Errorf("more than %d roles", MaxRoles)
		}
		p.match = m
	case "ply":
		return p.ply(text)
	case "end":
		if n := p.match.moves(); kind.Plies != n {
			return fmt.Errorf("the end counts %d joint moves, the recording has %d", kind.Plies, n)
		}
		p.match.Reason = kind.Reason
		p.ended = true
	default:
		return fmt.Errorf("unknown type %q", clip(kind.Type))
	}
	return nil
}

func (p *parser) ply(text []byte) error {
	m := p.match
	var q Ply
	if err := json.Unmarshal(text, &q); err != nil {
		return err
	}
	n := len(m.Plies)
	switch {
	case n >= MaxPlies:
		return fmt.Errorf("more than %d plies", MaxPlies)
	case q.Ply != n:
		return fmt.Errorf("ply %d where %d must be", q.Ply, n)
	case n > 0 && m.Plies[n-1].Moves == nil:
		return errors.New("a position behind one without moves")
	case len(q.Goals) != len(m.Roles) || len(q.Legal) != len(m.Roles):
		return fmt.Errorf("goals of %d and moves of %d roles, the match has %d", len(q.Goals), len(q.Legal), len(m.Roles))
	case q.Moves != nil && len(q.Moves) != len(m.Roles):
		return fmt.Errorf("%d moves for %d roles", len(q.Moves), len(m.Roles))
	}
	m.Plies = append(m.Plies, q)
	return nil
}

func clip(s string) string {
	if len(s) > 120 {
		return s[:120] + "…"
	}
	return s
}
