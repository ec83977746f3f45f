package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/agent/roster"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/ggp"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/rating"
	"ludens/tourney"
	"ludens/web"
)

// tournamentFile is a tournament as people write it; docs/tournaments.md explains it.
type tournamentFile struct {
	Name        string    `toml:"name"`
	Kind        string    `toml:"kind"`
	Games       []string  `toml:"games"`
	Clocks      [][]int   `toml:"clocks"`
	Rounds      int       `toml:"rounds"`
	Opening     int       `toml:"opening"`
	Challengers int       `toml:"challengers"`
	SPRT        []float64 `toml:"sprt"`
	Alpha       float64   `toml:"alpha"`
	Beta        float64   `toml:"beta"`
	Pairs       int       `toml:"pairs"`
	Forfeit     int       `toml:"forfeit"`
	MaxSteps    int       `toml:"max_steps"`
	Scramble    bool      `toml:"scramble"`
	Preview     int       `toml:"preview"`
	Seed        int64     `toml:"seed"`
	Parallel    int       `toml:"parallel"`
	Threads     int       `toml:"threads"`

	Entrants []entrantFile `toml:"entrant"`
}

type entrantFile struct {
	Name    string `toml:"name"`
	Player  string `toml:"player"`
	Dialect string `toml:"dialect"`
	Matches int    `toml:"matches"`
	Threads int    `toml:"threads"`
}

const (
	mostTournamentFile  = 4 << 20
	mostTournamentDepth = 100 // tables within each other
)

// readTournament reads a file, all but what games have to say.
func readTournament(path string) (tourney.Config, error) {
	text, err := bounded.ReadFile(path, mostTournamentFile)
	if err != nil {
		return tourney.Config{}, fmt.Errorf("tournament: %w", err)
	}
	if err := bounded.Shallow(text, mostTournamentDepth); err != nil {
		return tourney.Config{}, cli.Usagef("%s: %w", path, err)
	}
	var f tournamentFile
	meta, err := toml.Decode(string(text), &f)
	if err != nil {
		return tourney.Config{}, cli.Usagef("%s: %.500s", path, err.Error()) // which may quote all of the file
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return tourney.Config{}, cli.Usagef("%s: there is no setting %.100q", path, unknown[0].String())
	}
	c, err := f.config()
	if err != nil {
		return c, cli.Usagef("%s: %w", path, err)
	}
	return c, nil
}

func (f *tournamentFile) config() (tourney.Config, error) {
	c := tourney.Config{
		Name: f.Name, Kind: f.Kind, Rounds: f.Rounds, Plies: f.Opening, Challengers: f.Challengers, Pairs: f.Pairs,
		Forfeit: f.Forfeit, MaxSteps: f.MaxSteps, Scramble: f.Scramble, Preview: f.Preview, Seed: uint64(f.Seed), Parallel: f.Parallel, Threads: f.Threads,
	}
	for _, word := range f.Games {
		name, choices := (config.Choices{}).Behind(word)
		c.Games = append(c.Games, tourney.Game{Name: name, Options: choices.Option})
	}
	for _, k := range f.Clocks {
		if len(k) != 2 {
			return c, fmt.Errorf("clocks are pairs such as [[30, 10]], found %v", k)
		}
		c.Clocks = append(c.Clocks, tourney.Clock{Start: k[0], Play: k[1]})
	}
	switch len(f.SPRT) {
	case 0:
	case 2:
		c.Test = rating.SPRT{Low: f.SPRT[0], High: f.SPRT[1]}
	default:
		return c, fmt.Errorf("sprt is two differences in Elo such as [0, 30], found %v", f.SPRT)
	}
	c.Test.Alpha, c.Test.Beta = f.Alpha, f.Beta
	if f.Kind != tourney.SPRT && c.Test != (rating.SPRT{}) {
		return c, fmt.Errorf("sprt, alpha and beta are for a tournament of kind %q", tourney.SPRT)
	}
	for i, e := range f.Entrants {
		entrant, err := e.entrant()
		if err != nil {
			return c, fmt.Errorf("entrant %d: %w", i+1, err)
		}
		c.Entrants = append(c.Entrants, entrant)
	}
	return c, nil
}

func (e entrantFile) entrant() (tourney.Entrant, error) {
	out := tourney.Entrant{Name: e.Name, Player: strings.TrimSpace(e.Player), Matches: e.Matches, Threads: e.Threads, Dialect: e.Dialect}
	if out.Name == "" {
		out.Name = out.Player
	}
	if addr, ok := remoteAddr(out.Player); ok {
		out.Kind, out.Player = tourney.Remote, addr
		if out.Matches == 0 {
			out.Matches = 1
		}
		if out.Dialect == "" {
			out.Dialect = ggp.GGPBase.String()
		}
		_, err := ggp.ParseDialect(out.Dialect)
		if err == nil && e.Threads > 0 {
			err = fmt.Errorf("threads are for agents in this process")
		}
		return out, err
	}
	out.Kind = web.KindAgent
	out.Threads = max(out.Threads, 1)
	if _, err := roster.Parse(out.Player, roster.Defaults{}); err != nil {
		if !roster.Known(out.Player) {
			err = fmt.Errorf("a player is http://host:port or an agent (%s), found %q", strings.Join(roster.Kinds(), ", "), out.Player)
		}
		return out, err
	}
	if e.Dialect != "" {
		return out, fmt.Errorf("a dialect is for players on the network")
	}
	return out, nil
}

// openedGame is a game of a tournament.
type openedGame struct {
	game game.Game
	text string
}

// openGames opens the games of a tournament and fills in what it needs of them.
func openGames(ctx context.Context, c *tourney.Config, base catalog.Options) ([]openedGame, error) {
	var out []openedGame
	for i := range c.Games {
		g := &c.Games[i]
		opt := wire.Choose(base, config.Choices{Option: g.Options, Ruleset: g.Ruleset})
		source, err := catalog.Find(g.Name, opt)
		if err != nil {
			return nil, err
		}
		opened := openedGame{}
		if opened.game, err = source.Open(ctx, opt); err != nil {
			return nil, err
		}
		if opened.text, err = source.Alone(opt); err != nil {
			return nil, err
		}
		f := opened.game.Facts()
		if g.Hash != "" && g.Hash != f.Hash {
			return nil, fmt.Errorf("%s is another game than when the tournament was planned", g.Name)
		}
		g.Seats, g.Hash = f.Players, f.Hash
		out = append(out, opened)
	}
	return out, nil
}
