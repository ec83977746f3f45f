package packaged

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLines: every file has its command lines.
func TestLines(t *testing.T) {
	for program, want := range map[string]int{"player": 3, "gamemaster": 2, "nobody": 0} {
		lines, err := Lines(root, program)
		if err != nil || len(lines) != want {
			t.Errorf("%s: %q, %v", program, lines, err)
		}
		for _, l := range lines {
			if l[0] != "serve" {
				t.Errorf("%s: %q", program, l)
			}
		}
	}
}

// TestDockerfile: it builds with the Go of go.mod, copies what there is, and runs nothing as
// root. Docker itself is not at hand where tests run.
func TestDockerfile(t *testing.T) {
	text := read(t, "Dockerfile")
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	if version == nil || !strings.Contains(text, "FROM golang:"+version[1]+"-") {
		t.Errorf("the Go of go.mod is %v", version)
	}
	stages := 0
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		switch f[0] {
		case "FROM":
			stages++
		case "COPY":
			if strings.HasPrefix(f[1], "--") {
				continue
			}
			for _, from := range f[1 : len(f)-1] {
				if _, err := os.Stat(filepath.Join(root, from)); err != nil {
					t.Error(err)
				}
			}
		case "RUN":
			if stages > 1 {
				t.Errorf("the image of the programs has no shell: %s", line)
			}
		case "WORKDIR", "ENV", "USER", "VOLUME", "EXPOSE", "CMD":
		default:
			t.Errorf("no such instruction: %s", line)
		}
	}
	if user := strings.LastIndex(text, "USER 65532"); stages != 2 || user < strings.LastIndex(text, "FROM") {
		t.Errorf("%d stages; the last one does not say who runs the programs", stages)
	}
}

// TestCompose: what it mounts is declared, and both programs are in it.
func TestCompose(t *testing.T) {
	text := read(t, "compose.yaml")
	_, volumes, ok := strings.Cut(text, "\nvolumes:\n")
	if !ok || strings.Contains(text, "\t") {
		t.Fatal("no volumes, or tabs, which YAML does not take")
	}
	for _, m := range regexp.MustCompile(`(?m)^      - (\w+):/(data|cache)$`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(volumes, "  "+m[1]+":\n") {
			t.Errorf("volume %s is not declared", m[1])
		}
	}
	for _, want := range []string{"\nservices:\n", "\n  gamemaster:\n", "\n  player:\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// stubs makes programs that print their arguments.
func stubs(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	for _, name := range []string{"player", "gamemaster"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\necho \"$@\"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// TestUnits has systemd read the units, where it is installed.
func TestUnits(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	bin, dir := stubs(t), t.TempDir()
	for _, name := range Files()[:2] {
		text := strings.ReplaceAll(read(t, name), "/usr/local/bin", bin)
		text = regexp.MustCompile(`(?m)^Documentation=.*\n`).ReplaceAllString(text, "") // looks for installed pages
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(analyze, "verify", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestFiles: what is installed besides the programs.
func TestFiles(t *testing.T) {
	to := t.TempDir()
	if out, err := exec.Command(filepath.Join(root, "packaging/files"), stubs(t), to).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{
		"share/man/man1/player.1", "share/man/man1/gamemaster.1", "share/bash-completion/completions/player",
		"share/zsh/site-functions/_gamemaster", "share/fish/vendor_completions.d/player.fish", "lib/systemd/system/ludens-player.service",
		"share/doc/ludens/README.md", "share/doc/ludens/LICENSE", "share/doc/ludens/CHANGELOG.md",
	} {
		if info, err := os.Stat(filepath.Join(to, name)); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %v", name, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(to, "share/zsh/site-functions/_gamemaster"))
	if err != nil || string(text) != "completion zsh\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestDistNeeds: without a compiler for an architecture nothing is built, and it is said what
// is missing.
func TestDistNeeds(t *testing.T) {
	for arch, want := range map[string]string{
		"arm64": "no archive for arm64: its C compiler, /nowhere/gcc, is not installed", "riscv64": "there are archives for amd64 and arm64, not for riscv64",
	} {
		cmd := exec.Command(filepath.Join(root, "packaging/dist"), "test", arch)
		cmd.Env = append(os.Environ(), "CC_arm64=/nowhere/gcc -O2", "GO=go")
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) || arch == "arm64" && !strings.Contains(string(out), "apt-get install gcc-aarch64-linux-gnu") {
			t.Errorf("%s: %v\n%s", arch, err, out)
		}
	}
}

// TestArchitectures: every package of the programs has its files on each architecture that
// there are archives for, such as C beside Go that calls it.
func TestArchitectures(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		cmd := exec.Command("go", "list", "-e", "-deps", "-f", "{{with .Error}}{{.}}{{end}}", "./cmd/player", "./cmd/gamemaster")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=1")
		out, err := cmd.CombinedOutput()
		if text := strings.TrimSpace(string(out)); err != nil || text != "" {
			t.Errorf("%s: %v\n%s", arch, err, text)
		}
	}
}
