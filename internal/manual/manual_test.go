package manual

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ludens/config"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// grammar has one of each kind of thing.
type grammar struct {
	Quiet bool `short:"q" help:"Say nothing. Not even that."`
	Serve struct {
		Engine string      `enum:"auto,network" default:"auto" help:"What runs the rules (${enum})."`
		Store  config.Path `default:"${data_dir}/matches.db" placeholder:"FILE" help:"Where matches are kept."`
		Ponder bool        `default:"true" negatable:"" help:"It's thinking on: .dots, \\slashes."`
		Name   string      `help:"Anything."`
	} `cmd:"" help:"Serve."`
	Nets struct {
		Many int `default:"3" help:"How many."`
		List struct {
			Games []string `arg:"" optional:"" name:"game" help:"Games."`
		} `cmd:"" help:"List nets."`
		Show struct {
			File string `arg:"" name:"file" help:"A net."`
		} `cmd:"" help:"Show a net."`
	} `cmd:"" help:"Look after nets."`
	Secret struct{} `cmd:"" hidden:""`
}

func model(t *testing.T) *kong.Application {
	t.Helper()
	t.Setenv("HOME", "/home/anna")
	t.Setenv("XDG_DATA_HOME", "")
	k, err := kong.New(&grammar{}, kong.Name("prog"), kong.Description("It does things.\n\nAnd others."), config.Directories())
	if err != nil {
		t.Fatal(err)
	}
	return k.Model
}

var words = map[string][]string{"game": {"chess", "checkers"}}

// TestGolden: what is written for one of each kind of thing.
func TestGolden(t *testing.T) {
	app := model(t)
	texts := map[string]string{"prog.1": Man(app, "does things", [2]string{"See also", "nothing"})}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text, err := Completion(app, shell, words)
		if err != nil {
			t.Fatal(err)
		}
		texts["prog."+shell] = text
	}
	if _, err := Completion(app, "tcsh", nil); err == nil {
		t.Error("there is completion for tcsh")
	}
	for name, got := range texts {
		if strings.Contains(got, "secret") || strings.Contains(got, "/home/anna") {
			t.Errorf("%s tells of what is hidden", name)
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is not as in testdata (go test -update):\n%s", name, got)
		}
	}
}

// shell finds a program that these tests need.
func shell(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s here", name)
	}
	return path
}

// TestBash completes words with the script in a real bash.
func TestBash(t *testing.T) {
	bash := shell(t, "bash")
	text, err := Completion(model(t), "bash", words)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "prog.bash")
	if err := os.WriteFile(script, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"prog |se":                   "serve",
		"prog |":                     "serve nets --help --quiet",
		"prog --quiet |n":            "nets",
		"prog serve |--e":            "--engine",
		"prog serve --engine |":      "auto network",
		"prog serve --engine = |net": "network",
		"prog serve --no|":           "--no-ponder",
		"prog serve --name |x":       "",
		"prog nets |":                "list show --many --help --quiet",
		"prog nets list |che":        "chess checkers",
		"prog nets list chess |--m":  "--many",
		"prog serve serve |--q":      "--quiet", // a word that is a command elsewhere
	} {
		before, cur, _ := strings.Cut(line, "|")
		if strings.HasSuffix(line, "|") && !strings.HasSuffix(before, " ") {
			fields := strings.Fields(before)
			before, cur = strings.Join(fields[:len(fields)-1], " "), fields[len(fields)-1]
		}
		all := append(strings.Fields(before), cur)
		var b strings.Builder
		b.WriteString("source " + script + "; COMP_WORDS=(")
		for _, w := range all {
			b.WriteString(quoted(w) + " ")
		}
		b.WriteString("); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _prog; echo ${COMPREPLY[@]}")
		cmd := exec.Command(bash, "--norc", "-c", b.String())
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", line, got, want, err)
		}
	}
}

// TestFish completes words with the script in a real fish.
func TestFish(t *testing.T) {
	fish := shell(t, "fish")
	for line, want := range map[string]string{
		"prog ": "nets serve", "prog nets list che": "checkers chess", "prog serve --engine ": "auto network", "prog serve --no-p": "--no-ponder",
	} {
		cmd := exec.Command(fish, "--no-config", "-c", "source testdata/prog.fish; complete -C "+fished(line))
		out, err := cmd.CombinedOutput()
		var got []string
		for l := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSpace(l), "\t")
			got = append(got, word)
		}
		if text := strings.Join(got, " "); err != nil || text != want {
			t.Errorf("%s: %q, want %q (%v)", line, text, want, err)
		}
	}
}

// TestZsh calls the function in a real zsh, with stubs for what would offer the words.
func TestZsh(t *testing.T) {
	zsh := shell(t, "zsh")
	const stubs = `compdef() { }; _describe() { local -a l; l=(${(P)2}); print -l $l }; compadd() { shift; print -l $@ }
		_files() { print files }; _message() { print message }; source testdata/prog.zsh; PATH=/kept; `
	for line, want := range map[string]string{
		"prog ''":                "serve:Serve nets:Look after nets",
		"prog nets list ''":      "chess checkers files",
		"prog serve --engine ''": "auto network",
		"prog serve --store ''":  "files",
		"prog nets --many ''":    "message",
	} {
		out, err := exec.Command(zsh, "-f", "-c", stubs+"words=("+line+"); CURRENT=$#words; _prog; [[ $PATH == /kept ]] || print lost").CombinedOutput()
		if text := strings.Join(strings.Split(strings.TrimSpace(string(out)), "\n"), " "); err != nil || text != want {
			t.Errorf("%s: %q, want %q (%v)", line, text, want, err)
		}
	}
}

// TestSyntax has the other shells and man read what is theirs, where they are installed.
func TestSyntax(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		args []string
	}{
		"zsh":  {"zsh", []string{"-n"}},
		"fish": {"fish", []string{"-n"}},
	} {
		t.Run(name, func(t *testing.T) {
			program := shell(t, name)
			text, err := Completion(model(t), c.text, words)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "script")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(program, append(c.args, path)...).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	t.Run("groff", func(t *testing.T) {
		cmd := exec.Command(shell(t, "groff"), "-man", "-Tutf8", "-ww", "-z")
		cmd.Stdin = strings.NewReader(Man(model(t), "does things"))
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
