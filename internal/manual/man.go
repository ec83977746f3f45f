package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"ludens/config"
)

// Man is the man page of a program, in roff. about is a line on what it is; ending are
// sections to end with, as pairs of heading and text.
func Man(app *kong.Application, about string, ending ...[2]string) string {
	var b strings.Builder
	name := app.Name
	fmt.Fprintf(&b, ".\\\" Made by \"%s manual\" from the help of the commands; change that.\n", name)
	fmt.Fprintf(&b, ".TH %s 1 \"\" Ludens \"Ludens\"\n", strings.ToUpper(name))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(about))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n", roff(name))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", paragraphs(app.Help))
	list := commands(app)
	b.WriteString(".SH COMMON OPTIONS\nThese go with every command.\n")
	options(&b, list[0].flags())
	b.WriteString(".SH COMMANDS\n")
	for _, c := range list[1:] {
		if len(c.children()) == 0 {
			section(&b, name, c)
		}
	}
	b.WriteString(".SH ENVIRONMENT\n")
	fmt.Fprintf(&b, "Every option can be given as a variable: %s_ and its name in capitals, with _ for \\-. What is given on the command line comes first, then the variables, then the configuration file.\n", config.Prefix)
	b.WriteString(".SH FILES\n.TP\n")
	fmt.Fprintf(&b, "~/.config/ludens/%s.toml\nConfiguration file: an option's name and value on a line, at the top for all commands or below the name of a command in brackets.\n", name)
	for _, e := range ending {
		fmt.Fprintf(&b, ".SH %s\n%s\n", strings.ToUpper(e[0]), paragraphs(e[1]))
	}
	return b.String()
}

// section is a command.
func section(b *strings.Builder, program string, c command) {
	fmt.Fprintf(b, ".SS %s %s", roff(program), roff(strings.Join(c.path, " ")))
	for _, p := range c.node.Positional {
		fmt.Fprintf(b, " %s", roff(argument(p)))
	}
	fmt.Fprintf(b, "\n%s\n", paragraphs(c.node.Help))
	if c.node.Detail != "" {
		fmt.Fprintf(b, ".PP\n%s\n", paragraphs(c.node.Detail))
	}
	for _, p := range c.node.Positional {
		fmt.Fprintf(b, ".TP\n.I %s\n%s\n", roff(strings.ToUpper(p.Name)), roff(home(p.Help)))
	}
	flags := c.flags()
	for n := c.node.Parent; n != nil && n.Type != kong.ApplicationNode; n = n.Parent {
		flags = append(flags, command{nil, n}.flags()...)
	}
	options(b, flags)
}

// argument writes an argument as a synopsis does.
func argument(p *kong.Positional) string {
	text := strings.ToUpper(p.Name)
	if p.IsSlice() {
		text += "..."
	}
	if !p.Required {
		text = "[" + text + "]"
	}
	return text
}

func options(b *strings.Builder, flags []*kong.Flag) {
	for _, f := range flags {
		fmt.Fprintf(b, ".TP\n%s\n", option(f))
		text := home(f.Help)
		if f.HasDefault && f.Default != "" && f.Default != "false" {
			text += fmt.Sprintf(" (default: %s)", home(f.Default))
		}
		b.WriteString(roff(text) + "\n")
	}
}

// option is the line that names a flag.
func option(f *kong.Flag) string {
	var parts []string
	for _, s := range spellings(f) {
		part := `\fB` + roff(s) + `\fR`
		if takesValue(f) && strings.HasPrefix(s, "--") {
			value := f.PlaceHolder
			if value == "" {
				value = strings.ToUpper(f.Name)
			}
			part += `=\fI` + roff(value) + `\fR`
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// paragraphs are the paragraphs of a text, told apart by empty lines.
func paragraphs(text string) string {
	var out []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		out = append(out, roff(strings.Join(strings.Fields(p), " ")))
	}
	return strings.Join(out, "\n.PP\n")
}

// roff escapes what would mean something at the beginning of a line or anywhere.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...", "~", `\(ti`, "^", `\(ha`, "\n", " ", "–", `\-`, "×", "x").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
