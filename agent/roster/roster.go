// Package roster makes players from a line of text, such as "mcts",
// "mcts:threads=1,exploration=0.7", "uct:playouts=10,iterations=800", "random" or
// "legal": a kind, and behind a colon its settings.
//
// The promise: a text means the same player wherever it is written, and one that
// means nothing is an error that names what is known. It plays no moves and holds no
// state; kinds and their settings are rows of tables (kinds.go), so that another way
// to think, or another option of one, is one more row. Neighbours: the packages of
// agent that it makes players of; its users are the commands and package arena.
package roster

import (
	"fmt"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/game"
	"ludens/internal/near"
)

// Defaults are what a text leaves open. The zero value means each kind's own.
type Defaults struct {
	Threads int   // of a search; default: one per processor
	Bytes   int64 // of a search's memory
	// Mirror tells the symmetries of a game's rules; nil: players know of none.
	Mirror game.Mirror
}

// Agent is what a text means: any number of players of one kind.
type Agent struct {
	// Text is what was read.
	Text string
	// Kind is the name before the colon, in the letters of the table.
	Kind string

	player func(seed uint64) agent.Player
}

// New makes a player. The seed is that of its random streams, unless the text
// fixes one.
func (a *Agent) New(seed uint64) agent.Player { return a.player(seed) }

// Parse reads a text. Letter case of kinds and settings is ignored.
func Parse(text string, d Defaults) (*Agent, error) {
	name, rest, colon := strings.Cut(strings.TrimSpace(text), ":")
	i := slices.IndexFunc(kinds, func(k kind) bool { return strings.EqualFold(k.name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil, fmt.Errorf("agent %q: %w", text, unknown("kind of agent", name, Kinds()))
	}
	k := &kinds[i]
	if colon && strings.TrimSpace(rest) == "" {
		return nil, fmt.Errorf("agent %q: nothing stands behind the colon; settings are key=value, separated by commas", text)
	}
	var pairs []pair
	for _, word := range strings.Split(rest, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		key, value, ok := strings.Cut(word, "=")
		p := pair{strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)}
		if !ok || p.value == "" {
			return nil, fmt.Errorf("agent %q: setting %q is not key=value", text, word)
		}
		if slices.ContainsFunc(pairs, func(q pair) bool { return q.key == p.key }) {
			return nil, fmt.Errorf("agent %q: %s is set twice", text, p.key)
		}
		pairs = append(pairs, p)
	}
	player, err := k.make(pairs, d)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	return &Agent{Text: text, Kind: k.name, player: player}, nil
}

// Known reports whether a text begins with the name of a kind of agent.
func Known(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	return slices.ContainsFunc(kinds, func(k kind) bool { return strings.EqualFold(k.name, strings.TrimSpace(name)) })
}

// Kinds are the names of all kinds.
func Kinds() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}

// Entry describes a kind or a setting for people.
type Entry struct {
	Name     string  `json:"name"`
	Says     string  `json:"says"`
	Settings []Entry `json:"settings,omitempty"`
}

// Describe lists all kinds with their settings.
func Describe() []Entry {
	var out []Entry
	for _, k := range kinds {
		out = append(out, Entry{Name: k.name, Says: k.says, Settings: k.list})
	}
	return out
}

// unknown says that a name is none of those known, and which was probably meant.
func unknown(what, name string, known []string) error {
	hint := ""
	if c := near.Closest(name, 2, known); c != "" {
		hint = fmt.Sprintf("; did you mean %q?", c)
	}
	if len(known) == 0 {
		return fmt.Errorf("there is no %s %q: there is none at all", what, name)
	}
	return fmt.Errorf("there is no %s %q: known are %s%s", what, name, strings.Join(known, ", "), hint)
}
