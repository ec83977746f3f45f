package main

import (
	"errors"
	"fmt"
	"strings"

	"ludens/agent/roster"
	"ludens/config"
	"ludens/internal/aside"
	"ludens/internal/cli"
	"ludens/rating"
	"ludens/store"
)

// ladderPins are the measured levels by name.
func ladderPins() map[string]float64 {
	pins := map[string]float64{}
	for _, l := range roster.Ladder() {
		if l.Measured {
			pins[l.Name] = l.Elo
		}
	}
	return pins
}

// ladderListCommand lists the levels.
type ladderListCommand struct{}

// Run lists.
func (*ladderListCommand) Run(env *cli.Env) error {
	t := cli.Table{Head: []string{"LEVEL", "PLAYER", "ELO", "±"}, Right: []int{2, 3}}
	for _, l := range roster.Ladder() {
		if env.JSON {
			if err := env.Print(l); err != nil {
				return err
			}
			continue
		}
		elo, interval := "not measured", ""
		if l.Measured {
			elo, interval = fmt.Sprintf("%.0f", l.Elo), fmt.Sprintf("%.0f", l.Interval)
		}
		t.Row(l.Name, l.Text, elo, interval)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	}
	return nil
}

// ladderFileCommand writes the tournament that measures.
type ladderFileCommand struct {
	Rounds  int      `default:"10" help:"Openings per game for every two levels, each with the seats exchanged."`
	Opening int      `default:"4" help:"Most random moves of an opening."`
	Games   []string `arg:"" name:"game" help:"Library names."`
}

// Help is shown by --help.
func (*ladderFileCommand) Help() string {
	return "Writes a tournament of all levels to standard output: \"gamemaster tournament run\" plays it, and \"gamemaster ladder measure\" makes the table of it."
}

// Run writes.
func (c *ladderFileCommand) Run(env *cli.Env) error {
	if c.Rounds < 1 || c.Opening < 0 {
		return cli.Usagef("--rounds must be at least 1 and --opening not negative")
	}
	var b strings.Builder
	var games []string
	for _, g := range c.Games {
		games = append(games, fmt.Sprintf("%q", g))
	}
	// The clocks only bound what is bounded by iterations.
	fmt.Fprintf(&b, "name = \"ladder\"\nkind = \"double-round-robin\"\ngames = [%s]\nclocks = [[600, 600]]\nrounds = %d\nopening = %d\nseed = 1\n",
		strings.Join(games, ", "), c.Rounds, c.Opening)
	for _, l := range roster.Ladder() {
		fmt.Fprintf(&b, "\n[[entrant]]\nname = %q\nplayer = %q\n", l.Name, l.Text)
	}
	_, err := env.Stdout.Write([]byte(b.String()))
	return err
}

// ladderMeasureCommand makes the table.
type ladderMeasureCommand struct {
	config.Store
	Tournament string      `default:"ladder" help:"The tournament that was played."`
	Output     config.Path `short:"o" placeholder:"FILE" help:"File to write, agent/roster/ladder.txt for the program's own table; default: standard output."`
}

// Run measures.
func (c *ladderMeasureCommand) Run(env *cli.Env) (err error) {
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	cfg, _, err := db.Tournament(c.Tournament)
	if err != nil {
		return err
	}
	played, err := db.Played(store.Query{Tournament: c.Tournament})
	if err != nil {
		return err
	}
	levels := roster.Ladder()
	for _, l := range levels {
		for _, e := range cfg.Entrants {
			if e.Name == l.Name && e.Player != l.Text {
				return fmt.Errorf("tournament %s was played by another ladder: %s was %s", c.Tournament, e.Name, e.Player)
			}
		}
	}
	table, err := rating.Tabulate(played, rating.TableOptions{Pins: map[string]float64{levels[0].Name: 0}})
	if err != nil {
		return err
	}
	for i := range levels {
		l := &levels[i]
		l.Measured, l.Elo, l.Interval = false, 0, 0
		for _, p := range table.Players {
			if p.Name == l.Name {
				l.Elo, l.Interval, l.Measured = p.Elo, p.Interval, true
			}
		}
		if !l.Measured {
			return fmt.Errorf("%s has played no match of tournament %s", l.Name, c.Tournament)
		}
	}
	var games []string
	for _, g := range cfg.Games {
		games = append(games, g.Name)
	}
	remark := fmt.Sprintf("Elo, half the width of its 95 %% interval, player. Made by \"gamemaster ladder measure\" of %s in %s;\n%d the same as another one, move for move, left out.",
		plural(table.Matches, "match", "matches"), strings.Join(games, ", "), table.Identical)
	text := []byte(roster.WriteLadder(levels, remark))
	if c.Output == "" {
		_, err = env.Stdout.Write(text)
		return err
	}
	if err := aside.Bytes(string(c.Output), 0o644, text); err != nil {
		return fmt.Errorf("write the ladder: %w", err)
	}
	return nil
}
