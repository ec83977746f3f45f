package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// metadataFile makes a directory a game of a GGP repository (ggp-repository,
// src/ggp/repository/base/BaseRepository.java): its name is the key, its files
// are version 0, and a subdirectory vN holds what version N changed. A file that
// is missing in vN is taken from the highest version below.
const metadataFile = "METADATA"

// metadata is what is used of a METADATA file.
type metadata struct {
	GameName    string `json:"gameName"`
	Rulesheet   string `json:"rulesheet"`
	Description string `json:"description"` // a text file
}

// repositoryGame takes over all versions of a game: the latest under its key,
// each earlier rulesheet as KEY.vN, where N is the last version that had it.
func (im *importer) repositoryGame(dir string) error {
	key := path.Base(dir)
	if dir == "." {
		key = filepath.Base(im.from)
	}
	versions := im.versions(dir)
	last := versions[len(versions)-1]
	lastSheet := ""
	for i := len(versions) - 1; i >= 0; i-- {
		v := versions[i]
		r := repositoryVersion{im: im, dir: dir, versions: versions[:i+1]}
		sheet, about, err := r.read()
		if err != nil {
			im.refuse(r.path(metadataFile), err)
			continue
		}
		about.Key, about.Version = key, v
		about.Source = filepath.Join(im.from, filepath.FromSlash(dir)) // the same for the next latest version
		name := key
		if v != last {
			if sheet == lastSheet {
				continue // only other files changed
			}
			name = fmt.Sprintf("%s.v%d", key, v)
		}
		lastSheet = sheet
		if err := im.file(sheet, name, about); err != nil {
			return err
		}
	}
	return nil
}

// versions lists the versions of a game, ascending, 0 first.
func (im *importer) versions(dir string) []int {
	out := []int{0}
	entries, err := fs.ReadDir(im.root, dir)
	if err != nil {
		return out
	}
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), "v")
		n, err := strconv.Atoi(digits)
		if ok && e.IsDir() && err == nil && n > 0 && strconv.Itoa(n) == digits {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// repositoryVersion is the last of some versions of a game.
type repositoryVersion struct {
	im       *importer
	dir      string
	versions []int
}

// path finds the file of a name as this version has it; if no version has it,
// the answer is where version 0 would.
func (r *repositoryVersion) path(name string) string {
	for _, v := range slices.Backward(r.versions) {
		p := path.Join(r.dir, name)
		if v > 0 {
			p = path.Join(r.dir, fmt.Sprintf("v%d", v), name)
		}
		if info, err := fs.Stat(r.im.root, p); err == nil && !info.IsDir() {
			return p
		}
	}
	return path.Join(r.dir, name)
}

func (r *repositoryVersion) read() (sheet string, about Entry, err error) {
	text, err := r.im.read(r.path(metadataFile), maxMetadata)
	if err != nil {
		return "", Entry{}, err
	}
	var m metadata
	if err := json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &m); err != nil { // some editors write the mark
		return "", Entry{}, fmt.Errorf("read %s: %w", metadataFile, err)
	}
	switch {
	case m.Rulesheet == "":
		return "", Entry{}, errors.New("it names no rulesheet")
	case !filepath.IsLocal(m.Rulesheet) || !fs.ValidPath(m.Rulesheet):
		return "", Entry{}, fmt.Errorf("the rulesheet %q is not a file of the game", m.Rulesheet)
	}
	about.Title = m.GameName
	if m.Description != "" && filepath.IsLocal(m.Description) && fs.ValidPath(m.Description) {
		if text, err := r.im.read(r.path(m.Description), 64<<10); err == nil { // only nice to have
			about.Description = strings.TrimSpace(text)
		}
	}
	return r.path(m.Rulesheet), about, nil
}
