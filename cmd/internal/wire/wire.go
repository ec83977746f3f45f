// Package wire turns options of the command line into options of the rooms that
// both commands use, so that the two programs open games in the same way.
//
// It has no logic of its own and never will; what could go wrong belongs to the
// room that is asked.
package wire

import (
	"ludens/catalog"
	"ludens/config"
)

// Catalog gives the catalog's options.
func Catalog(e config.Engine) catalog.Options {
	opt := Library(e.Library)
	opt.Engine, opt.BuildTime, opt.BuildBytes, opt.CacheDir = e.Engine, e.BuildTime, int64(e.BuildMemory), string(e.Cache)
	return opt
}

// Library gives the catalog's options for reading descriptions only.
func Library(l config.Library) catalog.Options {
	if l.Library == "" {
		return catalog.Options{}
	}
	return catalog.Options{LibraryDirs: []string{string(l.Library)}}
}
