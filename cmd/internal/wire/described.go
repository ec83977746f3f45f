package wire

import (
	"ludens/catalog"
	"ludens/internal/cli"
)

// Words are what shells may complete arguments with: the names of the embedded games.
func Words() map[string][]string {
	list, err := catalog.List(catalog.Options{})
	if err != nil {
		return nil
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	return map[string][]string{"game": names}
}

// Manual are the parts of a program's man page that are not in its commands.
func Manual(about string, files string) cli.ManualCommand {
	return cli.ManualCommand{About: about, Ending: [][2]string{
		{"Exit status", cli.ExitCodes},
		{"Other files", files},
		{"See also", "player(1), gamemaster(1); README.md and docs/ in the sources."},
	}}
}
