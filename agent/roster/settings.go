package roster

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ludens/agent"
)

// pair is one setting as written.
type pair struct{ key, value string }

// kind is a row of the table of agents.
type kind struct {
	name, says string
	list       []Entry // its settings, for people
	make       func(pairs []pair, d Defaults) (func(seed uint64) agent.Player, error)
}

// setting is a row of the table of one kind's settings: how a value gets into the
// options O of its package.
type setting[O any] struct {
	key, says string
	set       func(o *O, value string) error
}

// kindOf makes a row: from the options that the defaults give, changed by the
// settings and found valid, to players.
func kindOf[O any](name, says string, table []setting[O], base func(d Defaults) O, valid func(o O) error,
	player func(o O, seed uint64) agent.Player,
) kind {
	var keys []string
	k := kind{name: name, says: says}
	for _, s := range table {
		keys = append(keys, s.key)
		k.list = append(k.list, Entry{Name: s.key, Says: s.says})
	}
	k.make = func(pairs []pair, d Defaults) (func(uint64) agent.Player, error) {
		o := base(d)
		for _, p := range pairs {
			i := slices.Index(keys, p.key)
			if i < 0 {
				return nil, unknown("setting of "+name, p.key, keys)
			}
			if err := table[i].set(&o, p.value); err != nil {
				return nil, fmt.Errorf("%s: %w", p.key, err)
			}
		}
		if err := valid(o); err != nil {
			return nil, err
		}
		return func(seed uint64) agent.Player { return player(o, seed) }, nil
	}
	return k
}

// The kinds of values. Each gets the place of a field in the options.

func whole[O any, N int | int64](at func(*O) *N) func(*O, string) error {
	return func(o *O, text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || int64(N(n)) != n {
			return fmt.Errorf("want a whole number, not negative, found %q", text)
		}
		*at(o) = N(n)
		return nil
	}
}

func number[O any](at func(*O) *float64) func(*O, string) error {
	return func(o *O, text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("want a number, found %q", text)
		}
		*at(o) = x
		return nil
	}
}

func word[O any](at func(*O) *string) func(*O, string) error {
	return func(o *O, text string) error {
		*at(o) = text
		return nil
	}
}

func yes[O any](at func(*O) *bool) func(*O, string) error {
	return func(o *O, text string) error {
		switch strings.ToLower(text) {
		case "1", "true", "yes", "on":
			*at(o) = true
		case "0", "false", "no", "off":
			*at(o) = false
		default:
			return fmt.Errorf("want 1 or 0, found %q", text)
		}
		return nil
	}
}

// bytes reads an amount of memory such as 1500, 64MiB or 2GiB.
func bytes[O any](at func(*O) *int64) func(*O, string) error {
	return func(o *O, text string) error {
		digits, size := strings.ToLower(text), int64(1)
		for i, unit := range []string{"kib", "mib", "gib"} {
			if d, ok := strings.CutSuffix(digits, unit); ok {
				digits, size = d, 1<<(10*(i+1))
				break
			}
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/size {
			return fmt.Errorf("want an amount of memory such as 256MiB, found %q", text)
		}
		*at(o) = n * size
		return nil
	}
}

// seed reads a seed that counts instead of the one a player is made with.
func seed[O any](at func(*O) **uint64) func(*O, string) error {
	return func(o *O, text string) error {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("want a whole number, not negative, found %q", text)
		}
		*at(o) = &n
		return nil
	}
}
