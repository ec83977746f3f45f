package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/store"
)

// netsCommand looks after the stored nets.
type netsCommand struct {
	List   netsListCommand   `cmd:"" help:"List the stored nets."`
	Show   netsShowCommand   `cmd:"" help:"Tell everything about a net but its weights."`
	Export netsExportCommand `cmd:"" help:"Write a net to a file."`
	Import netsImportCommand `cmd:"" help:"Keep nets from files."`
	Prune  netsPruneCommand  `cmd:"" help:"Delete nets that no game is played with, all but the newest."`
}

// shown is how much of an identifier people are shown.
const shown = 12

// openNets opens the database for reading; nil if there is none yet.
func openNets(o config.Nets) (*store.Store, error) {
	if o.Nets == "" {
		return nil, cli.Usagef("--nets must name the database of nets")
	}
	db, err := store.Open(string(o.Nets), store.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return db, err
}

// writeNets opens the database for writing.
func writeNets(o config.Nets) (*store.Store, error) {
	if o.Nets == "" {
		return nil, cli.Usagef("--nets must name the database of nets")
	}
	return store.Open(string(o.Nets), store.Options{})
}

// netsListCommand lists nets.
type netsListCommand struct {
	config.Nets
	Game  string `arg:"" optional:"" help:"Only nets of this game: its name, or the hash of its description."`
	Best  bool   `help:"Only nets that games are played with."`
	Limit int    `default:"50" help:"At most so many, the latest; 0 for all."`
}

// Help is shown by --help.
func (*netsListCommand) Help() string {
	return "The latest come first; a star marks what its game is played with. SAMPLES is how many positions a net has been trained on, " +
		"GAMES how many games of self-play they are from, ELO its place on the ladder of its run, where random play has 0. FROM says where it came from: " +
		"tuned (player tune), match (learned in the start clocks of some, for the next and for tuning) or shipped (it came with the program; what is in the database comes before it). " +
		"With --json, one object per net and line."
}

// Run lists.
func (c *netsListCommand) Run(env *cli.Env) error {
	if c.Limit < 0 {
		return cli.Usagef("--limit must be at least 0, found %d", c.Limit)
	}
	db, err := openNets(c.Nets)
	if err != nil {
		return err
	}
	if db == nil {
		env.Say("%s does not exist: no net was ever stored there", c.Nets.Nets)
	} else {
		defer db.Close()
	}
	list, err := allNets(db, store.NetQuery{Game: c.Game, Best: c.Best, Limit: c.Limit})
	if err != nil {
		return err
	}
	t := cli.Table{Head: []string{"ID", "", "GAME", "NET", "STEPS", "SAMPLES", "GAMES", "ELO", "SIZE", "MADE", "FROM"}, Right: []int{4, 5, 6, 7, 8}, Whole: []int{0}}
	for _, n := range list {
		if env.JSON {
			if err := env.Print(n); err != nil {
				return err
			}
			continue
		}
		best := ""
		if n.Best {
			best = "*"
		}
		t.Row(n.ID[:shown], best, n.Name, architecture(&n.Spec), n.Steps, n.Samples, n.Games, elo(&n.Net), config.Bytes(n.Bytes), made(&n.Net), n.From)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	} else if len(list) == 0 && db != nil {
		env.Say("no such nets in %s", c.Nets.Nets)
	}
	return nil
}

// architecture names a net in a few words.
func architecture(s *arch.Spec) string {
	where := fmt.Sprintf("%dx%d", s.In.Height, s.In.Width)
	switch s.Kind {
	case arch.Graph:
		where = fmt.Sprintf("%d nodes", s.In.Height)
	case arch.MLP:
		where = fmt.Sprintf("%d inputs", s.In.Channels)
	}
	return fmt.Sprintf("%s %dx%d on %s", s.Kind, s.Width, s.Blocks, where)
}

func elo(n *nets.Net) string {
	if n.Rating == 0 && n.Interval == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f±%.0f", n.Rating, n.Interval)
}

func made(n *nets.Net) string {
	if n.Created == 0 {
		return "-"
	}
	return time.Unix(n.Created, 0).Format("2006-01-02 15:04:05")
}

// manner says how a search uses a net.
func manner(n *nets.Net) string {
	if n.Mix > 0 {
		return fmt.Sprintf("with a share of %g for playouts in what a position is worth", n.Mix)
	}
	return "the net judges alone"
}

// netsShowCommand shows a net.
type netsShowCommand struct {
	config.Nets
	ID string `arg:"" optional:"" help:"Identifier of the net, or its beginning; default: the latest."`
}

// netDetails is the JSON of a shown net.
type netDetails struct {
	listed
	Numbers int `json:"numbers"` // parameters, running statistics included
}

// Run shows.
func (c *netsShowCommand) Run(env *cli.Env) error {
	db, err := openNets(c.Nets)
	if err != nil {
		return err
	}
	if db != nil {
		defer db.Close()
	}
	_, id, err := findNet(db, c.ID) // a damaged one is not shown as if it were well
	if err != nil {
		return err
	}
	all, err := allNets(db, store.NetQuery{})
	if err != nil {
		return err
	}
	for _, n := range all {
		if n.ID != id {
			continue
		}
		d := netDetails{n, n.Spec.Numbers()}
		if env.JSON {
			return env.Print(d)
		}
		d.write(env)
		return nil
	}
	return fmt.Errorf("show net %s: %w", id, nets.ErrNone)
}

func (d *netDetails) write(env *cli.Env) {
	s := &d.Spec
	played := "no"
	if d.Best {
		played = "yes"
	}
	lines := [][2]string{
		{"id", d.ID},
		{"game", d.Name},
		{"description", d.Game},
		{"encoding", d.Encoding},
		{"played with", played},
		{"net", architecture(s)},
		{"input", fmt.Sprintf("%d channels, %d x %d", s.In.Channels, s.In.Height, s.In.Width)},
		{"policy", fmt.Sprintf("%d logits, %s", s.Logits(), s.Head)},
		{"values", fmt.Sprint(s.Values)},
		{"numbers", fmt.Sprint(d.Numbers)},
		{"size", config.Bytes(d.Bytes).String()},
		{"trained", fmt.Sprintf("%d steps, %d samples of %d games", d.Steps, d.Samples, d.Games)},
		{"elo", elo(&d.Net)},
		{"made", made(&d.Net)},
		{"searched", manner(&d.Net)},
		{"from", d.From},
	}
	if d.Origin != "" {
		lines = append(lines, [2]string{"", d.Origin})
	}
	if e := d.Shipped; e != nil {
		lines = append(lines, [2]string{"made by", making(e)}, [2]string{"on", e.Where}, [2]string{"measured", worth(e)})
	}
	if s.Kind == arch.Residual {
		lines[6][1] += fmt.Sprintf("; convolutions %d x %d, %d a block; %d channels pooled", s.Kernel, s.Kernel, s.Convs, s.Pooled)
	}
	for _, l := range lines {
		fmt.Fprintf(env.Stdout, "%-12s %s\n", l[0], l[1])
	}
}

// netsPruneCommand deletes nets.
type netsPruneCommand struct {
	config.Nets
	Game    string `arg:"" optional:"" help:"Only nets of this game: its name, or the hash of its description."`
	Keep    int    `default:"1" help:"How many of the newest nets of every game to keep besides the one that it is played with."`
	Samples bool   `help:"Delete also what unfinished training would go on from: all samples and checkpoints."`
	DryRun  bool   `help:"Only tell what would be deleted."`
}

// Help is shown by --help.
func (*netsPruneCommand) Help() string {
	return "What a game is played with is never deleted. Nets of one game with different encodings are kept as if they were of different " +
		"games. With --json, one object with the key id, or run, for each that was deleted."
}

// Run deletes.
func (c *netsPruneCommand) Run(env *cli.Env) error {
	switch {
	case c.Keep < 0:
		return cli.Usagef("--keep must be at least 0, found %d", c.Keep)
	case c.Samples && c.Game != "":
		return cli.Usagef("--samples are those of all games: it cannot be limited to %s", c.Game)
	}
	if db, err := openNets(c.Nets); err != nil {
		return err
	} else if db == nil {
		env.Say("%s does not exist: no net was ever stored there", c.Nets.Nets)
		return nil
	} else if err := db.Close(); err != nil {
		return err
	}
	db, err := writeNets(c.Nets)
	if err != nil {
		return err
	}
	defer db.Close()
	freed, deleted, err := c.prune(env, db)
	if err != nil {
		return err
	}
	if c.DryRun {
		env.Say("%s of %s would be deleted", plural(deleted, "net"), config.Bytes(freed))
	} else {
		env.Say("%s of %s deleted", plural(deleted, "net"), config.Bytes(freed))
	}
	if c.Samples {
		n, err := c.runs(env, db)
		if err != nil {
			return err
		}
		deleted += n
	}
	if deleted == 0 || c.DryRun {
		return nil
	}
	err = db.Compact()
	if errors.Is(err, store.ErrLocked) { // what is tuned meanwhile will use the space
		env.Log.Info().Err(err).Msg("the file has not become smaller")
		return nil
	}
	return err
}

// prune deletes nets; they come latest first.
func (c *netsPruneCommand) prune(env *cli.Env, db *store.Store) (freed int64, deleted int, err error) {
	list, err := db.Nets(store.NetQuery{Game: c.Game})
	if err != nil {
		return 0, 0, err
	}
	kept := map[[2]string]int{}
	for _, n := range list {
		kind := [2]string{n.Game, n.Encoding}
		if n.Best {
			continue
		}
		if kept[kind]++; kept[kind] <= c.Keep {
			continue
		}
		if !c.DryRun {
			if err := db.DeleteNet(n.ID); err != nil {
				return freed, deleted, err
			}
		}
		deleted++
		freed += n.Bytes
		if err := tell(env, "id", n.ID, fmt.Sprintf("%s %s, %d steps", n.ID[:shown], n.Name, n.Steps)); err != nil {
			return freed, deleted, err
		}
	}
	return freed, deleted, nil
}

// runs deletes samples and checkpoints.
func (c *netsPruneCommand) runs(env *cli.Env, db *store.Store) (deleted int, err error) {
	list, err := db.Runs()
	if err != nil {
		return 0, err
	}
	for _, r := range list {
		if !c.DryRun {
			lock, err := db.LockRun(r.Name)
			if errors.Is(err, store.ErrLocked) {
				env.Log.Warn().Str("run", r.Name).Msg("it is under way, and stays")
				continue
			}
			if err != nil {
				return deleted, err
			}
			if err := errors.Join(db.DeleteRun(r.Name), lock.Close()); err != nil {
				return deleted, err
			}
		}
		deleted++
		if err := tell(env, "run", r.Name, fmt.Sprintf("run %s: %d samples", r.Name, r.Samples)); err != nil {
			return deleted, err
		}
	}
	return deleted, nil
}

// tell reports one thing that was done.
func tell(env *cli.Env, key, id, line string) error {
	if env.JSON {
		return env.Print(map[string]string{key: id})
	}
	env.Say("%s", line)
	return nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
