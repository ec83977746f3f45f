// Command player is a General Game Playing player: it waits for a game manager,
// reads the rules of a game it has never seen, and plays it legally and on time.
//
// Nothing but wiring lives here, one file per subcommand: options from config,
// games from catalog, decisions from agent, messages from ggp.
package main

import (
	"os"

	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/nets/device"
)

// commands is the grammar of the command line.
type commands struct {
	config.Common
	Serve serveCommand `cmd:"" help:"Play for whoever asks over HTTP (the General Game Playing protocol)."`
	Nets  netsCommand  `cmd:"" help:"Look after the stored nets."`
	Bench struct {
		Rules   benchRulesCommand   `cmd:"" help:"Measure random playouts of games, one thread."`
		Nets    benchNetsCommand    `cmd:"" help:"Measure nets: evaluations, training, the search that is guided by one."`
		Hostile benchHostileCommand `cmd:"" help:"Throw everything at this player that was thought of to hurt it."`
		Starts  benchStartsCommand  `cmd:"" help:"Begin a match of every game of some directories, by short clocks."`
		Honest  benchHonestCommand  `cmd:"" hidden:""`
		Exact   benchExactCommand   `cmd:"" help:"Measure moves of connect four against their exact values."`
		Tactics benchTacticsCommand `cmd:"" help:"Measure decisions in positions of many games with proven answers."`
		Search  benchSearchCommand  `cmd:"" help:"Measure how an agent searches positions of games."`
		Puzzles benchPuzzlesCommand `cmd:"" help:"Play games of one player, and tell what was reached."`
	} `cmd:"" help:"Measure this player on this machine."`
	Tune struct {
		Run      tuneCommand         `cmd:"" default:"withargs" help:"Train a net for a game."`
		Evaluate tuneEvaluateCommand `cmd:"" help:"Measure a net in matches."`
		Curve    tuneCurveCommand    `cmd:"" help:"Draw how a run has gone."`
	} `cmd:"" help:"Train a net for a game, and measure it."`
	Devices    devicesCommand        `cmd:"" help:"Say what can compute nets on this machine, and what to install."`
	Explain    explainCommand        `cmd:"" help:"Tell what the player finds out about games while the start clock runs."`
	Completion cli.CompletionCommand `cmd:"" help:"Print the completion of this program for a shell."`
	Manual     cli.ManualCommand     `cmd:"" help:"Print the man page of this program."`
	Config     cli.ConfigCommand     `cmd:"" help:"Show every option's value and where it came from."`
	Version    cli.VersionCommand    `cmd:"" help:"Show the version."`
}

const description = `A player for General Game Playing. GAME is a library name (see "gamemaster games") or a file.

` + cli.ExitCodes

// program is the command line, and what it is read into.
func program() (config.Program, *commands) {
	c := &commands{}
	c.Completion.Words = wire.Words
	c.Manual = wire.Manual("a player of any game, for General Game Playing", "~/.local/share/ludens/nets.db holds nets, ~/.cache/ludens/memos what was found out about games, ~/.cache/ludens/networks built networks.")
	return config.Program{Name: "player", Description: description, Grammar: c}, c
}

func main() {
	if device.Asked(os.Args) { // the helper that a player starts for itself
		os.Exit(work())
	}
	p, c := program()
	os.Exit(cli.Run(p, &c.Common, os.Args[1:]))
}
