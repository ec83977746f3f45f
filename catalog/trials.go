package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludens/game"
	"ludens/games"
	"ludens/ludii/check"
	"ludens/ludii/english"
	"ludens/ludii/exec"
	"ludens/ludii/expand"
	"ludens/ludii/load"
	"ludens/ludii/replay"
	"ludens/ludii/trial"
)

// What is there for people who come from Ludii: what its descriptions say about
// themselves, their rules in English, and its files of played games.

// Info is what a description in ludemes says about itself.
type Info = expand.Info

// A Trial is a played game as Ludii keeps it.
type Trial = trial.Trial

// A TrialDifference is the first move of a trial that is not legal here.
type TrialDifference = replay.TrialDifference

// ErrNoLudemes is wrapped where only a game in ludemes will do.
var ErrNoLudemes = errors.New("the game is not written in ludemes")

// aliased finds an imported game by a name that its description gives it besides, or
// by its title; nil if there is none.
func aliased(name, family string, opt Options) (*Source, error) {
	wanted := games.Plain(name)
	if wanted == "" || family == "gdl" {
		return nil, nil
	}
	for _, dir := range opt.LibraryDirs {
		entries, err := listDir(dir)
		if err != nil {
			return nil, err
		}
		for i := range entries {
			e := &entries[i]
			known := games.Plain(e.Title) == wanted
			if e.Info != nil {
				known = known || slices.ContainsFunc(e.Info.Aliases, func(a string) bool { return games.Plain(a) == wanted })
			}
			if known && e.Family == "ludii" {
				return findIn(dir, e.Name, e.Family, func(a, b string) bool { return a == b })
			}
		}
	}
	return nil, nil
}

// English explains the rules of a description in ludemes.
func (s *Source) English(opt Options) (string, error) {
	if s.Family() != "ludii" {
		return "", ErrNoLudemes
	}
	opt.source = s
	d, _, findings, err := expanded(s.Text, opt, nil)
	if err != nil {
		return "", err
	}
	if err := findings.Err(); err != nil {
		return "", err
	}
	root, findings := check.Check(d.Root, check.Limits{})
	if root == nil {
		return "", findings.Err()
	}
	return english.Game(root), nil
}

// program loads a description in ludemes.
func (s *Source) program(ctx context.Context, opt Options) (*exec.Program, error) {
	if s.Family() != "ludii" {
		return nil, ErrNoLudemes
	}
	opt.source = s
	text, o, err := loadOptions(s.Text, opt)
	if err != nil {
		return nil, err
	}
	g, findings, err := load.TextContext(ctx, fileOf(opt), text, o)
	if err != nil {
		return nil, err
	}
	if g.Program == nil {
		return nil, findings.Err()
	}
	return g.Program, nil
}

// ReplayTrial makes the moves of a trial again, with the options that it names. At is told
// the number of moves made and a picture, of the first position and after every move. An
// error that wraps a *TrialDifference says what differs.
func (s *Source) ReplayTrial(ctx context.Context, t *Trial, opt Options, at func(made int, picture string) error) error {
	opt.Select = append(slices.Clone(t.Options), opt.Select...)
	p, err := s.program(ctx, opt)
	if err != nil {
		return err
	}
	return replay.Follow(p, t, func(made int, c *exec.Ctx) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return at(made, c.Render())
	})
}

// A TrialWriter writes a match down as Ludii would, while somebody plays it on a machine.
type TrialWriter struct {
	Trial Trial
	m     *exec.Machine
	moves int32 // made, as the position counts them
}

// NewTrialWriter begins at the machine's initial position; ok is false for a machine that
// is not one of ludemes.
func NewTrialWriter(m game.Machine) (w *TrialWriter, ok bool) {
	b, ok := m.(*exec.Machine)
	if !ok {
		return nil, false
	}
	w = &TrialWriter{m: b}
	w.Trial.Game, w.Trial.Version = "/lud/"+m.Game().Facts().Name+".lud", "1.3.13"
	return w, true
}

// Begin notes what the start rules have done, once chance has had its part in them.
func (w *TrialWriter) Begin() {
	c := w.m.Cursor()
	w.Trial.Moves = replay.TrialStart(c)
	w.Trial.Start, w.moves = len(w.Trial.Moves), c.State.Moves
}

// Note notes the move that was just made; nothing where it is not complete yet.
func (w *TrialWriter) Note() {
	if c := w.m.Cursor(); c.State.Moves != w.moves {
		w.Trial.Moves = append(w.Trial.Moves, replay.TrialMove(c))
		w.moves = c.State.Moves
	}
}

// End notes how the match has ended, if it has.
func (w *TrialWriter) End() { replay.TrialEnd(w.m.Cursor(), &w.Trial) }

// FindTrial finds the game of a trial: the one of a name or path, or without a name the
// game that the trial names.
func FindTrial(t *Trial, name string, opt Options) (*Source, error) {
	if name != "" {
		return Find(name, opt)
	}
	s, err := Find(prefixLudemes+t.Title(), opt)
	if err != nil {
		return nil, fmt.Errorf("%w (the file names %s)", err, t.Game)
	}
	return s, nil
}
