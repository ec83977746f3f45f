package recording

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"ludens/diag"
)

// A Verdict says how a game came out.
type Verdict string

// The verdicts.
const (
	Exact     Verdict = "exact"     // in all recordings
	Different Verdict = "different" // GameResult.Difference says where
	Refused   Verdict = "refused"   // GameResult.Findings say why
	Failed    Verdict = "failed"    // the engine returned an error on the way
	Crashed   Verdict = "crashed"   // the engine panicked
	Late      Verdict = "late"      // not done within the time
	Broken    Verdict = "broken"    // a recording could not be read
)

// GameResult says how the recordings of one game came out, up to the first that
// is not exact.
type GameResult struct {
	Game       string        `json:"game"` // the description's path, and what was chosen (Recorded.Title)
	Name       string        `json:"name"`
	Verdict    Verdict       `json:"result"`
	Recordings int           `json:"recordings"`      // replayed exactly
	Plies      int           `json:"plies"`           // compared
	Successors int           `json:"successors"`      // compared
	Texts      int           `json:"texts"`           // plies with all legal texts equal
	Applied    int           `json:"applied"`         // plies with what was applied equal
	Difference *Difference   `json:"first,omitempty"` // the first difference
	Findings   diag.List     `json:"findings,omitempty"`
	Message    string        `json:"message,omitempty"` // of failed, crashed, late and broken
	Took       time.Duration `json:"-"`
}

// Counts adds up the results of a Verify.
type Counts struct {
	Games      int             `json:"games"`
	Verdicts   map[Verdict]int `json:"verdicts"`
	Recordings int             `json:"recordings"`
	Plies      int             `json:"plies"`
	Successors int             `json:"successors"`
	Texts      int             `json:"texts"`
}

// String gives the last line of a verification.
func (c Counts) String() string {
	return fmt.Sprintf("exact %d of %d games", c.Verdicts[Exact], c.Games)
}

// Add counts a result.
func (c *Counts) Add(r GameResult) {
	if c.Verdicts == nil {
		c.Verdicts = map[Verdict]int{}
	}
	c.Games++
	c.Verdicts[r.Verdict]++
	c.Recordings += r.Recordings
	c.Plies += r.Plies
	c.Successors += r.Successors
	c.Texts += r.Texts
}

// Opener makes an engine for the description of a recorded game, at its path under
// the corpus' lud, with the choices that were made, or says why it cannot. It is called from several goroutines. ctx ends when the
// game's time has run out: an engine that may work long without being asked
// should look at it, for nothing else can stop it.
type Opener func(ctx context.Context, game Recorded) (Engine, diag.List)

// VerifyOptions say which games to replay and how. The zero value replays all.
type VerifyOptions struct {
	Options                     // of the replays; Stop is Verify's own and asked besides
	Jobs    int                 // games worked on at once; 0 means 1
	Limit   time.Duration       // per game, all recordings; 0 means 2 minutes
	Select  func(Recorded) bool // nil means all
}

// grace is how long a game that is late may take to notice.
const grace = 5 * time.Second

// Verify replays the recordings of a folder (see ReadIndex). report, if not nil,
// is called once per game, from one goroutine, in the order of the paths. Games
// not finished when ctx ends are left out; the error is then ctx's.
//
// An engine that runs away without asking anything, or without end in one call,
// is left behind in its goroutine; its game is late.
func Verify(ctx context.Context, dir string, open Opener, o VerifyOptions, report func(GameResult)) (Counts, error) {
	all, err := ReadIndex(dir)
	if err != nil {
		return Counts{}, err
	}
	var games []Recorded
	for _, g := range all {
		if o.Select == nil || o.Select(g) {
			games = append(games, g)
		}
	}
	return VerifyGames(ctx, games, open, o, report)
}

