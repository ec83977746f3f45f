package coverage

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/english"
	"ludens/ludii/lower"
)

const head = `# What is supported of the language of ludemes

Made by "gamemaster docs ludemes" from Ludii's table of ludemes, the forms that this build knows, and the last
"gamemaster verify ludii --json". Do not edit it. A form is supported where this build has a meaning for it; what is
refused, with its line, when a game is opened, stands in tables of its own.

`

// Markdown writes the page.
func Markdown(out io.Writer, rows []Row, games []Game) error {
	w := &writer{out: out}
	w.print(head)
	w.summary(rows, games)
	w.ludemes(rows)
	w.forms()
	w.games(games)
	return w.err
}

type writer struct {
	out io.Writer
	err error
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format, args...)
	}
}

func (w *writer) summary(rows []Row, games []Game) {
	supported, partly := 0, 0
	for i := range rows {
		switch {
		case rows[i].Supported():
			supported++
		case len(rows[i].Missing) < rows[i].Forms:
			partly++
		}
	}
	count := map[string]int{}
	for _, g := range games {
		count[g.Result]++
	}
	w.print("- Of %d ludeme forms that Ludii's games use, %d are supported, %d in part, %d not.\n", len(rows), supported, partly, len(rows)-supported-partly)
	w.print("- Of %d recorded games, %d are replayed exactly, %d differently, %d are refused.\n\n", len(games), count["exact"], count["different"], count["refused"])
}

func (w *writer) ludemes(rows []Row) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return b.Games - a.Games })
	w.print("## Ludemes\n\nBy the number of Ludii's games that use them.\n\n| ludeme | games | supported |\n|---|---:|---|\n")
	for i := range rows {
		r := &rows[i]
		state := "yes"
		switch {
		case r.Forms == 0:
			state = "**no**: no such form is known"
		case len(r.Missing) == r.Forms:
			state = "**no**"
		case len(r.Missing) > 0:
			state = "but for " + code(strings.Join(r.Missing, "`, `"))
		}
		w.print("| %s | %d | %s |\n", code(r.Key), r.Games, state)
	}
	w.print("\n")
}

// common are arguments that mean the same in all forms that have them, or in one, and are
// not in the phrases.
var common = []struct{ argument, form, meaning string }{
	{"then", "", "what follows when the move is made, within the same move"},
	{"type", "", "cells, edges or vertices: which sites are meant; without it those that the board is played on, or of the region that is given"},
	{"maxState", "", "how large the local state of the piece becomes; it tells Ludii how much to store, and nothing here: states, counts and values are never cut off"},
	{"maxCount", "", "the same of its count"},
	{"maxValue", "", "the same of its value"},
	{"origin", "expand", "the one site that is expanded, instead of sites"},
}

// alike writes them as a table.
func (w *writer) alike() {
	w.print("| argument | meaning |\n|---|---|\n")
	for _, c := range common {
		name := code(c.argument)
		if c.form != "" {
			name += " of " + code(c.form)
		}
		w.print("| %s | %s |\n", name, c.meaning)
	}
}

// forms lists what is refused, and every form of the grammar with its arguments.
func (w *writer) forms() {
	w.print("## What is refused\n\n| form | argument | which | why |\n|---|---|---|---|\n")
	refused := map[string][]string{}
	for _, r := range lower.Refusals() {
		argument := ""
		if r.Argument != "" {
			argument = code(r.Argument)
		}
		w.print("| %s | %s | %s | %s |\n", code(r.Form), argument, r.Of, r.Why)
		if r.Of == "" {
			refused[r.Form] = append(refused[r.Form], r.Argument)
		}
	}
	forms, index := check.Forms(), lower.Index()
	slices.SortFunc(forms, func(a, b *check.Form) int { return strings.Compare(a.Name, b.Name) })
	w.print("\n## Forms and arguments\n\nEvery form of the grammar; a mark before or behind its name tells apart those that are written alike. " +
		"In brackets what may be left out, with a line through it what is refused. The meaning is the phrase that explains a game in English (gamemaster check --explain); " +
		"‹…› stands for what an argument says. Where its function is, and more tests and games, stands in the package comment of ludii/lower. load.TestBreadth calls every form with each of its arguments.\n\nArguments that mean the same everywhere are not in the phrases:\n\n")
	w.alike()
	w.print("\n| form | yields | arguments | meaning | tests that write it |\n|---|---|---|---|---|\n")
	for _, f := range forms {
		arguments := make([]string, len(f.Params))
		for i, p := range f.Params {
			text := p.Name
			if p.Label {
				text += ":"
			}
			if p.Optional {
				text = "[" + text + "]"
			}
			if arguments[i] = code(text); slices.Contains(refused[f.Name], p.Name) {
				arguments[i] = "~~" + arguments[i] + "~~"
			}
		}
		name := code(f.Name)
		if slices.Contains(refused[f.Name], "") {
			name = "~~" + name + "~~"
		}
		tests := "load.TestBreadth"
		if e := index[f.Name]; len(e.Tests) > 0 {
			tests = strings.Join(e.Tests, ", ")
		}
		w.print("| %s | %v | %s | %s | %s |\n", name, f.Result, strings.Join(arguments, " "), strings.ReplaceAll(english.Meaning(f.Name), "|", "\\|"), tests)
	}
	w.print("\n")
}

func (w *writer) games(games []Game) {
	for _, part := range []struct{ result, title string }{
		{"different", "Games that are replayed differently"}, {"refused", "Games that are refused"}, {"exact", "Games that are replayed exactly"},
	} {
		var of []Game
		for _, g := range games {
			if g.Result == part.result {
				of = append(of, g)
			}
		}
		if len(of) == 0 {
			continue
		}
		w.print("## %s (%d)\n\n", part.title, len(of))
		for _, g := range of {
			detail := clip(strings.ReplaceAll(g.Detail, "\n", "; "), 200)
			if detail != "" {
				detail = ": " + code(detail)
			}
			w.print("- %s%s\n", strings.TrimSuffix(g.Path, ".lud"), detail)
		}
		w.print("\n")
	}
}

// code quotes a text.
func code(s string) string {
	if strings.Contains(s, "`, `") {
		return "`" + s + "`"
	}
	return "`" + strings.ReplaceAll(s, "`", "'") + "`"
}

func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
