package recording

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ludens/internal/bounded"
)

// What a recording may hold at most.
const (
	MaxFileBytes = 256 << 20 // unpacked
	MaxLineBytes = 16 << 20
	MaxPlies     = 100_000
)

// ErrFormat is wrapped when a file is not a recording or exceeds a limit.
var ErrFormat = errors.New("not a recording")

// Meta says what was recorded.
type Meta struct {
	Format     int             `json:"fmt"`
	Ludii      string          `json:"ludii"`
	Game       string          `json:"game"`
	Path       string          `json:"path"` // under the corpus' lud
	Ruleset    string          `json:"ruleset"`
	Options    []string        `json:"options"`
	Seed       int64           `json:"seed"`
	Players    int             `json:"players"`
	Mode       string          `json:"mode"` // Alternating, Simultaneous, Simulation; empty for matches
	MaxTurns   int             `json:"maxTurns"`
	MaxMoves   int             `json:"maxMoves"`
	Flags      []string        `json:"flags"`
	Phases     []string        `json:"phases"`
	Containers []Container     `json:"containers"`
	Components []Component     `json:"components"`
	Default    string          `json:"default"` // site type
	Cells      int             `json:"numCells"`
	Vertices   int             `json:"numVertices"`
	Edges      int             `json:"numEdges"`
	Sites      json.RawMessage `json:"sites"` // per site type; see ludii/topology/recorded
	Match      bool            `json:"match"`
	Subgames   []string        `json:"subgames"`
}

// Container is a board, a hand or a set of dice.
type Container struct {
	Name  string `json:"name"`
	From  int    `json:"from"` // its first site
	N     int    `json:"n"`
	Owner int    `json:"owner"`
	Kind  string `json:"kind"` // board, hand, dice
}

// Component is a piece, a die or a tile.
type Component struct {
	Index     int             `json:"i"`
	Name      string          `json:"name"`
	Owner     int             `json:"owner"`
	Direction string          `json:"dirn"`
	Faces     json.RawMessage `json:"faces"`
	Large     json.RawMessage `json:"large"`
	Domino    json.RawMessage `json:"domino"`
}

// Start is the initial position.
type Start struct {
	Digest string          `json:"b"`
	X      json.RawMessage `json:"x"`
	Setup  []string        `json:"setup"`  // the start rules' actions, the first 400
	SetupN int             `json:"setupN"` // how many there were
}

// Ply is what could be done at a position, what was, and what came of it.
type Ply struct {
	Index     int             `json:"i"`
	Mover     int             `json:"m"`
	N         int             `json:"n"`
	Legal     []string        `json:"legal"`     // sorted; of more than 1,500 the first 50
	LegalHash string          `json:"legalHash"` // where Legal is not complete
	Succ      []uint32        `json:"-"`         // hash after each of Legal; nil if left out
	Chosen    []string        `json:"-"`         // one, or in simultaneous games one per player
	ChosenAt  int             `json:"-"`         // index of the chosen one, -1 if unknown
	Applied   string          `json:"app"`
	Digest    string          `json:"b"` // after it
	X         json.RawMessage `json:"x"`
}

// Simultaneous reports that several players moved at once.
func (p *Ply) Simultaneous() bool { return p.ChosenAt < 0 && len(p.Chosen) > 0 }

// End says how it ended.
type End struct {
	Over    bool      `json:"over"`
	Winner  int       `json:"winner"`
	Type    string    `json:"endType"`
	Ranking []float64 `json:"ranking"` // per player, 1 is best; nil unless over
	Scores  []float64 `json:"scores"`
	Plies   int       `json:"plies"`
	Reason  string    `json:"reason"` // terminal, maxMoves, timeout, noMoves
}

// Game is a recording being read: the head at once, the plies one by one.
type Game struct {
	Meta  Meta
	Start Start
	End   *End // nil until Next has returned io.EOF

	close   func() error
	lines   *bufio.Scanner
	limited *io.LimitedReader
	line    int
	plies   int
	at      func(ply int) // told before a ply is given; may be nil
}

// Read opens a recording, gzip or plain, and reads its head.
func Read(path string) (*Game, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	g, err := Parse(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("read recording %s: %w", path, err)
	}
	g.close = f.Close
	return g, nil
}

// Parse reads the head of a recording, gzip or plain.
func Parse(r io.Reader) (*Game, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	var in io.Reader = br
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
		in = z
	}
	g := &Game{limited: &io.LimitedReader{R: in, N: MaxFileBytes + 1}}
	g.lines = bounded.Lines(g.limited, MaxLineBytes)
	for _, part := range []struct {
		kind string
		to   any
	}{{"meta", &g.Meta}, {"start", &g.Start}} {
		text, kind, err := g.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: it has no %s", ErrFormat, part.kind)
		case err != nil:
			return nil, err
		case kind != part.kind:
			return nil, g.fault(fmt.Errorf("want the %s, found %q", part.kind, clip(kind, 40)))
		}
		if err := json.Unmarshal(text, part.to); err != nil {
			return nil, g.fault(err)
		}
	}
	return g, nil
}

