package memory

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/rs/zerolog"

	"ludens/internal/bounded"
)

// Descriptions keeps the texts under which games were first met, by an identity that
// does not depend on names, in a directory that may be that of the memos. It is safe for
// concurrent use, by processes too. (catalog.Known is the same thing, seen from there.)
type Descriptions struct {
	// Path is made when something is kept.
	Path string
	// Most is how many descriptions are kept; default 1024.
	Most int
	// Log gets what has failed, at warning.
	Log zerolog.Logger
}

const (
	defaultDescriptions = 1024
	mostText            = 1 << 20 // of a description; longer ones are not kept
	textSuffix          = ".rules"
)

// Like gives the description kept under an identity, if there is one.
func (d *Descriptions) Like(identity string) []string {
	text, err := d.read(identity)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		d.Log.Warn().Err(err).Msg("what a game was called before cannot be read")
		return nil
	}
	return []string{text}
}

func (d *Descriptions) read(identity string) (string, error) {
	if !plain.MatchString(identity) {
		return "", fs.ErrNotExist
	}
	f, err := bounded.Open(filepath.Join(d.Path, identity+textSuffix))
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("%s has more than %d bytes", f.Name(), mostText)
	}
	return string(text), err
}

// Keep keeps a description, in place of what was kept under its identity.
func (d *Descriptions) Keep(identity, text string) {
	if !plain.MatchString(identity) || len(text) > mostText {
		return
	}
	most := d.Most
	if most < 1 {
		most = defaultDescriptions
	}
	err := write(d.Path, filepath.Join(d.Path, identity+textSuffix), []byte(text))
	if err == nil {
		err = prune(d.Path, textSuffix, most)
	}
	if err != nil {
		d.Log.Warn().Err(err).Msg("the names of a game are forgotten")
	}
}
