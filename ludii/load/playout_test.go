package load_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/parse"
)

// Playouts that draw moves without listing them, held against the lists, on our own
// library of games.

const ludemes = "../../games/ludii"

func ownGame(t testing.TB, name string) *exec.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ludemes, name+".lud"))
	if err != nil {
		t.Fatal(err)
	}
	g, findings := load.Text(name+".lud", string(text), load.Options{})
	if g.Program == nil {
		t.Fatal(findings)
	}
	return g.Program
}

// spelled is a move as a text that tells all of it.
func spelled(c *exec.Ctx, m *exec.Move) string {
	var b strings.Builder
	fmt.Fprint(&b, m.Mover, m.From, m.To, m.LevelMin, m.LevelMax, c.Betweens[m.Between[0]:m.Between[1]])
	for _, a := range c.Actions[m.Actions[0]:m.Actions[1]] {
		if a.Op == exec.OpThen {
			a.What = 0 // where the consequence stands in a buffer
		}
		fmt.Fprint(&b, a)
	}
	for n := m.Then; n != 0; n = c.ThenNodes[n].Prev {
		b.WriteString(" then")
	}
	return b.String()
}

// places lists the moves of all places of the phase's sampler, false where that
// does not number them.
func places(c *exec.Ctx, s *exec.Sampler) (moves []string, ok bool) {
	c.Generate()
	c.Moves = c.Moves[:0]
	n := s.Places(c)
	if n < 0 {
		return nil, false
	}
	c.Moves = c.Moves[:0]
	for i := range n {
		s.Take(c, i)
		switch {
		case len(c.Moves) > 1:
			moves = append(moves, "several moves at one place")
		case len(c.Moves) == 1 && c.Allows(c.Moves[0]):
			moves = append(moves, spelled(c, &c.Moves[0]))
		}
		c.Moves = c.Moves[:0]
	}
	slices.Sort(moves)
	return moves, true
}

