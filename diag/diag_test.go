package diag

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestString(t *testing.T) {
	d := Diagnostic{Code: "GDL013", Severity: Error, Message: "something is wrong"}
	for want, change := range map[string]func(){
		"error: something is wrong [GDL013]":            func() {},
		"3:7: error: something is wrong [GDL013]":       func() { d.File, d.Pos = "", Pos{Offset: 20, Line: 3, Column: 7} },
		"a.kif:3:7: error: something is wrong [GDL013]": func() { d.File, d.Pos = "a.kif", Pos{Offset: 20, Line: 3, Column: 7} },
		"a.kif: error: something is wrong [GDL013]":     func() { d.File, d.Pos = "a.kif", Pos{} },
	} {
		d.File, d.Pos = "", Pos{}
		change()
		if got := d.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if s := (Pos{}).String(); s != "-" {
		t.Errorf("nowhere is written %q", s)
	}
	text, err := json.Marshal(Diagnostic{Code: "X", Severity: Warning})
	if err != nil || !strings.Contains(string(text), `"severity":"warning"`) {
		t.Errorf("JSON: %s, %v", text, err)
	}
}

func TestSort(t *testing.T) {
	at := func(file string, offset int, code, message string) Diagnostic {
		return Diagnostic{File: file, Pos: Pos{Offset: offset}, Code: code, Message: message}
	}
	want := List{at("a", 5, "B", "x"), at("a", 9, "A", "x"), at("a", 9, "B", "w"), at("a", 9, "B", "x"), at("b", 1, "A", "a")}
	for turn := range want {
		got := append(append(List{}, want[turn:]...), want[:turn]...)
		got.Sort()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("turned by %d: %v", turn, got)
		}
	}
}

func TestErr(t *testing.T) {
	var l List
	l.Add(Diagnostic{Severity: Warning, Message: "odd", Code: "W"})
	if err := l.Err(); err != nil || l.Errors() != 0 || l.Error() != "no errors" {
		t.Errorf("a warning only: %v, %q", err, l.Error())
	}
	for i := range 10 {
		l.Add(Diagnostic{Severity: Error, Message: fmt.Sprint("bad ", i), Code: "E"})
	}
	err := fmt.Errorf("read: %w", l.Err())
	var back List
	if !errors.As(err, &back) || back.Errors() != 10 || len(back) != 11 {
		t.Errorf("the list is not found in %v", err)
	}
	if s := l.Error(); strings.Contains(s, "odd") || !strings.Contains(s, "bad 7") || strings.Contains(s, "bad 8") || !strings.HasSuffix(s, "\n(and 2 more)") {
		t.Errorf("as an error: %q", s)
	}
}
