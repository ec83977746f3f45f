package manual

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion is the script that has a shell complete the words of a program's command
// line: commands, options, values of options that are one of some words, names of files, and
// for arguments called like a key of words, those words.
func Completion(app *kong.Application, shell string, words map[string][]string) (string, error) {
	switch shell {
	case "bash":
		return bash(app, words), nil
	case "zsh":
		return zsh(app, words), nil
	case "fish":
		return fish(app, words), nil
	}
	return "", errors.New("there is completion for bash, zsh and fish")
}

// argumentWords are the words that the arguments of a command may be.
func argumentWords(c command, words map[string][]string) (list []string) {
	for _, p := range c.node.Positional {
		if p.Enum != "" {
			list = append(list, p.EnumSlice()...)
		}
		list = append(list, words[p.Name]...)
	}
	return list
}

// quoted is a word for a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// walk is a shell function for bash and zsh that finds the command among words: at is
// set to its names, each after a space.
func walk(b *strings.Builder, list []command, loop string) {
	fmt.Fprintf(b, "  local at= word i\n  %s\n    case \"$at $word\" in\n", loop)
	var patterns []string
	for _, c := range list[1:] {
		patterns = append(patterns, quoted(c.at()))
	}
	fmt.Fprintf(b, "      %s) at=\"$at $word\" ;;\n    esac\n  done\n", strings.Join(patterns, "|"))
}

// taking are the cases of flags that are followed by a value: set lists the words, file and
// any are what is done for names of files and for what nobody knows.
func taking(b *strings.Builder, list []command, set func(words []string) string, file, other string) {
	b.WriteString("  case \"$at:$prev\" in\n")
	for _, c := range list {
		at := c.at()
		for _, f := range c.all() {
			if !takesValue(f) {
				continue
			}
			var patterns []string
			for _, s := range spellings(f) {
				patterns = append(patterns, quoted(at+":"+s))
			}
			what := other
			if v := values(f); v != nil {
				what = set(v)
			} else if isPath(f.Value) {
				what = file
			}
			fmt.Fprintf(b, "    %s) %s; return ;;\n", strings.Join(patterns, "|"), what)
		}
	}
	b.WriteString("  esac\n")
}