// The places of a sampler hold every legal move as often as it is listed, and
// nothing else.
func TestPlacesHoldTheMoves(t *testing.T) {
	files, err := filepath.Glob(ludemes + "/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	drawn := 0
	for _, file := range files {
		p := ownGame(t, strings.TrimSuffix(filepath.Base(file), ".lud"))
		if !slices.ContainsFunc(p.Phases, func(ph exec.Phase) bool { return ph.Sample != nil }) {
			continue
		}
		drawn++
		samePlaces(t, file, p)
	}
	if drawn < 15 {
		t.Errorf("moves are drawn in %d of %d games only", drawn, len(files))
	}
}

// samePlaces holds what a sampler has at its places against the list, along a random match.
func samePlaces(t *testing.T, name string, p *exec.Program) {
	c, rng := p.NewCtx(), rand.New(rand.NewPCG(3, 4))
	c.Reset()
	for range 40 {
		var got []string
		numbered := false
		if s := p.Phases[c.Phase[c.Mover]].Sample; s != nil && !p.Meta.Swap {
			got, numbered = places(c, s)
		}
		c.Generate()
		if len(c.Moves) == 0 {
			break
		}
		if numbered && (len(c.Moves) > 1 || !c.IsPass(&c.Moves[0])) {
			var want []string
			for i := range c.Moves {
				want = append(want, spelled(c, &c.Moves[i]))
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: after %d moves: %d at places, %d listed", name, c.State.Moves, len(got), len(want))
			}
		}
		c.Step(rng.IntN(len(c.Moves)))
		if c.Over || c.Err != nil {
			c.Reset()
		}
	}
}

// Forms of which one move is made without the others, in games as small as can be. Each has to be
// drawn in all of its phases.
func TestPlacesOfForms(t *testing.T) {
	const board = `(equipment {(board (square 4)) (hand Each) (piece "Stone" Each)})`
	over := `(end (if (no Moves Mover) (result Mover Loss)))`
	for name, text := range map[string]string{
		"slides along tracks that end where something stands": `(equipment {(surakartaBoard (square 6)) (piece "Ring" Each (or
			(move Step (to if:(is Empty (to))))
			(move Slide "AllTracks" (between if:(or (= (between) (from)) (is Empty (between))))
				(to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))))))})
			(rules (start {(place "Ring1" (expand (sites Bottom))) (place "Ring2" (expand (sites Top)))})
			(play (or (if (> (count Moves) 30) (move Propose "End")) (forEach Piece))) ` + over + `)`,
		"slides along tracks that end anywhere": `(equipment {(surakartaBoard (square 6)) (piece "Ring" Each
			(move Slide "AllTracks" (between if:(or (= (between) (from)) (is Empty (between))))
				(to if:(is Enemy (who at:(to))) (apply if:(is Empty (to)) (remove (to))))))})
			(rules (start {(place "Ring1" (expand (sites Bottom))) (place "Ring2" (expand (sites Top)))})
			(play (forEach Piece)) ` + over + `)`,
		"from a hand to empty sites": board + `(rules (start (place "Stone" "Hand" count:8))
			(play (move (from (handSite Mover)) (to (sites Empty)))) ` + over + `)`,
		"to sites that depend on where it is from": board + `(rules (start {(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))})
			(play (or (move (from (sites Occupied by:Mover)) (to (sites Around (from) if:(is Empty (to)))))
				(move (from (handSite Mover)) (to (sites Empty))))) ` + over + `)`,
		"pieces are removed": board + `(rules (start {(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))})
			(play (move Remove (sites Occupied by:Next))) ` + over + `)`,
		"sites are selected, and one of them": board + `(rules (start {(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))})
			(play (if (is Even (count Moves)) (move Select (from (sites Board) if:(is Occupied (from))))
				(or (move Remove (last To)) (move Select (from (last To)))))) ` + over + `)`,
	} {
		t.Run(name, func(t *testing.T) {
			g, findings := load.Text(name, `(game "Forms" (players 2) `+text+`)`, load.Options{})
			if g.Program == nil {
				t.Fatal(findings)
			}
			for i := range g.Program.Phases {
				if g.Program.Phases[i].Sample == nil {
					t.Error("moves are not drawn")
				}
			}
			samePlaces(t, name, g.Program)
		})
	}
}

// The same for games of the corpus: one of fifty, or with LUDENS_ALL set all, or those whose path
// matches LUDENS_GAMES.
func TestPlacesHoldTheMovesCorpus(t *testing.T) {
	drawn := 0
	eachOfCorpus(t, 50, func([]byte) bool { return true }, func(name string, p *exec.Program) {
		if slices.ContainsFunc(p.Phases, func(ph exec.Phase) bool { return ph.Sample != nil }) {
			drawn++
			samePlaces(t, name, p)
		}
	})
	t.Logf("moves are drawn in %d games", drawn)
}

// eachOfCorpus calls do with one of so many games of the corpus whose text is wanted, or with LUDENS_ALL set with all, or
// with those whose path matches LUDENS_GAMES.
func eachOfCorpus(t *testing.T, each int, wanted func(text []byte) bool, do func(name string, p *exec.Program)) {
	t.Helper()
	dir := sharedtest.Path(t, "corpus", "ludii")
	lib, _, err := expand.ReadLibrary(os.DirFS(filepath.Join(dir, "def")), parse.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_GAMES"))
	if os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_GAMES") != "" {
		each = 1
	}
	seen := 0
	err = filepath.WalkDir(filepath.Join(dir, "lud"), func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".lud" || !only.MatchString(path) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !wanted(text) {
			return err
		}
		if seen++; seen%each != 0 {
			return nil
		}
		if g, _ := load.Text(d.Name(), string(text), load.Options{Expand: expand.Options{Library: lib}}); g.Program != nil {
			do(d.Name(), g.Program)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Draws are spread over the legal moves as their weights say.
func TestDrawsFollowWeights(t *testing.T) {
	weights := map[string]func(*exec.Ctx, *exec.Move) float64{
		"even": nil,
		"odd":  func(_ *exec.Ctx, m *exec.Move) float64 { return 1 + 2*float64(m.To&1) },
	}
	for _, name := range []string{"Hex", "Chess", "Breakthrough", "Go", "Reversi", "Clobber"} {
		for kind, weight := range weights {
			p := ownGame(t, name)
			c, rng := p.NewCtx(), rand.New(rand.NewPCG(5, 6))
			c.Reset()
			squares, freedom := 0.0, 0
			for range 8 {
				c.Generate()
				if c.Over || len(c.Moves) < 2 {
					c.Reset()
					continue
				}
				share, total := map[string]float64{}, 0.0
				for i := range c.Moves {
					w := 1.0
					if weight != nil {
						w = weight(c, &c.Moves[i])
					}
					share[spelled(c, &c.Moves[i])] += w
					total += w
				}
				n := 20 * len(c.Moves)
				drawn, count := map[string]int{}, 0
				for range n {
					if c.SampleWeighted(rng, weight, 3) {
						drawn[spelled(c, &c.Moves[0])]++
						count++
					}
				}
				for move := range drawn {
					if share[move] == 0 {
						t.Fatalf("%s: a move was drawn that is not legal: %s", name, move)
					}
				}
				if count > 0 {
					for move, w := range share {
						want := w / total * float64(count)
						d := float64(drawn[move]) - want
						squares += d * d / want
					}
					freedom += len(share) - 1
				}
				c.Generate()
				c.Step(rng.IntN(len(c.Moves)))
			}
			// The statistic is nearly normal: five deviations are beyond any luck.
			f := float64(freedom)
			if freedom == 0 || math.Abs(squares-f) > 5*math.Sqrt(2*f) {
				t.Errorf("%s, %s weights: chi-square %.0f with %d degrees of freedom", name, kind, squares, freedom)
			}
		}
	}
}

// benched are the games of the benchmarks.
var benched = []string{"TicTacToe", "Hex", "Gomoku", "Breakthrough", "Clobber", "Reversi", "Chess", "Go", "InternationalDraughts", "EnglishDraughts", "ConnectFour"}

// A step of a playout does not allocate.
func TestPlayoutsDoNotAllocate(t *testing.T) {
	for _, name := range benched {
		m := exec.NewGame(ownGame(t, name), "").NewMachine().(*exec.Machine)
		rng := rand.New(rand.NewPCG(7, 8))
		steps := 0
		play := func() {
			m.Reset()
			steps += m.Playout(rng, 300)
		}
		for range 20 {
			play()
		}
		steps = 0
		allocs := testing.AllocsPerRun(4, play)
		if perStep := allocs * 5 / float64(steps); perStep > 0.05 {
			t.Errorf("%s: %.2f allocations a step", name, perStep)
		}
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, name := range benched {
		for _, plain := range []bool{true, false} {
			kind := "drawn"
			if plain {
				kind = "plain"
			}
			b.Run(name+"/"+kind, func(b *testing.B) {
				m := exec.NewGame(ownGame(b, name), "").NewMachine().(*exec.Machine)
				rng := rand.New(rand.NewPCG(1, 2))
				steps := 0
				b.ReportAllocs()
				for b.Loop() {
					m.Reset()
					if plain {
						steps += m.PlainPlayout(rng, 5000)
					} else {
						steps += m.Playout(rng, 5000)
					}
				}
				b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "moves/s")
			})
		}
	}
}
