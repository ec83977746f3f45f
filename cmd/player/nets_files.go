package main

import (
	"fmt"

	"ludens/catalog"
	"ludens/config"
	"ludens/internal/aside"
	"ludens/internal/cli"
	"ludens/nets"
	"ludens/store"
)

// netsExportCommand writes a net to a file.
type netsExportCommand struct {
	config.Nets
	Output config.Path `short:"o" placeholder:"FILE" help:"File to write; default: standard output, if that is no terminal."`
	ID     string      `arg:"" optional:"" help:"Identifier of the net, or its beginning; default: the latest."`
}

// Help is shown by --help.
func (*netsExportCommand) Help() string {
	return `The file holds everything: description, weights and what the net was made for. "player nets import" reads it on any machine.`
}

// Run writes.
func (c *netsExportCommand) Run(env *cli.Env) error {
	db, err := openNets(c.Nets)
	if err != nil {
		return err
	}
	if db != nil {
		defer db.Close()
	}
	n, _, err := findNet(db, c.ID)
	if err != nil {
		return err
	}
	file, err := nets.Encode(n)
	if err != nil {
		return fmt.Errorf("export a net: %w", err)
	}
	id := nets.FileID(file)
	if c.Output == "" {
		if cli.Terminal(env.Stdout) {
			return cli.Usagef("--output must name a file: a net is nothing to look at")
		}
		if _, err := env.Exact().Write(file); err != nil {
			return fmt.Errorf("export net %s: %w", id, err)
		}
		return nil
	}
	if err := aside.Bytes(string(c.Output), 0o644, file); err != nil {
		return fmt.Errorf("export net %s: %w", id, err)
	}
	if env.JSON {
		return env.Print(struct {
			ID    string `json:"id"`
			File  string `json:"file"`
			Bytes int    `json:"bytes"`
		}{id, string(c.Output), len(file)})
	}
	env.Say("net %s of %s is in %s", id[:shown], n.Name, c.Output)
	return nil
}

// netsImportCommand keeps nets from files.
type netsImportCommand struct {
	config.Nets
	Best  bool          `help:"Play with them from now on. By default that is done only where there is no net yet."`
	Files []config.Path `arg:"" name:"file" help:"Files of nets."`
}

// Help is shown by --help.
func (*netsImportCommand) Help() string {
	return "A file is checked in everything before it is kept. Importing again changes nothing. Exit code 3 if some were refused. With --json, one object per file and line."
}

// imported is what became of a file.
type imported struct {
	File  string `json:"file"`
	ID    string `json:"id,omitempty"`
	Name  string `json:"name,omitempty"`
	Best  bool   `json:"best"`
	Error string `json:"error,omitempty"`
}

// Run imports.
func (c *netsImportCommand) Run(env *cli.Env) error {
	db, err := writeNets(c.Nets)
	if err != nil {
		return err
	}
	defer db.Close()
	refused := false
	for _, path := range c.Files {
		r := imported{File: string(path)}
		n, err := nets.ReadFile(string(path))
		if err != nil {
			r.Error, refused = err.Error(), true
		} else {
			r.Name = nets.Clean(n.Name)
			if r.ID, r.Best, err = keep(db, n, c.Best); err != nil {
				return fmt.Errorf("import %s: %w", path, err)
			}
		}
		switch {
		case env.JSON:
			if err := env.Print(r); err != nil {
				return err
			}
		case err != nil:
			fmt.Fprintf(env.Stdout, "%s: refused: %v\n", path, err)
		case r.Best:
			env.Say("%s: net %s of %s, which is played with it", path, r.ID[:shown], r.Name)
		default:
			env.Say("%s: net %s of %s", path, r.ID[:shown], r.Name)
		}
	}
	// A net has no description with it; that of an embedded game is at hand.
	if err := adopt(db, catalog.Options{}); err != nil {
		return err
	}
	if refused {
		return cli.ErrFindings
	}
	return nil
}

// keep stores a net, as the one to play with if that is wished or there is none.
func keep(db *store.Store, n *nets.Net, best bool) (id string, played bool, err error) {
	if !best {
		have, err := db.Nets(store.NetQuery{Game: n.Game, Encoding: n.Encoding, Best: true})
		if err != nil {
			return "", false, err
		}
		best = len(have) == 0
	}
	if id, err = db.PutNet(n, best); err != nil {
		return "", false, err
	}
	have, err := db.Nets(store.NetQuery{Game: n.Game, Encoding: n.Encoding, Best: true})
	if err != nil {
		return "", false, err
	}
	return id, len(have) == 1 && have[0].ID == id, nil
}
