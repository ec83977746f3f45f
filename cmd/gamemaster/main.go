// Command gamemaster runs matches of General Game Playing, keeps their records,
// and looks after game descriptions.
//
// Nothing but wiring lives here, one file per subcommand: options from config,
// games from catalog, matches from match/run, records from store.
package main

import (
	"os"

	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
)

// commands is the grammar of the command line.
type commands struct {
	config.Common
	Demo   demoCommand   `cmd:"" help:"Play a whole match between two player processes, by the clocks, and store it."`
	Match  matchCommand  `cmd:"" help:"Run a match."`
	Serve  serveCommand  `cmd:"" help:"Serve the page: play, watch and replay matches in a browser."`
	Info   infoCommand   `cmd:"" help:"Ask players who they are and whether they are free."`
	Games  gamesCommand  `cmd:"" help:"List the library."`
	Import importCommand `cmd:"" help:"Take over a directory of games."`

	Check   checkCommand   `cmd:"" help:"Report everything wrong with descriptions."`
	Explain explainCommand `cmd:"" help:"Explain a rule of validity, or list all."`
	Draw    drawCommand    `cmd:"" help:"Draw a position of a game, or a contact sheet of many games."`
	Perft   perftCommand   `cmd:"" help:"Count the positions of a game to a depth."`
	Network networkCommand `cmd:"" help:"Show the propositional network of a game, pass by pass."`
	Verify  struct {
		GDL     verifyGDLCommand     `cmd:"" name:"gdl" help:"Replay recorded matches of GDL games."`
		Ludii   verifyLudiiCommand   `cmd:"" help:"Replay recorded games of Ludii's."`
		Choices verifyChoicesCommand `cmd:"" help:"Open and play every choice that descriptions offer."`
		Tensors verifyTensorsCommand `cmd:"" help:"Hold the encoding for nets against recorded tensors."`
		Record  verifyRecordCommand  `cmd:"" help:"Check the signatures of exported matches."`
	} `cmd:"" help:"Hold an engine against recorded truth, or a record against its signature."`

	Tournament struct {
		Run    tournamentRunCommand    `cmd:"" help:"Play a tournament, or go on with it."`
		Status tournamentStatusCommand `cmd:"" help:"Show how a tournament stands."`
		Table  tournamentTableCommand  `cmd:"" help:"Show its ratings and cross table."`
		Export tournamentExportCommand `cmd:"" help:"Write its plan, results and ratings as JSON."`
		List   tournamentListCommand   `cmd:"" help:"List the stored tournaments."`
	} `cmd:"" help:"Play tournaments that survive anything."`
	Ratings ratingsCommand `cmd:"" help:"Rate the players of stored matches."`
	Ladder  struct {
		List    ladderListCommand    `cmd:"" help:"List the levels."`
		File    ladderFileCommand    `cmd:"" help:"Write the tournament that measures them."`
		Measure ladderMeasureCommand `cmd:"" help:"Make the table of levels of that tournament."`
	} `cmd:"" help:"A fixed ladder of built-in players to measure others by."`

	Matches matchesCommand `cmd:"" help:"List the stored matches."`
	Replay  replayCommand  `cmd:"" help:"Replay a stored match and draw its positions."`
	Export  exportCommand  `cmd:"" help:"Write a stored match as GGP-Base's JSON."`
	Delete  deleteCommand  `cmd:"" help:"Delete stored matches."`
	Archive struct {
		Export archiveExportCommand `cmd:"" help:"Write everything that is stored."`
		Import archiveImportCommand `cmd:"" help:"Take over what an export has written."`
	} `cmd:"" help:"Move a whole archive of matches and tournaments."`
	Key keyCommand `cmd:"" help:"Make a key for signing matches."`

	Bench struct {
		Play     benchPlayCommand     `cmd:"" help:"Ask a player for many moves on a busy machine, and count the late ones."`
		Settings benchSettingsCommand `cmd:"" help:"Play matches between two settings of the player, by the clocks."`
		Agents   benchAgentsCommand   `cmd:"" help:"Play matches between two agents inside this process."`
		Look     benchLookCommand     `cmd:"" help:"Show the matches that \"bench agents\" has recorded."`
		Sum      benchSumCommand      `cmd:"" help:"Add up what runs of \"bench agents\" have recorded."`
	} `cmd:"" help:"Measure players on this machine."`
	Docs struct {
		Ludemes docsLudemesCommand `cmd:"" help:"Make docs/ludemes.md."`
	} `cmd:"" help:"Make pages of the documentation."`
	Completion cli.CompletionCommand `cmd:"" help:"Print the completion of this program for a shell."`
	Manual     cli.ManualCommand     `cmd:"" help:"Print the man page of this program."`
	Busy       busyCommand           `cmd:"" hidden:""`
	Config     cli.ConfigCommand     `cmd:"" help:"Show every option's value and where it came from."`
	Version    cli.VersionCommand    `cmd:"" help:"Show the version."`
}

const description = `Runs matches of General Game Playing and looks after games. GAME is a library name (see "gamemaster games") or a file.

` + cli.ExitCodes

// program is the command line, and what it is read into.
func program() (config.Program, *commands) {
	c := &commands{}
	c.Completion.Words = wire.Words
	c.Manual = wire.Manual("runs matches and tournaments of any game, and serves a page to watch and play", "~/.local/share/ludens/matches.db holds matches and tournaments, ~/.local/share/ludens/games imported games, ~/.cache/ludens/networks built networks.")
	return config.Program{Name: "gamemaster", Description: description, Grammar: c}, c
}

func main() {
	p, c := program()
	os.Exit(cli.Run(p, &c.Common, os.Args[1:]))
}
