package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

func TestExitCodes(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		code int
		text string
	}{
		{"fine", t.Context(), nil, OK, ""},
		{"failed", t.Context(), errors.New("open x: no such game"), Failed, "prog: open x: no such game\n"},
		{"usage", t.Context(), fmt.Errorf("read seats: %w", Usagef("too few")), Usage, "prog: read seats: too few\n"},
		{"findings", t.Context(), fmt.Errorf("check: %w", ErrFindings), Findings, ""},
		{"interrupted", cancelled, fmt.Errorf("play: %w", context.Canceled), Interrupted, "prog: interrupted\n"},
		{"left", t.Context(), ErrInterrupted, Interrupted, ""},
		{"cancelled by itself", t.Context(), context.Canceled, Failed, "prog: context canceled\n"},
	} {
		var out bytes.Buffer
		env := &Env{Program: "prog", Stderr: &out, Context: c.ctx}
		if code := env.code(c.err); code != c.code || out.String() != c.text {
			t.Errorf("%s: code %d, text %q; want %d, %q", c.name, code, out.String(), c.code, c.text)
		}
	}
}

func TestTable(t *testing.T) {
	tab := Table{Head: []string{"GAME", "N"}, Right: []int{1}}
	tab.Row("a", 10)
	tab.Row("süß", 5)
	var out bytes.Buffer
	tab.Write(&out)
	if want := "GAME   N\na     10\nsüß    5\n"; out.String() != want {
		t.Errorf("table\n%swant\n%s", out.String(), want)
	}
}

func TestQuiet(t *testing.T) {
	var out, errs bytes.Buffer
	env := &Env{Stdout: &out, Stderr: &errs}
	env.Say("one %d", 1)
	env.JSON = true
	env.Say("two")
	p := env.Progress(3, "work") // no terminal: silent
	p.Add(1)
	p.Clear()
	p.Done()
	if out.String() != "one 1\n" || errs.Len() > 0 {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
	if err := env.Print(map[string]string{"a": "<b>"}); err != nil || !strings.HasSuffix(out.String(), "{\"a\":\"<b>\"}\n") {
		t.Errorf("JSON: %q, %v", out.String(), err)
	}
}

func TestLogger(t *testing.T) {
	var out bytes.Buffer
	log := Logger(&out, "info")
	log.Debug().Msg("no")
	log.Info().Str("k", "v").Msg("yes")
	if s := out.String(); strings.Contains(s, "no") || !strings.Contains(s, `"k":"v"`) {
		t.Errorf("log %q", s)
	}
	if Logger(&out, "off").GetLevel() != zerolog.Disabled {
		t.Error("off does not switch the log off")
	}
}

// What is shown on a line fits on it, whatever the width of the terminal.
func TestWidths(t *testing.T) {
	rows := [][]string{{"ID", "GAME"}, {strings.Repeat("x", 90), strings.Repeat("g", 60)}, {"a", "b"}}
	for _, width := range []int{40, 80, 200} {
		short, fits := new(Table).fit(rows, width)
		if !fits {
			t.Errorf("%d columns: two columns do not fit", width)
		}
		for _, row := range short {
			if n := len([]rune(strings.Join(row, "  "))); n > width {
				t.Errorf("%d letters on a line of %d: %q", n, width, row)
			}
		}
		most, bar := room(width)
		if most+bar+besideBar > max(width, narrowBar+besideBar) {
			t.Errorf("%d columns: %d letters beside a bar of %d", width, most, bar)
		}
	}
	if got, _ := new(Table).fit(rows[:1], 80); got[0][0] != "ID" {
		t.Errorf("a short cell became %q", got)
	}
	if got := cut("a\x1b[2J long line", 10); got != `a\u001b[2…` {
		t.Errorf("cut: %q", got)
	}
}

// What cannot be shortened is wrapped: numbers and names that people copy stay whole.
func TestWrapped(t *testing.T) {
	table := Table{Head: []string{"ID", "GAME", "STEPS", ""}, Right: []int{2}, Whole: []int{0}}
	table.Row("Ludens.breakthrough6.1795435592011", "breakthrough6", 123456, "!")
	table.Row("short", "", 7, "")
	for _, width := range []int{40, 50} {
		if _, fits := table.fit(table.rows, width); fits {
			t.Errorf("%d columns: it fits", width)
		}
	}
	if rows, fits := table.fit(table.rows, 55); !fits || rows[0][0] != "Ludens.breakthrough6.1795435592011" || rows[0][2] != "123456" || rows[0][1] == "breakthrough6" {
		t.Errorf("%v %q", fits, rows)
	}
	var out bytes.Buffer
	table.wrapped(&out, 40)
	if want := "Ludens.breakthrough6.1795435592011\n  game breakthrough6  steps 123456  !\nshort\n  steps 7\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	table.wrapped(&out, 24)
	if want := "Ludens.breakthrough6.1795435592011\n  game breakthrough6\n  steps 123456  !\nshort\n  steps 7\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// Failures of commands with --json are JSON.
func TestFailuresAreJSON(t *testing.T) {
	var out bytes.Buffer
	env := &Env{Program: "prog", Stderr: &out, Context: t.Context(), JSON: true}
	if code := env.code(Usagef("no <such> \"thing\"")); code != Usage || out.String() != `{"program":"prog","error":"no <such> \"thing\"","code":2}`+"\n" {
		t.Errorf("code %d, %s", code, out.String())
	}
}
