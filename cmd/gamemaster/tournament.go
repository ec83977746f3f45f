package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/rating"
	"ludens/store"
	"ludens/tourney"
	tourneyrun "ludens/tourney/run"
)

// tournamentRunCommand plays.
type tournamentRunCommand struct {
	config.Engine
	config.Store
	Publishing publishAllOptions `embed:""`
	Memory     config.Bytes      `default:"256MiB" help:"Most memory for the search of each of our own players in each match."`
	Parallel   int               `default:"0" help:"Most matches at once, instead of what the file says; 0: as it says, or 64."`
	Threads    int               `default:"0" help:"Threads that our own players may use together; 0: as the file says, or one per processor."`
	File       config.Path       `arg:"" help:"The tournament, as TOML; docs/tournaments.md explains it."`
}

// Help is shown by --help.
func (*tournamentRunCommand) Help() string {
	return "Plays a tournament, or goes on with it: killed at any moment, the same command plays what is left, and nothing twice. " +
		"Players that are dead, late or answer nonsense lose their matches by a rule (see forfeit in docs/tournaments.md), and the tournament goes on. " +
		"Exit code 0 when everything was played; an interrupt aborts the matches under way, which the next call plays anew."
}

// Run plays.
func (c *tournamentRunCommand) Run(env *cli.Env) (err error) {
	if c.Store.Store == "" {
		return cli.Usagef("--store must name a file: without one a tournament cannot go on")
	}
	if c.Parallel < 0 {
		return cli.Usagef("--parallel may not be negative, found %d", c.Parallel)
	}
	if err := errors.Join(wire.Engine(c.Engine), wire.Memory("memory", c.Memory), wire.CheckThreads(c.Threads)); err != nil {
		return err
	}
	publisher, err := c.Publishing.publisher(env.Log)
	if err != nil {
		return err
	}
	defer publisher.wait()
	cfg, err := readTournament(string(c.File))
	if err != nil {
		return err
	}
	if c.Parallel > 0 {
		cfg.Parallel = c.Parallel
	}
	if c.Threads > 0 {
		cfg.Threads = c.Threads
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	wire.Threads(cfg.Threads)
	games, err := openGames(env.Context, &cfg, wire.Catalog(c.Engine))
	if err != nil {
		return err
	}
	total, err := tourney.Plan(cfg)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	db, err := store.Open(string(c.Store.Store), store.Options{BusyTimeout: time.Minute})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	m := tournamentMaker{env: env, games: games, memory: int64(c.Memory), publisher: publisher, log: env.Log}
	if cfg.Kind == tourney.Swiss {
		total *= cfg.Rounds
	}
	watch := &tournamentWatch{bar: env.Progress(total, cfg.Name)}
	t, err := tourneyrun.Run(env.Context, tourneyrun.Options{
		Tournament: cfg, Store: db, Make: m.make, Abandon: m.abandon(cfg), Changed: watch.changed, Log: env.Log,
	})
	watch.bar.Done()
	if t == nil {
		return err
	}
	if told := showStandings(env, t); err == nil {
		err = told
	}
	if err == nil && !t.Complete() {
		return cli.ErrInterrupted
	}
	return err
}

// tournamentWatch keeps the progress bar.
type tournamentWatch struct {
	bar  *cli.Progress
	next time.Time
}

func (w *tournamentWatch) changed(t *tourney.Tournament, left time.Duration) {
	if w.bar == nil || time.Now().Before(w.next) {
		return
	}
	w.next = time.Now().Add(200 * time.Millisecond) // standings are work, and nobody reads faster
	done, _ := t.Progress()
	w.bar.Set(done, describe(t, left))
}

// describe is a tournament in a few words.
func describe(t *tourney.Tournament, left time.Duration) string {
	const most = 3
	var parts []string
	lines := t.Standings()
	for _, l := range lines[:min(len(lines), most)] {
		parts = append(parts, fmt.Sprintf("%s %.4g", shorten(l.Name, 16), l.Points))
	}
	if len(lines) > most {
		parts = append(parts, "…")
	}
	out := strings.Join(parts, ", ")
	if cfg := t.Config(); cfg.Kind == tourney.SPRT {
		_, pairs := t.Test()
		out += fmt.Sprintf(", LLR %.2f", cfg.Test.LLR(&pairs))
	}
	if left >= 0 {
		out += ", " + left.Round(time.Second).String() + " left"
	}
	return out
}

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// tournamentResult is how a tournament stands, as JSON.
type tournamentResult struct {
	Name      string         `json:"name"`
	Kind      string         `json:"kind"`
	Done      int            `json:"done"`
	Total     int            `json:"total"`
	Complete  bool           `json:"complete"`
	Standings []tourney.Line `json:"standings"`
	Test      *testResult    `json:"test,omitempty"`
}

// testResult is what a sequential test says.
type testResult struct {
	Verdict string       `json:"verdict"`
	Low     float64      `json:"low"`
	High    float64      `json:"high"`
	Pairs   rating.Pairs `json:"pairs"`
	LLR     float64      `json:"llr"`
}

func resultOf(t *tourney.Tournament) tournamentResult {
	cfg := t.Config()
	r := tournamentResult{Name: cfg.Name, Kind: cfg.Kind, Complete: t.Complete(), Standings: t.Standings()}
	r.Done, r.Total = t.Progress()
	if cfg.Kind == tourney.SPRT {
		v, pairs := t.Test()
		r.Test = &testResult{Verdict: v.String(), Low: cfg.Test.Low, High: cfg.Test.High, Pairs: pairs, LLR: cfg.Test.LLR(&pairs)}
	}
	return r
}

// showStandings prints how a tournament stands.
func showStandings(env *cli.Env, t *tourney.Tournament) error {
	r := resultOf(t)
	if env.JSON {
		return env.Print(r)
	}
	fmt.Fprintf(env.Stdout, "tournament %s (%s): %d of %d matches", r.Name, r.Kind, r.Done, r.Total)
	if r.Complete {
		fmt.Fprint(env.Stdout, ", complete")
	}
	fmt.Fprintln(env.Stdout)
	if r.Test != nil {
		refuse, pass := t.Config().Test.Bounds()
		fmt.Fprintf(env.Stdout, "test of %g against %g Elo: %s, LLR %.2f in %.2f…%.2f after %.0f pairs %v\n",
			r.Test.Low, r.Test.High, r.Test.Verdict, r.Test.LLR, refuse, pass, r.Test.Pairs.Count(), r.Test.Pairs)
	}
	table := cli.Table{
		Head:  []string{"", "NAME", "MATCHES", "WON", "DRAWN", "LOST", "POINTS", "GOAL", "FORFEITED"},
		Right: []int{0, 2, 3, 4, 5, 6, 7, 8},
	}
	for i, l := range r.Standings {
		table.Row(i+1, l.Name, l.Matches, l.Wins, l.Draws, l.Losses, fmt.Sprintf("%.5g", l.Points), fmt.Sprintf("%.1f", l.Goals), l.Forfeits)
	}
	table.Write(env.Stdout)
	return nil
}

// storedTournament names a tournament that is stored.
type storedTournament struct {
	config.Store
	Tournament string `arg:"" name:"file" help:"The tournament's file, or its name."`
}

// open gives the database and the tournament as it stands; the caller closes the database.
func (c *storedTournament) open() (*store.Store, *tourney.Tournament, error) {
	name := c.Tournament
	if f, err := os.Stat(name); err == nil && !f.IsDir() {
		cfg, err := readTournament(name)
		if err != nil {
			return nil, nil, err
		}
		name = cfg.Name
	}
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	cfg, past, err := db.Tournament(name)
	if err == nil {
		var t *tourney.Tournament
		if t, err = tourney.New(cfg, past); err == nil {
			return db, t, nil
		}
	}
	return nil, nil, errors.Join(err, db.Close())
}

// tournamentStatusCommand tells how a tournament stands.
type tournamentStatusCommand struct {
	storedTournament `embed:""`
}

// Help is shown by --help.
func (*tournamentStatusCommand) Help() string {
	return "Reads what is stored, also while another process plays."
}

// Run tells.
func (c *tournamentStatusCommand) Run(env *cli.Env) error {
	db, t, err := c.open()
	if err != nil {
		return err
	}
	return errors.Join(showStandings(env, t), db.Close())
}

// tournamentListCommand lists.
type tournamentListCommand struct {
	config.Store
}

// Run lists.
func (c *tournamentListCommand) Run(env *cli.Env) error {
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		env.Say("%s does not exist: no tournament was ever stored there", c.Store.Store)
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := db.Tournaments()
	if err != nil {
		return err
	}
	t := cli.Table{Head: []string{"NAME", "KIND", "PLANNED", "ENTRANTS", "MATCHES", "ENDED"}, Right: []int{3, 4, 5}, Whole: []int{0}}
	for _, i := range list {
		if env.JSON {
			if err := env.Print(i); err != nil {
				return err
			}
			continue
		}
		t.Row(i.Name, i.Config.Kind, time.UnixMilli(i.Created).Format("2006-01-02 15:04:05"), len(i.Config.Entrants), i.Planned, i.Ended)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	} else if len(list) == 0 {
		env.Say("no tournaments in %s", c.Store.Store)
	}
	return nil
}