// Close closes the file.
func (g *Game) Close() error {
	if g.close == nil {
		return nil
	}
	return g.close()
}

// Next reads the next ply; io.EOF follows the last one, and then End is set.
func (g *Game) Next() (*Ply, error) {
	if g.End != nil {
		return nil, io.EOF
	}
	text, kind, err := g.next()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: it has no end", ErrFormat)
	}
	if err != nil {
		return nil, err
	}
	switch kind {
	case "ply":
		p, err := g.ply(text)
		if err != nil {
			return nil, g.fault(err)
		}
		return p, nil
	case "end":
		e := &End{}
		if err := json.Unmarshal(text, e); err != nil {
			return nil, g.fault(err)
		}
		if e.Plies != g.plies {
			return nil, g.fault(fmt.Errorf("the end counts %d plies, the recording has %d", e.Plies, g.plies))
		}
		if _, kind, err := g.next(); err == nil {
			return nil, g.fault(fmt.Errorf("%q behind the end", clip(kind, 40)))
		} else if !errors.Is(err, io.EOF) {
			return nil, err
		}
		g.End = e
		return nil, io.EOF
	}
	return nil, g.fault(fmt.Errorf("unknown type %q", clip(kind, 40)))
}

func (g *Game) ply(text []byte) (*Ply, error) {
	var p struct {
		Ply
		Succ   *string         `json:"succ"`
		Chosen json.RawMessage `json:"ch"`
		At     *int            `json:"ci"`
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	out := &p.Ply
	switch {
	case out.Index != g.plies:
		return nil, fmt.Errorf("ply %d where %d must be", out.Index, g.plies)
	case g.plies >= MaxPlies:
		return nil, fmt.Errorf("more than %d plies", MaxPlies)
	case out.LegalHash == "" && out.N != len(out.Legal), out.N < len(out.Legal):
		return nil, fmt.Errorf("n is %d with %d legal moves", out.N, len(out.Legal))
	}
	if g.at != nil {
		g.at(g.plies)
	}
	g.plies++
	var err error
	if p.Succ != nil {
		if out.Succ, err = parseHashes(*p.Succ, len(out.Legal)); err != nil {
			return nil, err
		}
	}
	if out.ChosenAt = -1; p.At != nil {
		if out.ChosenAt = *p.At; out.ChosenAt < 0 || out.ChosenAt >= out.N {
			return nil, fmt.Errorf("the chosen move is number %d of %d", out.ChosenAt, out.N)
		}
		out.Chosen = make([]string, 1)
		err = json.Unmarshal(p.Chosen, &out.Chosen[0])
	} else {
		err = json.Unmarshal(p.Chosen, &out.Chosen)
	}
	if err == nil && len(out.Chosen) == 0 {
		err = errors.New("no move is chosen")
	}
	return out, err
}

// next gives the next line that is not empty and its type. The line is valid
// until the following call.
func (g *Game) next() (text []byte, kind string, err error) {
	for g.lines.Scan() {
		g.line++
		text = bytes.TrimSpace(g.lines.Bytes())
		if len(text) == 0 {
			continue
		}
		if kind, err = typeOf(text); err != nil {
			return nil, "", g.fault(err)
		}
		return text, kind, nil
	}
	switch err := g.lines.Err(); {
	case g.limited.N <= 0:
		return nil, "", fmt.Errorf("%w: it is longer than %d bytes", ErrFormat, int64(MaxFileBytes))
	case err != nil:
		g.line++
		return nil, "", g.fault(err)
	}
	return nil, "", io.EOF
}

// typeOf finds the "t" of a line without decoding the rest of it, when it comes
// first, as it does.
func typeOf(text []byte) (string, error) {
	const head = `{"t":"`
	if rest, ok := bytes.CutPrefix(text, []byte(head)); ok {
		if kind, _, ok := bytes.Cut(rest, []byte(`"`)); ok && !bytes.ContainsRune(kind, '\\') {
			return string(kind), nil
		}
	}
	var t struct {
		T string `json:"t"`
	}
	err := json.Unmarshal(text, &t)
	return t.T, err
}

func (g *Game) fault(err error) error {
	return fmt.Errorf("%w: line %d: %w", ErrFormat, g.line, err)
}

// parseHashes reads n hashes of eight hex digits, separated by blanks.
func parseHashes(text string, n int) ([]uint32, error) {
	out := make([]uint32, 0, n)
	for at := 0; at < len(text); at += 9 {
		if at+8 > len(text) || at+8 < len(text) && text[at+8] != ' ' {
			return nil, fmt.Errorf("hash %d is not eight digits", len(out))
		}
		var h uint32
		for _, c := range []byte(text[at : at+8]) {
			switch {
			case c >= '0' && c <= '9':
				h = h<<4 | uint32(c-'0')
			case c >= 'a' && c <= 'f':
				h = h<<4 | uint32(c-'a'+10)
			default:
				return nil, fmt.Errorf("hash %d is not hexadecimal", len(out))
			}
		}
		out = append(out, h)
	}
	if len(out) != n {
		return nil, fmt.Errorf("%d hashes for %d moves", len(out), n)
	}
	return out, nil
}

// clip shortens a text for a message.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
