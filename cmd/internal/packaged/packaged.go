// Package packaged reads the command lines out of the files that come with a release: the
// units of systemd, the Dockerfile and the compose file. Tests of both commands hold them
// against what the commands take (package declared), so that no option is renamed there alone. It is for
// tests only.
package packaged

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Files are those that hold command lines, below the root of the sources.
func Files() []string {
	return []string{
		"packaging/systemd/ludens-player.service", "packaging/systemd/ludens-gamemaster.service", "Dockerfile", "compose.yaml",
	}
}

var (
	item     = regexp.MustCompile(`^\s+- (.*)$`)
	variable = regexp.MustCompile(`\$\{[A-Z_]+:-([^}]*)\}`)
)

// Lines are the command lines for a program in the sources at root, without its name.
func Lines(root, program string) (lines [][]string, err error) {
	add := func(words []string) {
		if len(words) > 0 && filepath.Base(words[0]) == program {
			lines = append(lines, words[1:])
		}
	}
	for _, name := range Files() {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, fmt.Errorf("read what is packaged: %w", err)
		}
		var list []string // of a command written as a list of lines
		in := false
		for line := range strings.Lines(string(text)) {
			line = variable.ReplaceAllString(strings.TrimRight(line, "\n"), "$1")
			trimmed := strings.TrimSpace(line)
			if in {
				if m := item.FindStringSubmatch(line); m != nil {
					list = append(list, m[1])
					continue
				}
				add(list)
				in, list = false, nil
			}
			if rest, ok := strings.CutPrefix(trimmed, "ExecStart="); ok {
				add(strings.Fields(rest))
			} else if rest, ok := strings.CutPrefix(trimmed, "CMD "); ok {
				add(quoted(rest))
			} else if rest, ok := strings.CutPrefix(trimmed, "command:"); ok {
				if in = rest == ""; !in {
					add(quoted(rest))
				}
			}
		}
		add(list)
	}
	return lines, nil
}

// quoted are the words of ["a", "b"].
func quoted(text string) (words []string) {
	for _, m := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	return words
}