// VerifyGames is Verify for games that were found already.
func VerifyGames(ctx context.Context, games []Recorded, open Opener, o VerifyOptions, report func(GameResult)) (Counts, error) {
	if o.Limit <= 0 {
		o.Limit = 2 * time.Minute
	}
	type slot struct {
		result GameResult
		done   bool
	}
	results := make([]chan slot, len(games))
	for i := range results {
		results[i] = make(chan slot, 1)
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, o.Jobs) {
		wg.Go(func() {
			for i := range next {
				r, done := verifyWithin(ctx, games[i], open, o)
				results[i] <- slot{r, done}
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for i := range games {
			select {
			case next <- i:
			case <-ctx.Done():
				for ; i < len(games); i++ {
					results[i] <- slot{}
				}
				return
			}
		}
	})
	var c Counts
	for _, s := range results {
		if s := <-s; s.done {
			c.Add(s.result)
			if report != nil {
				report(s.result)
			}
		}
	}
	wg.Wait()
	if c.Games < len(games) {
		return c, ctx.Err()
	}
	return c, nil
}

// verifyWithin gives a game its time. done is false if ctx has ended before.
func verifyWithin(ctx context.Context, game Recorded, open Opener, o VerifyOptions) (r GameResult, done bool) {
	start := time.Now()
	within, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	result := make(chan GameResult, 1)
	go func() { result <- verifyGame(within, game, open, o.Options) }()
	left := time.NewTimer(o.Limit + grace)
	defer left.Stop()
	cancelled := ctx.Done()
	for {
		select {
		case r = <-result:
			if ctx.Err() != nil && r.Verdict != Exact {
				return r, false // stopped, which says nothing about the game
			}
			r.Took = time.Since(start)
			return r, true
		case <-cancelled:
			left.Reset(grace)
			cancelled = nil
		case <-left.C:
			if ctx.Err() != nil {
				return r, false
			}
			return GameResult{
				Game: game.Title(), Name: game.Name, Verdict: Late,
				Message: fmt.Sprintf("no answer after %s", time.Since(start).Round(time.Second)),
				Took:    time.Since(start),
			}, true
		}
	}
}

func verifyGame(ctx context.Context, game Recorded, open Opener, o Options) (r GameResult) {
	r.Game, r.Name, r.Verdict = game.Title(), game.Name, Exact
	where := "open"
	defer func() {
		if p := recover(); p != nil {
			r.Verdict = Crashed
			r.Message = fmt.Sprintf("%s: %v\n%s", where, p, topOfStack(debug.Stack()))
		}
	}()
	if len(game.Files) == 0 {
		r.Verdict, r.Message = Broken, "no recording"
		return r
	}
	e, findings := open(ctx, game)
	if findings.Errors() > 0 || e == nil {
		r.Verdict, r.Findings = Refused, findings
		if ctx.Err() != nil {
			r.Verdict, r.Message = Late, "while it was opened"
		}
		return r
	}
	outer := o.Stop
	o.Stop = func() error {
		if outer != nil {
			if err := outer(); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	for _, file := range game.Files {
		where = filepath.Base(file.Path)
		res := replayFile(file.Path, e, o, func(ply int) {
			where = fmt.Sprintf("%s: ply %d", filepath.Base(file.Path), ply)
		})
		r.Plies += res.Plies
		r.Successors += res.Successors
		r.Texts += res.Texts
		r.Applied += res.Applied
		switch {
		case res.Exact():
			r.Recordings++
			continue
		case res.Difference != nil:
			r.Verdict, r.Difference = Different, res.Difference
			r.Difference.Recording = filepath.Base(file.Path)
		default:
			switch {
			case ctx.Err() != nil:
				r.Verdict = Late
			case errors.Is(res.Err, ErrEngine):
				r.Verdict = Failed
			default:
				r.Verdict = Broken
			}
			r.Message = fmt.Sprintf("%s: ply %d: %v", filepath.Base(file.Path), res.Plies, res.Err)
		}
		return r
	}
	return r
}

func replayFile(path string, e Engine, o Options, at func(ply int)) Result {
	g, err := Read(path)
	if err != nil {
		return Result{Err: err}
	}
	defer g.Close()
	g.at = at
	return Replay(g, e, o)
}

// topOfStack gives the frames of a stack trace from the panic on, the first few.
func topOfStack(stack []byte) string {
	const most = 16 // lines, two per frame
	lines := strings.Split(strings.TrimSpace(string(stack)), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") && i+2 < len(lines) {
			lines = lines[i+2:]
			break
		}
	}
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	return strings.Join(lines, "\n")
}

// String is the result in a line.
func (r GameResult) String() string {
	s := fmt.Sprintf("%-9s %s", r.Verdict, r.Game)
	switch r.Verdict {
	case Different:
		s += ": " + r.Difference.Error()
	case Refused:
		for _, d := range r.Findings {
			if d.Severity == diag.Error {
				s += ": " + d.String()
				if n := r.Findings.Errors(); n > 1 {
					s += fmt.Sprintf(" (and %d more)", n-1)
				}
				break
			}
		}
	case Exact:
	default:
		s += ": " + r.Message
	}
	return s
}
