package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/agent/roster"
	"ludens/cmd/internal/wire"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/rating"
	"ludens/store"
	guides "ludens/tune/guide"
	"ludens/tune/ladder"
	"ludens/tune/run"
)

// tuneEvaluateCommand measures a net in matches.
type tuneEvaluateCommand struct {
	tuneGame
	Net        string  `default:"" placeholder:"ID" help:"Which net; default the one that the game is played with."`
	Opponent   string  `default:"uct:800x10" help:"Who plays against it: random, uct:ITERATIONS, uct:ITERATIONSxROLLOUTS (plain UCT that backs up the average of so many random games), net:ID, also searched otherwise than it is played, as in net:ID:mix=0.5,leaves=0,solve=0.2 (see --mix, --leaves; solve is the share of a proof-number search; cpuct, base, fpu, lcb, look, proofs, haste and tree=1 are options of the search, too; net: alone is the net that is played), search, which is our own search without a net, portfolio, which is what the player without nets chooses in --start seconds, or an agent's text such as classic or alphabeta:nodes=5000 (gamemaster bench agents --help lists them)."`
	Games      int     `default:"100" help:"Games, rounded up to whole rotations of the seats."`
	Mix        float64 `default:"-1" placeholder:"SHARE" help:"Share of playouts in what the net's search takes a position for, 0…1; -1: what is stored with the net. Needs --seconds."`
	Leaves     int     `default:"8" help:"How many positions such playouts are made from together, where the engine plays many games at once; 0: one by one."`
	Iterations int64   `default:"40" help:"Iterations a move of nets."`
	Seconds    float64 `default:"0" help:"Seconds a move for both sides instead of iterations, each with all threads, one game at a time; what --opponent search and portfolio are measured with (default then: 1)."`
	Start      float64 `default:"10" help:"Seconds in which --opponent portfolio chooses, once for all games."`
	Openings   int     `default:"-1" help:"Random moves that games begin with, the same for all seats of a rotation; -1 chooses by the length of games, 0 none."`
	Threads    int     `default:"2" help:"Processors to use; 0 for all."`
	Seed       uint64  `default:"1" help:"Seed of openings and players."`
	All        bool    `help:"With --json, tell about every game."`
}

// Help is shown by --help.
func (*tuneEvaluateCommand) Help() string {
	return "Plays a match of a stored net against an opponent, with the seats rotated and all games of a rotation from the same random " +
		"opening. The percentage counts draws half; its interval is Wilson's, 95 %."
}

// evaluation is the result of a match.
type evaluation struct {
	Game       string        `json:"game"`
	Hash       string        `json:"hash"`
	Net        string        `json:"net"`
	Opponent   string        `json:"opponent"`
	Chosen     string        `json:"chosen,omitempty"` // how the portfolio came to play as it does
	Mix        float64       `json:"mix,omitempty"`    // playouts' share in the net's search
	Iterations int64         `json:"iterations,omitempty"`
	Seconds    float64       `json:"seconds,omitempty"`
	Openings   int           `json:"openings"`
	Games      int           `json:"games"`
	Wins       int           `json:"wins"`
	Draws      int           `json:"draws"`
	Losses     int           `json:"losses"`
	Percent    float64       `json:"percent"`
	Low        float64       `json:"low"`
	High       float64       `json:"high"`
	Seats      []seatResult  `json:"seats"`
	Cut        int           `json:"cut,omitempty"`
	Failures   int           `json:"failures"`          // moves that the net's side did not give
	Others     int           `json:"opponent_failures"` // moves that the opponent did not give
	Elapsed    float64       `json:"elapsed_s"`
	All        []ladder.Game `json:"all,omitempty"`
}

