package config

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Common are the options of every command of every program.
type Common struct {
	Config   Path   `placeholder:"FILE" help:"Configuration file, TOML or (by its name) JSON. Default: the program's name with .toml in ${config_dir}, if it exists."`
	LogLevel string `enum:"trace,debug,info,warn,error,off" default:"warn" help:"Least important log messages to write to stderr (${enum})."`
	JSON     bool   `name:"json" help:"Print results as JSON."`
	Quiet    bool   `short:"q" help:"Print nothing but results and errors; no progress bar."`
}

// Library is where a command looks for games besides the embedded ones.
type Library struct {
	Library Path `placeholder:"DIR" default:"${data_dir}/games" help:"Where imported games are kept."`
	Defs    Path `placeholder:"DIR" help:"Definitions that games in ludemes may use (.def files). Default: those imported with a game, or found in a directory def beside its file or further up."`
}

// Choices are the options of every command that opens a game which may be one in
// ludemes, where the description may offer choices.
type Choices struct {
	Option  []string `sep:"none" placeholder:"CATEGORY/ITEM" help:"Choose an option of a game in ludemes, such as \"Board Size/9x9\"; may be given several times."`
	Ruleset string   `placeholder:"NAME" help:"Choose a ruleset of a game in ludemes."`
}

// Behind takes apart GAME@CATEGORY/ITEM@…, which is how one command line names
// several games each with its own choices. Choices behind a name are instead of c, a
// name alone has those of c; what is a file is a name, whatever its letters.
func (c Choices) Behind(word string) (name string, choices Choices) {
	if _, err := os.Stat(word); err == nil || !strings.Contains(word, "@") {
		return word, c
	}
	parts := strings.Split(word, "@")
	for _, p := range parts[1:] {
		choices.Option = append(choices.Option, strings.TrimSpace(p))
	}
	return strings.TrimSpace(parts[0]), choices
}

// Engine are the options of every command that opens a game to play it.
type Engine struct {
	Library
	Engine      string        `enum:"auto,network,reasoner,batched" default:"auto" help:"What runs the rules: a propositional network, the reasoner, or the network where it fits the budget; batched is the network with many games at once, to measure and verify it by (${enum})."`
	BuildTime   time.Duration `default:"60s" help:"Longest time to build a network."`
	BuildMemory Bytes         `default:"4GiB" help:"Most memory for building a network."`
	Cache       Path          `placeholder:"DIR" default:"${cache_dir}/networks" help:"Where built networks are kept, by the hash of their rules; an empty value keeps none."`
}

// Store are the options of every command that keeps or reads match records.
type Store struct {
	Store Path `placeholder:"FILE" default:"${data_dir}/matches.db" help:"Database of match records."`
}

// Nets are the options of every command that keeps or reads nets.
type Nets struct {
	Nets Path `placeholder:"FILE" default:"${data_dir}/nets.db" help:"Database of nets, and of the samples that they are trained on."`
}

// Device are the options of every command that computes or trains nets.
type Device struct {
	Device    string `placeholder:"auto|cpu|gpu|gpu:N|go" default:"auto" help:"What trains nets, and computes them where it is clearly quicker than the processor: a graphics card (gpu, the N-th with gpu:N), one if it is there (auto), none (cpu), or the stand-in for a card that tests use (go). A card that is missing, broken or late is left for the processor."`
	Plugin    Path   `placeholder:"FILE" help:"PJRT plugin that drives the card. Default: the first found in the usual places (\"player devices\")."`
	Precision string `enum:"auto,f32,tf32,bf16" default:"auto" help:"Numbers that products are made of on a card: bf16 for nets so large that it is worth while on this card and tf32 for others, or always one (${enum})."`
	CardCache Path   `placeholder:"DIR" default:"${cache_dir}/cards" help:"Where it is kept which kernels a card is quickest with, which takes seconds to find out; an empty value keeps nothing."`
}

// Memos are the options of every command that prepares for a game as for a match.
type Memos struct {
	Memos    Path `placeholder:"DIR" default:"${cache_dir}/memos" help:"Where it is kept which way to think did well in which game, by the hash of its rules; an empty value keeps nothing."`
	NoMemory bool `name:"no-memory" help:"Neither use nor keep what was found out about games before."`
}

// Path is the path of a file or directory. A leading ~/ is the home directory,
// also where no shell expands it; the empty path stays empty.
type Path string

// UnmarshalText reads a path.
func (p *Path) UnmarshalText(text []byte) error {
	s := string(text)
	if rest, ok := strings.CutPrefix(s, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("expand %s: %w", s, err)
		}
		s = filepath.Join(home, rest)
	}
	*p = Path(s)
	return nil
}

// Bytes is an amount of memory, written 1500, 64KiB, 512MiB or 4GiB (also KB,
// MB, GB for powers of 1000).
type Bytes int64

var units = []struct {
	suffix string
	size   int64
}{
	{"TiB", 1 << 40},
	{"GiB", 1 << 30},
	{"MiB", 1 << 20},
	{"KiB", 1 << 10},
	{"TB", 1e12},
	{"GB", 1e9},
	{"MB", 1e6},
	{"KB", 1e3},
	{"B", 1},
}

// UnmarshalText reads an amount of memory; it may not be negative.
func (b *Bytes) UnmarshalText(text []byte) error {
	number, size := strings.TrimSpace(string(text)), int64(1)
	for _, u := range units {
		if n := len(number) - len(u.suffix); n > 0 && strings.EqualFold(number[n:], u.suffix) {
			number, size = strings.TrimSpace(number[:n]), u.size
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || x < 0 || math.IsNaN(x) || x*float64(size) >= math.MaxInt64 {
		return fmt.Errorf("want an amount of memory such as 512MiB, found %q", text)
	}
	*b = Bytes(x * float64(size))
	return nil
}

// String writes the amount in the largest binary unit that keeps it exact to a tenth.
func (b Bytes) String() string {
	for _, u := range units[:4] {
		if int64(b) >= u.size {
			return strings.TrimSuffix(strconv.FormatFloat(float64(b)/float64(u.size), 'f', 1, 64), ".0") + u.suffix
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}
