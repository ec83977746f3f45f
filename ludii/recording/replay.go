package recording

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Options say how thoroughly to replay. The zero value compares everything.
type Options struct {
	// Every compares the successors of only every n-th ply; 0 and 1 mean all. Where
	// they are not compared, the legal texts are not either, but their number is.
	Every int
	// Outcomes bounds how many outcomes of chance are tried per question that the
	// recording does not answer; 0 means 4,096.
	Outcomes int
	// Stop is asked now and then; its error ends the replay and is its result.
	Stop func() error
}

// Result is what came of a replay. It was exact if both Difference and Err are
// nil.
type Result struct {
	Plies      int         `json:"plies"`      // compared without a difference
	Successors int         `json:"successors"` // compared
	Texts      int         `json:"texts"`      // plies whose legal texts are all equal to the recorded ones
	Applied    int         `json:"applied"`    // plies where "app" was equal, if the engine tells
	Difference *Difference `json:"difference,omitempty"`
	Err        error       `json:"-"` // the recording could not be read, the engine gave up, or Stop's error
}

// Exact reports that nothing differed.
func (r *Result) Exact() bool { return r.Difference == nil && r.Err == nil }

// ErrEngine is wrapped when an engine returned an error.
var ErrEngine = errors.New("engine")

// Replay holds an engine against a recording and stops at the first difference.
func Replay(game *Game, e Engine, o Options) Result {
	if o.Outcomes <= 0 {
		o.Outcomes = 4096
	}
	r := &replay{game: game, e: e, o: o}
	d, err := r.run()
	r.res.Difference, r.res.Err = d, err
	return r.res
}

type replay struct {
	game *Game
	e    Engine
	o    Options
	res  Result

	g      guide
	buf    []byte
	before string // the digest of the position
	played string // the last move, as recorded
	x      string // the further state before the ply, as recorded

	texts []string // of the engine's moves
	order []int    // their indices, sorted by text
	after []successor
}

// successor is what the engine makes of a move.
type successor struct {
	hash   uint32
	script []int
	found  bool // it is one of the recorded ones
}

func (r *replay) engine(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: %w", ErrEngine, what, err)
}

func (r *replay) stop() error {
	if r.o.Stop == nil {
		return nil
	}
	return r.o.Stop()
}

func (r *replay) run() (*Difference, error) {
	start := &r.game.Start
	r.g.show(start.Setup...)
	r.g.sure = true
	r.g.begin(nil)
	if err := r.engine("start", r.e.Reset(start, &r.g)); err != nil {
		return nil, err
	}
	if got := r.digest(); got != start.Digest {
		return r.digestDiffers(0, "start", start.Digest, got), nil
	}
	r.before, r.x = start.Digest, string(start.X)
	for {
		if err := r.stop(); err != nil {
			return nil, err
		}
		p, err := r.game.Next()
		if errors.Is(err, io.EOF) {
			return r.end(r.game.End)
		}
		if err != nil {
			return nil, err
		}
		if d, err := r.ply(p); d != nil || err != nil {
			return d, err
		}
		r.res.Plies++
		r.before, r.x = p.Digest, string(p.X)
		r.played = p.Applied
	}
}

func (r *replay) digest() string {
	r.buf = r.e.AppendDigest(r.buf[:0])
	return string(r.buf)
}

func (r *replay) ply(p *Ply) (*Difference, error) {
	if r.e.Over() {
		return r.differs(p.Index, "over", "goes on", "over"), nil
	}
	r.g.show(p.Applied)
	if err := r.legalMoves(p); err != nil {
		return nil, err
	}
	r.g.keep()
	equal := r.equalTexts(p)
	if equal {
		r.res.Texts++
	}
	if len(r.texts) != p.N {
		d := r.differs(p.Index, "legal count", fmt.Sprint(p.N), fmt.Sprint(len(r.texts)))
		r.noteTexts(d, p)
		return d, nil
	}
	full := r.o.Every <= 1 || p.Index%r.o.Every == 0
	if full && p.Succ == nil && !equal {
		d := r.differs(p.Index, "legal texts", "", "")
		r.noteTexts(d, p)
		return d, nil
	}
	if p.Simultaneous() {
		return r.together(p)
	}
	r.after = make([]successor, len(r.texts))
	if full && p.Succ != nil {
		if d, err := r.successors(p); d != nil || err != nil {
			return d, err
		}
	}
	i, d, err := r.chosen(p)
	if d != nil || err != nil {
		return d, err
	}
	r.g.sure = true
	r.g.begin(r.after[i].script)
	if err := r.engine("apply "+r.texts[i], r.e.Apply([]int{i}, &r.g)); err != nil {
		return nil, err
	}
	return r.applied(p)
}