// seatResult is what the net made of one seat (or, of more than two, of games in which
// it had that seat among others).
type seatResult struct {
	Seat   string `json:"seat"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// Run plays the match.
func (c *tuneEvaluateCommand) Run(env *cli.Env) error {
	if c.Games < 1 || c.Iterations < 1 || !(c.Seconds >= 0) || !(c.Start >= 0) || c.Openings < -1 {
		return cli.Usagef("--games and --iterations must be at least 1, --seconds, --start and --openings at least 0")
	}
	if c.Mix != -1 && !(c.Mix >= 0 && c.Mix <= 1) || c.Leaves < 0 {
		return cli.Usagef("--mix must be from 0 to 1, or -1; --leaves at least 0")
	}
	if err := wire.CheckThreads(c.Threads); err != nil {
		return err
	}
	if (c.Opponent == "search" || c.Opponent == "portfolio") && c.Seconds == 0 {
		c.Seconds = 1
	}
	if c.Mix >= 0 && c.Seconds == 0 {
		return cli.Usagef("--mix needs --seconds: by iterations nets judge alone")
	}
	g, list, err := c.encoders(env)
	if err != nil {
		return err
	}
	s, err := openNets(c.Nets)
	if err != nil {
		return err
	}
	if s != nil {
		defer s.Close()
	}
	m := match{c: c, g: g, encoders: list, threads: wire.Threads(c.Threads)}
	defer m.close()
	n, err := m.stored(s, c.Net)
	if err != nil {
		return err
	}
	id, err := nets.ID(n)
	if err != nil {
		return err
	}
	me, err := m.net("net", n, netSearch{mix: c.Mix, leaves: c.Leaves})
	if err != nil {
		return err
	}
	other, err := m.opponent(env.Context, s)
	if err != nil {
		return err
	}
	return m.play(env, n, id, me, other)
}

// match is what a match needs.
type match struct {
	c        *tuneEvaluateCommand
	g        game.Game
	encoders []*encode.Encoder
	threads  int
	guides   []*guides.Guide
	chosen   string // why the portfolio plays as it does
}

func (m *match) close() {
	for _, e := range m.guides {
		e.Close()
	}
}

// stored gives a net by the beginning of its identifier, or the one that is played.
func (m *match) stored(s *store.Store, id string) (*nets.Net, error) {
	if id == "" {
		n, _, err := bestNet(s, m.g.Facts(), m.encoders)
		if err != nil {
			return nil, fmt.Errorf("find the net of %s: %w", m.c.Game, err)
		}
		return n, nil
	}
	n, _, err := findNet(s, id)
	return n, err
}

// netSearch is how a net is searched, other than it is stored.
type netSearch struct {
	mix    float64 // -1: as it is stored
	leaves int
	search mcts.Options // what is not 0 is not as the search does it by itself
}

// mixed is the share of playouts in a net's search.
func (s netSearch) mixed(n *nets.Net) float64 {
	if s.mix < 0 {
		return n.Mix
	}
	return s.mix
}

// parseNetSearch reads the end of the text of an opponent, such as mix=0.5,leaves=0.
func parseNetSearch(text string) (s netSearch, err error) {
	s = netSearch{mix: -1, leaves: defaultLeaves}
	if text == "" {
		return s, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "mix":
			s.mix, err = strconv.ParseFloat(value, 64)
			if err == nil && !(s.mix >= 0 && s.mix <= 1) {
				err = errors.New("it is not from 0 to 1")
			}
		case "leaves":
			s.leaves, err = strconv.Atoi(value)
			if err == nil && s.leaves < 0 {
				err = errors.New("it is below 0")
			}
		case "tree":
			s.search.Tree, err = strconv.ParseBool(value)
		default:
			to := s.option(key)
			if to == nil {
				err = errors.New("only mix, leaves, tree, solve, cpuct, base, fpu, lcb, look, proofs and haste are known")
				break
			}
			if *to, err = strconv.ParseFloat(value, 64); err == nil {
				err = s.search.Validate()
			}
		}
		if err != nil {
			return s, cli.Usagef("--opponent: %q: %v", part, err)
		}
	}
	return s, nil
}

// option is where a search keeps what the text of an opponent calls so; nil if nothing is.
func (s *netSearch) option(key string) *float64 {
	o := &s.search
	return map[string]*float64{
		"solve": &o.Solve, "lcb": &o.LCB, "cpuct": &o.CPuct, "base": &o.CPuctBase, "fpu": &o.FPU, "look": &o.LookCost, "proofs": &o.Proofs, "haste": &o.Haste,
	}[key]
}

// defaultLeaves is that of --leaves.
const defaultLeaves = 8

func (m *match) net(name string, n *nets.Net, how netSearch) (ladder.Contestant, error) {
	i := slices.IndexFunc(m.encoders, func(e *encode.Encoder) bool { return e.Fingerprint() == n.Encoding })
	if i < 0 {
		return ladder.Contestant{}, fmt.Errorf("%s is for another encoding than those of %s", name, m.c.Game)
	}
	enc := m.encoders[i]
	engine, err := infer.NewEngine(n.Spec.Layers(), enc.Links(), n.Weights, kernel.Best())
	if err != nil {
		return ladder.Contestant{}, err
	}
	o := guides.Options{Threads: m.threads, Mix: how.mixed(n), Leaves: how.leaves}
	if o.Leaves == 0 {
		o.Leaves = -1
	}
	if o.Mix > 0 && m.c.Seconds > 0 {
		seen, err := run.Measure(m.g, m.c.Seed, time.Second)
		if err != nil {
			return ladder.Contestant{}, err
		}
		o.Playout = seen.Playout()
	}
	e, err := guides.New(enc, engine, o)
	if err != nil {
		return ladder.Contestant{}, err
	}
	m.guides = append(m.guides, e)
	if m.c.Seconds == 0 {
		return ladder.Net(name, e, m.c.Iterations), nil
	}
	evaluations := 0
	if m.threads == 1 {
		evaluations = 1 // more at the same time would be more than one thread
	}
	return ladder.Contestant{Name: name, New: func(seed uint64) agent.Player {
		o := how.search
		o.Threads, o.Evaluations, o.AnswerForced, o.Bytes, o.Seed = m.threads, evaluations, true, treeBytes, seed
		return mcts.New(e.Search(o))
	}}, nil
}

// treeBytes bounds the memory of a player that has the clock to itself.
const treeBytes = 512 << 20

// portfolio is the whole player without nets: the way that it chooses in its start clock, once
// for all games.
func (m *match) portfolio(ctx context.Context) ladder.Contestant {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(m.c.Start*float64(time.Second)))
	defer cancel()
	play := time.Duration(m.c.Seconds * float64(time.Second))
	way := portfolio.Choose(ctx, m.g, portfolio.Options{Play: play, Search: mcts.Options{Threads: m.threads, Bytes: treeBytes, Seed: m.c.Seed}, Mirror: encode.Mirror})
	way.Wait()
	m.chosen = way.Why
	return ladder.Contestant{Name: way.Name, New: func(seed uint64) agent.Player { return way.New(m.threads, treeBytes, seed) }}
}

func (m *match) opponent(ctx context.Context, s *store.Store) (ladder.Contestant, error) {
	switch {
	case m.c.Opponent == "portfolio":
		return m.portfolio(ctx), nil
	case m.c.Opponent == "search":
		return ladder.Search("search", nil, m.threads), nil
	case strings.HasPrefix(m.c.Opponent, "net:"):
		id, text, _ := strings.Cut(m.c.Opponent[4:], ":")
		how, err := parseNetSearch(text)
		if err != nil {
			return ladder.Contestant{}, err
		}
		n, err := m.stored(s, id)
		if err != nil {
			return ladder.Contestant{}, err
		}
		return m.net(m.c.Opponent, n, how)
	}
	o, err := ladder.Parse(m.c.Opponent)
	if err != nil && roster.Known(m.c.Opponent) {
		return m.agent()
	}
	if err != nil {
		return o, cli.UsageError{Err: err}
	}
	return o, nil
}

// agent is an opponent of the roster, with the threads of a net's side.
func (m *match) agent() (ladder.Contestant, error) {
	d := wire.Agents(1, 64<<20)
	if m.c.Seconds > 0 {
		d = wire.Agents(m.threads, treeBytes)
	}
	a, err := roster.Parse(m.c.Opponent, d)
	if err != nil {
		return ladder.Contestant{}, cli.UsageError{Err: fmt.Errorf("--opponent: %w", err)}
	}
	return ladder.Contestant{Name: a.Text, New: func(seed uint64) agent.Player { return ownLimits{a.New(seed)} }}, nil
}

// ownLimits is a player that is told when nobody but itself ends its thinking: by a
// context that cannot end.
type ownLimits struct{ agent.Player }

// Choose is the player's.
func (p ownLimits) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		ctx = context.WithoutCancel(ctx)
	}
	return p.Player.Choose(ctx, turn)
}

func (m *match) play(env *cli.Env, n *nets.Net, id string, me, other ladder.Contestant) error {
	c := m.c
	f := m.g.Facts()
	r := evaluation{
		Game: c.Game, Hash: f.Hash, Net: id, Opponent: c.Opponent, Iterations: c.Iterations, Seconds: c.Seconds, Openings: c.Openings,
		Chosen: m.chosen,
	}
	if c.Seconds > 0 {
		r.Mix = netSearch{mix: c.Mix}.mixed(n)
	}
	if r.Openings < 0 {
		r.Openings = openings(m.g)
	}
	o := ladder.Options{Games: c.Games, Openings: r.Openings, Threads: 2 * m.threads, Seed: c.Seed}
	if c.Seconds > 0 {
		r.Iterations, o.Threads, o.Clock = 0, 1, time.Duration(c.Seconds*float64(time.Second))
	}
	if o.Clock > 0 && o.Clock < time.Millisecond {
		return cli.Usagef("--seconds must be at least 0.001")
	}
	rotation := ladder.Rotation(f.Players)
	bar := env.Progress((c.Games+rotation-1)/rotation*rotation, c.Game+" against "+c.Opponent)
	o.Played = func(ladder.Game) { bar.Add(1) }
	begin := time.Now()
	games, err := ladder.Play(env.Context, m.g, me, other, o)
	bar.Done()
	if err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("evaluate %s: %w", c.Game, err)
	}
	r.Elapsed = time.Since(begin).Seconds()
	r.add(f, games)
	if c.All {
		r.All = games
	}
	if told := r.tell(env); told != nil {
		return told
	}
	return err
}

// openings is how many random moves games begin with by default: enough for different
// games, few enough to leave a game.
func openings(g game.Game) int {
	var walker game.Walker
	m := g.NewMachine()
	rng := game.Stream(1, "tune.evaluate", 0)
	steps := 0
	const games = 20
	for range games {
		m.Reset()
		for n := 0; n < 500 && !m.Terminal() && walker.Step(m, rng); n++ {
			steps++
		}
	}
	return min(max(steps/games/8, 1), 6)
}

func (r *evaluation) add(f *game.Facts, games []ladder.Game) {
	for seat := range f.Players {
		r.Seats = append(r.Seats, seatResult{Seat: f.Seats[seat]})
	}
	for _, g := range games {
		r.Games++
		if g.Cut {
			r.Cut++
		}
		r.Failures += g.FailuresA
		r.Others += g.FailuresB
		count(g.Score, &r.Wins, &r.Draws, &r.Losses)
		for _, seat := range g.Seats {
			s := &r.Seats[seat]
			count(g.Score, &s.Wins, &s.Draws, &s.Losses)
		}
	}
	share := ladder.Tally(games, 0, 1).Score()
	low, high := rating.Wilson(share, float64(r.Games))
	r.Percent, r.Low, r.High = 100*share, 100*low, 100*high
}

func count(score float64, wins, draws, losses *int) {
	switch score {
	case 1:
		*wins++
	case 0:
		*losses++
	default:
		*draws++
	}
}

func (r *evaluation) tell(env *cli.Env) error {
	if env.JSON {
		return env.Print(r)
	}
	how := fmt.Sprintf("%d iterations", r.Iterations)
	if r.Seconds > 0 {
		how = fmt.Sprintf("%g s a move", r.Seconds)
	}
	if r.Mix > 0 {
		how += fmt.Sprintf(" with a share of %g for playouts", r.Mix)
	}
	fmt.Fprintf(env.Stdout, "%s: net %s, %s, against %s: %.1f %% (%.1f…%.1f) of %d games: %d won, %d drawn, %d lost; %d random moves first\n",
		r.Game, r.Net[:shown], how, r.Opponent, r.Percent, r.Low, r.High, r.Games, r.Wins, r.Draws, r.Losses, r.Openings)
	if r.Chosen != "" {
		fmt.Fprintf(env.Stdout, "  portfolio: %s\n", r.Chosen)
	}
	for _, s := range r.Seats {
		fmt.Fprintf(env.Stdout, "  as %s: %d won, %d drawn, %d lost\n", s.Seat, s.Wins, s.Draws, s.Losses)
	}
	if r.Failures+r.Others > 0 {
		fmt.Fprintf(env.Stdout, "  moves not given: %d by the net, %d by the opponent\n", r.Failures, r.Others)
	}
	return nil
}
