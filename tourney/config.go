package tourney

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/rating"
)

// The kinds of tournament.
const (
	RoundRobin       = "round-robin"        // everybody meets everybody, seats rotating from round to round
	DoubleRoundRobin = "double-round-robin" // the same, each meeting with all rotations of the seats
	Swiss            = "swiss"              // in every round those meet who stand alike and have not met
	Gauntlet         = "gauntlet"           // the challengers meet everybody else, with all rotations
	SPRT             = "sprt"               // two play pairs until a sequential test has decided
)

// ErrNone is the error of whoever keeps tournaments: there is none of that name.
var ErrNone = errors.New("no such tournament")

// Kinds are all kinds of tournament.
func Kinds() []string { return []string{RoundRobin, DoubleRoundRobin, Swiss, Gauntlet, SPRT} }

// Config describes a tournament. Name, Entrants and Games are needed.
type Config struct {
	// Name identifies it where it is kept; letters, digits, dots, dashes, underscores.
	Name string `json:"name"`
	// Kind is one of the constants; default double round robin.
	Kind     string    `json:"kind"`
	Entrants []Entrant `json:"entrants"`
	// Games and Clocks are all played by all; default clocks: 30 s and 10 s.
	Games  []Game  `json:"games"`
	Clocks []Clock `json:"clocks"`
	// Rounds is how often entrants meet, in each game and by each clock, with other
	// openings every time; default 1. In Swiss it is the number of rounds. Not for SPRT.
	Rounds int `json:"rounds"`
	// Plies is the most random moves of an opening; default 0, none.
	Plies int `json:"plies,omitempty"`
	// Challengers of a gauntlet are the first so many entrants; default 1.
	Challengers int `json:"challengers,omitempty"`
	// Test is what a sequential test is to tell apart, from the view of the first
	// entrant; default from 0 to 30 Elo.
	Test rating.SPRT `json:"test,omitzero"`
	// Pairs is the most pairs of a sequential test; default 1000.
	Pairs int `json:"pairs,omitempty"`
	// Forfeit is the number of failed answers by which a match is lost; default 3,
	// negative: never.
	Forfeit int `json:"forfeit"`
	// MaxSteps ends a match as a draw; 0: no limit.
	MaxSteps int `json:"max_steps,omitempty"`
	// Scramble renames what remote players see.
	Scramble bool `json:"scramble,omitempty"`
	// Preview is the clock in seconds of a PREVIEW before each match; default 0, none.
	Preview int    `json:"preview,omitempty"`
	Seed    uint64 `json:"seed,string"`

	// How much goes on at once; the tournament is the same whatever they are.

	// Parallel is the most matches at once; default 64.
	Parallel int `json:"-"`
	// Threads is what the entrants in this process may use together; default 1.
	Threads int `json:"-"`
}

// Entrant is somebody who plays.
type Entrant struct {
	Name string `json:"name"`
	// Kind says what Player is; the package does not care, but for the kind Remote.
	Kind   string `json:"kind"`
	Player string `json:"player"`
	// Matches is the most it plays at once; 0: any number.
	Matches int `json:"-"`
	// Threads is what it uses in this process while it thinks; a match counts for
	// the most of its entrants.
	Threads int `json:"-"`
	// Dialect is how messages to it are spelled, for who sends them.
	Dialect string `json:"-"`
}

// Remote is the kind of an entrant whose Player is an address: it may change, the
// entrant remains the same.
const Remote = "remote"

// Game is something to play.
type Game struct {
	Name    string   `json:"name"` // as it is opened
	Options []string `json:"options,omitempty"`
	Ruleset string   `json:"ruleset,omitempty"`
	// Seats is the number of players it takes, Nature not counted.
	Seats int `json:"seats"`
	// Hash is the description's.
	Hash string `json:"hash,omitempty"`
}

// Clock is a pair of clocks in seconds.
type Clock struct {
	Start int `json:"start"`
	Play  int `json:"play"`
}

const (
	mostMatches  = 1_000_000
	mostEntrants = 1024
	mostSeats    = 64
	mostPlies    = 1000
	mostParallel = 4096
	mostClock    = 24 * 60 * 60
)

// withDefaults fills in what was left open.
func (c Config) withDefaults() Config {
	def := func(x *int, y int) {
		if *x == 0 {
			*x = y
		}
	}
	if c.Kind == "" {
		c.Kind = DoubleRoundRobin
	}
	if len(c.Clocks) == 0 {
		c.Clocks = []Clock{{30, 10}}
	}
	def(&c.Rounds, 1)
	def(&c.Forfeit, 3)
	c.Forfeit = max(c.Forfeit, -1)
	def(&c.Parallel, 64)
	def(&c.Threads, 1)
	switch c.Kind {
	case Gauntlet:
		def(&c.Challengers, 1)
	case SPRT:
		def(&c.Pairs, 1000)
		if c.Test.Low == 0 && c.Test.High == 0 {
			c.Test.High = 30
		}
	}
	return c
}