// legalMoves asks for the moves. Dice show what the recording says; where other
// chance is at work, outcomes are searched that give the recorded texts.
func (r *replay) legalMoves(p *Ply) error {
	r.g.sure = true
	ask := func(script []int) (score int, err error) {
		if err := r.stop(); err != nil {
			return 0, err
		}
		r.g.begin(script)
		if r.texts, err = r.e.Legal(&r.g); err != nil {
			return 0, r.engine("legal moves", err)
		}
		r.sortTexts()
		if len(r.g.asked) == 0 {
			return 0, nil
		}
		return r.common(p.Legal), nil
	}
	best, err := ask(nil)
	if err != nil || len(r.g.asked) == 0 || p.N != len(p.Legal) || best == p.N && len(r.texts) == p.N {
		return err
	}
	// Few outcomes are tried all; of many, one question after the other is turned.
	space := 1
	for _, n := range r.g.asked {
		if space *= n; space > r.o.Outcomes {
			break
		}
	}
	var script []int
	if space <= r.o.Outcomes {
		var bestScript []int
		_, found, err := r.g.search(space, func(script []int) (bool, error) {
			score, err := ask(script)
			if score > best {
				best, bestScript = score, slices.Clone(script)
			}
			return score == p.N && len(r.texts) == p.N, err
		})
		if found || err != nil {
			return err
		}
		if bestScript == nil {
			bestScript = []int{}
		}
		_, err = ask(bestScript)
		return err
	}
	tries := 0
	for q := 0; q < len(r.g.asked) && tries < r.o.Outcomes; q++ {
		kept := append(slices.Clone(script), make([]int, q+1-len(script))...)
		for n := 1; q < len(r.g.asked) && n < r.g.asked[q] && tries < r.o.Outcomes; n++ {
			tries++
			next := slices.Clone(kept)
			next[q] = n
			score, err := ask(next)
			if err != nil {
				return err
			}
			if score > best {
				best, kept = score, next
			}
		}
		script = kept
		if best == p.N && len(r.texts) == p.N {
			break
		}
	}
	_, err = ask(script)
	return err
}

func (r *replay) sortTexts() {
	r.order = r.order[:0]
	for i := range r.texts {
		r.order = append(r.order, i)
	}
	slices.SortStableFunc(r.order, func(i, j int) int {
		switch {
		case r.texts[i] < r.texts[j]:
			return -1
		case r.texts[i] > r.texts[j]:
			return 1
		}
		return 0
	})
}

// common counts the texts that both have.
func (r *replay) common(recorded []string) int {
	n, j := 0, 0
	for _, i := range r.order {
		for j < len(recorded) && recorded[j] < r.texts[i] {
			j++
		}
		if j < len(recorded) && recorded[j] == r.texts[i] {
			n++
			j++
		}
	}
	return n
}

func (r *replay) equalTexts(p *Ply) bool {
	if len(r.texts) != p.N {
		return false
	}
	if p.LegalHash != "" {
		sorted := make([]string, len(r.order))
		for k, i := range r.order {
			sorted[k] = r.texts[i]
		}
		return hashLines(sorted) == p.LegalHash
	}
	for k, text := range p.Legal {
		if r.texts[r.order[k]] != text {
			return false
		}
	}
	return true
}

// together plays the moves of several players.
func (r *replay) together(p *Ply) (*Difference, error) {
	moves := make([]int, len(p.Chosen))
	for k, text := range p.Chosen {
		if moves[k] = slices.Index(r.texts, text); moves[k] < 0 {
			d := r.differs(p.Index, "chosen move", text, "not legal")
			d.Move = text
			return d, nil
		}
	}
	r.g.sure = true
	r.g.begin(nil)
	if err := r.engine("apply", r.e.Apply(moves, &r.g)); err != nil {
		return nil, err
	}
	return r.applied(p)
}

// applied compares the position after the recorded move.
func (r *replay) applied(p *Ply) (*Difference, error) {
	if got := r.digest(); got != p.Digest {
		d := r.digestDiffers(p.Index, "digest", p.Digest, got)
		d.Move, d.Applied = p.Chosen[0], p.Applied
		if t, ok := r.e.(Tracer); ok {
			d.AppliedHere = t.Applied()
		}
		return d, nil
	}
	if t, ok := r.e.(Tracer); ok && t.Applied() == p.Applied {
		r.res.Applied++
	}
	return nil, nil
}

func (r *replay) end(end *End) (*Difference, error) {
	at := end.Plies
	if over := r.e.Over(); over != end.Over {
		return r.differs(at, "over", overText(end.Over), overText(over)), nil
	}
	if end.Reason == "noMoves" {
		r.g.show()
		r.g.begin(nil)
		texts, err := r.e.Legal(&r.g)
		if err != nil {
			return nil, r.engine("legal moves", err)
		}
		if len(texts) > 0 {
			d := r.differs(at, "legal count", "0", fmt.Sprint(len(texts)))
			d.Extra = slices.Clone(texts[:min(len(texts), mostTexts)])
			return d, nil
		}
	}
	if !end.Over || end.Ranking == nil {
		return nil, nil
	}
	got := r.e.Ranking()
	same := len(got) == len(end.Ranking)
	for i := 0; same && i < len(got); i++ {
		same = math.Abs(got[i]-end.Ranking[i]) < 1e-6
	}
	if !same {
		return r.differs(at, "ranking", fmt.Sprint(end.Ranking), fmt.Sprint(got)), nil
	}
	return nil, nil
}

func overText(over bool) string {
	if over {
		return "over"
	}
	return "not over"
}