// offers are the words that may come next in a command, without files.
func offers(c command, words map[string][]string) (list []string) {
	for _, n := range c.children() {
		list = append(list, n.Name)
	}
	list = append(list, argumentWords(c, words)...)
	for _, f := range c.all() {
		for _, s := range spellings(f) {
			if strings.HasPrefix(s, "--") && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list
}

func bash(app *kong.Application, words map[string][]string) string {
	var b strings.Builder
	list := commands(app)
	fmt.Fprintf(&b, "# Completion of %s for bash, made by \"%s completion bash\".\n_%s() {\n", app.Name, app.Name, app.Name)
	b.WriteString("  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n")
	b.WriteString("  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n")
	walk(&b, list, "for ((i = 1; i < COMP_CWORD; i++)); do word=${COMP_WORDS[i]}")
	taking(&b, list, func(v []string) string {
		return fmt.Sprintf(`COMPREPLY=($(compgen -W %s -- "$cur"))`, quoted(strings.Join(v, " ")))
	}, `COMPREPLY=($(compgen -f -- "$cur"))`, `COMPREPLY=()`)
	b.WriteString("  case \"$at\" in\n")
	for _, c := range list {
		at := c.at()
		fmt.Fprintf(&b, "    %s) words=%s ;;\n", quoted(at), quoted(strings.Join(offers(c, words), " ")))
	}
	b.WriteString("  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n")
	// A word with a colon is several to readline, which completes the last of them.
	fmt.Fprintf(&b, "complete -o bashdefault -o default -F _%s %s\n", app.Name, app.Name)
	return b.String()
}

func zsh(app *kong.Application, words map[string][]string) string {
	var b strings.Builder
	list := commands(app)
	fmt.Fprintf(&b, "#compdef %s\n# Completion of %s for zsh, made by \"%s completion zsh\".\n_%s() {\n", app.Name, app.Name, app.Name, app.Name)
	b.WriteString("  local cur=$words[CURRENT] prev=$words[CURRENT-1]\n")
	walk(&b, list, "for ((i = 2; i < CURRENT; i++)); do word=$words[i]")
	taking(&b, list, func(v []string) string {
		var q []string
		for _, w := range v {
			q = append(q, quoted(w))
		}
		return "compadd -- " + strings.Join(q, " ")
	}, "_files", "_message value")
	b.WriteString("  case \"$at\" in\n")
	for _, c := range list {
		at := c.at()
		var below, with []string
		for _, n := range c.children() {
			below = append(below, quoted(described(n.Name, n.Help, ":")))
		}
		for _, f := range c.all() {
			for _, s := range spellings(f) {
				with = append(with, quoted(described(s, home(f.Help), ":")))
			}
		}
		fmt.Fprintf(&b, "    %s)\n", quoted(at))
		if len(below) > 0 {
			fmt.Fprintf(&b, "      local -a below=(%s)\n      _describe command below\n", strings.Join(below, " "))
		}
		if w := argumentWords(c, words); len(w) > 0 {
			var q []string
			for _, one := range w {
				q = append(q, quoted(one))
			}
			fmt.Fprintf(&b, "      compadd -- %s\n", strings.Join(q, " "))
		}
		fmt.Fprintf(&b, "      local -a with=(%s)\n      [[ $cur == -* ]] && _describe option with\n", strings.Join(with, " "))
		if len(c.node.Positional) > 0 {
			b.WriteString("      _files\n")
		}
		b.WriteString("      ;;\n")
	}
	fmt.Fprintf(&b, "  esac\n}\nif [[ $funcstack[1] == _%s ]]; then _%s; else compdef _%s %s; fi\n", app.Name, app.Name, app.Name, app.Name)
	return b.String()
}

// described is a word with the first sentence of what is said about it, as zsh wants it.
func described(word, says, mark string) string {
	return strings.ReplaceAll(word, mark, `\`+mark) + mark + strings.ReplaceAll(sentence(says), mark, `\`+mark)
}

// sentence is the first sentence of a text, without its stop.
func sentence(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".")
}

func fish(app *kong.Application, words map[string][]string) string {
	var b strings.Builder
	list := commands(app)
	fmt.Fprintf(&b, "# Completion of %s for fish, made by \"%s completion fish\".\n", app.Name, app.Name)
	fmt.Fprintf(&b, "function __%s_at\n  set -l at ''\n  for word in (commandline -opc)[2..-1]\n    switch \"$at $word\"\n", app.Name)
	var patterns []string
	for _, c := range list[1:] {
		patterns = append(patterns, quoted(c.at()))
	}
	fmt.Fprintf(&b, "      case %s\n        set at \"$at $word\"\n    end\n  end\n  test \"$at\" = \"$argv[1]\"\nend\n", strings.Join(patterns, " "))
	fmt.Fprintf(&b, "complete -c %s -f\n", app.Name)
	for _, c := range list {
		at := c.at()
		add := func(rest string) {
			fmt.Fprintf(&b, "complete -c %s -n %s %s\n", app.Name, fished(fmt.Sprintf("__%s_at %s", app.Name, fished(at))), rest)
		}
		for _, n := range c.children() {
			add(fmt.Sprintf("-a %s -d %s", fished(n.Name), fished(sentence(n.Help))))
		}
		if w := argumentWords(c, words); len(w) > 0 {
			add("-a " + fished(strings.Join(w, " ")))
		}
		if len(c.node.Positional) > 0 {
			add("-F")
		}
		for _, f := range c.all() {
			rest := ""
			switch v := values(f); {
			case v != nil:
				rest = " -x -a " + fished(strings.Join(v, " "))
			case takesValue(f) && isPath(f.Value):
				rest = " -r -F"
			case takesValue(f):
				rest = " -x"
			}
			if f.Short != 0 {
				rest = " -s " + string(f.Short) + rest
			}
			rest += " -d " + fished(sentence(home(f.Help)))
			add("-l " + f.Name + rest)
			if f.Tag.Negatable != "" {
				add("-l no-" + f.Name + " -d " + fished("Not: "+sentence(home(f.Help))))
			}
		}
	}
	return b.String()
}

// fished is a word for fish, whose quotes know two escapes.
func fished(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
