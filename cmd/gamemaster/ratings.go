package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/rating"
	"ludens/store"
)

// ratingsCommand rates the players of stored matches.
type ratingsCommand struct {
	config.Store
	Game       string   `help:"Only matches of this game."`
	Player     string   `help:"Only matches with a player of this name."`
	Tournament string   `help:"Only matches of this tournament."`
	PerGame    bool     `help:"A table for each game, besides the one over all."`
	Pin        []string `sep:"none" placeholder:"PLAYER=ELO" help:"A player whose rating is known; may be given several times. By default the mean of all is 0."`
	NoForfeits bool     `help:"Leave out matches that somebody lost by not playing."`
}

// Help is shown by --help.
func (*ratingsCommand) Help() string {
	return "Elo counts a draw as half of a win and half of a loss; BRADLEY-TERRY has draws as results of their own (Rao and Kupper). " +
		"Behind ± stand half the widths of the 95 % intervals. Matches of more than two count as one game for every seat, in parts against each of the others. " +
		"Matches that are the same move for move, with the same players in the same seats, count once, and it is said. " +
		"The cross table has what the player of the line made of the games with each of the others, and the likelihood that it is the better one by these games. " +
		"The levels of \"gamemaster ladder\" are pinned to their measured Elo with --pin ladder."
}

// ratedGame is a table as JSON.
type ratedGame struct {
	Game string `json:"game,omitempty"` // empty: all
	*rating.Table
}

// Run rates.
func (c *ratingsCommand) Run(env *cli.Env) error {
	pins, err := readPins(c.Pin)
	if err != nil {
		return err
	}
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		env.Say("%s does not exist: no match was ever stored there", c.Store.Store)
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	played, err := db.Played(store.Query{Game: c.Game, Player: c.Player, Tournament: c.Tournament})
	if err != nil {
		return err
	}
	if len(played) == 0 {
		env.Say("no such matches in %s", c.Store.Store)
		return nil
	}
	return showRatings(env, played, c.PerGame, rating.TableOptions{Pins: pins, NoForfeits: c.NoForfeits})
}

func readPins(words []string) (map[string]float64, error) {
	pins := map[string]float64{}
	for _, word := range words {
		if word == "ladder" {
			maps.Copy(pins, ladderPins())
			continue
		}
		i := strings.LastIndexByte(word, '=')
		if i < 1 {
			return nil, cli.Usagef("--pin wants a player and its Elo such as --pin random=0, found %q", word)
		}
		elo, err := strconv.ParseFloat(word[i+1:], 64)
		if err != nil || !(elo >= -10_000 && elo <= 10_000) {
			return nil, cli.Usagef("--pin wants a player and its Elo such as --pin random=0, found %q", word)
		}
		pins[word[:i]] = elo
	}
	return pins, nil
}

// showRatings prints tables of matches.
func showRatings(env *cli.Env, played []rating.Played, perGame bool, o rating.TableOptions) error {
	all := map[string][]rating.Played{}
	for _, p := range played {
		all[p.Game] = append(all[p.Game], p)
	}
	names := slices.Sorted(maps.Keys(all))
	if !perGame {
		names = nil
	}
	for _, name := range append(names, "") {
		list := played
		if name != "" {
			list = all[name]
		}
		t, err := rating.Tabulate(list, o)
		if err != nil {
			return err
		}
		if env.JSON {
			if err := env.Print(ratedGame{name, t}); err != nil {
				return err
			}
			continue
		}
		what := fmt.Sprintf("%s in all", count(len(all), "game"))
		if name != "" {
			what = name
		}
		printTable(env, what, t, o)
	}
	return nil
}

func printTable(env *cli.Env, what string, t *rating.Table, o rating.TableOptions) {
	fmt.Fprintf(env.Stdout, "%s: %s", what, plural(t.Matches, "match", "matches"))
	if t.Identical > 0 {
		fmt.Fprintf(env.Stdout, "; %d more left out that are the same as another one, move for move", t.Identical)
	}
	if t.Forfeits > 0 {
		word := "among them"
		if o.NoForfeits {
			word = "left out"
		}
		fmt.Fprintf(env.Stdout, "; %s %d that somebody lost by not playing", word, t.Forfeits)
	}
	if t.Void > 0 {
		fmt.Fprintf(env.Stdout, "; %d without a result", t.Void)
	}
	fmt.Fprintln(env.Stdout)
	if len(t.Players) == 0 {
		return
	}
	ratings := cli.Table{Head: []string{"", "PLAYER", "ELO", "±", "BRADLEY-TERRY", "±", "MATCHES", "%"}, Right: []int{0, 2, 3, 4, 5, 6, 7}}
	for i, p := range t.Players {
		ratings.Row(i+1, p.Name, fmt.Sprintf("%.0f", p.Elo), fmt.Sprintf("%.0f", p.Interval), fmt.Sprintf("%.0f", p.BradleyTerry),
			fmt.Sprintf("%.0f", p.BradleyTerryHalf), fmt.Sprintf("%.5g", p.Matches), fmt.Sprintf("%.1f", 100*p.Share))
	}
	ratings.Write(env.Stdout)
	cross := cli.Table{Head: []string{"", ""}}
	for k := range t.Players {
		cross.Head = append(cross.Head, fmt.Sprintf("AGAINST %d", k+1))
	}
	for i, p := range t.Players {
		row := []any{i + 1, p.Name}
		for k := range t.Players {
			r := t.Cross[i][k]
			if r.Games() == 0 {
				row = append(row, "-")
				continue
			}
			row = append(row, fmt.Sprintf("%.4g of %.4g, %.0f %%", r.Wins+r.Draws/2, r.Games(), 100*t.Better[i][k]))
		}
		cross.Row(row...)
	}
	cross.Write(env.Stdout)
}

// tournamentTableCommand shows ratings and cross tables of a tournament.
type tournamentTableCommand struct {
	storedTournament `embed:""`
	PerGame          bool     `help:"A table for each game, besides the one over all."`
	Pin              []string `sep:"none" placeholder:"PLAYER=ELO" help:"A player whose rating is known; may be given several times. By default the mean of all is 0."`
	NoForfeits       bool     `help:"Leave out matches that somebody lost by not playing."`
}

// Help is shown by --help.
func (*tournamentTableCommand) Help() string { return (*ratingsCommand)(nil).Help() }

// Run shows.
func (c *tournamentTableCommand) Run(env *cli.Env) (err error) {
	pins, err := readPins(c.Pin)
	if err != nil {
		return err
	}
	db, t, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	played, err := db.Played(store.Query{Tournament: t.Config().Name})
	if err != nil {
		return err
	}
	return showRatings(env, played, c.PerGame, rating.TableOptions{Pins: pins, NoForfeits: c.NoForfeits})
}