// Validate reports what is wrong with a Config.
func (c Config) Validate() error {
	c = c.withDefaults()
	switch {
	case !isName(c.Name):
		return fmt.Errorf("tournament: the name %q must be of 1 to 64 letters, digits, dots, dashes and underscores", c.Name)
	case !slices.Contains(Kinds(), c.Kind):
		return fmt.Errorf("tournament: there is no kind %q: known are %s", c.Kind, strings.Join(Kinds(), ", "))
	case len(c.Games) == 0:
		return errors.New("tournament: no game")
	case c.Rounds < 1 || c.Plies < 0 || c.Plies > mostPlies || c.MaxSteps < 0 || c.Parallel < 1 || c.Parallel > mostParallel || c.Threads < 1:
		return fmt.Errorf("tournament: rounds, plies (at most %d), max_steps, parallel (at most %d) or threads out of any sense", mostPlies, mostParallel)
	}
	if c.Preview < 0 || c.Preview > mostClock {
		return fmt.Errorf("tournament: a preview clock of %d seconds", c.Preview)
	}
	for _, g := range c.Games {
		if g.Name == "" || g.Seats < 1 || g.Seats > mostSeats {
			return fmt.Errorf("tournament: game %q with %d seats", g.Name, g.Seats)
		}
	}
	for _, k := range c.Clocks {
		if k.Start < 0 || k.Play < 0 || k.Start > mostClock || k.Play > mostClock {
			return fmt.Errorf("tournament: clocks of %d and %d seconds", k.Start, k.Play)
		}
	}
	if err := c.entrants(); err != nil {
		return err
	}
	return c.kind()
}

func (c *Config) entrants() error {
	least := 1
	for _, g := range c.Games {
		if g.Seats > 1 {
			least = 2
		}
	}
	if n := len(c.Entrants); n < least || n > mostEntrants {
		return fmt.Errorf("tournament: %d entrants, not in %d…%d", n, least, mostEntrants)
	}
	seen := map[string]bool{}
	for _, e := range c.Entrants {
		switch {
		case e.Name == "" || strings.TrimSpace(e.Name) != e.Name || len(e.Name) > 200:
			return fmt.Errorf("tournament: an entrant's name is %q", e.Name)
		case seen[e.Name]:
			return fmt.Errorf("tournament: two entrants are called %q", e.Name)
		case e.Kind == "" || e.Player == "":
			return fmt.Errorf("tournament: it is not said who plays for %q", e.Name)
		case e.Matches < 0 || e.Threads < 0:
			return fmt.Errorf("tournament: entrant %q: a limit is negative", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}

// kind checks what only some kinds want.
func (c *Config) kind() error {
	same := true
	for _, g := range c.Games {
		same = same && g.Seats == c.Games[0].Seats
		if c.Kind == RoundRobin && c.Plies > 0 && c.Rounds%rotations(g.Seats, len(c.Entrants)) != 0 {
			return fmt.Errorf("tournament: openings are played with the seats exchanged, so a single round robin needs a multiple of %d rounds for %s; or kind %q",
				rotations(g.Seats, len(c.Entrants)), g.Name, DoubleRoundRobin)
		}
		if (c.Kind == SPRT || c.Kind == Swiss || c.Kind == Gauntlet) && g.Seats < 2 {
			return fmt.Errorf("tournament: %s is for one player, which a tournament of kind %s has no use for", g.Name, c.Kind)
		}
	}
	switch {
	case c.Kind == Swiss && !same:
		return errors.New("tournament: the games of a Swiss tournament must have the same number of seats")
	case c.Kind == Gauntlet && (c.Challengers < 1 || c.Challengers >= len(c.Entrants)):
		return fmt.Errorf("tournament: %d challengers among %d entrants", c.Challengers, len(c.Entrants))
	case c.Kind == SPRT && (len(c.Entrants) != 2 || c.Pairs < 1):
		return fmt.Errorf("tournament: a sequential test takes two entrants and at least one pair, found %d and %d", len(c.Entrants), c.Pairs)
	case c.Kind == SPRT:
		return c.Test.Validate()
	}
	return nil
}

// Text is the configuration as it is kept.
func (c Config) Text() (string, error) {
	b, err := json.Marshal(c.withDefaults())
	if err != nil {
		return "", fmt.Errorf("tournament %s: %w", c.Name, err)
	}
	return string(b), nil
}

// ReadConfig reads what Text has written.
func ReadConfig(text string) (Config, error) {
	var c Config
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return c, fmt.Errorf("read a tournament: %w", err)
	}
	return c, c.Validate()
}

// Same reports whether two configurations are of the same tournament: all is equal but
// for what may change while it goes on, such as how much is played at once and the
// addresses of remote players.
func (c Config) Same(d Config) bool {
	a, errA := c.movable().Text()
	b, errB := d.movable().Text()
	return errA == nil && errB == nil && a == b
}

func (c Config) movable() Config {
	c.Entrants = slices.Clone(c.Entrants)
	for i := range c.Entrants {
		if c.Entrants[i].Kind == Remote {
			c.Entrants[i].Player = ""
		}
	}
	return c
}

func isName(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return len(s) > 0 && len(s) <= 64 && strings.Trim(s, ".") != ""
}
