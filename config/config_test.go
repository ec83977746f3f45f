package config

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type grammar struct {
	Common
	Serve struct {
		Engine
		Port int      `default:"9147" help:"Port."`
		Tags []string `help:"Tags."`
	} `cmd:"" help:"Serve."`
	Bench struct {
		Rules struct {
			Seconds  float64 `default:"5" help:"Seconds."`
			MaxSteps int     `default:"10" help:"Steps."`
		} `cmd:"" help:"Rules."`
	} `cmd:"" help:"Bench."`
}

// parse runs one command line with a configuration file of the given name and
// text in a home of its own.
func parse(t *testing.T, name, text string, args ...string) (*grammar, *Invocation, error) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if name != "" {
		path := filepath.Join(home, "ludens", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if name != "prog.toml" {
			args = append(args, "--config", path)
		}
	}
	g := &grammar{}
	inv, err := Parse(Program{Name: "prog", Grammar: g, Stdout: io.Discard, Stderr: io.Discard, Exit: func(int) {}}, args)
	return g, inv, err
}

func TestOrigins(t *testing.T) {
	const file = "port = 1\n[serve]\nport = 2\ntags = [\"a\", \"b,c\"]\nbuild_time = \"3s\"\nbuild-memory = 1024\n"
	g, inv, err := parse(t, "prog.toml", file, "serve")
	if err != nil {
		t.Fatal(err)
	}
	if g.Serve.Port != 2 || g.Serve.BuildTime != 3*time.Second || g.Serve.BuildMemory != 1024 || g.LogLevel != "warn" {
		t.Errorf("file: %+v", g.Serve)
	}
	if fmt.Sprint(g.Serve.Tags) != "[a b,c]" {
		t.Errorf("list from the file: %q", g.Serve.Tags)
	}
	if inv.File == "" {
		t.Error("the file read is not named")
	}

	t.Setenv("LUDENS_PORT", "3")
	g, inv, err = parse(t, "prog.toml", file, "serve")
	if err != nil || g.Serve.Port != 3 {
		t.Errorf("environment before file: port %d, %v", g.Serve.Port, err)
	}
	settings, err := inv.Settings()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Setting{}
	for _, s := range settings {
		got[s.Key] = s
	}
	for key, want := range map[string]string{
		"serve.port": "3 environment", "serve.build-time": "3s file", "serve.engine": "auto default",
		"bench.rules.seconds": "5 default", "json": "false default",
	} {
		if have := got[key].Value + " " + got[key].Source; have != want {
			t.Errorf("%s: %s, want %s", key, have, want)
		}
	}
	if got["bench.rules.max-steps"].Variable != "LUDENS_MAX_STEPS" {
		t.Errorf("variable of max-steps: %q", got["bench.rules.max-steps"].Variable)
	}

	g, inv, err = parse(t, "prog.toml", file, "serve", "--port", "4")
	if err != nil || g.Serve.Port != 4 {
		t.Errorf("flag before environment: port %d, %v", g.Serve.Port, err)
	}
	settings, _ = inv.Settings()
	for _, s := range settings {
		if s.Key == "serve.port" && s.Source != "flag" {
			t.Errorf("port came from %s", s.Source)
		}
	}
}

func TestJSONAndOuterSection(t *testing.T) {
	g, _, err := parse(t, "c.json", `{"bench": {"seconds": 2.5, "rules": {"max_steps": 7}}, "json": true}`, "bench", "rules")
	if err != nil {
		t.Fatal(err)
	}
	if g.Bench.Rules.Seconds != 2.5 || g.Bench.Rules.MaxSteps != 7 || !g.JSON {
		t.Errorf("%+v", g)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"unknown key", "c.toml", "prot = 1", `"prot" (the nearest is "port")`},
		{"unknown key in a section", "c.toml", "[serve]\nengin = 'auto'", `"serve.engin" (the nearest is "serve.engine")`},
		{"all of them", "c.toml", "abc = 1\nxyz = 2", `"xyz"`},
		{"bad syntax", "c.toml", "port = = 1", "read configuration"},
		{"bad JSON", "c.json", "{", "read configuration"},
		{"bad value", "c.toml", "[serve]\nport = 'many'", "--port"},
		{"bad word", "c.toml", "[serve]\nengine = 'steam'", "--engine"},
		{"a table in a list", "c.toml", "port = [{a = 1}]", "port: want a text"},
		{"twice", "c.toml", "[serve]\nbuild-time = '1s'\nbuild_time = '2s'", "serve.build-time is given twice"},
		{"date", "c.toml", "port = 2020-01-01", "want a text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := parse(t, c.file, c.text, "serve")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
	if _, _, err := parse(t, "", "", "serve", "--config", filepath.Join(t.TempDir(), "none.toml")); err == nil {
		t.Error("a missing file that was asked for is no error")
	}
	if _, _, err := parse(t, "c.toml", strings.Repeat("#", mostBytes+1), "serve"); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("a file that is too long: %v", err)
	}
	if _, _, err := parse(t, "", "", "serve"); err != nil {
		t.Errorf("a missing default file: %v", err)
	}
}

// TestSettingsRefuse: a bad value for a command that does not run is found by Settings.
func TestSettingsRefuse(t *testing.T) {
	_, inv, err := parse(t, "prog.toml", "[serve]\nengine = 'steam'\nport = 'x'", "bench", "rules")
	if err != nil {
		t.Fatal(err)
	}
	_, err = inv.Settings()
	if err == nil || !strings.Contains(err.Error(), "serve.engine") || !strings.Contains(err.Error(), "serve.port") {
		t.Errorf("error %v, want both options named", err)
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "12": 12, "12B": 12, "1KiB": 1024, "1.5kib": 1536, "4GiB": 4 << 30, "2 MB": 2e6} {
		var b Bytes
		if err := b.UnmarshalText([]byte(text)); err != nil || int64(b) != want {
			t.Errorf("%s: %d, %v; want %d", text, b, err, want)
		}
	}
	for _, bad := range []string{"", "B", "-1", "1PiB", "NaN", "9e30", "GiB"} {
		if err := new(Bytes).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if s := Bytes(4 << 30).String(); s != "4GiB" {
		t.Errorf("4 GiB is written %s", s)
	}
}

func TestPath(t *testing.T) {
	t.Setenv("HOME", "/home/someone")
	for text, want := range map[string]Path{"": "", "a/b": "a/b", "~/x": "/home/someone/x", "~x": "~x"} {
		p := Path("old")
		if err := p.UnmarshalText([]byte(text)); err != nil || p != want {
			t.Errorf("%q: %q, %v", text, p, err)
		}
	}
	g, _, err := parse(t, "", "", "serve", "--cache", "")
	if err != nil || g.Serve.Cache != "" {
		t.Errorf("an empty directory became %q, %v", g.Serve.Cache, err)
	}
}

// FuzzDecode: no configuration text crashes the reader.
func FuzzDecode(f *testing.F) {
	f.Add("c.toml", []byte("[a]\nb = [1, 'x']"))
	f.Add("c.json", []byte(`{"a": {"b": null}}`))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		if values, err := decode(name, text); err == nil {
			(&source{values: values}).lookup([]string{"a"}, "b")
		}
	})
}
