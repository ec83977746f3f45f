// Package wire turns options of the command line into options of the rooms that
// both commands use, so that the two programs open games in the same way.
//
// It has no logic of its own and never will; what could go wrong belongs to the
// room that is asked, but for amounts to which those give a meaning of their own.
package wire

import (
	"context"
	"runtime"
	"sync"

	"ludens/agent/roster"
	"ludens/catalog"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets/encode"
)

// Catalog gives the catalog's options.
func Catalog(e config.Engine) catalog.Options {
	opt := Library(e.Library)
	opt.Engine, opt.BuildTime, opt.BuildBytes, opt.CacheDir = e.Engine, e.BuildTime, int64(e.BuildMemory), string(e.Cache)
	return opt
}

// What a search or the building of a network may be given. To the rooms, 0 means
// their default, which nobody means who writes --memory 0; more than any machine
// has is a slip.
const (
	leastMemory = config.Bytes(1 << 20)
	mostMemory  = config.Bytes(4 << 40)
)

// Memory refuses amounts of memory out of any sense.
func Memory(option string, b config.Bytes) error {
	if b < leastMemory || b > mostMemory {
		return cli.Usagef("--%s must be from %s to %s, found %s", option, leastMemory, mostMemory, b)
	}
	return nil
}

// mostClock is the longest clock in seconds, a day.
const mostClock = 24 * 60 * 60

// Clock refuses clocks out of any sense, in seconds.
func Clock(option string, seconds, least int) error {
	if seconds < least || seconds > mostClock {
		return cli.Usagef("--%s must be from %d to %d seconds, found %d", option, least, mostClock, seconds)
	}
	return nil
}

// mostThreads is more than searches have been tried with.
const mostThreads = 1024

// CheckThreads refuses numbers of threads out of any sense.
func CheckThreads(n int) error {
	if n < 0 || n > mostThreads {
		return cli.Usagef("--threads must be from 0 to %d, found %d", mostThreads, n)
	}
	return nil
}

// Engine refuses options of an engine with which nothing can be built.
func Engine(e config.Engine) error {
	if e.BuildTime <= 0 {
		return cli.Usagef("--build-time must be more than 0, found %s", e.BuildTime)
	}
	return Memory("build-memory", e.BuildMemory)
}

// Library gives the catalog's options for reading descriptions only.
func Library(l config.Library) catalog.Options {
	opt := catalog.Options{DefsDir: string(l.Defs)}
	if l.Library != "" {
		opt.LibraryDirs = []string{string(l.Library)}
	}
	return opt
}

// Choose adds what is chosen of a game in ludemes.
func Choose(opt catalog.Options, c config.Choices) catalog.Options {
	opt.Select, opt.Ruleset = c.Option, c.Ruleset
	return opt
}

// spare is how many goroutines may run beside those of a search.
const spare = 2

var processors = sync.OnceValue(func() int {
	n := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(n + spare)
	return n
})

// Agents are what texts of players leave open: threads and bytes of a search, and how symmetries of rules are found.
func Agents(threads int, bytes int64) roster.Defaults {
	return roster.Defaults{Threads: threads, Bytes: bytes, Mirror: encode.Mirror}
}

// Threads gives the number of threads of a search, one per processor if asked is
// 0. It also lets the Go runtime run a few more goroutines at once than there are
// processors: a thread that computes keeps its place in the runtime while the
// operating system runs other programs instead, and were there no place left, the
// answer to a message would wait for as long as the search is kept waiting.
func Threads(asked int) int {
	if n := processors(); asked < 1 {
		return n
	}
	return asked
}

// Until has a game's machines end with the context, in the midst of a step, too: one
// step of some rules takes longer than anybody waits.
func Until(ctx context.Context, g game.Game) {
	context.AfterFunc(ctx, func() { game.SignOf(g).Close(context.Cause(ctx)) })
}
